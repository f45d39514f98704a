//! Objects of people and restaurants other than bookings: sessions, passkeys, raffles, gold slots, failed jobs.

use chrono::{DateTime, Duration, Utc};
use domain::clients::beacon;
use domain::customers::mail_consent::{MailKind, UnsubscribeLinks};
use domain::i18n::Locale;
use domain::raffles::chain;
use domain::sessions::{AccountId, Token};
use serde_json::json;
use tests::{PASSWORD, Persona, Restaurant, Slot, TestApp, cards};

/// A second session of a person, and a passkey.
pub struct Keys {
    pub session: String,
    pub passkey: String,
}

/// Raffles of the restaurant. The diner participates in the planned one, which has a question.
pub struct Raffles {
    pub planned: String,
    pub dropped: String,
    pub open: String,
    pub closed: String,
    /// A participant of the open raffle round who has not won.
    pub registration: i64,
}

/// A gold slot.
pub struct Gold {
    pub slot: String,
    pub allocation: String,
    pub round: i64,
}

/// Dead letters: one to retry, one to discard, one more to retry with its queue.
pub const DEAD_JOBS: [&str; 2] = ["01DEADMAIL", "02DEADMAIL"];
const LETTERS: &str =
    "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, run_at, done_at, last_result)
    SELECT id, queue, '{\"mail_delivery_id\":1}'::bytea, 'Killed', 1, 12, now(), now(), '{\"Err\":\"550\"}'
    FROM (VALUES ('01DEADMAIL', 'mail'), ('02DEADMAIL', 'mail'), ('01DEADTEXT', 'sms')) AS dead (id, queue)";

pub async fn insert_dead_jobs(app: &TestApp) {
    app.execute(LETTERS).await;
}

/// A dispute of a subscriber's payment, which waits for an answer.
pub async fn insert_dispute(app: &TestApp) {
    app.execute(
        "INSERT INTO charge_disputes (restaurant_id, charge_id, gateway_fid, amount, reason, status, opened_at, updated_at)
         SELECT restaurant_id, id, 'dp_matrix', amount, 'fraudulent', 'warning_needs_response', created_at, created_at
         FROM charges WHERE status = 'succeeded' ORDER BY id LIMIT 1",
    )
    .await;
}

pub async fn keys_of(app: &TestApp, who: AccountId) -> Keys {
    let token = Token::from_cookie(&app.session_of(who).await);
    let session = sqlx::query_scalar("SELECT uid FROM sessions WHERE token_hash = $1").bind(token.hash().0);
    let handle = app.rng.bytes::<32>();
    let passkey = sqlx::query_scalar(
        "INSERT INTO passkeys (uid, credential_id, side, person_id, user_handle, transports, public_key, state, name, created_at)
         VALUES ($1, $2, $3, $4, $2, 0, 'key', '1234567', 'DINERS-SECRET', $5) RETURNING uid",
    )
    .bind(app.rng.uid())
    .bind(handle.as_slice())
    .bind(who.side().as_str())
    .bind(who.id())
    .bind(app.now());
    Keys {
        session: session.fetch_one(&app.pool).await.expect("a session"),
        passkey: passkey.fetch_one(&app.pool).await.expect("a passkey"),
    }
}

pub async fn hash(app: &TestApp) -> String {
    let password = domain::accounts::password::NewPassword::parse(PASSWORD).expect("a good password");
    domain::accounts::password::hash(&app.rng, password).await.expect("a hash")
}

/// Returns the token of the link that ends the diner's mails of a restaurant.
pub fn way_out(app: &TestApp, customer_uid: &str) -> String {
    let ways = UnsubscribeLinks::new(&app.signer, "", Locale::Ja, MailKind::Announcements, customer_uid);
    ways.one_click_link.split_once("token=").expect("a token").1.to_owned()
}

