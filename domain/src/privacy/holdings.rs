//! The rows that Seki holds about a person, by table, and what an erasure does with them (docs/PRIVACY.md).

use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use self::HoldingFate::{Anonymised, Deleted, Kept};
use super::messages::{
    is_mail_to_guest, mails_of_diner, records_of_diner, records_of_guest, reservations_of_diner, reservations_of_guest,
    texts_of_diner,
};
use super::subject::PrivacySubject;
use crate::text_enum::text_enum;

text_enum! {
    /// The effect of an erasure on the rows of a table.
    pub enum HoldingFate {
        /// They are deleted.
        Deleted = "deleted",
        /// They remain without the person's data.
        Anonymised = "anonymised",
        /// They remain, because a law or the restaurant's accounts require it.
        Kept = "kept",
    }
}

/// The number of a person's rows in a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Holding {
    pub table: &'static str,
    pub rows: i64,
    pub fate: HoldingFate,
}

struct HoldingQuery {
    table: &'static str,
    fate: HoldingFate,
    /// $1: the diner; of guests, $1: the restaurant, $2: the customer.
    count: &'static str,
}

const fn holding(table: &'static str, fate: HoldingFate, count: &'static str) -> HoldingQuery {
    HoldingQuery { table, fate, count }
}

const OF_DINER: &[HoldingQuery] = &[
    holding("users", Anonymised, "SELECT count(*) FROM users WHERE id = $1"),
    holding("profiles", Anonymised, "SELECT count(*) FROM profiles WHERE user_id = $1"),
    holding("sessions", Deleted, "SELECT count(*) FROM sessions WHERE user_id = $1"),
    holding("passkeys", Deleted, "SELECT count(*) FROM passkeys WHERE side = 'diner' AND person_id = $1"),
    holding("authenticators", Deleted, "SELECT count(*) FROM authenticators WHERE side = 'diner' AND person_id = $1"),
    holding("recovery_codes", Deleted, "SELECT count(*) FROM recovery_codes WHERE side = 'diner' AND person_id = $1"),
    holding("known_browsers", Deleted, "SELECT count(*) FROM known_browsers WHERE side = 'diner' AND person_id = $1"),
    holding("mail_tokens", Deleted, "SELECT count(*) FROM mail_tokens WHERE user_id = $1"),
    holding("user_interest_tags", Deleted, "SELECT count(*) FROM user_interest_tags WHERE user_id = $1"),
    holding("gold_user_profiles", Deleted, "SELECT count(*) FROM gold_user_profiles WHERE user_id = $1"),
    holding(
        "gold_plan_change_requests",
        Deleted,
        "SELECT count(*) FROM gold_plan_change_requests WHERE user_id = $1",
    ),
    holding("calendar_feeds", Deleted, "SELECT count(*) FROM calendar_feeds WHERE user_id = $1"),
    holding("teaser_users", Deleted, "SELECT count(*) FROM teaser_users WHERE user_id = $1"),
    holding(
        "cookie_storage_agreements",
        Deleted,
        "SELECT count(*) FROM cookie_storage_agreements WHERE user_id = $1",
    ),
    holding("legal_consents", Kept, "SELECT count(*) FROM legal_consents WHERE user_id = $1"),
    holding(
        "customers",
        Anonymised,
        concat!("SELECT count(*) FROM (", records_of_diner!(), ") known"),
    ),
    holding(
        "customer_tags",
        Deleted,
        concat!(
            "SELECT count(*) FROM customer_tags t WHERE (t.restaurant_id, t.customer_id) IN (",
            records_of_diner!(),
            ")"
        ),
    ),
    holding(
        "waiting_list_entries",
        Anonymised,
        concat!(
            "SELECT count(*) FROM waiting_list_entries w WHERE (w.restaurant_id, w.customer_id) IN (",
            records_of_diner!(),
            ")"
        ),
    ),
    holding(
        "reservations",
        Anonymised,
        concat!("SELECT count(*) FROM (", reservations_of_diner!(), ") visits"),
    ),
    holding(
        "reservation_deliveries",
        Anonymised,
        concat!(
            "SELECT count(*) FROM reservation_deliveries d WHERE (d.restaurant_id, d.reservation_id) IN (",
            reservations_of_diner!(),
            ")"
        ),
    ),
    holding(
        "reservation_preferences",
        Deleted,
        concat!(
            "SELECT count(*) FROM reservation_preferences a WHERE (a.restaurant_id, a.reservation_id) IN (",
            reservations_of_diner!(),
            ")"
        ),
    ),
    holding(
        "offsite_reservations",
        Anonymised,
        concat!(
            "SELECT count(*) FROM offsite_reservations o WHERE (o.restaurant_id, o.reservation_id) IN (",
            reservations_of_diner!(),
            ")"
        ),
    ),
    holding(
        "gold_reservation_preferences",
        Deleted,
        "SELECT count(*) FROM gold_reservation_preferences g
         JOIN reservations r ON r.restaurant_id = g.restaurant_id AND r.id = g.reservation_id WHERE r.user_id = $1",
    ),
    holding(
        "reservation_no_show_fees",
        Kept,
        "SELECT count(*) FROM reservation_no_show_fees f
         JOIN reservations r ON r.restaurant_id = f.restaurant_id AND r.id = f.reservation_id WHERE r.user_id = $1",
    ),
    holding("charges", Kept, "SELECT count(*) FROM charges WHERE user_id = $1"),
    holding("payment_adjustments", Kept, "SELECT count(*) FROM payment_adjustments WHERE user_id = $1"),
    holding(
        "charge_documents",
        Kept,
        "SELECT count(*) FROM charge_documents d JOIN charges c ON c.restaurant_id = d.restaurant_id AND c.id = d.charge_id
         WHERE c.user_id = $1",
    ),
    holding(
        "charge_disputes",
        Kept,
        "SELECT count(*) FROM charge_disputes d JOIN charges c ON c.restaurant_id = d.restaurant_id AND c.id = d.charge_id
         WHERE c.user_id = $1",
    ),
    holding(
        "provider_balance_transactions",
        Kept,
        "SELECT count(*) FROM provider_balance_transactions b JOIN charges c ON c.gateway_fid = b.payment_fid
         WHERE c.user_id = $1",
    ),
    holding("subscriptions", Kept, "SELECT count(*) FROM subscriptions WHERE user_id = $1"),
    holding(
        "trial_claims",
        Anonymised,
        "SELECT count(*) FROM trial_claims t JOIN subscriptions s ON s.id = t.subscription_id WHERE s.user_id = $1",
    ),
    holding("payment_methods", Anonymised, "SELECT count(*) FROM payment_methods WHERE user_id = $1"),
    holding(
        "raffle_round_registrations",
        Kept,
        "SELECT count(*) FROM raffle_round_registrations WHERE user_id = $1",
    ),
    holding("raffle_answers", Deleted, "SELECT count(*) FROM raffle_answers WHERE user_id = $1"),
    holding("waiting_room_places", Kept, "SELECT count(*) FROM waiting_room_places WHERE user_id = $1"),
    holding("user_coupon_codes", Kept, "SELECT count(*) FROM user_coupon_codes WHERE user_id = $1"),
    holding(
        "provider_events",
        Anonymised,
        "SELECT count(*) FROM provider_events WHERE user_id = $1 AND body <> '{}'",
    ),
    holding(
        "mail_deliveries",
        Anonymised,
        concat!(
            "SELECT count(*) FROM mail_deliveries m WHERE m.recipient <> '' AND m.id IN (",
            mails_of_diner!(),
            ")"
        ),
    ),
    holding(
        "sms_deliveries",
        Anonymised,
        concat!("SELECT count(*) FROM sms_deliveries s WHERE s.phone_e164 <> '' AND s.id IN (", texts_of_diner!(), ")"),
    ),
    holding(
        "audit_events",
        Kept,
        "SELECT count(*) FROM audit_events WHERE actor = 'diner' AND actor_id = $1",
    ),
];

