//! Compares the database and the card provider with what the clients were answered.

use std::collections::BTreeSet;

use anyhow::Result;
use sqlx::PgPool;
use tests::figures::{Better, Figure};
use tests::seki;

use crate::facts::Recorded;
use crate::kinds::Refusal;
use crate::scene::Scene;

/// Number of examples that a figure shows.
const EXAMPLES: usize = 3;

/// Rules of the database alone: a figure, and the query for its violations.
const RULES: &[(&str, &str)] = &[
    (
        "double: seats of two reservations at one time",
        "SELECT format('item %s: reservations %s and %s', a.inventory_item_id, a.reservation_id, b.reservation_id)
         FROM reservation_seats a JOIN reservation_seats b
             ON a.restaurant_id = b.restaurant_id AND a.inventory_item_id = b.inventory_item_id AND a.ctid < b.ctid
         WHERE a.released_at IS NULL AND b.released_at IS NULL AND a.during && b.during",
    ),
    (
        "double: charges of one kind of one reservation",
        "SELECT format('%s of reservation %s', kind, reservation_id) FROM charges
         WHERE subject_kind = 'reservation' AND status = 'succeeded' AND amount > refunded_amount
         GROUP BY restaurant_id, reservation_id, kind HAVING count(*) > 1",
    ),
    (
        "double: confirmation mails of one booking",
        "SELECT format('reservation %s', reservation_id) FROM mail_deliveries WHERE template = 'reservation_accepted'
         GROUP BY reservation_id HAVING count(*) > 1",
    ),
    (
        "orphaned: charges without a reservation",
        "SELECT format('charge %s', c.id) FROM charges c
         LEFT JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
         WHERE c.subject_kind = 'reservation' AND c.status = 'succeeded' AND c.amount > c.refunded_amount
           AND (r.id IS NULL OR r.accepted_at IS NULL)",
    ),
    (
        "orphaned: stocks of a reservation that has ended",
        "SELECT format('stock %s', o.id) FROM online_stocks o
         LEFT JOIN reservations r ON r.restaurant_id = o.restaurant_id AND r.id = o.online_reservable_id
         WHERE o.online_reservable_id IS NOT NULL AND (r.id IS NULL OR r.status NOT IN ('pending', 'accepted'))",
    ),
    (
        "orphaned: seats of an online reservation that has ended",
        "SELECT format('reservation %s', r.id) FROM reservation_seats s
         JOIN reservations r ON r.restaurant_id = s.restaurant_id AND r.id = s.reservation_id
         WHERE s.released_at IS NULL AND r.type = 'online_reservation' AND r.status NOT IN ('pending', 'accepted')",
    ),
    (
        "orphaned: bookings without a confirmation mail",
        "SELECT format('reservation %s', r.id) FROM reservations r
         WHERE r.type = 'online_reservation' AND r.status = 'accepted' AND r.id NOT IN (
             SELECT m.reservation_id FROM mail_deliveries m WHERE m.reservation_id IS NOT NULL
             AND m.template IN ('reservation_accepted', 'reservation_reseated'))",
    ),
    (
        "orphaned: jobs that have failed for good",
        "SELECT format('%s %s', job_type, id) FROM apalis.jobs
         WHERE status = 'Killed' OR (status = 'Failed' AND attempts >= max_attempts)",
    ),
];

/// Figures that must all be 0; `open` is the number of things that stay due.
pub async fn figures(scene: &Scene, recorded: &Recorded, open: i64) -> Result<Vec<Figure>> {
    let pool = &scene.app.pool;
    let mut figures = vec![
        figure("lost: acknowledged bookings", lost_bookings(pool, recorded).await?),
        figure("lost: acknowledged holds, visits and walk-ins", unknown(pool, &recorded.created).await?),
        figure("lost: acknowledged cancellations", still_active(pool, &recorded.ended).await?),
        figure("lost: acknowledged raffle entries", missing_entries(pool, &recorded.entrants).await?),
        figure("lost: acknowledged notes", lost_notes(pool, recorded).await?),
        figure("lost: acknowledged refills", missing_slots(pool, recorded.refilled).await?),
        figure("double: reservations of one idempotency key", reused_keys(recorded)),
        figure("double: notes that replaced the same note", replaced_twice(recorded)),
        figure("refused: writes for an unexpected reason", unexpected_refusals(recorded)),
    ];
    for &(name, query) in RULES {
        figures.push(figure(name, sqlx::query_scalar(query).fetch_all(pool).await?));
    }
    figures.push(figure("orphaned: payments at the provider", scene.app.money_findings().await));
    let due = (0..open).map(|_| "a hold, charge or mail".to_owned()).collect();
    figures.push(figure("orphaned: things that stay due", due));
    let (passes, output) = seki(&["verify"], &scene.environment).await;
    let findings = if passes { Vec::new() } else { vec![output] };
    figures.push(figure("findings of `seki verify`", findings));
    figures.push(figure("findings of the tests' own rules", scene.app.findings().await));
    Ok(figures)
}

