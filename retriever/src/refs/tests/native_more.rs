//! More traps of Go, C and C++.

use super::check;
use expect_test::expect;

const GO: &str = r#"
=== go.mod
module example.com/shop
=== store/store.go
package store
import "strings"
type Saver interface { Save(x int) error; Name() string }
type Closer interface { Close() }
type Base struct { name string; Log *Logger }
func (b *Base) Name() string { return b.name }
func (b *Base) Close() { b.Log.Close(); b.name = strings.ToUpper(b.name) }
type Store struct { Base; next *Store; items map[string]*Item }
func New(name string) *Store { return &Store{Base: Base{name: name}} }
func (s *Store) Save(x int) error { s.next.Save(x); for _, it := range s.items { it.Save() }; save(s); return nil }
type Item struct{ Save_ int }
func (i *Item) Save() {}
func save(s Saver) { s.Save(1); if st, ok := s.(*Store); ok { st.Save(2) } }
type Logger struct{}
func (l *Logger) Close() {}
const Limit = 3
var Default = New("d")
=== store/store_test.go
package store
func TestSave() { s := New("x"); s.Save(Limit); s.Name(); s.Close(); Default.Save(1); save := 1; _ = save }
=== main.go
package main
import (
	"example.com/shop/store"
	st "example.com/shop/store"
	. "example.com/shop/other"
)
type mine struct{}
func (m mine) Save(x int) error { return nil }
func (m mine) Name() string { return "" }
func main() {
	s := store.New("a"); s.Save(store.Limit); s.Base.Close(); s.Log.Close(); s.Close()
	var v store.Saver = mine{}; v.Save(1)
	st.New("b").Save(2); f := s.Save; f(3); go s.Save(4); defer store.Default.Close()
	New := 1; _ = New; use(store.New)
	func(store *int) { _ = store }(nil)
	Limit := 4; _ = Limit; Helper()
}
=== other/other.go
package other
func Helper() { New() }
func New() {}
"#;

