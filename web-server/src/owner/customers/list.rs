//! The list of customers, as a page, a CSV file and an Excel workbook.

use axum::extract::{RawQuery, State};
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::audit::{self, Event};
use domain::customers::cards::CardFilter;
use domain::customers::model::CustomerRecord;
use domain::customers::{cards, groups};
use domain::db;
use domain::ids::CustomerId;
use domain::listing::{self, ListRow, ListScope};
use domain::lists::OwnerCustomerEntry;
use domain::pagination::PageWindow;
use domain::zone::parse_day;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::card::{CustomerCard, GroupChoice};
use super::filter::{CustomerFilter, FilterFields};
use crate::console::lists::ConsoleList;
use crate::console::table::{RowsFuture, TableCell};
use crate::console::{ExportStaff, FloorStaff, Staff, csv as table, page, xlsx};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::Texts;
use crate::http::page::PageData;
use crate::owner::page_order;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct OwnerCustomersPage {
    customers: Vec<CustomerCard>,
    total: i64,
    current_page: i64,
    total_pages: i64,
    /// The filter of the list.
    filter: CustomerFilter,
    groups: Vec<GroupChoice>,
    /// Address of the same list as CSV.
    csv_path: String,
    /// Address of the same list as an Excel workbook.
    xlsx_path: String,
}

impl PageData for OwnerCustomersPage {
    const NAME: &'static str = "owner_customers";
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Paging {
    page: Texts,
    #[serde(rename = "perPage")]
    per_page: Texts,
    sort: Texts,
    order: Texts,
}

fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// Returns the customers of the restaurant, filtered by the parameters of owner §7; 20, 50 or 100 per page. `sort` is a field of
/// `OwnerCustomerEntry`; without it, the latest visit is first.
#[utoipa::path(get, path = "/owners/customers", tag = "owner",
    params(("q" = Option<String>, Query), ("page" = Option<String>, Query), ("perPage" = Option<String>, Query),
        ("sort" = Option<String>, Query), ("order" = Option<String>, Query)),
    responses((status = 200, body = page::ConsolePage<OwnerCustomersPage>), (status = 302)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let filter = FilterFields::parse(query.as_deref()).to_filter();
    let paging: Paging = crate::http::extract::form::query(query.as_deref().unwrap_or_default()).unwrap_or_default();
    let asked = paging.page.first().and_then(|text| text.parse().ok()).unwrap_or(1);
    let per_page = usize::from(page_order::size(paging.per_page.first()));
    let (id, now, narrowed) = (staff.restaurant.id, app.clock.now(), filter.cards());
    let mut conn = app.pool.acquire().await?;
    // One query reads the ids of all pages: search terms cost most, and a separate count would evaluate them again.
    let all = cards::list_ids(&mut conn, id, now, &narrowed).await?;
    let total_pages = all.len().div_ceil(per_page);
    let current_page = usize::clamp(asked, 1, total_pages.max(1));
    let shown = match page_order::order(&OwnerCustomerEntry::LISTING, paging.sort.first(), paging.order.first()) {
        None => all.chunks(per_page).nth(current_page - 1).unwrap_or_default().to_vec(),
        Some((sort, is_descending)) => {
            let (limit, offset) = (number(per_page), number((current_page - 1) * per_page));
            let scope = OwnerCustomerEntry::scope(&app, &context, &staff)?;
            sorted(&mut conn, &scope, &all, PageWindow { sort, is_descending, limit, offset }).await?
        }
    };
    let batch = CardFilter { ids: Some(shown.clone()), ..CardFilter::default() };
    let mut found = cards::list(&mut conn, id, now, &batch, number(per_page), 0).await?;
    found.sort_by_key(|card| shown.iter().position(|other| *other == card.id));
    let groups = groups::list(&mut conn, id).await?;
    drop(conn);
    let query = filter.query();
    let file = |kind: &str| format!("/owners/customers.{kind}?{query}").trim_end_matches('?').to_owned();
    let data = OwnerCustomersPage {
        customers: found.into_iter().map(|card| CustomerCard::of(&context, &staff, card)).collect(),
        total: number(all.len()),
        current_page: number(current_page),
        total_pages: number(total_pages),
        csv_path: file("csv"),
        xlsx_path: file("xlsx"),
        filter,
        groups: groups.into_iter().map(GroupChoice::from).collect(),
    };
    page::respond(&app, &context, &staff, &context.t("owner.customers.title"), data).await
}

/// Returns a page of the customers in the order of a field.
async fn sorted(
    conn: &mut PgConnection,
    scope: &ListScope,
    all: &[CustomerId],
    window: PageWindow,
) -> sqlx::Result<Vec<CustomerId>> {
    let all: Vec<_> = all.iter().map(|id| id.0).collect();
    let ids = listing::sorted::<OwnerCustomerEntry>(conn, scope, &all, window).await?;
    Ok(ids.into_iter().map(CustomerId).collect())
}

const COLUMNS: [&str; 14] = [
    "name",
    "kana",
    "type",
    "group",
    "phone",
    "email",
    "visits",
    "last_visit",
    "receipt_title",
    "memo",
    "created",
    "tags",
    "allergies",
    "dislikes",
];

/// Exports the same list as CSV. The download is recorded in the audit log.
#[utoipa::path(get, path = "/owners/customers.csv", tag = "owner",
    responses((status = 200, body = String, content_type = "text/csv"), (status = 302)))]
