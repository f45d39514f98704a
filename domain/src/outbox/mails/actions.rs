use chrono::{DateTime, Duration, Utc};
use minijinja::value::Serde;
use serde_json::{Value, json};
use sqlx::{PgConnection, PgPool};

use super::error::MailError;
use super::model::NewMail;
use super::queries::{self, MailDelivery};
use super::render::render;
use crate::i18n::Locale;
use crate::ids::MailDeliveryId;
use crate::jobs::{self, BulkMailJob, MailJob, Repeat, WaitingJobs};
use crate::outbox::failures;
use crate::outbox::registry::FailedDelivery;
use crate::outbox::{MailDefinition, MessageSubject, Outbox};
use crate::rng::Rng;

/// Maximum number of jobs that one sweep enqueues; the next sweep follows soon.
const BATCH: i64 = 500;

/// Age at which a mail without a job counts as orphaned.
const ORPHAN_AGE: Duration = Duration::minutes(1);

/// Inserts a mail and enqueues its job, in the transaction that it reports. For a mail with a later time, the sweeper enqueues the job.
pub async fn queue(conn: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, mail: NewMail) -> sqlx::Result<()> {
    queue_all(conn, rng, now, &[mail]).await
}

/// As `queue` for many mails: one statement for the mails, and one for the jobs of each queue.
pub async fn queue_all(conn: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, mails: &[NewMail]) -> sqlx::Result<()> {
    if mails.is_empty() {
        return Ok(());
    }
    let uids: Vec<_> = mails.iter().map(|_| rng.uid()).collect();
    let inserted = queries::insert(conn, &uids, mails, now).await?;
    let due = inserted.into_iter().filter(|mail| mail.send_after.is_none_or(|due| due <= now));
    push(conn, rng, due.map(|mail| (mail.id, mail.uid, mail.is_bulk))).await
}

/// Enqueues the mails' jobs in their queues, each once while it waits or runs.
async fn push(
    conn: &mut PgConnection,
    rng: &Rng,
    mails: impl Iterator<Item = (MailDeliveryId, String, bool)>,
) -> sqlx::Result<()> {
    let (mut single, mut bulk) = (Vec::new(), Vec::new());
    for (mail_delivery_id, uid, is_bulk) in mails {
        let key = format!("mail:{uid}");
        match is_bulk {
            false => single.push((MailJob { mail_delivery_id }, key)),
            true => bulk.push((BulkMailJob { mail_delivery_id }, key)),
        }
    }
    jobs::push_due(conn, rng, single, Repeat::WhenDone).await?;
    jobs::push_due(conn, rng, bulk, Repeat::WhenDone).await?;
    Ok(())
}

/// Enqueues mails that were inserted before and dropped, and are wanted again. Other mails, and mails without a key, are ignored. A running
/// job may have read its mail while it was dropped: the sweep enqueues the mail again once that job is done.
pub async fn queue_dropped(conn: &mut PgConnection, rng: &Rng, mails: &[NewMail]) -> sqlx::Result<()> {
    let keys: Vec<_> = mails.iter().filter_map(|mail| mail.dedup_key.clone()).collect();
    let wanted = queries::mark_not_dropped(conn, &keys).await?;
    push(conn, rng, wanted.into_iter().map(|mail| (mail.id, mail.uid, mail.is_bulk))).await
}

/// Runs the job: renders a mail from the current data and sends it. Does nothing if the mail was sent or dropped.
pub async fn deliver(pool: &PgPool, outbox: &Outbox, now: DateTime<Utc>, id: MailDeliveryId) -> Result<(), MailError> {
    let mut conn = pool.acquire().await?;
    let delivery = queries::find(&mut conn, id).await?.ok_or(MailError::Unknown(id.0))?;
    if delivery.sent_at.is_some() || delivery.dropped_at.is_some() {
        return Ok(());
    }
    if delivery.send_after.is_some_and(|due| now < due) {
        return Err(MailError::Early(id.0));
    }
    let mail = outbox.registry.mail(&delivery.template);
    let mail = mail.ok_or_else(|| MailError::Template(delivery.template.clone()))?;
    let Some(context) = context(&mut conn, outbox, mail, &delivery, now).await? else {
        return Ok(queries::mark_dropped(&mut conn, &[id], now).await?);
    };
    drop(conn);
    let recipient = context["recipient"].as_str().unwrap_or(&delivery.recipient).to_owned();
    let rendered = render(&outbox.registry.environment, mail.template, &Serde(context).into())?;
    outbox.mailer.send(&delivery.uid, &recipient, rendered).await?;
    let mut tx = pool.begin().await?;
    if queries::mark_sent(&mut tx, id, now).await? {
        let recovered = FailedDelivery { reservation: delivery.reservation_id, ids: delivery.context };
        failures::set_undelivered(&mut tx, outbox, &delivery.template, &recovered, None).await?;
    }
    tx.commit().await?;
    if let (Some(after), Some(reservation)) = (mail.after, delivery.reservation_id) {
        after(&mut *pool.acquire().await?, reservation, now).await?;
    }
    Ok(())
}

/// Returns the context of the template: the reader's name and language, and the data of the mail's area, which may name another recipient.
/// None if the mail's subject has ended.
async fn context(
    conn: &mut PgConnection,
    outbox: &Outbox,
    mail: &MailDefinition,
    delivery: &MailDelivery,
    now: DateTime<Utc>,
) -> Result<Option<Value>, MailError> {
    let locale = Locale::parse(&delivery.locale).unwrap_or_default();
    let subject = outbox.subject(locale, delivery.reservation_id, &delivery.context, now);
    let subject = MessageSubject { mail: delivery.id, recipient: &delivery.recipient, ..subject };
    let Some(Value::Object(own)) = (mail.context)(conn, &subject).await? else { return Ok(None) };
    let name = full_name(locale, delivery);
    let mut context = json!({ "locale": locale.as_str(), "base_url": outbox.base_url(), "name": name });
    for (key, value) in own {
        context[key] = value;
    }
    Ok(Some(context))
}

/// Returns the language in which a mail is sent; None for an unknown mail.
pub async fn reader_locale(conn: &mut PgConnection, id: MailDeliveryId) -> sqlx::Result<Option<Locale>> {
    let delivery = queries::find(conn, id).await?;
    Ok(delivery.map(|delivery| Locale::parse(&delivery.locale).unwrap_or_default()))
}

fn full_name(locale: Locale, delivery: &MailDelivery) -> String {
    let (last, first) = (&delivery.name_last, &delivery.name_first);
    match locale {
        Locale::Ja => format!("{last} {first}"),
        Locale::En => format!("{first} {last}"),
    }
    .trim()
    .to_owned()
}

/// Counts mails that are due: mails to one person, and bulk mails.
pub async fn count_waiting(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<(WaitingJobs, WaitingJobs)> {
    Ok((queries::count_waiting(conn, now, false).await?, queries::count_waiting(conn, now, true).await?))
}

/// Enqueues a job for mails that have become due, and for mails that were written more than a minute ago and have no open job, for
/// example after a restored backup.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> anyhow::Result<usize> {
    let mut conn = pool.acquire().await?;
    let orphans = queries::list_orphans(&mut conn, now - ORPHAN_AGE, now, BATCH).await?;
    let count = orphans.len();
    push(&mut conn, rng, orphans.into_iter().map(|mail| (mail.id, mail.uid, mail.is_bulk))).await?;
    Ok(count)
}

/// Counts the mails that a sweep would find.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    queries::count_orphans(conn, now - ORPHAN_AGE, now).await
}
