//! What a question is about: a name, perhaps with what it lies in and where it stands.

/// A name as people write it, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// The name itself.
    pub name: String,
    /// What it lies in, outer first: classes, modules.
    pub container: Vec<String>,
    /// The file it is defined in: a path or the end of one.
    pub path: Option<String>,
    /// A place that chooses among definitions of the name: path and 1-based line.
    pub at: Option<(String, u32)>,
}

impl Target {
    /// Reads `name`, `Class.name`, `module::name`, `Class#name` or `path/file.py:Class.name`.
    pub fn parse(text: &str) -> Target {
        let text = text.trim().trim_end_matches("()");
        let (path, name) = match split_path(text) {
            Some((path, name)) => (Some(path.trim_start_matches("./").to_string()), name),
            None => (None, text),
        };
        let parts = name.split(['.', ':']).filter(|part| !part.is_empty());
        // `Class#method`, but `#hidden` is a name of JavaScript.
        let parts = parts.flat_map(|part| match part.get(1..).and_then(|rest| rest.find('#')) {
            Some(at) => vec![&part[..at + 1], &part[at + 2..]],
            None => vec![part],
        });
        let parts = parts.filter(|part| !part.is_empty());
        let mut parts: Vec<String> = parts.map(|part| part.trim_start_matches('&').to_string()).collect();
        let name = parts.pop().unwrap_or_default();
        Target { name, container: parts, path, at: None }
    }

    /// The same, at a place.
    pub fn at(self, path: &str, line: u32) -> Target {
        Target { at: Some((path.trim_start_matches("./").to_string(), line)), ..self }
    }
}

/// `a/b.py:C.d` at the colon, if what is before it looks like a path.
fn split_path(text: &str) -> Option<(&str, &str)> {
    let (path, name) = text.rsplit_once(':')?;
    let like_path = !path.ends_with(':') && !path.contains("::") && (path.contains('/') || path.contains('.'));
    (like_path && !name.is_empty()).then_some((path, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let target = Target::parse(text);
        let shown = format!("{} {} {}", target.path.unwrap_or_default(), target.container.join("/"), target.name);
        assert_eq!(shown.trim(), expected, "{text}");
    }

    #[test]
    fn names_are_taken_apart() {
        check("getUserInfo", "getUserInfo");
        check("getUserInfo()", "getUserInfo");
        check("UserService.getUser", "UserService getUser");
        check("pkg::mod::f", "pkg/mod f");
        check("Foo#bar", "Foo bar");
        check("Foo.#bar", "Foo #bar");
        check("#bar", "#bar");
        check("#", "#");
        check("app/models.py:User.save", "app/models.py User save");
        check("models.py:save", "models.py  save");
        check("", "");
    }
}
