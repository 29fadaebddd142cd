//! What a project, a store or a person can throw at `ori`. Everything costs itself and nothing
//! else: a sound file lies beside each odd one and must be answered from.
//!
//! Every run is checked for panics by `common`.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "all of it is tests")]

mod common;

use common::{Ends, Project, copy_folder, files_below, finished, kill, read_until, rows, run, text};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

/// A sound file, whatever lies beside it.
const SOUND: &str = "=== sound.py\ndef sound(): pass\nsound()\n";
const SOUND_REFS: [&str; 2] = ["sound.py:1 definition", "sound.py:2 call"];

fn sound() -> Project {
    Project::new(SOUND)
}

fn check_sound(project: &Project) {
    assert_eq!(project.refs("sound"), SOUND_REFS);
    assert!(project.found(&["search", "--json", "sound"]).contains("\"sound.py\""));
}

/// The odd file is skipped for `reason`, and is said to be.
fn check_skipped(project: &Project, path: &str, reason: &str) {
    check_sound(project);
    let why = project.ori(&["why", path]);
    assert_eq!(why.code, 1, "{why:?}");
    assert!(why.stdout.contains(&format!("out: {reason}: ")), "{why:?}");
    assert!(project.rows(&["status"])[0]["skipped"][reason].as_u64() >= Some(1));
    assert!(project.found(&["status"]).contains(reason));
}

#[test]
fn an_empty_folder() {
    let project = Project::new("");
    project.found(&["reindex"]);
    assert_eq!(project.rows(&["status"])[0]["files"], 0);
    for args in [&["search", "x"][..], &["refs", "x"], &["def", "x"], &["files"], &["files", "x"]] {
        assert_eq!(project.ori(args).code, 1, "{args:?}");
    }
    project.write("sound.py", "def sound(): pass\nsound()\n");
    check_sound(&project);
}

#[test]
fn a_root_that_is_no_folder() {
    let project = sound();
    let file = project.path("sound.py");
    let refused = run(project.command(&["refs", "x", "--root"]).arg(&file));
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("is not a folder"), "{refused:?}");
}

#[test]
fn one_giant_line() {
    let project = sound();
    project.write("giant.js", "var a=b(c);".repeat(2_000_000 / 11));
    check_skipped(&project, "giant.js", "minified");
    // Its words are known all the same, so that a balance can count them.
    let run = project.ori(&["refs", "--json", "b"]);
    assert!(rows(&run.stdout).last().unwrap()["balance"]["skipped"].as_u64() >= Some(1), "{run:?}");
}

#[test]
fn a_file_of_two_gigabytes() {
    let project = sound();
    File::create(project.path("huge.py")).unwrap().set_len(2 << 30).unwrap();
    check_skipped(&project, "huge.py", "too large");
}

#[test]
fn other_encodings_are_read() {
    let source = "# größe, naïve, été, où\ndef sized(): pass\n";
    let utf16 = |mark: u16, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        [mark].into_iter().chain(source.encode_utf16()).flat_map(order).collect()
    };
    let latin1: Vec<u8> = source.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let marked = [b"\xef\xbb\xbf", source.as_bytes()].concat();
    let encoded = [("le.py", utf16(0xfeff, u16::to_le_bytes)), ("be.py", utf16(0xfeff, u16::to_be_bytes))];
    for (path, bytes) in encoded.into_iter().chain([("latin.py", latin1), ("marked.py", marked)]) {
        let project = sound();
        project.write(path, bytes);
        assert_eq!(project.refs("sized"), [format!("{path}:2 definition")]);
        let found = project.rows(&["search", "größe"]);
        assert_eq!(text(&found[0], "path"), path);
        assert!(text(&found[0], "text").starts_with("# größe, naïve"), "{found:?}");
        check_sound(&project);
    }
}

#[test]
fn bytes_that_are_no_text() {
    for bytes in
        [&b"def f():\0 pass\n"[..], b"\xff\xfe\0\xd8", b"\x7fELF\x02\x01\x01\0\0\0", &[0x80, 1, 2, 3, 0xff, 5, 6]]
    {
        let project = sound();
        project.write("odd.py", bytes);
        check_skipped(&project, "odd.py", "binary");
    }
    // A mark and half a character, or nothing but a mark.
    for bytes in [&b"\xff\xfe"[..], b"\xff\xfea", b"\xfe\xff", b"\xef\xbb\xbf", b"\xef\xbb"] {
        let project = sound();
        project.write("odd.py", bytes);
        check_sound(&project);
    }
}

