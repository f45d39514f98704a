//! Staff add a contact to a guest whom they entered, which invitations and offers need (gaps G295).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::cards::{self, CustomerLookup};
use super::create::{find_holder, find_known, lock_creation, number};
use super::error::CustomerError;
use super::model::{CustomerRecord, CustomerType};
use crate::accounts;
use crate::audit::{self, Actor, Event};
use crate::ids::{CustomerId, RestaurantId};
use crate::phone::PhoneNumber;
use crate::settings::features;

/// A contact, not validated. Absent fields stay unchanged; an empty address removes the stored one.
#[derive(Clone, Debug, Default)]
pub struct ContactEdit {
    pub invitation_email: Option<String>,
    pub allow_send_ivr_sms: Option<bool>,
    pub phone_country: Option<String>,
    pub phone_local_number: Option<String>,
}

/// A validated contact.
struct Contact {
    email: Option<String>,
    takes_texts: bool,
    /// The new number. `None` leaves it unchanged.
    phone: Option<Option<PhoneNumber>>,
}

/// Returns a guest, whose contact no other transaction changes until this one ends.
///
/// # Errors
/// No such guest.
pub async fn lock(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    restaurant: RestaurantId,
    key: CustomerLookup<'_>,
) -> Result<CustomerRecord, CustomerError> {
    lock_creation(conn, restaurant).await?;
    cards::find(conn, restaurant, now, key).await?.ok_or(CustomerError::NotFound)
}

/// Stores the contact of a locked guest without an account, who becomes an invited customer.
///
/// # Errors
/// The guest has an account or belongs to another channel; the contact cannot reach the guest; another customer has it.
pub async fn set_contact(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    card: &CustomerRecord,
    edit: &ContactEdit,
) -> Result<(), CustomerError> {
    if card.user_id.is_some() || !matches!(card.kind, CustomerType::OfflineCustomer | CustomerType::InvitedCustomer) {
        return Err(CustomerError::field("type", "field_invalid"));
    }
    let contact = check(card, edit)?;
    let new_email = contact.email.as_deref().filter(|email| card.invitation_email.as_deref() != Some(*email));
    if new_email.is_some() && !features::find(conn, restaurant).await?.allow_email_invitation {
        return Err(CustomerError::field("invitation_email", "email_invitation_off"));
    }
    require_free(conn, restaurant, card.id, &contact, new_email).await?;
    if let Some(phone) = &contact.phone {
        write_number(conn, restaurant, card.id, phone.as_ref()).await?;
    }
    write(conn, restaurant, card.id, &contact).await?;
    let event = Event {
        actor,
        action: "customer.contact_set",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({
            "customer_id": card.id.0, "by_email": contact.email.is_some(), "by_text_message": contact.takes_texts,
        }),
    };
    Ok(audit::record(conn, now, event).await?)
}

/// Validates the contact, which must reach the guest: an address, or a number that receives text messages.
fn check(card: &CustomerRecord, edit: &ContactEdit) -> Result<Contact, CustomerError> {
    let mut errors = Vec::new();
    let email = match edit.invitation_email.as_deref().map(str::trim) {
        None => card.invitation_email.clone(),
        Some("") => None,
        Some(typed) => accounts::email(typed).map(Some).unwrap_or_else(|code| {
            errors.push(("invitation_email", code));
            None
        }),
    };
    let country = edit.phone_country.as_deref().unwrap_or(&card.phone_country);
    let phone = edit.phone_local_number.as_deref().map(|typed| number(Some(country), typed)).transpose();
    let phone = phone.unwrap_or_else(|error| {
        errors.push(error);
        None
    });
    if !errors.is_empty() {
        return Err(CustomerError::Invalid(errors));
    }
    let takes_texts = edit.allow_send_ivr_sms.unwrap_or(card.allow_send_ivr_sms);
    // A guest with an address is invited by mail if the stored number receives no text messages.
    let needs_number = edit.allow_send_ivr_sms == Some(true) || takes_texts && email.is_none();
    let known = PhoneNumber::parse(&card.phone_country, &card.phone_local_number).ok();
    match phone.as_ref().map_or(known.as_ref(), Option::as_ref) {
        None if needs_number => Err(CustomerError::field("phone_local_number", "blank")),
        Some(number) if needs_number && !number.can_receive_texts() => {
            Err(CustomerError::field("phone_local_number", "sms_number_no_texts_staff"))
        }
        _ if !takes_texts && email.is_none() => Err(CustomerError::field("invitation_email", "blank")),
        _ => Ok(Contact { email, takes_texts, phone }),
    }
}

/// Requires that no other customer has the new number or the new address.
async fn require_free(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
    contact: &Contact,
    new_email: Option<&str>,
) -> Result<(), CustomerError> {
    if let Some(Some(phone)) = &contact.phone
        && let Some((uid, name)) = find_holder(conn, restaurant, customer, phone).await?
    {
        return Err(CustomerError::Known { uid, name });
    }
    let known = match new_email {
        Some(_) => find_known(conn, restaurant, None, new_email, Some(customer)).await?,
        None => None,
    };
    known.map_or(Ok(()), |known| Err(known.into()))
}

async fn write(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
    contact: &Contact,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE customers SET type = 'InvitedCustomer', invitation_email = $3::text, allow_send_ivr_sms = $4
         WHERE restaurant_id = $1 AND id = $2",
        restaurant.0,
        customer.0,
        contact.email,
        contact.takes_texts,
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn write_number(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
    phone: Option<&PhoneNumber>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO customer_profiles (restaurant_id, customer_id, phone_country, phone_local_number, phone_e164)
         VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (restaurant_id, customer_id) DO UPDATE SET phone_country = $3, phone_local_number = $4, phone_e164 = $5",
        restaurant.0,
        customer.0,
        phone.map_or("JP", |phone| &phone.country),
        phone.map_or("", |phone| &phone.local),
        phone.map(|phone| phone.e164.as_str()),
    )
    .execute(conn)
    .await?;
    Ok(())
}
