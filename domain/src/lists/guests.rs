//! The guests of a restaurant, for its staff: customers, reservations and reviews.

use chrono::NaiveDate;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{FromRow, PgConnection};
use utoipa::ToSchema;

use super::COURSE_TITLE;
use crate::customers::model::CustomerType;
use crate::customers::search::keywords;
use crate::listing::{Field, ListRow, ListedTime, Listing};
use crate::money::Yen;
use crate::names::codes;
use crate::reservations::model::{Kind, Status};
use crate::restaurants::model::OperationName;
use crate::reviews;

/// The SQL of a value of the visits of the customer `c`: accepted reservations that have ended, without no-shows.
macro_rules! visits {
    ($value:literal) => {
        concat!(
            "(SELECT ",
            $value,
            " FROM reservations r
              WHERE r.restaurant_id = c.restaurant_id AND r.customer_id = c.id AND r.status = 'accepted' AND r.ends_at < {now}
                AND NOT EXISTS (SELECT 1 FROM reservation_no_shows x
                                WHERE x.restaurant_id = r.restaurant_id AND x.reservation_id = r.id))"
        )
    };
}

/// The SQL of the guest's name of the reservation `r`: of the account `p`, of the booking `f` from another channel, or of the customer `n`.
macro_rules! guest_name {
    () => {
        "coalesce(nullif(btrim(p.name_last || ' ' || p.name_first), ''),
             CASE WHEN f.reservation_id IS NOT NULL THEN (
                 SELECT w.name FROM offsite_own_names w
                 WHERE w.restaurant_id = r.restaurant_id AND w.reservation_id = r.id) END,
             nullif(n.nickname, ''), nullif(f.full_name_string, ''))"
    };
}

/// A customer. Merged customers are left out.
#[derive(Serialize, FromRow, ToSchema)]
pub struct OwnerCustomerEntry {
    pub id: i64,
    pub uid: String,
    #[serde(rename = "type")]
    #[sqlx(rename = "type")]
    pub kind: CustomerType,
    /// Family name first.
    pub name: String,
    pub kana: String,
    /// E.164.
    pub phone_e164: Option<String>,
    pub email: Option<String>,
    pub group_label: Option<String>,
    pub receipt_title: String,
    pub internal_memo: String,
    /// Also by one of the customer's numbers.
    pub is_blacklisted: bool,
    /// Accepted reservations that have ended, without no-shows.
    pub visits_count: i64,
    pub last_visited_at: Option<ListedTime>,
    pub created_at: ListedTime,
}

impl ListRow for OwnerCustomerEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "c.id"),
            Field::text("uid", "c.uid"),
            Field::choice("type", "c.type", CustomerType::NAMES),
            Field::words("name", "coalesce(btrim(p.name_last || ' ' || p.name_first), n.nickname, '')"),
            Field::words("kana", "coalesce(nullif(btrim(p.kana_last || ' ' || p.kana_first), ''), n.kana, '')"),
            Field::phone("phone_e164", "coalesce(p.phone_e164, n.phone_e164)").nullable(),
            Field::text("email", "coalesce(u.email, c.invitation_email)::text").nullable(),
            Field::text("group_label", "g.label").nullable(),
            Field::words("receipt_title", "coalesce(n.receipt_title, '')"),
            Field::words("internal_memo", "coalesce(n.internal_memo, '')"),
            Field::flag(
                "is_blacklisted",
                "c.is_blacklisted OR EXISTS (
                     SELECT 1 FROM blacklisted_phone_numbers b
                     WHERE b.restaurant_id = c.restaurant_id
                       AND (b.phone_e164 = coalesce(p.phone_e164, n.phone_e164) OR b.phone_e164 IN (
                           SELECT m.phone_e164 FROM merged_phone_numbers m
                           WHERE m.restaurant_id = c.restaurant_id AND m.customer_id = c.id)))",
            ),
            Field::number("visits_count", visits!("count(*)")),
            Field::time("last_visited_at", visits!("max(r.starts_at)")).nullable(),
            Field::time("created_at", "c.created_at"),
        ],
        tables: "customers c
            LEFT JOIN customer_profiles n ON n.restaurant_id = c.restaurant_id AND n.customer_id = c.id
            LEFT JOIN customer_groups g ON g.restaurant_id = c.restaurant_id AND g.id = c.customer_group_id
            LEFT JOIN users u ON u.id = c.user_id
            LEFT JOIN profiles p ON p.user_id = c.user_id",
        only: "c.restaurant_id = {restaurant} AND c.merged_into_id IS NULL",
        search: Some(
            r"lower(normalize(concat_ws(E'\n', p.name_last || ' ' || p.name_first, p.name_last || p.name_first,
                  p.kana_last || ' ' || p.kana_first, n.nickname, n.kana, '0' || nullif(p.phone_local_number, ''),
                  '0' || nullif(n.phone_local_number, ''),
                  (SELECT string_agg('0' || m.phone_local_number, E'\n') FROM merged_phone_numbers m
                   WHERE m.restaurant_id = c.restaurant_id AND m.customer_id = c.id),
                  u.email::text, c.invitation_email::text,
                  (SELECT string_agg(m.invitation_email::text, E'\n') FROM customers m
                   WHERE m.restaurant_id = c.restaurant_id AND m.merged_into_id = c.id),
                  n.internal_memo), NFKC))
                  ~ ALL (ARRAY(SELECT jsonb_array_elements_text({search} -> 'patterns')))",
        ),
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }

    /// Returns the patterns of the words, all of which must match a part of a name, number, address or memo.
    async fn search(_: &mut PgConnection, words: &str) -> sqlx::Result<Value> {
        Ok(json!({ "patterns": keywords(words) }))
    }
}

