//! Traps of JavaScript and TypeScript.

use super::check;
use expect_test::expect;

#[test]
fn imports_aliases_and_barrels() {
    check(
        "getUserInfo",
        r#"
=== api/user.ts
export async function getUserInfo(id: string): Promise<User> { return load(id) }
=== api/index.ts
export * from "./user"
export { getUserInfo as fetchUser } from "./user"
=== page.tsx
import { getUserInfo as gui } from "./api"
import * as api from "./api/user.js"
import { fetchUser } from "./api"
export function Page({ getUserInfo: other }) {
  gui("1"); api.getUserInfo("2"); fetchUser("3")
  return <a onClick={gui}>{other}</a>
}
=== shadow.js
import { getUserInfo } from "./api/user"
[1].map(getUserInfo)
function f(getUserInfo) { return getUserInfo() }
function g() { const getUserInfo = 1; { return getUserInfo } }
// getUserInfo
=== elsewhere.js
function getUserInfo() {}
getUserInfo(); this.getUserInfo()
"#,
        expect![[r#"
            api/user.ts:1:23 definition
            elsewhere.js:1:10 definition
            api/index.ts:2:10 export import
            elsewhere.js:2:1 call scope
            elsewhere.js:2:21 call name-only of 2
            page.tsx:1:10 import import
            page.tsx:3:10 import import
            page.tsx:5:3 call import in Page
            page.tsx:5:17 call import in Page
            page.tsx:5:35 call import in Page
            page.tsx:6:22 read import in Page
            shadow.js:1:10 import import
            shadow.js:2:9 read import
            4 local variables
            1 keys and keyword arguments
        "#]],
    );
    let target = "getUserInfo @ api/user.ts:1";
    check(
        target,
        "=== api/user.ts\nexport function getUserInfo() {}\n=== b.js\nfunction getUserInfo() {}\ngetUserInfo()\n",
        expect![[r#"
        api/user.ts:1:17 definition
        2 getUserInfo in b.js
    "#]],
    );
}

#[test]
fn commonjs_and_defaults() {
    check(
        "render",
        r#"
=== lib/view.js
function render(name) { return name }
function hidden() {}
module.exports = { render, hidden }
=== lib/part.js
exports.render = function () { return exports.render }
=== use.js
const { render } = require("./lib/view")
const view = require("./lib/view")
render(1); view.render(2)
=== part_use.js
const part = require("./lib/part")
part.render()
"#,
        expect![[r#"
            lib/part.js:1:9 definition
            lib/view.js:1:10 definition
            lib/part.js:1:47 read import in render
            lib/view.js:3:20 read import
            part_use.js:2:6 call import
            use.js:1:9 import import
            use.js:3:1 call import
            use.js:3:17 call import
        "#]],
    );
    check(
        "View",
        r#"
=== lib/view.js
module.exports = View
function View() {}
View.prototype.look = function () { return this.look }
=== lib/page.js
export default class View {}
=== a.js
const V = require("./lib/view")
new V().look()
=== b.js
import Shown from "./lib/page"
import View from "./lib/page"
new Shown(); new View()
"#,
        expect![[r#"
            lib/page.js:1:22 definition
            lib/view.js:2:10 definition
            a.js:1:7 import import
            a.js:2:5 call import
            b.js:1:8 import import
            b.js:2:8 import import
            b.js:3:5 call import
            b.js:3:18 call import
            lib/view.js:1:18 read scope
            lib/view.js:3:1 read scope
        "#]],
    );
}

#[test]
fn receivers_are_told_apart() {
    check(
        "UserService.get",
        r#"
=== service.ts
export class UserService { get(id: number): User { return this.get(id) } }
export class OrderService { get(id: number) { return this.get(id) } }
export class AdminService extends UserService { all() { return this.get(0) } }
=== use.ts
import { UserService, OrderService } from "./service"
class Page {
  constructor(private users: UserService, private orders: OrderService) {}
  show() { this.users.get(1); this.orders.get(2) }
}
const service = new UserService()
service.get(3)
function f(users: UserService, map) { users.get(4); map.get(5) }
"#,
        expect![[r#"
            service.ts:1:28 definition
            service.ts:1:64 call receiver in UserService.get
            service.ts:3:69 call inherited in AdminService.all
            use.ts:4:23 call receiver in Page.show
            use.ts:7:9 call receiver
            use.ts:8:45 call receiver in f
            use.ts:8:57 call name-only of 2 in f
            3 OrderService.get in service.ts
        "#]],
    );
}

const PAGES: &str = r#"
=== price.ts
export function format(price: number) { return "" }
=== Cart.vue
<script setup lang="ts">
import { format } from "./price"
import UserCard from "./UserCard.vue"
const open = () => {}
</script>
<template>
  <p v-for="format in all">{{ format }}</p>
  <UserCard @click="open">{{ format(1) }}</UserCard>
  <user-card /><other-card />
</template>
=== UserCard.vue
<template><p @click="open(), close()" /></template>
<script>
export default { methods: { open() {}, close() { this.open() } } }
</script>
=== Row.svelte
<script>
  import { format } from "./price"
  import UserCard from "./UserCard.vue"
</script>
{#each rows as row}<b title={format(row)} on:click={() => format(2)} /><UserCard />{/each}
=== page.html
<script>function close() {}</script><a onclick="close()">close</a>
"#;

#[test]
fn templates_use_what_their_scripts_know() {
    check(
        "format",
        PAGES,
        expect![[r#"
        price.ts:1:17 definition
        Cart.vue:2:10 import import
        Cart.vue:8:30 call import
        Row.svelte:2:12 import import
        Row.svelte:5:30 call import
        Row.svelte:5:59 call import
        2 local variables
    "#]],
    );
    check(
        "UserCard",
        PAGES,
        expect![[r#"
            Cart.vue:3:8 import import
            Cart.vue:8:4 call import
            Cart.vue:9:4 call import
            Row.svelte:3:10 import import
            Row.svelte:5:73 call import
        "#]],
    );
    check(
        "open @ Cart.vue:4",
        PAGES,
        expect![[r#"
        Cart.vue:4:7 definition
        Cart.vue:8:21 read scope
        UserCard.vue:1:22 call name-only
        UserCard.vue:3:55 call name-only in default.close
        1 default.open in UserCard.vue
    "#]],
    );
    check(
        "close @ UserCard.vue:3",
        PAGES,
        expect![[r#"
        UserCard.vue:3:40 definition
        UserCard.vue:1:30 call name-only
        2 close in page.html
    "#]],
    );
    check(
        "close @ page.html:1",
        PAGES,
        expect![[r#"
        page.html:1:18 definition
        UserCard.vue:1:30 call name-only
        page.html:1:49 call scope
        1 default.close in UserCard.vue
    "#]],
    );
}

#[test]
fn notebooks_import_from_the_project() {
    let files = r#"
=== shop/prices.py
def clean(frame): pass
=== prices.ipynb
{"cells": [{"cell_type": "code", "outputs": [{"text": ["clean()"]}], "source": [
"from shop.prices import clean\n",
"print(\"a\", clean(1))"
]}]}
"#;
    check(
        "clean",
        files,
        expect![[r#"
        shop/prices.py:1:5 definition
        prices.ipynb:2:26 import import
        prices.ipynb:3:15 call import
    "#]],
    );
}
