// What the TypeScript table adds to that of JavaScript.
import type { Config, Level as Depth } from "./config";
import { type Client, connect } from "./client";
import fs = require("fs");
import Deep = Space.Inner.Deep;
export type { Config };
export { default as run } from "./run";

declare const VERSION: string;
declare function loaded(name: string): boolean;
declare module "plugin" { export function plug(): void; }

/** Stores things. */
export interface Store<K, V extends object = {}> extends Base<K>, ns.Disposable {
  (key: K): V;
  new (size: number): Store<K, V>;
  readonly size: number;
  client?: Client | null;
  /** Gets one. */
  get(key: K, fallback?: V): V | undefined;
  [index: string]: any;
}

export enum Color {
  Red,
  /** Like grass. */
  Green = Red + 1,
  /** Like the sky. */
  Blue,
  "quoted",
}
type Id = string | number;
export type Shape<T> = Config & {
  kind: "round" | "flat";
  parts: Array<T>;
  scale(by: number): Shape<T>;
};
type Names<T> = { [K in keyof T]: T[K] extends Promise<infer U> ? U : `is${string & K}` };
type Handler = (event: Event, options: { once: boolean }) => void;

namespace Space.Inner {
  export const zero = new Point(0);
  let hidden: Depth = zero.depth;
  export function origin(): Point { return hidden ?? zero; }
}

export function find(id: number): Client;
export function find(id: string): Client;
export function find<T extends Id>(id: T, ...rest: T[]): Client {
  const client = connect(id as string) as Client;
  const level = <Depth>client.level;
  let point: Point = level!.point satisfies Point;
  function isClient(this: Window, value: unknown): value is Client { return value instanceof Client; }
  return client;
}

const handle: Handler = (event): void => { event.stop(); };
const numbers: Map<Id, Client[]> = new Map<Id, Client[]>();

@Injectable({ scope: "root" })
export abstract class Service<T = unknown> extends Emitter<T> implements Store<string, T>, Closable {
  private readonly client: Client;
  protected static level?: Depth = 1;
  declare size: number;
  @Input() name!: string;
  constructor(private http: Http, @Inject(TOKEN) readonly token: typeof TOKEN, public plain = new Point()) {
    super();
    this.client = http.client;
    this.later = numbers.get(plain.x)!;
  }
  /** Opens it. */
  @Log()
  @Trace("open")
  async open<U>(this: Service<T>, url: U): Promise<Client> { return this.client.open<U>(url); }
  close(): void;
  close(force?: boolean): void {}
  abstract reset(): Color;
  get depth(): Depth { return this.client.depth; }
  private secret = (): Color => Color.Green;
}
function assertIs(value: unknown): asserts value is Service { if (!value) throw new Error("no"); }
export default Service;
