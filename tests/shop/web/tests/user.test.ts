import { afterEach, describe, expect, it, vi } from "vitest";
import { getUserInfo, GUEST } from "../src/api/user";
import { demoNames } from "../src/state/demo";

function answer(status: number, body: unknown) {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(body), { status }));
}

afterEach(() => vi.unstubAllGlobals());

describe("getUserInfo", () => {
  it("reads the user", async () => {
    answer(200, { id: 7, name: "Ada", guest: false });
    expect((await getUserInfo(7)).name).toBe("Ada");
  });

  it("gives the guest for an unknown id", async () => {
    answer(404, { error: "no such user" });
    expect(await getUserInfo(8)).toEqual(GUEST);
  });

  it("passes other failures on", async () => {
    answer(500, {});
    await expect(getUserInfo(7)).rejects.toThrow("/users/7: 500");
  });
});

describe("demoNames", () => {
  it("needs no backend", () => {
    expect(demoNames([2, 3])).toEqual(["Grace", "nobody"]);
  });
});
