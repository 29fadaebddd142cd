//! More traps of Python.

use super::check;
use expect_test::expect;

const APP: &str = r#"
=== pyproject.toml
[project]
name = "app"
=== src/app/__init__.py
from .models import User as Account, User
from .models import helper
from . import models as m
__all__ = ["User", "helper", "lazy"]
def lazy(): from .models import User; return User
=== src/app/models.py
from __future__ import annotations
from typing import Optional, TYPE_CHECKING
import dataclasses
if TYPE_CHECKING:
    from .store import Store
class Base:
    registry: dict[str, "User"] = {}
    def save(self) -> "Base": return self
    @property
    def owner(self) -> User: return self._owner
    @classmethod
    def make(cls) -> Base: return cls()
class User(Base):
    def __init__(self, store: Store, friend: Optional[User] = None):
        self.store = store
        self.friend = friend
        self._owner = User(store)
    def save(self):
        self.store.save()
        if self.friend: self.friend.save()
        self.owner.save()
        super().save()
        return self.make().save()
def helper(user: User, users: list[User], save=None):
    user.save()
    for one in users: one.save()
    [two.save() for two in users]
    save()
    with open("x") as user: user.save()
    lambda save: save()
try:
    from fast import helper as fast_helper
except ImportError:
    fast_helper = helper
=== src/app/store.py
class Store:
    def save(self): self.save()
    @staticmethod
    def open(): return Store()
=== src/app/use.py
from app import User, helper as h
import app
import app.models
from app.models import *
class Shadow:
    User = 1
    def go(self): return User(None).save()
def f():
    User = None
    return User
def g(helper): return helper(1)
def deco(fn: "User") -> "list[User]":
    global helper
    return helper
h(User(None), []); app.helper(1); app.models.helper(2); app.m.helper(3); app.Account(None).save()
x: User = make(); x.save()
getattr(x, "save")()
User.save(x)
d = {"save": 1}; d["save"]
f(save=1)
=== tests/test_models.py
from unittest.mock import patch
from app.store import Store
def test_save(user):
    user.save()
    Store.open().save()
    with patch("app.models.helper"): pass
"#;

