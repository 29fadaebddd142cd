//! More traps of JavaScript and TypeScript.

use super::check;
use expect_test::expect;

const WEB: &str = r#"
=== package.json
{ "name": "@shop/web", "main": "./dist/index.js", "exports": { ".": "./dist/index.js", "./api": "./dist/api/index.js" } }
=== tsconfig.json
{ "compilerOptions": { "baseUrl": ".", "paths": { "@api/*": ["src/api/*"], "@shop": ["src/index"] } } }
=== src/index.ts
export * from "./api"
export { default as Client, type Options } from "./api/client"
export * as api from "./api"
=== src/api/index.ts
export { load, load as fetchAll } from "./load"
export type { Options } from "./client"
=== src/api/load.ts
import type { Options } from "./client"
export async function load(options: Options): Promise<Client> { return new Client(options) }
import Client from "./client"
export const loader = { load, run: load, stop() {} }
export namespace inner { export function load() {} ; load() }
=== src/api/client.ts
export interface Options { port: number; retry?: { times: number }; onError(e: Error): void }
export interface Closable { close(): void }
export default class Client implements Closable {
  static count = 0
  private open?: Client
  constructor(private readonly options: Options) { Client.count++ }
  close() { this.open?.close(); this.options.onError(e) }
  get port() { return this.options.port }
  chain(): this { return this }
  static make({ port, retry: again }: Options) { return new Client({ port, onError: () => {} }) }
}
=== src/use.ts
import Own, { load, api, fetchAll as all } from "@shop"
import * as deep from "@api/load"
import { load as direct } from "@api/load"
import { load as packaged } from "@shop/web"
import type { Options } from "@shop/web/api"
import type { Closable } from "@api/client"
const options: Options = { port: 1, onError(e) {}, retry: { times: 2 } }
load(options); api.load(options); all(options); deep.load(options); direct({ port: 3, onError }); packaged(options)
deep.loader.load(options); deep.inner.load()
async function go(load: number, c: Closable) {
  const client = await deep.load({ port: 2, onError: console.error })
  client.close(); c.close(); client.chain().close(); Own.make(options).close()
  const { port, retry } = options
  const { port: renamed } = client
  return { load, close: 1, port }
}
function hoisted() { return later(); function later() { return load } }
{ let load = 1; { load } }
try {} catch (load) { load }
label: for (const load of []) { load; break label }
class Fake { close() {} load() { return this.load() } }
new Fake().close(); new Fake().load()
type Keys = keyof Options; type P = Options["port"]; const s = "load"
export default function () { return load }
const dyn = import("./api/load").then((m) => m.load)
const lazy = async () => (await import("./api/load")).load(options)
window.load(); document.close()
"#;

