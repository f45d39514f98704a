//! The subjects of jobs, by which an operator decides about failed ones: the kind of a mail, and the account, booking, restaurant or
//! raffle that the job concerns.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::Value;
use sqlx::PgConnection;

use crate::jobs::queries::JobRow;
use crate::payments::model::SubjectKind;

/// The subject of a job. Each part is null if the job has none, or its row no longer exists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct JobSubject {
    /// The template of a mail or text message, the subject of a payment, or the type of the card provider's event.
    pub kind: Option<String>,
    pub user_uid: Option<String>,
    pub reservation_uid: Option<String>,
    pub restaurant_slug: Option<String>,
    pub raffle_round_uid: Option<String>,
}

type ById = HashMap<i64, JobSubject>;

/// Returns the subject of each job, in the same order. Runs one statement for each kind of row.
pub async fn list(conn: &mut PgConnection, jobs: &[JobRow]) -> sqlx::Result<Vec<JobSubject>> {
    let ids = |key: &str| jobs.iter().filter_map(|job| job.payload[key].as_i64()).collect::<Vec<_>>();
    let settled = |kind: SubjectKind| {
        let of_kind = jobs.iter().filter(move |job| job.payload["subject_kind"] == kind.as_str());
        of_kind.filter_map(|job| job.payload["subject_id"].as_i64()).collect::<Vec<_>>()
    };
    let subjects = Subjects {
        mails: list_mails(conn, &ids("mail_delivery_id")).await?,
        texts: list_texts(conn, &ids("sms_delivery_id")).await?,
        bookings: list_bookings(conn, &settled(SubjectKind::Reservation)).await?,
        subscriptions: list_subscriptions(conn, &settled(SubjectKind::Subscription)).await?,
        restaurants: list_restaurants(conn, &ids("restaurant_id")).await?,
        events: list_events(conn, &ids("provider_event_id")).await?,
    };
    Ok(jobs.iter().map(|job| subjects.of(&job.payload)).collect())
}

/// Rows by their ids.
struct Subjects {
    mails: ById,
    texts: ById,
    bookings: ById,
    subscriptions: ById,
    restaurants: ById,
    events: ById,
}

impl Subjects {
    fn of(&self, payload: &Value) -> JobSubject {
        let find = |rows: &ById, key: &str| payload[key].as_i64().and_then(|id| rows.get(&id)).cloned();
        let kind = payload["subject_kind"].as_str();
        let rows = match kind.and_then(SubjectKind::named) {
            Some(SubjectKind::Reservation) => Some(&self.bookings),
            Some(SubjectKind::Subscription) => Some(&self.subscriptions),
            Some(SubjectKind::Correction) | None => None,
        };
        let found = find(&self.mails, "mail_delivery_id")
            .or_else(|| find(&self.texts, "sms_delivery_id"))
            .or_else(|| rows.and_then(|rows| find(rows, "subject_id")))
            .or_else(|| find(&self.restaurants, "restaurant_id"))
            .or_else(|| find(&self.events, "provider_event_id"))
            .unwrap_or_default();
        let raffle_round_uid = payload["raffle_round_uid"].as_str().map(str::to_owned);
        JobSubject { kind: found.kind.clone().or_else(|| kind.map(str::to_owned)), raffle_round_uid, ..found }
    }
}

/// A row that has its subject in columns, and the subject's kind.
struct SubjectRow {
    id: i64,
    kind: String,
    user_uid: Option<String>,
    reservation_uid: Option<String>,
    restaurant_slug: Option<String>,
}

fn by_id(rows: Vec<SubjectRow>) -> ById {
    let subjects = rows.into_iter().map(|SubjectRow { id, kind, user_uid, reservation_uid, restaurant_slug }| {
        let subject =
            JobSubject { kind: Some(kind), user_uid, reservation_uid, restaurant_slug, raffle_round_uid: None };
        (id, subject)
    });
    subjects.collect()
}

async fn list_mails(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<ById> {
    let rows = sqlx::query_as!(
        SubjectRow,
        r#"SELECT m.id AS "id!", m.template AS "kind!", u.uid AS "user_uid?", r.uid AS "reservation_uid?", t.slug AS "restaurant_slug?"
           FROM mail_deliveries m
           LEFT JOIN users u ON u.id = m.user_id
           LEFT JOIN reservations r ON r.id = m.reservation_id
           LEFT JOIN restaurants t ON t.id = coalesce(m.restaurant_id, r.restaurant_id)
           WHERE m.id = ANY ($1)"#,
        ids
    );
    Ok(by_id(rows.fetch_all(conn).await?))
}

async fn list_texts(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<ById> {
    let rows = sqlx::query!(
        r#"SELECT m.id AS "id!", m.template AS "template!", r.uid AS "reservation_uid?", t.slug AS "restaurant_slug?"
           FROM sms_deliveries m
           LEFT JOIN reservations r ON r.id = m.reservation_id
           LEFT JOIN restaurants t ON t.id = r.restaurant_id
           WHERE m.id = ANY ($1)"#,
        ids
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let subject = JobSubject {
            kind: Some(row.template),
            reservation_uid: row.reservation_uid,
            restaurant_slug: row.restaurant_slug,
            ..JobSubject::default()
        };
        (row.id, subject)
    });
    Ok(rows.collect())
}

async fn list_bookings(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<ById> {
    let rows = sqlx::query!(
        "SELECT r.id, r.uid, t.slug FROM reservations r JOIN restaurants t ON t.id = r.restaurant_id WHERE r.id = ANY ($1)",
        ids
    );
    let rows = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let subject =
            JobSubject { reservation_uid: Some(row.uid), restaurant_slug: Some(row.slug), ..JobSubject::default() };
        (row.id, subject)
    });
    Ok(rows.collect())
}

async fn list_subscriptions(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<ById> {
    let rows = sqlx::query!(
        "SELECT s.id, u.uid FROM subscriptions s JOIN users u ON u.id = s.user_id WHERE s.id = ANY ($1)",
        ids
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows.map(|row| (row.id, JobSubject { user_uid: Some(row.uid), ..JobSubject::default() })).collect())
}

/// The events of the card provider, with the diner, and the reservation of the payment that each names until its body is removed.
async fn list_events(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<ById> {
    let rows = sqlx::query_as!(
        SubjectRow,
        r#"SELECT e.id AS "id!", e.type AS "kind!", u.uid AS "user_uid?", r.uid AS "reservation_uid?", t.slug AS "restaurant_slug?"
           FROM provider_events e
           CROSS JOIN LATERAL (SELECT nullif(e.body, '')::jsonb -> 'data' -> 'object' AS object) b
           LEFT JOIN LATERAL (
               SELECT c.restaurant_id, c.reservation_id FROM charges c
               WHERE c.gateway_fid = CASE WHEN b.object ->> 'object' = 'payment_intent' THEN b.object ->> 'id'
                                          ELSE b.object ->> 'payment_intent' END
               ORDER BY c.id LIMIT 1) p ON true
           LEFT JOIN users u ON u.id = e.user_id
           LEFT JOIN reservations r ON r.restaurant_id = p.restaurant_id AND r.id = p.reservation_id
           LEFT JOIN restaurants t ON t.id = p.restaurant_id
           WHERE e.id = ANY ($1)"#,
        ids
    );
    Ok(by_id(rows.fetch_all(conn).await?))
}

async fn list_restaurants(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<ById> {
    let rows = sqlx::query!("SELECT id, slug FROM restaurants WHERE id = ANY ($1)", ids);
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows.map(|row| (row.id, JobSubject { restaurant_slug: Some(row.slug), ..JobSubject::default() })).collect())
}
