//! Conditional requests: whether the client has the response already (RFC 9110, section 13.1.2).

use axum::http::{HeaderMap, HeaderValue, header};

/// Reports whether `If-None-Match` contains the response's tag: among several, weak or strong, or by `*`.
pub fn is_known(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let own = opaque(etag.as_bytes());
    let listed =
        headers.get_all(header::IF_NONE_MATCH).iter().flat_map(|value| value.as_bytes().split(|byte| *byte == b','));
    listed.map(<[u8]>::trim_ascii).any(|known| known == b"*" || opaque(known) == own)
}

/// Returns the tag without the mark of a weak tag. Our tags contain no comma.
fn opaque(tag: &[u8]) -> &[u8] {
    tag.strip_prefix(b"W/").unwrap_or(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weak_and_strong_tags_match_alone_and_in_lists() {
        let known = |asked: &[&'static str], own: &'static str| {
            let mut headers = HeaderMap::new();
            for value in asked {
                headers.append(header::IF_NONE_MATCH, HeaderValue::from_static(value));
            }
            is_known(&headers, &HeaderValue::from_static(own))
        };
        for own in ["W/\"a1\"", "\"a1\""] {
            assert!(known(&["\"a1\""], own) && known(&["W/\"a1\""], own) && known(&["*"], own));
            assert!(known(&["\"x\" , W/\"a1\",\"y\""], own) && known(&["\"x\"", "\"a1\""], own));
            assert!(!known(&["\"a\"", "a1", "\"a11\"", "W/W/\"a1\"", ""], own) && !known(&[], own));
        }
    }
}
