//! The bell: the number of unseen notifications, their list, and their confirmation (owner §4, O-057 to O-060).

use axum::Json;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::ids::NotificationId;
use domain::outbox::notifications::bell::{self, BellNotification, Popup};
use domain::reservations::model::{EndKind, Status};
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::console::FloorStaff;
use crate::console::page;
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

const POPUP_ROWS: i64 = 50;
const PAGE_ROWS: i64 = 20;
/// Maximum number of ids that a popup confirms.
const MAX_IDS: usize = 1000;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(show)).routes(routes!(list)).routes(routes!(count)).routes(routes!(confirmed))
}

/// An event of a reservation.
#[derive(Serialize, ToSchema)]
pub struct Notification {
    pub id: i64,
    /// Name of the guest.
    pub title: String,
    /// The day of the visit, YYYY-MM-DD.
    pub date: String,
    /// Uid of the reservation.
    pub uid: String,
    /// new_onr, new_ivr, cancel, change_special_request, change_guests_count, ivr_close or ivr_undelivered.
    pub reason: String,
    pub has_special_request: bool,
    pub notification_sent_at: String,
    /// Whether this member of staff has seen it.
    pub is_confirmed: bool,
    /// For `new_ivr`: true if the guest has accepted, false if the invitation was only sent.
    pub is_accepted: bool,
    /// For `ivr_close`: how the invitation ended.
    pub invitation_end: Option<EndKind>,
    /// For `ivr_close`: whether the seats can be opened on the web again.
    pub may_open_web_seats: bool,
}

impl Notification {
    fn new(context: &Context, zone: Zone, notice: BellNotification) -> Self {
        let status = Status::named(&notice.status).filter(|_| notice.reason == "ivr_close");
        let invitation_end = status.and_then(|status| EndKind::of(status, notice.was_accepted));
        let is_unaccepted = invitation_end.is_some_and(EndKind::is_unaccepted);
        let named = Some(notice.title).filter(|title| !title.is_empty());
        Self {
            id: notice.id.0,
            title: named.unwrap_or_else(|| context.t("owner.daily_calendar.no_name")),
            date: notice.date.to_string(),
            uid: notice.uid,
            reason: notice.reason,
            has_special_request: notice.has_special_request,
            notification_sent_at: zone.iso(notice.notification_sent_at),
            is_confirmed: notice.is_confirmed,
            is_accepted: notice.is_accepted,
            invitation_end,
            may_open_web_seats: is_unaccepted && notice.has_removed_stocks,
        }
    }
}

#[derive(Deserialize, IntoParams)]
pub struct TypeQuery {
    /// new_reservation or edit_or_cancel.
    #[serde(rename = "type", default)]
    popup: String,
}

fn popup(name: &str) -> Result<Popup, ApiError> {
    Popup::parse(name).ok_or_else(|| ApiError::invalid_fields([("type", "field_invalid")]))
}

/// Returns the number of notifications that this member of staff has not seen, as a bare number.
#[utoipa::path(get, path = "/owners/api/notifications/count", tag = "owner", params(TypeQuery),
    responses((status = 200, body = i64, content_type = "application/json"), (status = 401), (status = 422)))]
pub async fn count(
    State(app): State<App>,
    staff: FloorStaff,
    Query(TypeQuery { popup: name }): Query<TypeQuery>,
) -> Result<Json<i64>, ApiError> {
    let mut conn = app.pool.acquire().await?;
    Ok(Json(bell::count_unconfirmed(&mut conn, staff.restaurant.id, staff.owner.id, popup(&name)?).await?))
}

/// Returns the latest notifications of a popup, newest first.
#[utoipa::path(get, path = "/owners/api/notifications", tag = "owner", params(TypeQuery),
    responses((status = 200, body = Vec<Notification>), (status = 401), (status = 422)))]
