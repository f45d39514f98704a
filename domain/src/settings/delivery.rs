//! Delivery settings of a restaurant (owner §3, gaps G166).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use unicode_normalization::UnicodeNormalization;

use super::features;
use crate::audit::{self, Actor, Event};
use crate::ids::RestaurantId;
use crate::names::{codes, too_long};
use crate::phone::PhoneNumber;

pub const SERVICES: [&str; 3] = ["yamato", "sagawa", "other"];
pub const PAYMENTS: [&str; 2] = ["prepaid", "cod"];
/// Default, as in the column's default.
const ARRIVAL_TIME_SLOTS: [&str; 5] = ["8-12", "14-16", "16-18", "18-20", "19-21"];
const MAX_LENGTH: usize = 200;

/// The settings, with texts as entered.
#[derive(Clone, Debug, Default)]
pub struct DeliverySettings {
    pub delivery_service_type: String,
    pub client_name: String,
    pub client_phone_number: String,
    pub client_zip_code: String,
    pub client_address: String,
    pub client_code_for_yamato: String,
    pub fare_number_for_yamato: String,
    pub payment_type: String,
}

#[derive(Debug, thiserror::Error)]
pub enum DeliverySettingsError {
    /// Invalid fields, each with the code of its message.
    #[error("invalid: {0:?}")]
    Invalid(Vec<(&'static str, &'static str)>),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Returns the settings of a restaurant; its own name, number and address if none were saved.
pub async fn find(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<DeliverySettings> {
    sqlx::query_as!(
        DeliverySettings,
        r#"SELECT coalesce(d.delivery_service_type, 'yamato') AS "delivery_service_type!",
                  coalesce(d.client_name, r.name_ja) AS "client_name!", coalesce(d.client_phone_number, r.phone) AS "client_phone_number!",
                  coalesce(d.client_zip_code, r.zip_code) AS "client_zip_code!", coalesce(d.client_address, r.address_ja) AS "client_address!",
                  coalesce(d.client_code_for_yamato, '') AS "client_code_for_yamato!",
                  coalesce(d.fare_number_for_yamato, '') AS "fare_number_for_yamato!",
                  coalesce(d.payment_type, 'prepaid') AS "payment_type!"
           FROM restaurants r LEFT JOIN restaurant_delivery_settings d ON d.restaurant_id = r.id WHERE r.id = $1"#,
        restaurant.0
    )
    .fetch_one(conn)
    .await
}

/// Returns the hours of the day between which a restaurant's deliveries may arrive (gaps G075).
pub async fn list_arrival_time_slots(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<String>> {
    let set = sqlx::query_scalar!(
        "SELECT arrival_time_slots FROM restaurant_delivery_settings WHERE restaurant_id = $1",
        restaurant.0
    );
    let set = set.fetch_optional(conn).await?;
    Ok(set.unwrap_or_else(|| ARRIVAL_TIME_SLOTS.map(str::to_owned).to_vec()))
}

/// Saves the settings. A blank name, number, postal code or address becomes the restaurant's. The carrier's own fields do not change unless
/// the carrier is enabled.
pub async fn save(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    wanted: DeliverySettings,
) -> Result<(), DeliverySettingsError> {
    let wanted = check(wanted)?;
    let has_carrier = features::find(conn, restaurant).await?.delivery_provider;
    sqlx::query!(
        "INSERT INTO restaurant_delivery_settings (restaurant_id, delivery_service_type, client_name, client_phone_number,
             client_zip_code, client_address, payment_type)
         SELECT r.id, $2, coalesce(nullif(btrim($3), ''), r.name_ja), coalesce(nullif(btrim($4), ''), r.phone),
                coalesce(nullif(btrim($5), ''), r.zip_code), coalesce(nullif(btrim($6), ''), r.address_ja), $7
         FROM restaurants r WHERE r.id = $1
         ON CONFLICT (restaurant_id) DO UPDATE SET
             delivery_service_type = excluded.delivery_service_type, client_name = excluded.client_name,
             client_phone_number = excluded.client_phone_number, client_zip_code = excluded.client_zip_code,
             client_address = excluded.client_address, payment_type = excluded.payment_type",
        restaurant.0,
        wanted.delivery_service_type,
        wanted.client_name,
        wanted.client_phone_number,
        wanted.client_zip_code,
        wanted.client_address,
        wanted.payment_type,
    )
    .execute(&mut *conn)
    .await?;
    if has_carrier {
        sqlx::query!(
            "UPDATE restaurant_delivery_settings SET client_code_for_yamato = btrim($2), fare_number_for_yamato = btrim($3)
             WHERE restaurant_id = $1",
            restaurant.0,
            wanted.client_code_for_yamato,
            wanted.fare_number_for_yamato,
        )
        .execute(&mut *conn)
        .await?;
    }
    let event = Event {
        actor,
        action: "delivery_settings.saved",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({}),
    };
    Ok(audit::record(conn, now, event).await?)
}

/// Converts full-width characters to half width, and trims spaces.
pub fn plain(typed: &str) -> String {
    typed.nfkc().collect::<String>().trim().to_owned()
}

/// Parses a postal code to its stored form `123-4567`: three digits, an optional hyphen, and four digits (R-106).
pub fn zip_code(typed: &str) -> Option<String> {
    let plain = codes::read(typed);
    let digits = match plain.split_once('-') {
        Some((three, four)) if three.len() == 3 => format!("{three}{four}"),
        Some(_) => String::new(),
        None => plain,
    };
    let is_zip = digits.len() == 7 && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_zip.then(|| format!("{}-{}", &digits[..3], &digits[3..]))
}

/// Validates the settings and returns their stored form, or all invalid fields. A blank number or postal code becomes the restaurant's own.
fn check(mut wanted: DeliverySettings) -> Result<DeliverySettings, DeliverySettingsError> {
    let mut errors = Vec::new();
    if !SERVICES.contains(&wanted.delivery_service_type.as_str()) {
        errors.push(("delivery_service_type", "field_invalid"));
    }
    if !PAYMENTS.contains(&wanted.payment_type.as_str()) {
        errors.push(("payment_type", "field_invalid"));
    }
    let texts = [
        ("client_name", &wanted.client_name),
        ("client_phone_number", &wanted.client_phone_number),
        ("client_zip_code", &wanted.client_zip_code),
        ("client_address", &wanted.client_address),
        ("client_code_for_yamato", &wanted.client_code_for_yamato),
        ("fare_number_for_yamato", &wanted.fare_number_for_yamato),
    ];
    let long = texts.iter().filter(|(_, text)| text.chars().count() > MAX_LENGTH);
    errors.extend(long.map(|(name, _)| (*name, too_long(MAX_LENGTH))));
    let number = plain(&wanted.client_phone_number);
    if let (false, Err(error)) = (number.is_empty(), PhoneNumber::parse("JP", &number)) {
        errors.push(("client_phone_number", error.code()));
    }
    match zip_code(&wanted.client_zip_code) {
        Some(zip_code) => wanted.client_zip_code = zip_code,
        None if wanted.client_zip_code.trim().is_empty() => {}
        None => errors.push(("client_zip_code", "zip_code_invalid")),
    }
    if errors.is_empty() { Ok(wanted) } else { Err(DeliverySettingsError::Invalid(errors)) }
}