#[test]
fn files_that_come_and_go_while_they_are_read() {
    let project = sound();
    let (stop, stopped) = (AtomicBool::new(false), || project.path("busy"));
    fs::create_dir(stopped()).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for round in 0.. {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let path = project.path(&format!("busy/f{}.py", round % 40));
                // What is there goes, what is not comes, and now and then the folder itself.
                if fs::remove_file(&path).is_err() {
                    let _ = fs::create_dir(stopped());
                    let _ = fs::write(&path, format!("def busy_{round}(): sound()\n"));
                }
                if round % 500 == 499 {
                    let _ = fs::remove_dir_all(stopped());
                }
            }
        });
        let _ends = Ends(&stop);
        for round in 0..10 {
            let reindex = project.ori(&["reindex"]);
            // A question may give up on files that never settle, if it says so.
            let refs = project.ori(&["def", "--json", "sound"]);
            let is_right = reindex.code == 0 && refs.code == 0 && refs.stdout.contains("\"sound.py\"");
            assert!(is_right, "round {round}: {reindex:?} {refs:?}");
        }
    });
    let _ = fs::remove_dir_all(stopped());
    check_sound(&project);
}

#[test]
fn files_and_folders_that_may_not_be_read() {
    let project = sound();
    project.write("secret.py", "def secret(): pass\n");
    project.write("closed/in.py", "def inside(): pass\n");
    let allow = |path: &str, mode| fs::set_permissions(project.path(path), fs::Permissions::from_mode(mode)).unwrap();
    allow("secret.py", 0o000);
    allow("closed", 0o000);
    let is_root = fs::read(project.path("secret.py")).is_ok();
    if is_root {
        eprintln!("this user may read everything; only half of the test runs");
        check_sound(&project);
    } else {
        check_skipped(&project, "secret.py", "unreadable");
        assert!(project.refs("inside").is_empty());
    }
    allow("secret.py", 0o644);
    allow("closed", 0o755);
    assert_eq!(project.refs("secret"), ["secret.py:1 definition"]);
    assert_eq!(project.refs("inside"), ["closed/in.py:1 definition"]);
}

#[test]
fn pipes_and_sockets() {
    let project = sound();
    let made = Command::new("mkfifo").arg(project.path("pipe.py")).status().unwrap();
    assert!(made.success());
    let _socket = UnixListener::bind(project.path("socket.py")).unwrap();
    check_skipped(&project, "pipe.py", "special file");
    check_skipped(&project, "socket.py", "special file");
    assert_eq!(project.ori(&["outline", "pipe.py"]).code, 1);
}

#[test]
fn links_that_loop_or_lead_nowhere() {
    let project = sound();
    symlink(".", project.path("loop")).unwrap();
    symlink("nowhere", project.path("dangling.py")).unwrap();
    symlink("sound.py", project.path("again.py")).unwrap();
    symlink("/", project.path("everything")).unwrap();
    symlink("self.py", project.path("self.py")).unwrap();
    for path in ["loop", "dangling.py", "again.py", "everything", "self.py"] {
        check_skipped(&project, path, "symlink");
    }
    // A project may itself be reached through a link.
    let link = project.scratch.path().join("link");
    symlink(&project.root, &link).unwrap();
    let through = run(project.command(&["refs", "--json", "sound", "--root"]).arg(&link));
    assert_eq!(rows(&through.stdout)[0]["path"], "sound.py");
    project.store();
}

#[test]
fn paths_of_any_bytes() {
    let project = sound();
    let odd: [&[u8]; 6] =
        [b"new\nline.py", b"byte\xff.py", b"back\\slash.py", b"tab\there.py", b" .py", "größe.py".as_bytes()];
    for (index, name) in odd.iter().enumerate() {
        let path = project.root.join(OsStr::from_bytes(name));
        fs::write(path, format!("def odd_{index}(): pass\n")).unwrap();
    }
    let shown = ["new\nline.py", "byte\\xff.py", "back\\slash.py", "tab\there.py", " .py", "größe.py"];
    for (index, path) in shown.iter().enumerate() {
        let name = format!("odd_{index}");
        assert_eq!(project.refs(&name), [format!("{path}:1 definition")]);
        // A path as it is shown can be asked about.
        let outline = project.ori(&["outline", path]);
        assert_eq!(outline.code, 0, "{outline:?}");
        assert!(outline.stdout.contains(&name));
        assert_eq!(outline.stdout.lines().count(), 2, "one line each: {outline:?}");
    }
    let byte = run(project.command(&["why"]).arg(OsStr::from_bytes(b"byte\xff.py")));
    assert_eq!(byte.code, 0, "{byte:?}");
    project.remove("new\nline.py");
    assert!(project.refs("odd_0").is_empty() && !project.refs("odd_1").is_empty());
}

