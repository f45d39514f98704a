//! Reservations of all restaurants, for admins.

use chrono::NaiveDate;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{FromRow, PgConnection};
use utoipa::ToSchema;

use super::{COURSE_TITLE, RESTAURANT_NAME};
use crate::listing::{Field, ListRow, ListedTime, Listing};
use crate::money::Yen;
use crate::names::prefixes;
use crate::reservations::model::{Kind, Status};
use crate::restaurants::model::OperationName;
use crate::support::find::FindTerms;

/// A reservation. The guest of a hold is not shown, and neither is a guest without an account of a kind that the reader may not see.
#[derive(Serialize, FromRow, ToSchema)]
pub struct ReservationEntry {
    pub id: i64,
    pub uid: String,
    pub reservation_code: String,
    pub restaurant_slug: String,
    /// In the reader's language.
    pub restaurant_name: String,
    #[serde(rename = "type")]
    #[sqlx(rename = "type")]
    pub kind: Kind,
    pub status: Status,
    pub operation: OperationName,
    pub date: NaiveDate,
    pub starts_at: ListedTime,
    pub guests_count: i32,
    pub course_title: String,
    pub course_price: Yen,
    pub prepaid_price: Yen,
    /// The diner's account.
    pub user_uid: Option<String>,
    pub guest_name: Option<String>,
    /// E.164.
    pub guest_phone: Option<String>,
    pub is_walk_in: bool,
    pub has_cancel_request: bool,
    pub created_at: ListedTime,
    pub accepted_at: Option<ListedTime>,
    pub ended_at: Option<ListedTime>,
}

