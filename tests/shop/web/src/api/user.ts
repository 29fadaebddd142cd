import { HttpError, request } from "./http";

export interface UserInfo {
  id: number;
  name: string;
  guest: boolean;
}

export const GUEST: UserInfo = { id: 0, name: "Guest", guest: true };

/**
 * Who the given user is. An id that nobody has gives the guest, so callers need not check.
 */
export async function getUserInfo(id: number): Promise<UserInfo> {
  try {
    return await request<UserInfo>(`/users/${id}`);
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) {
      return GUEST;
    }
    throw error;
  }
}

export function displayName(user: UserInfo): string {
  return user.guest ? "Guest" : user.name;
}