/// A reservation. The diner of a hold is not shown, and neither is their request.
#[derive(Serialize, FromRow, ToSchema)]
pub struct OwnerReservationEntry {
    pub id: i64,
    pub uid: String,
    pub reservation_code: String,
    #[serde(rename = "type")]
    #[sqlx(rename = "type")]
    pub kind: Kind,
    pub status: Status,
    pub operation: OperationName,
    pub date: NaiveDate,
    pub starts_at: ListedTime,
    pub ends_at: ListedTime,
    pub guests_count: i32,
    /// In the reader's language.
    pub course_title: String,
    pub course_price: Yen,
    pub prepaid_price: Yen,
    pub customer_uid: Option<String>,
    pub guest_name: Option<String>,
    /// E.164.
    pub guest_phone: Option<String>,
    pub internal_memo: String,
    pub special_request: String,
    pub is_walk_in: bool,
    pub has_cancel_request: bool,
    pub created_at: ListedTime,
    pub accepted_at: Option<ListedTime>,
    pub ended_at: Option<ListedTime>,
}

impl ListRow for OwnerReservationEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "r.id"),
            Field::text("uid", "r.uid"),
            Field::text("reservation_code", "r.reservation_code"),
            Field::choice("type", "r.type", Kind::NAMES),
            Field::choice("status", "r.status", Status::NAMES),
            Field::choice("operation", "r.operation", OperationName::NAMES),
            Field::day("date", "r.date"),
            Field::time("starts_at", "r.starts_at"),
            Field::time("ends_at", "r.ends_at"),
            Field::number("guests_count", "r.guests_count"),
            Field::words("course_title", COURSE_TITLE),
            Field::number("course_price", "r.course_price"),
            Field::number("prepaid_price", "r.prepaid_price"),
            Field::text(
                "customer_uid",
                "CASE WHEN NOT (r.type = 'online_reservation' AND r.status = 'pending') THEN c.uid END",
            )
            .nullable(),
            Field::words(
                "guest_name",
                concat!(
                    "CASE WHEN NOT (r.type = 'online_reservation' AND r.status = 'pending') THEN ",
                    guest_name!(),
                    " END"
                ),
            )
            .nullable(),
            Field::phone(
                "guest_phone",
                "CASE WHEN NOT (r.type = 'online_reservation' AND r.status = 'pending') THEN
                     coalesce(p.phone_e164, n.phone_e164) END",
            )
            .nullable(),
            Field::words("internal_memo", "r.internal_memo"),
            Field::words(
                "special_request",
                "CASE WHEN r.type = 'online_reservation' AND r.status = 'pending' THEN '' ELSE r.special_request END",
            ),
            Field::flag("is_walk_in", "r.is_walk_in"),
            Field::flag(
                "has_cancel_request",
                "EXISTS (SELECT 1 FROM reservation_cancel_requests q
                         WHERE q.restaurant_id = r.restaurant_id AND q.reservation_id = r.id AND q.status = 'pending')",
            ),
            Field::time("created_at", "r.created_at"),
            Field::time("accepted_at", "r.accepted_at").nullable(),
            Field::time("ended_at", "r.ended_at").nullable(),
        ],
        tables: "reservations r
            LEFT JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
            LEFT JOIN customer_profiles n ON n.restaurant_id = r.restaurant_id AND n.customer_id = r.customer_id
            LEFT JOIN offsite_reservations f ON f.restaurant_id = r.restaurant_id AND f.reservation_id = r.id
            LEFT JOIN users u ON u.id = coalesce(r.user_id, c.user_id)
            LEFT JOIN profiles p ON p.user_id = u.id",
        // A hold that never became a booking is not a reservation (gaps G063).
        only: "r.restaurant_id = {restaurant}
            AND (r.accepted_at IS NOT NULL OR r.type <> 'online_reservation' OR r.status = 'pending')",
        search: Some(
            // As in `reservations::list`, the words are matched once against the customers, and against the few reservations whose name
            // differs from their customer's.
            r"r.reservation_code = {search} ->> 'code' OR NOT (r.type = 'online_reservation' AND r.status = 'pending') AND (
                  r.customer_id IN (
                      SELECT k.id FROM customers k
                      LEFT JOIN customer_profiles g ON g.restaurant_id = k.restaurant_id AND g.customer_id = k.id
                      LEFT JOIN users a ON a.id = k.user_id
                      LEFT JOIN profiles d ON d.user_id = k.user_id
                      LEFT JOIN (
                          SELECT customer_id, string_agg('0' || phone_local_number, E'\n') AS numbers
                          FROM merged_phone_numbers WHERE restaurant_id = {restaurant} GROUP BY customer_id) m ON m.customer_id = k.id
                      WHERE k.restaurant_id = {restaurant} AND k.merged_into_id IS NULL
                        AND lower(normalize(concat_ws(E'\n', d.name_last || ' ' || d.name_first, d.name_last || d.name_first,
                                d.kana_last || ' ' || d.kana_first, g.nickname, g.kana, '0' || d.phone_local_number,
                                '0' || g.phone_local_number, m.numbers, k.invitation_email::text, a.email::text), NFKC))
                            ~ ALL (ARRAY(SELECT jsonb_array_elements_text({search} -> 'patterns'))))
                  OR r.id IN (
                      SELECT x.id FROM reservations x
                      LEFT JOIN customers k ON k.restaurant_id = x.restaurant_id AND k.id = x.customer_id
                      LEFT JOIN offsite_reservations o ON o.restaurant_id = x.restaurant_id AND o.reservation_id = x.id
                      LEFT JOIN customer_profiles g ON g.restaurant_id = k.restaurant_id AND g.customer_id = k.id
                      LEFT JOIN users a ON a.id = coalesce(x.user_id, k.user_id)
                      LEFT JOIN profiles d ON d.user_id = a.id
                      WHERE x.restaurant_id = {restaurant}
                        AND (o.reservation_id IS NOT NULL OR x.user_id IS NOT NULL AND x.user_id IS DISTINCT FROM k.user_id)
                        AND lower(normalize(concat_ws(E'\n', d.name_last || ' ' || d.name_first, d.name_last || d.name_first,
                                d.kana_last || ' ' || d.kana_first, g.nickname, g.kana, o.full_name_string, '0' || d.phone_local_number,
                                '0' || g.phone_local_number, k.invitation_email::text, a.email::text), NFKC))
                            ~ ALL (ARRAY(SELECT jsonb_array_elements_text({search} -> 'patterns')))))",
        ),
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }

    /// Returns the possible code, and the patterns of the words, all of which must match a part of a name, number or address.
    async fn search(_: &mut PgConnection, words: &str) -> sqlx::Result<Value> {
        Ok(json!({ "code": codes::read_ungrouped(words), "patterns": keywords(words) }))
    }
}

