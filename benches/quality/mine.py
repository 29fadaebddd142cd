#!/usr/bin/env python3
"""Mines questions with known answers from doc comments, for `fit.py --mined`.

usage: mine.py --mirror DIR --out DIR

Takes the repositories of mined.txt from DIR/<owner>+<name>/repo at their pinned revisions; none of them is in a benchmark we
use. The first sentence of a doc comment is a question, the file it stands in its answer. The whole comment is taken out of
the copy that is indexed, so that only the code (and what others say of it) can lead back to it. Names of types are questions
too. One sentence a file, types and modules before functions, in an order that is the same on every machine. Writes
OUT/repos/NAME/ and OUT/questions.jsonl.
"""
import argparse, hashlib, io, json, re, subprocess
from pathlib import Path

SENTENCES = 30  # questions a repository
SYMBOLS = 6
HERE = Path(__file__).resolve().parent

SLASHES, HASHES, DASHES, QUOTES, BLOCK, HEREDOC = '//', '#', '--', '"""', '/*', '@doc'
COMMENTS = {
    'ts': (BLOCK,), 'tsx': (BLOCK,), 'js': (BLOCK,), 'java': (BLOCK,), 'kt': (BLOCK,), 'scala': (BLOCK,), 'php': (BLOCK,),
    'rs': (SLASHES,), 'go': (SLASHES,), 'swift': (SLASHES,), 'cs': (SLASHES,), 'cpp': (SLASHES, BLOCK), 'hpp': (SLASHES, BLOCK),
    'c': (BLOCK,), 'h': (BLOCK,), 'rb': (HASHES,), 'py': (QUOTES,), 'ex': (HEREDOC,), 'hs': (DASHES,), 'lua': (DASHES,),
}
BESIDE = re.compile(r'(^|/)(t|tests?|resources|specs?|docs?|examples?|samples?|benchmarks?|bench|vendor|third_party|extras|fixtures|'
                    r'node_modules|dist|website|scripts?|tools|migrations?)(/|$)|[._-](test|spec|stories)\.|(Test|Tests|Spec)\.\w+$|'
                    r'(^|/)test_|_test\.\w+$|\.d\.ts$', re.I)
TYPE = re.compile(r'\b(class|struct|interface|trait|enum|protocol|object|module|defmodule|data|newtype|record|type)\s+(?:class\s+)?([A-Z][\w.]*)')
CALLED = re.compile(r'\b(?:def|fn|func|function|fun|defmacro)\s+(?:\([^)]*\)\s*)?(?:self\.)?([A-Za-z_]\w*)')
OTHER = re.compile(r'\b([A-Za-z_]\w*)\s*(?:::|\(|=|:|<)')
NOT_ASKED = re.compile(r'https?:|copyright|licen[sc]e|todo|fixme|deprecated|@\w+|\b(see|note|returns?|same as|internal)\b|[{}|<>=;]', re.I)


def blocks(text, kinds):
    """Doc comments: where they start and end, their words, and the lines that follow (or lead) with the definition."""
    lines = text.split('\n')
    for kind in kinds:
        if kind == BLOCK:
            for found in re.finditer(r'^[ \t]*/\*\*?(?!\*)(.*?)\*/[ \t]*\n', text, re.S | re.M):
                said = re.sub(r'^\s*\*+ ?', '', found[1], flags=re.M)
                yield found.start(), found.end(), said, text[found.end():found.end() + 400]
        elif kind == QUOTES:
            for found in re.finditer(r'(?:\A|(?<=\n))([ \t]*(?:class|def|async def)[^\n]*(?:\n[^\n]*){0,6}?:[ \t]*\n|\A)[ \t]*r?"""(.*?)"""[ \t]*\n', text, re.S):
                start = found.start(2) - 3
                yield text.rfind('\n', 0, start) + 1, found.end(), found[2], found[1] or None
        elif kind == HEREDOC:
            for found in re.finditer(r'^[ \t]*@(?:module)?doc\s+"""(.*?)"""[ \t]*\n', text, re.S | re.M):
                before = text[:found.start()].rstrip().rsplit('\n', 1)[-1]
                yield found.start(), found.end(), found[1], before if 'moduledoc' in found[0][:40] else text[found.end():found.end() + 400]
        else:
            mark = {SLASHES: r'//[/!]?', HASHES: r'#', DASHES: r'--'}[kind]
            for found in re.finditer(rf'(?:^[ \t]*{mark}(?![/#-])[^\n]*\n)+', text, re.M):
                said = re.sub(rf'^[ \t]*{mark}[ \t]?\|?[ \t]?', '', found[0], flags=re.M)
                yield found.start(), found.end(), re.sub(r'</?(summary|para)>', ' ', said), text[found.end():found.end() + 400]


