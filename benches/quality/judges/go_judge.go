// What go/types says every name refers to: a sample of symbols with their uses, in the form of the references benchmark.
//
//	go run go_judge.go ROOT NAME PER_KIND OUT.jsonl [LEFT_OUT_FOLDER...]
//
// then references.py --data ... --repos ... . Packages of the module are checked from source, with their tests; those from
// elsewhere are not there, and what depends on them is neutral, as are methods of that name of an interface and of what
// implements it. Half of the symbols of a kind have names that others bear too.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

type place struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Col  int    `json:"col,omitempty"`
	Call bool   `json:"call"`
}
type use struct {
	at  place
	pos string // of what it refers to; empty if that is not known
}
type def struct {
	name, kind, container, pos string
	at                         place
	obj                        types.Object
}

var (
	root, module string
	fset         = token.NewFileSet()
	known        = map[string]*types.Package{}
	busy         = map[string]bool{}
	std          = importer.ForCompiler(fset, "source", nil)
	uses         = map[string][]use{}
	seen         = map[string]bool{}
	defs         []def
	nUses, nOpen int
)

type from struct{}

func (from) Import(path string) (*types.Package, error) {
	if path == module || strings.HasPrefix(path, module+"/") {
		dir := filepath.Join(root, strings.TrimPrefix(path, module))
		if p := known[dir]; p != nil {
			return p, nil
		}
		return check(dir, false), nil
	}
	if !strings.Contains(strings.Split(path, "/")[0], ".") {
		return std.Import(path)
	}
	return nil, fmt.Errorf("not here: %s", path)
}

func where(p token.Pos) place {
	q := fset.Position(p)
	rel, _ := filepath.Rel(root, q.Filename)
	return place{Path: rel, Line: q.Line, Col: q.Column}
}
func key(p token.Pos) string { q := where(p); return fmt.Sprintf("%s:%d:%d", q.Path, q.Line, q.Col) }

func check(dir string, tests bool) *types.Package {
	if busy[dir] && !tests {
		return types.NewPackage(dir, "cycle")
	}
	busy[dir] = true
	groups := map[string][]*ast.File{}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || (!tests && strings.HasSuffix(e.Name(), "_test.go")) {
			continue
		}
		if f, err := parser.ParseFile(fset, filepath.Join(dir, e.Name()), nil, parser.ParseComments); err == nil {
			groups[f.Name.Name] = append(groups[f.Name.Name], f)
		}
	}
	var main *types.Package
	names := []string{}
	for n := range groups {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool { return len(groups[names[i]]) > len(groups[names[j]]) })
	for _, n := range names {
		info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
		conf := types.Config{Importer: from{}, Error: func(error) {}, FakeImportC: true}
		p, _ := conf.Check(dir, fset, groups[n], info)
		if main == nil || !strings.HasSuffix(n, "_test") && strings.HasSuffix(main.Name(), "_test") {
			main = p
		}
		if tests {
			for _, f := range groups[n] {
				collect(f, info)
			}
		}
	}
	if main != nil && !tests {
		known[dir] = main
	}
	return main
}

func collect(f *ast.File, info *types.Info) {
	calls := map[token.Pos]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok {
			switch fun := c.Fun.(type) {
			case *ast.Ident:
				calls[fun.Pos()] = true
			case *ast.SelectorExpr:
				calls[fun.Sel.Pos()] = true
			}
		}
		id, ok := n.(*ast.Ident)
		if !ok || id.Name == "_" || seen[key(id.Pos())] {
			return true
		}
		seen[key(id.Pos())] = true
		at := where(id.Pos())
		at.Call = calls[id.Pos()]
		if o := info.Defs[id]; o != nil {
			if k, c := kind(o); k != "" {
				defs = append(defs, def{id.Name, k, c, key(id.Pos()), at, o})
				uses[id.Name] = append(uses[id.Name], use{at, key(id.Pos())})
				return true
			}
		}
		nUses++
		o := info.Uses[id]
		if o == nil && info.Defs[id] == nil {
			nOpen++
			uses[id.Name] = append(uses[id.Name], use{at, ""})
		} else if o != nil {
			uses[id.Name] = append(uses[id.Name], use{at, key(o.Pos())})
		}
		return true
	})
}

