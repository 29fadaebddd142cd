#!/usr/bin/env python3
"""Asks the example `weigh` for every task of a context benchmark: what each chunk is judged by, and the contexts.

 context_run.py WEIGH SET.jsonl OUT [--split python_dev_fast100 | --not-split ...] [--slots DIR]

Each base commit is laid out in turn in one folder a project (layout.py of the benchmark, beside SET's folder), with what
git said of its history kept in OUT/logs, and asked before the next. Tasks that OUT has already are passed over, so a
broken run goes on where it stopped. Afterwards: score.py SET --run OUT/run.jsonl, and context_fit.py OUT."""
import argparse, json, os, subprocess, sys
def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ('weigh', 'set', 'out'): ap.add_argument(name)
    for name in ('--split', '--not-split'): ap.add_argument(name)
    ap.add_argument('--slots', default='slots'); a = ap.parse_args()
    bench = os.path.dirname(os.path.dirname(os.path.abspath(a.set))); sys.path.insert(0, bench)
    from layout import layout
    tasks = [json.loads(line) for line in open(a.set)]; named = json.load(open(f'{bench}/data/split.json'))
    if a.split: tasks = [t for t in tasks if t['id'] in set(named[a.split])]
    if a.not_split: tasks = [t for t in tasks if t['id'] not in set(named[a.not_split])]
    tasks.sort(key=lambda t: (t['repo'], t['id'])); os.makedirs(f'{a.out}/logs', exist_ok=True)
    weigh = subprocess.Popen([a.weigh, a.out], stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for n, t in enumerate(tasks):
        if os.path.exists(f'{a.out}/{t["id"]}.json'): continue
        slot = os.path.join(os.path.abspath(a.slots), t['repo'].replace('/', '__')); log = f'{os.path.abspath(a.out)}/logs/{t["id"]}'
        layout(t['repo'], t['base'], slot)
        if not os.path.exists(log):
            with open(log, 'w') as kept: subprocess.run(['git', '-C', slot, 'log', '-n', '1500', '--no-merges', '--name-only', '--format=%x00%s'], stdout=kept, stderr=subprocess.DEVNULL)
        weigh.stdin.write(json.dumps({'id': t['id'], 'root': slot, 'store': slot + '.store', 'query': t['query'], 'log': log}) + '\n'); weigh.stdin.flush()
        said = weigh.stderr.readline()
        if not said: sys.exit(f'{t["id"]}: weigh ended')
        print(f'{n + 1}/{len(tasks)}', said.strip(), flush=True)
    weigh.stdin.close(); sys.exit(weigh.wait())
if __name__ == '__main__': main()
