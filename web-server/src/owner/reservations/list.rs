//! The list of reservations, filtered by the parameters of owner §7, and its exports.

use axum::extract::{Query, State};
use axum::response::Response;
use chrono::{DateTime, Duration, NaiveDate, NaiveTime, Utc};
use domain::audit::{self, Event};
use domain::db;
use domain::ids::ReservationId;
use domain::listing::{self, ListRow, ListScope};
use domain::lists::OwnerReservationEntry;
use domain::money::Yen;
use domain::pagination::PageWindow;
use domain::reservations::list::{self, ListPage, ReservationFilter, ReservationListRow, search_words};
use domain::reservations::model::{Kind, Status};
use domain::restaurants;
use domain::restaurants::model::{Bilingual, OperationName};
use domain::zone::{YearMonth, Zone, parse_day};
use serde::Serialize;
use serde_json::json;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::detail::{display_phone, shown_status};
use super::kinds::EVERY;
use super::service::ServiceInfo;
use super::staff_writes::parse_time_on;
use crate::console::lists::ConsoleList;
use crate::console::table::{RowsFuture, TableCell};
use crate::console::{ExportStaff, FloorStaff, Staff, csv, page, xlsx};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::owner::page_order;
use crate::state::App;

const MAX_PAGES: i64 = 100_000;
const STATUSES: [&str; 6] = ["pending", "accepted", "void", "expired", "owner_delete", "admin_delete"];

#[derive(Serialize, ToSchema)]
pub struct OwnerReservationsPage {
    reservations: Vec<ListedReservation>,
    total: i64,
    total_pages: i64,
    current_page: i64,
    filter: ListFilter,
    presets: Vec<DatePreset>,
}

impl PageData for OwnerReservationsPage {
    const NAME: &'static str = "owner_reservations";
}

/// The filter of the list, as parsed.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListFilter {
    text: String,
    statuses: Vec<String>,
    types: Vec<String>,
    /// YYYY-MM-DD
    from: Option<String>,
    till: Option<String>,
}

/// A preset date range (owner §9).
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DatePreset {
    /// next_7_days, next_30_days, next_month or month_after.
    key: &'static str,
    from: String,
    till: String,
}

/// A row of the list. The diner of a hold is not shown.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListedReservation {
    id: i64,
    uid: String,
    reservation_code: String,
    #[serde(rename = "type")]
    kind: Kind,
    status: Status,
    shown_status: &'static str,
    status_label: String,
    operation: OperationName,
    date: String,
    starts_at: String,
    start_time: String,
    end_time: String,
    created_at: String,
    guests_count: i32,
    course_name: String,
    course_price: Yen,
    prepaid_price: Yen,
    /// It is paid. False for an unanswered invitation, and for a cancelled booking.
    is_prepaid: bool,
    seat_title: String,
    seat_labels: Vec<String>,
    internal_memo: String,
    special_request: String,
    customer_uid: Option<String>,
    customer_fullname: String,
    customer_group_label: Option<String>,
    display_phone_number: String,
    email: Option<String>,
    has_cancel_request: bool,
    /// The open invitation did not reach its guest.
    is_invite_undelivered: bool,
    has_guest_count_request: bool,
    service: ServiceInfo,
}

