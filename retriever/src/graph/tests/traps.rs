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
        "#]],
    );
    check_callers(
        "Base.save",
        1,
        SHOP,
        expect![[r#"
        "#]],
    );
    check_callers(
        "Order.save",
        1,
        SHOP,
        expect![[r#"
        "#]],
    );
}

#[test]
fn constructors_are_called_by_who_makes_one_and_decorators_by_what_they_decorate() {
    check_callers(
        "User.__init__",
        1,
        SHOP,
        expect![[r#"
        "#]],
    );
    check_callers(
        "on",
        1,
        SHOP,
        expect![[r#"
        "#]],
    );
}

#[test]
fn impact_follows_everything_and_ends_in_tests() {
    check_impact(
        &ImpactOf::Symbol(Target::parse("Base.save")),
        SHOP,
        expect![[r#"
        "#]],
    );
    check_impact(
        &ImpactOf::Symbol(Target::parse("User")),
        SHOP,
        expect![[r#"
        "#]],
    );
    check_impact(
        &ImpactOf::File("shop/hooks.py".into()),
        SHOP,
        expect![[r#"
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
        "#]],
    );
    check_impact(
        &changed("shop/models.py", &[(14, 14), (6, 6)], None),
        SHOP,
        expect![[r#"
        "#]],
    );
    // An import is no symbol.
    check_impact(
        &changed("shop/views.py", &[(1, 1)], None),
        SHOP,
        expect![[r#"
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
        "#]],
    );
    // A line less inside of a function is a change of that function.
    check_impact(
        &changed("lib.py", &[], Some(("def kept():\n    pass\n    return gone()\n", &[(2, 2)]))),
        project,
        expect![[r#"
        "#]],
    );
    // A whole file.
    check_impact(
        &changed("old.py", &[], Some(("def work(): pass\n", &[(1, 1)]))),
        "=== a.py\nfrom old import work\nwork()\n",
        expect![[r#"
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
        "#]],
    );
    check_callers(
        "show",
        1,
        project,
        expect![[r#"
        "#]],
    );
    check_callers(
        "Row",
        1,
        project,
        expect![[r#"
        "#]],
    );
}
