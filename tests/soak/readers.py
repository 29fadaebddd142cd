#!/usr/bin/env python3
"""Two writers and eight readers on one store while files change: no error, no rebuild, no line that is not there.

  python3 tests/soak/readers.py --ori target/release/ori [--repo GIT] [--seconds 600]

One writer is the daemon, the other runs passes and collections. Files that are edited hold a counter that only
grows; a reader that is shown an older count than the disk had before it asked was shown a stale line.
"""
import argparse, json, random, re, shutil, threading, time
from common import Ori, kill, repository, scratch

SLOTS = 12


class Ledger:
    """What each slot's file holds at least."""

    def __init__(self, root):
        self.root, self.counts = root, [0] * SLOTS

    def path(self, slot):
        return self.root / f"slot{slot}.py"

    def bump(self, slot):
        count = self.counts[slot] + 1
        text = f"def slot_{slot}_marker():\n    return 'count {count}'\n\ndef uses_{slot}():\n    return slot_{slot}_marker()\n"
        beside = self.path(slot).with_suffix(".tmp~")
        beside.write_text(text)
        beside.replace(self.path(slot))
        self.counts[slot] = count


def reader(ori, ledger, state, seed):
    rng = random.Random(seed)
    while time.time() < state["end"] and not state["failed"]:
        slot = rng.randrange(SLOTS)
        least = ledger.counts[slot]
        kind = rng.choice(["refs", "search", "def"])
        words = {"refs": ["refs", f"slot_{slot}_marker"], "def": ["def", f"slot_{slot}_marker"],
                 "search": ["search", f"slot_{slot}_marker return count"]}[kind]
        try:
            done = ori.run(*words, "--json", "--root", ledger.root)
            rows = [json.loads(line) for line in done.stdout.splitlines()]
            mine = [row for row in rows if row.get("path") == f"slot{slot}.py"]
            assert mine, f"{words} did not find its file\n{done.stdout}\n{done.stderr}"
            assert "rebuilt" not in done.stderr and "damaged" not in done.stderr, done.stderr
            if kind == "search":
                shown = [int(count) for row in mine for count in re.findall(r"count (\d+)'", json.dumps(row))]
                assert not shown or max(shown) >= least, f"slot {slot}: shown {shown}, was {least} before the question"
            else:
                lines = {"refs": {1, 5}, "def": {1}}[kind]
                assert lines <= {row["line"] for row in mine}, f"{words}: {mine}"
            state["asked"] += 1
        except AssertionError as error:
            state["failed"].append(str(error))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ori", required=True)
    parser.add_argument("--repo")
    parser.add_argument("--seconds", type=float, default=600)
    args = parser.parse_args()
    base = scratch()
    root = repository(base / "tree", args.repo)
    ori, ledger = Ori(args.ori, base / "index"), Ledger(root)
    for slot in range(SLOTS):
        ledger.bump(slot)
    ori.run("reindex", root)
    daemon = ori.watch(root, log=base / "daemon.log")
    state = {"end": time.time() + args.seconds, "failed": [], "asked": 0}
    threads = [threading.Thread(target=reader, args=(ori, ledger, state, seed)) for seed in range(8)]
    [thread.start() for thread in threads]
    rng, n_edits, n_passes = random.Random(5), 0, 0
    while time.time() < state["end"] and not state["failed"]:
        ledger.bump(rng.randrange(SLOTS))
        n_edits += 1
        if n_edits % 7 == 0:
            done = ori.run(*rng.choice([("reindex", root), ("reindex", root), ("gc", "--root", root)]))
            assert "rebuilt" not in done.stdout + done.stderr, done
            n_passes += 1
        time.sleep(rng.random() * 0.8)
    [thread.join() for thread in threads]
    assert daemon.poll() is None, "the daemon ended"
    kill(daemon)
    log = (base / "daemon.log").read_text()
    assert "rebuilt" not in log and "failed" not in log, log[-3000:]
    assert not state["failed"], "\n".join(state["failed"][:3])
    print(f"{args.seconds:.0f} s: 8 readers asked {state['asked']} times, {n_edits} edits, {n_passes} passes beside the daemon: "
          "no error, no stale line")
    shutil.rmtree(base, ignore_errors=True)


if __name__ == "__main__":
    main()
