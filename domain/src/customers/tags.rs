//! Tags of customers: five built-in ones with labels in both languages, and the restaurant's own.

use sqlx::PgConnection;
use unicode_normalization::UnicodeNormalization;

use crate::i18n::{self, Locale};
use crate::ids::{CustomerId, RestaurantId};
use crate::names::{self, NameError};

/// The built-in tags by their codes, in display order.
pub const PRESETS: [&str; 5] = ["birthday", "anniversary", "wheelchair", "vip", "left_handed"];
/// Maximum length of a tag, in characters.
const MAX_TAG_LENGTH: usize = 20;
/// Maximum number of tags of one customer.
const MAX_TAGS: usize = 20;

/// Returns the label of a tag: of a built-in tag in the reader's language, of another tag as it was entered.
pub fn label(locale: Locale, tag: &str) -> String {
    match PRESETS.contains(&tag) {
        true => i18n::t(locale, &format!("customer_tags.{tag}"), &[]),
        false => tag.to_owned(),
    }
}

/// Parses tags into their stored form, without duplicates. A built-in tag is replaced by its code, whichever of its labels was entered.
///
/// # Errors
/// The code of an invalid tag, or of too many tags.
pub(super) fn parse(typed: &[String]) -> Result<Vec<String>, &'static str> {
    let mut tags: Vec<String> = Vec::new();
    for text in typed.iter().filter(|text| !text.trim().is_empty()) {
        let name = names::name(&text.nfkc().collect::<String>(), MAX_TAG_LENGTH).map_err(NameError::code)?;
        let is_called = |code: &&str| {
            let labels = [Locale::Ja, Locale::En].map(|locale| label(locale, code));
            name == **code || labels.iter().any(|label| label.to_lowercase() == name.to_lowercase())
        };
        let tag = PRESETS.iter().find(|code| is_called(code)).map_or(name.clone(), |code| (*code).to_owned());
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    if tags.len() > MAX_TAGS { Err("too_many_tags") } else { Ok(tags) }
}

/// Sorts tags: built-in ones first, then the restaurant's own.
pub fn in_order(mut tags: Vec<String>) -> Vec<String> {
    let place = |tag: &String| PRESETS.iter().position(|preset| preset == tag).unwrap_or(PRESETS.len());
    tags.sort_by(|one, other| place(one).cmp(&place(other)).then_with(|| one.cmp(other)));
    tags
}

/// A tag, and the number of customers who have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagCount {
    pub tag: String,
    pub customers_count: i64,
}

/// Lists all built-in tags, and the restaurant's own tags that are in use.
pub async fn list(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<TagCount>> {
    let presets = PRESETS.map(str::to_owned);
    sqlx::query_as!(
        TagCount,
        r#"SELECT coalesce(p.tag, t.tag) AS "tag!", coalesce(t.customers, 0) AS "customers_count!"
           FROM unnest($2::text[]) WITH ORDINALITY AS p (tag, place)
           FULL JOIN (
               SELECT n.tag, count(*) AS customers FROM customer_tags n
               JOIN customers c ON c.restaurant_id = n.restaurant_id AND c.id = n.customer_id AND c.merged_into_id IS NULL
               WHERE n.restaurant_id = $1 GROUP BY n.tag) t ON t.tag = p.tag
           ORDER BY p.place, t.tag"#,
        restaurant.0,
        &presets,
    )
    .fetch_all(conn)
    .await
}

/// Replaces the tags of a customer.
pub(super) async fn write(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
    tags: &[String],
) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM customer_tags WHERE restaurant_id = $1 AND customer_id = $2 AND tag <> ALL ($3)",
        restaurant.0,
        customer.0,
        tags,
    )
    .execute(&mut *conn)
    .await?;
    sqlx::query!(
        "INSERT INTO customer_tags (restaurant_id, customer_id, tag) SELECT $1, $2, tag FROM unnest($3::text[]) AS tag
         ON CONFLICT (restaurant_id, customer_id, tag) DO NOTHING",
        restaurant.0,
        customer.0,
        tags,
    )
    .execute(conn)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(typed: &[&str]) -> Result<Vec<String>, &'static str> {
        parse(&typed.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn built_in_tags_match_each_of_their_names() {
        for typed in ["vip", "ＶＩＰ", " Vip "] {
            assert_eq!(parsed(&[typed]).unwrap(), ["vip"], "{typed}");
        }
        assert_eq!(parsed(&["誕生日", "Birthday", "birthday", "左利き"]).unwrap(), ["birthday", "left_handed"]);
        assert_eq!(parsed(&["窓側", " 窓側", "", "　"]).unwrap(), ["窓側"]);
        assert_eq!(label(Locale::Ja, "wheelchair"), "車椅子");
        assert_eq!(label(Locale::En, "窓側"), "窓側");
    }

    #[test]
    fn tag_must_be_one_short_line() {
        assert_eq!(parsed(&["長".repeat(21).as_str()]), Err("too_long_20"));
        assert_eq!(parsed(&["a\nb"]), Err("invalid_characters"));
        assert_eq!(parsed(&["\u{200b}"]), Err("blank"));
        let many: Vec<String> = (0..21).map(|n| format!("札{n}")).collect();
        assert_eq!(parse(&many), Err("too_many_tags"));
        assert_eq!(parse(&many[1..]).unwrap().len(), 20);
    }

    #[test]
    fn built_in_tags_sort_first() {
        let tags = ["窓側", "vip", "birthday"].map(str::to_owned).to_vec();
        assert_eq!(in_order(tags), ["birthday", "vip", "窓側"]);
    }
}