pub async fn csv(
    State(app): State<App>,
    context: Context,
    staff: ExportStaff,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let ids = export(&app, &staff, query.as_deref(), now, "csv").await?;
    table::respond(&file_name(&staff, now), &header(&context), ids, lines(&app, &context, &staff, now))
}

/// Exports the same list as an Excel workbook, in which phone numbers keep their leading 0. The download is recorded in the audit
/// log.
#[utoipa::path(get, path = "/owners/customers.xlsx", tag = "owner",
    responses((status = 200, body = String, content_type = xlsx::TYPE), (status = 302)))]
pub async fn workbook(
    State(app): State<App>,
    context: Context,
    staff: ExportStaff,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let ids = export(&app, &staff, query.as_deref(), now, "xlsx").await?;
    let title = context.t("owner.customers.title");
    let lines = lines(&app, &context, &staff, now);
    xlsx::of_records(&file_name(&staff, now), &title, &header(&context), &ids, now, lines).await
}

fn file_name(staff: &ExportStaff, now: DateTime<Utc>) -> String {
    format!("customers-{}", staff.restaurant.zone.date_of(now))
}

fn header(context: &Context) -> Vec<String> {
    COLUMNS.map(|column| context.t(&format!("owner.customers.csv.{column}"))).to_vec()
}

/// Returns the ids of the customers that match the list's filter, and records their export in the audit log.
async fn export(
    app: &App,
    staff: &ExportStaff,
    query: Option<&str>,
    now: DateTime<Utc>,
    format: &str,
) -> Result<Vec<CustomerId>, ApiError> {
    db::extend_for_bulk();
    let filter = FilterFields::parse(query).to_filter();
    let mut tx = app.pool.begin().await?;
    let ids = cards::list_ids(&mut tx, staff.restaurant.id, now, &filter.cards()).await?;
    let event = Event {
        actor: staff.actor(),
        action: "customers.exported",
        restaurant: Some(staff.restaurant.id),
        reservation: None,
        detail: json!({ "customers": ids.len(), "format": format }),
    };
    audit::record(&mut tx, now, event).await?;
    tx.commit().await?;
    Ok(ids)
}

/// Reads the table rows of customers, in their order.
fn lines(
    app: &App,
    context: &Context,
    staff: &ExportStaff,
    now: DateTime<Utc>,
) -> impl Fn(Vec<CustomerId>) -> RowsFuture + Send + 'static {
    let (app, context, staff) = (app.clone(), context.clone(), staff.clone());
    move |ids| {
        let (app, context, staff) = (app.clone(), context.clone(), staff.clone());
        Box::pin(async move {
            let most = i64::try_from(ids.len()).unwrap_or(i64::MAX);
            let batch = CardFilter { ids: Some(ids), ..CardFilter::default() };
            let found =
                cards::list(&mut *app.acquire_for_file().await?, staff.restaurant.id, now, &batch, most, 0).await?;
            Ok(found.into_iter().map(|card| cells(&context, &staff, card)).collect())
        })
    }
}

fn cells(context: &Context, staff: &Staff, card: CustomerRecord) -> Vec<TableCell> {
    let (allergies, dislikes) = (card.all_allergies(), card.all_dislikes());
    let card = CustomerCard::of(context, staff, card);
    let day = |at: &str| at.get(..10).and_then(parse_day).map_or(TableCell::Nothing, TableCell::Day);
    vec![
        TableCell::Text(card.display_fullname),
        TableCell::Text(card.kana.trim().to_owned()),
        TableCell::Text(context.t(&format!("owner.customer_type.{}", card.kind.as_str()))),
        TableCell::Text(card.label),
        TableCell::Phone(card.display_phone_number),
        TableCell::Text(card.email.or(card.invitation_email).unwrap_or_default()),
        TableCell::Number(card.visit_count),
        card.last_visited_at.as_deref().map_or(TableCell::Nothing, day),
        TableCell::Text(card.receipt_title),
        TableCell::Text(card.internal_memo),
        day(&card.created_at),
        TableCell::Text(card.tags.into_iter().map(|tag| tag.label).collect::<Vec<_>>().join(" / ")),
        TableCell::Text(allergies),
        TableCell::Text(dislikes),
    ]
}