#[test]
fn members() {
    check(
        "User.save",
        APP,
        expect![[r#"
        src/app/models.py:18:9 definition
        src/app/models.py:20:37 call receiver in User.save
        src/app/models.py:21:20 call receiver in User.save
        src/app/models.py:25:10 call name-only of 3 in helper
        src/app/models.py:26:27 call receiver in helper
        src/app/models.py:27:10 call receiver in helper
        src/app/models.py:29:34 call name-only of 3 in helper
        src/app/use.py:7:37 call receiver in Shadow.go
        src/app/use.py:15:92 call receiver
        src/app/use.py:16:21 call receiver
        src/app/use.py:17:13 string-key string
        src/app/use.py:18:6 call receiver
        src/app/use.py:19:7 string-key string in d
        src/app/use.py:19:21 string-key string
        tests/test_models.py:4:10 call name-only of 3 in test_save
        4 Store.save in src/app/store.py
        4 local variables
        3 Base.save in src/app/models.py
        1 keys and keyword arguments
    "#]],
    );
    check(
        "Base.save",
        APP,
        expect![[r#"
        src/app/models.py:8:9 definition
        src/app/models.py:18:9 definition inherited of 2 in User
        src/app/models.py:20:37 call inherited of 2 in User.save
        src/app/models.py:21:20 call inherited of 2 in User.save
        src/app/models.py:22:17 call receiver in User.save
        src/app/models.py:23:28 call receiver in User.save
        src/app/models.py:25:10 call name-only of 3 in helper
        src/app/models.py:26:27 call inherited of 2 in helper
        src/app/models.py:27:10 call inherited of 2 in helper
        src/app/models.py:29:34 call name-only of 3 in helper
        src/app/use.py:7:37 call inherited of 2 in Shadow.go
        src/app/use.py:15:92 call inherited of 2
        src/app/use.py:16:21 call inherited of 2
        src/app/use.py:17:13 string-key string
        src/app/use.py:18:6 call inherited of 2
        src/app/use.py:19:7 string-key string in d
        src/app/use.py:19:21 string-key string
        tests/test_models.py:4:10 call name-only of 3 in test_save
        4 Store.save in src/app/store.py
        4 local variables
        1 keys and keyword arguments
    "#]],
    );
}

#[test]
fn members_of_others() {
    check(
        "Store.save",
        APP,
        expect![[r#"
        src/app/store.py:2:9 definition
        src/app/models.py:19:20 call receiver in User.save
        src/app/models.py:25:10 call name-only of 3 in helper
        src/app/models.py:29:34 call name-only of 3 in helper
        src/app/store.py:2:26 call receiver in Store.save
        src/app/use.py:17:13 string-key string
        src/app/use.py:19:7 string-key string in d
        src/app/use.py:19:21 string-key string
        tests/test_models.py:4:10 call name-only of 3 in test_save
        tests/test_models.py:5:18 call receiver in test_save
        9 User.save in src/app/models.py
        4 local variables
        3 Base.save in src/app/models.py
        1 keys and keyword arguments
    "#]],
    );
    check(
        "owner",
        APP,
        expect![[r#"
        src/app/models.py:10:9 definition
        src/app/models.py:21:14 read inherited in User.save
    "#]],
    );
    check(
        "make",
        APP,
        expect![[r#"
        src/app/models.py:12:9 definition
        src/app/models.py:23:21 call inherited in User.save
        1 names bound nowhere in the project
    "#]],
    );
    check(
        "friend",
        APP,
        expect![[r#"
        src/app/models.py:16:14 definition
        src/app/models.py:20:17 read receiver in User.save
        src/app/models.py:20:30 read receiver in User.save
        2 local variables
    "#]],
    );
}

#[test]
fn names() {
    check(
        "User",
        APP,
        expect![[r#"
        src/app/models.py:13:7 definition
        src/app/use.py:6:5 definition
        src/app/__init__.py:1:21 import import
        src/app/__init__.py:1:38 import import
        src/app/__init__.py:4:13 string-key import in __all__
        src/app/__init__.py:5:33 import import in lazy
        src/app/__init__.py:5:46 read import in lazy
        src/app/models.py:7:26 type scope in Base.registry
        src/app/models.py:10:24 type scope in Base.owner
        src/app/models.py:14:55 type scope in User.__init__
        src/app/models.py:17:23 call scope in User._owner
        src/app/models.py:24:18 type scope in helper
        src/app/models.py:24:36 type scope in helper
        src/app/use.py:1:17 import import
        src/app/use.py:7:26 call import in Shadow.go
        src/app/use.py:12:15 type import in deco
        src/app/use.py:12:31 type unique-name in deco
        src/app/use.py:15:3 call import
        src/app/use.py:16:4 type import in x
        src/app/use.py:18:1 read import
        2 local variables
    "#]],
    );
    check(
        "helper",
        APP,
        expect![[r#"
        src/app/models.py:24:5 definition
        src/app/__init__.py:2:21 import import
        src/app/__init__.py:4:21 string-key import in __all__
        src/app/models.py:34:19 read scope in fast_helper
        src/app/use.py:1:23 import import
        src/app/use.py:13:12 read import in deco
        src/app/use.py:14:12 read import in deco
        src/app/use.py:15:1 call import
        src/app/use.py:15:24 call import
        src/app/use.py:15:46 call import
        src/app/use.py:15:63 call import
        tests/test_models.py:6:28 string-key string in test_save
        2 local variables
        1 out of fast
    "#]],
    );
    check(
        "lazy",
        APP,
        expect![[r#"
        src/app/__init__.py:5:5 definition
        src/app/__init__.py:4:31 string-key scope in __all__
    "#]],
    );
}

#[test]
fn names_of_others() {
    check(
        "Store",
        APP,
        expect![[r#"
        src/app/store.py:1:7 definition
        src/app/models.py:5:24 import import
        src/app/models.py:14:31 type import in User.__init__
        src/app/store.py:4:24 call scope in Store.open
        tests/test_models.py:2:23 import import
        tests/test_models.py:5:5 read import in test_save
    "#]],
    );
}
