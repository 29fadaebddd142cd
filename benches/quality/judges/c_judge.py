#!/usr/bin/env python3
"""What clang says every name of a C project refers to: a sample of symbols with their uses, in the form of the references
benchmark.

 pip install libclang; c_judge.py ROOT NAME PER_KIND OUT.jsonl --under src,include [--define X,Y]

then references.py --data ... --repos ... . Every .c file is read by itself, as if nothing had been configured, with every
folder of headers on the path; what stands in code that was not compiled so is neutral. Half of the symbols of a kind have
names that others bear too."""
import argparse, collections, glob, json, os, random, re, subprocess
from clang.cindex import Config, CursorKind as K, Index, TranslationUnit
KINDS = {K.FUNCTION_DECL: 'function', K.STRUCT_DECL: 'struct', K.UNION_DECL: 'struct', K.ENUM_DECL: 'enum', K.ENUM_CONSTANT_DECL: 'variant',
         K.FIELD_DECL: 'field', K.TYPEDEF_DECL: 'type', K.VAR_DECL: 'variable', K.MACRO_DEFINITION: 'macro'}
def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ('root', 'name', 'per', 'out'): ap.add_argument(name)
    ap.add_argument('--under', default=''); ap.add_argument('--define', default=''); a = ap.parse_args()
    root = os.path.realpath(a.root); under = [os.path.join(root, u) for u in a.under.split(',')]
    files = sorted(f for u in under for f in glob.glob(u + '/**/*.[ch]', recursive=True))
    folders = sorted({os.path.dirname(f) for f in files})
    own = subprocess.run(['gcc', '-print-file-name=include'], capture_output=True, text=True).stdout.strip()
    args = ['-xc', '-isystem', own, '-D_GNU_SOURCE'] + ['-D' + d for d in a.define.split(',') if d] + ['-I' + f for f in folders]
    real = {}
    def inside(f):
        if not f: return False
        if f.name not in real: real[f.name] = os.path.realpath(f.name).startswith(root + '/')
        return real[f.name]
    rel = lambda f: os.path.relpath(os.path.realpath(f.name), root)
    uses, defs, heads = collections.defaultdict(dict), {}, set()  # name -> place -> identities
    def identity(c):
        d = c.canonical; loc = d.location
        if c.kind == K.MACRO_DEFINITION or not d.get_usr(): return (loc.file.name if loc.file else '', loc.line, loc.column)
        return d.get_usr()
    for n, file in enumerate(f for f in files if f.endswith('.c')):
        try: tu = Index.create().parse(file, args, options=TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD | TranslationUnit.PARSE_INCOMPLETE)
        except Exception: continue
        met = set()
        for c in (c for top in tu.cursor.get_children() if inside(top.location.file) and top.location.file.name not in heads for c in top.walk_preorder()):
            try: kind = c.kind
            except ValueError: continue
            loc = c.location
            if not inside(loc.file): continue
            met.add(loc.file.name)
            place = (rel(loc.file), loc.line, loc.column); at = loc
            if kind in KINDS and c.spelling and re.fullmatch(r'\w+', c.spelling):
                if kind == K.VAR_DECL and c.semantic_parent.kind != K.TRANSLATION_UNIT: key = None
                else:
                    key = identity(c); defs.setdefault(key, {})[place] = (KINDS[kind], c.spelling, c.is_definition() if kind != K.MACRO_DEFINITION else True)
                uses[c.spelling].setdefault(place, set()).add(key or ('local', place)); continue
            if kind == K.MACRO_INSTANTIATION:
                d = c.referenced or c.get_definition(); uses[c.spelling].setdefault(place, set()).add(identity(d) if d else None); continue
            if kind in (K.DECL_REF_EXPR, K.MEMBER_REF_EXPR, K.TYPE_REF, K.MEMBER_REF):
                d = c.referenced; name = d.spelling if d else c.spelling
                name = re.sub(r'^(struct|union|enum) ', '', name)
                if name: uses[name].setdefault((place[0], place[1], 0 if kind == K.MEMBER_REF_EXPR else place[2]), set()).add(identity(d) if d else None)
        heads |= {f for f in met if f.endswith('.h')} # once is enough
    print(a.name, len(files), 'files', sum(map(len, uses.values())), 'uses', len(defs), 'definitions')
    lines = {}
    for f in sorted(glob.glob(root + '/**/*.[ch]', recursive=True)): lines[os.path.relpath(f, root)] = open(f, errors='replace').read().split('\n')
    byname = collections.defaultdict(set); kinds = collections.defaultdict(list)
    for key, places in defs.items():
        for kind, name, _ in places.values(): byname[name].add(key)
    for key, places in sorted(defs.items(), key=lambda kv: str(kv[0])):
        kind, name, _ = next(iter(places.values())); kinds[kind].append((key, name))
    rng = random.Random(7); per = int(a.per); out = open(a.out, 'w')
    for kind in sorted(kinds):
        some = kinds[kind]; rng.shuffle(some); take, seen = [], set()
        for shared in (True, False):
            for key, name in some:
                if len(take) >= (per // 2 if shared else per) or name in seen or (len(byname[name]) > 1) != shared: continue
                seen.add(name); take.append((key, name))
        for key, name in take:
            own = {(p[0], p[1]) for p in defs[key]}; first = sorted(defs[key].items(), key=lambda kv: (not kv[1][2], kv[0]))[0][0]
            hits, others = set(), set()
            for place, keys in uses[name].items():
                where = place[:2]
                if where in own: continue
                if key in keys: hits.add(where)
                elif None not in keys: others.add(where)
            word = re.compile(r'\b%s\b' % re.escape(name)); text = {(f, i + 1) for f, ls in lines.items() for i, l in enumerate(ls) if name in l and word.search(l)}
            row = lambda ps: [{'path': p, 'line': l} for p, l in sorted(ps)]
            out.write(json.dumps({'repo': a.name, 'lang': 'c', 'symbol': name, 'kind': kind, 'container': '', 'def': {'path': first[0], 'line': first[1], 'col': first[2]}, 'refs': row(hits & text),
                                  'maybe': row(text - hits - others - own), 'decls': row(own), 'implicit': [], 'neg': row(others - hits), 'flags': []}) + '\n')
if __name__ == '__main__': main()
