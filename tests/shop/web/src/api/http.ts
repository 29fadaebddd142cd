/** An answer of the backend that is not 2xx. */
export class HttpError extends Error {
  constructor(readonly status: number, path: string) {
    super(`${path}: ${status}`);
  }
}

export const BASE_URL = "/api";

/** Sends one request and reads the JSON answer. */
export async function request<T>(path: string, body?: unknown): Promise<T> {
  const response = await fetch(BASE_URL + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) {
    throw new HttpError(response.status, path);
  }
  return response.json() as Promise<T>;
}
