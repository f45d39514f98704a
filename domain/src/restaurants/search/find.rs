//! Finding restaurants, and what is offered when there is none.

use sqlx::PgConnection;

use super::queries;
use super::spelling::{fold, romaji};
use super::words::SearchWords;
use crate::ids::{RestaurantId, UserId};
use crate::restaurants::model::{RestaurantFilter, RestaurantListItem};

/// Restaurants that are offered when nothing was found.
const MAX_SUGGESTIONS: i64 = 6;
/// From how much likeness on (0 to 1, `word_similarity`) a restaurant is near to what was typed.
const MIN_SIMILARITY: f32 = 0.4;

/// A page of what was found.
#[derive(Clone, Debug, Default)]
pub struct SearchPage {
    /// Name before cuisine and area, these before the rest.
    pub cards: Vec<RestaurantListItem>,
    /// How many were found on all pages.
    pub total: i64,
    /// The page that this is, from 1 on: the last one when a later one was asked for.
    pub page: i64,
}

/// The restaurants that match a filter. `diner` marks favourites.
pub async fn find(
    conn: &mut PgConnection,
    filter: &RestaurantFilter,
    diner: Option<UserId>,
    page: i64,
    per_page: i64,
) -> sqlx::Result<SearchPage> {
    let words = search_words(conn, filter).await?;
    let asked = queries::list(conn, filter, &words, None, diner, per_page, (page - 1) * per_page).await?;
    if page == 1 || !asked.0.is_empty() {
        return Ok(SearchPage { cards: asked.0, total: asked.1, page });
    }
    // Beyond the last page no row carries the total.
    let (first, total) = queries::list(conn, filter, &words, None, diner, per_page, 0).await?;
    let last = ((total + per_page - 1) / per_page).max(1);
    if last == 1 {
        return Ok(SearchPage { cards: first, total, page: 1 });
    }
    let (cards, total) = queries::list(conn, filter, &words, None, diner, per_page, (last - 1) * per_page).await?;
    Ok(SearchPage { cards, total, page: last })
}

/// Those of some restaurants that match a filter's words, the likest first.
pub async fn find_among(
    conn: &mut PgConnection,
    filter: &RestaurantFilter,
    among: &[i64],
    diner: UserId,
) -> sqlx::Result<Vec<RestaurantId>> {
    let words = search_words(conn, filter).await?;
    let limit = i64::try_from(among.len()).unwrap_or(i64::MAX);
    let (cards, _) = queries::list(conn, filter, &words, Some(among), Some(diner), limit, 0).await?;
    Ok(cards.into_iter().map(|card| card.id).collect())
}

/// The cards of some restaurants, in their order.
pub async fn list_among(
    conn: &mut PgConnection,
    among: &[i64],
    diner: Option<UserId>,
) -> sqlx::Result<Vec<RestaurantListItem>> {
    let limit = i64::try_from(among.len()).unwrap_or(i64::MAX);
    Ok(queries::list(conn, &RestaurantFilter::default(), &SearchWords::default(), Some(among), diner, limit, 0)
        .await?
        .0)
}

/// The restaurants nearest to a filter that found nothing: those with the same words elsewhere, else those whose name, cuisine or
/// area is spelled alike, else those of the area or of the cuisine. Empty when nothing is near.
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
