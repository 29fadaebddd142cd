#!/usr/bin/env python3
"""Random histories of a real repository with the daemon running; after each, once all is quiet, the view that
the daemon published must be that of an index of its own, row by row.

  python3 tests/soak/fuzz.py --ori target/release/ori [--repo GIT] [--steps 1000] [--seed 1] [--kill] [--scan]

--kill ends the daemon with SIGKILL at random moments and starts it again. Every 25 steps the other index is
built from nothing. Exit 1 and the history of the step at the first difference.
"""
import argparse, os, random, shutil, sys, time
from pathlib import Path
from common import Ori, git, kill, quiet_equal, repository, scratch


class History:
    def __init__(self, root, rng, outside):
        self.root, self.rng, self.outside, self.said, self.n = root, rng, outside, [], 0
        self.commits = git(root, "rev-list", "--all", "--max-count=400").stdout.split()

    def files(self):
        found = []
        for folder, names, files in os.walk(self.root):
            names[:] = [name for name in names if name != ".git"]
            found += [Path(folder) / name for name in files]
        return found

    def folders(self):
        found = []
        for folder, names, _ in os.walk(self.root):
            names[:] = [name for name in names if name != ".git"]
            found.append(Path(folder))
        return found

    def a_file(self):
        files = [f for f in self.files() if f.is_file() and not f.is_symlink()]
        return self.rng.choice(files) if files else self.write(self.root / "first.py")

    def a_folder(self, root_too=True):
        folders = self.folders()
        return self.rng.choice(folders if root_too or len(folders) == 1 else folders[1:])

    def fresh_name(self):
        self.n += 1
        return f"new{self.n}_{self.rng.randrange(1000)}"

    def text(self):
        n = self.rng.randrange(10**6)
        return f"def fuzz_{n}(x):\n    return x + {n}\n\nfuzz_{n}({n})\n"

    def write(self, path, text=None):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text() if text is None else text)
        return path

    # What people and their programs do.
    def edit(self):
        with open(self.a_file(), "ab") as file:
            file.write(self.text().encode())

    def truncate(self):
        open(self.a_file(), "w").close()

    def same_size(self):
        path = self.a_file()
        data = bytearray(path.read_bytes())
        if data:
            data[self.rng.randrange(len(data))] = ord("x")
            path.write_bytes(data)

    def new_file(self):
        self.write(self.a_folder() / f"{self.fresh_name()}.py")

    def new_tree(self):
        top = self.a_folder() / self.fresh_name()
        for _ in range(self.rng.randrange(1, 8)):
            self.write(top / self.rng.choice(["", "a", "a/b", "c/d/e"]) / f"{self.fresh_name()}.py")

    def new_tree_renamed_at_once(self):
        top = self.a_folder() / self.fresh_name()
        self.write(top / "in/x.py")
        other = top.with_name(self.fresh_name())
        top.rename(other)
        self.write(other / "in/y.py")
        self.write(other / "in/x.py")

    def delete(self):
        self.a_file().unlink()

    def move_file(self):
        path, folder = self.a_file(), self.a_folder()
        path.rename(folder / f"{self.fresh_name()}{path.suffix}")

    def copy_file(self):
        path = self.a_file()
        shutil.copy(path, self.a_folder() / f"{self.fresh_name()}{path.suffix}")

    def dance(self):
        """As vim does: write beside, rename away, rename into place, delete."""
        path = self.a_file()
        beside, away = path.with_name(path.name + ".new"), path.with_name(path.name + "~")
        beside.write_bytes(path.read_bytes() + self.text().encode())
        path.rename(away)
        beside.rename(path)
        away.unlink()

    def lock_link(self):
        """As emacs does."""
        link = self.a_folder() / ".#lock"
        if not os.path.lexists(link):
            link.symlink_to("nobody@nowhere.1")
        if self.rng.random() < 0.7:
            link.unlink()

    def move_folder(self):
        path, to = self.a_folder(False), self.a_folder()
        if path != self.root and not to.is_relative_to(path):
            path.rename(to / self.fresh_name())

    def swap_folders(self):
        a, b = self.a_folder(False), self.a_folder(False)
        if self.root not in (a, b) and not a.is_relative_to(b) and not b.is_relative_to(a):
            aside = a.with_name(self.fresh_name())
            a.rename(aside)
            b.rename(a)
            aside.rename(b)

    def out_and_in(self):
        path = self.a_folder(False)
        if path != self.root:
            aside = self.outside / self.fresh_name()
            path.rename(aside)
            self.write(aside / "while_away.py")
            if self.rng.random() < 0.5:
                time.sleep(self.rng.random() * 0.3)
            aside.rename(path)

    def remove_folder(self):
        path = self.a_folder(False)
        if path != self.root:
            shutil.rmtree(path)
            if self.rng.random() < 0.5:
                self.write(path / "again.py")

    def file_to_folder(self):
        path = self.a_file()
        path.unlink()
        self.write(path / "inside.py")

    def folder_to_file(self):
        path = self.a_folder(False)
        if path != self.root:
            shutil.rmtree(path)
            self.write(path)

    def touch(self):
        os.utime(self.a_file())

    def old_time(self):
        path = self.a_file()
        path.write_text(self.text())
        os.utime(path, (10**9, 10**9))

    def mode(self):
        path = self.rng.choice([self.a_file(), self.a_folder(False)])
        os.chmod(path, 0o700)
        os.chmod(path, 0o755 if path.is_dir() else 0o644)

    def link(self):
        link = self.a_folder() / self.fresh_name()
        link.symlink_to(self.rng.choice([self.a_file(), self.a_folder()]))

    def burst(self):
        folder = self.a_folder() / self.fresh_name()
        for index in range(self.rng.choice([60, 300])):
            self.write(folder / f"d{index % 7}" / f"f{index}.py", f"def burst_{index}(): pass\n")

    def rules(self):
        name = self.rng.choice([".gitignore", ".gitignore", ".oriignore"])
        path = self.a_folder() / name
        pattern = self.rng.choice(["*.py", "new*", "/a/", "*.md", "tests/", "!new1*", "*", "docs", "**/c/**", "*.rs", ".gitignore"])
        if path.is_dir():
            return
        if path.exists() and self.rng.random() < 0.5:
            path.unlink()
        else:
            with open(path, "a") as file:
                file.write(pattern + "\n")

    def drop_rules(self):
        for path in self.files():
            if path.name in (".gitignore", ".oriignore") and path.is_file() and self.rng.random() < 0.7:
                path.unlink()

    def exclude(self):
        path = self.root / ".git/info/exclude"
        path.parent.mkdir(exist_ok=True)
        path.write_text(self.rng.choice(["", "*.md\n", "new2*\n", "*.toml\n"]))

    def in_ignored(self):
        with open(self.root / ".gitignore", "a") as file:
            file.write("/node_modules/\n")
        self.write(self.root / "node_modules/p/index.js", "x()\n")
        self.write(self.root / "node_modules/p/index.js", "y()\n")

    def nested_repository(self):
        folder = self.a_folder() / self.fresh_name()
        folder.mkdir()
        git(folder, "init", "-q")
        self.write(folder / "inner.py")

    def checkout(self):
        git(self.root, "checkout", "-q", "-f", self.rng.choice(self.commits), check=False)

    def back_to_clean(self):
        git(self.root, "checkout", "-q", "-f", self.commits[0], check=False)
        git(self.root, "clean", "-f", "-d", "-x", "-q", check=False)

    def commit(self):
        git(self.root, "add", "-A", check=False)
        git(self.root, "commit", "-q", "-m", "step", check=False)

    def stash(self):
        git(self.root, "stash", "-u", "-q", check=False)
        if self.rng.random() < 0.6:
            git(self.root, "stash", "pop", "-q", check=False)

    def restore(self):
        git(self.root, "checkout", "-q", "-f", "--", ".", check=False)

    def rebase(self):
        branch = self.fresh_name()
        git(self.root, "stash", "-u", "-q", check=False)
        git(self.root, "checkout", "-q", "-b", branch, "HEAD~3", check=False)
        self.write(self.root / f"{branch}.py")
        self.commit()
        if git(self.root, "rebase", "-q", self.commits[0], check=False).returncode:
            git(self.root, "rebase", "--abort", check=False)

    OPERATIONS = ["edit"] * 4 + ["new_file"] * 3 + ["dance"] * 3 + ["rules"] * 3 + ["checkout"] * 3 + [
        "truncate", "same_size", "new_tree", "new_tree_renamed_at_once", "delete", "delete", "move_file", "copy_file",
        "lock_link", "move_folder", "move_folder", "swap_folders", "out_and_in", "remove_folder", "file_to_folder",
        "folder_to_file", "touch", "old_time", "mode", "link", "burst", "drop_rules", "exclude", "in_ignored",
        "nested_repository", "back_to_clean", "commit", "stash", "restore", "rebase"]

    def step(self):
        self.said = []
        for _ in range(self.rng.choice([1, 1, 2, 3, 5])):
            name = self.rng.choice(self.OPERATIONS)
            self.said.append(name)
            try:
                getattr(self, name)()
            except OSError as error:
                self.said.append(f"({error})")
            if self.rng.random() < 0.4:
                time.sleep(self.rng.random() * 0.25)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ori", required=True)
    parser.add_argument("--repo")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kill", action="store_true")
    parser.add_argument("--scan", action="store_true")
    parser.add_argument("--max-watches", type=int)
    parser.add_argument("--seconds", type=float, default=60, help="time to become quiet")
    args = parser.parse_args()
    base = scratch()
    root = repository(base / "tree", args.repo)
    (base / "outside").mkdir()
    ori, fresh = Ori(args.ori, base / "index"), Ori(args.ori, base / "fresh")
    rng = random.Random(args.seed)
    more = ["--scan"] if args.scan else ["--max-watches", args.max_watches] if args.max_watches else []
    log = base / "daemon.log"
    daemon = ori.watch(root, *more, log=log)
    history, n_kills, slowest, start = History(root, rng, base / "outside"), 0, 0.0, time.time()
    assert not quiet_equal(ori, fresh, root, 300)[1], "the first pass"
    for step in range(args.steps):
        if args.kill and rng.random() < 0.3:
            time.sleep(rng.random() * 0.3)
            kill(daemon)
            n_kills += 1
            history.step()
            daemon = ori.watch(root, *more, log=log)
            history.said = ["(killed)"] + history.said
        else:
            history.step()
            if args.kill and rng.random() < 0.3:
                # In the middle of what it does about it.
                time.sleep(rng.random() * 0.4)
                kill(daemon)
                n_kills += 1
                daemon = ori.watch(root, *more, log=log)
        if step % 25 == 24:
            shutil.rmtree(base / "fresh", ignore_errors=True)
        seconds, differs = quiet_equal(ori, fresh, root, args.seconds)
        assert daemon.poll() is None, f"the daemon ended: see {log}"
        slowest = max(slowest, seconds)
        if differs:
            print(f"step {step} of seed {args.seed}: {' '.join(history.said)}; kept in {base}")
            print("\n".join(f"  {difference}" for difference in differs[:20]))
            kill(daemon)
            sys.exit(1)
        if step % 50 == 49:
            print(f"{step + 1} steps, {n_kills} kills, slowest {slowest:.1f} s, {time.time() - start:.0f} s", flush=True)
    kill(daemon)
    n_lost = log.read_text().count("events were lost")
    print(f"{args.steps} steps, {n_kills} kills, events lost {n_lost} times, 0 differences, slowest {slowest:.2f} s, "
          f"{time.time() - start:.0f} s in all")
    shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    main()
