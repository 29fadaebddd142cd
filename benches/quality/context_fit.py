#!/usr/bin/env python3
"""Fits the weights of the context assembler (retriever/src/context/weights.rs).

 context_fit.py OUT --context DIR [--write] [--ablate]

OUT is what `cargo run --release -p retriever --example weigh` wrote for the tasks of the context benchmark; DIR is
that benchmark (its data/*.jsonl say what was changed). Two listwise softmaxes, ridge towards zero on standardised
features, no random numbers: of all chunks weighed for a task those that the real change edited should have the score;
of all files those that it touched. Cross-validated over repositories in eight folds (one with a great share of the
tasks is a fold by itself). Prints the scorer's measures by a simulation that estimates tokens by bytes and knows no
outlines. --write puts the weights fitted on all tasks into weights.rs; --ablate leaves every
group out once, fitted on every sixth of the chunks that were not edited, as is the line that it is to be compared with."""
import argparse, json, os, re, sys
os.environ.setdefault('OPENBLAS_NUM_THREADS', '1')
import numpy as np
from scipy.optimize import minimize
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
SOURCE = ROOT + '/retriever/src/context/'
def names(path):
    body = re.search(r'enum Feature \{(.*?)\n\}', open(path).read(), re.S).group(1)
    return [n.strip() for n in re.sub(r'//.*', '', body).split(',') if n.strip()]
NAMES = names(SOURCE + 'features.rs'); N = len(NAMES); FIRST = NAMES.index('FileCalled')
THIN = 6
CHUNK_RIDGE, FILE_RIDGE, FILE_COUNTS, COST, SOFT = 0.003, 0.02, 0.25, 0.75, 1.5
BUDGETS = [2000, 4000, 8000, 16000]
GROUPS = {'meaning': 'TitleMeaning Meaning FileTitleMeaning FileMeaning', 'words of chunks': 'TitleWords Words CodeWords', 'names of chunks': 'TitleNames Names CodeNames TitleOverlap Overlap TitleDefines Defines',
          'search scores': 'FileTitleScore FileScore', 'search features of files': 'FileTitleWords FileTitleNames FileTitleCoherence FileTitleStem FileTitleFolders FileWords FileNames FileCoherence FileStem FileFolders FileCodeWords NamedAfter',
          'words of whole files': 'TitleBm25 TitleCover Bm25 Cover CodeBm25', 'mentions': 'NamedTitle NamedProse NamedWord NamedCode NamedOwner InNamed FileNamed', 'places': 'Mentioned MentionedModule FrameFile FrameHere Line',
          'shape': 'Function Method Type Top Prose ChunkSize First Tail InTests Blank', 'prior of files': 'Central Tested Size Role', 'history': 'Recent Hot CoChange', 'ties': 'FileCalled FolderMass'}
class Task: pass
def load(out, context, columns):
    tasks = []
    for set_ in ('python_dev', 'multi_dev'):
        for line in open(f'{context}/data/{set_}.jsonl'):
            x = json.loads(line); path = f'{out}/{x["id"]}'
            if not os.path.exists(path + '.f32') or not os.path.exists(path + '.json'): continue
            t = Task(); t.x = x; t.set = set_; t.repo = x['repo']; t.rows = json.load(open(path + '.json'))
            X = np.fromfile(path + '.f32', dtype='<f4').reshape(len(t.rows), -1)
            if X.shape[1] != len(columns): sys.exit(f'{path}: {X.shape[1]} features, expected {len(columns)}')
            t.X = np.ascontiguousarray(X[:, [columns.index(n) if n in columns else -1 for n in NAMES]])
            for i, n in enumerate(NAMES):
                if n not in columns: t.X[:, i] = 0
            by = {}
            for i, r in enumerate(t.rows): by.setdefault(r[0], []).append(i)
            t.files = list(by); t.by = by; t.y = np.zeros(len(t.rows), np.float32)
            for s in x['gold_spans']:
                if s['kind'] == 'import': continue
                for a, b in s['edits']:
                    for i in by.get(s['path'], ()):
                        if t.rows[i][1] <= b and t.rows[i][2] >= a: t.y[i] = 1
            t.fy = np.array([float(p in x['gold_files']) for p in t.files])
            t.most = np.stack([t.X[by[f]].max(0) for f in t.files])
            t.tokens = np.array([max(8.0, r[4] / 3.7) + 14 for r in t.rows]); tasks.append(t)
    return tasks