const OF_GUEST: &[HoldingQuery] = &[
    holding(
        "customers",
        Anonymised,
        "SELECT count(*) FROM customers WHERE restaurant_id = $1 AND (id = $2 OR merged_into_id = $2)",
    ),
    holding(
        "customer_tags",
        Deleted,
        concat!(
            "SELECT count(*) FROM customer_tags t WHERE t.restaurant_id = $1 AND t.customer_id IN (",
            records_of_guest!(),
            ")"
        ),
    ),
    holding(
        "waiting_list_entries",
        Anonymised,
        concat!(
            "SELECT count(*) FROM waiting_list_entries w WHERE w.restaurant_id = $1 AND w.customer_id IN (",
            records_of_guest!(),
            ")"
        ),
    ),
    holding(
        "reservations",
        Anonymised,
        concat!(
            "SELECT count(*) FROM reservations r WHERE r.restaurant_id = $1 AND r.customer_id IN (",
            records_of_guest!(),
            ")"
        ),
    ),
    holding(
        "reservation_deliveries",
        Anonymised,
        concat!(
            "SELECT count(*) FROM reservation_deliveries d WHERE d.restaurant_id = $1 AND d.reservation_id IN (",
            reservations_of_guest!(),
            ")"
        ),
    ),
    holding(
        "reservation_preferences",
        Deleted,
        concat!(
            "SELECT count(*) FROM reservation_preferences a WHERE a.restaurant_id = $1 AND a.reservation_id IN (",
            reservations_of_guest!(),
            ")"
        ),
    ),
    holding(
        "offsite_reservations",
        Anonymised,
        concat!(
            "SELECT count(*) FROM offsite_reservations o WHERE o.restaurant_id = $1 AND o.reservation_id IN (",
            reservations_of_guest!(),
            ")"
        ),
    ),
    holding(
        "announcement_recipients",
        Kept,
        concat!(
            "SELECT count(*) FROM announcement_recipients a WHERE a.restaurant_id = $1 AND a.customer_id IN (",
            records_of_guest!(),
            ")"
        ),
    ),
    holding(
        "mail_deliveries",
        Anonymised,
        concat!("SELECT count(*) FROM mail_deliveries m WHERE m.recipient <> '' AND ", is_mail_to_guest!()),
    ),
    holding(
        "sms_deliveries",
        Anonymised,
        concat!(
            "SELECT count(*) FROM sms_deliveries s WHERE s.phone_e164 <> '' AND s.reservation_id IN (",
            reservations_of_guest!(),
            ")"
        ),
    ),
];

/// Returns the tables that hold rows about a person.
pub async fn list_holdings(conn: &mut PgConnection, subject: PrivacySubject) -> sqlx::Result<Vec<Holding>> {
    let queries = match subject {
        PrivacySubject::Diner(_) => OF_DINER,
        PrivacySubject::Guest(_) => OF_GUEST,
    };
    let mut holdings = Vec::new();
    for HoldingQuery { table, fate, count } in queries {
        let query = sqlx::query_scalar::<_, i64>(*count);
        let query = match subject {
            PrivacySubject::Diner(diner) => query.bind(diner.0),
            PrivacySubject::Guest(guest) => query.bind(guest.restaurant.0).bind(guest.customer.0),
        };
        let rows = query.fetch_one(&mut *conn).await?;
        if rows > 0 {
            holdings.push(Holding { table, rows, fate: *fate });
        }
    }
    Ok(holdings)
}
