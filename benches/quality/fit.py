#!/usr/bin/env python3
"""Fits the weights of the search features to labelled questions, cross-validated by repository.

usage: fit.py --ori target/release/ori --shared ../shared/retrieval --repos OUT/repos [--ablate] [--cache FILE]
              [--mined DIR --mined-cache FILE]

Asks `ori search --json --explain` for the best places of every question, takes the raw value of every feature of the
best place of each file, and fits one weight per feature. First by softmax loss (a labelled file against the unlabelled ones of
its question); then once more by pairs, each of which counts what swapping its two files in that order would change of NDCG.
Repositories are dealt to folds in order of name; what is printed is NDCG@10 over files on the fold that was left out, then
the weights fitted on all. Deterministic. `--mined` adds the questions of mine.py to every fold's training, never to the score.
Needs numpy and scipy.
"""
import os
os.environ.setdefault('OPENBLAS_NUM_THREADS', '1')  # more threads only wait for each other here
import argparse, json, pickle, subprocess, sys, tempfile
from collections import defaultdict
from pathlib import Path
import numpy as np
from scipy.optimize import minimize

ARMS = {
    'vectors': {'meaning', "file's meaning", 'best meanings'},
    'keywords': {'words', 'names', 'several chunks'},
    'definitions': {'defines', 'name overlap', 'named after', 'names', 'exports again'},
    'paths': {'file name', 'folders', 'path', 'named after'},
    'uses': {'central', 'used'},
    'priors': {'role', 'size', 'tested', 'internal', 'companions'},
}
FOLDS = 8
RIDGE = 3e-2
RIDGE_PAIRS = 1e-2
MINED = 0.3  # what a mined question counts beside a labelled one
PRIOR = 0.2  # what a feature is thought to be worth (per standard deviation) until the data says otherwise
UNSURE = {'path', 'best meanings', 'companions', 'internal'}  # thought to be worth nothing until then
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


def questions_of_benchmark(args):
    """Root, questions and what makes a path an answer, by repository."""
    sys.path.insert(0, str(args.shared))
    import score
    specs, tasks = score.load(args.shared / 'data')
    for name in sorted(json.loads((args.shared / 'data/split.json').read_text())['dev']):
        root = args.repos / name / (specs[name].get('benchmark_root') or '')
        asked = [(task['cat'], task['q'], {t['path'] for t in task['targets']}) for task in tasks[name]]
        yield name, specs[name]['language'], root, asked, score.path_matches


def questions_mined(folder):
    """The same for what `mine.py` wrote."""
    rows = [json.loads(line) for line in (folder / 'questions.jsonl').read_text().splitlines()]
    for name in sorted({row['repo'] for row in rows}):
        own = [row for row in rows if row['repo'] == name]
        asked = [(row['kind'], row['question'], {row['answer']}) for row in own]
        yield name, own[0]['language'], folder / 'repos' / name, asked, lambda path, answer: path == answer


def gather(ori, repositories):
    rows = []
    with tempfile.TemporaryDirectory() as index_dir:
        for name, language, root, asked, is_answer in repositories:
            subprocess.run([ori, 'reindex', str(root)], check=True, capture_output=True,
                           env={**os.environ, 'ORI_INDEX_DIR': index_dir})
            for kind, question, answers in asked:
                found = ask(ori, str(root), question, index_dir)
                labels = {path: any(is_answer(path, answer) for answer in answers) for path in found}
                rows.append((name, language, kind, question, len(answers), found, labels))
    return rows


def kept(cache, make):
    """What was gathered before, or `make()`."""
    if cache and cache.exists():
        return pickle.loads(cache.read_bytes())
    rows = make()
    if cache:
        cache.write_bytes(pickle.dumps(rows))
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


def descend(loss, start):
    return minimize(loss, start, jac=True, method='L-BFGS-B').x


def fit_softmax(questions, n):
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

    return descend(loss, np.full(n, 0.3)) / scale