#[test]
fn a_great_many_empty_files() {
    let project = sound();
    for index in 0..20_000 {
        if index % 500 == 0 {
            fs::create_dir(project.path(&format!("d{:02}", index / 500))).unwrap();
        }
        File::create(project.path(&format!("d{:02}/f{index}.py", index / 500))).unwrap();
    }
    assert_eq!(project.rows(&["reindex"])[0]["files"], 20_001);
    check_sound(&project);
    assert_eq!(project.rows(&["files", "f12345"])[0]["path"], "d24/f12345.py");
}

#[test]
fn brackets_without_end() {
    let project = sound();
    for lang in ["py", "js", "rs", "go", "c"] {
        for (index, bracket) in ["[", "(", "{"].into_iter().enumerate() {
            let line = bracket.repeat(100) + "\n";
            project.write(&format!("deep{index}.{lang}"), format!("x = y\n{}", line.repeat(1_000)));
        }
    }
    assert_eq!(project.rows(&["reindex"])[0]["files"], 16);
    check_sound(&project);
    assert!(project.found(&["outline", "deep0.py"]).contains("could not be parsed"));
}

/// Puts every file of a store out of order in every way, one at a time; answers stay right.
#[test]
fn damage_in_any_part_of_the_store() {
    let project = Project::shop();
    let questions: [&[&str]; 3] =
        [&["search", "--json", "order total"], &["refs", "--json", "getUserInfo"], &["files", "--json", "usr"]];
    project.found(&["reindex"]);
    // Two generations, so that there is more than one of everything.
    project.write("more.py", "def more(): order_total()\n");
    project.found(&["reindex"]);
    let expected = questions.map(|question| project.found(question));
    let store = project.store();
    let good = project.scratch.path().join("good");
    copy_folder(&store, &good);
    for file in files_below(&good) {
        let bytes = fs::read(good.join(&file)).unwrap();
        for (index, (what, damaged)) in damages(&bytes).into_iter().enumerate() {
            fs::remove_dir_all(&store).unwrap();
            copy_folder(&good, &store);
            match &damaged {
                Some(bytes) => fs::write(store.join(&file), bytes).unwrap(),
                None => fs::remove_file(store.join(&file)).unwrap(),
            }
            // The first question repairs, so take turns.
            for turn in 0..2 {
                let question = (index + turn) % questions.len();
                let run = project.ori(questions[question]);
                let case = format!("{} {what}: {:?}", file.display(), questions[question]);
                assert_eq!(run.code, 0, "{case}: {run:?}");
                assert_eq!(run.stdout, expected[question], "{case}: {}", run.stderr);
            }
        }
    }
}

