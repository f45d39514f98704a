//! Staff create a customer (owner §5, gaps G153, G153b).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::error::CustomerError;
use super::merged_values::{self, CustomerValues};
use super::model::CustomerType;
use super::notes::{self, NotesChange};
use crate::accounts;
use crate::audit::{self, Actor, Event};
use crate::ids::{CustomerId, RestaurantId};
use crate::names::{self, NameError};
use crate::phone::PhoneNumber;
use crate::rng::Rng;

const MAX_NAME_LENGTH: usize = 100;
const MAX_MEMO_LENGTH: usize = 5_000;

/// The form, not validated.
#[derive(Clone, Debug, Default)]
pub struct NewCustomer {
    /// InvitedCustomer or OfflineCustomer; the latter by default.
    pub kind: Option<String>,
    pub nickname: String,
    pub kana: String,
    pub phone_country: Option<String>,
    pub phone_local_number: String,
    pub receipt_title: String,
    pub internal_memo: String,
    pub invitation_email: String,
    pub allow_send_ivr_sms: bool,
    pub notes: NotesChange,
}

/// A created or existing customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CustomerCreation {
    New(CustomerId),
    /// A text message was requested, and the number or address belongs to an online customer, who is invited instead.
    Known(CustomerId),
}

impl CustomerCreation {
    pub const fn id(self) -> CustomerId {
        match self {
            Self::New(id) | Self::Known(id) => id,
        }
    }
}

/// A validated form.
struct ValidCustomer {
    kind: CustomerType,
    nickname: String,
    kana: String,
    /// Country and stored digits.
    phone: Option<PhoneNumber>,
    receipt_title: String,
    internal_memo: String,
    invitation_email: Option<String>,
    allow_send_ivr_sms: bool,
    notes: NotesChange,
}

/// Creates a customer. If a customer already has the number or the address, the error names that customer (409).
pub async fn create(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    new: NewCustomer,
) -> Result<CustomerCreation, CustomerError> {
    let valid = check(new)?;
    lock_creation(conn, restaurant).await?;
    let email = valid.invitation_email.as_deref();
    if let Some(known) = find_known(conn, restaurant, valid.phone.as_ref(), email, None).await? {
        let is_known_diner = valid.kind == CustomerType::InvitedCustomer && valid.allow_send_ivr_sms && known.is_online;
        if is_known_diner {
            add_notes(conn, restaurant, known.id, &valid.notes).await?;
            return Ok(CustomerCreation::Known(known.id));
        }
        return Err(known.into());
    }
    let id = insert(conn, &rng.uid(), restaurant, now, &valid).await?;
    notes::write(conn, restaurant, id, &valid.notes).await?;
    let event = Event {
        actor,
        action: "customer.created",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "customer_id": id.0, "type": valid.kind.as_str() }),
    };
    audit::record(conn, now, event).await?;
    Ok(CustomerCreation::New(id))
}

