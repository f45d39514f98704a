//! Restaurants' requests to cancel a booking without a fee, and the admins' decisions (gaps G088, G089).

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::audit::Actor;
use domain::cancellations;
use domain::i18n;
use domain::ids::ReservationId;
use domain::lists::CancelRequestEntry;
use domain::reservations::model::{EndCause, Kind, Reservation};
use domain::reservations::queries;
use domain::reservations::requests::{self as cancel_request, CancelDecision, CancelRequest};
use domain::restaurants::model::Bilingual;
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::console::lists::{self, ListDefaults, ListStart};
use crate::console::resources::ResourceRequest;
use crate::console::{Admin, RecordKey, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

const MAX_REASON_LENGTH: usize = 500;
/// The requests that wait for a decision, oldest first.
const DEFAULTS: ListDefaults =
    ListDefaults { sort: "created_at", is_descending: false, filter: &[("status", "pending")] };

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(index)).routes(routes!(approve)).routes(routes!(reject))
}

#[derive(Serialize, ToSchema)]
pub struct AdminCancelRequestsPage {
    /// Null if the address has a query: the call of the list answers it.
    first: Option<ListStart<CancelRequestEntry>>,
}

impl PageData for AdminCancelRequestsPage {
    const NAME: &'static str = "admin_cancel_requests";
}

/// A restaurant's cancel request.
#[derive(Serialize, ToSchema)]
pub struct AdminCancelRequest {
    uid: String,
    restaurant_slug: String,
    restaurant_name: String,
    reservation_uid: String,
    reservation_code: String,
    #[serde(rename = "type")]
    kind: Kind,
    /// YYYY年MM月DD日 HH:mm
    display_time: String,
    guests_count: i32,
    /// The party who wants to cancel.
    reason: EndCause,
    /// Whether the stocks are removed from the web.
    delete_os: bool,
    /// pending, approved or rejected.
    status: String,
    /// ISO 8601.
    created_at: String,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct CancelRequestDecision {
    /// Reason of the decision, for the audit log.
    reason: Option<String>,
}

impl AdminCancelRequest {
    pub fn new(context: &Context, request: CancelRequest) -> Self {
        let zone = Zone::default();
        Self {
            display_time: i18n::date_time(context.locale(), request.starts_at, zone.tz()),
            created_at: zone.iso(request.created_at),
            uid: request.uid,
            restaurant_slug: request.restaurant,
            restaurant_name: context.pick(&Bilingual::new(request.name_ja, request.name_en)),
            reservation_uid: request.reservation_uid,
            reservation_code: request.reservation_code,
            kind: request.kind,
            guests_count: request.guests_count,
            reason: request.reason,
            delete_os: request.delete_os,
            status: request.status,
        }
    }
}

/// Lists the requests that wait for a decision.
#[utoipa::path(get, path = "/admin/cancel_requests", tag = "admin",
    responses((status = 200, body = page::ConsolePage<AdminCancelRequestsPage>), (status = 302), (status = 401)))]
pub async fn index(State(app): State<App>, context: Context, admin: Admin, uri: Uri) -> Result<Response, ApiError> {
    let request = ResourceRequest { app: &app, context: &context, viewer: &admin };
    let first = lists::start::<CancelRequestEntry>(request, &uri, DEFAULTS).await?;
    let title = context.t("admin.cancel_requests.title");
    page::respond_to_admin(&app, &context, &admin, &title, AdminCancelRequestsPage { first }).await
}

/// Cancels the booking without a fee, notifies its diner and refunds the price of the course. 400 if no request is pending.
#[utoipa::path(post, path = "/admin/reservations/{uid}/cancel_request/approve", tag = "admin", params(("uid" = String, Path)),
    request_body = CancelRequestDecision,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 400), (status = 401), (status = 404), (status = 422)))]
pub async fn approve(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    key: RecordKey,
    FormOrJson(body): FormOrJson<CancelRequestDecision>,
) -> Result<Response, ApiError> {
    let reason = reason(&body)?;
    let mut tx = app.pool.begin().await?;
    let (reservation, request) = pending(&mut tx, &key).await?;
    let decision = CancelDecision { now: app.clock.now(), actor: Actor::Admin(admin.id), reason };
    cancellations::approve_request(&mut tx, &app.rng, decision, &request).await?;
    tx.commit().await?;
    done(&app, &context, &reservation, "admin.cancel_request.approved")
}

/// Keeps the booking. 400 if no request is pending.
#[utoipa::path(post, path = "/admin/reservations/{uid}/cancel_request/reject", tag = "admin", params(("uid" = String, Path)),
    request_body = CancelRequestDecision,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 400), (status = 401), (status = 404), (status = 422)))]
pub async fn reject(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    key: RecordKey,
    FormOrJson(body): FormOrJson<CancelRequestDecision>,
) -> Result<Response, ApiError> {
    let reason = reason(&body)?;
    let mut tx = app.pool.begin().await?;
    let (reservation, request) = pending(&mut tx, &key).await?;
    let decision = CancelDecision { now: app.clock.now(), actor: Actor::Admin(admin.id), reason };
    cancel_request::reject(&mut tx, decision, &request).await?;
    tx.commit().await?;
    done(&app, &context, &reservation, "admin.cancel_request.rejected")
}

fn reason(body: &CancelRequestDecision) -> Result<Option<&str>, ApiError> {
    let reason = body.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
    match reason {
        Some(reason) if reason.chars().count() > MAX_REASON_LENGTH => {
            Err(ApiError::invalid_fields([("reason", "reason_too_long")]))
        }
        _ => Ok(reason),
    }
}

/// Returns the uids of a reservation and of its pending request.
async fn pending(conn: &mut PgConnection, key: &RecordKey) -> Result<(String, String), ApiError> {
    let found = find(conn, key).await?;
    let requests = cancel_request::list_of(conn, found.restaurant_id, found.id).await?;
    let request = requests.into_iter().find(|request| request.status == "pending");
    let request = request.ok_or_else(|| ApiError::bad_request("request_closed"))?;
    Ok((found.uid, request.uid))
}

fn done(app: &App, context: &Context, reservation: &str, key: &str) -> Result<Response, ApiError> {
    let done = WriteResponse::redirect_to(format!("/admin/reservations/{reservation}"));
    done.flash(Flash::notice(context.t(key))).respond(app, context)
}

/// Returns the reservation with a record key, at any restaurant.
pub(super) async fn find(conn: &mut PgConnection, key: &RecordKey) -> Result<Reservation, ApiError> {
    let found = match (key.id, &key.uid) {
        (Some(id), _) => queries::find(conn, ReservationId(id)).await?,
        (None, Some(uid)) => queries::find_by_uid(conn, uid).await?,
        (None, None) => None,
    };
    found.ok_or_else(ApiError::not_found)
}