/// Ways to damage a file: gone, cut, filled with nonsense, one bit turned.
fn damages(bytes: &[u8]) -> Vec<(String, Option<Vec<u8>>)> {
    let mut damages = vec![
        ("deleted".to_string(), None),
        ("emptied".to_string(), Some(Vec::new())),
        ("halved".to_string(), Some(bytes[..bytes.len() / 2].to_vec())),
        ("of six bytes".to_string(), Some(b"nothin".to_vec())),
        ("garbage".to_string(), Some((0..500u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect())),
    ];
    for part in [0, 3, 6, 9] {
        let at = bytes.len() * part / 10;
        if at < bytes.len() {
            let mut turned = bytes.to_vec();
            turned[at] ^= 1 << (part % 8);
            damages.push((format!("with a bit of byte {at} turned"), Some(turned)));
        }
    }
    damages
}

#[test]
fn a_store_of_another_version() {
    let project = sound();
    project.found(&["reindex"]);
    let store = project.store();
    for file in files_below(&store).into_iter().filter(|file| !file.starts_with("words")) {
        let path = store.join(&file);
        let Ok(mut bytes) = fs::read(&path) else { continue };
        if !bytes.starts_with(b"ORI\0") {
            continue;
        }
        bytes[8..12].copy_from_slice(&999_u32.to_le_bytes());
        fs::write(&path, bytes).unwrap();
        let run = project.ori(&["refs", "--json", "sound"]);
        assert_eq!((run.code, rows(&run.stdout).len()), (0, 3), "{}: {run:?}", file.display());
        assert!(run.stderr.contains("note: ") && run.stderr.contains("999"), "{}: {run:?}", file.display());
        assert!(!run.stderr.contains("damaged"), "it is only of another version: {run:?}");
        assert_eq!(project.ori(&["refs", "--json", "sound"]).stderr, "", "it is said once");
        check_sound(&project);
    }
}

/// A mounted folder, for those who may mount.
struct Mount(PathBuf);

impl Mount {
    fn new(args: &[&str], at: &Path) -> Option<Mount> {
        let output = Command::new("mount").args(args).arg(at).output();
        output.is_ok_and(|output| output.status.success()).then(|| Mount(at.to_path_buf()))
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk() {
    let project = sound();
    fs::create_dir(project.index_dir()).unwrap();
    let Some(_mount) = Mount::new(&["-t", "tmpfs", "-o", "size=200k", "tmpfs"], &project.index_dir()) else {
        return eprintln!("this user may not mount; skipped");
    };
    project.found(&["reindex"]);
    let many =
        |index: u32| (0..400).map(|n| format!("def f_{index}_{n}(): sound_{}()\n", n * index)).collect::<String>();
    for index in 0..40 {
        project.write(&format!("m{index}.py"), many(index));
    }
    let run = project.ori(&["reindex"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    assert_eq!(run.stderr.matches("error: ").count(), 1, "{run:?}");
    assert!(run.stderr.contains("No space left") && run.stderr.contains("hint: "), "{run:?}");
    // What was published answers on, and what changed is read into memory.
    check_sound(&project);
    assert_eq!(project.refs("f_7_7"), ["m7.py:8 definition"]);
    let stale = project.ori(&["refs", "--json", "sound", "--no-refresh"]);
    assert_eq!((stale.code, rows(&stale.stdout).len()), (0, 3), "{stale:?}");
    for index in 0..40 {
        project.remove(&format!("m{index}.py"));
    }
    project.found(&["reindex"]);
    check_sound(&project);
}

#[test]
fn a_full_disk_before_there_is_an_index() {
    let project = sound();
    fs::create_dir(project.index_dir()).unwrap();
    let Some(_mount) = Mount::new(&["-t", "tmpfs", "-o", "size=8k", "tmpfs"], &project.index_dir()) else {
        return eprintln!("this user may not mount; skipped");
    };
    for args in [&["reindex"][..], &["refs", "sound"]] {
        let run = project.ori(args);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        assert!(run.stderr.contains("No space left") && run.stderr.contains("hint: free some space"), "{run:?}");
    }
}

/// A folder that may not be written: mounted so for root, whom rights do not stop.
enum ReadOnly {
    Mounted { _mount: Mount },
    Forbidden(PathBuf),
}

impl ReadOnly {
    fn new(folder: &Path) -> ReadOnly {
        let text = folder.to_str().unwrap();
        let Some(mount) = Mount::new(&["--bind", text], folder) else {
            assert!(Command::new("chmod").args(["-R", "a-w", text]).status().unwrap().success());
            return ReadOnly::Forbidden(folder.to_path_buf());
        };
        assert!(Command::new("mount").args(["-o", "remount,ro,bind", text]).status().unwrap().success());
        ReadOnly::Mounted { _mount: mount }
    }
}

impl Drop for ReadOnly {
    fn drop(&mut self) {
        if let ReadOnly::Forbidden(folder) = self {
            let _ = Command::new("chmod").args(["-R", "u+w"]).arg(folder).status();
        }
    }
}

#[test]
fn a_store_that_may_not_be_written() {
    let project = sound();
    project.found(&["reindex"]);
    let _read_only = ReadOnly::new(&project.index_dir());
    check_sound(&project);
    project.write("new.py", "def new_one(): pass\n");
    assert_eq!(project.refs("new_one"), ["new.py:1 definition"]);
    for index in 0..120 {
        project.write(&format!("m{index}.py"), format!("def many_{index}(): pass\n"));
    }
    assert_eq!(project.refs("many_119"), ["m119.py:1 definition"]);
    assert!(project.found(&["search", "--json", "many_77"]).contains("m77.py"));
    let run = project.ori(&["reindex"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
    assert!(run.stderr.contains("Read-only file system") || run.stderr.contains("Permission denied"), "{run:?}");
    assert!(run.stderr.contains("hint: keep the index elsewhere with `--index-dir DIR`"), "{run:?}");
}

fn start(project: &Project, args: &[&str]) -> Child {
    let mut command = project.command(args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn two_writers_at_once() {
    let project = Project::shop();
    let both: Vec<Child> = (0..3).map(|_| start(&project, &["reindex", "--json"])).collect();
    for child in both {
        let run = finished(child);
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(rows(&run.stdout)[0]["generation"], 1, "the others had nothing to add: {run:?}");
    }
    project.store();
    let clean = Project::shop();
    assert_eq!(project.found(&["search", "--json", "user"]), clean.found(&["search", "--json", "user"]));
    assert_eq!(project.refs("getUserInfo"), clean.refs("getUserInfo"));
}

#[test]
fn readers_beside_a_busy_writer() {
    let project = sound();
    let write = |round: u32| {
        for index in 0..40 {
            project.write(&format!("m{index}.py"), format!("def m_{index}_{round}(): pass\n"));
        }
    };
    write(0);
    project.found(&["reindex"]);
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            while !is_done.load(Ordering::Relaxed) {
                for args in [&["refs", "--json", "sound"][..], &["search", "--json", "sound"]] {
                    let run = project.ori(args);
                    let is_right = run.code == 0 && run.stdout.contains("\"sound.py\"") && run.stderr.is_empty();
                    assert!(is_right, "{args:?}: {run:?}");
                }
            }
        });
        let _ends = Ends(&is_done);
        for round in 1..15 {
            write(round);
            let run = project.ori(&["reindex"]);
            assert!(run.code == 0 || reader.is_finished(), "{run:?}");
        }
    });
}

#[test]
fn readers_need_no_writer_to_finish() {
    let project = sound();
    project.found(&["reindex"]);
    let lock = File::options().write(true).open(project.store().join("lock")).unwrap();
    lock.lock().unwrap();
    check_sound(&project);
    project.write("new.py", "def new_one(): sound()\n");
    assert_eq!(project.refs("new_one"), ["new.py:1 definition"]);
    // Even more than is read into memory otherwise.
    for index in 0..120 {
        project.write(&format!("m{index}.py"), format!("def many_{index}(): pass\n"));
    }
    assert_eq!(project.refs("many_119"), ["m119.py:1 definition"]);
    assert!(project.found(&["search", "--json", "many_77"]).contains("m77.py"));
}

#[test]
fn without_an_index_a_reader_waits_for_the_writer_and_says_so() {
    let project = sound();
    project.found(&["reindex"]);
    let lock = File::options().write(true).open(project.store().join("lock")).unwrap();
    lock.lock().unwrap();
    fs::remove_dir_all(project.store().join("views")).unwrap();
    let mut waiting = start(&project, &["refs", "sound"]);
    read_until(waiting.stderr.as_mut().unwrap(), "waiting for another `ori` to finish writing\n");
    kill(&mut waiting);
    let mut waiting = start(&project, &["refs", "--json", "sound"]);
    read_until(waiting.stderr.as_mut().unwrap(), "waiting for another `ori` to finish writing\n");
    drop(lock);
    let run = finished(waiting);
    assert_eq!((run.code, rows(&run.stdout).len()), (0, 3), "{run:?}");
}

#[test]
fn nonsense_on_the_command_line() {
    let project = sound();
    for (args, says) in [
        (&[][..], "Usage: ori"),
        (&["nonsense"], "unrecognized subcommand 'nonsense'"),
        (&["refs"], "<NAME>"),
        (&["search"], "<QUERY>"),
        (&["search", ""], "the query has no words"),
        (&["search", "x", "--limit", "many"], "invalid value 'many'"),
        (&["search", "--nonsense", "x"], "unexpected argument '--nonsense'"),
        (&["refs", ""], "is not a name"),
        (&["refs", "x", "--at", "sound.py"], "it must look like src/app.py:12"),
        (&["refs", "x", "--role", "nonsense"], "roles are"),
        (&["refs", "x", "--color", "blue"], "possible values: auto, always, never"),
        (&["outline"], "<PATH>"),
        (&["outline", "none.py"], "no file `none.py` in this project"),
    ] {
        let run = run(&mut project.command(args));
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}: {run:?}");
        assert!(run.stderr.contains(says), "{args:?}: {}", run.stderr);
    }
    for odd in ["(", "\"open", "path:", "-", "*", "::", "..", "日本語", "\u{202e}"] {
        for command in ["search", "refs", "def", "files", "ask", "outline"] {
            run(&mut project.command(&[command, "--", odd]));
        }
    }
    assert!(run(&mut project.command(&["--help"])).stdout.contains("Usage: ori"));
    assert!(run(&mut project.command(&["--version"])).stdout.starts_with("ori "));
}