/// Lists reservations of all kinds, 20, 50 or 100 per page. Parameters:
/// `q[customer_name_or_phone_local_number_or_invitation_email_cont_all]` or `q` alone, `q[status_in][]`,
/// `q[reservation_type_in][]`, `q[starts_at_gteq]`, `q[starts_at_lteq]`, `page`, `perPage`, and `sort`, a field of
/// `OwnerReservationEntry`, with `order`; unknown ones are ignored.
#[utoipa::path(get, path = "/owners/reservations", tag = "owner",
    responses((status = 200, body = page::ConsolePage<OwnerReservationsPage>), (status = 302), (status = 401)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Response, ApiError> {
    let asked = ListParameters(&pairs);
    let (filter, shown) = asked.filter(staff.restaurant.zone);
    let current_page = asked.one("page").and_then(|text| text.parse().ok()).unwrap_or(1_i64).clamp(1, MAX_PAGES);
    let limit = i64::from(page_order::size(asked.one("perPage")));
    let offset = (current_page - 1) * limit;
    let order = page_order::order(&OwnerReservationEntry::LISTING, asked.one("sort"), asked.one("order"));
    let mut conn = app.pool.acquire().await?;
    let (rows, total) = match order {
        None => list::list(&mut conn, staff.restaurant.id, &filter, ListPage { limit, offset }).await?,
        Some((sort, is_descending)) => {
            let scope = OwnerReservationEntry::scope(&app, &context, &staff)?;
            sorted(&mut conn, &scope, &filter, PageWindow { sort, is_descending, limit, offset }).await?
        }
    };
    let today = restaurants::queries::today(&mut conn, &staff.restaurant, app.clock.now()).await?;
    drop(conn);
    let total_pages = ((total + limit - 1) / limit).max(1);
    let data = OwnerReservationsPage {
        reservations: rows.iter().map(|row| ListedReservation::new(&context, &staff, row)).collect(),
        total,
        total_pages,
        current_page: current_page.min(total_pages),
        filter: shown,
        presets: presets(today),
    };
    page::respond(&app, &context, &staff, &context.t("owner.reservations.title"), data).await
}

/// Returns a page of the list in the order of a field, and the total number of reservations.
async fn sorted(
    conn: &mut PgConnection,
    scope: &ListScope,
    filter: &ReservationFilter,
    window: PageWindow,
) -> sqlx::Result<(Vec<ReservationListRow>, i64)> {
    let restaurant = scope.restaurant;
    let all: Vec<_> = list::list_ids(conn, restaurant, filter).await?.into_iter().map(|id| id.0).collect();
    let total = i64::try_from(all.len()).unwrap_or(i64::MAX);
    let ids = listing::sorted::<OwnerReservationEntry>(conn, scope, &all, window.within(total)).await?;
    let ids: Vec<_> = ids.into_iter().map(ReservationId).collect();
    Ok((list::rows(conn, restaurant, &ids).await?, total))
}

/// Exports all rows of the list as CSV.
#[utoipa::path(get, path = "/owners/reservations.csv", tag = "owner",
    responses((status = 200, body = String, content_type = "text/csv"), (status = 302), (status = 401)))]
pub async fn table(
    State(app): State<App>,
    context: Context,
    staff: ExportStaff,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Response, ApiError> {
    let ids = export(&app, &staff, &pairs, "csv").await?;
    csv::respond(&file_name(&app, &staff), &header(&context), ids, lines(&app, &context, &staff))
}

/// Exports all rows as an Excel workbook, in which phone numbers keep their leading 0.
#[utoipa::path(get, path = "/owners/reservations.xlsx", tag = "owner",
    responses((status = 200, body = String, content_type = xlsx::TYPE), (status = 302), (status = 401)))]
pub async fn workbook(
    State(app): State<App>,
    context: Context,
    staff: ExportStaff,
    Query(pairs): Query<Vec<(String, String)>>,
) -> Result<Response, ApiError> {
    let ids = export(&app, &staff, &pairs, "xlsx").await?;
    let title = context.t("owner.reservations.title");
    let name = file_name(&app, &staff);
    xlsx::of_records(&name, &title, &header(&context), &ids, app.clock.now(), lines(&app, &context, &staff)).await
}

const COLUMNS: [&str; 20] = [
    "code",
    "status",
    "type",
    "date",
    "start",
    "end",
    "guests",
    "name",
    "phone",
    "email",
    "group",
    "course",
    "seats",
    "memo",
    "request",
    "created",
    "price",
    "prepaid",
    "no_show",
    "allergies",
];

/// File name of the exports, without extension.
fn file_name(app: &App, staff: &Staff) -> String {
    format!("reservations-{}", staff.restaurant.zone.date_of(app.clock.now()))
}

fn header(context: &Context) -> Vec<String> {
    COLUMNS.map(|name| context.t(&format!("owner.reservations.csv.{name}"))).to_vec()
}

/// Returns the ids of the reservations that match the list's filter, and records their export in the audit log.
async fn export(
    app: &App,
    staff: &ExportStaff,
    pairs: &[(String, String)],
    format: &str,
) -> Result<Vec<ReservationId>, ApiError> {
    db::extend_for_bulk();
    let (filter, _) = ListParameters(pairs).filter(staff.restaurant.zone);
    let mut tx = app.pool.begin().await?;
    let ids = list::list_ids(&mut tx, staff.restaurant.id, &filter).await?;
    let event = Event {
        actor: staff.actor(),
        action: "reservations.exported",
        restaurant: Some(staff.restaurant.id),
        reservation: None,
        detail: json!({ "reservations": ids.len(), "format": format }),
    };
    audit::record(&mut tx, app.clock.now(), event).await?;
    tx.commit().await?;
    Ok(ids)
}

/// Reads the table rows of reservations, in their order.
fn lines(
    app: &App,
    context: &Context,
    staff: &ExportStaff,
) -> impl Fn(Vec<ReservationId>) -> RowsFuture + Send + 'static {
    let (app, context, staff) = (app.clone(), context.clone(), staff.clone());
    move |ids| {
        let (app, context, staff) = (app.clone(), context.clone(), staff.clone());
        Box::pin(async move {
            let rows = list::rows(&mut *app.acquire_for_file().await?, staff.restaurant.id, &ids).await?;
            Ok(rows
                .iter()
                .map(|row| ListedReservation::new(&context, &staff, row).cells(&context, &staff, row))
                .collect())
        })
    }
}