async fn raffle(app: &TestApp, restaurant: &Restaurant, from: DateTime<Utc>, till: DateTime<Utc>) -> String {
    let uid = app.rng.uid();
    let drawn_by = beacon::round_at(till + Duration::seconds(60));
    sqlx::query(
        "INSERT INTO raffle_rounds (uid, restaurant_id, registerable_from, registerable_till, winners_count, entries_limit,
             questions, beacon_round, chain_head, created_at)
         VALUES ($1, $2, $3, $4, 1, 2, ARRAY['苦手な食材は？'], $5, $6, $7)",
    )
    .bind(&uid)
    .bind(restaurant.id.0)
    .bind(from)
    .bind(till)
    .bind(drawn_by)
    .bind(chain::first_link(&uid, 1, drawn_by))
    .bind(app.now())
    .execute(&app.pool)
    .await
    .expect("a raffle");
    uid
}

async fn take_part(app: &TestApp, uid: &str, diner: &Persona) -> i64 {
    sqlx::query_scalar(
        "INSERT INTO raffle_round_registrations (restaurant_id, raffle_round_id, user_id, code, created_at)
         SELECT restaurant_id, id, $2, $3, $4 FROM raffle_rounds WHERE uid = $1 RETURNING id",
    )
    .bind(uid)
    .bind(diner.id().0)
    .bind(app.rng.uid())
    .bind(app.now())
    .fetch_one(&app.pool)
    .await
    .expect("a registration")
}

pub async fn raffles(app: &TestApp, restaurant: &Restaurant, diner: &Persona, bystander: &Persona) -> Raffles {
    let at = |days: i64| app.now() + Duration::days(days);
    let closed = raffle(app, restaurant, at(-9), at(-5)).await;
    let open = raffle(app, restaurant, at(-1), at(3)).await;
    let planned = raffle(app, restaurant, at(100), at(104)).await;
    let dropped = raffle(app, restaurant, at(110), at(114)).await;
    take_part(app, &planned, diner).await;
    let registration = take_part(app, &open, bystander).await;
    Raffles { planned, dropped, open, closed, registration }
}

pub async fn gold(app: &TestApp, restaurant: &Restaurant, slot: &Slot) -> Gold {
    let (slot, allocation, round) = sqlx::query_as(
        "WITH round AS (INSERT INTO gold_rounds (title, slug, created_at) VALUES ('OWNERS-SECRET', 'december', $1) RETURNING id),
         allocated AS (
             INSERT INTO gold_allocations (uid, restaurant_id, gold_round_id, online_stock_group_id, created_at)
             SELECT $2, $3, id, $4, $1 FROM round RETURNING uid, gold_round_id)
         SELECT o.uid, a.uid, a.gold_round_id FROM allocated a
         JOIN online_stock_groups o ON o.restaurant_id = $3 AND o.id = $4",
    )
    .bind(app.now())
    .bind(app.rng.uid())
    .bind(restaurant.id.0)
    .bind(slot.id)
    .fetch_one(&app.pool)
    .await
    .expect("a gold slot");
    Gold { slot, allocation, round }
}

/// A subscriber.
pub struct Member {
    pub persona: Persona,
    /// The provider's name of the subscription, and of its price.
    pub subscription: String,
    pub price: String,
}

/// One of premium, one of gold and one of the club.
pub async fn members(app: &TestApp) -> [Member; 3] {
    let mut members = Vec::new();
    for (grade, name) in [("green", "midori"), ("gold", "kin"), ("ohc", "ren")] {
        let price = app.plan_price(grade, 980).await;
        let persona = app.diner(name).await.with_card(&app.outside, cards::GOOD).await;
        let invited = sqlx::query(
            "UPDATE users SET is_gold_invited = ($2 = 'gold'), is_ohc_invited = ($2 = 'ohc') WHERE id = $1",
        );
        invited.bind(persona.id().0).bind(grade).execute(&app.pool).await.expect("an invitation");
        let begun = match grade {
            "gold" => persona.post("/users/gold/subscriptions", &json!({})).await,
            _ => persona.subscribe(grade, &price, json!({})).await,
        };
        let subscription = begun.is(200).json()["stripe_subscription_id"].as_str().expect("an id").to_owned();
        members.push(Member { persona, subscription, price });
    }
    members.try_into().unwrap_or_else(|_| panic!("three"))
}
