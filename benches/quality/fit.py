#!/usr/bin/env python3
"""Fits the weights of the search features to labelled questions, cross-validated by repository.

usage: fit.py --ori target/release/ori --shared ../shared/retrieval --repos OUT/repos [--ablate] [--cache FILE]

Asks `ori search --json --explain` for the best places of every question, takes the raw value of every feature of the
best place of each file, and fits one weight per feature by softmax loss (a labelled file against the unlabelled ones of its
question). Repositories are dealt to folds in order of name; what is
printed is NDCG@10 over files on the fold that was left out, then the weights fitted on all. Deterministic.
Needs numpy and scipy.
"""
import os
os.environ.setdefault('OPENBLAS_NUM_THREADS', '1')  # more threads only wait for each other here
import argparse, json, pickle, subprocess, sys, tempfile
from collections import defaultdict
from pathlib import Path
import numpy as np
from scipy.optimize import minimize

FOLDS = 8
RIDGE = 3e-2
PRIOR = 0.2  # what a feature is thought to be worth (per standard deviation) until the data says otherwise
KEPT = 40


def ask(ori, repo, query, index_dir):
    out = subprocess.run([ori, 'search', '--json', '--explain', '--limit', '200', '--root', repo, '--', query],
                         capture_output=True, text=True, env={**os.environ, 'ORI_INDEX_DIR': index_dir})
    if out.returncode not in (0, 1):
        sys.exit(f'{repo}: {query}: {out.stderr}')
    best = {}
    for line in out.stdout.splitlines():
        row = json.loads(line)
        best.setdefault(row['path'], {name: part['value'] for name, part in row['parts'].items()})
    return best


def gather(args):
    sys.path.insert(0, str(args.shared))
    import score
    specs, tasks = score.load(args.shared / 'data')
    dev = json.loads((args.shared / 'data/split.json').read_text())['dev']
    rows = []
    with tempfile.TemporaryDirectory() as index_dir:
        for name in sorted(dev):
            spec = specs[name]
            root = args.repos / name / (spec.get('benchmark_root') or '')
            subprocess.run([args.ori, 'reindex', str(root)], check=True, capture_output=True,
                           env={**os.environ, 'ORI_INDEX_DIR': index_dir})
            for task in tasks[name]:
                found = ask(args.ori, str(root), task['q'], index_dir)
                labels = {path: any(score.path_matches(path, t['path']) for t in task['targets']) for path in found}
                n_targets = len({t['path'] for t in task['targets']})
                rows.append((name, spec['language'], task['cat'], task['q'], n_targets, found, labels))
    return rows


class Questions:
    """Feature matrices by question; the best KEPT by the present score, and what is labelled."""

    def __init__(self, rows, names):
        self.names = names
        self.all = []
        for repo, language, category, query, n_targets, found, labels in rows:
            paths = list(found)  # best first
            paths = sorted(paths[:KEPT] + [p for p in paths[KEPT:] if labels[p]])
            x = np.array([[found[p].get(n, 0.0) for n in names] for p in paths], dtype=float).reshape(len(paths), len(names))
            y = np.array([labels[p] for p in paths], dtype=bool)
            self.all.append((repo, language, category, query, n_targets, x, y, paths))
        self.repos = sorted({q[0] for q in self.all})


def ndcg(scores, y, n_targets):
    order = np.argsort(-scores, kind='stable')[:10]
    gain = sum(1 / np.log2(i + 2) for i, at in enumerate(order) if y[at])
    ideal = sum(1 / np.log2(i + 2) for i in range(min(10, n_targets)))
    return gain / ideal if ideal else 0.0


def rows_of(questions):
    """Every labelled file with the unlabelled ones it has to stand above: their features, where each such list starts,
    and what each counts."""
    blocks, starts, weights, at = [], [], [], 0
    for *_, x, y, _ in questions:
        if not y.any() or y.all():
            continue
        for i in np.flatnonzero(y):
            block = np.vstack([x[i], x[~y]])
            blocks.append(block)
            starts.append(at)
            weights.append(1.0 / y.sum())
            at += len(block)
    return np.concatenate(blocks), np.array(starts), np.array(weights)


