//! The contact of a guest whom staff entered.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::customers::cards::CustomerLookup;
use domain::customers::contact::{self, ContactEdit};
use domain::ids::CustomerId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::write::{CustomerSaved, saved};
use crate::console::{FloorStaff, RecordKey};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, tick};
use crate::state::App;

/// A contact. Absent fields stay unchanged.
#[derive(Deserialize, ToSchema)]
pub struct ContactBody {
    /// An empty address removes the stored one.
    #[schema(nullable = false)]
    invitation_email: Option<String>,
    /// Whether the guest agreed to invitations by text message.
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    allow_send_ivr_sms: Option<bool>,
    #[schema(nullable = false)]
    phone_country: Option<String>,
    #[schema(nullable = false)]
    phone_local_number: Option<String>,
}

/// Stores the contact of a guest whom staff entered, which invitations and offers need. The guest becomes an invited customer.
/// 409 names the customer who already has the number or the email address; 422 for a guest with an account or from another channel.
#[utoipa::path(put, path = "/owners/api/customers/{uid}/contact", tag = "owner", params(("uid" = String, Path)),
    request_body = ContactBody,
    responses((status = 200, body = CustomerSaved), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn set(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
    FormOrJson(body): FormOrJson<ContactBody>,
) -> Result<Response, ApiError> {
    let ContactBody { invitation_email, allow_send_ivr_sms, phone_country, phone_local_number } = body;
    let edit = ContactEdit { invitation_email, allow_send_ivr_sms, phone_country, phone_local_number };
    let key = CustomerLookup { id: key.id.map(CustomerId), uid: key.uid.as_deref() };
    let mut tx = app.pool.begin().await?;
    let id = contact::set_contact(&mut tx, app.clock.now(), staff.actor(), staff.restaurant.id, key, edit).await?;
    let message = context.t("owner.customers.contact_set");
    let answer = saved(&app, &staff, &mut tx, id, StatusCode::OK, message, false).await?;
    tx.commit().await?;
    Ok(answer)
}
