use chrono::{DateTime, Duration, Utc};
use minijinja::value::Serde;
use serde_json::{Value, json};
use sqlx::{PgConnection, PgPool};

use super::error::MailError;
use super::model::NewMail;
use super::queries::{self, Delivery};
use super::render::render;
use crate::i18n::Locale;
use crate::ids::ReservationId;
use crate::jobs::{self, BulkMailJob, MailJob, Waiting};
use crate::outbox::{Mail, Outbox};
use crate::rng::Rng;

/// Inserts a mail and pushes its job, in the transaction of what it reports. The sweeper pushes the job of a mail that
/// is due later.
pub async fn queue(conn: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, mail: NewMail) -> sqlx::Result<()> {
    let uid = rng.uid();
    let Some(id) = queries::insert(conn, &uid, &mail, now).await? else { return Ok(()) };
    if mail.send_after.is_some_and(|due| now < due) {
        return Ok(());
    }
    push(conn, rng, id, &uid, mail.is_bulk).await
}

/// Pushes the mail's job into its queue, once.
async fn push(conn: &mut PgConnection, rng: &Rng, id: i64, uid: &str, is_bulk: bool) -> sqlx::Result<()> {
    let key = format!("mail:{uid}");
    if is_bulk {
        jobs::push(conn, rng, &BulkMailJob { mail_delivery_id: id }, Some(&key)).await
    } else {
        jobs::push(conn, rng, &MailJob { mail_delivery_id: id }, Some(&key)).await
    }
}

/// The job: renders a mail from what the tables say now, and sends it. It does nothing when the mail was sent.
pub async fn deliver(pool: &PgPool, outbox: &Outbox, now: DateTime<Utc>, id: i64) -> Result<(), MailError> {
    let mut conn = pool.acquire().await?;
    let delivery = queries::find(&mut conn, id).await?.ok_or(MailError::Unknown(id))?;
    if delivery.sent_at.is_some() || delivery.dropped_at.is_some() {
        return Ok(());
    }
    if delivery.send_after.is_some_and(|due| now < due) {
        return Err(MailError::Early(id));
    }
    let mail = outbox.registry.mail(&delivery.template);
    let mail = mail.ok_or_else(|| MailError::Template(delivery.template.clone()))?;
    let Some(context) = context(&mut conn, outbox, mail, &delivery).await? else {
        return Ok(queries::mark_dropped(&mut conn, id, now).await?);
    };
    drop(conn);
    let rendered = render(&outbox.registry.environment, mail.template, &Serde(context).into())?;
    outbox.mailer.send(&delivery.uid, &delivery.recipient, rendered).await?;
    let mut conn = pool.acquire().await?;
    queries::mark_sent(&mut conn, id, now).await?;
    if let (Some(after), Some(reservation)) = (mail.after, delivery.reservation_id) {
        after(&mut conn, ReservationId(reservation), now).await?;
    }
    Ok(())
}

/// What the mail is filled with: the reader's name and language, and what its area says. Nothing when the mail's
/// subject is over.
async fn context(
    conn: &mut PgConnection,
    outbox: &Outbox,
    mail: &Mail,
    delivery: &Delivery,
) -> Result<Option<Value>, MailError> {
    let locale = Locale::parse(&delivery.locale).unwrap_or_default();
    let subject = outbox.subject(locale, delivery.reservation_id.map(ReservationId), &delivery.context);
    let Some(Value::Object(own)) = (mail.context)(conn, &subject).await? else { return Ok(None) };
    let name = full_name(locale, delivery);
    let mut context = json!({ "locale": locale.as_str(), "base_url": outbox.base_url(), "name": name });
    for (key, value) in own {
        context[key] = value;
    }
    Ok(Some(context))
}

fn full_name(locale: Locale, delivery: &Delivery) -> String {
    let (last, first) = (&delivery.name_last, &delivery.name_first);
    match locale {
        Locale::Ja => format!("{last} {first}"),
        Locale::En => format!("{first} {last}"),
    }
    .trim()
    .to_owned()
}

/// How many mails are to be sent now: to one person, and to many.
pub async fn count_waiting(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<(Waiting, Waiting)> {
    Ok((queries::count_waiting(conn, now, false).await?, queries::count_waiting(conn, now, true).await?))
}

/// Pushes a job for mails whose time has come, and for those that were written a minute ago and have none, as after a
/// restored backup.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> anyhow::Result<usize> {
    let mut conn = pool.acquire().await?;
    let orphans = queries::orphans(&mut conn, now - Duration::minutes(1), now).await?;
    for orphan in &orphans {
        push(&mut conn, rng, orphan.id, &orphan.uid, orphan.is_bulk).await?;
    }
    Ok(orphans.len())
}