func kind(o types.Object) (string, string) {
	switch o := o.(type) {
	case *types.Func:
		if r := o.Type().(*types.Signature).Recv(); r != nil {
			t := r.Type().String()
			return "method", strings.TrimLeft(t[strings.LastIndexAny(t, "./*")+1:], "*")
		}
		return "function", ""
	case *types.TypeName:
		if o.Parent() == o.Pkg().Scope() {
			return "class", ""
		}
	case *types.Const:
		if o.Parent() == o.Pkg().Scope() {
			return "constant", ""
		}
	case *types.Var:
		if o.IsField() && !o.Embedded() {
			return "field", ""
		}
		if o.Parent() == o.Pkg().Scope() {
			return "variable", ""
		}
	}
	return "", ""
}

func main() {
	root, _ = filepath.Abs(os.Args[1])
	per := 0
	fmt.Sscan(os.Args[3], &per)
	text, _ := os.ReadFile(filepath.Join(root, "go.mod"))
	for _, l := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(l, "module ") {
			module = strings.TrimSpace(strings.TrimPrefix(l, "module "))
		}
	}
	dirs := map[string]bool{}
	filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, p)
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && rel != "." || d.Name() == "testdata" || d.Name() == "vendor") {
			return fs.SkipDir
		}
		for _, s := range os.Args[5:] {
			if strings.HasPrefix(rel, s) {
				return nil
			}
		}
		if strings.HasSuffix(p, ".go") {
			dirs[filepath.Dir(p)] = true
		}
		return nil
	})
	order := []string{}
	for d := range dirs {
		order = append(order, d)
	}
	sort.Strings(order)
	for _, d := range order {
		check(d, true)
	}
	fmt.Fprintln(os.Stderr, os.Args[2], len(order), "packages", nUses, "uses", nOpen, "open", len(defs), "definitions")
	count := map[string]int{}
	kinds := map[string][]def{}
	methods := map[string][]def{}
	for _, d := range defs {
		count[d.name]++
		kinds[d.kind] = append(kinds[d.kind], d)
		if d.kind == "method" {
			methods[d.name] = append(methods[d.name], d)
		}
	}
	out, _ := os.Create(os.Args[4])
	r := rand.New(rand.NewSource(7))
	for _, k := range []string{"class", "constant", "field", "function", "method", "variable"} {
		all := kinds[k]
		sort.Slice(all, func(i, j int) bool { return all[i].pos < all[j].pos })
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		take, got := []def{}, map[string]bool{}
		for pass := 0; pass < 2; pass++ {
			for _, d := range all {
				if len(take) >= (pass+1)*per/2 || (count[d.name] > 1) == (pass == 1) || got[d.name] {
					continue
				}
				got[d.name] = true
				take = append(take, d)
			}
		}
		for _, d := range take {
			related := map[string]bool{}
			if d.kind == "method" {
				for _, o := range methods[d.name] {
					if o.pos != d.pos && (implements(d.obj, o.obj) || implements(o.obj, d.obj)) {
						related[o.pos] = true
					}
				}
			}
			row := map[string]any{"repo": os.Args[2], "lang": "go", "symbol": d.name, "kind": d.kind, "container": d.container, "def": map[string]any{"path": d.at.Path, "line": d.at.Line, "col": d.at.Col}, "implicit": []int{}, "flags": []int{}}
			refs, maybe, neg, decls := []place{}, []place{}, []place{}, []place{}
			for _, u := range uses[d.name] {
				own := fmt.Sprintf("%s:%d:%d", u.at.Path, u.at.Line, u.at.Col)
				switch {
				case own == d.pos:
				case u.pos == d.pos:
					refs = append(refs, u.at)
				case u.pos == own:
					decls = append(decls, u.at)
				case u.pos == "" || related[u.pos]:
					maybe = append(maybe, u.at)
				default:
					neg = append(neg, u.at)
				}
			}
			row["refs"], row["maybe"], row["neg"], row["decls"] = refs, maybe, neg, decls
			line, _ := json.Marshal(row)
			fmt.Fprintln(out, string(line))
		}
	}
}

// One is a method of a type that has all methods of the interface that the other is of.
func implements(m, asked types.Object) bool {
	of := func(o types.Object) types.Type { return o.Type().(*types.Signature).Recv().Type() }
	i, ok := of(asked).Underlying().(*types.Interface)
	if !ok {
		return false
	}
	t := of(m)
	if types.Implements(t, i) {
		return true
	}
	_, isPointer := t.(*types.Pointer)
	return !isPointer && types.Implements(types.NewPointer(t), i)
}
