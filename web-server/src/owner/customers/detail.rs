//! One customer: the guest card, and what the restaurant and the guest have had to do with each other.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::customers::cards::{self, Key};
use domain::customers::detail::{self, Visit};
use domain::customers::groups;
use domain::reservations::model::{InviteType, Kind, Status};
use domain::restaurants::model::{Bilingual, OperationName};
use domain::text_enum::UnknownValue;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{CustomerCard, GroupChoice};
use crate::console::{FloorStaff, RecordKey, Staff, page as office};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, tick};
use crate::http::page::PageData;
use crate::owner::reservations::detail::shown_status;
use crate::owner::settings::Written;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct OwnerCustomerPage {
    customer: CustomerCard,
    /// The diner's own words.
    allergy_description: String,
    dislikes: String,
    /// Whether announcements reach the guest, by all that decides it.
    receives_announcements: bool,
    upcoming_count: i64,
    cancelled_count: i64,
    no_show_count: i64,
    /// The latest first.
    visits: Vec<CustomerVisit>,
    groups: Vec<GroupChoice>,
}

impl PageData for OwnerCustomerPage {
    const NAME: &'static str = "owner_customer";
}

/// A reservation of the customer.
#[derive(Serialize, ToSchema)]
pub struct CustomerVisit {
    uid: String,
    reservation_code: String,
    r#type: Kind,
    status: Status,
    shown_status: &'static str,
    status_label: String,
    operation: OperationName,
    /// YYYY-MM-DD
    date: String,
    starts_at: String,
    start_time: String,
    guests_count: i32,
    course_name: String,
    special_request: String,
    internal_memo: String,
    /// good, average, poor or unacceptable.
    #[schema(required)]
    rating: Option<String>,
    reasons: Vec<String>,
    is_no_show: bool,
    /// It stands and has begun: whether the guest came can be noted.
    has_begun: bool,
}

impl CustomerVisit {
    fn of(app: &App, context: &Context, staff: &Staff, visit: Visit) -> Result<Self, UnknownValue> {
        let (kind, status) = (Kind::stored(&visit.kind)?, Status::stored(&visit.status)?);
        let invite_type = visit.invite_type.as_deref().map(InviteType::stored).transpose()?;
        let shown_status = shown_status(kind, status, invite_type);
        let zone = staff.restaurant.zone;
        Ok(Self {
            r#type: kind,
            status,
            shown_status,
            status_label: context.t(&format!("owner.reservation_status.{shown_status}")),
            operation: visit.operation,
            date: visit.date.to_string(),
            starts_at: zone.iso(visit.starts_at),
            start_time: zone.clock_time(visit.date, visit.starts_at),
            course_name: context.pick(&Bilingual::new(visit.course_title_ja, visit.course_title_en)),
            has_begun: status == Status::Accepted && visit.starts_at <= app.clock.now(),
            uid: visit.uid,
            reservation_code: visit.reservation_code,
            guests_count: visit.guests_count,
            special_request: visit.special_request,
            internal_memo: visit.internal_memo,
            rating: visit.rating,
            reasons: visit.reasons,
            is_no_show: visit.is_no_show,
        })
    }
}

/// A customer's page.
#[utoipa::path(get, path = "/owners/customers/{uid}", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = office::OwnerPage<OwnerCustomerPage>), (status = 302), (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
) -> Result<Response, ApiError> {
    let (id, now) = (staff.restaurant.id, app.clock.now());
    let mut conn = app.pool.acquire().await?;
    let key = Key { id: key.id, uid: key.uid.as_deref() };
    let card = cards::find(&mut conn, id, now, key).await?.ok_or_else(ApiError::not_found)?;
    let visits = detail::list_visits(&mut conn, id, card.id).await?;
    let sums = detail::sums(&mut conn, id, card.id, now).await?;
    let groups = groups::list(&mut conn, id).await?;
    let receives_announcements = detail::receives_announcements(&mut conn, id, card.id).await?;
    drop(conn);
    let data = OwnerCustomerPage {
        allergy_description: card.allergy_description.clone(),
        dislikes: card.dislikes.clone(),
        receives_announcements,
        upcoming_count: sums.upcoming,
        cancelled_count: sums.cancelled,
        no_show_count: sums.no_shows,
        visits: visits
            .into_iter()
            .map(|visit| CustomerVisit::of(&app, &context, &staff, visit))
            .collect::<Result<_, _>>()
            .map_err(sqlx::Error::from)?,
        groups: groups.into_iter().map(GroupChoice::from).collect(),
        customer: CustomerCard::of(&staff, card),
    };
    office::answer(&app, &context, &staff, &context.t("owner.customer.title"), data).await
}

#[derive(Default, Deserialize, ToSchema)]
pub struct NoShowBody {
    #[serde(default, deserialize_with = "tick::deserialize")]
    no_show: bool,
}

/// Notes that a guest did not come, or takes that back.
#[utoipa::path(put, path = "/owners/api/reservations/{uid}/no_show", tag = "owner", params(("uid" = String, Path)),
    request_body = NoShowBody,
    responses((status = 200, body = Written), (status = 401), (status = 404), (status = 422)))]
pub async fn note_no_show(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Path(uid): Path<String>,
    FormOrJson(body): FormOrJson<NoShowBody>,
) -> Result<Json<Written>, ApiError> {
    let mut tx = app.pool.begin().await?;
    let at = (staff.restaurant.id, staff.actor());
    detail::note_no_show(&mut tx, app.clock.now(), at, &uid, body.no_show).await?;
    tx.commit().await?;
    let key = if body.no_show { "owner.customer.no_show_noted" } else { "owner.customer.no_show_taken_back" };
    Ok(Written::ok(context.t(key)))
}
