//! Traps of Go and C.

use super::check;
use expect_test::expect;

#[test]
fn go_packages_are_folders() {
    check(
        "GetUser",
        r#"
=== go.mod
module example.com/shop
=== users/users.go
package users
func GetUser(id int) *User { return find(id) }
type User struct{ Name string }
=== users/more.go
package users
func both() { GetUser(1); f := GetUser; f(2) }
func local(GetUser int) int { return GetUser }
=== orders/orders.go
package orders
func GetUser() {}
func use() { GetUser() }
=== main.go
package main
import (
	"example.com/shop/users"
	o "example.com/shop/orders"
)
func main() {
	users.GetUser(1)
	o.GetUser()
	http.GetUser()
}
"#,
        expect![[r#"
            orders/orders.go:2:6 definition
            users/users.go:2:6 definition
            main.go:7:8 call import in main
            main.go:8:4 call import in main
            orders/orders.go:3:14 call scope in use
            users/more.go:2:15 call scope in both
            users/more.go:2:32 read scope in both
            2 local variables
            1 members of the global http
        "#]],
    );
}

#[test]
fn go_methods_by_receiver_and_interface() {
    check(
        "Store.Save @ store.go:3",
        r#"
=== store.go
package shop
type Store struct{ log *Log }
func (s *Store) Save(x int) { s.log.Save(); s.flush() }
func (s *Store) flush() { s.Save(1) }
type Saver interface{ Save(x int) }
type Log struct{}
func (l *Log) Save() {}
func (l *Log) Other() {}
=== use.go
package shop
func use(s *Store, v Saver, l Log) {
	s.Save(1)
	v.Save(2)
	l.Save()
	t := NewStore()
	t.Save(3)
}
func NewStore() *Store { return &Store{} }
"#,
        expect![[r#"
            store.go:3:17 definition
            store.go:4:29 call receiver in Store.flush
            use.go:3:4 call receiver in use
            use.go:4:4 call inherited of 2 in use
            use.go:7:4 call receiver in use
            3 Log.Save in store.go
            1 Saver.Save in store.go
        "#]],
    );
}

#[test]
fn c_statics_are_private_and_prototypes_are_one_symbol() {
    check(
        "parse @ src/a.c:2",
        r#"
=== include/api.h
int parse(const char* text);
#define LIMIT 3
=== src/a.c
#include "api.h"
int parse(const char* text) { return helper(text); }
static int helper(const char* text) { return LIMIT; }
=== src/b.c
static int parse(int x) { return x; }
int other(void) { return parse(1); }
=== src/c.c
#include "../include/api.h"
int third(void) { int (*f)(const char*) = parse; return parse("x") + f("y"); }
=== src/d.c
extern int parse(const char*);
int fourth(int parse) { return parse; }
int fifth(void) { return parse("z"); }
"#,
        expect![[r#"
            src/a.c:2:5 definition
            include/api.h:1:5 definition
            src/d.c:1:12 definition
            src/c.c:2:43 read import in third
            src/c.c:2:57 call import in third
            src/d.c:3:26 call scope in fifth
            2 local variables
            2 parse in src/b.c
        "#]],
    );
    check(
        "user.name",
        r#"
=== user.h
struct user { char* name; struct account* account; };
struct account { char* name; };
typedef struct user user_t;
=== use.c
#include "user.h"
void show(struct user* u, user_t* v, struct account a, void* w) {
  puts(u->name); puts(v->name); puts(a.name); puts(u->account->name); puts(w->name);
}
"#,
        expect![[r#"
            user.h:1:21 definition
            use.c:3:11 read receiver in show
            use.c:3:26 read receiver in show
            use.c:3:79 read name-only of 2 in show
            3 account.name in user.h
        "#]],
    );
}
