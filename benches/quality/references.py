#!/usr/bin/env python3
"""Where `ori refs` is right, wrong and silent, against references that language servers listed.

    references.py --ori target/release/ori --data ../shared/references/data --repos REPOS [--repo X,Y]
                  [--save FILE] [--against FILE] [--misses N] [--jobs 2]

Asks every symbol once with `--all` and reads evidence and confidence of each row. Prints, as the
scorer of the data does (macro F1 at the default cut, by language and by kind), what each evidence
word and each confidence is worth (of rows that say 0.9, how many are right: the constants in
`retriever/src/evidence.rs` come from that table), and recall of all rows. `--save` keeps the
answers, `--against` shows which symbols got better or worse since. `--misses` lists the worst.

Matching is by path and line; lines that the server could not settle are left out, as in the scorer.
"""

import argparse, collections, concurrent.futures, json, os, subprocess, sys

CUT = 0.5
MEMBERS = ("method", "field", "variant")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("ori", "data", "repos"):
        parser.add_argument("--" + name, required=True)
    for name in ("repo", "save", "against"):
        parser.add_argument("--" + name)
    parser.add_argument("--rows", help="write every judged row there, as JSON lines")
    parser.add_argument("--misses", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--cut", type=float, default=CUT)
    return parser.parse_args()


def symbols(asked):
    wanted = set(asked.repo.split(",")) if asked.repo else None
    for file in sorted(os.listdir(asked.data)):
        repo, ending = os.path.splitext(file)
        if ending == ".jsonl" and os.path.isdir(os.path.join(asked.repos, repo)) and (not wanted or repo in wanted):
            with open(os.path.join(asked.data, file)) as lines:
                yield from map(json.loads, lines)


def ask(asked, symbol):
    root = os.path.join(os.path.abspath(asked.repos), symbol["repo"])
    place = f"{symbol['def']['path']}:{symbol['def']['line']}"
    command = [asked.ori, "refs", "--json", "--all", "--root", root, symbol["symbol"], "--at", place]
    told = subprocess.run(command, capture_output=True, text=True, cwd=root)
    if told.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: {told.stderr}")
    rows = [json.loads(line) for line in told.stdout.splitlines()]
    return [row for row in rows if "path" in row]


def judge(symbol, rows, cut):
    """Lines right, wrong and missing at the cut, and every judged line with its best row."""
    lines = lambda key: {(row["path"], row["line"]) for row in symbol.get(key, [])}
    gold = lines("refs")
    neutral = (lines("decls") | lines("maybe") | lines("implicit") | {(symbol["def"]["path"], symbol["def"]["line"])}) - gold
    best = {}
    for row in rows:
        place = (row["path"], row["line"])
        if place not in neutral and (place not in best or row["confidence"] > best[place]["confidence"]):
            best[place] = row
    shown = {place for place, row in best.items() if row["confidence"] >= cut}
    counts = (len(shown & gold), len(shown - gold), len(gold - shown))
    return counts, len(gold & set(best)), gold, best


def f1(right, wrong, missing):
    if right + missing == 0:
        return 1.0 if wrong == 0 else 0.0
    return 2 * right / (2 * right + wrong + missing)


def table(title, groups):
    print(f"\n{title:28} {'n':>5} {'P':>6} {'R':>6} {'F1':>6} | macro F1 | R all")
    for name in sorted(groups):
        rows = groups[name]
        right, wrong, missing, found = (sum(row[i] for row in rows) for i in range(4))
        macro = sum(f1(*row[:3]) for row in rows) / len(rows)
        precision, recall = right / max(1, right + wrong), right / max(1, right + missing)
        print(f"{name:28} {len(rows):5} {precision:6.3f} {recall:6.3f} {f1(right, wrong, missing):6.3f} |   {macro:.3f}  | {found / max(1, right + missing):.3f}")


def main():
    asked = arguments()
    all_symbols = list(symbols(asked))
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        answers = list(pool.map(lambda symbol: ask(asked, symbol), all_symbols))
    groups = {title: collections.defaultdict(list) for title in ("language", "language/kind", "kind", "repository")}
    worth = {title: collections.defaultdict(lambda: [0, 0]) for title in ("evidence", "confidence", "language/evidence")}
    before = {}
    if asked.against:
        before = {tuple(key): counts for key, counts in json.load(open(asked.against))}
    kept, changed, worst = [], [], []
    written = open(asked.rows, "w") if asked.rows else None
    for symbol, rows in zip(all_symbols, answers):
        counts, found, gold, best = judge(symbol, rows, asked.cut)
        lang, kind = symbol["lang"], symbol["kind"]
        group = "member" if kind in MEMBERS else "by name"
        for title, name in zip(groups, (lang, f"{lang}/{group}", kind, symbol["repo"])):
            groups[title][name].append((*counts, found))
        for place, row in best.items():
            if written:
                about = {"repo": symbol["repo"], "symbol": symbol["symbol"], "lang": lang, "kind": kind, "def": symbol["def"]}
                written.write(json.dumps({**row, **about, "right": place in gold}) + "\n")
            for title, name in zip(worth, (row["evidence"], f"{row['confidence']:.2f}", f"{lang} {row['evidence']}")):
                worth[title][name][place not in gold] += 1
        key = (symbol["repo"], symbol["symbol"], f"{symbol['def']['path']}:{symbol['def']['line']}")
        kept.append((key, counts))
        old = before.get(key)
        if old and f1(*old) != f1(*counts):
            changed.append((f1(*counts) - f1(*old), key, old, counts))
        worst.append((f1(*counts), key, symbol, counts, gold, best))
    for title, rows in groups.items():
        table(title, rows)
    every = [row for rows in groups["repository"].values() for row in rows]
    table("all", {"all": every})
    for title, rows in worth.items():
        print(f"\n{title:28} {'right':>6} {'wrong':>6} {'share':>6}")
        for name in sorted(rows):
            right, wrong = rows[name]
            print(f"{name:28} {right:6} {wrong:6} {right / (right + wrong):6.3f}")
    for gain, key, old, new in sorted(changed):
        print(f"{gain:+.2f} {' '.join(key)} {old} -> {new}")
    for score, key, symbol, counts, gold, best in sorted(worst, key=lambda row: row[0])[: asked.misses]:
        print(f"\n{score:.2f} {' '.join(key)} {symbol['kind']} in {symbol['container']} {counts}")
        shown = {place: row for place, row in best.items() if row["confidence"] >= asked.cut}
        for sign, places in (("missing", gold - set(shown)), ("wrong", set(shown) - gold)):
            for place in sorted(places)[:6]:
                row = best.get(place)
                said = f"{row['evidence']} {row['confidence']:.2f}" if row else "-"
                print(f"  {sign} {place[0]}:{place[1]}  [{said}]  {line_of(asked, symbol['repo'], place)}")
    if asked.save:
        json.dump(kept, open(asked.save, "w"))


def line_of(asked, repo, place):
    try:
        with open(os.path.join(asked.repos, repo, place[0]), errors="replace") as file:
            return file.read().splitlines()[place[1] - 1].strip()[:150]
    except (OSError, IndexError):
        return "?"


if __name__ == "__main__":
    main()
