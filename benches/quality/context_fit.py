#!/usr/bin/env python3
"""Fits the weights of the context assembler (retriever/src/context/weights.rs).

 context_fit.py OUT --context DIR [--round 1|2] [--cv] [--ablate] [--alpha A]

OUT is what `cargo run --release -p retriever --example weigh` wrote for the tasks of the context benchmark;
DIR is that benchmark (its data/*.jsonl say what was changed). A listwise softmax: of all chunks weighed for a
task, those that the real change edited should have the score. Ridge towards zero on standardised features,
cross-validated over repositories (eight folds), no random numbers. Prints a table like the scorer's own, by a
simulation of it that estimates tokens by bytes."""
import argparse, glob, json, os, re, sys
import numpy as np
from scipy.optimize import minimize
os.environ.setdefault('OPENBLAS_NUM_THREADS', '1')
H = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(H, '..', '..')
def names():
    text = open(os.path.join(ROOT, 'retriever/src/context/features.rs')).read()
    body = re.search(r'enum Feature \{(.*?)\n\}', text, re.S).group(1)
    body = re.sub(r'//.*', '', body)
    return [n.strip() for n in body.split(',') if n.strip()]
NAMES = names(); N = len(NAMES); FIRST = NAMES.index('First1')
BUDGETS = [2000, 4000, 8000, 16000]
class Task: pass
def load(out, context):
    tasks = []
    for set_ in ('python_dev', 'multi_dev'):
        for line in open(f'{context}/data/{set_}.jsonl'):
            x = json.loads(line); path = f'{out}/{x["id"]}'
            if not os.path.exists(path + '.f32') or not os.path.exists(path + '.json'): continue
            rows = json.load(open(path + '.json'))
            t = Task(); t.x = x; t.set = set_; t.rows = rows; t.repo = x['repo']
            t.X = np.fromfile(path + '.f32', dtype='<f4').reshape(len(rows), -1).astype(np.float32)
            if t.X.shape[1] != N: sys.exit(f'{path}: {t.X.shape[1]} features, features.rs has {N}')
            gold = [s for s in x['gold_spans'] if s['kind'] != 'import']
            by = {}
            for i, r in enumerate(rows): by.setdefault(r[0], []).append(i)
            t.by = by; y = np.zeros(len(rows), np.float32)
            for s in gold:
                for a, b in s['edits']:
                    for i in by.get(s['path'], ()):
                        if rows[i][1] <= b and rows[i][2] >= a: y[i] = 1
            t.y = y; t.tokens = np.array([max(8.0, r[4] / 3.7) + 14 for r in rows])
            tasks.append(t)
    return tasks
def fit(tasks, use, ridge, start=None):
    """Weights over the features `use`, in their own units; each set of tasks counts by its tasks."""
    tasks = [t for t in tasks if t.y.any()]
    big = np.concatenate([t.X[:, use] for t in tasks])
    mean = big.mean(0); sd = big.std(0); sd[sd < 1e-6] = 1
    Z = [((t.X[:, use] - mean) / sd).astype(np.float64) for t in tasks]; Y = [t.y / t.y.sum() for t in tasks]
    def loss(w):
        f = 0.0; g = np.zeros_like(w)
        for z, y in zip(Z, Y):
            s = z @ w; s -= s.max(); e = np.exp(s); p = e / e.sum()
            f -= float(y @ (s - np.log(e.sum()))); g -= z.T @ (y - p)
        n = len(Z); return f / n + ridge * (w @ w), g / n + 2 * ridge * w
    r = minimize(loss, np.zeros(len(use)) if start is None else start, jac=True, method='L-BFGS-B', options=dict(maxiter=200))
    w = np.zeros(N); w[use] = r.x / sd
    return w
def choose(t, score, alpha):
    return np.argsort(-(score - alpha * np.log(t.tokens)), kind='stable')
