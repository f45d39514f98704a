//! In-person reservations and invitations by staff (owner §3 to §5 and §7).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::reservations::bookings::create::{CreatedInPerson, create_in_person, create_in_person_once};
use domain::reservations::bookings::form::{CustomerUids, InPersonForm};
use domain::reservations::invitations;
use domain::reservations::model::InviteType;
use domain::reservations::staff::StaffError;
use futures_util::FutureExt;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::staff_writes::parse_time_on;
use crate::console::{FloorStaff, Staff};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, tick};
use crate::state::App;

/// The fields of the form. A missing field is rejected with 400. Exactly one of the three customer fields is set.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct CreateBody {
    guests_count: Option<i32>,
    course_uid: Option<String>,
    inventory_group_uid: Option<String>,
    /// ISO 8601, or a wall-clock time at the restaurant.
    starts_at: Option<String>,
    ends_at: Option<String>,
    inventory_item_uids: Option<Vec<String>>,
    operation: Option<String>,
    internal_memo: Option<String>,
    /// Staff have confirmed a day in the past, or a day on which the restaurant is closed.
    #[serde(deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    is_day_confirmed: Option<bool>,
    /// Whether an invitation expires 72 hours before the visit, if that time is still in the future.
    #[serde(deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    can_ivr_expire_by_default: Option<bool>,
    offline_customer_uid: Option<String>,
    invited_customer_uid: Option<String>,
    online_customer_uid: Option<String>,
    /// Idempotency key: a repeated request with this key creates one booking and gets the first response. Other fields with this key get
    /// 422 `booking_already_saved`. 16 to 64 letters, digits, hyphens and underscores.
    #[schema(required = false)]
    idempotency_key: Option<String>,
}

impl CreateBody {
    fn into_form(self, staff: &Staff) -> InPersonForm {
        let at = |text: Option<String>| parse_time_on(&text?, staff.restaurant.zone, None);
        InPersonForm {
            guests_count: self.guests_count.unwrap_or_default(),
            course_uid: self.course_uid.unwrap_or_default(),
            inventory_group_uid: self.inventory_group_uid.unwrap_or_default(),
            inventory_item_uids: self.inventory_item_uids.unwrap_or_default(),
            operation: self.operation.unwrap_or_default(),
            starts_at: at(self.starts_at),
            ends_at: at(self.ends_at),
            internal_memo: self.internal_memo.unwrap_or_default(),
            can_ivr_expire_by_default: self.can_ivr_expire_by_default.unwrap_or(false),
            is_day_confirmed: self.is_day_confirmed.unwrap_or(false),
            deadline: None,
            customer: CustomerUids {
                offline: self.offline_customer_uid.unwrap_or_default(),
                invited: self.invited_customer_uid.unwrap_or_default(),
                online: self.online_customer_uid.unwrap_or_default(),
            },
        }
    }
}

/// The created reservation.
#[derive(Serialize, ToSchema)]
pub struct CreatedByStaff {
    status: u16,
    id: i64,
    uid: String,
    /// omakase, emailInvited or smsInvited.
    invite_type: Option<&'static str>,
    message: String,
}

/// Records a booking made by phone or in person. 400 names in `message` the missing field, or the party that occupies the seats. 422
/// `past_unconfirmed` or `closed_day_unconfirmed` if the day is unusual and not confirmed.
#[utoipa::path(post, path = "/owners/api/offline_reservations", tag = "owner", request_body = CreateBody,
    responses((status = 201, body = CreatedByStaff), (status = 400), (status = 401), (status = 422)))]
pub async fn offline(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    FormOrJson(body): FormOrJson<CreateBody>,
) -> Result<Response, ApiError> {
    let created = create(&app, &staff, body, CreateKind::Record).await?;
    Ok(respond(&context, created, "owner.flash.offline_reservation_created"))
}

/// Invites a customer; by mail or text message if they have no account. 400 as for in-person reservations, and if the customer
/// cannot be reached.
#[utoipa::path(post, path = "/owners/api/invited_reservations", tag = "owner", request_body = CreateBody,
    responses((status = 201, body = CreatedByStaff), (status = 400), (status = 401), (status = 422)))]
pub async fn invited(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    FormOrJson(body): FormOrJson<CreateBody>,
) -> Result<Response, ApiError> {
    let created = create(&app, &staff, body, CreateKind::Invite).await?;
    Ok(respond(&context, created, "owner.flash.invitation_created"))
}

#[derive(Clone, Copy)]
enum CreateKind {
    Record,
    Invite,
}

async fn create(
    app: &App,
    staff: &Staff,
    mut body: CreateBody,
    action: CreateKind,
) -> Result<CreatedInPerson, StaffError> {
    let key = body.idempotency_key.take();
    let form = body.into_form(staff);
    let (key, form) = (key.as_deref(), &form);
    let write = || {
        app.transaction(async move |tx| {
            let (rng, context) = (&app.rng, staff.context(app));
            match (action, key) {
                (CreateKind::Record, Some(key)) => create_in_person_once(tx, rng, context, form, key).await,
                (CreateKind::Record, None) => create_in_person(tx, rng, context, form).await,
                (CreateKind::Invite, Some(key)) => invitations::invite_once(tx, rng, context, form, key).await,
                (CreateKind::Invite, None) => invitations::invite(tx, rng, context, form).await,
            }
        })
        .boxed()
    };
    staff.retry(app, write).await
}

fn respond(context: &Context, created: CreatedInPerson, text: &str) -> Response {
    let status = StatusCode::CREATED;
    let body = CreatedByStaff {
        status: status.as_u16(),
        id: created.id.0,
        uid: created.uid,
        invite_type: created.invite_type.map(InviteType::as_str),
        message: context.t(text),
    };
    (status, Json(body)).into_response()
}
