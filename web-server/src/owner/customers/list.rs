//! The list of customers, on a page and as a table to take along.

use axum::extract::{RawQuery, State};
use axum::response::Response;
use domain::audit::{self, Event};
use domain::customers::cards::Filter;
use domain::customers::{cards, groups};
use domain::db;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::filter::{CustomerFilter, FilterFields};
use super::{CustomerCard, GroupChoice};
use crate::console::{FloorStaff, OfficeStaff, csv as table, page as office};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::Texts;
use crate::http::page::PageData;
use crate::state::App;

const PER_PAGE: usize = 50;

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

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The customers of the restaurant, narrowed by the parameters of owner §7; 50 to a page.
#[utoipa::path(get, path = "/owners/customers", tag = "owner",
    params(("q" = Option<String>, Query), ("page" = Option<String>, Query)),
    responses((status = 200, body = office::OwnerPage<OwnerCustomersPage>), (status = 302)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let filter = FilterFields::parse(query.as_deref()).understood();
    let paging: Paging = crate::http::extract::form::query(query.as_deref().unwrap_or_default()).unwrap_or_default();
    let asked = paging.page.first().and_then(|text| text.parse().ok()).unwrap_or(1);
    let (id, now, narrowed) = (staff.restaurant.id, app.clock.now(), filter.cards());
    let mut conn = app.pool.acquire().await?;
    // Everybody is looked at once: a filter by words costs most, and a count of its own would pay it again.
    let all = cards::list_ids(&mut conn, id, now, &narrowed).await?;
    let total_pages = all.len().div_ceil(PER_PAGE);
    let current_page = usize::clamp(asked, 1, total_pages.max(1));
    let shown = all.chunks(PER_PAGE).nth(current_page - 1).unwrap_or_default().to_vec();
    let shown = Filter { ids: Some(shown), ..Filter::default() };
    let found = cards::list(&mut conn, id, now, &shown, (number(PER_PAGE), 0)).await?;
    let groups = groups::list(&mut conn, id).await?;
    drop(conn);
    let data = OwnerCustomersPage {
        customers: found.into_iter().map(|card| CustomerCard::of(&staff, card)).collect(),
        total: number(all.len()),
        current_page: number(current_page),
        total_pages: number(total_pages),
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
    staff: OfficeStaff,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    db::take_time();
    let filter = FilterFields::parse(query.as_deref()).understood();
    let (id, now) = (staff.restaurant.id, app.clock.now());
    let mut tx = app.pool.begin().await?;
    let ids = cards::list_ids(&mut tx, id, now, &filter.cards()).await?;
    let event = Event {
        actor: staff.actor(),
        action: "customers.exported",
        restaurant: Some(id),
        reservation: None,
        detail: json!({ "customers": ids.len() }),
    };
    audit::record(&mut tx, now, event).await?;
    tx.commit().await?;
    let header = COLUMNS.map(|column| context.t(&format!("owner.customers.csv.{column}")));
    table::answer(&format!("customers-{}", staff.restaurant.zone.date_of(now)), &header, ids, move |ids| {
        let (app, context, staff) = (app.clone(), context.clone(), staff.clone());
        async move {
            let most = i64::try_from(ids.len()).unwrap_or(i64::MAX);
            let batch = Filter { ids: Some(ids), ..Filter::default() };
            let found = cards::list(&mut *app.pool.acquire().await?, id, now, &batch, (most, 0)).await?;
            Ok(found.into_iter().map(|card| cells(&context, CustomerCard::of(&staff, card))).collect())
        }
    })
}

fn cells(context: &Context, card: CustomerCard) -> Vec<String> {
    let day = |at: &str| at.get(..10).unwrap_or_default().to_owned();
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
}
