//! What mails and calendar files say of a reservation, as its tables have it.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::i18n::{Locale, t};
use crate::ids::{ReservationId, RestaurantId};
use crate::money::Yen;
use crate::phone;
use crate::restaurants::model::OperationName;
use crate::restaurants::policy::CancellationPolicy;
use crate::zone::Zone;

/// The diner of a reservation, as a mail about it needs them: written to in the language they booked in, and as a guest whom a
/// restaurant invited, in their own.
pub struct MailReader {
    pub user_id: i64,
    pub email: String,
    pub locale: String,
}

pub async fn find_reader(conn: &mut PgConnection, reservation: ReservationId) -> sqlx::Result<Option<MailReader>> {
    sqlx::query_as!(
        MailReader,
        r#"SELECT u.id AS user_id, u.email::text AS "email!",
                  CASE WHEN r.type LIKE 'invited%' THEN coalesce(p.locale, r.locale) ELSE r.locale END AS "locale!"
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
    /// What the course's price is for; nothing means a guest.
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
    /// Portions for a meal elsewhere, not guests.
    pub fn is_order(&self) -> bool {
        self.operation == OperationName::Takeaway
    }

    pub fn party(&self, locale: Locale) -> String {
        t(locale, if self.is_order() { "mail.portions" } else { "mail.guests" }, &[("count", &self.guests_count)])
    }

    /// The restaurant's number, as the reader dials it.
    pub fn telephone(&self, locale: Locale) -> String {
        phone::for_reader(locale, &self.phone)
    }

    /// What all courses come to, which the cancellation policy takes a share of.
    pub fn course_total(&self) -> Yen {
        self.course_price * i64::from(self.guests_count)
    }
}
