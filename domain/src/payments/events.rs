//! The card provider's webhooks. The raw event is stored under its id before it is processed, so a repeated or late webhook has no effect.
//! The sweeper compensates for a lost one.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{IntentReference, Subject, SubscriptionReference};
use super::queries;
use crate::clients::stripe::WebhookEvent;
use crate::ids::{ProviderEventId, RestaurantId, UserId};
use crate::jobs::{self, PaymentJob};
use crate::rng::Rng;

/// Stores a verified event and enqueues its processing. False if it was stored before.
pub async fn store(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    event: &WebhookEvent,
    body: &str,
) -> sqlx::Result<bool> {
    let diner = find_diner(&mut *conn, body).await?;
    let stored = sqlx::query_scalar!(
        "INSERT INTO provider_events (provider, event_id, type, body, received_at, user_id)
         VALUES ('stripe', $1, $2, $3, $4, $5)
         ON CONFLICT (provider, event_id) DO NOTHING RETURNING id",
        event.id,
        event.kind,
        body,
        now,
        diner.map(|id| id.0),
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(provider_event_id) = stored.map(ProviderEventId) else { return Ok(false) };
    let key = format!("event:{}", event.id);
    jobs::push(conn, rng, &PaymentJob::ProviderEvent { provider_event_id }, Some(&key)).await?;
    Ok(true)
}

/// Subject of a stored event. Its state is retrieved from the provider, whatever the event claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventSubject {
    Subject(Subject),
    /// A payment of a subject: the provider's id of the payment.
    Payment {
        subject: Subject,
        payment: String,
    },
    /// Refunds of a payment of a subject: the provider's id of the payment.
    Refunds {
        subject: Subject,
        payment: String,
    },
    /// A payout of the provider: the statement has it.
    Payout,
    /// A dispute: the provider's id, and the time at which it was reported.
    Dispute {
        fid: String,
        received_at: DateTime<Utc>,
    },
}

/// Returns the subject of a stored event. None if the event was processed before, or is about no charge or subscription of Seki. Every
/// dispute is returned: `record` in `disputes` checks whether its charge is one of Seki's.
pub async fn find_about(
    conn: &mut PgConnection,
    provider_event_id: ProviderEventId,
) -> sqlx::Result<Option<EventSubject>> {
    let row = sqlx::query!(
        "SELECT type AS kind, body, received_at, processed_at FROM provider_events WHERE id = $1",
        provider_event_id.0
    );
    let row = row.fetch_optional(&mut *conn).await?.filter(|row| row.processed_at.is_none());
    let Some(row) = row else { return Ok(None) };
    if let Some(fid) = dispute_of(&row.body) {
        return Ok(Some(EventSubject::Dispute { fid, received_at: row.received_at }));
    }
    if row.kind.starts_with("payout.") {
        return Ok(Some(EventSubject::Payout));
    }
    if let Some(reference) = subscription_of(&row.body) {
        return Ok(queries::find_subscription(conn, &reference).await?.map(EventSubject::Subject));
    }
    let Some(reference) = intent_of(&row.body) else { return Ok(None) };
    let Some(subject) = queries::find_subject(conn, &reference).await? else { return Ok(None) };
    Ok(Some(if is_about_refunds(&row.kind) {
        EventSubject::Refunds { subject, payment: reference.fid }
    } else {
        EventSubject::Payment { subject, payment: reference.fid }
    }))
}

/// Returns the diner of an event by its payment, its subscription, its customer at the provider or its card. A card that was detached has no
/// customer. None for a payout, for instance.
pub(super) async fn find_diner(conn: &mut PgConnection, body: &str) -> sqlx::Result<Option<UserId>> {
    let intent = intent_of(body);
    let (restaurant, charge) = intent.as_ref().and_then(|intent| intent.charge.clone()).unzip();
    let payment = intent.map(|intent| intent.fid);
    let subscription = subscription_of(body);
    let (subscription, subscription_uid) = subscription.map(|one| (one.fid, one.uid)).unzip();
    sqlx::query_scalar!(
        r#"SELECT found.user_id AS "user_id!: UserId" FROM (
               SELECT c.user_id, 1 AS rank FROM charges c WHERE c.restaurant_id = $1 AND c.uid = $2
               UNION ALL SELECT c.user_id, 2 FROM charges c WHERE c.gateway_fid = $3
               UNION ALL SELECT s.user_id, 3 FROM subscriptions s WHERE s.gateway_fid = $4 OR s.uid = $5
               UNION ALL SELECT u.id, 4 FROM users u WHERE u.gateway_customer_fid = $6
               UNION ALL SELECT m.user_id, 5 FROM payment_methods m WHERE m.gateway_fid = $7) found
           ORDER BY found.rank LIMIT 1"#,
        restaurant.map(|id| id.0),
        charge,
        payment,
        subscription,
        subscription_uid.flatten(),
        customer_of(body),
        card_of(body),
    )
    .fetch_optional(conn)
    .await
}

/// Returns the provider's customer of an event.
fn customer_of(body: &str) -> Option<String> {
    let object = object_of(body)?;
    let field = if object.get("object")?.as_str()? == "customer" { "id" } else { "customer" };
    object.get(field)?.as_str().map(str::to_owned)
}

/// Returns the card of an event whose object is the card.
fn card_of(body: &str) -> Option<String> {
    let object = object_of(body)?;
    let is_card = object.get("object")?.as_str()? == "payment_method";
    Some(object.get("id")?.as_str()?.to_owned()).filter(|_| is_card)
}

