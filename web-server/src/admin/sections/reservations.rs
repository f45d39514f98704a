//! The online, off-site and invited reservations of a restaurant (flags onr, ofsr and ivr; admin §2).

use axum::extract::{Query, State};
use axum::response::Response;
use chrono::{Duration, NaiveDate, NaiveTime};
use domain::audit::{self, Event};
use domain::phone;
use domain::reservations::list::{self, ReservationFilter, ReservationListRow};
use domain::reservations::model::{InviteType, Kind, Status};
use domain::restaurants::model::{Bilingual, OperationName};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::access::{Ivr, Ofsr, Onr};
use super::parts::{PER_PAGE, day, first_page, non_blank, respond};
use crate::admin::restaurant::AdminAt;
use crate::console::page;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

/// Defines the page of one kind of reservations: the response, the page's name, and the call.
macro_rules! lists {
    ($($(#[$note:meta])+ $call:ident, $page:ident, $name:tt, $path:tt, $title:literal, $flag:ident, $kinds:expr;)+) => {
        $(
            #[derive(Serialize, ToSchema)]
            pub struct $page {
                #[serde(flatten)]
                list: ReservationSection,
            }

            impl PageData for $page {
                const NAME: &'static str = $name;
            }

            $(#[$note])+
            #[utoipa::path(get, path = $path, tag = "admin", params(("slug" = String, Path), ReservationsQuery),
                responses((status = 200, body = page::ConsolePage<$page>), (status = 302), (status = 401), (status = 403),
                    (status = 404), (status = 422)))]
            pub async fn $call(
                State(app): State<App>,
                context: Context,
                at: $flag,
                Query(query): Query<ReservationsQuery>,
            ) -> Result<Response, ApiError> {
                let list = ReservationSection::load(&app, &context, &at, &query, &$kinds).await?;
                respond(&app, &context, &at, $title, $page { list }).await
            }
        )+
    };
}

lists! {
    /// Returns online bookings and holds of diners; latest visit first, 50 per page.
    online, AdminOnlineReservationsPage, "admin_online_reservations", "/admin/r/{slug}/online_reservations",
        "admin.online_reservations.title", Onr, [Kind::OnlineReservation];
    /// Returns reservations imported from other services (gaps G160); latest visit first, 50 per page.
    offsite, AdminOffsiteReservationsPage, "admin_offsite_reservations", "/admin/r/{slug}/offsite_reservations",
        "admin.offsite_reservations.title", Ofsr, [Kind::OffsiteReservation];
    /// Returns the restaurant's invitations; latest visit first, 50 per page.
    invited, AdminInvitedReservationsPage, "admin_invited_reservations", "/admin/r/{slug}/invited_reservations",
        "admin.invited_reservations.title", Ivr, [Kind::InvitedReservation, Kind::InvitedTemporaryReservation];
}

/// A list of reservations of one kind.
#[derive(Serialize, ToSchema)]
pub struct ReservationSection {
    filter: ReservationsFilter,
    reservations: Vec<AdminListedReservation>,
    /// Value of `after` for the next page.
    next: Option<String>,
}

/// The filter of the list.
#[derive(Serialize, ToSchema)]
pub struct ReservationsFilter {
    /// A reservation's number, its number at the other service, or a name, phone number or email address.
    keyword: String,
    status: Option<Status>,
    /// YYYY-MM-DD
    date_from: Option<String>,
    date_till: Option<String>,
}

/// A row of the list. The diner of a hold is not shown.
#[derive(Serialize, ToSchema)]
pub struct AdminListedReservation {
    uid: String,
    reservation_code: String,
    #[serde(rename = "type")]
    kind: Kind,
    status: Status,
    operation: OperationName,
    /// YYYY-MM-DD
    date: String,
    /// HH:mm
    start_time: String,
    end_time: String,
    guests_count: i32,
    full_name: String,
    display_phone_number: String,
    course_name: String,
    inventory_group_title: String,
    inventory_item_labels: Vec<String>,
    /// ISO 8601 with the restaurant's offset.
    created_at: String,
    invite_type: Option<InviteType>,
    /// inbound or inbound_hotel.
    offsite_source: Option<String>,
    external_id: Option<String>,
    has_cancel_request: bool,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReservationsQuery {
    keyword: Option<String>,
    status: Option<String>,
    date_from: Option<String>,
    date_till: Option<String>,
    /// The uid of the last row of the previous page.
    after: Option<String>,
}

impl ReservationSection {
    async fn load(
        app: &App,
        context: &Context,
        at: &AdminAt,
        query: &ReservationsQuery,
        kinds: &[Kind],
    ) -> Result<Self, ApiError> {
        let keyword = non_blank(query.keyword.as_deref()).unwrap_or_default();
        let invalid = || ApiError::invalid_fields([("status", "field_invalid")]);
        let status =
            non_blank(query.status.as_deref()).map(|name| Status::named(name).ok_or_else(invalid)).transpose()?;
        let date_from = day("date_from", query.date_from.as_deref())?;
        let date_till = day("date_till", query.date_till.as_deref())?;
        let midnight = |day: NaiveDate| at.restaurant.zone.at(day, NaiveTime::MIN);
        let filter = ReservationFilter {
            words: list::search_words(keyword),
            statuses: status.iter().map(ToString::to_string).collect(),
            types: kinds.iter().map(ToString::to_string).collect(),
            from: date_from.map(midnight),
            till: date_till.map(|day| midnight(day + Duration::days(1)) - Duration::microseconds(1)),
        };
        let mut conn = app.pool.acquire().await?;
        let mut rows = Vec::new();
        if !keyword.is_empty() {
            rows = list::find_named(&mut conn, at.restaurant.id, &filter.types, keyword).await?;
        }
        if rows.is_empty() {
            let (after, limit) = (non_blank(query.after.as_deref()), i64::try_from(PER_PAGE + 1).unwrap_or(i64::MAX));
            rows = list::list_after(&mut conn, at.restaurant.id, &filter, after, limit).await?;
        }
        let (rows, next) = first_page(rows, |row| &row.uid);
        let event = Event {
            actor: at.actor(),
            action: "reservation_list.viewed",
            restaurant: Some(at.restaurant.id),
            reservation: None,
            detail: json!({ "type": kinds.first(), "reservations": rows.len() }),
        };
        audit::record(&mut conn, app.clock.now(), event).await?;
        drop(conn);
        Ok(Self {
            filter: ReservationsFilter {
                keyword: keyword.to_owned(),
                status,
                date_from: date_from.map(|day| day.to_string()),
                date_till: date_till.map(|day| day.to_string()),
            },
            reservations: rows.into_iter().map(|row| AdminListedReservation::new(context, at, row)).collect(),
            next,
        })
    }
}

impl AdminListedReservation {
    fn new(context: &Context, at: &AdminAt, row: ReservationListRow) -> Self {
        let zone = at.restaurant.zone;
        let has_number = !row.is_holding() && !row.phone_local_number.is_empty();
        Self {
            full_name: row.full_name(),
            display_phone_number: match has_number {
                true => phone::display(&row.phone_country, &row.phone_local_number),
                false => String::new(),
            },
            uid: row.uid,
            reservation_code: row.reservation_code,
            kind: row.kind,
            status: row.status,
            operation: row.operation,
            date: row.date.to_string(),
            start_time: zone.clock_time(row.date, row.starts_at),
            end_time: zone.clock_time(row.date, row.ends_at),
            guests_count: row.guests_count,
            course_name: context.pick(&Bilingual::new(row.course_title_ja, row.course_title_en)),
            inventory_group_title: context.pick(&Bilingual::new(row.group_title_ja, row.group_title_en)),
            inventory_item_labels: row.item_labels,
            created_at: zone.iso(row.created_at),
            invite_type: row.invite_type,
            offsite_source: row.offsite_source,
            external_id: row.external_id,
            has_cancel_request: row.has_cancel_request,
        }
    }
}
