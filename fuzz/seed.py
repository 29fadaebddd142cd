#!/usr/bin/env python3
"""Writes the seeds of both fuzz targets: every golden file and every small piece of one, in its own language.

  python3 fuzz/seed.py [FOLDER OF OTHER FILES ...]

The first byte of an input is the place of its language in the table of languages, read from grammars/src/langs.rs,
so seeds go stale when a row is put in the middle: run it again. Writes below fuzz/corpus/, which git does not keep.
"""
import hashlib, pathlib, re, sys

HERE = pathlib.Path(__file__).resolve().parent
BYTES_MAX = 4096


def languages():
    """File name endings and whole file names -> place in the table."""
    text = (HERE.parent / "grammars/src/langs.rs").read_text()
    table = text[text.index("static TABLE"):]
    table = table[: table.index("\n];")]
    known, n = {}, 0
    for row in re.split(r"\bRow \{", table)[1:]:
        for field in ("extensions", "files"):
            listed = re.search(field + r": &\[(.*?)\]", row, re.S)
            for word in re.findall(r'"([^"]+)"', listed.group(1) if listed else ""):
                known.setdefault(word, n)
        n += 1
    return known


def pieces(data):
    """The file, and windows of it that end at a line's end, small enough for the fuzzer to work on."""
    if len(data) <= BYTES_MAX:
        yield data
    lines, piece = data.splitlines(keepends=True), b""
    for line in lines:
        if len(piece) + len(line) > 600 and piece:
            yield piece
            piece = b""
        piece += line
    if piece:
        yield piece[:BYTES_MAX]


def main():
    known = languages()
    files = [path for path in (HERE.parent / "tests/golden").iterdir() if path.suffix != ".outline"]
    for folder in map(pathlib.Path, sys.argv[1:]):
        files += [path for path in folder.rglob("*") if path.is_file() and path.stat().st_size < 1 << 16]
    for target, head in (("outline", b""), ("chunk", b"\x07")):
        corpus = HERE / "corpus" / target
        corpus.mkdir(parents=True, exist_ok=True)
        for path in files:
            place = known.get(path.name, known.get(path.suffix.lstrip(".")))
            if place is None:
                continue
            for piece in pieces(path.read_bytes()):
                seed = bytes([place]) + head + piece
                (corpus / hashlib.sha1(seed).hexdigest()).write_bytes(seed)
        print(f"{target}: {sum(1 for _ in corpus.iterdir())} seeds")


if __name__ == "__main__":
    main()
