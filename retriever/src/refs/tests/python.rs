//! Traps of Python.

use super::check;
use expect_test::expect;

#[test]
fn shadowing_aliases_and_reexports() {
    check(
        "getUserInfo",
        r#"
=== api/__init__.py
from .user import getUserInfo
=== api/user.py
def getUserInfo(id): pass
__all__ = ["getUserInfo"]
=== page.py
from api import getUserInfo as gui
import api
import api.user
def render(handler):
    gui(1)
    api.getUserInfo(2)
    api.user.getUserInfo(3)
    return map(gui, handler.getUserInfo())
def other(getUserInfo):
    return getUserInfo(1)
def local():
    getUserInfo = 3
    return getUserInfo
=== star.py
from api.user import *
@getUserInfo
def f(): x(getUserInfo=1)  # getUserInfo
"#,
        expect![[r#"
            api/user.py:1:5 definition
            api/__init__.py:1:19 import import
            api/user.py:2:13 string-key scope in __all__
            page.py:1:17 import import
            page.py:5:5 call import in render
            page.py:6:9 call import in render
            page.py:7:14 call import in render
            page.py:8:16 read import in render
            page.py:8:29 call name-only in render
            star.py:2:2 decorator import
            4 local variables
            1 keys and keyword arguments
        "#]],
    );
}

#[test]
fn methods_of_other_classes_are_others() {
    check(
        "User.save @ models.py:5",
        r#"
=== models.py
class Base:
    def save(self): pass
    def touch(self): self.save()
class User(Base):
    def save(self):
        super().save()
        self.client.save()
        save()
class Admin(User):
    def go(self): self.save()
class Order:
    def save(self): self.save()
def save(): pass
=== use.py
from models import User, Order
import models
def load() -> "User": pass
def f(u: User, v: User | None, x):
    u.save(); v.save(); x.save()
    o = Order(); o.save()
    load().save()
    models.User().save()
    a = load()
    a.save
    models.save()
    "".save()
"#,
        expect![[r#"
            models.py:5:9 definition
            models.py:7:21 call name-only of 3 in User.save
            models.py:10:24 call inherited in Admin.go
            use.py:5:7 call receiver in f
            use.py:5:17 call receiver in f
            use.py:5:27 call name-only of 3 in f
            use.py:7:12 call name-only of 3 in f
            use.py:8:19 call receiver in f
            use.py:10:7 read name-only of 3 in f
            use.py:12:8 call name-only of 3 in f
            3 Base.save in models.py
            3 Order.save in models.py
            3 save in models.py
        "#]],
    );
}

#[test]
fn what_does_not_exist_is_said_not_to() {
    check(
        "getUserInf",
        "=== a.py\ndef getUserInfo(): pass\n",
        expect![[r#"
        nearest getUserInfo
    "#]],
    );
    check(
        "useState",
        "=== a.py\nfrom react import useState\nuseState(1)\nx.useState\n",
        expect![[r#"
            a.py:1:19 import import
            a.py:2:1 call import
            a.py:3:3 read name-only
        "#]],
    );
}
