//! What known tokens look like: a beginning that nothing else has, and so many characters of a kind.

/// Characters that the rest of a token is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Letters and digits.
    Alnum,
    /// Letters, digits, `-` and `_`.
    Web,
    /// The same, and `.` between parts.
    Dotted,
    /// Upper-case letters and digits.
    Upper,
    /// Lower-case hexadecimal digits.
    Hex,
    /// Base64 of the usual alphabet.
    Base64,
    /// Letters, digits and `/`.
    Path,
}

impl Class {
    pub(super) fn has(self, byte: u8) -> bool {
        match self {
            Class::Alnum => byte.is_ascii_alphanumeric(),
            Class::Web => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'),
            Class::Dotted => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'),
            Class::Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Class::Hex => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
            Class::Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='),
            Class::Path => byte.is_ascii_alphanumeric() || byte == b'/',
        }
    }
}

/// One format: kind, beginning, what follows, how much of it at least and at most.
pub(super) struct Format {
    pub(super) kind: &'static str,
    pub(super) prefix: &'static str,
    pub(super) class: Class,
    pub(super) min: usize,
    pub(super) max: usize,
}

const fn format(kind: &'static str, prefix: &'static str, class: Class, (min, max): (usize, usize)) -> Format {
    Format { kind, prefix, class, min, max }
}

/// The formats, as their makers and the scanners of leaked secrets describe them.
pub(super) const FORMATS: &[Format] = {
    use Class::*;
    &[
        format("aws key", "AKIA", Upper, (16, 16)),
        format("aws key", "ASIA", Upper, (16, 16)),
        format("github token", "ghp_", Alnum, (36, 251)),
        format("github token", "gho_", Alnum, (36, 251)),
        format("github token", "ghu_", Alnum, (36, 251)),
        format("github token", "ghs_", Alnum, (36, 251)),
        format("github token", "ghr_", Alnum, (36, 251)),
        format("github token", "github_pat_", Web, (60, 251)),
        format("gitlab token", "glpat-", Web, (20, 300)),
        format("gitlab token", "glrt-", Web, (20, 300)),
        format("gitlab token", "gldt-", Web, (20, 300)),
        format("slack token", "xoxb-", Web, (24, 250)),
        format("slack token", "xoxp-", Web, (24, 250)),
        format("slack token", "xoxa-", Web, (24, 250)),
        format("slack token", "xoxr-", Web, (24, 250)),
        format("slack token", "xoxs-", Web, (24, 250)),
        format("slack token", "xapp-", Web, (24, 250)),
        format("slack webhook", "hooks.slack.com/services/", Path, (40, 90)),
        format("stripe key", "sk_live_", Alnum, (16, 250)),
        format("stripe key", "sk_test_", Alnum, (16, 250)),
        format("stripe key", "rk_live_", Alnum, (16, 250)),
        format("stripe key", "rk_test_", Alnum, (16, 250)),
        format("webhook secret", "whsec_", Base64, (32, 100)),
        format("google key", "AIza", Web, (35, 35)),
        format("google secret", "GOCSPX-", Web, (28, 28)),
        format("openai key", "sk-proj-", Web, (40, 250)),
        format("openai key", "sk-svcacct-", Web, (40, 250)),
        format("openai key", "sk-", Alnum, (48, 48)),
        format("anthropic key", "sk-ant-", Web, (80, 200)),
        format("npm token", "npm_", Alnum, (36, 36)),
        format("pypi token", "pypi-AgEIcHlwaS5vcmc", Web, (50, 300)),
        format("sendgrid key", "SG.", Dotted, (66, 66)),
        format("hugging face token", "hf_", Alnum, (34, 40)),
        format("digitalocean token", "dop_v1_", Hex, (64, 64)),
        format("digitalocean token", "doo_v1_", Hex, (64, 64)),
        format("shopify token", "shpat_", Hex, (32, 32)),
        format("shopify token", "shpss_", Hex, (32, 32)),
        format("databricks token", "dapi", Hex, (32, 32)),
        format("vault token", "hvs.", Web, (24, 200)),
        format("docker token", "dckr_pat_", Web, (27, 32)),
        format("atlassian token", "ATATT3", Base64, (100, 250)),
        format("grafana token", "glsa_", Web, (40, 60)),
        format("sentry token", "sntrys_", Base64, (60, 300)),
        format("linear key", "lin_api_", Alnum, (40, 40)),
        format("age key", "AGE-SECRET-KEY-1", Upper, (58, 58)),
        format("azure key", "AccountKey=", Base64, (86, 88)),
    ]
};
