//! The address and arrival of a delivery (diner §5, gaps G075, R-106 to R-111).

use std::collections::BTreeMap;

use chrono::{Duration, NaiveDate};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::accounts::prefectures;
use crate::i18n::{self, Locale};
use crate::ids::{ReservationId, RestaurantId};
use crate::names::{codes, normalize, too_long};
use crate::settings::delivery as settings;

pub const MAX_MUNICIPALITY_LENGTH: usize = 12;
pub const MAX_HOUSE_NUMBER_LENGTH: usize = 16;
pub const MAX_BUILDING_LENGTH: usize = 16;
pub const MAX_NAME_LENGTH: usize = 50;
/// Number of days after the booked day in which a delivery may arrive.
const DAYS_OF_ARRIVAL: i64 = 7;

/// A delivery that the diner and the restaurant agreed on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delivery {
    /// 123-4567
    pub zip_code: String,
    /// The prefecture's Japanese name.
    pub prefecture: String,
    /// The municipality.
    pub address1: String,
    /// The house number.
    pub address2: String,
    /// The building, or blank.
    pub address3: String,
    pub name: String,
    /// Digits only.
    pub phone_number: String,
    pub arrives_on: NaiveDate,
    /// `8-12`: hours of the day.
    pub time_slot: String,
}

/// The submitted form. Omitted fields are blank.
#[derive(Clone, Debug, Default)]
pub struct DeliveryForm {
    pub zip_code: String,
    pub prefecture: String,
    pub address1: String,
    pub address2: String,
    pub address3: String,
    pub name: String,
    pub phone_number: String,
    pub year: String,
    pub month: String,
    pub day: String,
    pub time_slot: String,
}

/// The days and time slots in which a restaurant delivers the orders of a day.
#[derive(Clone, Debug)]
pub struct DeliveryOffer {
    pub first_day: NaiveDate,
    pub last_day: NaiveDate,
    pub time_slots: Vec<String>,
}

impl DeliveryOffer {
    pub fn new(date: NaiveDate, time_slots: Vec<String>) -> Self {
        Self { first_day: date, last_day: date + Duration::days(DAYS_OF_ARRIVAL), time_slots }
    }
}

type DeliveryFieldError = (&'static str, &'static str);

impl DeliveryForm {
    /// Validates the form. Returns the delivery, or each invalid field with its text code.
    pub fn check(&self, offer: &DeliveryOffer) -> Result<Delivery, Vec<DeliveryFieldError>> {
        let mut faults = Vec::new();
        let mut take = |read: Result<String, DeliveryFieldError>| {
            read.unwrap_or_else(|fault| {
                faults.push(fault);
                String::new()
            })
        };
        let zip_code = settings::zip_code(&self.zip_code);
        let zip_code = take(zip_code.ok_or(("delivery_address.zip_code", "zip_code_invalid")));
        let prefecture = take(prefecture(&self.prefecture));
        let address1 = take(text("delivery_address.address1", &self.address1, MAX_MUNICIPALITY_LENGTH));
        let address2 = take(text("delivery_address.address2", &self.address2, MAX_HOUSE_NUMBER_LENGTH));
        let address3 = take(short("delivery_address.address3", &self.address3, MAX_BUILDING_LENGTH));
        let name = take(text("delivery_address.name", &self.name, MAX_NAME_LENGTH));
        let phone_number = take(phone_number(&self.phone_number));
        let time_slot = take(self.time_slot(offer));
        let arrives_on = self.arrives_on(offer).map_err(|fault| faults.push(fault));
        match (faults.is_empty(), arrives_on) {
            (true, Ok(arrives_on)) => Ok(Delivery {
                zip_code,
                prefecture,
                address1,
                address2,
                address3,
                name,
                phone_number,
                arrives_on,
                time_slot,
            }),
            _ => Err(faults),
        }
    }

    fn arrives_on(&self, offer: &DeliveryOffer) -> Result<NaiveDate, DeliveryFieldError> {
        let number = |text: &str| text.trim().parse().ok();
        let date = number(&self.year).zip(number(&self.month)).zip(number(&self.day));
        let date = date.and_then(|((year, month), day)| {
            NaiveDate::from_ymd_opt(year, u32::try_from(month).ok()?, u32::try_from(day).ok()?)
        });
        date.filter(|date| (offer.first_day..=offer.last_day).contains(date))
            .ok_or(("arrival.day", "arrival_day_not_offered"))
    }

