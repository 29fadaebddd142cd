//! Why a file is not read like the others.
//!
//! A skipped text file still has its words known (so that a balance can say where a name also
//! stands), but no symbols and no chunks. What is not text or too large for that is not read.

use grammars::Lang;

/// Why a file of the project is not searched.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SkipReason {
    /// Holds bytes that are no text.
    Binary = 1,
    /// Larger than the limit.
    TooLarge,
    /// One program wrote it for another: minified code, data on giant lines.
    Minified,
    /// A lock file, source map or the like.
    Generated,
    /// May not be read.
    Unreadable,
    /// A pipe, socket or device.
    Special,
    /// A symbolic link: its target is read where it lies, if it lies in the project.
    Symlink,
    /// Keeps secrets, by its name; never read.
    Secret,
}

impl SkipReason {
    /// All of them.
    pub const ALL: [SkipReason; 8] = {
        use SkipReason::*;
        [Binary, TooLarge, Minified, Generated, Unreadable, Special, Symlink, Secret]
    };

    /// The stored code back as a reason.
    pub fn from_code(code: u8) -> Option<SkipReason> {
        Self::ALL.into_iter().find(|reason| *reason as u8 == code)
    }

    /// One lower-case phrase for people.
    pub fn word(self) -> &'static str {
        match self {
            SkipReason::Binary => "binary",
            SkipReason::TooLarge => "too large",
            SkipReason::Minified => "minified",
            SkipReason::Generated => "generated",
            SkipReason::Unreadable => "unreadable",
            SkipReason::Special => "special file",
            SkipReason::Symlink => "symlink",
            SkipReason::Secret => "secret",
        }
    }

    /// Why, in a sentence.
    pub fn explanation(self) -> &'static str {
        match self {
            SkipReason::Binary => "it holds bytes that are no text",
            SkipReason::TooLarge => "it is larger than 2 MiB; its words are known up to 16 MiB, but it is not searched",
            SkipReason::Minified => {
                "its lines are those of minified code or data; its words are known, but it is not searched"
            }
            SkipReason::Generated => {
                "it is a lock file, source map or the like; its words are known, but it is not searched"
            }
            SkipReason::Unreadable => "it may not be read by this user",
            SkipReason::Special => "it is a pipe, socket or device",
            SkipReason::Symlink => "it is a symbolic link; files in the project are read where they lie",
            SkipReason::Secret => {
                "its name is that of a file of secrets, so it is never read; a line `!NAME` in .oriignore brings it in"
            }
        }
    }
}

/// Text files above this are not parsed.
pub(crate) const SEARCHED_BYTES_MAX: u64 = 2 << 20;
/// Files above this are not read at all.
pub(crate) const READ_BYTES_MAX: u64 = 16 << 20;

/// What may be searched of a file in this language: most of a notebook is what its cells printed.
pub(crate) fn searched_bytes_max(lang: Lang) -> u64 {
    if lang.name() == "jupyter" { READ_BYTES_MAX } else { SEARCHED_BYTES_MAX }
}

/// By name alone: files that a program keeps for itself.
pub(crate) fn by_name(path: &str) -> Option<SkipReason> {
    const LOCKS: [&str; 14] = [
        "package-lock.json",
        "npm-shrinkwrap.json",
        "yarn.lock",
        "pnpm-lock.yaml",
        "bun.lock",
        "Cargo.lock",
        "poetry.lock",
        "uv.lock",
        "Pipfile.lock",
        "composer.lock",
        "Gemfile.lock",
        "go.sum",
        "flake.lock",
        "mix.lock",
    ];
    let file = path.rsplit('/').next().unwrap_or(path);
    if LOCKS.contains(&file) || file.ends_with(".map") && (file.ends_with(".js.map") || file.ends_with(".css.map")) {
        return Some(SkipReason::Generated);
    }
    let minified = [".min.js", ".min.css", ".min.mjs", "-min.js"].iter().any(|ending| file.ends_with(ending));
    minified.then_some(SkipReason::Minified)
}

