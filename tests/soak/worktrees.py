#!/usr/bin/env python3
"""Ten worktrees of one repository in one store, and a branch switch there and back.

  python3 tests/soak/worktrees.py --ori target/release/ori --repo GIT [--trees 10] [--other COMMIT]
"""
import argparse, shutil, time
from common import Ori, differences, git, kill, quiet_equal, repository, scratch


def size(store):
    return sum(path.stat().st_size for path in store.rglob("*") if path.is_file())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ori", required=True)
    parser.add_argument("--repo")
    parser.add_argument("--trees", type=int, default=10)
    parser.add_argument("--other", default="HEAD~1", help="a commit far from HEAD")
    args = parser.parse_args()
    base = scratch()
    root = repository(base / "tree0", args.repo)
    ori, fresh = Ori(args.ori, base / "index"), Ori(args.ori, base / "fresh")
    for n in range(args.trees):
        tree = base / f"tree{n}"
        if n:
            git(root, "worktree", "add", "-q", "--detach", str(tree))
        start = time.time()
        said = ori.run("reindex", tree).stdout.splitlines()[0]
        assert len(ori.stores()) == 1, ori.stores()
        took = time.time() - start
        assert not n or " 0 new" in said, said
        views = size(ori.stores()[0] / "views")
        print(f"tree {n}: {took:.2f} s, store {size(ori.stores()[0]) / 1e6:.1f} MB, of it views {views / 1e6:.2f} MB; {said}")
    daemon = ori.watching(root, log=base / "log")
    again = ori.run("reindex", "--watch", base / "tree1")
    assert "watches this project already" in again.stdout, again
    time.sleep(2)
    here = git(root, "rev-parse", "HEAD").stdout.strip()
    for turn, commit in (("first time", args.other), ("back", here), ("second time", args.other), ("back again", here)):
        start = time.time()
        n = git(root, "diff", "--name-only", "HEAD", commit).stdout.count("\n")
        git(root, "checkout", "-q", "-f", "--detach", commit)
        checkout = time.time() - start
        seconds, differs = quiet_equal(ori, fresh, root, 120)
        assert not differs, differs[:5]
        print(f"switch of {n} files, {turn}: git took {checkout:.1f} s, the daemon's view was true {seconds:.1f} s later")
    (base / "tree1/only_here.py").write_text("def only_here(): pass\n")
    seconds, differs = quiet_equal(ori, fresh, base / "tree1", 20)
    assert not differs, differs[:5]
    kill(daemon)
    print((base / "log").read_text()[-1500:])
    shutil.rmtree(base / "tree1")
    print(ori.run("gc", "--root", root).stdout.strip())
    shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    main()