fn check(new: NewCustomer) -> Result<ValidCustomer, CustomerError> {
    let mut errors = Vec::new();
    let kind = match new.kind.as_deref() {
        None | Some("") => Some(CustomerType::OfflineCustomer),
        Some(name) => CustomerType::named(name)
            .filter(|kind| matches!(kind, CustomerType::OfflineCustomer | CustomerType::InvitedCustomer)),
    };
    let mut bad = |name: &'static str, code: &'static str| errors.push((name, code));
    if kind.is_none() {
        bad("type", "field_invalid");
    }
    let nickname = required_name(&new.nickname).unwrap_or_else(|code| {
        bad("nickname", code);
        String::new()
    });
    let kana = reading(&new.kana).unwrap_or_else(|code| {
        bad("kana", code);
        String::new()
    });
    let phone = number(new.phone_country.as_deref(), &new.phone_local_number).unwrap_or_else(|(name, code)| {
        bad(name, code);
        None
    });
    let email = new.invitation_email.trim();
    let invitation_email = if email.is_empty() { Ok(None) } else { accounts::email(email).map(Some) };
    let invitation_email = invitation_email.unwrap_or_else(|code| {
        bad("invitation_email", code);
        None
    });
    match &phone {
        None if new.allow_send_ivr_sms && new.phone_local_number.trim().is_empty() => {
            bad("phone_local_number", "blank")
        }
        Some(number) if new.allow_send_ivr_sms && !number.can_receive_texts() => {
            bad("phone_local_number", "sms_number_no_texts_staff");
        }
        _ => {}
    }
    let is_invited = kind == Some(CustomerType::InvitedCustomer);
    if is_invited && !new.allow_send_ivr_sms && email.is_empty() {
        bad("invitation_email", "blank");
    }
    for (name, text) in [("receipt_title", &new.receipt_title), ("internal_memo", &new.internal_memo)] {
        if let Err(code) = note(name, text) {
            bad(name, code);
        }
    }
    let notes = new.notes.validate(["", ""]).unwrap_or_else(|refused| {
        errors.extend(refused);
        NotesChange::default()
    });
    if !errors.is_empty() {
        return Err(CustomerError::Invalid(errors));
    }
    Ok(ValidCustomer {
        kind: kind.unwrap_or(CustomerType::OfflineCustomer),
        nickname,
        kana,
        phone,
        receipt_title: new.receipt_title.trim().to_owned(),
        internal_memo: new.internal_memo,
        invitation_email,
        allow_send_ivr_sms: new.allow_send_ivr_sms,
        notes,
    })
}

/// Adds the entered notes to an existing customer's notes.
async fn add_notes(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
    notes: &NotesChange,
) -> sqlx::Result<()> {
    let typed = CustomerValues {
        noted_allergies: notes.noted_allergies.clone().unwrap_or_default(),
        noted_dislikes: notes.noted_dislikes.clone().unwrap_or_default(),
        tags: notes.tags.clone().unwrap_or_default(),
        ..CustomerValues::default()
    };
    let mut known = merged_values::find(conn, restaurant, customer).await?;
    let missing = known.missing_values(&[typed]);
    known.take(&missing);
    merged_values::write(conn, restaurant, customer, &known).await
}

/// Validates the nickname that staff give a customer.
pub(super) fn required_name(typed: &str) -> Result<String, &'static str> {
    names::person_name(typed, MAX_NAME_LENGTH).map_err(NameError::code)
}

/// Validates the reading that staff give a customer, and returns it as it is stored.
pub(super) fn reading(typed: &str) -> Result<String, &'static str> {
    names::reading(typed, MAX_NAME_LENGTH)
}

/// Validates the length of a text by staff.
pub(super) fn note(name: &str, typed: &str) -> Result<(), &'static str> {
    let max_length = if name == "internal_memo" { MAX_MEMO_LENGTH } else { MAX_NAME_LENGTH };
    if typed.chars().count() > max_length { Err(names::too_long(max_length)) } else { Ok(()) }
}

/// Parses an optional number. The error names the invalid field.
pub(super) fn number(country: Option<&str>, typed: &str) -> Result<Option<PhoneNumber>, (&'static str, &'static str)> {
    if crate::phone::digits(typed).is_empty() {
        return if typed.trim().is_empty() { Ok(None) } else { Err(("phone_local_number", "phone_number_invalid")) };
    }
    let country = country.map(str::trim).filter(|country| !country.is_empty()).unwrap_or("JP");
    PhoneNumber::parse(country, typed).map(Some).map_err(|error| (error.field(), error.code()))
}

/// Serialises writes of one restaurant's numbers and addresses, which prevents duplicate customers.
pub(crate) async fn lock_creation(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<()> {
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended('customers', $1))", restaurant.0).execute(conn).await?;
    Ok(())
}

/// The customer who already has the number or the address.
pub(super) struct ExistingCustomer {
    id: CustomerId,
    uid: String,
    name: String,
    is_online: bool,
}

impl From<ExistingCustomer> for CustomerError {
    fn from(known: ExistingCustomer) -> Self {
        Self::Known { uid: known.uid, name: known.name }
    }
}

