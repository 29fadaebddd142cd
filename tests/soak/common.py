"""What the soak scripts share: running `ori`, reading its published views, a real repository to change.

A view is read from its file as the indexer wrote it (indexer/src/view/codec.rs), so that comparing two of
them compares every path, content, language, reason to skip and rule, and not only what an answer shows.
"""
import atexit, os, shutil, signal, subprocess, tempfile, time
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]


class Ori:
    """The binary, with an index folder of its own."""

    def __init__(self, binary, index_dir):
        self.binary, self.index_dir = str(Path(binary).resolve()), Path(index_dir)
        self.env = {**os.environ, "ORI_INDEX_DIR": str(index_dir), "RUST_BACKTRACE": "1"}

    def popen(self, *args, **more):
        return subprocess.Popen([self.binary, *map(str, args)], env=self.env, **more)

    def run(self, *args, check=(0, 1)):
        # Nothing that ends by itself takes this long: what hangs is a failure, not a longer test.
        done = subprocess.run([self.binary, *map(str, args)], env=self.env, capture_output=True, text=True, timeout=200)
        assert done.returncode in check, f"ori {args}: exit {done.returncode}\n{done.stdout}{done.stderr}"
        assert "panicked" not in done.stderr, done.stderr
        return done

    def watch(self, root, *args, log=None):
        """A daemon that does not outlive the script."""
        out = open(log, "a") if log else subprocess.DEVNULL
        daemon = self.popen("reindex", "--watch", *args, root, stdout=out, stderr=out)
        atexit.register(kill, daemon)
        return daemon

    def watching(self, root, *args, log=None):
        """As `watch`, once it holds the lock: a second daemon started before that would be the first."""
        daemon = self.watch(root, *args, log=log)
        end = time.time() + 120
        while f"process {daemon.pid} " not in self.run("status", "--all").stdout:
            assert daemon.poll() is None and time.time() < end, "the daemon does not watch"
            time.sleep(0.05)
        return daemon

    def stores(self):
        return [path for path in self.index_dir.iterdir() if (path / "CACHEDIR.TAG").exists()]

    def view(self, root):
        """The published view of a tree, or None."""
        for store in self.stores():
            for path in (store / "views").glob("*.view"):
                try:
                    view = read_view(path)
                except FileNotFoundError:
                    continue
                if view and view["root"] == os.fsencode(os.path.realpath(root)):
                    return view
        return None


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        self.at += n
        assert self.at <= len(self.data), "cut short"
        return self.data[self.at - n:self.at]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def text(self):
        return self.take(self.varint())


def read_view(path):
    """Everything but times of looking: what two views of the same tree must agree on."""
    data = Path(path).read_bytes()
    assert data[:8] == b"ORI\0VIEW", data[:8]
    reader = Reader(data[28:])
    view = {"generation": reader.varint(), "features": reader.varint(), "root": reader.text()}
    view["head"] = reader.text()
    reader.take(8)
    view["folders"] = [(reader.text(), reader.take(32)[8:]) for _ in range(reader.varint())]
    view["rules"] = [(reader.text(), reader.take(1), reader.take(32)) for _ in range(reader.varint())]
    # What git tracks: its index file, what it was like, and a hash of the paths in it.
    view["tracked"] = (reader.text(), reader.take(32), reader.take(8))
    rows, name = {}, b""
    for _ in range(reader.varint()):
        name = name[:reader.varint()] + reader.text()
        stat, (lang, skip, flags) = reader.take(32), reader.take(3)
        blob = reader.take(16) if flags & 1 else None
        rows[name] = (stat, lang, skip, flags, blob, tuple(reader.varint() for _ in range(4)))
    view["rows"] = rows
    return view


def differences(found, expected):
    """What two views disagree on, in words."""
    if found is None or expected is None:
        return [f"a view is missing: {found is None} {expected is None}"]
    said = []
    for path in sorted(set(found["rows"]) | set(expected["rows"])):
        a, b = found["rows"].get(path), expected["rows"].get(path)
        # The row of something unreadable has no stat to compare.
        if a != b:
            said.append(f"{path!r}: {'missing' if a is None else 'left over' if b is None else (a, b)}")
    for part in ("head", "features"):
        if found[part] != expected[part]:
            said.append(f"{part}: {found[part]} not {expected[part]}")
    if (found["tracked"][0], found["tracked"][2]) != (expected["tracked"][0], expected["tracked"][2]):
        said.append(f"tracked: {found['tracked']} not {expected['tracked']}")
    for part in ("folders", "rules"):
        more = set(found[part]) ^ set(expected[part])
        said += [f"{part}: {item}" for item in sorted(more)[:10]]
    return said


def quiet_equal(ori, fresh, root, seconds):
    """Waits until the watched view is that of a pass of our own; gives the seconds and what still differs."""
    start, differs = time.time(), ["never looked"]
    while time.time() - start < seconds:
        try:
            found = ori.view(root)
        except (AssertionError, FileNotFoundError):
            found = None
        fresh.run("reindex", root)
        differs = differences(found, fresh.view(root))
        if not differs:
            return time.time() - start, []
        time.sleep(0.05)
    return time.time() - start, differs


def git(root, *args, check=True):
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false", *args]
    env = {**os.environ, "GIT_EDITOR": "true", "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, env=env)
    assert not check or done.returncode == 0, f"git {args}: {done.stderr}"
    return done


def repository(target, source=None):
    """A clone of `source`, or a repository with a history made of this project's own sources."""
    if source:
        subprocess.run(["git", "clone", "-q", "--local", str(source), str(target)], check=True)
        return target
    target.mkdir(parents=True)
    git(target, "init", "-q", "-b", "main")
    for part in ("grammars/src", "indexer/src", "retriever/src", "tests/shop"):
        shutil.copytree(HERE / part, target / part)
        git(target, "add", ".")
        git(target, "commit", "-q", "-m", part)
    return target


def kill(process):
    if process.poll() is None:
        process.send_signal(signal.SIGKILL)
        process.wait()


def rss_kb(pid):
    for line in open(f"/proc/{pid}/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1])


def cpu_seconds(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentiles(values):
    values = sorted(values)
    return f"p50 {values[len(values) // 2]:.0f} p95 {values[int(len(values) * 0.95)]:.0f} max {values[-1]:.0f}"


def scratch():
    return Path(tempfile.mkdtemp(prefix="ori-soak-")).resolve()