def pairs_of(questions, w):
    """Differences of features of every labelled file and an unlabelled one; what swapping them would change of NDCG."""
    differences, weights = [], []
    for counts, (*_, n_targets, x, y, _) in questions:
        ranks = np.argsort(np.argsort(-(x @ w), kind='stable'), kind='stable')
        gain = 1 / np.log2(ranks + 2)
        ideal = sum(1 / np.log2(i + 2) for i in range(min(10, n_targets)))
        for i in np.flatnonzero(y):
            differences.append(x[i] - x[~y])
            weights.append(counts * np.abs(gain[i] - gain[~y]) / ideal)
    return np.concatenate(differences), np.concatenate(weights)


def fit(questions, names, mined=()):
    """The weights of the features called `names`."""
    fitting = [q for q in questions if q[6].any() and not q[6].all()]
    extra = [q for q in mined if q[6].any() and not q[6].all()]
    w = fit_softmax(fitting, len(names))
    d, weights = pairs_of([(1.0, q) for q in fitting] + [(MINED, q) for q in extra], w)
    scale = np.concatenate([q[5] for q in fitting]).std(axis=0)
    scale[scale < 1e-9] = 1.0
    d = d / scale
    weights = weights / weights.sum()
    prior = np.array([0.0 if n in UNSURE else PRIOR for n in names])

    def loss(v):
        margin = d @ v
        value = (weights * np.logaddexp(0, -margin)).sum() + RIDGE_PAIRS * ((v - prior) ** 2).sum()
        return value, (-weights / (1 + np.exp(margin))) @ d + 2 * RIDGE_PAIRS * (v - prior)

    return descend(loss, w * scale) / scale


def macro(values):
    by = defaultdict(list)
    for key, value in values:
        by[key].append(value)
    return float(np.mean([np.mean(v) for v in by.values()]))


def only(questions, columns):
    return [(*q[:5], q[5][:, columns], *q[6:]) for q in questions]


def cross_validate(data, columns, mined=()):
    """NDCG@10 of every question under weights that never saw its repository."""
    folds = [set(data.repos[i::FOLDS]) for i in range(FOLDS)]
    names, mined, out = [data.names[c] for c in columns], only(mined, columns), []
    for held in folds:
        w = fit(only([q for q in data.all if q[0] not in held], columns), names, mined)
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
    ap.add_argument('--mined', type=Path, help='what mine.py wrote')
    ap.add_argument('--mined-cache', type=Path)
    ap.add_argument('--ablate', action='store_true')
    ap.add_argument('--misses', action='store_true', help='print the questions that lose most')
    args = ap.parse_args()
    rows = kept(args.cache, lambda: gather(args.ori, questions_of_benchmark(args)))
    mined_rows = kept(args.mined_cache, lambda: gather(args.ori, questions_mined(args.mined))) if args.mined else []
    names = sorted({n for row in rows for found in row[5].values() for n in found if n != 'behind its best'})
    data, mined = Questions(rows, names), Questions(mined_rows, names)
    possible = [(q, ndcg(q[6].astype(float), q[6], q[4])) for q in data.all]
    print(f'{len(data.all)} questions, {len(data.repos)} repositories; best possible order {macro([(q[0], s) for q, s in possible]):.4f}')
    everything = list(range(len(names)))
    scored = cross_validate(data, everything, mined.all)
    total = report(scored)
    if args.ablate:
        print('left out, what it costs:')
        for what, out in [*ARMS.items(), *((n, {n}) for n in names)]:
            rest = [c for c in everything if names[c] not in out]
            cost = macro([(q[0], s) for q, s in cross_validate(data, rest, mined.all)]) - total
            print(f'  {what:20} {cost:+.4f}', flush=True)
    if args.misses:
        for q, s in sorted(scored, key=lambda pair: pair[1])[:80]:
            print(f'{s:.2f} {q[0]} [{q[2]}] {q[3]}')
    w = fit(data.all, names, mined.all)
    if mined.all:
        print('mined questions, fitted on them too:', f"{macro([(q[0], ndcg(q[5] @ w, q[6], q[4])) for q in mined.all]):.4f}")
    print('on what it was fitted:', f"{macro([(q[0], ndcg(q[5] @ w, q[6], q[4])) for q in data.all]):.4f}")
    for n, value in zip(names, w):
        print(f'  ("{n}", {value:.3f}),')


if __name__ == '__main__':
    main()
