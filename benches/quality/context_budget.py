#!/usr/bin/env python3
"""Asks `ori context` for random tasks and budgets and counts what it prints with tiktoken: never over, always exact.

 context_budget.py ORI ROOT... [--n 100] [--seed 1]

Tasks are words and lines out of the project's own files, now and then with symbols and Chinese between them; budgets
are 50 to 50,000, spread evenly by their logarithm. tiktoken brings the rules that cut text; the tables are those in
retriever/tokens, since it would load its own from the net. Prints a line for each failure and a count."""
import argparse, os, random, re, subprocess, sys
import tiktoken, tiktoken_ext.openai_public as public
HERE = os.path.dirname(os.path.abspath(__file__))
ODD = ['修复会话过期', '错误: 无法打开文件', '<|endoftext|>', '\u00e9\u0301', '🙂🙂', '\t\t', "it's", '0x1f', '```', '  ']
def encoding(name):
    packed = open(f'{HERE}/../../retriever/tokens/{name}.tokens', 'rb').read(); ranks = {}; at = 0
    while at < len(packed):
        n = packed[at]; ranks[packed[at + 1:at + 1 + n]] = len(ranks); at += 1 + n
    public.load_tiktoken_bpe = lambda *_, **__: ranks
    made = getattr(public, name + '_base')(); made.pop('explicit_n_vocab', None)
    return tiktoken.Encoding(**made)
def task(rng, files):
    lines = open(rng.choice(files), encoding='utf-8', errors='replace').read(200_000).split('\n')
    words = re.findall(r'\w{3,}', '\n'.join(lines)) or ['nothing']
    parts = [' '.join(rng.choices(words, k=rng.randint(1, 9)))]
    if rng.random() < .5: parts.append('\n'.join(rng.choices(lines, k=rng.randint(1, 12))))
    if rng.random() < .3: parts.append(rng.choice(ODD))
    return '\n'.join(parts).replace('\0', '')
def main():
    ap = argparse.ArgumentParser(); ap.add_argument('ori'); ap.add_argument('roots', nargs='+'); ap.add_argument('--n', type=int, default=100); ap.add_argument('--seed', type=int, default=1); a = ap.parse_args()
    rng = random.Random(a.seed); table = {n: encoding(n) for n in ('o200k', 'cl100k')}; n_asked = n_wrong = 0; fullest = []
    for root in a.roots:
        files = [p for p in subprocess.run(['git', '-C', root, 'ls-files', '-z'], capture_output=True, text=True).stdout.split('\0') if p]
        files = [f for f in (os.path.join(root, p) for p in files) if os.path.isfile(f) and not os.path.islink(f)]
        for _ in range(a.n):
            budget = int(50 * 1000 ** rng.random()); name = rng.choice(list(table)); form = rng.choice(['markdown', 'xml', 'plain', 'json']); text = task(rng, files)
            done = subprocess.run([a.ori, 'context', '--root', root, '--budget', str(budget), '--tokenizer', name, '--format', form, '--task-file', '-'], input=text.encode('utf-8', 'replace'), capture_output=True)
            said = re.search(rb'(\d+) of \d+ tokens', done.stderr); counted = len(table[name].encode_ordinary(done.stdout.decode())); n_asked += 1
            if done.returncode == 2 and not text.strip(): continue
            if said is None or int(said[1]) != counted or counted > budget:
                n_wrong += 1; print('WRONG', root, name, form, budget, 'said', said and int(said[1]), 'counted', counted, repr(text[:80]), done.stderr[-200:], flush=True)
            elif budget > 1000: fullest.append(counted / budget)
    print(f'{n_asked} asked, {n_wrong} wrong; budgets above 1,000 filled to {100 * sum(fullest) / max(1, len(fullest)):.1f} %')
    sys.exit(n_wrong > 0)
if __name__ == '__main__': main()