/// Finds a customer of the restaurant, other than `but`, with this number or address. Online customers come first.
pub(super) async fn find_known(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    phone: Option<&PhoneNumber>,
    email: Option<&str>,
    but: Option<CustomerId>,
) -> sqlx::Result<Option<ExistingCustomer>> {
    sqlx::query_as!(
        ExistingCustomer,
        r#"SELECT c.id AS "id: CustomerId", c.uid, c.type = 'OnlineCustomer' AS "is_online!",
                  coalesce(p.name_last || ' ' || p.name_first, nullif(cp.nickname, ''), '') AS "name!"
           FROM customers c
           LEFT JOIN customer_profiles cp ON cp.restaurant_id = c.restaurant_id AND cp.customer_id = c.id
           LEFT JOIN users u ON u.id = c.user_id
           LEFT JOIN profiles p ON p.user_id = c.user_id
           WHERE c.restaurant_id = $1 AND c.merged_into_id IS NULL AND c.id IS DISTINCT FROM $4
             AND (coalesce(p.phone_e164, cp.phone_e164) = $2
                  OR EXISTS (SELECT 1 FROM merged_phone_numbers f
                      WHERE f.restaurant_id = $1 AND f.customer_id = c.id AND f.phone_e164 = $2)
                  OR c.invitation_email = mail_address($3::text) OR u.email = mail_address($3::text)
                  OR EXISTS (SELECT 1 FROM customers m WHERE m.restaurant_id = $1 AND m.merged_into_id = c.id
                      AND m.invitation_email = mail_address($3::text)))
           ORDER BY c.type <> 'OnlineCustomer', c.id LIMIT 1"#,
        restaurant.0,
        phone.map(|phone| phone.e164.as_str()),
        email,
        but.map(|id| id.0),
    )
    .fetch_optional(conn)
    .await
}

/// Returns uid and name of another customer with this number. `None` if the customer has the number already. The caller holds the lock of
/// `lock_creation`.
pub async fn find_holder(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
    phone: &PhoneNumber,
) -> sqlx::Result<Option<(String, String)>> {
    let own = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM customer_profiles WHERE restaurant_id = $1 AND customer_id = $2 AND phone_e164 = $3) AS "own!""#,
        restaurant.0,
        customer.0,
        phone.e164,
    );
    if own.fetch_one(&mut *conn).await? {
        return Ok(None);
    }
    let known = find_known(conn, restaurant, Some(phone), None, Some(customer)).await?;
    Ok(known.map(|known| (known.uid, known.name)))
}

async fn insert(
    conn: &mut PgConnection,
    uid: &str,
    restaurant: RestaurantId,
    now: DateTime<Utc>,
    new: &ValidCustomer,
) -> sqlx::Result<CustomerId> {
    sqlx::query_scalar!(
        r#"WITH customer AS (
               INSERT INTO customers (uid, restaurant_id, type, invitation_email, allow_send_ivr_sms, created_at)
               VALUES ($1, $2, $3, $4::text, $5, $6) RETURNING id, restaurant_id),
           profile AS (
               INSERT INTO customer_profiles (restaurant_id, customer_id, nickname, phone_country, phone_local_number,
                   phone_e164, receipt_title, internal_memo, kana)
               SELECT restaurant_id, id, $7, $8, $9, $10, $11, $12, $13 FROM customer)
           SELECT id AS "id!: CustomerId" FROM customer"#,
        uid,
        restaurant.0,
        new.kind.as_str(),
        new.invitation_email,
        new.allow_send_ivr_sms,
        now,
        new.nickname,
        new.phone.as_ref().map_or("JP", |phone| &phone.country),
        new.phone.as_ref().map_or("", |phone| &phone.local),
        new.phone.as_ref().map(|phone| phone.e164.as_str()),
        new.receipt_title,
        new.internal_memo,
        new.kana,
    )
    .fetch_one(conn)
    .await
}
