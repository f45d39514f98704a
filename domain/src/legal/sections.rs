//! Splits the text of a document at its headings.

use serde::Serialize;

/// A heading and the lines below it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Section {
    /// Blank for lines before the first heading.
    pub heading: String,
    pub body: String,
}

/// Splits a text into sections; a line `# …` starts one.
pub fn sections(text: &str) -> Vec<Section> {
    let mut found = vec![Section { heading: String::new(), body: String::new() }];
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("# ") {
            found.push(Section { heading: heading.trim().to_owned(), body: String::new() });
        } else if let Some(section) = found.last_mut() {
            section.body.push_str(line.trim_end());
            section.body.push('\n');
        }
    }
    for section in &mut found {
        section.body = section.body.trim().to_owned();
    }
    found.retain(|section| !(section.heading.is_empty() && section.body.is_empty()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(heading: &str, body: &str) -> Section {
        Section { heading: heading.into(), body: body.into() }
    }

    #[test]
    fn lines_with_a_mark_are_headings() {
        let text = "はじめに\r\n\r\n# 第1条 \n本文\n\n二段目\n# 第2条\n";
        assert_eq!(sections(text), [section("", "はじめに"), section("第1条", "本文\n\n二段目"), section("第2条", "")]);
        assert_eq!(sections(" \n\n"), []);
        assert_eq!(sections("#1 is no heading"), [section("", "#1 is no heading")]);
    }
}
