#!/usr/bin/env python3
"""Asks `ori search` the questions of questions.jsonl and prints how often the right file is among the first.

usage: questions.py --ori target/release/ori --mirror DIR --work DIR [--no-rg] [--json FILE]

--mirror holds a git directory for each repository, as DIR/OWNER+NAME/repo, DIR/OWNER+NAME.git or DIR/OWNER/NAME.
--work is where the named revisions are checked out (`git archive`, once) and where the index is kept; the folder given
to ori is the `root` of the question. A question is answered at rank r when r is the place of the first right file among
the distinct files of the answer (ten places asked). Beside it: a count of words with ripgrep, which ranks files by how many different
words of the question they hold, then by how often. The questions marked `extra` are reported on their own.
Standard library only; needs git, tar, and rg for the baseline.
"""
import argparse, json, os, re, subprocess, sys
from collections import Counter, defaultdict
from pathlib import Path

LIMIT = 10
STOP = set('a an and are at be been by for from how if in into is it its not of on one or that the their them they to was when '
           'where which while who with without'.split())


def git_dir(mirror, repo):
    owner, name = repo.split('/')
    for path in (mirror / f'{owner}+{name}' / 'repo', mirror / f'{owner}+{name}.git', mirror / owner / name):
        if path.exists():
            return path
    sys.exit(f'{repo}: no git directory under {mirror}')


def checked_out(args, row):
    tree = args.work / (row['repo'].replace('/', '+') + '@' + row['revision'][:12])
    if not (tree / '.whole').exists():
        tree.mkdir(parents=True, exist_ok=True)
        archive = subprocess.Popen(['git', f'--git-dir={git_dir(args.mirror, row["repo"])}', 'archive', row['revision'], row['root']],
                                   stdout=subprocess.PIPE)
        subprocess.run(['tar', 'x', '-C', str(tree)], stdin=archive.stdout, check=True)
        if archive.wait():
            sys.exit(f'{row["repo"]}: git archive of {row["revision"]} failed')
        (tree / '.whole').touch()  # An archive cut short must not pass for the repository.
    for path in row['answers']:
        if not (tree / path).is_file():
            sys.exit(f'{row["repo"]}: the answer {path} is not in {row["revision"]}')
    return tree


def whole_path(row, path):
    return path if row['root'] == '.' else f'{row["root"]}/{path}'


def by_ori(args, row, root):
    out = subprocess.run([args.ori, 'search', '--json', '--limit', str(LIMIT), '--root', str(root), '--', row['query']],
                         capture_output=True, text=True, env={**os.environ, 'ORI_INDEX_DIR': str(args.work / 'index')})
    if out.returncode not in (0, 1):
        return [], out.stderr.strip()
    places = [json.loads(line) for line in out.stdout.splitlines()]
    return list(dict.fromkeys(whole_path(row, p['path']) for p in places if 'path' in p)), ''


def words(query):
    ascii_words = {w.lower() for w in re.findall(r'[A-Za-z_][A-Za-z0-9_]+', query)} - STOP
    runs = re.findall(r'[\u4e00-\u9fff]+', query)
    return ascii_words | {run[i:i + 2] for run in runs for i in range(len(run) - 1)}


def by_count(row, root):
    different, total = Counter(), Counter()
    for word in words(row['query']):
        out = subprocess.run(['rg', '--count-matches', '--fixed-strings', '--ignore-case', '-e', word, '.'],
                             cwd=root, capture_output=True, text=True)
        for line in out.stdout.splitlines():
            path, _, count = line.rpartition(':')
            different[path] += 1
            total[path] += int(count)
    ranked = sorted(different, key=lambda p: (-different[p], -total[p], p))
    return [whole_path(row, p.removeprefix('./')) for p in ranked[:LIMIT]]


def rank(found, answers):
    return next((i for i, path in enumerate(found, 1) if path in answers), None)


def line(name, ranks):
    n = len(ranks)
    hits = '  '.join(f'{sum(r is not None and r <= k for r in ranks) / n:6.2f}' for k in (1, 5, 10))
    return f'{name:<34}{n:>4}  {hits}  {sum(1 / r for r in ranks if r) / n:6.3f}'


def table(title, rows, engine):
    print(f'\n{title:<34}{"n":>4}  {"hit@1":>6}  {"hit@5":>6}  {"hit@10":>6}  {"MRR":>6}')
    counted = [r for r in rows if not r.get('extra')]
    groups = defaultdict(list)
    for row in counted:
        for name in (row['repo'], 'lang ' + row['lang'], 'kind ' + row['kind']):
            groups[name].append(row[engine])
    for name in sorted(groups, key=lambda n: (n.startswith('kind'), n.startswith('lang'), n)):
        print(line(name, groups[name]))
    print(line('all', [r[engine] for r in counted]))
    if extra := [r[engine] for r in rows if r.get('extra')]:
        print(line('extra, apart', extra))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--ori', required=True)
    parser.add_argument('--mirror', type=Path, required=True)
    parser.add_argument('--work', type=Path, required=True)
    parser.add_argument('--no-rg', action='store_true', help='leave the baseline out')
    parser.add_argument('--json', type=Path, help='write every question with what was found')
    args = parser.parse_args()
    rows = [json.loads(text) for text in (Path(__file__).parent / 'questions.jsonl').read_text().splitlines()]
    indexed = set()
    for row in rows:
        root = checked_out(args, row) / row['root']
        if root not in indexed:
            subprocess.run([args.ori, 'reindex', str(root)], check=True, capture_output=True,
                           env={**os.environ, 'ORI_INDEX_DIR': str(args.work / 'index')})
            indexed.add(root)
        row['found'], row['error'] = by_ori(args, row, root)
        row['ori'] = rank(row['found'], row['answers'])
        if not args.no_rg:
            row['rg'] = rank(by_count(row, root), row['answers'])
    table('ori', rows, 'ori')
    if not args.no_rg:
        table('rg, words counted', rows, 'rg')
    print('\nNot among the first five:')
    for row in rows:
        if row['ori'] is None or row['ori'] > 5:
            print(f'- {row["repo"]}: {row["query"]}\n    right: {", ".join(row["answers"])} (at {row["ori"] or "none"})')
            print(f'    found: {row["error"] or ", ".join(row["found"][:5]) or "nothing"}')
    if args.json:
        args.json.write_text(json.dumps(rows, ensure_ascii=False, indent=1))


if __name__ == '__main__':
    main()
