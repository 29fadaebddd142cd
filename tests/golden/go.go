// Package shop says everything that the Go table says, once.
package shop

import (
	"context"
	. "fmt"
	_ "embed"

	yml "gopkg.in/yaml.v3"
	"github.com/acme/go-users/v2"
)

import "net/http"

// MaxUsers bounds them.
const MaxUsers int = 10

const (
	// Red is the first.
	Red Color = iota
	green
	_
)

var (
	cache, spare map[string]*User
	_            Store = (*Memory)(nil)
	ErrGone            = errors.New("gone.away")
)

var config struct{ Name string }
var handlers = []Handler{run, func(n int) { go run(n) }}
var run = func(n int) int { return n }

// Color is a plain type.
type Color uint8
type Alias = users.Account
type Handler func(ctx context.Context, name string) (done bool, err error)

// Store keeps users.
type Store interface {
	io.Closer
	// Get finds one.
	Get(id int) (*User, error)
}

type Number interface{ ~int | float64 }

// User is a person.
type User struct {
	Base
	*http.Request
	Name, nick string `json:"name" db:"user_name"`
	store      Store
	inner      struct{ deep int }
	onChange   func(before User) error
}

type (
	// Pair holds two.
	Pair[K comparable, V any] struct {
		key K
		val []V
	}
	Memory struct{ Pair[int, *User] }
)

// NewUser makes one.
func NewUser(name string, opts ...Option) (*User, error) {
	u := &User{Name: name, inner: Inner{deep: 1}}
	u.store, u.Name = newStore(), name
	table := map[string]Color{Red: 1, users.Key: {deep: 2}}
	raw := `select
name`
	if err := u.check(raw); err != nil {
		return nil, Errorf("no %s\n user", err)
	}
	var count, total int = len(table), 2
	const limit = 5
	x, y := new(Color), Pair[int, string]{key: 1}
	list := make([]Color, 3)
	for i, color := range list {
		list[i], *x = color, y.val[i].shade
		count++
	}
	return u, nil
}

func (p *Pair[K, V]) Put(key K, val V) V {
	defer p.lock.Unlock()
	cases := []struct{ want int }{{want: 1}}
	handle := func(w http.ResponseWriter) { w.Write(nil) }
outer:
	for {
		switch v := p.val.(type) {
		case *User, users.Account:
			v.Rename(handle)
		default:
			break outer
		}
		select {
		case msg, ok := <-p.queue:
			msg.ack(ok)
		case p.err = <-p.errs:
		}
	}
	f := (*Memory).Put
	return Map[K, V](p).First().(*User).get(Alias(f), []byte("x"), key)
}

func Map[T any, R Number](xs []T, f func(T) R) (out []R) { return }