/// The parameters of an address, by their names with or without brackets.
struct ListParameters<'a>(&'a [(String, String)]);

impl ListParameters<'_> {
    fn one(&self, name: &str) -> Option<&str> {
        self.all(name).into_iter().next()
    }

    fn all(&self, name: &str) -> Vec<&str> {
        let is_of = |key: &str| {
            key.strip_prefix(name).is_some_and(|rest| {
                let index = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
                rest.is_empty() || index.is_some_and(|index| index.bytes().all(|b| b.is_ascii_digit()))
            })
        };
        let values = self.0.iter().filter(|(key, value)| is_of(key) && !value.trim().is_empty());
        values.map(|(_, value)| value.trim()).collect()
    }

    fn filter(&self, zone: Zone) -> (ReservationFilter, ListFilter) {
        let spelled = self.all("q[customer_name_or_phone_local_number_or_invitation_email_cont_all]");
        // The search by name may use `q` alone (owner §2).
        let text = if spelled.is_empty() { self.all("q") } else { spelled }.join(" ");
        let known = |name: &str, values: &[&str]| -> Vec<String> {
            self.all(name).into_iter().filter(|value| values.contains(value)).map(str::to_owned).collect()
        };
        let statuses = known("q[status_in]", &STATUSES);
        let types = known("q[reservation_type_in]", &EVERY);
        let from = self.one("q[starts_at_gteq]").and_then(|text| bound(text, zone, false));
        let till = self.one("q[starts_at_lteq]").and_then(|text| bound(text, zone, true));
        let day = |at: Option<DateTime<Utc>>| at.map(|at| zone.date_of(at).to_string());
        let shown = ListFilter {
            from: day(from),
            till: day(till),
            statuses: statuses.clone(),
            types: types.clone(),
            text: text.clone(),
        };
        (ReservationFilter { words: search_words(&text), statuses, types, from, till }, shown)
    }
}

/// Parses a bound of a range. A day without a time means its beginning, or its end for `is_end` (gaps G014).
fn bound(text: &str, zone: Zone, is_end: bool) -> Option<DateTime<Utc>> {
    match parse_day(text) {
        Some(day) if is_end => Some(zone.at(day + Duration::days(1), NaiveTime::MIN) - Duration::microseconds(1)),
        Some(day) => Some(zone.at(day, NaiveTime::MIN)),
        None => parse_time_on(text, zone, None),
    }
}

/// Returns the date ranges of owner §9, relative to today.
fn presets(today: NaiveDate) -> Vec<DatePreset> {
    let preset =
        |key, from: NaiveDate, till: NaiveDate| DatePreset { key, from: from.to_string(), till: till.to_string() };
    let next = YearMonth::containing(today).next();
    let after = next.next();
    vec![
        preset("next_7_days", today, today + Duration::days(6)),
        preset("next_30_days", today, today + Duration::days(29)),
        preset("next_month", next.first_day(), next.last_day()),
        preset("month_after", after.first_day(), after.last_day()),
    ]
}

impl ListedReservation {
    fn new(context: &Context, staff: &Staff, row: &ReservationListRow) -> Self {
        let (kind, status) = (row.kind, row.status);
        let is_holding = row.is_holding();
        let shown_status = shown_status(kind, status, row.invite_type);
        let zone = staff.restaurant.zone;
        let pick = |ja: &str, en: &str| context.pick(&Bilingual::new(ja, en));
        let named = |text: String| if is_holding { String::new() } else { text };
        Self {
            id: row.id.0,
            uid: row.uid.clone(),
            reservation_code: row.reservation_code.clone(),
            kind,
            status,
            shown_status,
            status_label: context.t(&format!("owner.reservation_status.{shown_status}")),
            operation: row.operation,
            date: row.date.to_string(),
            starts_at: zone.iso(row.starts_at),
            start_time: zone.clock_time(row.date, row.starts_at),
            end_time: zone.clock_time(row.date, row.ends_at),
            created_at: zone.iso(row.created_at),
            guests_count: row.guests_count,
            course_name: pick(&row.course_title_ja, &row.course_title_en),
            course_price: row.course_price,
            prepaid_price: row.prepaid_price,
            is_prepaid: status.is_prepaid(row.prepaid_price),
            seat_title: pick(&row.group_title_ja, &row.group_title_en),
            seat_labels: row.item_labels.clone(),
            internal_memo: row.internal_memo.clone(),
            special_request: named(row.special_request.clone()),
            customer_uid: row.customer_uid.clone().filter(|_| !is_holding),
            customer_fullname: row.full_name(),
            customer_group_label: row.customer_group_label.clone().filter(|_| !is_holding),
            display_phone_number: named(display_phone(&row.phone_country, &row.phone_local_number)),
            email: row.email.clone().or_else(|| row.invitation_email.clone()).filter(|_| !is_holding),
            has_cancel_request: row.has_cancel_request,
            is_invite_undelivered: row.is_invite_undelivered,
            has_guest_count_request: row.has_guest_count_request,
            service: ServiceInfo::new(zone, row.date, &row.service),
        }
    }

