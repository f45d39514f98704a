//! The list of customers, on a page and as a table to take along.

use axum::extract::{RawQuery, State};
use axum::response::Response;
use domain::audit::{self, Event};
use domain::customers::{cards, groups};
use domain::db;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::filter::{CustomerFilter, FilterFields};
use super::{CustomerCard, GroupChoice};
use crate::console::{Staff, csv as table, page as office};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::Texts;
use crate::http::page::PageData;
use crate::state::App;

const PER_PAGE: i64 = 50;
const MOST_PAGES: i64 = 100_000;
/// Most rows of a table.
const MOST_ROWS: i64 = 50_000;

#[derive(Serialize, ToSchema)]
pub struct OwnerCustomersPage {
    customers: Vec<CustomerCard>,
    total: i64,
    current_page: i64,
    total_pages: i64,
    /// What the list is narrowed by.
    filter: CustomerFilter,
    groups: Vec<GroupChoice>,
    /// Where the same list is a table.
    csv_path: String,
}

impl PageData for OwnerCustomersPage {
    const NAME: &'static str = "owner_customers";
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Paging {
    page: Texts,
}

/// The customers of the restaurant, narrowed by the parameters of owner §7; 50 to a page.
#[utoipa::path(get, path = "/owners/customers", tag = "owner",
    params(("q" = Option<String>, Query), ("page" = Option<String>, Query)),
    responses((status = 200, body = office::OwnerPage<OwnerCustomersPage>), (status = 302)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    staff: Staff,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let filter = FilterFields::parse(query.as_deref()).understood();
    let paging: Paging = crate::http::extract::form::query(query.as_deref().unwrap_or_default()).unwrap_or_default();
    let asked = paging.page.first().and_then(|text| text.parse().ok()).unwrap_or(1);
    let current_page: i64 = i64::clamp(asked, 1, MOST_PAGES);
    let (id, now, narrowed) = (staff.restaurant.id, app.clock.now(), filter.cards());
    let mut conn = app.pool.acquire().await?;
    let total = cards::count(&mut conn, id, now, &narrowed).await?;
    let found = cards::list(&mut conn, id, now, &narrowed, (PER_PAGE, (current_page - 1) * PER_PAGE)).await?;
    let groups = groups::list(&mut conn, id).await?;
    drop(conn);
    let data = OwnerCustomersPage {
        customers: found.into_iter().map(|card| CustomerCard::of(&staff, card)).collect(),
        total,
        current_page,
        total_pages: (total + PER_PAGE - 1) / PER_PAGE,
        csv_path: format!("/owners/customers.csv?{}", filter.query()).trim_end_matches('?').to_owned(),
        filter,
        groups: groups.into_iter().map(GroupChoice::from).collect(),
    };
    office::answer(&app, &context, &staff, &context.t("owner.customers.title"), data).await
}

const COLUMNS: [&str; 11] =
    ["name", "kana", "type", "group", "phone", "email", "visits", "last_visit", "receipt_title", "memo", "created"];

/// The same list as a table. The audit records the download.
#[utoipa::path(get, path = "/owners/customers.csv", tag = "owner",
    responses((status = 200, body = String, content_type = "text/csv"), (status = 302)))]
pub async fn csv(
    State(app): State<App>,
    context: Context,
    staff: Staff,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    db::take_time();
    let filter = FilterFields::parse(query.as_deref()).understood();
    let (id, now) = (staff.restaurant.id, app.clock.now());
    let mut tx = app.pool.begin().await?;
    let found = cards::list(&mut tx, id, now, &filter.cards(), (MOST_ROWS, 0)).await?;
    let event = Event {
        actor: staff.actor(),
        action: "customers.exported",
        restaurant: Some(id),
        reservation: None,
        detail: json!({ "customers": found.len() }),
    };
    audit::record(&mut tx, now, event).await?;
    tx.commit().await?;
    let header = COLUMNS.map(|column| context.t(&format!("owner.customers.csv.{column}")));
    let day = |at: &str| at.get(..10).unwrap_or_default().to_owned();
    let rows = found.into_iter().map(|card| {
        let card = CustomerCard::of(&staff, card);
        vec![
            card.display_fullname,
            card.kana,
            context.t(&format!("owner.customer_type.{}", card.kind.as_str())),
            card.label,
            card.display_phone_number,
            card.email.or(card.invitation_email).unwrap_or_default(),
            card.visit_count.to_string(),
            card.last_visited_at.as_deref().map(day).unwrap_or_default(),
            card.receipt_title,
            card.internal_memo,
            day(&card.created_at),
        ]
    });
    table::answer(&format!("customers-{}", staff.restaurant.zone.date_of(now)), &header, rows)
}
