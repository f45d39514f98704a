//! A reservation as staff see it: the calendar attributes of owner §3.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::customers::model::CustomerType;
use crate::ids::{
    CustomerGroupId, CustomerId, CustomerProfileId, InventoryGroupId, InventoryItemId, ReservationId, RestaurantId,
};
use crate::inventory::seating::joined_items;
use crate::money::Yen;
use crate::payments::model::DisputeState;
use crate::reservations::delivery::Delivery;
use crate::reservations::model::{EndCause, InviteType, Kind, Status};
use crate::reservations::preferences::AnswerSet;
use crate::reservations::service::ServiceTimes;
use crate::restaurants::model::OperationName;

/// All fields of a reservation that the owner console shows. Fields of other kinds are `None`.
#[derive(Clone, Debug)]
pub struct ReservationDetails {
    pub id: ReservationId,
    pub uid: String,
    pub reservation_code: String,
    pub kind: Kind,
    pub status: Status,
    pub operation: OperationName,
    pub date: NaiveDate,
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
    pub held_until: Option<DateTime<Utc>>,
    pub accepted_at: Option<DateTime<Utc>>,
    pub ended_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub guests_count: i32,
    pub version: i32,
    pub extra_items: i32,
    /// `None` if the party has not chosen yet.
    pub course_uid: Option<String>,
    pub course_title_ja: String,
    pub course_title_en: String,
    pub course_price: Yen,
    pub prepaid_price: Yen,
    pub cancellation_fee: Option<Yen>,
    /// State of the most urgent dispute of its payments; an open one defers refunds.
    pub payment_dispute: Option<DisputeState>,
    /// Amount that banks returned to the cardholder in lost disputes.
    pub lost_amount: Yen,
    pub special_request: String,
    pub internal_memo: String,
    pub has_user: bool,
    pub group_id: InventoryGroupId,
    pub group_uid: String,
    pub group_title_ja: String,
    pub group_title_en: String,
    pub capacity_per_stock: i32,
    pub daily_cap: i64,
    pub item_ids: Vec<InventoryItemId>,
    pub item_uids: Vec<String>,
    pub item_labels: Vec<String>,
    pub customer_id: Option<CustomerId>,
    pub customer_uid: Option<String>,
    pub customer_type: Option<CustomerType>,
    pub customer_profile_id: Option<CustomerProfileId>,
    pub nickname: String,
    /// The reading of the nickname, by staff.
    pub nickname_kana: String,
    pub customer_internal_memo: String,
    pub customer_group_id: Option<CustomerGroupId>,
    pub customer_group_label: Option<String>,
    pub customer_group_label_short: Option<String>,
    pub invitation_email: Option<String>,
    pub is_blacklisted: bool,
    pub phone_country: String,
    pub phone_local_number: String,
    pub visit_count: i64,
    /// Earlier no-shows of the guest, without this reservation.
    pub no_show_count: i64,
    pub email: Option<String>,
    pub name_last: Option<String>,
    pub name_first: Option<String>,
    pub kana_last: Option<String>,
    pub kana_first: Option<String>,
    /// The diner's own text.
    pub allergy_description: Option<String>,
    pub dislikes: Option<String>,
    pub noted_allergies: String,
    pub noted_dislikes: String,
    pub customer_tags: Vec<String>,
    pub invite_uid: Option<String>,
    pub invite_type: Option<InviteType>,
    pub invite_sent_at: Option<DateTime<Utc>>,
    /// The invitation did not reach its guest.
    pub invite_undelivered_at: Option<DateTime<Utc>>,
    pub offsite_source: Option<String>,
    pub full_name_string: Option<String>,
    /// The booking's own name, if the customer was imported for several guests.
    pub own_name: Option<String>,
    pub gold_allocated: bool,
    /// The profile is read only if staff may see it (R-272), and never of an agent: for a gold slot, or if the restaurant's calendar shows gold members.
    pub omakase_recommendation: Option<String>,
    pub birthplace: Option<String>,
    pub birth_date: Option<NaiveDate>,
    pub industry_type: Option<String>,
    pub is_first_visit: Option<bool>,
    pub last_visit_period: Option<String>,
    pub usage_scene: Option<String>,
    pub food_amount: Option<String>,
    pub cancel_request_uid: Option<String>,
    pub cancel_request_reason: Option<EndCause>,
    pub cancel_request_delete_os: Option<bool>,
    pub wanted_guest_count: Option<i32>,
    pub delivery: Option<Json<Delivery>>,
    pub preferences: Json<Vec<AnswerSet>>,
    pub is_walk_in: bool,
    pub service: Json<ServiceTimes>,
}