#[test]
fn go_members() {
    check(
        "Store.Save",
        GO,
        expect![[r#"
            store/store.go:10:17 definition
            main.go:11:25 call receiver in main
            main.go:13:14 call receiver in main
            main.go:13:30 read receiver in main
            main.go:13:47 call receiver in main
            store/store.go:10:44 call receiver in Store.Save
            store/store.go:13:66 call receiver in save
            store/store_test.go:2:36 call receiver in TestSave
            store/store_test.go:2:78 call receiver in TestSave
            3 Saver.Save in store/store.go
            2 Item.Save in store/store.go
            1 mine.Save in main.go
        "#]],
    );
    check(
        "Saver.Save",
        GO,
        expect![[r#"
            store/store.go:3:24 definition
            main.go:12:32 call receiver in main
            store/store.go:13:24 call receiver in save
            9 Store.Save in store/store.go
            2 Item.Save in store/store.go
            1 mine.Save in main.go
        "#]],
    );
    check(
        "Base.Close",
        GO,
        expect![[r#"
        store/store.go:7:16 definition
        main.go:11:51 call receiver in main
        main.go:11:77 call inherited in main
        main.go:13:76 call inherited in main
        store/store_test.go:2:61 call inherited in TestSave
        3 Logger.Close in store/store.go
        1 Closer.Close in store/store.go
    "#]],
    );
    check(
        "Logger.Close",
        GO,
        expect![[r#"
        store/store.go:15:18 definition
        main.go:11:66 call receiver in main
        store/store.go:7:32 call receiver in Base.Close
        5 Base.Close in store/store.go
        1 Closer.Close in store/store.go
    "#]],
    );
}

#[test]
fn go_members_of_others() {
    check(
        "Base.name",
        GO,
        expect![[r#"
        store/store.go:5:20 definition
        store/store.go:6:41 read receiver in Base.Name
        store/store.go:7:43 write receiver in Base.Close
        store/store.go:7:68 read receiver in Base.Close
        store/store.go:9:57 key receiver in New
        2 local variables
    "#]],
    );
    check(
        "Item.Save",
        GO,
        expect![[r#"
            store/store.go:12:16 definition
            store/store.go:10:85 call receiver in Store.Save
            9 Store.Save in store/store.go
            3 Saver.Save in store/store.go
            1 mine.Save in main.go
        "#]],
    );
}

#[test]
fn go_names() {
    check(
        "New @ store/store.go:9",
        GO,
        expect![[r#"
        store/store.go:9:6 definition
        main.go:11:13 call import in main
        main.go:13:5 call import in main
        main.go:14:31 read import in main
        store/store.go:17:15 call scope in Default
        store/store_test.go:2:24 call scope in TestSave
        2 New in other/other.go
        2 local variables
    "#]],
    );
    check(
        "Limit",
        GO,
        expect![[r#"
        store/store.go:16:7 definition
        main.go:11:36 read import in main
        store/store_test.go:2:41 read scope in TestSave
        2 local variables
    "#]],
    );
    check(
        "Helper",
        GO,
        expect![[r#"
        other/other.go:2:6 definition
        main.go:16:25 call import in main
    "#]],
    );
    check(
        "Store",
        GO,
        expect![[r#"
        store/store.go:8:6 definition
        store/store.go:8:33 type scope in Store.next
        store/store.go:9:24 type scope in New
        store/store.go:9:40 call scope in New
        store/store.go:10:10 type scope in Store.Save
        store/store.go:13:50 type scope in save
    "#]],
    );
}

const C: &str = r#"
=== include/shop.h
#ifndef SHOP_H
#define SHOP_H
typedef struct store store;
struct store { char *name; struct item *items; int len; store *next; };
struct item { char *name; int len; };
typedef int (*save_fn)(struct store *s);
#define LEN(s) ((s)->len)
#define SAVE(s) save(s)
enum mode { FAST, SLOW = 2 };
extern int total;
int save(struct store *s);
store *make(const char *name);
#endif
=== src/shop.c
#include "shop.h"
int total = 0;
static int helper(int len) { return len; }
int save(struct store *s) { s->len = helper(s->items->len); total++; return LEN(s) + s->next->len; }
store *make(const char *name) { store *s = malloc(sizeof(struct store)); s->name = name; s->items[0].name = 0; return s; }
=== src/use.c
#include <shop.h>
static int helper(void) { return total; }
static struct item global = { .name = "x", .len = 1 };
int use(store *s, save_fn save_it, enum mode m) {
  save_fn f = save; save_it(s); f(s); SAVE(s); save(make("x")->next);
  int len = s->len; struct item it; it.len = len; helper();
  if (m == FAST) goto save; switch (m) { case SLOW: break; default: break; }
save:
  return global.len + len;
}
int shadow(int total) { { int save = 1; (void)save; } return total; }
=== src/lone.c
static int save(int x) { return x; }
int lone(void) { return save(1); }
"#;

#[test]
fn c_names() {
    check(
        "save @ src/shop.c:4",
        C,
        expect![[r#"
        src/shop.c:4:5 definition
        include/shop.h:11:5 definition
        include/shop.h:8:17 call scope in SAVE
        src/use.c:5:15 read import in use
        src/use.c:5:48 call import in use
        2 keys and keyword arguments
        2 local variables
        2 save in src/lone.c
    "#]],
    );
    check(
        "total",
        C,
        expect![[r#"
        include/shop.h:10:12 definition
        src/shop.c:2:5 definition
        src/shop.c:4:61 write scope in save
        src/use.c:2:34 read import in helper
        2 local variables
    "#]],
    );
    check(
        "helper @ src/use.c:2",
        C,
        expect![[r#"
        src/use.c:2:12 definition
        src/use.c:6:51 call scope in use
        2 helper in src/shop.c
    "#]],
    );
    check(
        "FAST",
        C,
        expect![[r#"
        include/shop.h:9:13 definition
        src/use.c:7:12 read import in use
    "#]],
    );
    check(
        "LEN",
        C,
        expect![[r#"
        include/shop.h:7:9 definition
        src/shop.c:4:77 call import in save
    "#]],
    );
}

#[test]
fn c_names_of_others() {
    check(
        "store @ include/shop.h:4",
        C,
        expect![[r#"
        include/shop.h:4:8 definition
        include/shop.h:3:16 type scope
        include/shop.h:6:31 type scope in save_fn
        include/shop.h:11:17 type scope in save
        src/shop.c:4:17 type import in save
        src/shop.c:5:65 type import in make
        6 store in include/shop.h
    "#]],
    );
    check(
        "store @ include/shop.h:3",
        C,
        expect![[r#"
        include/shop.h:3:22 definition
        include/shop.h:4:57 type scope in store
        include/shop.h:12:1 type scope
        src/shop.c:5:1 type import in make
        src/shop.c:5:33 type import in make
        src/use.c:4:9 type import in use
        6 store in include/shop.h
    "#]],
    );
}

#[test]
fn c_members() {
    check(
        "store.len",
        C,
        expect![[r#"
        include/shop.h:4:52 definition
        include/shop.h:7:22 read name-only of 2 in LEN
        src/shop.c:4:32 write receiver in save
        src/shop.c:4:95 read receiver in save
        src/use.c:6:16 read receiver in use
        5 item.len in include/shop.h
        5 local variables
    "#]],
    );
    check(
        "item.len",
        C,
        expect![[r#"
        include/shop.h:5:31 definition
        include/shop.h:7:22 read name-only of 2 in LEN
        src/shop.c:4:55 read receiver in save
        src/use.c:3:45 key receiver in global
        src/use.c:6:40 write receiver in use
        src/use.c:9:17 read receiver in use
        5 local variables
        4 store.len in include/shop.h
    "#]],
    );
    check(
        "item.name",
        C,
        expect![[r#"
        include/shop.h:5:21 definition
        src/shop.c:5:102 write receiver in make
        src/use.c:3:32 key receiver in global
        3 local variables
        2 store.name in include/shop.h
    "#]],
    );
}

const CPP: &str = r#"
=== shop/store.h
#pragma once
#include <memory>
#include <vector>
namespace shop {
class Saver { public: virtual ~Saver() = default; virtual void save(int x) = 0; };
class Item { public: void save(); int size() const { return size_; } private: int size_; };
class Store : public Saver {
 public:
  explicit Store(int size) : size_(size) {}
  void save(int x) override;
  static Store* make();
  Item& first() { return items_[0]; }
  int size() const;
  enum class Mode { kFast, kSlow };
  class Inner { public: void save() { outer->save(1); } Store* outer; };
 private:
  int size_;
  std::vector<Item> items_;
  std::unique_ptr<Item> last_;
};
template <typename T> T largest(T a, T b) { return a; }
inline int total(Store& s) { return s.size(); }
}
=== shop/store.cc
#include "shop/store.h"
namespace shop {
namespace { int total(int x) { return x; } void local() {} }
void Store::save(int x) { size_ = x; this->size_++; first().save(); last_->save(); for (auto& item : items_) item.save(); save(2); local(); }
Store* Store::make() { return new Store(1); }
int Store::size() const { return size_ + total(1); }
void Item::save() { size_ = 0; }
}
=== shop/use.cc
#include "shop/store.h"
using shop::Store;
namespace other { class Store { public: void save(int x) {} }; void use(Store s) { s.save(1); } }
int main() {
  Store s(1); s.save(3); s.first().save(); Store::make()->save(4);
  shop::Saver* saver = Store::make(); saver->save(5);
  auto made = shop::Store::make(); made->size();
  auto mode = shop::Store::Mode::kFast; shop::Store::Inner inner; inner.save();
  std::string text; text.size(); unknown->save(6);
  return shop::total(s) + shop::largest(1, 2) + largest<int>(1, 2);
}
"#;

#[test]
fn cpp_members() {
    check(
        "Store.save @ shop/store.cc:4",
        CPP,
        expect![[r#"
        shop/store.cc:4:13 definition
        shop/store.h:10:8 definition
        shop/store.cc:4:123 call receiver in Store.save
        shop/store.h:5:64 definition inherited of 2 in shop.Saver
        shop/store.h:15:46 call receiver in shop.Store.Inner.save
        shop/use.cc:5:17 call receiver in main
        shop/use.cc:5:59 call receiver in main
        shop/use.cc:6:46 call inherited of 2 in main
        shop/use.cc:9:43 call name-only of 7 in main
        5 shop.Item.save in shop/store.h
        2 other.Store.save in shop/use.cc
        2 shop.Store.Inner.save in shop/store.h
        1 Item.save in shop/store.cc
    "#]],
    );
    check(
        "Saver.save",
        CPP,
        expect![[r#"
        shop/store.h:5:64 definition
        shop/store.cc:4:13 definition inherited of 2 in shop
        shop/store.cc:4:123 call inherited of 3 in Store.save
        shop/store.h:10:8 definition inherited of 2 in shop.Store
        shop/store.h:15:46 call inherited of 3 in shop.Store.Inner.save
        shop/use.cc:5:17 call inherited of 3 in main
        shop/use.cc:5:59 call inherited of 3 in main
        shop/use.cc:6:46 call receiver in main
        shop/use.cc:9:43 call name-only of 7 in main
        5 shop.Item.save in shop/store.h
        2 other.Store.save in shop/use.cc
        2 shop.Store.Inner.save in shop/store.h
        1 Item.save in shop/store.cc
    "#]],
    );
    check(
        "Item.save",
        CPP,
        expect![[r#"
        shop/store.cc:7:12 definition
        shop/store.h:6:27 definition
        shop/store.cc:4:61 call receiver in Store.save
        shop/store.cc:4:76 call receiver in Store.save
        shop/store.cc:4:115 call receiver in Store.save
        shop/use.cc:5:36 call receiver in main
        shop/use.cc:9:43 call name-only of 7 in main
        5 shop.Store.save in shop/store.h
        2 other.Store.save in shop/use.cc
        2 shop.Saver.save in shop/store.h
        2 shop.Store.Inner.save in shop/store.h
        1 Store.save in shop/store.cc
    "#]],
    );
}

#[test]
fn cpp_members_of_others() {
    check(
        "Inner.save",
        CPP,
        expect![[r#"
        shop/store.h:15:30 definition
        shop/use.cc:8:73 call receiver in main
        shop/use.cc:9:43 call name-only of 7 in main
        5 shop.Item.save in shop/store.h
        5 shop.Store.save in shop/store.h
        2 other.Store.save in shop/use.cc
        2 shop.Saver.save in shop/store.h
        1 Item.save in shop/store.cc
    "#]],
    );
    check(
        "shop.Store.size",
        CPP,
        expect![[r#"
        shop/store.cc:6:12 definition
        shop/store.h:13:7 definition
        shop/store.h:22:39 call receiver in shop.total
        shop/use.cc:7:42 call receiver in main
        2 local variables
        1 members of the global string
        1 shop.Item.size in shop/store.h
    "#]],
    );
    check(
        "Store.size_",
        CPP,
        expect![[r#"
        shop/store.h:17:7 definition
        shop/store.cc:4:27 write receiver in Store.save
        shop/store.cc:4:44 write receiver in Store.save
        shop/store.cc:6:34 read receiver in Store.size
        shop/store.h:9:30 write scope in shop.Store.Store
        3 shop.Item.size_ in shop/store.h
    "#]],
    );
}

#[test]
fn cpp_names() {
    check(
        "shop::Store",
        CPP,
        expect![[r#"
        shop/store.h:7:7 definition
        shop/store.cc:4:6 type import in Store.save
        shop/store.cc:5:1 type import in Store.make
        shop/store.cc:5:8 type import in Store.make
        shop/store.cc:5:35 call receiver in Store.make
        shop/store.cc:6:5 type import in Store.size
        shop/store.h:11:10 type scope in shop.Store
        shop/store.h:15:57 type scope in shop.Store.Inner
        shop/store.h:22:18 type scope in shop.total
        shop/use.cc:2:13 type import
        shop/use.cc:5:3 type import in main
        shop/use.cc:5:44 type import in main
        shop/use.cc:6:24 type import in main
        shop/use.cc:7:21 type import in main
        shop/use.cc:8:21 type import in main
        shop/use.cc:8:47 type import in main
        2 other.Store in shop/use.cc
        1 shop.Store.Store in shop/store.h
    "#]],
    );
    check(
        "total @ shop/store.h:23",
        CPP,
        expect![[r#"
        shop/store.h:22:12 definition
        shop/store.cc:6:42 call import in Store.size
        shop/use.cc:10:16 call import in main
        1 shop.total in shop/store.cc
    "#]],
    );
    check(
        "local",
        CPP,
        expect![[r#"
        shop/store.cc:3:49 definition
        shop/store.cc:4:132 call import in Store.save
    "#]],
    );
    check(
        "make",
        CPP,
        expect![[r#"
        shop/store.cc:5:15 definition
        shop/store.h:11:17 definition
        shop/use.cc:5:51 call receiver in main
        shop/use.cc:6:31 call receiver in main
        shop/use.cc:7:28 call receiver in main
    "#]],
    );
}

#[test]
fn cpp_names_of_others() {
    check(
        "kFast",
        CPP,
        expect![[r#"
        shop/store.h:14:21 definition
        shop/use.cc:8:34 read receiver in main
    "#]],
    );
    check(
        "largest",
        CPP,
        expect![[r#"
        shop/store.h:21:25 definition
        shop/use.cc:10:33 call import in main
        shop/use.cc:10:49 call import in main
    "#]],
    );
}
