#!/usr/bin/env python3
"""Whole-process measurements of `ori` on real repositories, ripgrep and ctags beside it in the same run.

  python3 benches/speed.py [--ori target/release/ori] [--names a,b,c] REPO [REPO ...]

For each repository: indexing from nothing (best of --runs, with peak memory and store size), the first and the
later questions from the shell (p50 and max over the names and words below, every one a fresh process), what one
changed file costs the next question, and `rg -w` and `ctags -R` on the same tree if they are installed.
Needs Python 3 and, for the lines beside, ripgrep and universal-ctags. Prints Markdown. Writes only below a
temporary folder, except that it appends one comment line to one file of each repository and takes it back.
"""
import argparse, json, os, shutil, statistics, subprocess, tempfile, time

QUERIES = ["where is the configuration read", "parse arguments", "close the connection", "error handling", "cache lookup",
           "write to file", "default timeout", "test helper", "load plugin", "split path"]


def run(cmd, **kw):
    """Seconds, peak memory in MB, stdout. The child's peak is its own: os.wait4 gives it per process."""
    start = time.perf_counter()
    process = subprocess.Popen(cmd, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **kw)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return time.perf_counter() - start, usage.ru_maxrss / 1024, out, usage.ru_utime + usage.ru_stime


def ms(values):
    values = sorted(values)
    return f"{statistics.median(values) * 1e3:.0f} / {values[-1] * 1e3:.0f}"


def names_of(ori, repo, env):
    """Ten defined names of the repository, spread over its files, chosen without looking at them."""
    _, _, out, _ = run([ori, "files", "--json", "-n", "1000000", "--root", repo], env=env)
    paths = [row["path"] for row in map(json.loads, out.splitlines()) if row["lang"] not in ("text", "markdown")]
    names = []
    for path in paths[:: max(1, len(paths) // 40)]:
        _, _, out, _ = run([ori, "outline", "--json", path, "--root", repo], env=env)
        rows = [row for row in map(json.loads, out.splitlines()) if row["kind"] in ("function", "method", "class", "struct")]
        if rows and rows[0]["name"] not in names:
            names.append(rows[0]["name"])
        if len(names) == 10:
            break
    return names


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ori", default="target/release/ori")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("repos", nargs="+")
    a = parser.parse_args()
    ori = os.path.abspath(a.ori)
    work = tempfile.mkdtemp()
    env = dict(os.environ, ORI_INDEX_DIR=work)
    print(f"load before: {os.getloadavg()[0]:.1f}; every figure is a fresh process; ms are p50 / max\n")
    print("| repository | files | MB searched | index s | MB/s | CPU s | peak MB | store, share | refs ms | search ms | after a change: refs ms | `rg -w` ms | ctags s |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for repo in a.repos:
        print(row(ori, os.path.abspath(repo), env, work, a.runs), flush=True)
    shutil.rmtree(work)


def row(ori, repo, env, work, runs):
    best = None
    for _ in range(runs):
        for entry in os.listdir(work):
            shutil.rmtree(os.path.join(work, entry))
        took = run([ori, "reindex", repo], env=env)
        best = min(best or took, took)
    seconds, memory, _, cpu = best
    status = json.loads(run([ori, "status", "--json", "--root", repo], env=env)[2])
    mb = status["source_bytes"] / 1e6
    names = names_of(ori, repo, env)
    refs = [run([ori, "refs", name, "--root", repo], env=env)[0] for name in names for _ in range(3)]
    search = [run([ori, "search", query, "--root", repo], env=env)[0] for query in QUERIES for _ in range(3)]
    changed = after_change(ori, repo, env, names)
    rg = shutil.which("rg") and [run(["rg", "-w", name, repo])[0] for name in names for _ in range(3)]
    ctags = shutil.which("ctags") and run(["ctags", "-R", "-f", os.devnull, repo])[0]
    share = status["store_bytes"] / max(1, status["source_bytes"])
    return (f"| {os.path.basename(repo)} | {status['files']:,} | {mb:.1f} | {seconds:.2f} | {mb / seconds:.1f} | {cpu:.2f} | "
            f"{memory:.0f} | {status['store_bytes'] / 1e6:.1f} MB, {share:.0%} | {ms(refs)} | {ms(search)} | {ms(changed)} | "
            f"{ms(rg) if rg else '-'} | {f'{ctags:.2f}' if ctags else '-'} |")


def after_change(ori, repo, env, names):
    """The question right after a save, three times; the file is put back byte for byte."""
    _, _, out, _ = run([ori, "def", "--json", names[0], "--root", repo], env=env)
    path = os.path.join(repo, json.loads(out.splitlines()[0])["path"])
    before = open(path, "rb").read()
    times = []
    try:
        for n in range(3):
            with open(path, "ab") as file:
                file.write(b"\n" * (n + 1))
            times.append(run([ori, "refs", names[0], "--root", repo], env=env)[0])
    finally:
        open(path, "wb").write(before)
    return times


if __name__ == "__main__":
    main()