/// Marks an event as processed.
pub async fn mark_processed(
    conn: &mut PgConnection,
    provider_event_id: ProviderEventId,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE provider_events SET processed_at = $2 WHERE id = $1 AND processed_at IS NULL",
        provider_event_id.0,
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// `charge.refunded`, `charge.refund.updated`, `refund.created`, `refund.updated`, `refund.failed`
fn is_about_refunds(kind: &str) -> bool {
    kind.starts_with("refund.") || kind.starts_with("charge.refund")
}

fn object_of(body: &str) -> Option<serde_json::Value> {
    let event: serde_json::Value = serde_json::from_str(body).ok()?;
    Some(event.pointer("/data/object")?.clone())
}

fn dispute_of(body: &str) -> Option<String> {
    let object = object_of(body)?;
    let is_dispute = object.get("object")?.as_str()? == "dispute";
    Some(object.get("id")?.as_str()?.to_owned()).filter(|_| is_dispute)
}

/// Returns the subscription of an event whose object is the subscription or an invoice, which names it in one of two places.
fn subscription_of(body: &str) -> Option<SubscriptionReference> {
    let object = object_of(body)?;
    let text = |path: &str| object.pointer(path).and_then(serde_json::Value::as_str).map(str::to_owned);
    let (fid, uid) = match object.get("object")?.as_str()? {
        "subscription" => (text("/id")?, text("/metadata/subscription_uid")),
        "invoice" => {
            let parent = "/parent/subscription_details";
            let fid = text("/subscription").or_else(|| text(&format!("{parent}/subscription")))?;
            let uid = text("/subscription_details/metadata/subscription_uid");
            (fid, uid.or_else(|| text(&format!("{parent}/metadata/subscription_uid"))))
        }
        _ => return None,
    };
    Some(SubscriptionReference { fid, uid })
}

/// Returns the payment intent of an event whose object is the intent, a charge or a refund.
fn intent_of(body: &str) -> Option<IntentReference> {
    let object = object_of(body)?;
    let field = if object.get("object")?.as_str()? == "payment_intent" { "id" } else { "payment_intent" };
    let metadata = |name| object.get("metadata")?.get(name)?.as_str();
    let restaurant = metadata("restaurant_id").and_then(|id| id.parse().ok()).map(RestaurantId);
    Some(IntentReference {
        fid: object.get(field)?.as_str()?.to_owned(),
        charge: restaurant.zip(metadata("charge_uid").map(str::to_owned)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_names_its_subscription_or_dispute() {
        let body = |object: &str| format!(r#"{{"data":{{"object":{object}}}}}"#);
        let reference =
            |uid: Option<&str>| Some(SubscriptionReference { fid: "sub_1".into(), uid: uid.map(str::to_owned) });
        let own = r#"{"object":"subscription","id":"sub_1","metadata":{"subscription_uid":"u"}}"#;
        assert_eq!(subscription_of(&body(own)), reference(Some("u")));
        assert_eq!(
            subscription_of(&body(r#"{"object":"invoice","id":"in_1","subscription":"sub_1"}"#)),
            reference(None)
        );
        let newer = r#"{"object":"invoice","parent":{"subscription_details":{"subscription":"sub_1","metadata":{"subscription_uid":"u"}}}}"#;
        assert_eq!(subscription_of(&body(newer)), reference(Some("u")));
        assert_eq!(subscription_of(&body(r#"{"object":"invoice","id":"in_1"}"#)), None);
        assert_eq!(
            dispute_of(&body(r#"{"object":"dispute","id":"dp_1","payment_intent":"pi_1"}"#)),
            Some("dp_1".into())
        );
        assert_eq!(dispute_of(&body(own)), None);
    }

    #[test]
    fn an_event_names_its_intent_directly_or_through_a_charge() {
        let of = |object: &str| intent_of(&format!(r#"{{"data":{{"object":{object}}}}}"#));
        let reference = |fid: &str, charge| Some(IntentReference { fid: fid.to_owned(), charge });
        assert_eq!(of(r#"{"object":"payment_intent","id":"pi_1"}"#), reference("pi_1", None));
        assert_eq!(
            of(r#"{"object":"charge","id":"ch_1","payment_intent":"pi_2","metadata":{}}"#),
            reference("pi_2", None)
        );
        assert_eq!(
            of(r#"{"object":"payment_intent","id":"pi_1","metadata":{"restaurant_id":"7","charge_uid":"abc"}}"#),
            reference("pi_1", Some((RestaurantId(7), "abc".to_owned())))
        );
        let half = r#"{"object":"payment_intent","id":"pi_1","metadata":{"restaurant_id":"x","charge_uid":"abc"}}"#;
        assert_eq!(of(half), reference("pi_1", None));
        assert_eq!(of(r#"{"object":"setup_intent","id":"seti_1"}"#), None);
        assert_eq!(intent_of("not json"), None);
    }

    #[test]
    fn an_event_names_the_customer_of_the_provider_or_the_card() {
        let of = |object: &str| customer_of(&format!(r#"{{"data":{{"object":{object}}}}}"#));
        assert_eq!(of(r#"{"object":"setup_intent","id":"seti_1","customer":"cus_1"}"#), Some("cus_1".to_owned()));
        assert_eq!(of(r#"{"object":"customer","id":"cus_2"}"#), Some("cus_2".to_owned()));
        assert_eq!(of(r#"{"object":"payout","id":"po_1"}"#), None);
        assert_eq!(customer_of("{}"), None);
        let detached = r#"{"data":{"object":{"object":"payment_method","id":"pm_1","customer":null}}}"#;
        assert_eq!((customer_of(detached), card_of(detached)), (None, Some("pm_1".to_owned())));
        assert_eq!(card_of(r#"{"data":{"object":{"object":"customer","id":"cus_2"}}}"#), None);
    }
}