    fn cells(self, context: &Context, staff: &Staff, row: &ReservationListRow) -> Vec<TableCell> {
        let seats = format!("{} {}", self.seat_title, self.seat_labels.join(" "));
        let is_no_show = row.service.no_show_at.is_some();
        let allergies = if row.is_holding() { String::new() } else { row.all_allergies() };
        vec![
            TableCell::Text(self.reservation_code),
            TableCell::Text(self.status_label),
            TableCell::Text(context.t(&format!("owner.reservation_type.{}", self.kind.as_str()))),
            TableCell::Day(row.date),
            TableCell::Text(self.start_time),
            TableCell::Text(self.end_time),
            TableCell::Number(self.guests_count.into()),
            TableCell::Text(self.customer_fullname),
            TableCell::Phone(self.display_phone_number),
            TableCell::Text(self.email.unwrap_or_default()),
            TableCell::Text(self.customer_group_label.unwrap_or_default()),
            TableCell::Text(self.course_name),
            TableCell::Text(seats.trim().to_owned()),
            TableCell::Text(self.internal_memo),
            TableCell::Text(self.special_request),
            TableCell::Instant(row.created_at.with_timezone(&staff.restaurant.zone.tz()).naive_local()),
            TableCell::Number(self.course_price.0),
            TableCell::Number(if self.is_prepaid { self.prepaid_price.0 } else { 0 }),
            TableCell::Text(if is_no_show { context.t("owner.reservations.csv.yes") } else { String::new() }),
            TableCell::Text(allergies),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(query: &[(&str, &str)]) -> Vec<(String, String)> {
        query.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn parameters_accept_brackets_and_ignore_unknown() {
        let pairs = pairs(&[
            ("q[status_in][]", "void"),
            ("q[status_in][]", "nonsense"),
            ("q[status_in][1]", "accepted"),
            ("q[status_in_all]", "pending"),
            ("q[reservation_type_in]", "offline_reservation"),
            ("q[starts_at_gteq]", "2026-12-01"),
            ("q[starts_at_lteq]", "2026-12-31"),
            ("q[customer_name_or_phone_local_number_or_invitation_email_cont_all]", "伊藤　090-1234"),
        ]);
        let (filter, shown) = ListParameters(&pairs).filter(Zone::default());
        assert_eq!(filter.statuses, ["void", "accepted"]);
        assert_eq!(filter.types, ["offline_reservation"]);
        assert_eq!(filter.words, ["伊藤", "0901234"]);
        assert_eq!(filter.from.map(|at| at.to_rfc3339()).as_deref(), Some("2026-11-30T15:00:00+00:00"));
        assert_eq!(filter.till.map(|at| at.timestamp()), Some(1_798_729_199), "the end of that day");
        assert_eq!((shown.from.as_deref(), shown.till.as_deref()), (Some("2026-12-01"), Some("2026-12-31")));
        assert_eq!(ListParameters(&[("q".to_owned(), "伊藤".to_owned())]).filter(Zone::default()).1.text, "伊藤");
        let empty = [("q[starts_at_gteq]".to_owned(), "soon".to_owned()), ("q[status_in][]".to_owned(), String::new())];
        let (filter, _) = ListParameters(&empty).filter(Zone::default());
        assert!(filter.from.is_none() && filter.statuses.is_empty());
    }

    #[test]
    fn date_presets_start_from_today() {
        let shown: Vec<_> =
            presets("2026-12-31".parse().unwrap()).into_iter().map(|p| (p.key, p.from, p.till)).collect();
        let preset = |key, from: &str, till: &str| (key, from.to_owned(), till.to_owned());
        assert_eq!(
            shown,
            [
                preset("next_7_days", "2026-12-31", "2027-01-06"),
                preset("next_30_days", "2026-12-31", "2027-01-29"),
                preset("next_month", "2027-01-01", "2027-01-31"),
                preset("month_after", "2027-02-01", "2027-02-28"),
            ]
        );
    }
}
