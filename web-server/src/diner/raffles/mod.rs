//! Raffles for diners (diner §2 to §4, §7, gaps G120 to G125).

pub mod explanations;
pub mod preferred;
pub mod proof;
pub mod questionnaire;
pub mod views;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::raffles::entries::{self, Category, EntryRequest};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use views::RaffleEntry;
pub use views::RestaurantRaffle;

use super::session::Diner;
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::form::{FormOrJson, tick};
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(enter))
        .routes(routes!(explanations::raffle))
        .routes(routes!(explanations::bulk_entry))
        .routes(routes!(preferred::page))
        .routes(routes!(questionnaire::form, questionnaire::submit))
        .routes(routes!(proof::round))
        .routes(routes!(proof::proof))
}

#[derive(Deserialize, IntoParams)]
pub struct EntriesQuery {
    /// Number of entries: one, since no promotion grants more (gaps G121).
    entries_count: Option<i64>,
}

#[derive(Deserialize, ToSchema)]
pub struct EntryBody {
    /// `normal` when absent.
    category: Option<Category>,
    /// Whether the restaurant may send mails; only for diners outside Japan.
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    notification_enabled: Option<bool>,
}

#[derive(Serialize, ToSchema)]
pub struct EntriesMade {
    entries: Vec<RaffleEntry>,
    /// Time of the next possible entry, in milliseconds since 1970.
    next_release_time_ms: i64,
    /// Number of entries that are still possible before the close.
    registerable_entries_count: i64,
    is_jp_user: bool,
    /// True when the entry made the restaurant a favourite.
    favorited: bool,
}

/// Enters a raffle, once in 24 hours. The restaurant becomes a favourite (gaps G123). 422 without a confirmed phone number, and for a number
/// that has entered with another account (gaps G241).
#[utoipa::path(post, path = "/users/api/raffle_rounds/{uid}/entries", tag = "raffles",
    params(("uid" = String, Path), EntriesQuery), request_body = EntryBody,
    responses((status = 201, body = EntriesMade), (status = 401), (status = 404), (status = 422)))]
pub async fn enter(
    State(app): State<App>,
    diner: Diner,
    Path(uid): Path<String>,
    Query(query): Query<EntriesQuery>,
    FormOrJson(body): FormOrJson<EntryBody>,
) -> Result<Response, ApiError> {
    if query.entries_count.unwrap_or(1) != 1 {
        return Err(ApiError::invalid_fields([("entries_count", "field_invalid")]));
    }
    let mut tx = app.pool.begin().await?;
    let is_jp_user = entries::is_in_japan(&mut tx, diner.id).await?;
    let asked = EntryRequest {
        category: body.category.unwrap_or(Category::Normal),
        notification: body.notification_enabled.filter(|_| !is_jp_user),
    };
    let entered = entries::enter(&mut tx, &app.rng, &app.clock, &app.signer, &uid, diner.id, asked).await?;
    tx.commit().await?;
    let made = EntriesMade {
        entries: entered.entries.into_iter().map(RaffleEntry::from_entry).collect(),
        next_release_time_ms: entered.remaining.next_at.timestamp_millis(),
        registerable_entries_count: entered.remaining.left,
        is_jp_user,
        favorited: entered.is_new_favorite,
    };
    Ok((StatusCode::CREATED, Json(made)).into_response())
}
