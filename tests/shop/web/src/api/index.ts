// Components import from here, so that files below can move.
export { getUserInfo, displayName, GUEST } from "./user";
export type { UserInfo } from "./user";
export * from "./orders";
