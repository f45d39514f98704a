//! Addresses of Japan's mobile carriers. Until 2009 the carriers gave out local parts with two dots in a row, or with a dot before the @,
//! and such addresses still receive mail. They are accepted for these hosts only; SMTP requires quotes around them (RFC 5321, 4.1.2).

/// The carriers' hosts.
const HOSTS: [&str; 22] = [
    "docomo.ne.jp",
    "mopera.net",
    "ezweb.ne.jp",
    "au.com",
    "ido.ne.jp",
    "tu-ka.ne.jp",
    "softbank.ne.jp",
    "i.softbank.jp",
    "vodafone.ne.jp",
    "jp-t.ne.jp",
    "jp-d.ne.jp",
    "jp-h.ne.jp",
    "jp-c.ne.jp",
    "jp-k.ne.jp",
    "jp-r.ne.jp",
    "jp-n.ne.jp",
    "jp-s.ne.jp",
    "jp-q.ne.jp",
    "disney.ne.jp",
    "willcom.com",
    "pdx.ne.jp",
    "ymobile.ne.jp",
];

/// Whether a host is a carrier's, or below one (`d.vodafone.ne.jp`).
fn is_carrier(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    HOSTS.iter().any(|carrier| host.strip_suffix(carrier).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
}

/// Whether dots of a local part are in places that only the carriers allow: next to each other, or at the end.
fn has_carrier_dots(local: &str) -> bool {
    local.contains("..") || local.ends_with('.')
}

/// Whether an address is one that only a carrier gives out. It begins with a letter or digit and has no signs except `-`, `_` and dots.
pub(super) fn is_carrier_address(local: &str, host: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    (1..=64).contains(&local.len())
        && has_carrier_dots(local)
        && !local.starts_with('.')
        && local.bytes().all(is_plain)
        && is_carrier(host)
}

/// Returns the parts of a stored address as SMTP transmits them: the local part of a carrier's address has quotes.
pub fn smtp_parts(address: &str) -> Option<(String, &str)> {
    let (local, host) = address.rsplit_once('@')?;
    let local = if is_carrier_address(local, host) { format!("\"{local}\"") } else { local.to_owned() };
    Some((local, host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_carriers_have_such_addresses() {
        for (local, host) in [
            ("taro..yamada", "docomo.ne.jp"),
            ("hana.", "ezweb.ne.jp"),
            ("hana.", "EZweb.ne.jp"),
            ("a-b_c..", "softbank.ne.jp"),
            ("a..b", "t.vodafone.ne.jp"),
        ] {
            assert!(is_carrier_address(local, host), "{local}@{host}");
        }
        for (local, host) in [
            ("taro.yamada", "docomo.ne.jp"),
            ("taro..yamada", "seki.test"),
            ("taro..yamada", "notdocomo.ne.jp"),
            (".taro", "docomo.ne.jp"),
            ("taro..\"", "docomo.ne.jp"),
            ("taro..+a", "docomo.ne.jp"),
            ("", "docomo.ne.jp"),
        ] {
            assert!(!is_carrier_address(local, host), "{local}@{host}");
        }
    }

    #[test]
    fn carrier_addresses_are_transmitted_in_quotes() {
        let parts = smtp_parts("taro..yamada@docomo.ne.jp");
        assert_eq!(parts, Some(("\"taro..yamada\"".to_owned(), "docomo.ne.jp")));
        assert_eq!(smtp_parts("hanako@seki.test"), Some(("hanako".to_owned(), "seki.test")));
        assert_eq!(smtp_parts("hanako"), None);
    }
}
