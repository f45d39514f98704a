//! The platform's statements; they are read only.

use axum::extract::{Query, State};
use axum::response::Response;
use domain::payments::invoices::{self, SORTS};
use serde::Deserialize;

use crate::console::Staff;
use crate::console::resources::{ListQuery, listed};
use crate::http::error::ApiError;
use crate::owner::invoices::{ChargeInvoice, selected_month};
use crate::state::App;

const NAME: &str = "restaurant_charge_invoices";

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Filter {
    /// YYYY-MM
    selected_month: Option<String>,
}

/// The statements; `filter` knows `selected_month`, `sort` knows `month`, `id`, `reservations_count`, `amount` and
/// `status`.
#[utoipa::path(get, path = "/owners/api/resources/restaurant_charge_invoices", tag = "owner", params(ListQuery),
    responses((status = 200, body = Vec<ChargeInvoice>), (status = 401), (status = 422)))]
pub async fn list(State(app): State<App>, staff: Staff, Query(query): Query<ListQuery>) -> Result<Response, ApiError> {
    let filter: Filter = query.filter()?;
    let window = query.window(&SORTS)?;
    let month = selected_month(filter.selected_month.as_deref())?;
    let mut conn = app.pool.acquire().await?;
    let total = invoices::count(&mut conn, staff.restaurant.id, month).await?;
    let found = invoices::list(&mut conn, staff.restaurant.id, month, window).await?;
    drop(conn);
    let rows: Vec<_> = found.into_iter().map(|invoice| ChargeInvoice::of(&staff, invoice)).collect();
    listed(NAME, window, &rows, total)
}