def fit(questions, n):
    """Softmax of each labelled file against the unlabelled ones, with a ridge on scaled weights towards a small positive one."""
    x, starts, weights = rows_of(questions)
    scale = x.std(axis=0)
    scale[scale < 1e-9] = 1.0
    x = x / scale
    weights = weights / weights.sum()
    lengths = np.diff(np.append(starts, len(x)))

    def loss(v):
        s = x @ v
        top = np.maximum.reduceat(s, starts)
        e = np.exp(s - np.repeat(top, lengths))
        total = np.add.reduceat(e, starts)
        value = (weights * (top + np.log(total) - s[starts])).sum() + RIDGE * ((v - PRIOR) ** 2).sum()
        share = e / np.repeat(total, lengths) * np.repeat(weights, lengths)
        share[starts] -= weights
        return value, share @ x + 2 * RIDGE * (v - PRIOR)

    return minimize(loss, np.full(n, 0.3), jac=True, method='L-BFGS-B').x / scale


def macro(values):
    by = defaultdict(list)
    for key, value in values:
        by[key].append(value)
    return float(np.mean([np.mean(v) for v in by.values()]))


def cross_validate(data, columns):
    """NDCG@10 of every question under weights that never saw its repository."""
    folds = [set(data.repos[i::FOLDS]) for i in range(FOLDS)]
    out = []
    for held in folds:
        train = [(*q[:5], q[5][:, columns], *q[6:]) for q in data.all if q[0] not in held]
        w = fit(train, len(columns))
        for q in data.all:
            if q[0] in held:
                out.append((q, ndcg(q[5][:, columns] @ w, q[6], q[4])))
    return out


def report(scored):
    total = macro([(q[0], s) for q, s in scored])
    print(f'NDCG@10 over files, macro over repositories: {total:.4f}')
    for at, title in ((2, 'category'), (1, 'language')):
        by = defaultdict(list)
        for q, s in scored:
            by[q[at]].append((q[0], s))
        print(f'  by {title}: ' + '  '.join(f'{k} {macro(v):.3f}' for k, v in sorted(by.items())))
    return total


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--ori', default='target/release/ori')
    ap.add_argument('--shared', type=Path, required=True)
    ap.add_argument('--repos', type=Path, required=True)
    ap.add_argument('--cache', type=Path)
    ap.add_argument('--ablate', action='store_true')
    ap.add_argument('--misses', action='store_true', help='print the questions that lose most')
    args = ap.parse_args()
    if args.cache and args.cache.exists():
        rows = pickle.loads(args.cache.read_bytes())
    else:
        rows = gather(args)
        if args.cache:
            args.cache.write_bytes(pickle.dumps(rows))
    names = sorted({n for row in rows for found in row[5].values() for n in found if n != 'behind its best'})
    data = Questions(rows, names)
    possible = [(q, ndcg(q[6].astype(float), q[6], q[4])) for q in data.all]
    print(f'{len(data.all)} questions, {len(data.repos)} repositories; best possible order {macro([(q[0], s) for q, s in possible]):.4f}')
    everything = list(range(len(names)))
    scored = cross_validate(data, everything)
    total = report(scored)
    if args.ablate:
        print('left out, what it costs:')
        for i, n in enumerate(names):
            rest = [c for c in everything if c != i]
            print(f'  {n:20} {macro([(q[0], s) for q, s in cross_validate(data, rest)]) - total:+.4f}')
    if args.misses:
        for q, s in sorted(scored, key=lambda pair: pair[1])[:80]:
            print(f'{s:.2f} {q[0]} [{q[2]}] {q[3]}')
    w = fit(data.all, len(names))
    print('on what it was fitted:', f"{macro([(q[0], ndcg(q[5] @ w, q[6], q[4])) for q in data.all]):.4f}")
    for n, value in zip(names, w):
        print(f'  ("{n}", {value:.3f}),')


if __name__ == '__main__':
    main()
