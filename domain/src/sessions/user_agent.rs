//! The name of a session's device for people.

const BROWSERS: [(&str, &str); 7] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
];

const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
];

/// Returns `Chrome, Windows` for a `User-Agent`; empty if neither is known. Browsers claim to be others as well, so the more specific name
/// is checked first.
pub fn device_name(user_agent: &str) -> String {
    let named = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    let browser = named(&BROWSERS).or_else(|| user_agent.contains("Safari/").then_some("Safari"));
    let parts: Vec<_> = [browser, named(&SYSTEMS)].into_iter().flatten().collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn device_name_has_browser_and_system() {
        let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
        for (user_agent, name) in [
            (format!("{mac} Version/18.0 Safari/605.1.15"), "Safari, Mac"),
            (format!("{mac} Chrome/130.0 Safari/537.36"), "Chrome, Mac"),
            ("Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0".to_owned(), "Edge, Windows"),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/130.0 Safari/604.1".to_owned(),
                "Chrome, iPhone",
            ),
            ("curl/8.5.0".to_owned(), ""),
        ] {
            assert_eq!(device_name(&user_agent), name, "{user_agent}");
        }
    }
}