    fn time_slot(&self, offer: &DeliveryOffer) -> Result<String, DeliveryFieldError> {
        let slot = self.time_slot.trim();
        match offer.time_slots.iter().any(|offered| offered == slot) {
            true => Ok(slot.to_owned()),
            false => Err(("arrival.time_slot", "arrival_slot_not_offered")),
        }
    }
}

fn prefecture(typed: &str) -> Result<String, DeliveryFieldError> {
    let name = typed.trim();
    let is_known = prefectures::is_prefecture(name);
    if is_known { Ok(name.to_owned()) } else { Err(("delivery_address.prefecture", "prefecture_unknown")) }
}

fn text(field: &'static str, typed: &str, max_length: usize) -> Result<String, DeliveryFieldError> {
    let text = short(field, typed, max_length)?;
    if text.is_empty() { Err((field, "blank")) } else { Ok(text) }
}

fn short(field: &'static str, typed: &str, max_length: usize) -> Result<String, DeliveryFieldError> {
    let text = normalize(typed);
    if text.chars().count() > max_length { Err((field, too_long(max_length))) } else { Ok(text) }
}

/// Returns the digits of a phone number of ten or eleven digits, however they are grouped.
fn phone_number(typed: &str) -> Result<String, DeliveryFieldError> {
    let digits = codes::read_ungrouped(typed).replace(['(', ')'], "");
    let is_number = (10..=11).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { Ok(digits) } else { Err(("delivery_address.phone_number", "delivery_phone_invalid")) }
}

impl Delivery {
    /// Formats the address: `〒123-4567 東京都中央区1-2-3 席ビル101`, or in English from the building to the prefecture.
    pub fn format_address(&self, locale: Locale) -> String {
        let prefecture = prefectures::label(locale, &self.prefecture);
        match locale {
            Locale::Ja => {
                let parts = [format!("〒{}", self.zip_code), format!("{prefecture}{}{}", self.address1, self.address2)];
                parts
                    .into_iter()
                    .chain([self.address3.clone()])
                    .filter(|part| !part.is_empty())
                    .collect::<Vec<_>>()
                    .join(" ")
            }
            Locale::En => {
                let parts = [&self.address3, &self.address2, &self.address1, &prefecture, &self.zip_code];
                parts.into_iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// Formats the arrival: `2026年12月14日（月） 8時〜12時`.
    pub fn format_arrival(&self, locale: Locale) -> String {
        format!("{} {}", i18n::date(locale, self.arrives_on), format_slot(locale, &self.time_slot))
    }
}

/// Formats a time slot such as `8-12`: 8時〜12時, or 8:00–12:00.
pub fn format_slot(locale: Locale, slot: &str) -> String {
    match slot.split_once('-') {
        Some((from, till)) => i18n::t(locale, "delivery.time_slot", &[("from", &from), ("till", &till)]),
        None => slot.to_owned(),
    }
}

/// Saves a delivery, replacing an earlier one.
pub async fn save(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    reservation: ReservationId,
    delivery: &Delivery,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO reservation_deliveries (restaurant_id, reservation_id, zip_code, prefecture, address1, address2, address3, name,
             phone_number, arrives_on, time_slot)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (restaurant_id, reservation_id) DO UPDATE SET zip_code = excluded.zip_code, prefecture = excluded.prefecture,
             address1 = excluded.address1, address2 = excluded.address2, address3 = excluded.address3, name = excluded.name,
             phone_number = excluded.phone_number, arrives_on = excluded.arrives_on, time_slot = excluded.time_slot",
        restaurant.0,
        reservation.0,
        delivery.zip_code,
        delivery.prefecture,
        delivery.address1,
        delivery.address2,
        delivery.address3,
        delivery.name,
        delivery.phone_number,
        delivery.arrives_on,
        delivery.time_slot,
    )
    .execute(conn)
    .await?;
    Ok(())
}

pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    reservation: ReservationId,
) -> sqlx::Result<Option<Delivery>> {
    let key = (restaurant, reservation);
    Ok(list(conn, &[key]).await?.remove(&key))
}

/// Lists the deliveries of several reservations. A reservation without a delivery is omitted.
pub async fn list(
    conn: &mut PgConnection,
    reservations: &[(RestaurantId, ReservationId)],
) -> sqlx::Result<BTreeMap<(RestaurantId, ReservationId), Delivery>> {
    let (restaurants, ids): (Vec<_>, Vec<_>) = reservations.iter().map(|(restaurant, id)| (restaurant.0, id.0)).unzip();
    let rows = sqlx::query!(
        r#"SELECT d.restaurant_id AS "restaurant: RestaurantId", d.reservation_id AS "reservation: ReservationId",
                  to_jsonb(d) AS "delivery!: Json<Delivery>"
           FROM reservation_deliveries d WHERE d.restaurant_id = ANY ($1) AND d.reservation_id = ANY ($2)"#,
        &restaurants,
        &ids,
    );
    let rows = rows.fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| ((row.restaurant, row.reservation), row.delivery.0)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer() -> DeliveryOffer {
        DeliveryOffer::new(NaiveDate::from_ymd_opt(2026, 12, 30).unwrap(), vec!["8-12".into(), "19-21".into()])
    }

    fn form() -> DeliveryForm {
        let text = str::to_owned;
        DeliveryForm {
            zip_code: text("103-0013"),
            prefecture: text("東京都"),
            address1: text("中央区日本橋人形町"),
            address2: text("2-4-6"),
            address3: String::new(),
            name: text(" 山田 花子 "),
            phone_number: text("03-5555-0404"),
            year: text("2026"),
            month: text("12"),
            day: text("30"),
            time_slot: text("8-12"),
        }
    }

    #[test]
    fn delivery_is_normalised() {
        let typed =
            DeliveryForm {
                zip_code: "１０３ー００１３".into(), phone_number: "０９０ 1234 5678".into(), ..form()
            };
        let delivery = typed.check(&offer()).unwrap();
        assert_eq!(
            (&*delivery.zip_code, &*delivery.phone_number, &*delivery.name),
            ("103-0013", "09012345678", "山田 花子")
        );
        assert_eq!(delivery.format_address(Locale::Ja), "〒103-0013 東京都中央区日本橋人形町2-4-6");
        assert_eq!(delivery.format_address(Locale::En), "2-4-6, 中央区日本橋人形町, Tokyo, 103-0013");
        assert_eq!(delivery.format_arrival(Locale::Ja), "2026年12月30日（水） 8時〜12時");
    }

    /// Returns the rejected fields.
    fn refused(change: impl FnOnce(&mut DeliveryForm)) -> Vec<&'static str> {
        let mut form = form();
        change(&mut form);
        form.check(&offer()).map_or_else(|faults| faults.into_iter().map(|(field, _)| field).collect(), |_| Vec::new())
    }

