//! A restaurant's search texts: its texts in normalised spelling, stored in `restaurant_search_texts`. Every write of a restaurant, its
//! courses or its seats updates them in the same transaction.

use sqlx::{Acquire, PgConnection, PgPool};

use super::queries::{self, SearchTexts, SearchedTexts};
use super::spelling::{Synonyms, fold, fold_long_vowels, romaji};
use super::words::twice;
use crate::ids::RestaurantId;

/// Number of restaurants in one transaction of a rebuild.
const BATCH: i64 = 200;

/// Writes the search texts of these restaurants.
pub async fn write(conn: &mut PgConnection, restaurants: &[RestaurantId]) -> sqlx::Result<()> {
    let synonyms = queries::synonyms(conn).await?;
    let texts = queries::list_searched(conn, restaurants).await?;
    let written: Vec<_> = texts.iter().map(|searched| spell(searched, &synonyms)).collect();
    queries::save(conn, &written).await
}

/// Rewrites the search texts of all restaurants, after a change of the synonyms or the folding. Returns their number. Searches work
/// meanwhile.
pub async fn rebuild(pool: &PgPool) -> sqlx::Result<usize> {
    let mut conn = pool.acquire().await?;
    let (mut last, mut count) = (RestaurantId(0), 0);
    loop {
        let ids = queries::list_ids_after(&mut conn, last, BATCH).await?;
        let Some(end) = ids.last() else { return Ok(count) };
        let mut tx = conn.begin().await?;
        write(&mut tx, &ids).await?;
        tx.commit().await?;
        last = *end;
        count += ids.len();
    }
}

fn spell(searched: &SearchedTexts, synonyms: &Synonyms) -> SearchTexts {
    let (name, kind) = (short(&searched.names, synonyms), short(&searched.kinds, synonyms));
    let rest = lines(searched.rest.iter().flat_map(|text| {
        let folded = fold(text);
        [synonyms.unify(&folded), folded]
    }));
    let alike = searched.names.iter().chain(&searched.kinds).map(|text| romaji(&synonyms.unify(&fold(text))));
    SearchTexts {
        restaurant: searched.restaurant,
        text: format!("{name}{kind}{rest}"),
        name,
        kind,
        alike: lines(alike).trim().replace('\n', " "),
    }
}

/// Spellings of names, cuisines and areas: with and without spaces, and with short vowels.
fn short(texts: &[String], synonyms: &Synonyms) -> String {
    lines(texts.iter().flat_map(|text| {
        let folded = fold(text);
        let unified = synonyms.unify(&folded);
        let shortened = fold_long_vowels(&unified);
        let together = [&folded, &unified, &shortened].map(|text| text.replace(' ', ""));
        [folded, unified, shortened].into_iter().chain(together)
    }))
}

/// Joins the texts without duplicates, each on a separate line, so that no word matches across two.
fn lines(texts: impl Iterator<Item = String>) -> String {
    let mut all: Vec<_> = texts.filter(|text| !text.is_empty()).collect();
    all.sort();
    all.dedup();
    if all.is_empty() { String::new() } else { format!("\n{}\n", twice(&all.join("\n\n"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_texts_contain_every_spelling() {
        let synonyms = Synonyms::new([("鮨", "すし"), ("東京", "とうきょう"), ("個室", "こしつ")]).unwrap();
        let searched = SearchedTexts {
            restaurant: RestaurantId(7),
            names: vec!["鮨 かぐら".to_owned(), "Sushi Kagura".to_owned()],
            kinds: vec!["東京".to_owned()],
            rest: vec!["個室とカウンター".to_owned()],
        };
        let written = spell(&searched, &synonyms);
        for name in ["鮨 かぐら", "鮨かぐら", "すし かぐら", "すしかぐら", "sushi kagura", "sushikagura"]
        {
            assert!(written.name.contains(&format!("\n{}\n", twice(name))), "{name}");
        }
        for kind in ["東京", "とうきょう", "ときょ"] {
            assert!(written.kind.contains(&format!("\n{}\n", twice(kind))), "{kind}");
        }
        for text in ["個室とかうんた", "こしつとかうんた", "鮨かぐら", "とうきょう"] {
            assert!(written.text.contains(&twice(text)), "{text}");
        }
        assert!(!written.name.contains("個"));
    }
}
