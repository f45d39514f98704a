//! All personal data that Seki stores about a diner, as JSON. It excludes restaurants' own records (memos, groups, reviews, blacklists).

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::messages::{mails_of_diner, texts_of_diner};
use crate::ids::UserId;
use crate::zone::Zone;

/// The sections by name, in the order of the file. Each returns one JSON value for the diner's id.
const SECTIONS: &[(&str, &str)] = &[
    (
        "account",
        "SELECT jsonb_build_object('email', u.email, 'email_confirmed_at', u.email_confirmed_at, 'created_at', u.created_at,
             'provider', u.provider, 'provider_uid', u.provider_uid, 'jcb_uid', u.jcb_uid, 'jcb_card_rank', u.jcb_card_rank,
             'terms_agreed_at', u.terms_agreed_at, 'premium_grade', u.premium_grade, 'is_agent', u.is_agent,
             'is_gold_invited', u.is_gold_invited, 'is_ohc_invited', u.is_ohc_invited)
         FROM users u WHERE u.id = $1",
    ),
    (
        "profile",
        "SELECT jsonb_build_object('name_last', p.name_last, 'name_first', p.name_first, 'kana_last', p.kana_last,
             'kana_first', p.kana_first, 'prefecture', p.prefecture, 'locale', p.locale, 'phone_country', p.phone_country,
             'phone_number', p.phone_e164, 'phone_confirmed_at', p.phone_confirmed_at,
             'reminder_by_sms', p.reminder_by_sms, 'allergy_description', p.allergy_description, 'dislikes', p.dislikes)
         FROM profiles p WHERE p.user_id = $1",
    ),
    (
        "security",
        "SELECT jsonb_build_object('two_factor_with_email_enabled', u.two_factor_with_email_enabled,
             'authenticator_enabled_at', (SELECT a.enabled_at FROM authenticators a WHERE a.side = 'diner' AND a.person_id = u.id),
             'passkeys', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', k.name, 'created_at', k.created_at,
                 'last_used_at', k.last_used_at) ORDER BY k.created_at), '[]') FROM passkeys k WHERE k.side = 'diner' AND k.person_id = u.id),
             'sessions', (SELECT coalesce(jsonb_agg(jsonb_build_object('user_agent', s.user_agent, 'created_at', s.created_at,
                 'last_seen_at', s.last_seen_at) ORDER BY s.created_at), '[]') FROM sessions s WHERE s.user_id = u.id))
         FROM users u WHERE u.id = $1",
    ),
    (
        "consents",
        "SELECT coalesce(jsonb_agg(c.one ORDER BY c.agreed_at), '[]') FROM (
             SELECT jsonb_build_object('kind', kind, 'version', version, 'agreed_at', agreed_at) AS one, agreed_at
             FROM legal_consents WHERE user_id = $1
             UNION ALL SELECT jsonb_build_object('kind', 'cookies', 'agreed_at', agreed_at), agreed_at
             FROM cookie_storage_agreements WHERE user_id = $1) c",
    ),
    (
        "interest_tags",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('interest_type', t.interest_type, 'name', t.name_ja, 'name_en', t.name_en)
             ORDER BY t.interest_type, t.position), '[]')
         FROM user_interest_tags u JOIN interest_tags t ON t.id = u.interest_tag_id WHERE u.user_id = $1",
    ),
    (
        "gold_profile",
        "SELECT jsonb_build_object('omakase_recommendation', g.omakase_recommendation, 'birthplace', g.birthplace,
             'birth_date', g.birth_date, 'industry_type', g.industry_type)
         FROM gold_user_profiles g WHERE g.user_id = $1",
    ),
    (
        "restaurants",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('restaurant', r.name_ja, 'favorited', c.favorited,
             'mails_agreed', c.shop_notification, 'subscribe_to_announcements', c.subscribe_to_announcements,
             'subscribe_to_standby', c.subscribe_to_standby, 'show_in_premium_calendar', c.show_in_premium_calendar,
             'created_at', c.created_at) ORDER BY c.created_at), '[]')
         FROM customers c JOIN restaurants r ON r.id = c.restaurant_id WHERE c.user_id = $1",
    ),
    (
        "reservations",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('code', r.reservation_code, 'restaurant', t.name_ja, 'type', r.type,
             'status', r.status, 'starts_at', r.starts_at, 'ends_at', r.ends_at, 'guests_count', r.guests_count,
             'course', r.course_title_ja, 'course_price', r.course_price, 'reservation_fee', r.reservation_fee,
             'special_request', r.special_request, 'cancellation_fee', r.cancellation_fee, 'consent', r.consent,
             'created_at', r.created_at, 'accepted_at', r.accepted_at, 'ended_at', r.ended_at,
             'no_show_fee', (SELECT jsonb_build_object('amount', f.amount, 'status', f.status, 'requested_at', f.requested_at,
                                 'charge_due_at', f.charge_due_at, 'reason', f.reason) FROM reservation_no_show_fees f
                          WHERE f.restaurant_id = r.restaurant_id AND f.reservation_id = r.id),
             'delivery', (SELECT to_jsonb(d) - 'restaurant_id' - 'reservation_id' FROM reservation_deliveries d
                          WHERE d.restaurant_id = r.restaurant_id AND d.reservation_id = r.id),
             'answers', (SELECT coalesce(jsonb_agg(jsonb_build_object('timing', a.timing, 'answers', a.answers) ORDER BY a.id), '[]')
                          FROM reservation_preferences a
                          WHERE a.restaurant_id = r.restaurant_id AND a.reservation_id = r.id),
             'gold_preferences', (SELECT to_jsonb(g) - 'restaurant_id' - 'reservation_id' FROM gold_reservation_preferences g
                          WHERE g.restaurant_id = r.restaurant_id AND g.reservation_id = r.id)) ORDER BY r.created_at), '[]')
         FROM reservations r JOIN restaurants t ON t.id = r.restaurant_id WHERE r.user_id = $1",
    ),
    (
        "charges",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'amount', c.amount, 'status', c.status,
             'refunded_amount', c.refunded_amount, 'dispute', c.dispute_state, 'provider_id', c.gateway_fid, 'receipt_sent_at', c.receipt_sent_at,
             'succeeded_at', c.succeeded_at, 'created_at', c.created_at) ORDER BY c.created_at), '[]')
         FROM charges c WHERE c.user_id = $1",
    ),
    (
        "adjustments",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'amount', a.amount, 'reason', a.reason,
             'status', a.status, 'created_at', a.created_at, 'finished_at', a.finished_at) ORDER BY a.created_at), '[]')
         FROM payment_adjustments a WHERE a.user_id = $1",
    ),
    (
        "documents",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('type', d.type, 'copy', d.copy, 'content', d.content, 'issued_at', d.issued_at)
             ORDER BY d.issued_at), '[]')
         FROM charge_documents d JOIN charges c ON c.restaurant_id = d.restaurant_id AND c.id = d.charge_id WHERE c.user_id = $1",
    ),
    (
        "disputes",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('amount', d.amount, 'reason', d.reason, 'status', d.status,
             'opened_at', d.opened_at, 'answered_at', d.answered_at, 'closed_at', d.closed_at) ORDER BY d.opened_at), '[]')
         FROM charge_disputes d JOIN charges c ON c.restaurant_id = d.restaurant_id AND c.id = d.charge_id WHERE c.user_id = $1",
    ),
    (
        "subscriptions",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('grade', s.grade, 'status', s.status, 'trial_months', s.trial_months,
             'access_until', s.access_until, 'started_at', s.started_at, 'cancel_reason', s.cancel_reason, 'ends_at', s.ends_at,
             'ended_at', s.ended_at, 'created_at', s.created_at) ORDER BY s.created_at), '[]')
         FROM subscriptions s WHERE s.user_id = $1",
    ),
    (
        "trials",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('kind', t.kind, 'created_at', t.created_at) ORDER BY t.id), '[]')
         FROM trial_claims t JOIN subscriptions s ON s.id = t.subscription_id WHERE s.user_id = $1",
    ),
    (
        "plan_change_requests",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('created_at', g.created_at, 'closed_at', g.closed_at, 'outcome', g.outcome)
             ORDER BY g.id), '[]')
         FROM gold_plan_change_requests g WHERE g.user_id = $1",
    ),
    (
        "interest_shown",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('source', t.source, 'created_at', t.created_at) ORDER BY t.created_at), '[]')
         FROM teaser_users t WHERE t.user_id = $1",
    ),
    (
        "cards",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('brand', m.brand, 'last4', m.last4, 'exp_month', m.exp_month,
             'exp_year', m.exp_year, 'holder_name', m.holder_name, 'fingerprint', m.fingerprint, 'created_at', m.created_at,
             'replaced_at', m.replaced_at)
             ORDER BY m.created_at), '[]')
         FROM payment_methods m WHERE m.user_id = $1",
    ),
    (
        "raffle_entries",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('restaurant', t.name_ja, 'code', g.code, 'won_at', g.won_at,
             'created_at', g.created_at, 'entries', (SELECT coalesce(jsonb_agg(jsonb_build_object('code', e.code,
                 'category', e.category, 'created_at', e.created_at) ORDER BY e.place), '[]') FROM raffle_entries e
                 WHERE e.restaurant_id = g.restaurant_id AND e.raffle_round_registration_id = g.id)) ORDER BY g.created_at), '[]')
         FROM raffle_round_registrations g JOIN restaurants t ON t.id = g.restaurant_id WHERE g.user_id = $1",
    ),
    (
        "raffle_answers",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('restaurant', t.name_ja, 'questions', o.questions, 'answers', a.answers,
             'answered_at', a.answered_at) ORDER BY a.answered_at), '[]')
         FROM raffle_answers a JOIN raffle_rounds o ON o.restaurant_id = a.restaurant_id AND o.id = a.raffle_round_id
         JOIN restaurants t ON t.id = a.restaurant_id WHERE a.user_id = $1",
    ),
    (
        "waiting_room_places",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('restaurant', t.name_ja, 'opens_at', w.opens_at, 'code', p.code,
             'joined_at', p.joined_at, 'rank', p.rank, 'admitted_at', p.admitted_at, 'left_at', p.left_at)
             ORDER BY p.joined_at), '[]')
         FROM waiting_room_places p JOIN waiting_rooms w ON w.restaurant_id = p.restaurant_id AND w.id = p.waiting_room_id
         JOIN restaurants t ON t.id = p.restaurant_id WHERE p.user_id = $1",
    ),
    (
        "coupons",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('code', c.code, 'used_at', c.used_at) ORDER BY c.used_at), '[]')
         FROM user_coupon_codes c WHERE c.user_id = $1",
    ),
    (
        "mails",
        concat!(
            "SELECT coalesce(jsonb_agg(jsonb_build_object('template', m.template, 'recipient', m.recipient,
                 'created_at', m.created_at, 'sent_at', m.sent_at) ORDER BY m.created_at), '[]')
             FROM mail_deliveries m WHERE m.id IN (",
            mails_of_diner!(),
            ")"
        ),
    ),
    (
        "previous_addresses",
        "SELECT coalesce(jsonb_agg(DISTINCT m.recipient ORDER BY m.recipient), '[]')
         FROM mail_deliveries m JOIN users u ON u.id = m.user_id
         WHERE m.user_id = $1 AND m.recipient <> '' AND m.recipient <> u.email",
    ),
    (
        "messages",
        concat!(
            "SELECT coalesce(jsonb_agg(jsonb_build_object('template', s.template, 'phone_number', s.phone_e164,
                 'sent_at', s.sent_at) ORDER BY s.created_at), '[]')
             FROM sms_deliveries s WHERE s.id IN (",
            texts_of_diner!(),
            ")"
        ),
    ),
    (
        "provider_events",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('type', e.type, 'received_at', e.received_at, 'body', e.body)
             ORDER BY e.id), '[]')
         FROM provider_events e WHERE e.user_id = $1 AND e.body <> '{}'",
    ),
    (
        "activity",
        "SELECT coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'action', e.action) ORDER BY e.at, e.id), '[]')
         FROM audit_events e WHERE e.actor = 'diner' AND e.actor_id = $1",
    ),
];

/// Returns all sections in one file, a consistent snapshot if the caller's transaction is `REPEATABLE READ`.
pub async fn export(conn: &mut PgConnection, diner: UserId, now: DateTime<Utc>) -> sqlx::Result<Value> {
    let mut file = json!({ "exported_at": Zone::default().iso(now) });
    for (name, query) in SECTIONS {
        let section: Option<Value> = sqlx::query_scalar(*query).bind(diner.0).fetch_optional(&mut *conn).await?;
        file[*name] = section.unwrap_or(Value::Null);
    }
    Ok(file)
}