def softmax(lists, ridge):
    """Weights in the features' own units."""
    lists = [(z, y / y.sum(), o) for z, y, o in lists if y.any()]
    big = np.concatenate([z for z, _, _ in lists]); mean = big.mean(0); sd = big.std(0); sd[sd < 1e-6] = np.inf; del big
    lists = [((z - mean) / sd, y, o) for z, y, o in lists]
    def loss(w):
        f = 0.0; g = np.zeros_like(w)
        for z, y, o in lists:
            s = z @ w + o; s -= s.max(); e = np.exp(s); p = e / e.sum(); f -= float(y @ (s - np.log(e.sum()))); g -= z.T @ (y - p)
        return f / len(lists) + ridge * (w @ w), g / len(lists) + 2 * ridge * w
    return minimize(loss, np.zeros(len(mean)), jac=True, method='L-BFGS-B', options=dict(maxiter=200)).x / sd
def file_rows(t, s):
    agg = [(s[i].max(), np.log(np.exp(s[i] / SOFT).sum()), np.sort(s[i])[-3:].mean()) for i in (t.by[f] for f in t.files)]
    return np.column_stack([t.most, np.array(agg)])
def thinned(t, use, every):
    """Features and labels of a task's edited chunks and of every so many others, each of which then stands for as many."""
    keep = (t.y > 0) | (np.arange(len(t.y)) % every == 0); z = t.X[keep][:, use].astype(np.float64)
    return z, t.y[keep], np.where(t.y[keep] > 0, 0.0, np.log(every))
def fit(tasks, drop=(), every=1):
    """Weights of chunks and of files."""
    off = [NAMES.index(n) for n in drop]; keep = np.ones(N, bool); keep[off] = False; keep[NAMES.index('Seed')] = False
    chunk = np.zeros(N); use = np.where(keep & (np.arange(N) < FIRST))[0]
    chunk[use] = softmax([thinned(t, use, every) for t in tasks], CHUNK_RIDGE)
    def rows(t):
        s = t.X @ chunk; z = file_rows(t, s - s.max()); z[:, :N][:, ~keep] = 0; return z
    return chunk, softmax([(rows(t), t.fy, np.zeros(len(t.fy))) for t in tasks], FILE_RIDGE)
