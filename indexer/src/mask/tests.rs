//! Tokens of every format are hidden, and what only looks like one is not.

use super::*;

/// Made up, and put together here so that no scanner finds one in this file.
fn tokens() -> Vec<(String, &'static str)> {
    let part = "q7Rk2ZpW9xLm4TvB8nYc5HsD1fGj6KaE3uXoVw0SiPtMyNbQdCzFgJhUlRe4Ao8Ix6Tk3Wv9Bp5Lz2Ym7Sn1Hd";
    let hex = "9f3a7c1e5b8d2064af91c3e7db5a8062f4c19e7ba35d8063c9e1f7a25b4d8093";
    let of = |pieces: &[&str], n: usize| format!("{}{}", pieces.concat(), &part[..n]);
    vec![
        (format!("{}{}", ["AK", "IA"].concat(), "Q7RK2ZPW9XLM4TVB"), "aws key"),
        (of(&["gh", "p_"], 36), "github token"),
        (of(&["github", "_pat_"], 82), "github token"),
        (of(&["gl", "pat-"], 20), "gitlab token"),
        (of(&["xo", "xb-", "7392018465-"], 24), "slack token"),
        (of(&["sk_", "live_"], 24), "stripe key"),
        (of(&["AI", "za"], 35), "google key"),
        (of(&["sk-", "proj-"], 60), "openai key"),
        (of(&["sk-", "ant-", "api03-"], 86), "anthropic key"),
        (of(&["np", "m_"], 36), "npm token"),
        (format!("{}{}.{}", ["S", "G."].concat(), &part[..22], &part[22..65]), "sendgrid key"),
        (of(&["hf", "_"], 34), "hugging face token"),
        (format!("{}{hex}", ["dop", "_v1_"].concat()), "digitalocean token"),
        (format!("{}{}", ["dap", "i"].concat(), &hex[..32]), "databricks token"),
        (of(&["pypi-", "AgEIcHlwaS5vcmc"], 60), "pypi token"),
        (format!("{}hbGciOiJIUzI1NiJ9.{}zdWIiOiI3MzkifQ.{}", JWT, JWT, &part[..43]), "json web token"),
    ]
}

#[test]
fn known_formats_are_hidden_wherever_they_stand() {
    for (token, kind) in tokens() {
        for (before, after) in [("x = \"", "\"\n"), ("TOKEN=", "\n"), ("- ", ""), ("(é ", ", b)"), ("`", "`")] {
            let text = format!("{before}{token}{after}");
            let masked = mask(&text);
            assert!(masked.contains(&format!("<masked: {kind}>")), "{text} -> {masked}");
            assert!(!masked.contains(&token[token.len() - 8..]), "{text} -> {masked}");
            assert_eq!(masked.len(), text.len());
            assert!(masked.starts_with(before) && masked.ends_with(after), "{masked}");
            assert!(holds_mask(&masked) && !holds_mask(&text));
            assert_eq!(mask(&masked), masked, "a mask is left alone");
        }
    }
}

#[test]
fn every_token_is_long_enough_for_its_mask() {
    for format in FORMATS {
        let word = format!("{OPEN}{}>", format.kind);
        assert!(format.prefix.len() + format.min >= word.len(), "{}", format.prefix);
    }
}

#[test]
fn names_that_say_so_hide_what_looks_drawn_by_lot() {
    let value = ["7Rk2ZpW9xLm4", "TvB8nYc5HsD1fG"].concat();
    for line in [
        "password = \"{}\"",
        "\"apiKey\": \"{}\",",
        "AWS_SECRET_ACCESS_KEY={}",
        "  client-secret: {}",
        "token: '{}'",
        "const authToken = `{}`;",
        "export API_KEY={}",
        "db.password={}",
        "'secret' => '{}',",
        "a://me:{}@host/db",
    ] {
        let text = line.replace("{}", &value);
        let masked = mask(&text);
        assert!(holds_mask(&masked) && !masked.contains(&value), "{text} -> {masked}");
        assert_eq!(masked.len(), text.len());
    }
    let hex = ["9f3a7c1e5b8d2064", "af91c3e7db5a8062"].concat();
    assert!(holds_mask(&mask(&format!("api_key = \"{hex}\""))));
}

#[test]
fn private_keys_keep_their_lines() {
    let line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
    let edge = |word: &str| format!("-----{word} RSA PRIVATE {}-----", "KEY");
    let text = format!("a\n{}\r\n{line}\r\n{line}\r\nq2=\r\n{}\nb\n", edge("BEGIN"), edge("END"));
    let masked = mask(&text);
    assert_eq!(masked.lines().count(), text.lines().count());
    assert_eq!(masked.len(), text.len());
    assert!(!masked.contains("MIIE") && !masked.contains("q2="), "{masked}");
    assert_eq!(masks_in(&masked), [PRIVATE_KEY; 2]);
    let public = text.replace("RSA PRIVATE", "PUBLIC");
    assert_eq!(mask(&public), public);
    let code = format!("if text.starts_with(\"{}\") && text.ends_with(\"{}\") {{}}", edge("BEGIN"), edge("END"));
    assert_eq!(mask(&code), code);
}

#[test]
fn lookalikes_stay() {
    let example = ["AKIA", "IOSFODNN7EXAMPLE"].concat();
    let aws = ["aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/", "bPxRfiCYEXAMPLEKEY"].concat();
    let repeated = format!("gh{}{}", "p_", "x".repeat(36));
    let alphabet = format!("gh{}{}", "p_", "abcdefghijklmnopqrstuvwxyz0123456789");
    for text in [
        example.as_str(),
        &aws,
        &repeated,
        &alphabet,
        "sha256 = \"9f3a7c1e5b8d2064af91c3e7db5a8062f4c19e7ba35d8063c9e1f7a25b4d8093\"",
        "commit 9f3a7c1e5b8d2064af91c3e7db5a8062f4c19e7b",
        "\"integrity\": \"sha512-7Rk2ZpW9xLm4TvB8nYc5HsD1fGj6KaE3uXoVw0SiPtMyNbQdCzFgJhUlRe4Ao8Ix6Tk3Wv9Bp5Lz2Ym7Sn1Hd==\"",
        "checksum = \"ddd31a130427c27518df266943a5308ed92d4b226cc639f5a8f1002816174301\"",
        "token = \"123e4567-e89b-12d3-a456-426614174000\"",
        "next_token = \"7Rk2ZpW9xLm4TvB8nYc5HsD1fG\"",
        "data = \"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==\"",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@host",
        "password = \"correct-horse-battery-staple-2\"",
        "token = getTokenFromRequestHeaders2(request)",
        "const secretToken = parseSecretTokenFromEnvironment;",
        "postgres://user:password@localhost:5432/db",
        "API_KEY=your-api-key-goes-here-123456",
        "api_key: ${API_KEY_FROM_ENVIRONMENT_2}",
        "password: <%= ENV[\"DATABASE_PASSWORD_2024\"] %>",
        "https://a.example/b?x=1:2@3",
        "sk-",
        "eyJ",
        "",
    ] {
        assert_eq!(mask(text), text);
    }
}