    #[test]
    fn postal_codes_and_phone_numbers_need_their_digits() {
        for (zip, is_fine) in [
            ("1234567", true),
            ("123-4567", true),
            ("12-34567", false),
            ("123--4567", false),
            ("12345678", false),
            ("", false),
            ("abc-defg", false),
        ] {
            assert_eq!(refused(|form| form.zip_code = zip.into()).is_empty(), is_fine, "{zip}");
        }
        for (phone, is_fine) in [
            ("0312345678", true),
            ("090-1234-5678", true),
            ("123456789", false),
            ("090123456789", false),
            ("+81312345678", false),
            ("", false),
        ] {
            assert_eq!(refused(|form| form.phone_number = phone.into()).is_empty(), is_fine, "{phone}");
        }
    }

    #[test]
    fn address_parts_have_maximum_lengths() {
        let long = |count: usize| "町".repeat(count);
        assert_eq!(refused(|form| form.address1 = long(12)), Vec::<&str>::new());
        assert_eq!(refused(|form| form.address1 = long(13)), ["delivery_address.address1"]);
        assert_eq!(refused(|form| form.address2 = long(17)), ["delivery_address.address2"]);
        assert_eq!(refused(|form| form.address3 = long(16)), Vec::<&str>::new());
        assert_eq!(refused(|form| form.address3 = long(17)), ["delivery_address.address3"]);
        assert_eq!(refused(|form| form.prefecture = "overseas".into()), ["delivery_address.prefecture"]);
        let nothing = DeliveryForm::default().check(&offer()).unwrap_err();
        assert_eq!(nothing.len(), 8, "all but the building: {nothing:?}");
    }

    #[test]
    fn arrival_must_be_offered() {
        let on = |year: &str, month: &str, day: &str| {
            refused(|form| (form.year, form.month, form.day) = (year.into(), month.into(), day.into()))
        };
        assert_eq!(on("2027", "1", "6"), Vec::<&str>::new(), "a week later");
        for (year, month, day) in [
            ("2027", "1", "7"),
            ("2026", "12", "29"),
            ("2027", "2", "30"),
            ("", "", ""),
            ("x", "1", "1"),
            ("2026", "-12", "30"),
        ] {
            assert_eq!(on(year, month, day), ["arrival.day"], "{year}-{month}-{day}");
        }
        assert_eq!(refused(|form| form.time_slot = "12-14".into()), ["arrival.time_slot"]);
    }
}