impl ReservationDetails {
    /// Returns the number of the seats that staff joined to the party.
    pub fn joined_items(&self) -> i32 {
        joined_items(self.extra_items, self.item_ids.len(), self.guests_count, self.capacity_per_stock)
    }
}

/// Identifies a reservation: by its number, or by the uid of the reservation or of its invitation.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReservationKey<'a> {
    pub id: Option<ReservationId>,
    pub uid: Option<&'a str>,
}

/// Finds a reservation of one of `kinds` at the restaurant. A diner's abandoned hold is not found, because the restaurant must not
/// learn who held the seats.
pub async fn find(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    key: ReservationKey<'_>,
    kinds: &[&str],
    now: DateTime<Utc>,
) -> sqlx::Result<Option<ReservationDetails>> {
    let kinds: Vec<_> = kinds.iter().map(|kind| (*kind).to_owned()).collect();
    sqlx::query_as!(
        ReservationDetails,
        r#"SELECT r.id AS "id: ReservationId", r.uid, r.reservation_code, r.type AS "kind: Kind", r.status AS "status: Status",
                  r.operation AS "operation: OperationName", r.date, r.starts_at,
                  r.ends_at, r.held_until, r.accepted_at, r.ended_at, r.created_at, r.guests_count, r.version, r.extra_items, CASE WHEN r.is_course_chosen THEN co.uid END AS "course_uid?",
                  r.course_title_ja, r.course_title_en, r.course_price AS "course_price: Yen",
                  r.prepaid_price AS "prepaid_price: Yen", r.cancellation_fee AS "cancellation_fee: Yen", r.special_request,
                  (SELECT ch.dispute_state FROM charges ch
                   WHERE ch.restaurant_id = r.restaurant_id AND ch.reservation_id = r.id AND ch.dispute_state IN ('open', 'lost')
                   ORDER BY ch.dispute_state = 'open' DESC LIMIT 1) AS "payment_dispute?: DisputeState",
                  (SELECT coalesce(sum(ch.lost_amount), 0)::bigint FROM charges ch
                   WHERE ch.restaurant_id = r.restaurant_id AND ch.reservation_id = r.id) AS "lost_amount!: Yen",
                  r.internal_memo, r.is_walk_in, r.user_id IS NOT NULL AS "has_user!", ig.id AS "group_id: InventoryGroupId", ig.uid AS group_uid,
                  ig.title_ja AS group_title_ja, ig.title_en AS group_title_en, ig.capacity_per_stock,
                  (SELECT count(*) FROM inventory_items i WHERE i.restaurant_id = ig.restaurant_id
                      AND i.inventory_group_id = ig.id) AS "daily_cap!",
                  coalesce(seats.ids, '{}') AS "item_ids!: Vec<InventoryItemId>", coalesce(seats.uids, '{}') AS "item_uids!",
                  coalesce(seats.labels, '{}') AS "item_labels!",
                  c.id AS "customer_id?: CustomerId", c.uid AS "customer_uid?", c.type AS "customer_type?: CustomerType", cp.id AS "customer_profile_id?: CustomerProfileId",
                  coalesce(cp.nickname, '') AS "nickname!", coalesce(cp.kana, '') AS "nickname_kana!",
                  coalesce(cp.internal_memo, '') AS "customer_internal_memo!",
                  cg.id AS "customer_group_id?: CustomerGroupId", cg.label AS "customer_group_label?", cg.label_short AS "customer_group_label_short?",
                  c.invitation_email::text AS invitation_email,
                  coalesce(c.is_blacklisted, false) OR EXISTS (SELECT 1 FROM blacklisted_phone_numbers b
                      WHERE b.restaurant_id = r.restaurant_id
                        AND (b.phone_e164 = coalesce(p.phone_e164, cp.phone_e164) OR b.phone_e164 IN (
                            SELECT f.phone_e164 FROM merged_phone_numbers f
                            WHERE f.restaurant_id = r.restaurant_id AND f.customer_id = c.id))) AS "is_blacklisted!",
                  coalesce(p.phone_country, cp.phone_country, 'JP') AS "phone_country!",
                  coalesce(p.phone_local_number, cp.phone_local_number, '') AS "phone_local_number!",
                  (SELECT count(*) FROM reservations v WHERE v.restaurant_id = r.restaurant_id
                      AND v.customer_id = r.customer_id AND v.status = 'accepted'
                       AND v.ends_at < $5 AND NOT EXISTS (SELECT 1 FROM reservation_no_shows x
                          WHERE x.restaurant_id = v.restaurant_id AND x.reservation_id = v.id)) AS "visit_count!",
                  (SELECT count(*) FROM reservations v
                   JOIN reservation_no_shows x ON x.restaurant_id = v.restaurant_id AND x.reservation_id = v.id
                   WHERE v.restaurant_id = r.restaurant_id AND v.customer_id = r.customer_id AND v.id <> r.id)
                      AS "no_show_count!",
                  u.email::text AS email, p.name_last AS "name_last?", p.name_first AS "name_first?", p.kana_last AS "kana_last?",
                  p.kana_first AS "kana_first?", p.allergy_description AS "allergy_description?", p.dislikes AS "dislikes?",
                  coalesce(cp.noted_allergies, '') AS "noted_allergies!", coalesce(cp.noted_dislikes, '') AS "noted_dislikes!",
                  array(SELECT t.tag FROM customer_tags t WHERE t.restaurant_id = c.restaurant_id AND t.customer_id = c.id) AS "customer_tags!",
                  ri.uid AS "invite_uid?", ri.invite_type AS "invite_type?: InviteType", ri.sent_at AS "invite_sent_at?",
                  ri.undelivered_at AS "invite_undelivered_at?",
                  os.offsite_source AS "offsite_source?", os.full_name_string AS "full_name_string?",
                  (SELECT w.name FROM offsite_own_names w WHERE w.restaurant_id = r.restaurant_id AND w.reservation_id = r.id) AS own_name,
                  EXISTS (SELECT 1 FROM gold_allocations ga WHERE ga.restaurant_id = r.restaurant_id
                      AND ga.online_stock_group_id = r.online_stock_group_id) AS "gold_allocated!",
                  gp.omakase_recommendation AS "omakase_recommendation?", gp.birthplace AS "birthplace?", gp.birth_date AS "birth_date?",
                  gp.industry_type AS "industry_type?", gr.is_first_visit AS "is_first_visit?", gr.last_visit_period AS "last_visit_period?",
                  gr.usage_scene AS "usage_scene?", gr.food_amount AS "food_amount?", cr.uid AS "cancel_request_uid?",
                  cr.reason AS "cancel_request_reason?: EndCause", cr.delete_os AS "cancel_request_delete_os?",
                  ga2.new_guest_count AS "wanted_guest_count?", to_jsonb(de) AS "delivery?: Json<Delivery>",
                  coalesce((SELECT jsonb_agg(jsonb_build_object('id', pr.id, 'timing', pr.timing, 'answers', pr.answers)
                                ORDER BY pr.timing DESC, pr.id)
                            FROM reservation_preferences pr WHERE pr.restaurant_id = r.restaurant_id
                                AND pr.reservation_id = r.id), '[]') AS "preferences!: Json<Vec<AnswerSet>>",
                  jsonb_build_object('arrived_at', sv.arrived_at, 'seated_at', sv.seated_at, 'bill_at', sv.bill_at,
                      'left_at', sv.left_at, 'no_show_at', ns.recorded_at) AS "service!: Json<ServiceTimes>"
           FROM reservations r
           JOIN inventory_groups ig ON ig.restaurant_id = r.restaurant_id AND ig.id = r.inventory_group_id
           LEFT JOIN reservation_service_times sv ON sv.restaurant_id = r.restaurant_id AND sv.reservation_id = r.id
           LEFT JOIN reservation_no_shows ns ON ns.restaurant_id = r.restaurant_id AND ns.reservation_id = r.id
           LEFT JOIN courses co ON co.restaurant_id = r.restaurant_id AND co.id = r.course_id
           LEFT JOIN customers c ON c.restaurant_id = r.restaurant_id AND c.id = r.customer_id
           LEFT JOIN customer_profiles cp ON cp.restaurant_id = c.restaurant_id AND cp.customer_id = c.id
           LEFT JOIN customer_groups cg ON cg.restaurant_id = c.restaurant_id AND cg.id = c.customer_group_id
           LEFT JOIN users u ON u.id = coalesce(r.user_id, c.user_id)
           LEFT JOIN profiles p ON p.user_id = u.id
           LEFT JOIN reservation_invites ri ON ri.restaurant_id = r.restaurant_id AND ri.reservation_id = r.id
           LEFT JOIN offsite_reservations os ON os.restaurant_id = r.restaurant_id AND os.reservation_id = r.id
           LEFT JOIN reservation_deliveries de ON de.restaurant_id = r.restaurant_id AND de.reservation_id = r.id
           LEFT JOIN gold_user_profiles gp ON gp.user_id = u.id AND NOT u.is_agent AND (
               EXISTS (SELECT 1 FROM gold_allocations ga WHERE ga.restaurant_id = r.restaurant_id
                   AND ga.online_stock_group_id = r.online_stock_group_id)
               OR u.premium_grade = 'gold' AND EXISTS (SELECT 1 FROM restaurant_feature_availabilities fa
                   WHERE fa.restaurant_id = r.restaurant_id AND fa.show_gold_users))
           LEFT JOIN gold_reservation_preferences gr ON gr.restaurant_id = r.restaurant_id AND gr.reservation_id = r.id
           LEFT JOIN reservation_cancel_requests cr ON cr.restaurant_id = r.restaurant_id AND cr.reservation_id = r.id
               AND cr.status = 'pending'
           LEFT JOIN ivr_guest_count_alter_requests ga2 ON ga2.restaurant_id = r.restaurant_id
               AND ga2.reservation_id = r.id AND ga2.status = 'pending'
           LEFT JOIN LATERAL (
               SELECT array_agg(i.id ORDER BY i.position, i.id) AS ids, array_agg(i.uid ORDER BY i.position, i.id) AS uids,
                      array_agg(i.label ORDER BY i.position, i.id) AS labels
               FROM reservation_seats s JOIN inventory_items i ON i.restaurant_id = s.restaurant_id AND i.id = s.inventory_item_id
               WHERE s.restaurant_id = r.restaurant_id AND s.reservation_id = r.id AND s.released_at IS NOT DISTINCT FROM (
                   SELECT CASE WHEN bool_or(x.released_at IS NULL) THEN NULL ELSE max(x.released_at) END
                   FROM reservation_seats x WHERE x.restaurant_id = r.restaurant_id AND x.reservation_id = r.id)) seats ON true
           WHERE r.restaurant_id = $1 AND (r.id = $2 OR r.uid = $3 OR ri.uid = $3) AND r.type = ANY ($4)
             AND (r.accepted_at IS NOT NULL OR r.type <> 'online_reservation' OR r.status = 'pending')"#,
        restaurant.0,
        key.id.map(|id| id.0),
        key.uid,
        &kinds,
        now,
    )
    .fetch_optional(conn)
    .await
}