pub async fn list(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Query(TypeQuery { popup: name }): Query<TypeQuery>,
) -> Result<Json<Vec<Notification>>, ApiError> {
    let popup = popup(&name)?;
    let mut conn = app.pool.acquire().await?;
    let notices =
        bell::list(&mut conn, staff.restaurant.id, staff.owner.id, popup, POPUP_ROWS, 0, app.clock.now()).await?;
    let zone = staff.restaurant.zone;
    Ok(Json(notices.into_iter().map(|notice| Notification::new(&context, zone, notice)).collect()))
}

#[derive(Deserialize, ToSchema)]
pub struct SeenBody {
    /// new_reservation or edit_or_cancel.
    #[serde(rename = "type")]
    popup: String,
    ids: Vec<i64>,
}

#[derive(Serialize, ToSchema)]
pub struct SeenResponse {
    status: u16,
    confirmed: u64,
}

/// Confirms the notifications that an opened popup lists. An admin who impersonates the owner, or is signed in in the same browser,
/// confirms nothing (owner §6).
#[utoipa::path(post, path = "/owners/api/notifications/confirmed", tag = "owner", request_body = SeenBody,
    responses((status = 200, body = SeenResponse), (status = 401), (status = 422)))]
pub async fn confirmed(
    State(app): State<App>,
    staff: FloorStaff,
    FormOrJson(seen): FormOrJson<SeenBody>,
) -> Result<Json<SeenResponse>, ApiError> {
    let popup = popup(&seen.popup)?;
    if seen.ids.len() > MAX_IDS {
        return Err(ApiError::invalid_fields([("ids", "field_invalid")]));
    }
    let mut confirmed = 0;
    if staff.admin.is_none() {
        let mut conn = app.pool.acquire().await?;
        let (restaurant, now) = (staff.restaurant.id, app.clock.now());
        let ids: Vec<_> = seen.ids.into_iter().map(NotificationId).collect();
        confirmed = bell::confirm(&mut conn, restaurant, staff.owner.id, popup, &ids, now).await?;
    }
    Ok(Json(SeenResponse { status: 200, confirmed }))
}

/// The notifications of one type, by page.
#[derive(Serialize, ToSchema)]
pub struct OwnerNotificationsPage {
    /// new_reservation or edit_or_cancel.
    pub mode: &'static str,
    pub notifications: Vec<Notification>,
    pub current_page: i64,
    pub total_pages: i64,
}

impl PageData for OwnerNotificationsPage {
    const NAME: &'static str = "owner_notifications";
}

#[derive(Deserialize, IntoParams)]
pub struct NotificationsQuery {
    /// new_reservation (the default) or edit_or_cancel.
    mode: Option<String>,
    /// From 1 on.
    page: Option<String>,
}

/// Returns the page with the notifications.
#[utoipa::path(get, path = "/owners/notifications", tag = "owner", params(NotificationsQuery),
    responses((status = 200, body = page::ConsolePage<OwnerNotificationsPage>), (status = 302), (status = 401)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    Query(asked): Query<NotificationsQuery>,
) -> Result<Response, ApiError> {
    let popup = asked.mode.as_deref().and_then(Popup::parse).unwrap_or(Popup::NewReservation);
    let mut conn = app.pool.acquire().await?;
    let total = bell::count(&mut conn, staff.restaurant.id, popup).await?;
    let total_pages = ((total + PAGE_ROWS - 1) / PAGE_ROWS).max(1);
    let wanted = asked.page.and_then(|page| page.parse::<i64>().ok()).unwrap_or(1);
    let current_page = wanted.clamp(1, total_pages);
    let offset = (current_page - 1) * PAGE_ROWS;
    let notices =
        bell::list(&mut conn, staff.restaurant.id, staff.owner.id, popup, PAGE_ROWS, offset, app.clock.now()).await?;
    drop(conn);
    let zone = staff.restaurant.zone;
    let data = OwnerNotificationsPage {
        mode: popup.as_str(),
        notifications: notices.into_iter().map(|notice| Notification::new(&context, zone, notice)).collect(),
        current_page,
        total_pages,
    };
    page::respond(&app, &context, &staff, &context.t("owner.notifications.title"), data).await
}