def defined(lines):
    """What is defined there, and whether it is a type or module."""
    if lines is None:
        return '', True
    rows = [row for row in lines.split('\n') if row.strip() and not re.match(r'\s*(@\w+(\(.*\))?\s*$|#\[|\[\w)', row)]
    row = rows[0] if rows else ''
    if found := TYPE.search(row):
        return found[2], True
    found = CALLED.search(row) or OTHER.search(row)
    return (found[1], False) if found else (None, False)


def sentence(said, name):
    first = re.split(r'(?<=[a-z)`])[.:](?:\s|$)|\n\s*\n', said.strip(), maxsplit=1)[0]
    words = re.sub(r'\[([^\]]*)\](\([^)]*\))?', r'\1', re.sub(r'[`*_\'"]+(?=\s|\w|$)|(?<=\w)[`*\'"]+', '', first)).split()
    if words and name and words[0].strip('.,').lower() == name.lower():
        words = words[1:]
    text = ' '.join(words).strip(' .,:-')
    return text if 5 <= len(text.split()) <= 18 and text.isascii() and not NOT_ASKED.search(text) else None


def order(*parts):
    return hashlib.sha256('\0'.join(parts).encode()).hexdigest()


def mine(name, files):
    """Questions of one repository; takes the asked comments out of `files`."""
    asked, types, mentions = [], {}, {}
    for path, text in files.items():
        kinds = COMMENTS.get(path.rsplit('.', 1)[-1])
        if not kinds or BESIDE.search(path):
            continue
        for found in TYPE.finditer(text):
            types.setdefault(found[2], set()).add(path)
        for word in set(re.findall(r'\b[A-Z]\w{3,}\b', text)):
            mentions[word] = mentions.get(word, 0) + 1
        best = None
        for start, end, said, lines in blocks(text, kinds):
            what, is_type = defined(lines)
            question = what is not None and sentence(said, what)
            if question:
                rank = (not is_type, order(name, path, question))
                found = (rank, (question, path, start, end))
                best = min(best, found) if best else found
        if best:
            asked.append(best)
    rows, seen = [], set()
    for _, (question, path, start, end) in sorted(asked)[:4 * SENTENCES]:
        said = ' '.join(question.split()[1:5])
        # What another file says in the same words would lead there instead.
        if len(rows) < SENTENCES and question not in seen and sum(said in text for text in files.values()) == 1:
            seen.add(question)
            rows.append({'repo': name, 'kind': 'sentence', 'question': question, 'answer': path})
            files[path] = files[path][:start] + files[path][end:]
    alone = [(order(name, word), word) for word, paths in types.items() if len(paths) == 1 and mentions.get(word, 0) >= 4]
    rows += [{'repo': name, 'kind': 'symbol', 'question': word, 'answer': min(types[word])} for _, word in sorted(alone)[:SYMBOLS]]
    return rows


def read(git, revision):
    """The texts of a revision by path. The largest files of a mirror may be absent."""
    listed = subprocess.run(['git', '-C', git, 'ls-tree', '-r', '-z', revision], check=True, capture_output=True).stdout.decode()
    blobs = [(row.split()[2], row.split('\t', 1)[1]) for row in listed.split('\0') if row.startswith('100')]
    asked = '\n'.join(blob for blob, _ in blobs).encode() + b'\n'
    stream = io.BytesIO(subprocess.run(['git', '-C', git, 'cat-file', '--batch'], check=True, input=asked, capture_output=True).stdout)
    files = {}
    for _, path in blobs:
        head = stream.readline().split()
        if len(head) == 3:
            body = stream.read(int(head[2]))
            stream.read(1)
            if len(body) < 1 << 20 and b'\0' not in body[:8192]:
                files[path] = body.decode('utf-8', 'replace').replace('\r\n', '\n')
    return files


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--mirror', type=Path, required=True)
    ap.add_argument('--out', type=Path, required=True)
    args = ap.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    with open(args.out / 'questions.jsonl', 'w') as out:
        for line in (HERE / 'mined.txt').read_text().split('\n'):
            if not line.strip() or line.startswith('#'):
                continue
            full, revision, language = line.split()
            git = args.mirror / full.replace('/', '+') / 'repo'
            files, root = read(git, revision), args.out / 'repos' / full.split('/')[1]
            rows = mine(full.split('/')[1], files)
            for path, text in files.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            print(full, len(files), 'files,', len(rows), 'questions')
            out.writelines(json.dumps({**row, 'language': language}) + '\n' for row in rows)


if __name__ == '__main__':
    main()