def rank(t, weights):
    """For each budget the chunks in order, as choose.rs takes them."""
    chunk, file = weights; s = t.X @ chunk; s = s - s.max(); g = file_rows(t, s) @ file; g -= g.max()
    at = {f: i for i, f in enumerate(t.files)}; s = s + FILE_COUNTS * g[[at[r[0]] for r in t.rows]]
    order = np.argsort(-(s - COST * np.log(t.tokens)), kind='stable'); best = {}
    for i in order: best.setdefault(t.rows[i][0], i)
    files = [t.files[i] for i in np.argsort(-g, kind='stable')]; out = {}
    for b in BUDGETS:
        lead = [best[f] for f in files[:min(5, max(1, b // 1600))]]; skip = set(lead)
        out[b] = np.array(lead + [i for i in order if i not in skip])
    return out
def measure(t, orders):
    x = t.x; rows = t.rows; r = {}; gold = [s for s in x['gold_spans'] if s['kind'] != 'import']
    for b, order in orders.items():
        inc = {}
        for i in order[:int(np.searchsorted(np.cumsum(t.tokens[order]), b, 'right'))]: inc.setdefault(rows[i][0], set()).update(range(rows[i][1], rows[i][2] + 1))
        fs = [s for s in gold if s['kind'] == 'func']
        if fs: r[f'func{b}'] = np.mean([any(i in inc.get(s['path'], ()) for i in range(s['start'], s['end'] + 1)) for s in fs])
        ed = [(s['path'], a, e) for s in gold for a, e in s['edits']]
        if ed: r[f'edit{b}'] = np.mean([all(i in inc.get(p, ()) for i in range(a, e + 1)) for p, a, e in ed])
    files = list(dict.fromkeys(rows[i][0] for i in orders[16000]))
    pos = max(files.index(p) + 1 if p in files else 10**9 for p in x['gold_files'])
    for k in (1, 5): r[f'acc{k}'] = float(pos <= k)
    return r
def folds(tasks, k=8):
    n = {}
    for t in tasks: n[t.repo] = n.get(t.repo, 0) + 1
    load_, at = [0] * k, {}
    for repo in sorted(n, key=lambda r: (-n[r], r)):
        f = min(range(k), key=lambda i: (load_[i], i)); at[repo] = f; load_[f] += n[repo]
    return [[t for t in tasks if at[t.repo] == f] for f in range(k)]
def cross(tasks, drop=(), every=1):
    F = folds(tasks); rows = {}
    for f in F:
        w = fit([t for g in F if g is not f for t in g], drop, every)
        for t in f: rows[t.x['id']] = measure(t, rank(t, w))
    return rows
def report(tasks, rows, name, context):
    fast = set(json.load(open(context + '/data/split.json'))['python_dev_fast100'])
    sets = [('python_dev', lambda t: t.set == 'python_dev'), ('fast100', lambda t: t.x['id'] in fast), ('multi_dev', lambda t: t.set == 'multi_dev'), ('name not given', lambda t: 'leaks_name' not in t.x['flags'])]
    for label, keep in sets:
        some = [rows[t.x['id']] for t in tasks if keep(t) and t.x['id'] in rows]
        avg = lambda k: 100 * np.mean([r[k] for r in some if k in r])
        line = lambda m: '/'.join('%.1f' % avg(f'{m}{b}') for b in BUDGETS)
        if some: print('%-30s %-15s n=%3d Acc@1 %.1f Acc@5 %.1f func %s edit %s' % (name, label, len(some), avg('acc1'), avg('acc5'), line('func'), line('edit')), flush=True)
def write(weights):
    chunk, file = weights; path = SOURCE + 'weights.rs'; text = open(path).read()
    def table(name, size, values, labels):
        rows = ''.join(f'    {v:.3f}, // {l}\n' for v, l in zip(values, labels))
        return re.sub(r'const %s: \[f32; %s\] = .*?;\n' % (name, size), lambda _: f'const {name}: [f32; {size}] = [\n{rows}];\n', text, flags=re.S)
    text = table('CHUNK', 'N_FIRST', chunk[:FIRST], NAMES); text = table('FILE', 'N_FEATURES', file[:N], NAMES)
    text = table('FILE_SCORES', '3', file[N:], ['best', 'sum', 'best three']); open(path, 'w').write(text)
def main():
    ap = argparse.ArgumentParser(); ap.add_argument('out'); ap.add_argument('--context', required=True); ap.add_argument('--write', action='store_true'); ap.add_argument('--no-cv', action='store_true')
    ap.add_argument('--ablate', action='store_true'); ap.add_argument('--features', default=SOURCE + 'features.rs', help='the features.rs that OUT was written with'); a = ap.parse_args()
    tasks = load(a.out, a.context, names(a.features)); print(len(tasks), 'tasks,', sum(len(t.rows) for t in tasks), 'chunks; an edited chunk is among them in', sum(bool(t.y.any()) for t in tasks))
    if not a.no_cv: report(tasks, cross(tasks), 'cross-validated', a.context)
    if a.ablate:
        report(tasks, cross(tasks, (), THIN), 'nothing left out', a.context)
        for group, drop in GROUPS.items(): report(tasks, cross(tasks, drop.split(), THIN), f'without {group}', a.context)
        return
    w = fit(tasks); report(tasks, {t.x['id']: measure(t, rank(t, w)) for t in tasks}, 'fitted on all', a.context)
    if a.write: write(w)
if __name__ == '__main__': main()
