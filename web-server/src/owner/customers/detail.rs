//! One customer: the guest card with its timeline.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::customers::cards::{self, CustomerLookup};
use domain::customers::detail::{self, MAX_VISITS, VisitRow};
use domain::customers::notifications::{self, Notifications};
use domain::customers::{groups, unmerge};
use domain::ids::CustomerId;
use domain::money::Yen;
use domain::reservations::bookings::visit;
use domain::reservations::model::{EndKind, InviteType, Kind, Status};
use domain::reservations::service::{ServiceState, ServiceTimes};
use domain::restaurants::model::{Bilingual, OperationName};
use domain::text_enum::UnknownValue;
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::card::{CustomerCard, GroupChoice};
use super::merges::CustomerMerge;
use crate::console::ConsoleWriteResult;
use crate::console::{FloorStaff, RecordKey, Staff, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, flag};
use crate::http::page::PageData;
use crate::owner::reservations::detail::shown_status;
use crate::owner::reservations::service::present;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct OwnerCustomerPage {
    customer: CustomerCard,
    /// The diner's own texts, and the staff's notes.
    allergy_description: String,
    dislikes: String,
    /// Whether announcements reach the guest, considering all conditions.
    receives_announcements: bool,
    /// The settings of a diner with an account, as they take effect. Null for other guests.
    notifications: Option<GuestNotifications>,
    upcoming_count: i64,
    /// Bookings that the guest cancelled. Declined, expired and withdrawn invitations, and bookings that the restaurant or an admin
    /// cancelled, are not counted.
    cancelled_count: i64,
    no_show_count: i64,
    /// Spending in yen, tax included: courses of visits, and fees kept for cancellations and no-shows.
    spent: Yen,
    /// The latest 200 reservations, latest first.
    visits: Vec<CustomerVisit>,
    /// Records of the same person that were merged into this one and can be separated again.
    merges: Vec<CustomerMerge>,
    groups: Vec<GroupChoice>,
}

/// A diner's notification settings for the restaurant (owner §3).
#[derive(Serialize, ToSchema)]
pub struct GuestNotifications {
    subscribe_to_announcements: bool,
    /// Mails about freed slots. False if the restaurant offers none.
    subscribe_to_standby: bool,
    show_in_premium_calendar: bool,
}

impl From<Notifications> for GuestNotifications {
    fn from(of: Notifications) -> Self {
        let Notifications { subscribe_to_announcements, subscribe_to_standby, show_in_premium_calendar, .. } = of;
        Self { subscribe_to_announcements, subscribe_to_standby, show_in_premium_calendar }
    }
}

impl PageData for OwnerCustomerPage {
    const NAME: &'static str = "owner_customer";
}

/// A reservation of the customer.
#[derive(Serialize, ToSchema)]
pub struct CustomerVisit {
    uid: String,
    pub reservation_code: String,
    r#type: Kind,
    status: Status,
    shown_status: &'static str,
    pub status_label: String,
    operation: OperationName,
    /// YYYY-MM-DD
    pub date: String,
    starts_at: String,
    pub start_time: String,
    pub guests_count: i32,
    pub course_name: String,
    pub special_request: String,
    pub internal_memo: String,
    /// good, average, poor or unacceptable.
    pub rating: Option<String>,
    reasons: Vec<String>,
    is_no_show: bool,
    /// The latest recorded step of the visit. Null while none is recorded.
    service_state: Option<ServiceState>,
    pub outcome: VisitOutcome,
    pub spent: Yen,
    /// True if it is accepted and has started, so its no-show can be recorded.
    has_begun: bool,
}

/// The outcome of a reservation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VisitOutcome {
    /// Accepted and not over.
    Upcoming,
    /// An invitation without an answer.
    Waiting,
    Visited,
    NoShow,
    /// By the guest.
    Cancelled,
    /// The guest declined the invitation.
    Declined,
    /// The invitation was not answered in time.
    Expired,
    /// The restaurant withdrew the invitation.
    Withdrawn,
    /// The restaurant cancelled or deleted the booking.
    CancelledByRestaurant,
    CancelledByAdmin,
}

impl VisitOutcome {
    fn from_status(status: Status, was_accepted: bool, is_no_show: bool, is_over: bool) -> Self {
        match EndKind::of(status, was_accepted) {
            None if status == Status::Pending => Self::Waiting,
            None if is_no_show => Self::NoShow,
            None if is_over => Self::Visited,
            None => Self::Upcoming,
            Some(EndKind::Cancelled) => Self::Cancelled,
            Some(EndKind::Declined) => Self::Declined,
            Some(EndKind::Expired) => Self::Expired,
            Some(EndKind::Withdrawn) => Self::Withdrawn,
            Some(EndKind::CancelledByRestaurant) => Self::CancelledByRestaurant,
            Some(EndKind::CancelledByAdmin) => Self::CancelledByAdmin,
        }
    }

