#!/usr/bin/env python3
"""Compares the files that `ori` sees with those that git sees.

    tests/soak/git_files.py path/to/ori REPOSITORY...

Git's are `git ls-files --cached --others --exclude-standard`, as far as they lie on disk; secrets,
size and generated rules do not count, since such files have a row too. What lies in submodules and
nested repositories is counted apart. With NOISE=1 files that ignore rules speak of are put into the
working tree first (give it clones that you can do without). Exits with 1 on any difference.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

NAMES = ["a.log", "core", "tags", ".DS_Store", "x.pyc", "x.o", "x.class", "out.tmp", "Thumbs.db", ".env.local",
         "build/b.txt", "target/t.txt", "dist/d.js", "node_modules/m/i.js", "__pycache__/c.pyc", "vendor/v.go",
         "coverage/c.info", "tmp/t", "log/l.log", "Build/B.txt", "a b.txt", "a.txt ", "é.log", ".vscode/s.json",
         "bin/run", "obj/o", ".cache/x", "doc/_build/i.html", "new.py"]


def git(repo, *args):
    return subprocess.run(["git", "-C", repo, *args], check=True, stdout=subprocess.PIPE).stdout


def noise(repo, tracked):
    folders = sorted({os.path.dirname(path) for path in tracked})
    names = list(NAMES)
    for path in tracked:
        if os.path.basename(path) == b".gitignore":
            with open(os.path.join(os.fsencode(repo), path), errors="replace") as rules:
                for rule in rules:
                    name = re.sub(r"[!*?\[\]\\]", "z", rule.strip().strip("/"))
                    if name and not name.startswith("#") and len(name) < 80:
                        names.append(name)
    for folder in folders[:: max(1, len(folders) // 12)]:
        for name in names:
            path = os.path.join(os.fsencode(repo), folder, os.fsencode(name))
            try:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "x") as file:
                    file.write("noise\n")
            except OSError:
                pass


def compare(ori, repo, index):
    stages = [row.split(b"\t", 1) for row in git(repo, "ls-files", "-z", "--stage").split(b"\0") if row]
    submodules = {path for mode, path in stages if mode.startswith(b"160000")}
    if os.environ.get("NOISE"):
        noise(repo, [path for _, path in stages])
    listed = git(repo, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split(b"\0")
    nested = {path.rstrip(b"/") for path in listed if path.endswith(b"/")} | submodules
    root = os.fsencode(os.path.realpath(repo))
    there = lambda path: os.path.lexists(os.path.join(root, path)) and os.path.realpath(
        os.path.dirname(os.path.join(root, path))).startswith(os.path.dirname(os.path.join(root, path)))
    gits = {path for path in listed if path and not path.endswith(b"/") and path not in submodules and there(path)}
    run = [ori, "files", "--json", "-n", "100000000", "", "--root", repo, "--index-dir", index]
    rows = subprocess.run(run, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.splitlines()
    rows = [json.loads(row) for row in rows]
    ours = {re.sub(rb"\\x([0-9a-f]{2})", lambda m: bytes([int(m[1], 16)]), row["path"].encode()) for row in rows if "path" in row}
    inside = {path for path in ours if any(path.startswith(folder + b"/") for folder in nested)}
    missing, extra = sorted(gits - ours), sorted(ours - gits - inside)
    ignored = len([p for p in git(repo, "ls-files", "-z", "--cached", "--ignored", "--exclude-standard").split(b"\0") if p])
    print(f"{os.path.basename(repo.rstrip('/'))}: {len(gits)} files ({ignored} tracked though ignored), "
          f"{len(missing)} missing, {len(extra)} extra, {len(inside)} in nested repositories", flush=True)
    for word, paths in [("missing", missing), ("extra", extra)]:
        for path in paths[:10]:
            print(f"  {word} {os.fsdecode(path)}")
    return bool(missing or extra)


def main():
    ori, repos = os.path.abspath(sys.argv[1]), sys.argv[2:]
    with tempfile.TemporaryDirectory() as index:
        sys.exit(int(any([compare(ori, repo, index) for repo in repos])))


main()
