//! What a change reaches, and the traps on the way.

use super::{ImpactOf, changed, check_callers, check_impact};
use crate::refs::Target;
use expect_test::expect;

const SHOP: &str = r#"
=== shop/__init__.py
from .models import User
=== shop/models.py
class Base:
    def save(self): pass
    def touch(self):
        self.save()
class User(Base):
    limit = 3
    def __init__(self, name):
        self.name = name
    # Saves it.
    def save(self):
        super().save()
        return self.check()
    def check(self):
        return self.limit
class Order:
    def save(self): pass
    def check(self): pass
=== shop/views.py
from shop import User
from .hooks import on
@on("save")
def store(request):
    user = User("a")
    user.save()
def annotated(user: User): pass
=== shop/hooks.py
def on(event):
    return lambda f: f
=== tests/test_views.py
from shop.views import store
def test_store():
    store(None)
"#;

#[test]
fn methods_of_one_name_are_told_apart_and_bases_lead_to_what_overrides() {
    check_callers(
        "User.save",
        2,
        SHOP,
        expect![[r#"
            store call User.save (receiver) shop/views.py:6
              test_store call store (import) tests/test_views.py:3
            1 folded
        "#]],
    );
    check_callers(
        "Base.save",
        1,
        SHOP,
        expect![[r#"
            Base.touch call Base.save (receiver) shop/models.py:4
            User.save call Base.save (receiver) shop/models.py:11
            1 folded
        "#]],
    );
    check_callers("Order.save", 1, SHOP, expect![""]);
}

#[test]
fn constructors_are_called_by_who_makes_one_and_decorators_by_what_they_decorate() {
    check_callers(
        "User.__init__",
        1,
        SHOP,
        expect![[r#"
            store construct User.__init__ (import) shop/views.py:5
        "#]],
    );
    check_callers(
        "on",
        1,
        SHOP,
        expect![[r#"
            store call on (import) shop/views.py:3
        "#]],
    );
}

#[test]
fn impact_follows_everything_and_ends_in_tests() {
    check_impact(
        &ImpactOf::Symbol(Target::parse("Base.save")),
        SHOP,
        expect![[r#"
            Base.touch call Base.save (receiver) shop/models.py:4
            User.save override Base.save (inherited) shop/models.py:10
            User.save call Base.save (receiver) shop/models.py:11 again
              store call User.save (receiver) shop/views.py:6
                test_store call store (import) tests/test_views.py:3
            3 folded
            test test_store tests/test_views.py:2 ring 3
        "#]],
    );
    check_impact(
        &ImpactOf::Symbol(Target::parse("User")),
        SHOP,
        expect![[r#"
            (shop/__init__.py) import User (import) shop/__init__.py:1
            store construct User (import) shop/views.py:5
            annotated type User (import) shop/views.py:7
            User.check read User.limit (receiver) shop/models.py:14 again
            store construct User.__init__ (import) shop/views.py:5 again
            store call User.save (receiver) shop/views.py:6 again
            User.save call User.check (receiver) shop/models.py:12 again
              test_store call store (import) tests/test_views.py:3
            1 folded
            test test_store tests/test_views.py:2 ring 2
        "#]],
    );
    check_impact(
        &ImpactOf::File("shop/hooks.py".into()),
        SHOP,
        expect![[r#"
            store call on (import) shop/views.py:3
              test_store call store (import) tests/test_views.py:3
            test test_store tests/test_views.py:2 ring 2
        "#]],
    );
}

#[test]
fn changed_lines_lead_to_their_symbols() {
    // A comment above a method is the method's, and so is a line inside.
    check_impact(
        &changed("shop/models.py", &[(9, 9)], None),
        SHOP,
        expect![[r#"
            changed method User.save shop/models.py:10
            store call User.save (receiver) shop/views.py:6
              test_store call store (import) tests/test_views.py:3
            1 folded
            test test_store tests/test_views.py:2 ring 2
        "#]],
    );
    check_impact(
        &changed("shop/models.py", &[(14, 14), (6, 6)], None),
        SHOP,
        expect![[r#"
            changed field User.limit shop/models.py:6
            changed method User.check shop/models.py:13
            User.check read User.limit (receiver) shop/models.py:14 again
            User.save call User.check (receiver) shop/models.py:12
              store call User.save (receiver) shop/views.py:6
                test_store call store (import) tests/test_views.py:3
            1 folded
            test test_store tests/test_views.py:2 ring 3
        "#]],
    );
    // An import is no symbol.
    check_impact(
        &changed("shop/views.py", &[(1, 1)], None),
        SHOP,
        expect![[r#"
            changed file  shop/views.py:1
        "#]],
    );
}

#[test]
fn deleted_functions_reach_who_still_names_them() {
    let project = r#"
=== lib.py
def kept():
    return gone()
class Box:
    def open(self): pass
=== use.py
from lib import gone, kept, Box
def work():
    gone()
    Box().shut()
    other.shut()
=== tests/test_lib.py
from use import work
def test_work(): work()
"#;
    let before = "def kept():\n    return gone()\ndef gone():\n    pass\nclass Box:\n    def open(self): pass\n    def shut(self): pass\n";
    check_impact(
        &changed("lib.py", &[], Some((before, &[(3, 4), (7, 7)]))),
        project,
        expect![[r#"
            removed function gone lib.py:3
            removed method Box.shut lib.py:7
            kept call <gone (removed from lib.py)> (scope) lib.py:2
            (use.py) import <gone (removed from lib.py)> (import) use.py:1
            work call <gone (removed from lib.py)> (import) use.py:3
            work call <Box.shut (removed from lib.py)> (receiver) use.py:4 again
              (use.py) import kept (import) use.py:1 again
              test_work call work (import) tests/test_lib.py:2
            test test_work tests/test_lib.py:2 ring 2
        "#]],
    );
    // A line less inside of a function is a change of that function.
    check_impact(
        &changed("lib.py", &[], Some(("def kept():\n    pass\n    return gone()\n", &[(2, 2)]))),
        project,
        expect![[r#"
            changed function kept lib.py:1
            (use.py) import kept (import) use.py:1
        "#]],
    );
    // A whole file.
    check_impact(
        &changed("old.py", &[], Some(("def work(): pass\n", &[(1, 1)]))),
        "=== a.py\nfrom old import work\nwork()\n",
        expect![[r#"
            removed function work old.py:1
        "#]],
    );
}

#[test]
fn scripts_pass_functions_on_and_export_them_again() {
    let project = r#"
=== api/index.js
export { getUser as loadUser } from "./user";
=== api/user.js
export function getUser(id) { return fetch(id); }
=== page.jsx
import { loadUser } from "./api";
export function Page() {
  useEffect(() => { loadUser(1).then(show); });
  return <Row />;
}
function show(user) {}
function Row() { return null; }
=== page.test.js
import { Page } from "./page";
it("shows", () => { render(Page); });
"#;
    check_impact(
        &ImpactOf::Symbol(Target::parse("getUser")),
        project,
        expect![[r#"
            (api/index.js) export getUser (import) api/index.js:1
            Page call getUser (import) page.jsx:3
              (page.test.js) read Page (import) page.test.js:2
            test (page.test.js) page.test.js:1 ring 2
        "#]],
    );
    check_callers(
        "show",
        1,
        project,
        expect![[r#"
            Page read show (scope) page.jsx:3
        "#]],
    );
    check_callers(
        "Row",
        1,
        project,
        expect![[r#"
            Page call Row (scope) page.jsx:4
        "#]],
    );
}

#[test]
fn a_changed_import_reaches_who_takes_the_name_from_there() {
    let of = changed("pkg/__init__.py", &[(1, 1)], Some(("from .old import make, Box\n", &[(1, 1)])));
    check_impact(
        &of,
        r#"
=== pkg/__init__.py
from .new import make
=== pkg/old.py
def make(): pass
class Box: pass
=== pkg/new.py
def make(): pass
=== use.py
from pkg import make as build, Box
def work():
    build()
    return Box()
def other(build):
    return build()
=== far.py
from elsewhere import make
make()
"#,
        expect![[r#"
            changed file  pkg/__init__.py:1
            removed file Box pkg/__init__.py:1
            changed file make pkg/__init__.py:1
            (use.py) import <Box (no longer imported in pkg/__init__.py)> (import) use.py:1
            work call <Box (no longer imported in pkg/__init__.py)> (import) use.py:4
            (pkg/__init__.py) import <make (imported anew in pkg/__init__.py)> (import) pkg/__init__.py:1 again
            (use.py) import <make (imported anew in pkg/__init__.py)> (import) use.py:1 again
            work call <make (imported anew in pkg/__init__.py)> (import) use.py:3 again
        "#]],
    );
}