/// Staff's rating of a guest after a visit. Diners never see it.
#[derive(Serialize, FromRow, ToSchema)]
pub struct OwnerReviewEntry {
    /// The id of the reservation.
    pub id: i64,
    pub reservation_uid: String,
    pub reservation_code: String,
    pub date: NaiveDate,
    pub starts_at: ListedTime,
    pub guests_count: i32,
    pub customer_uid: Option<String>,
    pub guest_name: Option<String>,
    /// good, average, poor or unacceptable.
    pub rating: String,
    pub reasons: Vec<String>,
    /// Nickname of the member of staff.
    pub reviewed_by: Option<String>,
    pub created_at: ListedTime,
    pub updated_at: ListedTime,
}

impl ListRow for OwnerReviewEntry {
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "v.reservation_id"),
            Field::text("reservation_uid", "r.uid"),
            Field::text("reservation_code", "r.reservation_code"),
            Field::day("date", "r.date"),
            Field::time("starts_at", "r.starts_at"),
            Field::number("guests_count", "r.guests_count"),
            Field::text("customer_uid", "c.uid").nullable(),
            Field::words("guest_name", guest_name!()).nullable(),
            Field::choice("rating", "v.rating", &reviews::RATINGS),
            Field::shown("reasons", "v.reasons"),
            Field::words("reviewed_by", "o.nickname").nullable(),
            Field::time("created_at", "v.created_at"),
            Field::time("updated_at", "v.updated_at"),
        ],
        tables: "reservation_reviews v
            JOIN reservations r ON r.restaurant_id = v.restaurant_id AND r.id = v.reservation_id
            LEFT JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
            LEFT JOIN customer_profiles n ON n.restaurant_id = r.restaurant_id AND n.customer_id = r.customer_id
            LEFT JOIN offsite_reservations f ON f.restaurant_id = r.restaurant_id AND f.reservation_id = r.id
            LEFT JOIN profiles p ON p.user_id = coalesce(r.user_id, c.user_id)
            LEFT JOIN owners o ON o.id = v.owner_id",
        only: "v.restaurant_id = {restaurant}",
        search: None,
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }
}
