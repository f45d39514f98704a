//! The card provider's webhooks. The raw event is stored under its id before it is acted on, so a repeated or late
//! webhook changes nothing. The sweeper makes up for a lost one.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgPool};

use super::error::PaymentError;
use super::{queries, settle};
use crate::clients::stripe::{Event, Stripe};
use crate::clock::Clock;
use crate::jobs::{self, PaymentJob};
use crate::rng::Rng;

/// Stores a verified event and asks the worker to act on it. False when it was stored before.
pub async fn store(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    event: &Event,
    body: &str,
) -> sqlx::Result<bool> {
    let stored = sqlx::query_scalar!(
        "INSERT INTO provider_events (provider, event_id, type, body, received_at) VALUES ('stripe', $1, $2, $3, $4)
         ON CONFLICT (provider, event_id) DO NOTHING RETURNING id",
        event.id,
        event.kind,
        body,
        now,
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(provider_event_id) = stored else { return Ok(false) };
    let key = format!("event:{}", event.id);
    jobs::push(conn, rng, &PaymentJob::ProviderEvent { provider_event_id }, Some(&key)).await?;
    Ok(true)
}

/// Acts on a stored event: the reservation it is about is settled by asking the provider, whatever the event claims.
pub async fn process(
    pool: &PgPool,
    stripe: &Stripe,
    rng: &Rng,
    clock: &Clock,
    provider_event_id: i64,
) -> Result<(), PaymentError> {
    let mut conn = pool.acquire().await?;
    let row = sqlx::query!("SELECT body, processed_at FROM provider_events WHERE id = $1", provider_event_id)
        .fetch_optional(&mut *conn)
        .await?;
    let Some(row) = row.filter(|row| row.processed_at.is_none()) else { return Ok(()) };
    let subject = intent_of(&row.body);
    let reservation = match &subject {
        Some(fid) => queries::find_charge_reservation(&mut conn, fid).await?,
        None => None,
    };
    drop(conn);
    if let Some(reservation) = reservation {
        settle::settle(pool, stripe, rng, clock, reservation).await?;
    }
    sqlx::query!("UPDATE provider_events SET processed_at = $2 WHERE id = $1", provider_event_id, clock.now())
        .execute(pool)
        .await?;
    Ok(())
}

/// The payment intent an event is about, be its object the intent itself, a charge or a refund.
fn intent_of(body: &str) -> Option<String> {
    let event: serde_json::Value = serde_json::from_str(body).ok()?;
    let object = event.pointer("/data/object")?;
    let field = if object.get("object")?.as_str()? == "payment_intent" { "id" } else { "payment_intent" };
    Some(object.get(field)?.as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_names_its_intent_directly_or_through_a_charge() {
        let of = |object: &str| intent_of(&format!(r#"{{"data":{{"object":{object}}}}}"#));
        assert_eq!(of(r#"{"object":"payment_intent","id":"pi_1"}"#).as_deref(), Some("pi_1"));
        assert_eq!(of(r#"{"object":"charge","id":"ch_1","payment_intent":"pi_2"}"#).as_deref(), Some("pi_2"));
        assert_eq!(of(r#"{"object":"setup_intent","id":"seti_1"}"#), None);
        assert_eq!(intent_of("not json"), None);
    }
}
