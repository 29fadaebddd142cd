#!/usr/bin/env node
// Everything that the JavaScript table says, once.
import React, { useState as state, default as other } from "react";
import * as path from 'node:path';
import "./side-effect";
export { helper, load as default };
export { a as b, c } from "./letters";
export * from "./all";
export * as names from "./names";
const fs = require('fs');
const { join, resolve: absolute, ...others } = require("./paths");
const debug = require('debug')('app'), once = require("./tools").once;

/** How many. */
const MAX_ITEMS = 10;
let $first = 1, [second, ...rest] = items, { third = MAX_ITEMS, deep: { fourth } } = options;
export const table = {
  rows: [],
  /** Draws it. */
  draw(canvas) { return this.rows.map(row => canvas.row(row)); },
  erase: async function () { this.rows = []; },
  "quoted-name": () => third,
  [computed.key]: 1, helper,
};

// Loads things.
async function load(url, { retries = 3, ...more } = {}, ...args) {
  if (url) { var found = await fetch(`${url}/items?page=${MAX_ITEMS} done`); let url = found; }
  try { return new Cache(found).get(url); } catch ({ message }) { debug(message); }
  outer: for (const [key, value] of Object.entries(more)) { if (!value) continue outer; }
  for (var index = 0; index < args.length; index++) args[index] ??= key;
  const { default: plugin } = await import("./plugin");
  return function retry(times) { return times > 0 && retry(times - 1); };
}
/**
 * Counts.
 */

function* ids() { yield* others; }
export const one = 1, two = () => one;
export const helper = async (first, second = first) => {
  const inner = x => x.first + second;
  return inner(first)?.second?.[third]?.(fourth);
};

@register("service")
export class Service extends Base.Server {
  static #count = 0;
  state = new Store();
  onClick = (event) => { event.stop(this.#count); };
  static { Service.registry = []; }
  constructor(client) {
    super(client);
    this.client = client;
    this.cache = new Cache();
    this.cache = null;
    this.close = function () { client.end(); };
  }
  @bound get size() { return super.size + Service.#count; }
  set size(value) {}
  async *#walk(node) { tag`text ${node} more`; yield this.client.walk(node); }
}
const Plain = class Inner extends Service { again() { return Inner; } };

function Legacy(name) {
  this.name = name;
  const log = () => console.log(this.name);
  setTimeout(function later() { later.done = log; }, MAX_ITEMS);
}
Legacy.prototype.rename = function rename(name) {
  this.name = name;
  this.renamed = true;
};
Legacy.prototype = { greet() { return "hello.world"; } };
const app = module.exports = {};
app.handle = app.run = function (req) { return /re(gex)+/g.test(req.url); };
exports.late = exports.parse = void 0;
exports.parse = function parse(text) { return text; };
exports.VERSION = "1.2";
exports.alias = ids;
exports.all = require("./all");
module.exports = { ids, load: Legacy, PORT: 80, start() {}, stop: () => {}, ...require("./more") };
