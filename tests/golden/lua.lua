#!/usr/bin/env lua
-- Everything that the Lua table says, once.
local json = require("vendor.json")
local insert = require "table.more".insert
local unpack, floor = table.unpack, math.floor
require("setup")
dofile("boot.lua")

local M = {}
M.__index = M
M.limit = 10
M.limit = 11
local LIMIT <const> = 20
Config = { path = "a\tb", [LIMIT] = true, "plain", on_load = function(self) return self end }
counter, total = 0, 1

--- Makes one user.
-- It has a name.
function M.new(name, ...) -- not a header
  -- Remembers it.
  local self = setmetatable({ name = name, tags = { ... } }, M)
  self.age = 0
  counter = counter + 1
  return self
end

function M:greet(other)
  self.greeted = other
  self.age = self.age + 1
  local function shout(text) return text:upper() .. "!" end
  print(shout(other.name), json.encode { other, key = floor }, #self.tags)
  late_global = shout
end

-- Says nothing.
local function helper(a, b)
  local sum = a
  for i = 1, b do sum = sum + i end
  for key, value in pairs(M) do M[key], sum = value, key end
  while sum > LIMIT do
    local sum = 1
    if sum then goto done elseif b then sum = 2 else break end
  end
  ::done::
  repeat local x = next(M) until x
  return sum
end

M.sum = function(list)
  return helper(list[1], list["second"])
end
local trim = function(text)
  return (text:gsub("^%s+", ""))
end
function global_one() return trim("x"), ("s"):rep(3) end
M.sub = {}
function M.sub.deep(a) return M.new(a):greet(a) end
--[[ A block
comment ]]
local long = [[raw
text]]

return M
