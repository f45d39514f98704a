//! Where a diner is sent after signing in or up: a path of this site, or nowhere (G035: no open redirect).

/// The path to go to, when `target` is one of ours: `/path?query`, or the same under our own address.
pub fn local_path(base_url: &str, target: &str) -> Option<String> {
    let path = match target.strip_prefix(base_url) {
        Some("") => "/",
        Some(rest) => rest,
        None => target,
    };
    // Two slashes name another host, and dots lead to them: "/..//evil.example".
    let (place, _) = path.split_once(['?', '#']).unwrap_or((path, ""));
    let stays_here = path.starts_with('/') && !place.contains("//") && !place.split('/').any(|part| part == "..");
    // A browser drops tabs and line breaks before it looks at an address: "/\t/evil.example" would leave.
    let is_plain = path.len() <= 2000 && !path.chars().any(|c| c.is_control() || c == '\\');
    (stays_here && is_plain).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_places_are_gone_to() {
        let base = "https://seki.test";
        assert_eq!(local_path(base, "/r/sushi-kagura?x=1").as_deref(), Some("/r/sushi-kagura?x=1"));
        assert_eq!(local_path(base, "https://seki.test/ohc").as_deref(), Some("/ohc"));
        assert_eq!(local_path(base, "https://seki.test").as_deref(), Some("/"));
        for elsewhere in [
            "",
            "r/sushi",
            "//evil.example",
            "/\\evil.example",
            "/..//evil.example",
            "/r/../..//evil.example",
            "/r//evil.example?x",
            "/\t/evil.example",
            "https://evil.example/",
            "https://seki.test.evil.example/",
            "https://seki.test@evil.example/",
            "javascript:alert(1)",
        ] {
            assert_eq!(local_path(base, elsewhere), None, "{elsewhere:?}");
        }
    }
}