/// By name alone: files that keep keys and passwords. What shows how such a file is to be filled in
/// keeps none.
pub(crate) fn is_secret(path: &str) -> bool {
    const NAMES: [&str; 22] = [
        ".env",
        ".envrc",
        ".netrc",
        "_netrc",
        ".pgpass",
        ".htpasswd",
        ".git-credentials",
        ".pypirc",
        ".dockercfg",
        ".vault-token",
        ".vault_pass",
        "id_rsa",
        "id_dsa",
        "id_ecdsa",
        "id_ed25519",
        "credentials.json",
        "client_secret.json",
        "secrets.yml",
        "secrets.yaml",
        "secrets.json",
        "secrets.toml",
        "terraform.tfstate",
    ];
    const ENDINGS: [&str; 11] =
        [".pem", ".key", ".p12", ".pfx", ".p8", ".jks", ".keystore", ".kdbx", ".ppk", ".ovpn", ".tfstate.backup"];
    const STARTS: [&str; 5] = [".env.", ".env-", ".env_", "service-account", "service_account"];
    const SHOWN: [&str; 7] = ["example", "sample", "template", "dist", "defaults", "schema", "md"];
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    if SHOWN.iter().any(|shown| name.rsplit(['.', '-', '_']).next() == Some(*shown)) {
        return false;
    }
    let starts = |start: &str| name.starts_with(start) && (start.starts_with('.') || name.ends_with(".json"));
    NAMES.contains(&name.as_str())
        || ENDINGS.iter().any(|ending| name.ends_with(ending))
        || STARTS.iter().any(|start| starts(start))
        || path.ends_with(".aws/credentials")
        || path.ends_with(".kube/config")
        || path.ends_with(".docker/config.json")
}

/// By the text: long lines are for machines. Prose has long lines too, so a language that is
/// not code may have them.
pub(crate) fn by_text(lang: Lang, text: &str) -> Option<SkipReason> {
    const LINE_BYTES: usize = 5_000;
    // What a notebook's cells printed is on long lines, and is never read.
    if lang.name() == "jupyter" {
        return None;
    }
    if text.len() < LINE_BYTES {
        return None;
    }
    let mut in_long_lines = 0;
    let mut start = 0;
    for end in memchr::memchr_iter(b'\n', text.as_bytes()).chain([text.len()]) {
        if end - start > LINE_BYTES {
            in_long_lines += end - start;
        }
        start = end + 1;
    }
    let share = in_long_lines as f64 / text.len() as f64;
    let limit = if lang.is_parsed() || lang == Lang::TEXT { 0.5 } else { 0.9 };
    (share > limit).then_some(SkipReason::Minified)
}

/// True for a file that says at its top that a program wrote it.
pub(crate) fn says_generated(text: &str) -> bool {
    const MARKS: [&str; 6] =
        ["@generated", "do not edit", "autogenerated", "auto-generated", "automatically generated", "generated by"];
    let head: String = text.lines().take(12).take_while(|line| line.len() < 400).collect::<Vec<_>>().join("\n");
    let head = head.to_ascii_lowercase();
    let marks = MARKS.iter().filter(|mark| head.contains(**mark)).count();
    marks >= 2 || head.contains("@generated") || head.contains("code generated by")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_files_are_known_by_name_and_by_their_lines() {
        assert_eq!(by_name("web/package-lock.json"), Some(SkipReason::Generated));
        assert_eq!(by_name("dist/app.min.js"), Some(SkipReason::Minified));
        assert_eq!(by_name("src/map.rs"), None);
        let js = Lang::detect("a.js", "");
        assert_eq!(by_text(js, &"var a=1;".repeat(1_000)), Some(SkipReason::Minified));
        assert_eq!(by_text(js, &"var a = 1;\n".repeat(10_000)), None);
    }

    #[test]
    fn files_of_secrets_are_known_by_name() {
        let secret =
            [".env", "a/.env.local", ".env-prod", "deploy/id_rsa", "tls/server.KEY", ".aws/credentials", "x.pem"];
        secret.iter().for_each(|path| assert!(is_secret(path), "{path}"));
        let harmless = [
            ".env.example",
            ".env.sample",
            "id_rsa.pub",
            "env.py",
            "keys.rs",
            "key",
            ".environment",
            "a/service_account.py",
        ];
        harmless.iter().for_each(|path| assert!(!is_secret(path), "{path}"));
    }

    #[test]
    fn generated_code_says_so() {
        assert!(says_generated("// Code generated by protoc-gen-go. DO NOT EDIT.\npackage x\n"));
        assert!(says_generated("/* @generated */"));
        assert!(!says_generated("# Reports are generated by the nightly job.\n"));
    }
}
