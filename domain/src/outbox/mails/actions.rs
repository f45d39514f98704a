use chrono::{DateTime, Duration, Utc};
use minijinja::value::Serde;
use serde_json::{Value, json};
use sqlx::{PgConnection, PgPool};

use super::error::MailError;
use super::invitation::News;
use super::model::{NewMail, Template};
use super::queries::{self, Delivery};
use super::{announcement, invitation, render, reservation, standby, transport::Mailer};
use crate::accounts::{self, EMAIL_CONFIRMATION, PASSWORD_RESET, TWO_FACTOR_CODE};
use crate::i18n::Locale;
use crate::ids::{ReservationId, UserId};
use crate::jobs::{self, MailJob};
use crate::reservations::invitations::queries as invitations;
use crate::rng::Rng;

/// Writes a mail down and pushes its job, in the transaction of what it tells of. One that is due later gets its job from
/// the sweeper.
pub async fn queue(conn: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, mail: NewMail) -> sqlx::Result<()> {
    let uid = rng.uid();
    let Some(id) = queries::insert(conn, &uid, &mail, now).await? else { return Ok(()) };
    if mail.send_after.is_some_and(|due| now < due) {
        return Ok(());
    }
    jobs::push(conn, rng, &MailJob { mail_delivery_id: id }, Some(&job_key(&uid))).await
}

/// Tells the diner of a reservation about it, in the language it was booked in; nothing for one without an account.
pub async fn queue_for_reservation(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    template: Template,
    reservation: ReservationId,
) -> sqlx::Result<()> {
    let Some(diner) = queries::diner_of(conn, reservation).await? else { return Ok(()) };
    let locale = Locale::parse(&diner.locale).unwrap_or_default();
    let mail = NewMail::about_reservation(template, locale, UserId(diner.user_id), &diner.email, reservation);
    queue(conn, rng, now, mail).await
}

fn job_key(uid: &str) -> String {
    format!("mail:{uid}")
}

/// The job: renders a mail from what the tables say now, and sends it. Quietly nothing when it was sent.
pub async fn deliver(pool: &PgPool, mailer: &Mailer, now: DateTime<Utc>, id: i64) -> Result<(), MailError> {
    let mut conn = pool.acquire().await?;
    let delivery = queries::find(&mut conn, id).await?.ok_or(MailError::Unknown(id))?;
    if delivery.sent_at.is_some() || delivery.dropped_at.is_some() {
        return Ok(());
    }
    if delivery.send_after.is_some_and(|due| now < due) {
        return Err(MailError::Early(id));
    }
    let template = Template::named(&delivery.template).ok_or_else(|| MailError::Template(delivery.template.clone()))?;
    let Some(context) = context(&mut conn, mailer, template, &delivery).await? else {
        return Ok(queries::mark_dropped(&mut conn, id, now).await?);
    };
    drop(conn);
    let mail = render::render(template, &Serde(context).into())?;
    mailer.send(&delivery.uid, &delivery.recipient, mail).await?;
    let mut conn = pool.acquire().await?;
    queries::mark_sent(&mut conn, id, now).await?;
    if let (Template::Invitation, Some(reservation)) = (template, delivery.reservation_id) {
        invitations::mark_sent(&mut conn, reservation, now).await?;
    }
    Ok(())
}

/// What a template is filled with: links and codes are derived here, and live nowhere else. Nothing when there is nothing to
/// tell any more.
async fn context(
    conn: &mut PgConnection,
    mailer: &Mailer,
    template: Template,
    delivery: &Delivery,
) -> Result<Option<Value>, MailError> {
    let locale = Locale::parse(&delivery.locale).unwrap_or_default();
    let base = &mailer.base_url;
    let named = |key: &str| delivery.context[key].as_str().unwrap_or_default();
    let mut context = json!({ "locale": locale.as_str(), "base_url": base, "name": full_name(locale, delivery) });
    match template {
        Template::EmailConfirmation => {
            let token = accounts::link_token(&mailer.signer, EMAIL_CONFIRMATION, named("token_uid"));
            context["link"] = format!("{base}/users/confirmation?confirmation_token={token}").into();
            context["days"] = 3.into();
        }
        Template::PasswordReset => {
            let token = accounts::link_token(&mailer.signer, PASSWORD_RESET, named("token_uid"));
            context["link"] = format!("{base}/users/password/edit?reset_password_token={token}").into();
            context["hours"] = 2.into();
        }
        Template::TwoFactorCode => {
            context["code"] = mailer.signer.digits(TWO_FACTOR_CODE, named("challenge_uid")).into();
            context["minutes"] = 10.into();
        }
        Template::ReservationAccepted
        | Template::ReservationCancelled
        | Template::ReservationExpiredRefunded
        | Template::ReservationReseated => {
            let id = delivery.reservation_id.unwrap_or_default();
            let view = reservation::load(conn, id, locale, base).await?.ok_or(MailError::Unknown(id))?;
            context["r"] = serde_json::to_value(view).unwrap_or_default();
        }
        Template::StandbyReleased => {
            let id = delivery.context["online_cancellation_release_id"].as_i64().unwrap_or_default();
            let Some(view) = standby::load(conn, id, locale, base).await? else { return Ok(None) };
            context["s"] = serde_json::to_value(view).unwrap_or_default();
        }
        Template::Announcement => {
            let id = |key: &str| delivery.context[key].as_i64().unwrap_or_default();
            let ids = (id("announcement_id"), id("customer_id"));
            let Some(view) = announcement::load(conn, ids, locale, base, &mailer.signer).await? else {
                return Ok(None);
            };
            context["a"] = serde_json::to_value(view).unwrap_or_default();
        }
        Template::Invitation | Template::InvitationWithdrawn => {
            let id = delivery.reservation_id.unwrap_or_default();
            let news = if template == Template::Invitation { News::Invited } else { News::Withdrawn };
            let view = invitation::load(conn, news, id, locale, (base, &mailer.signer)).await?;
            let Some(view) = view else { return Ok(None) };
            context["name"] = view.guest.clone().into();
            context["i"] = serde_json::to_value(view).unwrap_or_default();
        }
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

/// Pushes a job for mails whose time has come, and for those that were written a minute ago and have none, as after a
/// restored backup.
pub async fn sweep(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> anyhow::Result<usize> {
    let mut conn = pool.acquire().await?;
    let orphans = queries::orphans(&mut conn, now - Duration::minutes(1), now).await?;
    for (id, uid) in &orphans {
        jobs::push(&mut conn, rng, &MailJob { mail_delivery_id: *id }, Some(&job_key(uid))).await?;
    }
    Ok(orphans.len())
}
