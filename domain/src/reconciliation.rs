//! Catches up on what the provider reported while no webhook arrived: reads its events and its balance transactions since a cursor.

use chrono::{DateTime, Duration, Utc};
use serde_json::json;

use crate::clients::stripe::WebhookEvent;
use crate::payments::error::PaymentError;
use crate::payments::events;
use crate::payments::model::PaymentContext;
use crate::payments::statement::{self, ProviderList};

/// Minimum time between two reads of a list, whatever the number of workers.
const EVERY: Duration = Duration::minutes(1);

/// Kinds of events that change something here; each is processed as its webhook would be.
const KINDS: [&str; 7] =
    ["payment_intent.", "charge.refund", "charge.dispute.", "refund.", "payout.", "invoice.", "customer.subscription."];

/// Reads both lists, unless a worker has read them within a minute. Returns the number of new events and movements.
pub async fn sweep(cx: PaymentContext<'_>) -> Result<usize, PaymentError> {
    let wall = cx.clock.wall();
    let mut done = 0;
    if statement::claim(&mut *cx.pool.acquire().await?, ProviderList::Events, wall, EVERY).await? {
        done += read_events(cx).await?;
    }
    if statement::claim(&mut *cx.pool.acquire().await?, ProviderList::BalanceTransactions, wall, EVERY).await? {
        done += statement::read(cx).await?;
    }
    Ok(done)
}

/// Reads both lists now, from a time on or from their cursors.
pub async fn read_all(cx: PaymentContext<'_>, since: Option<DateTime<Utc>>) -> Result<usize, PaymentError> {
    match since {
        Some(since) => Ok(read_events_since(cx, since).await? + statement::read_since(cx, since).await?),
        None => Ok(read_events(cx).await? + statement::read(cx).await?),
    }
}

async fn read_events(cx: PaymentContext<'_>) -> Result<usize, PaymentError> {
    let wall = cx.clock.wall();
    let since = statement::read_from(&mut *cx.pool.acquire().await?, ProviderList::Events, wall).await?;
    read_events_since(cx, since).await
}

/// Stores the events that no webhook has delivered, and enqueues their processing.
async fn read_events_since(cx: PaymentContext<'_>, since: DateTime<Utc>) -> Result<usize, PaymentError> {
    let mut pages = cx.stripe.list_events(since);
    let (mut stored, mut newest) = (0, None::<i64>);
    while let Some(page) = pages.next_page().await? {
        for event in page.iter().rev().filter(|event| KINDS.iter().any(|kind| event.kind.starts_with(kind))) {
            let mut tx = cx.pool.begin().await?;
            stored += usize::from(events::store(&mut tx, cx.rng, cx.clock.now(), event, &body_of(event)).await?);
            tx.commit().await?;
        }
        newest = newest.max(page.iter().map(|event| event.created).max());
    }
    // The list begins with the newest object, so the cursor moves only after its last page.
    let newest = newest.and_then(|created| DateTime::from_timestamp(created, 0));
    statement::advance(&mut *cx.pool.acquire().await?, ProviderList::Events, newest).await?;
    Ok(stored)
}

/// Returns an event as its webhook would contain it.
fn body_of(event: &WebhookEvent) -> String {
    json!({ "id": event.id, "type": event.kind, "created": event.created, "data": { "object": event.data.object } })
        .to_string()
}
