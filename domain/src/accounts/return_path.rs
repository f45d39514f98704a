//! The page after signing in or up: a path on this site, or none (G035: no open redirect).

/// Returns the path if `target` is on this site: `/path?query`, or the same below the site's address.
pub fn local_path(base_url: &str, target: &str) -> Option<String> {
    let path = match target.strip_prefix(base_url) {
        Some("") => "/",
        Some(rest) => rest,
        None => target,
    };
    // Two slashes start another host name, and dots can produce them: "/..//evil.example".
    let (place, _) = path.split_once(['?', '#']).unwrap_or((path, ""));
    let stays_here = path.starts_with('/') && !place.contains("//") && !place.split('/').any(|part| part == "..");
    // Browsers remove tabs and line breaks from addresses, so "/\t/evil.example" would lead to another site.
    let is_plain = path.len() <= 2000 && !path.chars().any(|c| c.is_control() || c == '\\');
    (stays_here && is_plain).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_local_paths_are_accepted() {
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
