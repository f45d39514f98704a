//! Finds restaurants, and suggestions if nothing matches.

use sqlx::PgConnection;

use super::queries;
use super::spelling::{fold, romaji};
use super::words::SearchWords;
use crate::ids::{RestaurantId, UserId};
use crate::restaurants::model::{RestaurantFilter, RestaurantListItem};

/// Maximum number of suggestions.
const MAX_SUGGESTIONS: i64 = 6;
/// Minimum similarity (0 to 1, `word_similarity`) of a suggested restaurant to the search text.
const MIN_SIMILARITY: f32 = 0.4;

/// A page of results.
#[derive(Clone, Debug, Default)]
pub struct SearchPage {
    /// Matches of the name first, then of cuisine and area, then others.
    pub cards: Vec<RestaurantListItem>,
    /// Number of results on all pages.
    pub total: i64,
}

/// Returns a page, from 1, of the restaurants that match a filter; it is empty beyond the last. `diner` marks favourites.
pub async fn find(
    conn: &mut PgConnection,
    filter: &RestaurantFilter,
    diner: Option<UserId>,
    page: i64,
    per_page: i64,
) -> sqlx::Result<SearchPage> {
    let words = search_words(conn, filter).await?;
    let (cards, total) = queries::list(conn, filter, &words, None, diner, per_page, (page - 1) * per_page).await?;
    if page == 1 || !cards.is_empty() {
        return Ok(SearchPage { cards, total });
    }
    // Beyond the last page, no row contains the total.
    let (_, total) = queries::list(conn, filter, &words, None, diner, 1, 0).await?;
    Ok(SearchPage { cards, total })
}

/// Returns the restaurants of `among` that match a filter's words, best match first.
pub async fn find_among(
    conn: &mut PgConnection,
    filter: &RestaurantFilter,
    among: &[RestaurantId],
    diner: UserId,
) -> sqlx::Result<Vec<RestaurantId>> {
    let words = search_words(conn, filter).await?;
    let limit = i64::try_from(among.len()).unwrap_or(i64::MAX);
    let (cards, _) = queries::list(conn, filter, &words, Some(among), Some(diner), limit, 0).await?;
    Ok(cards.into_iter().map(|card| card.id).collect())
}

/// Returns the cards of some restaurants, in their order.
pub async fn list_among(
    conn: &mut PgConnection,
    among: &[RestaurantId],
    diner: Option<UserId>,
) -> sqlx::Result<Vec<RestaurantListItem>> {
    let limit = i64::try_from(among.len()).unwrap_or(i64::MAX);
    Ok(queries::list(conn, &RestaurantFilter::default(), &SearchWords::default(), Some(among), diner, limit, 0)
        .await?
        .0)
}

/// Returns the restaurants closest to a filter without results: matches of the words elsewhere, otherwise restaurants whose name, cuisine
/// or area has a similar spelling, otherwise restaurants of the area or the cuisine. Empty if nothing is close.
pub async fn suggestions(
    conn: &mut PgConnection,
    filter: &RestaurantFilter,
    diner: Option<UserId>,
) -> sqlx::Result<Vec<RestaurantListItem>> {
    let words = search_words(conn, filter).await?;
    if !words.is_empty() {
        let elsewhere = RestaurantFilter { keyword: filter.keyword.clone(), ..RestaurantFilter::default() };
        let (cards, _) = queries::list(conn, &elsewhere, &words, None, diner, MAX_SUGGESTIONS, 0).await?;
        if !cards.is_empty() {
            return Ok(cards);
        }
        let typed = filter.keyword.as_deref().unwrap_or_default();
        let typed = romaji(&queries::synonyms(conn).await?.unify(&fold(typed)));
        let alike = queries::list_similar(conn, &typed, MIN_SIMILARITY, MAX_SUGGESTIONS).await?;
        if !alike.is_empty() {
            let (all, any) = (RestaurantFilter::default(), SearchWords::default());
            return Ok(queries::list(conn, &all, &any, Some(&alike), diner, MAX_SUGGESTIONS, 0).await?.0);
        }
    }
    let wider = [
        RestaurantFilter { area: filter.area, prefectures: filter.prefectures.clone(), ..RestaurantFilter::default() },
        RestaurantFilter { cuisines: filter.cuisines.clone(), ..RestaurantFilter::default() },
    ];
    for wider in wider.iter().filter(|wider| wider.narrows()) {
        let (cards, _) = queries::list(conn, wider, &SearchWords::default(), None, diner, MAX_SUGGESTIONS, 0).await?;
        if !cards.is_empty() {
            return Ok(cards);
        }
    }
    Ok(Vec::new())
}

async fn search_words(conn: &mut PgConnection, filter: &RestaurantFilter) -> sqlx::Result<SearchWords> {
    match filter.keyword.as_deref() {
        Some(typed) if !typed.trim().is_empty() => Ok(SearchWords::parse(typed, &queries::synonyms(conn).await?)),
        _ => Ok(SearchWords::default()),
    }
}
