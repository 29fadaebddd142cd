//! Traps of Java, Kotlin and Scala.

use super::check;
use expect_test::expect;

const SHOP: &str = r#"
=== src/main/java/com/shop/users/User.java
package com.shop.users;
import com.shop.db.Store;
import static com.shop.util.Text.trim;
public class User extends Base implements Saved {
  private final Store store;
  private String name;
  public static final int MAX = 3;
  public User(Store store, String name) { this.store = store; this.name = trim(name); }
  @Override public User save(int times) { store.put(name); helper(MAX); this.helper(1); return this; }
  void helper(int save) { Runnable r = () -> save(save); touch(); }
  static User make(Store store) { return new User(store, "x"); }
  static class Part { void save(int x) {} void go() { save(1); } }
}
=== src/main/java/com/shop/users/Base.java
package com.shop.users;
abstract class Base { User save(int times) { return null; } void touch() { save(2); } }
=== src/main/java/com/shop/users/Saved.java
package com.shop.users;
public interface Saved { User save(int times); int LIMIT = 2; }
=== src/main/java/com/shop/db/Store.java
package com.shop.db;
public class Store { public void put(String name) { } public void save(int x) { } enum Mode { FAST, SLOW } }
=== src/main/java/com/shop/util/Text.java
package com.shop.util;
public final class Text { public static String trim(String text) { return text.trim(); } }
=== src/main/java/com/shop/other/User.java
package com.shop.other;
class User { void save(int x) { } }
class Use { void go(User user) { user.save(1); String save = "save"; /* save */ } }
=== src/test/java/com/shop/UseTest.java
package com.shop;
import com.shop.users.*;
import com.shop.db.Store;
class UseTest {
  private com.shop.other.User other;
  void run(Store store, Saved saved, Object unknown) {
    User user = User.make(store);
    user.save(1).save(2);
    new User(store, "a").save(3);
    other.save(4);
    saved.save(5);
    store.save(6);
    unknown.save(7);
    var made = new User(store, "b");
    made.save(User.MAX);
    list.forEach(user::save);
    for (User each : all) { each.save(8); }
    Store.Mode mode = Store.Mode.FAST;
  }
}
"#;

