//! The data of a reservation for mails and calendar files.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::i18n::{Locale, t};
use crate::ids::{ReservationId, RestaurantId, UserId};
use crate::money::Yen;
use crate::phone;
use crate::restaurants::model::OperationName;
use crate::restaurants::policy::CancellationPolicy;
use crate::zone::Zone;

/// The reader of a mail about a reservation, who is addressed in the language of their profile.
pub struct MailReader {
    pub user_id: UserId,
    pub email: String,
    pub locale: String,
}

pub async fn find_reader(conn: &mut PgConnection, reservation: ReservationId) -> sqlx::Result<Option<MailReader>> {
    sqlx::query_as!(
        MailReader,
        r#"SELECT u.id AS "user_id: UserId", u.email::text AS "email!",
                  coalesce(p.locale, r.locale) AS "locale!"
           FROM reservations r JOIN users u ON u.id = r.user_id LEFT JOIN profiles p ON p.user_id = u.id WHERE r.id = $1"#,
        reservation.0,
    )
    .fetch_optional(conn)
    .await
}

/// A reservation with the texts of both languages.
pub struct ReservationMailRow {
    pub restaurant: RestaurantId,
    pub uid: String,
    pub reservation_code: String,
    pub operation: OperationName,
    pub date: NaiveDate,
    pub starts_at: DateTime<Utc>,
    pub guests_count: i32,
    pub course_title_ja: String,
    pub course_title_en: String,
    pub course_price: Yen,
    /// The unit of the course's price. `None` means one guest.
    pub custom_unit_ja: Option<String>,
    pub custom_unit_en: Option<String>,
    pub policy: CancellationPolicy,
    pub cancellation_fee: Option<Yen>,
    pub restaurant_ja: String,
    pub restaurant_en: String,
    pub address_ja: String,
    pub address_en: String,
    pub phone: String,
    pub zone: Zone,
    pub seat_ja: String,
    pub seat_en: String,
}

pub async fn find(conn: &mut PgConnection, id: ReservationId) -> sqlx::Result<Option<ReservationMailRow>> {
    sqlx::query_as!(
        ReservationMailRow,
        r#"SELECT r.restaurant_id AS "restaurant: RestaurantId", r.uid, r.reservation_code, r.operation AS "operation: OperationName",
                  r.date, r.starts_at, r.guests_count, r.course_title_ja, r.course_title_en,
                  r.course_price AS "course_price: Yen", c.custom_unit_ja, c.custom_unit_en,
                  r.cancellation_policy AS "policy: CancellationPolicy",
                  r.cancellation_fee AS "cancellation_fee: Yen", s.name_ja AS restaurant_ja, s.name_en AS restaurant_en,
                  s.address_ja, s.address_en, s.phone, s.time_zone AS "zone: Zone", g.title_ja AS seat_ja, g.title_en AS seat_en
           FROM reservations r
           JOIN restaurants s ON s.id = r.restaurant_id
           JOIN inventory_groups g ON g.restaurant_id = r.restaurant_id AND g.id = r.inventory_group_id
           LEFT JOIN courses c ON c.restaurant_id = r.restaurant_id AND c.id = r.course_id
           WHERE r.id = $1"#,
        id.0,
    )
    .fetch_optional(conn)
    .await
}

impl ReservationMailRow {
    /// Reports whether it is an order: takeaway or delivery, counted in portions instead of guests.
    pub fn is_order(&self) -> bool {
        self.operation == OperationName::Takeaway
    }

    pub fn party(&self, locale: Locale) -> String {
        t(locale, if self.is_order() { "mail.portions" } else { "mail.guests" }, &[("count", &self.guests_count)])
    }

    /// Returns the restaurant's number in the form that the reader dials.
    pub fn phone(&self, locale: Locale) -> String {
        phone::format_for_locale(locale, &self.phone)
    }

    /// Returns the price of all courses, on which the cancellation policy is based.
    pub fn course_total(&self) -> Yen {
        self.course_price * i64::from(self.guests_count)
    }
}
