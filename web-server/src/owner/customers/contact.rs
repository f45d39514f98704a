//! The contact of a guest whom staff entered.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::customers::cards::{self, CustomerLookup};
use domain::customers::contact::{self, ContactEdit};
use domain::customers::model::CustomerRecord;
use domain::ids::CustomerId;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::write::{CustomerSaved, saved};
use crate::console::{Expected, FloorStaff, RecordKey};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, tick};
use crate::owner::reservations::detail::display_phone;
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
    /// The values of these fields that the form showed, the number as `display_phone_number` shows it.
    #[serde(default)]
    expected: Expected,
}

/// Stores the contact of a guest whom staff entered, which invitations and offers need. The guest becomes an invited customer.
/// 409 names the customer who already has the number or the email address, or has the stored values if another user has changed one of the
/// fields since the form showed it (gaps G330); 422 for a guest with an account or from another channel.
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
    let ContactBody { invitation_email, allow_send_ivr_sms, phone_country, phone_local_number, expected } = body;
    let edit = ContactEdit { invitation_email, allow_send_ivr_sms, phone_country, phone_local_number };
    let key = CustomerLookup { id: key.id.map(CustomerId), uid: key.uid.as_deref() };
    let (now, restaurant) = (app.clock.now(), staff.restaurant.id);
    let mut tx = app.pool.begin().await?;
    let stored = contact::lock(&mut tx, now, restaurant, key).await?;
    contact::set_contact(&mut tx, now, staff.actor(), restaurant, &stored, &edit).await?;
    let id = stored.id;
    let key = CustomerLookup { id: Some(id), uid: None };
    let changed = cards::find(&mut tx, restaurant, now, key).await?.ok_or_else(ApiError::not_found)?;
    expected.require(&form_values(&stored), &form_values(&changed))?;
    let message = context.t("owner.customers.contact_set");
    let answer = saved(&app, &staff, &mut tx, id, StatusCode::OK, message, false).await?;
    tx.commit().await?;
    Ok(answer)
}

/// Returns the values of the form's fields, by their names.
fn form_values(card: &CustomerRecord) -> Value {
    json!({
        "invitation_email": card.invitation_email, "allow_send_ivr_sms": card.allow_send_ivr_sms,
        "phone_country": card.phone_country,
        "phone_local_number": display_phone(&card.phone_country, &card.phone_local_number),
    })
}
