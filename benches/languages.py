#!/usr/bin/env python3
"""What each language costs and gives on real files, universal-ctags beside it: the table of benches/RESULTS.md.

  cargo build --release -p grammars --example corpus
  python3 benches/languages.py [--corpus target/release/examples/corpus] LANGUAGE=FOLDER [LANGUAGE=FOLDER ...]

For each language: files and MB of it in the folder (a checkout of a repository), MB per second of one thread for
parsing and extracting (time on the processor), the share of bytes in places that could not be read, symbols per
thousand lines, and the tags that universal-ctags finds in the very same files (`--kinds-all=*` would add locals,
so its default kinds are used). Needs Python 3 and, for the last column, universal-ctags. Prints Markdown.
"""
import argparse, os, shutil, subprocess, tempfile

# Names that ctags has for our languages.
CTAGS = {"bash": "Sh", "c": "C", "cpp": "C++", "csharp": "C#", "css": "CSS", "dart": "Dart", "elixir": "Elixir", "go": "Go",
         "haskell": "Haskell", "java": "Java", "javascript": "JavaScript", "json": "JSON", "kotlin": "Kotlin", "lua": "Lua",
         "make": "Make", "markdown": "Markdown", "ocaml": "OCaml", "ocaml-interface": "OCaml", "php": "PHP", "proto": "Protobuf", "python": "Python",
         "r": "R", "rst": "ReStructuredText", "ruby": "Ruby", "rust": "Rust", "scala": "Scala", "sql": "SQL", "toml": "TOML",
         "tsx": "TypeScript", "typescript": "TypeScript", "yaml": "Yaml", "html": "HTML", "hcl": "Terraform", "ini": "Iniconf"}


def outlines(corpus, paths):
    """language -> its row, as `corpus --table` prints it."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as listed:
        listed.write("\n".join(map(str, paths)))
        listed.flush()
        out = subprocess.run([corpus, "--table", "--files", listed.name], capture_output=True, text=True, check=True).stdout
    rows = [line.split("\t") for line in out.splitlines()]
    return {row[0]: [int(number) for number in row[1:]] for row in rows}


def n_tags(lang, paths):
    known = subprocess.run(["ctags", "--list-languages"], capture_output=True, text=True).stdout.split()
    if CTAGS.get(lang) not in known:
        return None
    command = ["ctags", "-f", "-", "--sort=no", f"--language-force={CTAGS[lang]}", "-L", "-"]
    out = subprocess.run(command, input="\n".join(map(str, paths)), capture_output=True, text=True, errors="replace").stdout
    return sum(1 for line in out.splitlines() if not line.startswith("!"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", default="target/release/examples/corpus")
    parser.add_argument("wanted", nargs="+", metavar="LANGUAGE=FOLDER")
    a = parser.parse_args()
    corpus = os.path.abspath(a.corpus)
    print(f"load before: {os.getloadavg()[0]:.1f}\n")
    print("| language | repository | files | MB | MB/s | bytes in gaps | files with gaps | symbols per kLOC | ctags per kLOC |")
    print("|---|---|---|---|---|---|---|---|---|")
    for wanted in a.wanted:
        lang, folder = wanted.split("=", 1)
        out = subprocess.run([corpus, "--names", lang, folder], capture_output=True, text=True, check=True).stdout
        paths = out.splitlines()
        if not paths:
            print(f"| {lang} | {os.path.basename(folder)} | 0 | | | | | | |", flush=True)
            continue
        n_files, n_bytes, n_lines, micros, symbols, _, gaps, with_gaps, _ = outlines(corpus, paths)[lang]
        tags = n_tags(lang, paths) if shutil.which("ctags") else None
        beside = "no such parser" if tags is None else f"{1000 * tags / n_lines:.0f}"
        print(f"| {lang} | {os.path.basename(folder).split('+')[-1]} | {n_files:,} | {n_bytes / 1e6:.1f} | {n_bytes / micros:.1f} | "
              f"{100 * gaps / n_bytes:.2f} % | {with_gaps} | {1000 * symbols / n_lines:.0f} | {beside} |", flush=True)


if __name__ == "__main__":
    main()
