import type { UserInfo } from "../api";

const DEMO_USERS: UserInfo[] = [
  { id: 1, name: "Ada", guest: false },
  { id: 2, name: "Grace", guest: false },
];

/** Names for the demo page, without a backend behind it. */
export function demoNames(ids: number[]): string[] {
  // Not the one that asks the backend.
  const getUserInfo = (id: number) => DEMO_USERS.find((user) => user.id === id);
  return ids.map((id) => getUserInfo(id)?.name ?? "nobody");
}