impl ListRow for ReservationEntry {
    // Sorts are the orders of indexes. The order of the ids is that of creation, so they serve the sort by `created_at`. Visits have
    // `reservations_visits_idx`, whose condition is `only`. IS TRUE is part of both, so no other query implies it.
    const LISTING: Listing = Listing {
        fields: &[
            Field::number("id", "r.id"),
            Field::text("uid", "r.uid").unsorted(),
            Field::text("reservation_code", "r.reservation_code"),
            Field::text("restaurant_slug", "t.slug"),
            Field::shown("restaurant_name", RESTAURANT_NAME),
            Field::choice("type", "r.type", Kind::NAMES).unsorted(),
            Field::choice("status", "r.status", Status::NAMES).unsorted(),
            Field::choice("operation", "r.operation", OperationName::NAMES).unsorted(),
            Field::day("date", "r.date").unsorted(),
            Field::time("starts_at", "r.starts_at"),
            Field::number("guests_count", "r.guests_count").unsorted(),
            Field::shown("course_title", COURSE_TITLE),
            Field::number("course_price", "r.course_price").unsorted(),
            Field::number("prepaid_price", "r.prepaid_price").unsorted(),
            Field::text(
                "user_uid",
                "CASE WHEN NOT (r.type = 'online_reservation' AND r.status = 'pending') THEN u.uid END",
            )
            // Nor does the filter find a hold by its diner.
            .filtered_by(
                "r.id = ANY (ARRAY(
                         SELECT x.id FROM users z JOIN reservations x ON x.user_id = z.id
                         WHERE z.uid = ANY ({value}) AND NOT (x.type = 'online_reservation' AND x.status = 'pending')
                         UNION ALL
                         SELECT x.id FROM users z
                         JOIN customers c ON c.user_id = z.id
                         JOIN reservations x ON x.restaurant_id = c.restaurant_id AND x.customer_id = c.id
                         WHERE z.uid = ANY ({value}) AND x.user_id IS NULL))",
            )
            .unsorted(),
            Field::shown(
                "guest_name",
                "CASE WHEN r.type = 'online_reservation' AND r.status = 'pending' THEN NULL
                      WHEN p.user_id IS NOT NULL THEN btrim(p.name_last || ' ' || p.name_first)
                      WHEN r.type = ANY ({guest_kinds}) THEN coalesce(nullif(f.full_name_string, ''), n.nickname) END",
            ),
            Field::shown_phone(
                "guest_phone",
                "CASE WHEN r.type = 'online_reservation' AND r.status = 'pending' THEN NULL
                      WHEN p.user_id IS NOT NULL THEN p.phone_e164
                      WHEN r.type = ANY ({guest_kinds}) THEN n.phone_e164 END",
            ),
            Field::flag("is_walk_in", "r.is_walk_in").unsorted(),
            Field::flag(
                "has_cancel_request",
                "EXISTS (SELECT 1 FROM reservation_cancel_requests q
                         WHERE q.restaurant_id = r.restaurant_id AND q.reservation_id = r.id AND q.status = 'pending')",
            )
            .filtered_by(
                "r.id = ANY (ARRAY(SELECT reservation_id FROM reservation_cancel_requests WHERE status = 'pending'))",
            )
            .unsorted(),
            Field::time("created_at", "r.created_at").sorted_by("r.id"),
            Field::time("accepted_at", "r.accepted_at").unsorted(),
            Field::time("ended_at", "r.ended_at").unsorted(),
        ],
        tables: "reservations r
            JOIN restaurants t ON t.id = r.restaurant_id
            LEFT JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
            LEFT JOIN customer_profiles n ON n.restaurant_id = r.restaurant_id AND n.customer_id = r.customer_id
            LEFT JOIN offsite_reservations f ON f.restaurant_id = r.restaurant_id AND f.reservation_id = r.id
            LEFT JOIN users u ON u.id = coalesce(r.user_id, c.user_id)
            LEFT JOIN profiles p ON p.user_id = u.id",
        // A hold that never became a booking is not a reservation (gaps G063).
        only: "(r.accepted_at IS NOT NULL OR r.type <> 'online_reservation' OR r.status = 'pending') IS TRUE",
        // An array, not a subquery: its plan is the same whatever the list's order. OFFSET 0 makes the planner look up the reservations of each
        // guest by their key, and never read all of them, whatever number of guests it expects (gaps G324).
        search: Some(
            r"r.id = ANY (ARRAY(
                 SELECT id FROM reservations WHERE reservation_code = {search} ->> 'code'
                 UNION ALL SELECT id FROM reservations WHERE uid = {search} ->> 'uid'
                 UNION ALL SELECT ({search} ->> 'id')::bigint
                 UNION ALL SELECT x.id FROM reservations x
                     WHERE NOT (x.type = 'online_reservation' AND x.status = 'pending') AND x.user_id = ANY (ARRAY(
                         SELECT user_id FROM profiles
                             WHERE phone_e164 = ANY (ARRAY(SELECT jsonb_array_elements_text({search} -> 'phones')))
                         UNION ALL SELECT id FROM users WHERE email = mail_address({search} ->> 'email')
                         UNION ALL SELECT user_id FROM profiles
                             WHERE name_words(name_last, name_first, kana_last, kana_first) @@ ({search} ->> 'name')::tsquery))
                 UNION ALL SELECT v.id FROM (
                         SELECT p.restaurant_id, p.customer_id FROM customer_profiles p
                         WHERE p.phone_e164 = ANY (ARRAY(SELECT jsonb_array_elements_text({search} -> 'phones')))
                         UNION ALL SELECT i.restaurant_id, i.id FROM customers i WHERE i.invitation_email = mail_address({search} ->> 'email')
                         UNION ALL SELECT p.restaurant_id, p.customer_id FROM customer_profiles p
                         WHERE (p.nickname <> '' OR p.kana <> '')
                           AND name_words(p.nickname, '', p.kana, '') @@ ({search} ->> 'name')::tsquery) g
                     CROSS JOIN LATERAL (
                         SELECT x.id FROM customers c
                         JOIN reservations x ON x.restaurant_id = c.restaurant_id AND x.customer_id = coalesce(c.merged_into_id, c.id)
                         WHERE c.restaurant_id = g.restaurant_id AND c.id = g.customer_id AND c.user_id IS NULL
                           AND x.type = ANY ({guest_kinds}) OFFSET 0) v
                 UNION ALL SELECT v.id FROM offsite_reservations f
                     CROSS JOIN LATERAL (
                         SELECT x.id FROM reservations x
                         WHERE x.restaurant_id = f.restaurant_id AND x.id = f.reservation_id AND x.type = ANY ({guest_kinds}) OFFSET 0) v
                     WHERE f.full_name_string <> ''
                       AND name_words(f.full_name_string, '', '', '') @@ ({search} ->> 'name')::tsquery))",
        ),
    };
    type Id = i64;

    fn id(&self) -> i64 {
        self.id
    }

    /// Returns the possible codes, ids, complete numbers, complete addresses and beginnings of names.
    async fn search(_: &mut PgConnection, words: &str) -> sqlx::Result<Value> {
        let terms = FindTerms::parse(words);
        let name = terms.name().and_then(prefixes::tsquery);
        let FindTerms { code, uid, reservation_id, phones, email, .. } = terms;
        Ok(json!({ "code": code, "uid": uid, "id": reservation_id, "phones": phones, "email": email, "name": name }))
    }
}
