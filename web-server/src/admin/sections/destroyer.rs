//! Removal of all unreserved stocks of a date range from the web (flag os; gaps G109).

use axum::extract::{Query, State};
use axum::response::Response;
use domain::db;
use domain::ids::InventoryGroupId;
use domain::inventory::destroy::{self, DestroyPreview, StockOrigin, StockRange};
use domain::inventory::queries::list;
use domain::reservations::holds::expire;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::access::Os;
use super::parts::{SectionInventoryGroup, day, non_blank, respond};
use crate::console::page;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, Texts};
use crate::http::page::PageData;
use crate::http::write_response::{RedirectWith, WriteResponse};
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct AdminOnlineStockDestroyerPage {
    inventory_groups: Vec<SectionInventoryGroup>,
    /// The current day at the restaurant, YYYY-MM-DD.
    today: String,
    max_days: i64,
    /// The stocks that would be removed; null until a range is given.
    preview: Option<DestroyerPreview>,
}

impl PageData for AdminOnlineStockDestroyerPage {
    const NAME: &'static str = "admin_online_stock_destroyer";
}

/// A range, and its stocks.
#[derive(Serialize, ToSchema)]
pub struct DestroyerPreview {
    date_from: String,
    date_till: String,
    inventory_group_id: i64,
    origin: StockOrigin,
    /// Slots that lose a stock.
    slots: i64,
    /// Stocks that are removed.
    unreserved: i64,
    /// Removed stocks that belong to a slot freed by a cancellation.
    freed: i64,
    /// Held or booked stocks, which remain.
    reserved: i64,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct StockRangeQuery {
    date_from: Option<String>,
    date_till: Option<String>,
    inventory_group_id: Option<String>,
    /// `all` (default), `refills` (slots that a refill created) or `last_refill` (by the latest one).
    origin: Option<String>,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct DestroyBody {
    /// YYYY-MM-DD, both days included.
    #[serde(default)]
    date_from: String,
    #[serde(default)]
    date_till: String,
    #[serde(default)]
    #[schema(value_type = i64)]
    inventory_group_id: Texts,
    /// `all` (default), `refills` (slots that a refill created) or `last_refill` (by the latest one).
    #[serde(default)]
    origin: String,
}

/// Number of removed stocks.
#[derive(Debug, Serialize, ToSchema)]
pub struct Destroyed {
    count: u64,
}

/// Returns the form, with a preview once a range is given.
#[utoipa::path(get, path = "/admin/r/{slug}/online_stock_destroyer", tag = "admin", params(("slug" = String, Path), StockRangeQuery),
    responses((status = 200, body = page::ConsolePage<AdminOnlineStockDestroyerPage>), (status = 302), (status = 401),
        (status = 403), (status = 404), (status = 422)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    at: Os,
    Query(query): Query<StockRangeQuery>,
) -> Result<Response, ApiError> {
    let is_asked = [&query.date_from, &query.date_till, &query.inventory_group_id]
        .into_iter()
        .any(|text| non_blank(text.as_deref()).is_some());
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    let preview = match is_asked {
        true => {
            let range = parse_range(
                query.date_from.as_deref(),
                query.date_till.as_deref(),
                query.inventory_group_id.as_deref(),
                query.origin.as_deref(),
            )?;
            let counts = destroy::preview(&mut conn, now, &at.restaurant, range).await?;
            Some(DestroyerPreview::new(range, counts))
        }
        false => None,
    };
    let groups = list::list_group_titles(&mut conn, at.restaurant.id).await?;
    drop(conn);
    let data = AdminOnlineStockDestroyerPage {
        inventory_groups: groups
            .iter()
            .map(|(id, title)| SectionInventoryGroup { id: id.0, title: context.pick(title) })
            .collect(),
        today: at.restaurant.zone.date_of(now).to_string(),
        max_days: destroy::MAX_DAYS,
        preview,
    };
    respond(&app, &context, &at, "admin.online_stock_destroyer.title", data).await
}

/// Removes the stocks of a range that are neither held nor booked. A slot is deleted with its last stock.
#[utoipa::path(post, path = "/admin/r/{slug}/online_stock_destroyer", tag = "admin", params(("slug" = String, Path)),
    request_body = DestroyBody,
    responses((status = 200, body = RedirectWith<Destroyed>), (status = 303), (status = 401), (status = 403), (status = 404),
        (status = 422)))]
pub async fn destroy(
    State(app): State<App>,
    context: Context,
    at: Os,
    FormOrJson(body): FormOrJson<DestroyBody>,
) -> Result<Response, ApiError> {
    db::extend_for_bulk();
    let (from, till, origin) = (Some(&*body.date_from), Some(&*body.date_till), Some(&*body.origin));
    let range = parse_range(from, till, body.inventory_group_id.first(), origin)?;
    let now = app.clock.now();
    expire::sweep_restaurant(&app.pool, &app.rng, now, at.restaurant.id).await?;
    let count = app.transaction(async |tx| destroy::destroy(tx, now, at.actor(), &at.restaurant, range).await).await?;
    let text = context.t_with("admin.online_stock_destroyer.done", &[("count", &count)]);
    let page = format!("/admin/r/{}/online_stock_destroyer", at.restaurant.slug);
    WriteResponse::redirect_to(page).with(Destroyed { count }).flash(Flash::notice(text)).respond(&app, &context)
}

/// Parses a range. Days and seats are required.
fn parse_range(
    from: Option<&str>,
    till: Option<&str>,
    group: Option<&str>,
    origin: Option<&str>,
) -> Result<StockRange, ApiError> {
    let blank = |name: &'static str| move || ApiError::invalid_fields([(name, "blank")]);
    let group = non_blank(group).ok_or_else(blank("inventory_group_id"))?.parse().map(InventoryGroupId);
    let origin = non_blank(origin).map_or(Some(StockOrigin::All), StockOrigin::named);
    Ok(StockRange {
        origin: origin.ok_or_else(|| ApiError::invalid_fields([("origin", "invalid")]))?,
        from: day("date_from", from)?.ok_or_else(blank("date_from"))?,
        till: day("date_till", till)?.ok_or_else(blank("date_till"))?,
        group: group.map_err(|_| ApiError::invalid_fields([("inventory_group_id", "inventory_group_unknown")]))?,
    })
}

impl DestroyerPreview {
    fn new(range: StockRange, counts: DestroyPreview) -> Self {
        Self {
            date_from: range.from.to_string(),
            date_till: range.till.to_string(),
            inventory_group_id: range.group.0,
            origin: range.origin,
            slots: counts.slots,
            unreserved: counts.unreserved,
            freed: counts.freed,
            reserved: counts.reserved,
        }
    }
}
