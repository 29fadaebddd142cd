import { getUserInfo as loadUser, GUEST, type UserInfo } from "../api/user";

type Listener = (user: UserInfo) => void;

/** The signed-in user, and who wants to know when that changes. */
export class Session {
  user: UserInfo = GUEST;
  private listeners: Listener[] = [];

  onChange(listener: Listener): void {
    this.listeners.push(listener);
  }

  async signIn(id: number): Promise<UserInfo> {
    this.user = await loadUser(id);
    this.listeners.forEach((listener) => listener(this.user));
    return this.user;
  }

  async signOut(): Promise<void> {
    await this.signIn(GUEST.id);
  }
}

export const session = new Session();