#[test]
fn typescript_names() {
    check(
        "load @ src/api/load.ts:2",
        WEB,
        expect![[r#"
        src/api/load.ts:2:23 definition
        src/api/index.ts:1:10 export import
        src/api/index.ts:1:16 export import
        src/api/load.ts:4:25 read scope in loader
        src/api/load.ts:4:36 read scope in loader
        src/use.ts:1:15 import import
        src/use.ts:1:38 import import
        src/use.ts:3:10 import import
        src/use.ts:4:10 import import
        src/use.ts:8:1 call import
        src/use.ts:8:20 call import
        src/use.ts:8:35 call import
        src/use.ts:8:54 call import
        src/use.ts:8:69 call import
        src/use.ts:8:99 call import
        src/use.ts:11:29 call import in go
        src/use.ts:17:64 read import in hoisted.later
        src/use.ts:23:65 string-key string in s
        src/use.ts:24:37 read import in default
        src/use.ts:25:48 read name-only of 2 in dyn
        src/use.ts:26:55 call name-only of 2 in lazy
        8 local variables
        3 Fake.load in src/use.ts
        3 inner.load in src/api/load.ts
        1 members of other types
        1 members of the global window
    "#]],
    );
    check(
        "Client",
        WEB,
        expect![[r#"
        src/api/client.ts:3:22 definition
        src/api/client.ts:5:18 type scope in Client.open
        src/api/client.ts:6:52 read scope in Client.constructor
        src/api/client.ts:10:61 call scope in Client.make
        src/api/load.ts:2:55 type import in load
        src/api/load.ts:2:76 call import in load
        src/api/load.ts:3:8 import import
        src/index.ts:2:21 export import
    "#]],
    );
    check(
        "Options",
        WEB,
        expect![[r#"
        src/api/client.ts:1:18 definition
        src/api/client.ts:6:41 type scope in Client.options
        src/api/client.ts:10:39 type scope in Client.make
        src/api/index.ts:2:15 export import
        src/api/load.ts:1:15 import import
        src/api/load.ts:2:37 type import in load
        src/index.ts:2:34 export import
        src/use.ts:5:15 import import
        src/use.ts:7:16 type import in options
        src/use.ts:23:19 type import in Keys
        src/use.ts:23:37 type import in P
    "#]],
    );
}

#[test]
fn typescript_members() {
    check(
        "Client.close",
        WEB,
        expect![[r#"
        src/api/client.ts:7:3 definition
        src/api/client.ts:2:29 definition inherited of 2 in Closable
        src/api/client.ts:7:24 call receiver in Client.close
        src/use.ts:12:10 call receiver in go
        src/use.ts:12:21 call inherited of 2 in go
        src/use.ts:12:45 call receiver in go
        src/use.ts:12:72 call name-only of 3 in go
        2 Fake.close in src/use.ts
        1 keys and keyword arguments
        1 members of the global document
    "#]],
    );
    check(
        "Closable.close",
        WEB,
        expect![[r#"
        src/api/client.ts:2:29 definition
        src/api/client.ts:7:3 definition inherited of 2 in Client
        src/api/client.ts:7:24 call inherited of 2 in Client.close
        src/use.ts:12:10 call inherited of 2 in go
        src/use.ts:12:21 call receiver in go
        src/use.ts:12:45 call inherited of 2 in go
        src/use.ts:12:72 call name-only of 3 in go
        2 Fake.close in src/use.ts
        1 keys and keyword arguments
        1 members of the global document
    "#]],
    );
    check(
        "Options.port",
        WEB,
        expect![[r#"
        src/api/client.ts:1:28 definition
        src/api/client.ts:8:36 read receiver in Client.port
        src/api/client.ts:10:17 bind receiver in Client.make
        src/api/client.ts:10:70 read receiver in Client.make
        src/use.ts:7:28 key receiver in options
        src/use.ts:8:78 key receiver
        src/use.ts:11:36 key receiver in go
        src/use.ts:13:11 bind receiver in go
        src/use.ts:23:46 string-key receiver in P
        2 Client.port in src/api/client.ts
        1 local variables
    "#]],
    );
}

#[test]
fn typescript_members_of_others() {
    check(
        "onError",
        WEB,
        expect![[r#"
            src/api/client.ts:1:69 definition
            src/use.ts:7:37 definition
            src/api/client.ts:7:46 call receiver in Client.close
            src/api/client.ts:10:76 definition receiver in Client.make
            src/use.ts:8:87 read receiver
            src/use.ts:11:45 key receiver in go
        "#]],
    );
    check(
        "times",
        WEB,
        expect![[r#"
            src/api/client.ts:1:52 key scope in Options.retry
            src/use.ts:7:61 key scope in options
        "#]],
    );
    check(
        "count",
        WEB,
        expect![[r#"
        src/api/client.ts:4:10 definition
        src/api/client.ts:6:59 write receiver in Client.constructor
    "#]],
    );
}

const NODE: &str = r#"
=== lib/app.js
const util = require("./util");
const { trim, pad: fill } = require("./util");
var Base = require("./base").Base;
exports = module.exports = App;
exports.version = util.version;
module.exports.create = function create(name) { return new App(name); };
function App(name) { Base.call(this); this.name = trim(name); this.log = util.log; }
App.prototype = Object.create(Base.prototype);
App.prototype.start = function () { this.stop(); util.log(this.name); fill(1); return this.start; };
App.prototype.stop = () => {};
Object.assign(App.prototype, { pause() { this.start() } });
=== lib/util.js
exports.trim = function (text) { return text.trim(); };
exports.log = log;
exports.version = "1";
module.exports.pad = (x) => log(x);
function log(text) { console.log(text); }
=== lib/base.js
class Base { start() {} static of() { return new this() } #hidden() { this.#hidden() } }
module.exports = { Base, log: require("./util").log };
=== index.js
module.exports = require("./lib/app");
=== bin/run.js
#!/usr/bin/env node
const create = require("../").create;
const App = require("../index.js");
const app = new App("x");
app.start(); app.stop();
create("y").start();
App.create("z");
const log = console.log; log("a");
[1].forEach(require("../lib/util").log);
require("../lib/base").log("b");
let start = app.start; start();
app["start"](); app?.start?.();
const { start: begin, stop } = app; begin(); stop();
function log2() { var log = 1; return log }
import("../lib/util.js").then(({ trim }) => trim("x"));
export { app as default };
"#;

#[test]
fn javascript_names() {
    check(
        "log @ lib/util.js:5",
        NODE,
        expect![[r#"
        lib/util.js:5:10 definition
        bin/run.js:9:36 read import
        bin/run.js:10:24 call import
        lib/app.js:7:79 read import in App.log
        lib/app.js:9:55 call import in App.start
        lib/base.js:2:26 export import
        lib/base.js:2:49 read import
        lib/util.js:2:9 export import
        lib/util.js:2:15 read import
        lib/util.js:4:29 call import in pad
        2 local variables
        2 log in bin/run.js
        2 members of the global console
        1 App.log in lib/app.js
    "#]],
    );
    check(
        "trim",
        NODE,
        expect![[r#"
        lib/util.js:1:9 definition
        lib/app.js:2:9 import import
        lib/app.js:7:51 call import in App.name
        lib/util.js:1:46 call name-only in trim
        2 local variables
    "#]],
    );
    check(
        "App",
        NODE,
        expect![[r#"
        lib/app.js:7:10 definition
        bin/run.js:3:7 import import
        bin/run.js:4:17 call import in app
        bin/run.js:7:1 read import
        lib/app.js:4:28 read scope
        lib/app.js:6:60 call scope in create
        lib/app.js:8:1 read scope
        lib/app.js:9:1 read scope
        lib/app.js:10:1 read scope
        lib/app.js:11:15 read scope
    "#]],
    );
}

#[test]
fn javascript_names_of_others() {
    check(
        "create",
        NODE,
        expect![[r#"
        lib/app.js:6:16 definition
        bin/run.js:2:7 import import
        bin/run.js:2:31 read import
        bin/run.js:6:1 call import
        bin/run.js:7:5 call import
        1 local variables
        1 members of the global Object
    "#]],
    );
    check(
        "Base",
        NODE,
        expect![[r#"
        lib/base.js:1:7 definition
        lib/app.js:3:5 import import
        lib/app.js:3:30 read import
        lib/app.js:7:22 read import in App
        lib/app.js:8:31 read import
        lib/base.js:2:20 read import
    "#]],
    );
}

#[test]
fn javascript_members() {
    check(
        "App.start",
        NODE,
        expect![[r#"
        lib/app.js:9:15 definition
        bin/run.js:5:5 call receiver
        bin/run.js:6:13 call receiver
        bin/run.js:11:17 read receiver in start
        bin/run.js:12:6 string-key string
        bin/run.js:12:22 call receiver
        bin/run.js:13:9 key receiver
        lib/app.js:9:92 read receiver in App.start
        lib/app.js:11:47 call name-only of 2 in pause
        2 start in bin/run.js
        1 Base.start in lib/base.js
    "#]],
    );
    check(
        "Base.start",
        NODE,
        expect![[r#"
        lib/base.js:1:14 definition
        bin/run.js:12:6 string-key string
        lib/app.js:11:47 call name-only of 2 in pause
        7 App.start in lib/app.js
        2 start in bin/run.js
    "#]],
    );
    check(
        "App.stop",
        NODE,
        expect![[r#"
        lib/app.js:10:15 definition
        bin/run.js:5:18 call receiver
        bin/run.js:13:23 definition receiver in begin
        lib/app.js:9:42 call receiver in App.start
        1 stop in bin/run.js
    "#]],
    );
    check(
        "version",
        NODE,
        expect![[r#"
        lib/app.js:5:9 definition
        lib/util.js:3:9 definition
        lib/app.js:5:24 read import in version
    "#]],
    );
    check(
        "#hidden",
        NODE,
        expect![[r#"
        lib/base.js:1:59 definition
        lib/base.js:1:76 call receiver in Base.#hidden
    "#]],
    );
}
