//! Traps of the smaller languages: C#, PHP, Ruby, Elixir, Haskell, Lua, Zig, shells, Dart.

use super::check;
use expect_test::expect;

#[test]
fn csharp_namespaces_and_parts() {
    check(
        "Store.Put",
        r#"
=== Db/Store.cs
namespace Shop.Db;
public partial class Store { public void Put(int x) { Log(x); } public static Store Make() => new Store(); }
=== Db/More.cs
namespace Shop.Db
{
    public partial class Store { void Log(int x) { Put(x); this.Put(2); } }
    class Other { public void Put(int x) { } }
}
=== Users/User.cs
using Shop.Db;
using Box = Shop.Db.Store;
namespace Shop.Users {
  class User : Base {
    private readonly Store store;
    public Store Shelf { get; set; }
    User(Store s, Other o, dynamic d) {
      store = s; this.store.Put(1); Shelf.Put(2); s.Put(3); o.Put(4); d.Put(5);
      var t = new Store(); t.Put(6); Shop.Db.Store.Make().Put(7); new Box().Put(8); base.Go();
    }
  }
}
=== Elsewhere/Store.cs
namespace Elsewhere { class Store { public void Put(int x) { } void Use(Store s) { s.Put(1); } } }
"#,
        expect![[r#"
            Db/Store.cs:2:42 definition
            Elsewhere/Store.cs:1:49 definition
            Db/More.cs:3:52 call receiver in Db.Store.Log
            Db/More.cs:3:65 call receiver in Db.Store.Log
            Elsewhere/Store.cs:1:86 call receiver in Elsewhere.Store.Use
            Users/User.cs:8:29 call receiver in Users.User.User
            Users/User.cs:8:43 call receiver in Users.User.User
            Users/User.cs:8:53 call receiver in Users.User.User
            Users/User.cs:8:73 call name-only of 3 in Users.User.User
            Users/User.cs:9:30 call receiver in Users.User.User
            Users/User.cs:9:59 call receiver in Users.User.User
            Users/User.cs:9:77 call receiver in Users.User.User
            2 Db.Other.Put in Db/More.cs
        "#]],
    );
}

#[test]
fn php_namespaces() {
    check(
        "Store.put",
        r#"
=== src/Db/Store.php
<?php
namespace App\Db;
class Store { public function put($x) { $this->put(1); self::log(); } public static function make(): self { return new self; } static function log() {} }
=== src/User.php
<?php
namespace App\Models;
use App\Db\Store as S;
use function App\util\trim_it;
class User extends Base { private S $store; function __construct(private S $s, $any) { $this->store = new S(); $this->store->put(1); $this->s->put(2); $any->put(3); S::make()->put(4); \App\Db\Store::make()->put(5); $x = new S; $x->put(6); } }
class Store { function put() {} }
function go(Store $store) { $store->put(); }
"#,
        expect![[r#"
            src/Db/Store.php:3:31 definition
            src/User.php:6:24 definition
            src/Db/Store.php:3:48 call receiver in Store.put
            src/User.php:5:126 call receiver in User.__construct
            src/User.php:5:144 call receiver in User.__construct
            src/User.php:5:158 call unique-name in User.__construct
            src/User.php:5:177 call receiver in User.__construct
            src/User.php:5:208 call receiver in User.__construct
            src/User.php:5:232 call receiver in User.__construct
            src/User.php:7:37 call receiver in go
        "#]],
    );
    check(
        "trim_it",
        "=== a.php\n<?php\nnamespace App\\util;\nfunction trim_it($x) {}\n=== b.php\n<?php\nnamespace App\\b;\nuse function App\\util\\trim_it;\ntrim_it(1);\n\\App\\util\\trim_it(2);\n=== c.php\n<?php\nnamespace App\\c;\ntrim_it(3);\n",
        expect![[r#"
            a.php:3:10 definition
            b.php:3:23 import import
            b.php:4:1 call import
            b.php:5:11 call import
            1 members of other types
        "#]],
    );
}

#[test]
fn ruby_constants_and_mixins() {
    check(
        "Store.put",
        r#"
=== db.rb
module Shop
  module Db
    class Store
      def put(x) = log(x)
      def log(x); put(x); self.put(1); end
    end
  end
end
=== user.rb
require_relative "db"
module Shop
  class User < Base
    include Face
    def initialize(store) = @store = Db::Store.new
    def save(any)
      @store.put(1)
      s = Shop::Db::Store.new
      s.put(2)
      Db::Store.new.put(3)
      any.put(4)
      greet
    end
  end
  class Other; def put(x); end; def use; put(1); end; end
  module Face; def greet; end; end
end
"#,
        expect![[r#"
            db.rb:4:11 definition
            db.rb:5:19 call scope in Shop.Db.Store.log
            db.rb:5:32 call receiver in Shop.Db.Store.log
            user.rb:7:14 call receiver in Shop.User.save
            user.rb:9:9 call receiver in Shop.User.save
            user.rb:10:21 call receiver in Shop.User.save
            user.rb:11:11 call name-only of 2 in Shop.User.save
            2 Shop.Other.put in user.rb
        "#]],
    );
    check(
        "greet",
        "=== a.rb\nmodule Face; def greet; end; end\nclass A; include Face; def go; greet; self.greet; end; end\nclass B; def greet; end; def go; greet; end; end\nA.new.greet\nB.new.greet\n",
        expect![[r#"
        a.rb:1:18 definition
        a.rb:3:14 definition
        a.rb:2:32 call inherited in A.go
        a.rb:2:44 call inherited in A.go
        a.rb:3:34 call scope in B.go
        a.rb:4:7 call inherited
        a.rb:5:7 call receiver
    "#]],
    );
}

#[test]
fn elixir_aliases() {
    check(
        "put",
        r#"
=== store.ex
defmodule Shop.Db.Store do
  def put(x), do: put(x, 1)
  def put(x, y), do: __MODULE__.put(x)
  def other, do: Enum.map([1], &put/1)
end
=== user.ex
defmodule Shop.User do
  alias Shop.Db.Store
  alias Shop.Db.Store, as: S
  alias Shop.{Db, Cart}
  def save(u), do: Store.put(u)
  def more(u), do: S.put(u)
  def full(u), do: Shop.Db.Store.put(u)
  def half(u), do: Db.Store.put(u)
  def not_this(u), do: Cart.put(u)
  def nor_this(u), do: Map.put(u, 1, 2)
end
=== taken.ex
defmodule Shop.Taken do
  import Shop.Db.Store
  def go(u), do: put(u)
end
=== cart.ex
defmodule Shop.Cart do
  def put(x), do: x
end
"#,
        expect![[r#"
            cart.ex:2:7 definition
            store.ex:2:7 definition
            store.ex:3:7 definition
            store.ex:2:19 call scope in Store.put
            store.ex:3:33 call import in Store.put
            store.ex:4:33 read scope in Store.other
            taken.ex:3:18 call import in Taken.go
            user.ex:5:26 call import in User.save
            user.ex:6:22 call import in User.more
            user.ex:7:34 call import in User.full
            user.ex:8:29 call import in User.half
            user.ex:9:29 call import in User.not_this
            user.ex:10:28 call name-only of 3 in User.nor_this
        "#]],
    );
}

#[test]
fn haskell_modules() {
    check(
        "put",
        r#"
=== src/Shop/Db.hs
module Shop.Db (Store(..), put) where
data Store = Store { name :: String } | Empty
put :: Store -> String -> IO ()
put s x = putStrLn (name s)
=== src/Shop/All.hs
module Shop.All (module Shop.Db) where
import Shop.Db
=== app/Main.hs
module Main where
import Shop.Db (Store, put)
import qualified Shop.Db as D
main = put s "a" >> D.put s "b"
local put = put 1
=== app/Other.hs
module Other where
import Shop.All
other = put Empty "c"
=== app/Own.hs
module Own where
put x = x
own = put 1
"#,
        expect![[r#"
            app/Own.hs:2:1 definition
            src/Shop/Db.hs:3:1 definition
            app/Main.hs:2:24 import import
            app/Main.hs:4:8 call import in main
            app/Main.hs:4:23 call import in main
            app/Other.hs:3:9 call import in other
            app/Own.hs:3:7 call scope in own
            src/Shop/Db.hs:1:28 export import in Db
            src/Shop/Db.hs:4:1 write scope in put
            2 local variables
        "#]],
    );
}

#[test]
fn lua_zig_shell_and_dart_modules() {
    check(
        "put",
        "=== db/store.lua\nlocal M = {}\nfunction M.put(x) return M.put(x) end\nlocal function put() end\nreturn M\n=== use.lua\nlocal store = require(\"db.store\")\nstore.put(1)\nother.put(2)\n",
        expect![[r#"
            db/store.lua:2:12 definition
            db/store.lua:3:16 definition
            db/store.lua:2:28 call receiver in M.put
            use.lua:2:7 call import
            use.lua:3:7 call unique-name
        "#]],
    );
    check(
        "put",
        "=== db/store.zig\npub const Store = struct { n: u32, pub fn put(self: *Store) void { self.put(); } };\npub fn put() void {}\n=== use.zig\nconst store = @import(\"db/store.zig\");\nconst Store = store.Store;\nfn go(s: Store) void { s.put(); store.put(); var t = Store{ .n = 1 }; t.put(); }\n",
        expect![[r#"
            db/store.zig:1:43 definition
            db/store.zig:2:8 definition
            db/store.zig:1:73 call receiver in Store.put
            use.zig:3:26 call receiver in go
            use.zig:3:39 call import in go
            use.zig:3:73 call receiver in go
        "#]],
    );
    check(
        "save",
        "=== lib/util.sh\nsave() { echo \"save\"; }\n=== a.sh\nsource ./lib/util.sh\nsave 1\nx=$(save 2)\n=== b.sh\nsave() { :; }\nsave 3\n",
        expect![[r#"
            b.sh:1:1 definition
            lib/util.sh:1:1 definition
            a.sh:2:1 call import
            a.sh:3:5 call import in x
            b.sh:2:1 call scope
            lib/util.sh:1:16 string-key string in save
        "#]],
    );
    check(
        "Store.put",
        "=== pubspec.yaml\nname: shop\n=== lib/db/store.dart\nclass Store { void put(int x) {} Store next() => this; }\n=== lib/user.dart\nimport 'package:shop/db/store.dart';\nimport 'db/store.dart' as db;\nclass User extends Base { final Store store; User(this.store); void save() { store.put(1); final t = Store(); t.put(2); db.Store().put(3); t.next().put(4); } }\n=== lib/other.dart\nclass Store { void put(int x) {} void use(Store s) { s.put(1); } }\n",
        expect![[r#"
            lib/db/store.dart:1:20 definition
            lib/other.dart:1:20 definition
            lib/other.dart:1:56 call receiver in Store.use
            lib/user.dart:3:84 call receiver in User.save
            lib/user.dart:3:113 call receiver in User.save
            lib/user.dart:3:132 call receiver in User.save
            lib/user.dart:3:149 call receiver in User.save
        "#]],
    );
}
