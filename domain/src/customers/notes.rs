//! Staff's notes about a guest: allergies, dislikes and tags. They are shown with the diner's own texts, without duplicates.

use sqlx::PgConnection;
use unicode_normalization::UnicodeNormalization;

use super::tags;
use crate::ids::{CustomerId, RestaurantId};
use crate::names::too_long;

/// Maximum length of the allergies and of the dislikes, in characters.
const MAX_LENGTH: usize = 500;

/// Changes to the notes. Absent fields stay unchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotesChange {
    pub noted_allergies: Option<String>,
    pub noted_dislikes: Option<String>,
    pub tags: Option<Vec<String>>,
}

impl NotesChange {
    /// Validates the change. A text that exceeds the limit because of a merge may stay as it is or become shorter.
    pub(super) fn validate(self, previous: [&str; 2]) -> Result<Self, Vec<(&'static str, &'static str)>> {
        let mut errors = Vec::new();
        let [allergies, dislikes] = previous;
        let mut lines = |name, typed: Option<String>, previous: &str| {
            typed.and_then(|typed| text(&typed, previous).map_err(|code| errors.push((name, code))).ok())
        };
        let noted_allergies = lines("noted_allergies", self.noted_allergies, allergies);
        let noted_dislikes = lines("noted_dislikes", self.noted_dislikes, dislikes);
        let tags = self.tags.and_then(|typed| tags::parse(&typed).map_err(|code| errors.push(("tags", code))).ok());
        if errors.is_empty() { Ok(Self { noted_allergies, noted_dislikes, tags }) } else { Err(errors) }
    }
}

fn text(typed: &str, previous: &str) -> Result<String, &'static str> {
    let text = typed.trim().replace("\r\n", "\n");
    let count = text.chars().count();
    if count > MAX_LENGTH && count > previous.chars().count() {
        return Err(too_long(MAX_LENGTH));
    }
    if text.chars().any(|c| c.is_control() && c != '\n') { Err("invalid_characters") } else { Ok(text) }
}

/// Merges two texts: appends the lines of the second that name an item missing in the first. Each line is either left out or kept whole,
/// because a part of it may have the opposite meaning.
pub fn merge_lines(first: &str, second: &str) -> String {
    join_items(first.to_owned(), &new_lines(first, second))
}

/// Returns the lines of the second text that name an item missing in the first.
pub(super) fn new_lines(first: &str, second: &str) -> Vec<String> {
    let mut known = items(first);
    let mut lines = Vec::new();
    for line in second.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let named = items(line);
        if named.iter().any(|item| !known.contains(item)) {
            known.extend(named);
            lines.push(line.to_owned());
        }
    }
    lines
}

pub(super) fn join_items(mut text: String, lines: &[String]) -> String {
    for line in lines {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    text
}

/// Returns the items of a text in a comparable form, independent of full width, case and kana.
fn items(text: &str) -> Vec<String> {
    let folded: String = text.nfkc().flat_map(char::to_lowercase).map(hiragana).collect();
    let parts = folded.split(['\n', '、', ',', '，', '・', '/', ';']);
    parts.map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

fn hiragana(c: char) -> char {
    match c {
        'ァ'..='ヶ' => char::from_u32(c as u32 - 0x60).unwrap_or(c),
        other => other,
    }
}

/// Removes the last occurrence of the consecutive lines of `block` from a text. A text without them is returned unchanged.
pub(super) fn without(text: &str, block: &str) -> String {
    let (lines, block): (Vec<_>, Vec<_>) = (text.lines().collect(), block.lines().collect());
    if block.is_empty() || block.len() > lines.len() {
        return text.to_owned();
    }
    let Some(from) = lines.windows(block.len()).rposition(|window| window == block.as_slice()) else {
        return text.to_owned();
    };
    [&lines[..from], &lines[from + block.len()..]].concat().join("\n")
}

/// Stores the changes. The customer's profile must exist.
pub(super) async fn write(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
    change: &NotesChange,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE customer_profiles SET noted_allergies = coalesce($3, noted_allergies), noted_dislikes = coalesce($4, noted_dislikes)
         WHERE restaurant_id = $1 AND customer_id = $2",
        restaurant.0,
        customer.0,
        change.noted_allergies,
        change.noted_dislikes,
    )
    .execute(&mut *conn)
    .await?;
    if let Some(tags) = &change.tags {
        tags::write(conn, restaurant, customer, tags).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identical_notes_are_merged_once() {
        assert_eq!(merge_lines("えび\nかに", "エビ、カニ"), "えび\nかに");
        assert_eq!(merge_lines("えび", "ｴﾋﾞ\nそば\n蕎麦"), "えび\nそば\n蕎麦");
        assert_eq!(merge_lines("", "Nuts\nnuts"), "Nuts");
        assert_eq!(merge_lines("えび", ""), "えび");
        assert_eq!(merge_lines("", ""), "");
    }

    #[test]
    fn line_with_new_item_is_kept_whole() {
        assert_eq!(merge_lines("えび", "えび、かに以外は可"), "えび\nえび、かに以外は可");
    }

    #[test]
    fn last_occurrence_of_block_is_removed() {
        assert_eq!(without("左利き\n窓側\n左利き", "左利き"), "左利き\n窓側");
        assert_eq!(without("a\nb\nc\nd", "b\nc"), "a\nd");
        assert_eq!(without("b\nc", "b\nc"), "");
        assert_eq!(without("a\nb edited\nc", "b\nc"), "a\nb edited\nc");
        assert_eq!(without("a", ""), "a");
    }

    #[test]
    fn long_text_may_stay_but_not_grow() {
        let long = "あ".repeat(600);
        let change = |text: &str| NotesChange { noted_allergies: Some(text.to_owned()), ..NotesChange::default() };
        assert!(change(&long).validate([&long, ""]).is_ok());
        assert_eq!(change(&long).validate(["", ""]), Err(vec![("noted_allergies", "too_long_500")]));
        assert_eq!(change("a\u{7}").validate(["", ""]), Err(vec![("noted_allergies", "invalid_characters")]));
        assert_eq!(change(" えび\r\nかに ").validate(["", ""]), Ok(change("えび\nかに")));
    }
}