fn figure(name: &'static str, offenders: Vec<String>) -> Figure {
    #[expect(clippy::cast_precision_loss, reason = "a count below 2^52")]
    let value = offenders.len() as f64;
    let detail = offenders.into_iter().take(EXAMPLES).collect::<Vec<_>>().join("; ");
    Figure { name, value, must: 0.0, aim: 0.0, better: Better::Less, detail }
}

fn list<'a, T: Clone + 'a>(items: impl IntoIterator<Item = &'a T>) -> Vec<T> {
    items.into_iter().cloned().collect()
}

/// Bookings that do not have the state that their diner was answered.
async fn lost_bookings(pool: &PgPool, recorded: &Recorded) -> Result<Vec<String>> {
    let kept = list(recorded.booked.difference(&recorded.given_up));
    let lost = sqlx::query_scalar(
        "SELECT a.uid FROM unnest($1::text[]) AS a (uid) LEFT JOIN reservations r ON r.uid = a.uid
         WHERE r.accepted_at IS NULL OR a.uid = ANY ($2) AND r.status <> 'accepted'",
    );
    Ok(lost.bind(list(&recorded.booked)).bind(kept).fetch_all(pool).await?)
}

async fn unknown(pool: &PgPool, uids: &BTreeSet<String>) -> Result<Vec<String>> {
    let unknown = sqlx::query_scalar(
        "SELECT a.uid FROM unnest($1::text[]) AS a (uid) LEFT JOIN reservations r ON r.uid = a.uid WHERE r.uid IS NULL",
    );
    Ok(unknown.bind(list(uids)).fetch_all(pool).await?)
}

async fn still_active(pool: &PgPool, uids: &BTreeSet<String>) -> Result<Vec<String>> {
    let active = sqlx::query_scalar(
        "SELECT r.uid FROM unnest($1::text[]) AS a (uid) JOIN reservations r ON r.uid = a.uid
         WHERE r.status IN ('pending', 'accepted')",
    );
    Ok(active.bind(list(uids)).fetch_all(pool).await?)
}

async fn missing_entries(pool: &PgPool, diners: &BTreeSet<i64>) -> Result<Vec<String>> {
    let missing = sqlx::query_scalar(
        "SELECT format('diner %s', a.id) FROM unnest($1::bigint[]) AS a (id) WHERE a.id NOT IN (
             SELECT g.user_id FROM raffle_round_registrations g
             JOIN raffle_entries e ON e.restaurant_id = g.restaurant_id AND e.raffle_round_registration_id = g.id)",
    );
    Ok(missing.bind(list(diners)).fetch_all(pool).await?)
}

async fn missing_slots(pool: &PgPool, refilled: i64) -> Result<Vec<String>> {
    let slots: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM online_stock_groups o JOIN restaurants r ON r.id = o.restaurant_id
         WHERE r.slug = 'sushi-refill' AND o.deleted_at IS NULL",
    )
    .fetch_one(pool)
    .await?;
    Ok((slots..refilled).map(|number| format!("slot {number}")).collect())
}

/// Notes that are neither the present note of their customer nor one that led to it.
async fn lost_notes(pool: &PgPool, recorded: &Recorded) -> Result<Vec<String>> {
    let present: Vec<String> =
        sqlx::query_scalar("SELECT internal_memo FROM customer_profiles WHERE internal_memo <> ''")
            .fetch_all(pool)
            .await?;
    let mut kept = BTreeSet::new();
    for note in &present {
        let mut text = note.as_str();
        while let Some(note) = recorded.notes.get(text).filter(|_| kept.insert(text)) {
            text = &note.seen;
        }
    }
    let acknowledged = recorded.notes.iter().filter(|(_, note)| note.is_acknowledged);
    Ok(acknowledged.filter(|(text, _)| !kept.contains(text.as_str())).map(|(text, _)| text.clone()).collect())
}

fn reused_keys(recorded: &Recorded) -> Vec<String> {
    let reused = recorded.keys.iter().filter(|(_, uids)| uids.len() > 1);
    reused.map(|(key, uids)| format!("{key}: {uids:?}")).collect()
}

/// Notes that two acknowledged writes have replaced, each of which expected to find them.
fn replaced_twice(recorded: &Recorded) -> Vec<String> {
    let mut replaced = BTreeSet::new();
    let acknowledged = recorded.notes.values().filter(|note| note.is_acknowledged);
    let twice = acknowledged.filter(|note| !replaced.insert((&note.customer, &note.seen)));
    twice.map(|note| format!("{}: {}", note.customer, note.seen)).collect()
}

/// Refusals that neither another client nor an earlier attempt of the same write explains.
fn unexpected_refusals(recorded: &Recorded) -> Vec<String> {
    let unexpected = recorded.refusals.iter().filter(|(refusal, _)| !refusal.is_expected);
    let text = |(Refusal { kind, status, code, .. }, count): (&Refusal, &u64)| {
        format!("{}: {status} {code} ({count} times)", kind.name())
    };
    unexpected.map(text).collect()
}