    /// Returns the name in JSON and in the catalogue.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Upcoming => "upcoming",
            Self::Waiting => "waiting",
            Self::Visited => "visited",
            Self::NoShow => "no_show",
            Self::Cancelled => "cancelled",
            Self::Declined => "declined",
            Self::Expired => "expired",
            Self::Withdrawn => "withdrawn",
            Self::CancelledByRestaurant => "cancelled_by_restaurant",
            Self::CancelledByAdmin => "cancelled_by_admin",
        }
    }
}

impl CustomerVisit {
    pub fn new(app: &App, context: &Context, staff: &Staff, visit: VisitRow) -> Result<Self, UnknownValue> {
        let (kind, status) = (Kind::stored(&visit.kind)?, Status::stored(&visit.status)?);
        let invite_type = visit.invite_type.as_deref().map(InviteType::stored).transpose()?;
        let shown_status = shown_status(kind, status, invite_type);
        let zone = staff.restaurant.zone;
        let is_over = visit.ends_at < app.clock.now();
        let VisitRow { arrived_at, seated_at, bill_at, left_at, no_show_at, .. } = visit;
        let times = ServiceTimes { arrived_at, seated_at, bill_at, left_at, no_show_at };
        let is_no_show = no_show_at.is_some();
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
            is_no_show,
            service_state: times.state(),
            outcome: VisitOutcome::from_status(status, visit.was_accepted, is_no_show, is_over),
            spent: visit.spent,
        })
    }
}

/// Returns a customer's page.
#[utoipa::path(get, path = "/owners/customers/{uid}", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = page::ConsolePage<OwnerCustomerPage>), (status = 302), (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
) -> Result<Response, ApiError> {
    let (id, now) = (staff.restaurant.id, app.clock.now());
    let mut conn = app.pool.acquire().await?;
    let key = CustomerLookup { id: key.id.map(CustomerId), uid: key.uid.as_deref() };
    let card = cards::find(&mut conn, id, now, key).await?.ok_or_else(ApiError::not_found)?;
    let visits = detail::list_visits(&mut conn, id, card.id, now, MAX_VISITS).await?;
    let sums = detail::sums(&mut conn, id, card.id, now).await?;
    let merges = unmerge::list(&mut conn, id, card.id).await?;
    let groups = groups::list(&mut conn, id).await?;
    let receives_announcements = detail::receives_announcements(&mut conn, id, card.id).await?;
    let settings = match card.user_id {
        Some(diner) => notifications::find(&mut conn, id, diner).await?,
        None => None,
    };
    drop(conn);
    let data = OwnerCustomerPage {
        allergy_description: card.all_allergies(),
        dislikes: card.all_dislikes(),
        receives_announcements,
        notifications: settings.map(GuestNotifications::from),
        upcoming_count: sums.upcoming,
        cancelled_count: sums.cancelled,
        no_show_count: sums.no_shows,
        spent: sums.spent,
        merges: merges.into_iter().map(|merge| CustomerMerge::new(&staff, merge)).collect(),
        visits: visits
            .into_iter()
            .map(|visit| CustomerVisit::new(&app, &context, &staff, visit))
            .collect::<Result<_, _>>()
            .map_err(sqlx::Error::from)?,
        groups: groups.into_iter().map(GroupChoice::from).collect(),
        customer: CustomerCard::of(&context, &staff, card),
    };
    page::respond(&app, &context, &staff, &context.t("owner.customer.title"), data).await
}

#[derive(Default, Deserialize, ToSchema)]
pub struct NoShowBody {
    #[serde(default, deserialize_with = "flag::deserialize")]
    no_show: bool,
    /// The step that was shown: 409 if another user has recorded another step meanwhile. Without it, a no-show is rejected in the same way
    /// if the party has come.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<ServiceState>, required = false)]
    from: Option<Option<ServiceState>>,
}

/// Records or removes a no-show. 400 if the seats are occupied by another party; 409 if the party is at another step of its visit.
#[utoipa::path(put, path = "/owners/api/reservations/{uid}/no_show", tag = "owner", params(("uid" = String, Path)),
    request_body = NoShowBody,
    responses((status = 200, body = ConsoleWriteResult), (status = 400), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn note_no_show(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Path(uid): Path<String>,
    FormOrJson(body): FormOrJson<NoShowBody>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let (app, staff, uid, from, is_no_show) = (&app, &staff, uid.as_str(), body.from, body.no_show);
    let write = || {
        app.transaction(async move |tx| {
            visit::note_no_show(tx, &app.rng, staff.context(app), uid, from, is_no_show).await
        })
        .boxed()
    };
    staff.retry(app, write).await?;
    let key = if is_no_show { "owner.customer.no_show_noted" } else { "owner.customer.no_show_taken_back" };
    Ok(ConsoleWriteResult::ok(context.t(key)))
}
