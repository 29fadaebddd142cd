#!/usr/bin/env python3
"""What the daemon does with time and memory on one tree.

  python3 tests/soak/latency.py --ori target/release/ori TREE [--saves 60] [--idle 600] [--soak 1800]

Prints: from a save until the daemon has published it, and until `ori def` finds it (the whole process); what
opening costs with and without the look at the disk; processor time while idle; memory while files keep changing;
a burst of 10,000 files. Writes only below TREE/ori-latency, which it removes.
"""
import argparse, json, shutil, time
from pathlib import Path
from common import Ori, cpu_seconds, kill, percentiles, rss_kb, scratch


def settled(ori, root):
    """Waits for the daemon to be idle."""
    while True:
        rows = [json.loads(line) for line in ori.run("status", "--all", "--json").stdout.splitlines()]
        watcher = next((row["watcher"] for row in rows if row["watcher"]), None)
        if watcher and watcher["state"] == "idle" and watcher["queue"] == 0:
            return watcher
        time.sleep(0.05)


def view_file(ori):
    return next((ori.stores()[0] / "views").glob("*.view"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ori", required=True)
    parser.add_argument("tree")
    parser.add_argument("--saves", type=int, default=60)
    parser.add_argument("--idle", type=float, default=600)
    parser.add_argument("--soak", type=float, default=1800)
    parser.add_argument("--index-dir", help="a folder that has an index of TREE alone already")
    parser.add_argument("--burst", type=int, default=10000)
    args = parser.parse_args()
    base, root = scratch(), Path(args.tree).resolve()
    ori, place = Ori(args.ori, args.index_dir or base / "index"), root / "ori-latency"
    place.mkdir(exist_ok=True)
    saved = place / "saved.py"
    saved.write_text("x = 0\n")
    try:
        start = time.time()
        ori.run("reindex", root)
        print(f"first pass {time.time() - start:.1f} s, {len(ori.view(root)['rows'])} files")
        daemon = ori.watch(root, log=base / "log")
        settled(ori, root)
        print(f"daemon ready, {rss_kb(daemon.pid) // 1024} MB")
        published, searchable = [], []
        for n in range(args.saves):
            time.sleep(0.6)
            before = view_file(ori).stat().st_ino
            start = time.time()
            saved.write_text(f"def saved_{n}(): pass\n")
            while view_file(ori).stat().st_ino == before and time.time() - start < 10:
                time.sleep(0.001)
            published.append((time.time() - start) * 1e3)
            assert ori.run("def", f"saved_{n}", "--no-refresh", "--root", root).returncode == 0
        for n in range(args.saves):
            time.sleep(0.6)
            start = time.time()
            saved.write_text(f"def asked_{n}(): pass\n")
            assert ori.run("def", f"asked_{n}", "--root", root).returncode == 0
            searchable.append((time.time() - start) * 1e3)
        print(f"save to published by the daemon: {percentiles(published)} ms")
        print(f"save to found by a process that asks at once: {percentiles(searchable)} ms")
        settled(ori, root)
        for more, name in (((), "with the look at the disk"), (("--no-refresh",), "without")):
            took = []
            for _ in range(30):
                start = time.time()
                ori.run("files", "zzqq", "--root", root, *more)
                took.append((time.time() - start) * 1e3)
            print(f"a whole question about names, {name}: {percentiles(took)} ms")
        if args.burst:
            batches = lambda: (base / "log").read_text().count("paths named")
            for what in ("new", "changed"):
                before, start = batches(), time.time()
                for n in range(args.burst):
                    (place / f"burst{n % 10}").mkdir(exist_ok=True)
                    (place / f"burst{n % 10}" / f"f{n}.py").write_text(f"def {what}_{n}(): pass\n")
                wrote = time.time() - start
                while ori.run("def", f"{what}_{args.burst - 1}", "--no-refresh", "--root", root).returncode:
                    time.sleep(0.1)
                settled(ori, root)
                print(f"burst of {args.burst} {what} files, written in {wrote:.1f} s: published {time.time() - start - wrote:.1f} s "
                      f"later, {batches() - before} batches, {rss_kb(daemon.pid) // 1024} MB")
        if args.idle:
            settled(ori, root)
            before = cpu_seconds(daemon.pid)
            time.sleep(args.idle)
            used = cpu_seconds(daemon.pid) - before
            print(f"idle for {args.idle:.0f} s: {used:.2f} s of processor, {100 * used / args.idle:.3f} %")
        if args.soak:
            start, rows, n = time.time(), [], 0
            while time.time() - start < args.soak:
                n += 1
                (place / f"soak{n % 50}.py").write_text(f"def soak_{n}(): return {n}\n")
                time.sleep(0.4)
                if n % 50 == 0:
                    rows.append(rss_kb(daemon.pid) // 1024)
            print(f"soak of {args.soak:.0f} s, {n} saves: MB over time {rows}")
        kill(daemon)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    main()