#[test]
fn java_methods_by_receiver_package_and_level() {
    check(
        "User.save @ src/main/java/com/shop/users/User.java:9",
        SHOP,
        expect![[r#"
            src/main/java/com/shop/users/User.java:9:25 definition
            src/main/java/com/shop/other/User.java:3:63 string-key string in Use.go
            src/main/java/com/shop/users/Base.java:2:28 definition inherited of 2 in Base
            src/main/java/com/shop/users/Base.java:2:76 call inherited of 2 in Base.touch
            src/main/java/com/shop/users/Saved.java:2:31 definition inherited of 2 in Saved
            src/main/java/com/shop/users/User.java:10:46 call scope in User.helper
            src/test/java/com/shop/UseTest.java:8:10 call receiver in UseTest.run
            src/test/java/com/shop/UseTest.java:8:18 call receiver in UseTest.run
            src/test/java/com/shop/UseTest.java:9:26 call receiver in UseTest.run
            src/test/java/com/shop/UseTest.java:11:11 call inherited of 2 in UseTest.run
            src/test/java/com/shop/UseTest.java:13:13 call name-only of 6 in UseTest.run
            src/test/java/com/shop/UseTest.java:15:10 call receiver in UseTest.run
            src/test/java/com/shop/UseTest.java:16:24 call receiver in UseTest.run
            src/test/java/com/shop/UseTest.java:17:34 call receiver in UseTest.run
            3 User.save in src/main/java/com/shop/other/User.java
            3 local variables
            2 Store.save in src/main/java/com/shop/db/Store.java
            2 User.Part.save in src/main/java/com/shop/users/User.java
        "#]],
    );
    check(
        "Saved.save",
        SHOP,
        expect![[r#"
            src/main/java/com/shop/users/Saved.java:2:31 definition
            src/main/java/com/shop/other/User.java:3:63 string-key string in Use.go
            src/main/java/com/shop/users/User.java:9:25 definition inherited of 2 in User
            src/main/java/com/shop/users/User.java:10:46 call inherited of 2 in User.helper
            src/test/java/com/shop/UseTest.java:8:10 call inherited of 2 in UseTest.run
            src/test/java/com/shop/UseTest.java:8:18 call inherited of 2 in UseTest.run
            src/test/java/com/shop/UseTest.java:9:26 call inherited of 2 in UseTest.run
            src/test/java/com/shop/UseTest.java:11:11 call receiver in UseTest.run
            src/test/java/com/shop/UseTest.java:13:13 call name-only of 6 in UseTest.run
            src/test/java/com/shop/UseTest.java:15:10 call inherited of 2 in UseTest.run
            src/test/java/com/shop/UseTest.java:16:24 call inherited of 2 in UseTest.run
            src/test/java/com/shop/UseTest.java:17:34 call inherited of 2 in UseTest.run
            3 User.save in src/main/java/com/shop/other/User.java
            3 local variables
            2 Base.save in src/main/java/com/shop/users/Base.java
            2 Store.save in src/main/java/com/shop/db/Store.java
            2 User.Part.save in src/main/java/com/shop/users/User.java
        "#]],
    );
}

#[test]
fn java_methods_by_receiver_package_and_level_of_others() {
    check(
        "Part.save",
        SHOP,
        expect![[r#"
            src/main/java/com/shop/users/User.java:12:28 definition
            src/main/java/com/shop/other/User.java:3:63 string-key string in Use.go
            src/main/java/com/shop/users/User.java:12:55 call scope in User.Part.go
            src/test/java/com/shop/UseTest.java:13:13 call name-only of 6 in UseTest.run
            8 User.save in src/main/java/com/shop/users/User.java
            3 User.save in src/main/java/com/shop/other/User.java
            3 local variables
            2 Base.save in src/main/java/com/shop/users/Base.java
            2 Saved.save in src/main/java/com/shop/users/Saved.java
        "#]],
    );
    check(
        "Store.save",
        SHOP,
        expect![[r#"
            src/main/java/com/shop/db/Store.java:2:67 definition
            src/main/java/com/shop/other/User.java:3:63 string-key string in Use.go
            src/test/java/com/shop/UseTest.java:12:11 call receiver in UseTest.run
            src/test/java/com/shop/UseTest.java:13:13 call name-only of 6 in UseTest.run
            8 User.save in src/main/java/com/shop/users/User.java
            3 User.save in src/main/java/com/shop/other/User.java
            3 local variables
            2 Base.save in src/main/java/com/shop/users/Base.java
            2 Saved.save in src/main/java/com/shop/users/Saved.java
        "#]],
    );
}

#[test]
fn java_types_by_package_and_import() {
    check(
        "User @ src/main/java/com/shop/users/User.java:4",
        SHOP,
        expect![[r#"
            src/main/java/com/shop/users/User.java:4:14 definition
            src/main/java/com/shop/users/Base.java:2:23 type scope in Base.save
            src/main/java/com/shop/users/Saved.java:2:26 type scope in Saved.save
            src/main/java/com/shop/users/User.java:9:20 type scope in User.save
            src/main/java/com/shop/users/User.java:11:10 type scope in User.make
            src/main/java/com/shop/users/User.java:11:46 call scope in User.make
            src/test/java/com/shop/UseTest.java:7:5 type import in UseTest.run
            src/test/java/com/shop/UseTest.java:7:17 read import in UseTest.run
            src/test/java/com/shop/UseTest.java:9:9 call import in UseTest.run
            src/test/java/com/shop/UseTest.java:14:20 call import in UseTest.run
            src/test/java/com/shop/UseTest.java:15:15 read import in UseTest.run
            src/test/java/com/shop/UseTest.java:17:10 type import in UseTest.run
            3 User in src/main/java/com/shop/other/User.java
            1 User.User in src/main/java/com/shop/users/User.java
        "#]],
    );
    check(
        "com.shop.other.User",
        SHOP,
        expect![[r#"
            src/main/java/com/shop/other/User.java:2:7 definition
            src/main/java/com/shop/other/User.java:3:21 type scope in Use.go
            src/test/java/com/shop/UseTest.java:5:26 type import in UseTest
            11 User in src/main/java/com/shop/users/User.java
            2 User.User in src/main/java/com/shop/users/User.java
        "#]],
    );
    check(
        "Store",
        SHOP,
        expect![[r#"
        src/main/java/com/shop/db/Store.java:2:14 definition
        src/main/java/com/shop/users/User.java:2:20 import import
        src/main/java/com/shop/users/User.java:5:17 type import in User
        src/main/java/com/shop/users/User.java:8:15 type import in User.User
        src/main/java/com/shop/users/User.java:11:20 type import in User.make
        src/test/java/com/shop/UseTest.java:3:20 import import
        src/test/java/com/shop/UseTest.java:6:12 type import in UseTest.run
        src/test/java/com/shop/UseTest.java:18:5 type import in UseTest.run
        src/test/java/com/shop/UseTest.java:18:23 read import in UseTest.run
    "#]],
    );
    check(
        "FAST",
        SHOP,
        expect![[r#"
        src/main/java/com/shop/db/Store.java:2:95 definition
        src/test/java/com/shop/UseTest.java:18:34 read receiver in UseTest.run
    "#]],
    );
}

#[test]
fn java_statics_fields_and_locals() {
    check(
        "trim",
        SHOP,
        expect![[r#"
            src/main/java/com/shop/util/Text.java:2:48 definition
            src/main/java/com/shop/users/User.java:3:34 import import
            src/main/java/com/shop/users/User.java:8:75 call import in User.User
            1 members of the global String
        "#]],
    );
    check(
        "MAX",
        SHOP,
        expect![[r#"
        src/main/java/com/shop/users/User.java:7:27 definition
        src/main/java/com/shop/users/User.java:9:67 read scope in User.save
        src/test/java/com/shop/UseTest.java:15:20 read receiver in UseTest.run
    "#]],
    );
    check(
        "User.name",
        SHOP,
        expect![[r#"
        src/main/java/com/shop/users/User.java:6:18 definition
        src/main/java/com/shop/users/User.java:8:68 write receiver in User.User
        src/main/java/com/shop/users/User.java:9:53 read scope in User.save
        3 local variables
    "#]],
    );
    check(
        "helper",
        SHOP,
        expect![[r#"
        src/main/java/com/shop/users/User.java:10:8 definition
        src/main/java/com/shop/users/User.java:9:60 call scope in User.save
        src/main/java/com/shop/users/User.java:9:78 call receiver in User.save
    "#]],
    );
    check(
        "touch",
        SHOP,
        expect![[r#"
        src/main/java/com/shop/users/Base.java:2:66 definition
        src/main/java/com/shop/users/User.java:10:58 call inherited in User.helper
    "#]],
    );
}

#[test]
fn kotlin_and_scala_name_what_java_defines() {
    check(
        "Store.put",
        r#"
=== a/Store.java
package com.shop.db;
public class Store { public void put(String name) { } public Store next() { return this; } }
=== b/User.kt
package com.shop.users
import com.shop.db.Store
import com.shop.db.Store as Box
class User(private val store: Store, val name: String) : Base() {
  fun save(): Store { store.put(name); val t = Store(); t.put("a"); box().put("b"); return t.next() }
  companion object { fun make() = User(Store(), "") }
}
fun box(): Box = Box()
fun Store.twice() { put("c"); this.put("d") }
object Other { fun put(x: String) {} }
=== c/User.scala
package com.shop
package users
import com.shop.db.{Store, Other => O}
class Buyer(val store: Store) { def save(): Store = { store.put("x"); val t = new Store(); t.put("y"); store.next().put("z"); t } }
object Buyer { def make(): Buyer = new Buyer(new Store); def go() = make().save().put("w") }
=== d/Loose.kt
package com.elsewhere
class Store { fun put(x: String) {} }
fun use(store: Store) { store.put("no"); Other.put("no") }
"#,
        expect![[r#"
            a/Store.java:2:34 definition
            d/Loose.kt:2:19 definition
            b/User.kt:5:29 call receiver in User.save
            b/User.kt:5:59 call receiver in User.save
            b/User.kt:5:75 call receiver in User.save
            b/User.kt:9:21 call receiver in Store.twice
            b/User.kt:9:36 call receiver in Store.twice
            c/User.scala:4:61 call receiver in Buyer.save
            c/User.scala:4:94 call receiver in Buyer.save
            c/User.scala:4:117 call receiver in Buyer.save
            c/User.scala:5:83 call receiver in Buyer.go
            d/Loose.kt:3:31 call receiver in use
            d/Loose.kt:3:48 call name-only of 3 in use
            1 Other.put in b/User.kt
        "#]],
    );
}

#[test]
fn kotlin_extensions() {
    check(
        "twice",
        r#"
=== a.kt
package shop
class Store { fun put() { twice() } }
fun Store.twice() { put() }
=== b.kt
package shop
fun use(store: Store, twice: Int) { store.twice(); Store().twice() }
=== c.kt
package other
import shop.twice
import shop.Store
fun use(store: Store) { store.twice() }
fun twice(x: Int) {}
"#,
        expect![[r#"
            a.kt:3:11 definition
            c.kt:5:5 definition
            a.kt:2:27 call receiver in Store.put
            b.kt:2:43 call receiver in use
            b.kt:2:60 call receiver in use
            c.kt:2:13 import import
            c.kt:4:31 call receiver in use
            1 local variables
        "#]],
    );
}

const OVERLOADS: &str = r#"
=== A.java
class A {
  A() { this(1); }
  A(int x) { put(x); }
  void put(int x) { put(x, "a, b"); put(f(1, 2)); }
  void put(int x, String y) { new A().put(x); new A(1).put(x, y); }
  void put(String format, Object... rest) { put("x", 1, 2); Runnable r = this::put; }
}
"#;

#[test]
fn overloads_by_the_number_of_arguments() {
    check(
        "put @ A.java:4",
        OVERLOADS,
        expect![[r#"
            A.java:4:8 definition
            A.java:3:14 call scope in A.A
            A.java:4:37 call scope in A.put
            A.java:5:39 call receiver in A.put
            A.java:6:80 call receiver in A.put
            5 A.put in A.java
        "#]],
    );
    check(
        "put @ A.java:5",
        OVERLOADS,
        expect![[r#"
            A.java:5:8 definition
            A.java:4:21 call scope in A.put
            A.java:5:56 call receiver in A.put
            A.java:6:80 call receiver in A.put
            6 A.put in A.java
        "#]],
    );
    check(
        "put @ A.java:6",
        OVERLOADS,
        expect![[r#"
            A.java:6:8 definition
            A.java:6:45 call scope in A.put
            A.java:6:80 call receiver in A.put
            7 A.put in A.java
        "#]],
    );
    check(
        "A @ A.java:3",
        OVERLOADS,
        expect![[r#"
        A.java:3:3 definition
        A.java:5:51 call scope in A.put
        2 A.A in A.java
        1 A in A.java
    "#]],
    );
    check(
        "A.put",
        OVERLOADS,
        expect![[r#"
            A.java:4:8 definition
            A.java:5:8 definition
            A.java:6:8 definition
            A.java:3:14 call scope in A.A
            A.java:4:21 call scope in A.put
            A.java:4:37 call scope in A.put
            A.java:5:39 call receiver in A.put
            A.java:5:56 call receiver in A.put
            A.java:6:45 call scope in A.put
            A.java:6:80 call receiver in A.put
        "#]],
    );
}
