#!/usr/bin/env python3
"""SIGKILL at random moments of a pass, the daemon, a collection and a merge; every question after it must be
answered as a clean index answers it.

  python3 tests/soak/crash.py --ori target/release/ori [--repo GIT] [--kills 200] [--seed 1]
"""
import argparse, random, shutil, subprocess, time
from common import Ori, differences, kill, repository, scratch
from fuzz import History

QUESTIONS = [("search", "--json", "--limit", "20", "parse the file"), ("files", "--json", "--limit", "5000"),
             ("search", "--json", "--limit", "20", "fuzz x"), ("refs", "--json", "--all", "new")]


def answers(ori, root):
    return [ori.run(*question, "--root", root) for question in QUESTIONS]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ori", required=True)
    parser.add_argument("--repo")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    base = scratch()
    root = repository(base / "tree", args.repo)
    (base / "outside").mkdir()
    ori, clean = Ori(args.ori, base / "index"), Ori(args.ori, base / "clean")
    rng = random.Random(args.seed)
    history = History(root, rng, base / "outside")
    times, notes, start = {"index": 1.0, "gc": 0.3, "daemon": 1.0, "merge": 0.3}, 0, time.time()
    for n in range(args.kills):
        what = list(times)[n % len(times)]
        history.step()
        if what == "merge":
            # Nine small packs are one too many: the pass that follows merges them.
            for _ in range(9):
                history.new_file()
                ori.run("reindex", root)
            history.new_file()
        if what == "gc":
            # Something to collect.
            for _ in range(20):
                history.edit()
            ori.run("reindex", root)
            history.back_to_clean()
            ori.run("reindex", root)
        command = {"index": ("reindex", root), "merge": ("reindex", root), "gc": ("gc", "--root", root)}.get(what)
        began = time.time()
        process = ori.popen(*command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) if command else ori.watch(root)
        if what == "daemon":
            time.sleep(rng.random() * 0.3)
            history.step()
        time.sleep(rng.random() * times[what])
        if process.poll() is not None and what != "daemon":
            times[what] = max(0.02, (times[what] + time.time() - began) / 2 * 0.9)
        kill(process)
        found = answers(ori, root)
        shutil.rmtree(base / "clean", ignore_errors=True)
        expected = answers(clean, root)
        for question, a, b in zip(QUESTIONS, found, expected):
            assert (a.returncode, a.stdout) == (b.returncode, b.stdout), \
                f"kill {n} of {what}: {question} after {history.said}; kept in {base}\n{a.stdout[:2000]}\nnot\n{b.stdout[:2000]}"
            notes += "rebuilt" in a.stderr
        if n % 20 == 19:
            print(f"{n + 1} kills, all answers right, {notes} said the index was rebuilt, {time.time() - start:.0f} s", flush=True)
    ori.run("reindex", root)
    clean.run("reindex", root)
    assert not differences(ori.view(root), clean.view(root))
    left = [path.name for path in ori.stores()[0].rglob("*.tmp")]
    assert not left, left
    print(f"{args.kills} kills, every answer right, {notes} rebuilds, {time.time() - start:.0f} s")
    shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    main()