def measure(t, order):
    """The scorer's measures, tokens estimated."""
    x = t.x; rows = t.rows; r = {}
    gold = [s for s in x['gold_spans'] if s['kind'] != 'import']
    files = list(dict.fromkeys(rows[i][0] for i in order[:400]))
    pos = [files.index(p) + 1 if p in files else 10**9 for p in x['gold_files']]
    for k in (1, 5): r[f'acc{k}'] = float(max(pos) <= k)
    cum = np.cumsum(t.tokens[order])
    for b in BUDGETS:
        inc = {}
        for i in order[:int(np.searchsorted(cum, b, 'right'))]:
            inc.setdefault(rows[i][0], set()).update(range(rows[i][1], rows[i][2] + 1))
        fs = [s for s in gold if s['kind'] == 'func']
        if fs: r[f'func{b}'] = np.mean([any(i in inc.get(s['path'], ()) for i in range(s['start'], s['end'] + 1)) for s in fs])
        ed = [(s['path'], a, e) for s in gold for a, e in s['edits']]
        if ed: r[f'edit{b}'] = np.mean([all(i in inc.get(p, ()) for i in range(a, e + 1)) for p, a, e in ed])
    return r
def show(name, rows):
    avg = lambda k: 100 * np.mean([r[k] for r in rows if k in r])
    print('%-28s n=%3d acc1 %.1f acc5 %.1f | func %s | edit %s' % (name, len(rows), avg('acc1'), avg('acc5'),
          '/'.join('%.1f' % avg(f'func{b}') for b in BUDGETS), '/'.join('%.1f' % avg(f'edit{b}') for b in BUDGETS)), flush=True)
def folds(tasks, k=8):
    """Repositories spread over the folds by size; one with most of the tasks is a fold of its own."""
    n = {}
    for t in tasks: n[t.repo] = n.get(t.repo, 0) + 1
    load = [0] * k; at = {}
    for repo in sorted(n, key=lambda r: (-n[r], r)):
        f = min(range(k), key=lambda i: (load[i], i)); at[repo] = f; load[f] += n[repo]
    return [[t for t in tasks if at[t.repo] == f] for f in range(k)]
def cross(tasks, use, ridge, alpha, quiet=False):
    rows = {}; F = folds(tasks)
    for f in F:
        w = fit([t for g in F if g is not f for t in g], use, ridge)
        for t in f: t.cv = t.X @ w; rows[t.x['id']] = measure(t, choose(t, t.cv, alpha))
    return rows
def report(tasks, rows, name=''):
    fast = set(json.load(open(ARGS.context + '/data/split.json'))['python_dev_fast100'])
    for label, keep in (('python_dev', lambda t: t.set == 'python_dev'), ('python_dev_fast100', lambda t: t.x['id'] in fast), ('multi_dev', lambda t: t.set == 'multi_dev'),
                        ('name not given', lambda t: 'leaks_name' not in t.x['flags'])):
        some = [rows[t.x['id']] for t in tasks if keep(t) and t.x['id'] in rows]
        if some: show(f'{name} {label}', some)
def main():
    global ARGS
    ap = argparse.ArgumentParser(); ap.add_argument('out'); ap.add_argument('--context', required=True); ap.add_argument('--round', type=int, default=1)
    ap.add_argument('--ridge', type=float, default=1e-3); ap.add_argument('--alpha', type=float, default=0.5); ap.add_argument('--ablate', action='store_true'); ap.add_argument('--alphas', action='store_true')
    ap.add_argument('--drop', default=''); ARGS = a = ap.parse_args()
    tasks = load(a.out, a.context); print(len(tasks), 'tasks,', sum(len(t.rows) for t in tasks), 'chunks; an edited chunk is among them in', sum(bool(t.y.any()) for t in tasks))
    use = list(range(FIRST)) if a.round == 1 else list(range(N))
    used = [i for i in use if np.any([t.X[:, i].any() for t in tasks]) and NAMES[i] not in a.drop.split(',')]
    rows = cross(tasks, used, a.ridge, a.alpha); report(tasks, rows, 'cv')
    if a.alphas:
        for alpha in (0, .25, .5, .75, 1):
            report(tasks, {t.x['id']: measure(t, choose(t, t.cv, alpha)) for t in tasks}, f'alpha {alpha}')
    w = fit(tasks, used, a.ridge); report(tasks, {t.x['id']: measure(t, choose(t, t.X @ w, a.alpha)) for t in tasks}, 'all')
    for i in used: print(f'    {w[i]:9.3f}  {NAMES[i]:20s} {w[i] * np.std(np.concatenate([t.X[:, i] for t in tasks])):7.3f} sd')
    print(', '.join('%.3f' % w[i] for i in use))
    if a.ablate:
        for i in used: report(tasks, cross(tasks, [j for j in used if j != i], a.ridge, a.alpha), f'without {NAMES[i]}')
if __name__ == '__main__': main()
