//! The pane of a gold allocation, next to its slot and for admins only (flag osg; admin §2, §7, gaps G191).

use axum::extract::{Path, State};
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::ids::GoldRoundId;
use domain::inventory::SlotError;
use domain::inventory::gold::{self, GoldAllocationChange};
use domain::inventory::slot_form::SlotFormError;
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::access::Osg;
use super::parts::{non_blank, respond};
use super::slot::AdminSlot;
use crate::console::{Expected, page};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, Texts};
use crate::http::page::PageData;
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct AdminGoldAllocationPage {
    online_stock_group: AdminSlot,
    gold_allocation: AdminGoldAllocation,
    gold_rounds: Vec<AdminGoldRound>,
}

impl PageData for AdminGoldAllocationPage {
    const NAME: &'static str = "admin_gold_allocation";
}

#[derive(Debug, Serialize, ToSchema)]
pub struct AdminGoldAllocation {
    uid: String,
    gold_round_id: i64,
    /// ISO 8601 with the restaurant's offset.
    listed_from: Option<String>,
    available_as_second_from: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct AdminGoldRound {
    id: i64,
    title: String,
    slug: String,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct GoldAllocationBody {
    /// The fields that the form showed.
    #[serde(default)]
    expected: Expected,
    /// Unchanged if left out.
    #[serde(default, deserialize_with = "Texts::present")]
    #[schema(value_type = i64)]
    gold_round_id: Option<Texts>,
    /// ISO 8601, or the restaurant's own date and time; blank for immediately. Unchanged if left out.
    #[schema(nullable = false)]
    listed_from: Option<String>,
}

/// Slug, and the uids of slot and allocation.
type Key = (String, String, String);

/// Returns the allocation with its slot, and the rounds to choose from.
#[utoipa::path(get, path = "/admin/r/{slug}/online_stock_groups/{uid}/gold_allocations/{allocation_uid}", tag = "admin",
    params(("slug" = String, Path), ("uid" = String, Path), ("allocation_uid" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminGoldAllocationPage>), (status = 302), (status = 401), (status = 403),
        (status = 404)))]
pub async fn pane(
    State(app): State<App>,
    context: Context,
    at: Osg,
    Path(key): Path<Key>,
) -> Result<Response, ApiError> {
    let (_, slot, uid) = key;
    let mut conn = app.pool.acquire().await?;
    let found = gold::find(&mut conn, at.restaurant.id, &slot, &uid).await?.ok_or_else(ApiError::not_found)?;
    let rounds = gold::list_rounds(&mut conn, at.restaurant.id).await?.into_iter();
    let online_stock_group = AdminSlot::load(&mut conn, &context, &at, &slot, app.clock.now()).await?;
    drop(conn);
    let iso = |instant: Option<DateTime<Utc>>| instant.map(|instant| at.restaurant.zone.iso(instant));
    let data = AdminGoldAllocationPage {
        online_stock_group,
        gold_allocation: AdminGoldAllocation {
            uid: found.uid,
            gold_round_id: found.gold_round_id.0,
            listed_from: iso(found.listed_from),
            available_as_second_from: iso(found.available_as_second_from),
        },
        gold_rounds: rounds
            .map(|round| AdminGoldRound { id: round.id.0, title: round.title, slug: round.slug })
            .collect(),
    };
    respond(&app, &context, &at, "admin.gold_allocation.title", data).await
}

/// Moves the slot to another round, changes the time from which it is listed, or both. 409 if a field does not have the expected value any more.
#[utoipa::path(patch, path = "/admin/r/{slug}/online_stock_groups/{uid}/gold_allocations/{allocation_uid}", tag = "admin",
    params(("slug" = String, Path), ("uid" = String, Path), ("allocation_uid" = String, Path)),
    request_body = GoldAllocationBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    at: Osg,
    Path(key): Path<Key>,
    FormOrJson(body): FormOrJson<GoldAllocationBody>,
) -> Result<Response, ApiError> {
    let (slug, slot, uid) = key;
    let mut tx = app.pool.begin().await?;
    let found = gold::lock(&mut tx, at.restaurant.id, &slot, &uid).await.map_err(to_api_error)?;
    let stored_from = found.listed_from.map(|instant| at.restaurant.zone.iso(instant));
    body.expected.require_unchanged(&json!({ "gold_round_id": found.gold_round_id.0, "listed_from": stored_from }))?;
    let missing = || ApiError::invalid_fields([("gold_round_id", "slot_gold_round_missing")]);
    let round = match body.gold_round_id {
        Some(texts) => texts.non_blank().and_then(|id| id.parse().ok()).map(GoldRoundId).ok_or_else(missing)?,
        None => found.gold_round_id,
    };
    let listed_from = match body.listed_from {
        Some(text) => listed_from(at.restaurant.zone, Some(&text))?,
        None => found.listed_from,
    };
    let change = GoldAllocationChange { round, listed_from };
    let (now, actor, restaurant) = (app.clock.now(), at.actor(), at.restaurant.id);
    gold::change(&mut tx, now, actor, restaurant, &found, change).await.map_err(to_api_error)?;
    tx.commit().await?;
    let pane = format!("/admin/r/{slug}/online_stock_groups/{slot}/gold_allocations/{uid}");
    WriteResponse::redirect_to(pane)
        .flash(Flash::notice(context.t("admin.gold_allocation.saved")))
        .respond(&app, &context)
}

/// Makes the slot an ordinary one for all diners. Rejected while a stock of it is held or booked.
#[utoipa::path(delete, path = "/admin/r/{slug}/online_stock_groups/{uid}/gold_allocations/{allocation_uid}", tag = "admin",
    params(("slug" = String, Path), ("uid" = String, Path), ("allocation_uid" = String, Path)),
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn remove(
    State(app): State<App>,
    context: Context,
    at: Osg,
    Path(key): Path<Key>,
) -> Result<Response, ApiError> {
    let (slug, slot, uid) = key;
    let (now, actor, restaurant) = (app.clock.now(), at.actor(), at.restaurant.id);
    let removed = app.transaction(async |tx| gold::remove(tx, now, actor, restaurant, &slot, &uid).await).await;
    removed.map_err(to_api_error)?;
    let page = format!("/admin/r/{slug}/online_stock_groups/{slot}");
    WriteResponse::redirect_to(page)
        .flash(Flash::notice(context.t("admin.gold_allocation.removed")))
        .respond(&app, &context)
}

/// An invalid field of a form is 422 here, as everywhere in this console.
fn to_api_error(error: SlotError) -> ApiError {
    match error {
        SlotError::Invalid(SlotFormError::GoldRoundUnknown) => {
            ApiError::invalid_fields([("gold_round_id", SlotFormError::GoldRoundUnknown.code())])
        }
        SlotError::Invalid(fault) => ApiError::invalid_fields([("listed_from", fault.code())]),
        other => other.into(),
    }
}

fn listed_from(zone: Zone, text: Option<&str>) -> Result<Option<DateTime<Utc>>, ApiError> {
    let invalid = || ApiError::invalid_fields([("listed_from", "slot_gold_time_invalid")]);
    non_blank(text).map(|text| zone.parse(text).ok_or_else(invalid)).transpose()
}
