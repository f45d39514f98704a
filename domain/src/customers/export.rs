//! Export of all personal data that a restaurant stores about a guest, for the restaurant or for the guest who requests it.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::cards::{self, CustomerLookup};
use super::error::CustomerError;
use super::model::CustomerRecord;
use crate::audit::{self, Actor, Event};
use crate::ids::{CustomerId, RestaurantId};

/// Returns the guest, and records the export, its actor and its format in the audit log.
pub async fn record(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    key: CustomerLookup<'_>,
    format: &'static str,
) -> Result<CustomerRecord, CustomerError> {
    let card = cards::find(conn, restaurant, now, key).await?.ok_or(CustomerError::NotFound)?;
    let event = Event {
        actor,
        action: "customer.exported",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "customer_id": card.id.0, "format": format }),
    };
    audit::record(conn, now, event).await?;
    Ok(card)
}

/// Staff's reading and number of a guest. A diner's own ones are shown instead.
#[derive(Debug, Default)]
pub struct StaffContact {
    pub kana: String,
    /// E.164.
    pub phone_number: Option<String>,
}

/// Returns the reading and number that staff entered for a guest.
pub async fn staff_contact(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    customer: CustomerId,
) -> sqlx::Result<StaffContact> {
    let contact = sqlx::query_as!(
        StaffContact,
        "SELECT kana, phone_e164 AS phone_number FROM customer_profiles WHERE restaurant_id = $1 AND customer_id = $2",
        restaurant.0,
        customer.0,
    );
    Ok(contact.fetch_optional(conn).await?.unwrap_or_default())
}

/// Returns the rest of the export: the guest's reservations with all answers, notes, payments, seats and recorded steps, latest first; the
/// records that were merged into theirs; their entries of the waiting list with the times and the reservation of each; and the announcements
/// they received. An ended reservation has the seats of its last place. Excludes holds.
pub async fn rest(conn: &mut PgConnection, restaurant: RestaurantId, customer: CustomerId) -> sqlx::Result<Value> {
    sqlx::query_scalar!(
        r#"SELECT jsonb_build_object(
            'reservations', (
                SELECT coalesce(jsonb_agg(jsonb_build_object('code', r.reservation_code, 'type', r.type, 'status', r.status,
                    'date', r.date, 'starts_at', r.starts_at, 'ends_at', r.ends_at, 'guests_count', r.guests_count,
                    'course', r.course_title_ja, 'course_price', r.course_price, 'prepaid_price', r.prepaid_price,
                    'cancellation_fee', r.cancellation_fee, 'special_request', r.special_request, 'internal_memo', r.internal_memo,
                    'operation', r.operation, 'is_walk_in', r.is_walk_in, 'inventory_group', g.title_ja,
                    'seats', (SELECT coalesce(jsonb_agg(t.label ORDER BY t.position), '[]') FROM inventory_items t
                              WHERE t.restaurant_id = r.restaurant_id AND t.id IN (
                                  SELECT s.inventory_item_id FROM reservation_seats s
                                  WHERE s.restaurant_id = r.restaurant_id AND s.reservation_id = r.id AND s.released_at IS NOT DISTINCT FROM (
                                      SELECT CASE WHEN bool_or(x.released_at IS NULL) THEN NULL ELSE max(x.released_at) END
                                      FROM reservation_seats x
                                      WHERE x.restaurant_id = r.restaurant_id AND x.reservation_id = r.id))),
                    'arrived_at', sv.arrived_at, 'seated_at', sv.seated_at, 'bill_at', sv.bill_at, 'left_at', sv.left_at,
                    'no_show', n.reservation_id IS NOT NULL, 'rating', v.rating, 'reasons', coalesce(v.reasons, '{}'),
                    'answers', (SELECT coalesce(jsonb_agg(a.answers ORDER BY a.id), '[]') FROM reservation_preferences a
                                WHERE a.restaurant_id = r.restaurant_id AND a.reservation_id = r.id),
                    'delivery', (SELECT to_jsonb(d) - 'restaurant_id' - 'reservation_id' FROM reservation_deliveries d
                                 WHERE d.restaurant_id = r.restaurant_id AND d.reservation_id = r.id),
                    'created_at', r.created_at, 'accepted_at', r.accepted_at, 'ended_at', r.ended_at)
                    ORDER BY r.starts_at DESC, r.id DESC), '[]')
                FROM reservations r
                LEFT JOIN reservation_no_shows n ON n.restaurant_id = r.restaurant_id AND n.reservation_id = r.id
                LEFT JOIN reservation_service_times sv ON sv.restaurant_id = r.restaurant_id AND sv.reservation_id = r.id
                LEFT JOIN inventory_groups g ON g.restaurant_id = r.restaurant_id AND g.id = r.inventory_group_id
                LEFT JOIN reservation_reviews v ON v.restaurant_id = r.restaurant_id AND v.reservation_id = r.id
                WHERE r.restaurant_id = $1 AND r.customer_id = $2
                  AND (r.type <> 'online_reservation' OR r.accepted_at IS NOT NULL)),
            'merged_records', (
                SELECT coalesce(jsonb_agg(jsonb_build_object('type', c.type, 'nickname', p.nickname, 'kana', p.kana, 'phone_number', p.phone_e164,
                    'invitation_email', c.invitation_email, 'created_at', c.created_at) ORDER BY c.id), '[]')
                FROM customers c
                LEFT JOIN customer_profiles p ON p.restaurant_id = c.restaurant_id AND p.customer_id = c.id
                WHERE c.restaurant_id = $1 AND c.merged_into_id = $2),
            'waiting_list', (
                SELECT coalesce(jsonb_agg(jsonb_build_object('date', w.date, 'guests_count', w.guests_count,
                    'starts_from', w.starts_from, 'starts_till', w.starts_till, 'waits_until', w.waits_until,
                    'reservation_code', r.reservation_code, 'internal_memo', w.internal_memo, 'created_at', w.created_at,
                    'removed_at', w.removed_at) ORDER BY w.created_at), '[]')
                FROM waiting_list_entries w
                JOIN customers c ON c.restaurant_id = w.restaurant_id AND c.id = w.customer_id
                LEFT JOIN reservations r ON r.restaurant_id = w.restaurant_id AND r.id = w.reservation_id
                WHERE w.restaurant_id = $1 AND (c.id = $2 OR c.merged_into_id = $2)),
            'announcements', (
                SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.announcement_id, 'announced_at', a.announced_at)
                    ORDER BY a.announced_at), '[]')
                FROM announcement_recipients a WHERE a.restaurant_id = $1 AND a.customer_id = $2)) AS "rest!""#,
        restaurant.0,
        customer.0,
    )
    .fetch_one(conn)
    .await
}
