//! The mails about a dispute: to the admins when it is opened and before its deadline, to a restaurant's owners when it is lost.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::model::{DisputeRow, DisputeStage};
use super::queries;
use crate::accounts::owners;
use crate::i18n::{self, Locale, t};
use crate::ids::{DisputeId, RestaurantId};
use crate::outbox::mails::{self, MailError, MailTemplate, NewMail, template};
use crate::outbox::{MailDefinition, MessageSubject};
use crate::payments::disputes::DisputeBearer;
use crate::rng::Rng;

pub(super) const OPENED: MailTemplate = template!("dispute_opened", "dispute.txt", "dispute.html");
pub(super) const DEADLINE: MailTemplate = template!("dispute_deadline", "dispute.txt", "dispute.html");
pub(super) const LOST: MailTemplate = template!("dispute_lost", "dispute.txt", "dispute.html");

const RESTAURANT_ID: &str = "restaurant_id";
const DISPUTE_ID: &str = "dispute_id";

pub const MAILS: &[MailDefinition] = &[
    MailDefinition { template: OPENED, context: |conn, subject| Box::pin(to_admins(conn, subject)), after: None },
    MailDefinition { template: DEADLINE, context: |conn, subject| Box::pin(to_admins(conn, subject)), after: None },
    MailDefinition { template: LOST, context: |conn, subject| Box::pin(to_owners(conn, subject)), after: None },
];

/// A dispute in a status of the provider's, about which mails are sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReportedDispute<'a> {
    pub restaurant: RestaurantId,
    pub id: DisputeId,
    pub status: &'a str,
}

/// Queues a mail to every enabled admin, once for each status of a dispute: an inquiry can become a dispute.
pub(super) async fn queue_to_admins(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    template: MailTemplate,
    about: ReportedDispute<'_>,
) -> sqlx::Result<()> {
    let addresses = queries::list_admin_addresses(conn).await?;
    queue(conn, rng, now, template, about, &addresses).await
}

/// Queues the mail about a loss to the restaurant's owners.
pub(super) async fn queue_to_owners(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    about: ReportedDispute<'_>,
) -> sqlx::Result<()> {
    let addresses = owners::list_addresses(conn, about.restaurant).await?;
    queue(conn, rng, now, LOST, about, &addresses).await
}

async fn queue(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    template: MailTemplate,
    about: ReportedDispute<'_>,
    addresses: &[String],
) -> sqlx::Result<()> {
    let ReportedDispute { restaurant, id, status } = about;
    for email in addresses {
        let context = json!({ RESTAURANT_ID: restaurant, DISPUTE_ID: id });
        let mail = NewMail {
            dedup_key: Some(format!("{}:{restaurant}:{id}:{status}:{email}", template.name)),
            ..NewMail::to_staff(template, Locale::Ja, email, context)
        };
        mails::queue(conn, rng, now, mail).await?;
    }
    Ok(())
}

async fn find(conn: &mut PgConnection, subject: &MessageSubject<'_>) -> Result<Option<DisputeRow>, MailError> {
    let restaurant = RestaurantId(subject.id(RESTAURANT_ID));
    Ok(queries::find_by_id(conn, restaurant, DisputeId(subject.id(DISPUTE_ID))).await?)
}

/// Returns `None` for a dispute that waits for no answer any more.
async fn to_admins(conn: &mut PgConnection, subject: &MessageSubject<'_>) -> Result<Option<Value>, MailError> {
    let found = find(conn, subject).await?;
    let Some(dispute) = found.filter(|dispute| dispute.stage() == DisputeStage::NeedsResponse) else { return Ok(None) };
    let diner = queries::find_diner_name(conn, dispute.user).await?;
    let link = format!("{}/admin/disputes/{}", subject.base_url, dispute.fid);
    let for_admins = facts_for_admins(&dispute.fid, diner);
    Ok(Some(json!({ "d": view(subject.locale, &dispute, for_admins), "link": link })))
}

/// Returns the facts that only admins get: the diner's name, and the commands that help.
fn facts_for_admins(fid: &str, diner: Option<String>) -> Vec<(&'static str, String)> {
    let command = format!("seki disputes evidence {fid}");
    let diner = diner.filter(|name| !name.trim().is_empty()).map(|name| ("mail.admin.diner", name));
    diner.into_iter().chain([("mail.admin.command", command)]).collect()
}

async fn to_owners(conn: &mut PgConnection, subject: &MessageSubject<'_>) -> Result<Option<Value>, MailError> {
    let Some(dispute) = find(conn, subject).await? else { return Ok(None) };
    let bearer = dispute.borne_by.unwrap_or(DisputeBearer::Platform);
    Ok(Some(json!({
        "d": view(subject.locale, &dispute, Vec::new()),
        "bearer": t(subject.locale, &format!("dispute.borne_by.{bearer}"), &[]),
        "link": format!("{}/owners/restaurant_charge_invoices", subject.base_url),
    })))
}

/// The facts of a dispute as lines of label and text, and `more` lines. The facts name no person.
fn view(locale: Locale, dispute: &DisputeRow, more: Vec<(&'static str, String)>) -> Value {
    let zone = dispute.zone.unwrap_or_default();
    let at = |instant| i18n::date_time(locale, instant, zone.tz());
    let lines = [
        ("mail.dispute.restaurant", Some(dispute.restaurant_name(locale).to_owned()).filter(|name| !name.is_empty())),
        ("mail.dispute.payment", Some(t(locale, &format!("charge.{}", dispute.charge_kind), &[]))),
        ("mail.label.code", dispute.reservation_code.clone()),
        ("mail.dispute.visit", dispute.starts_at.map(at)),
        ("mail.dispute.amount", Some(i18n::yen(locale, dispute.amount))),
        ("mail.dispute.reason", Some(dispute.reason_label(locale))),
        ("mail.dispute.due", dispute.evidence_due_at.filter(|_| dispute.closed_at.is_none()).map(at)),
    ];
    let more = more.into_iter().map(|(key, text)| (key, Some(text)));
    let lines = lines.into_iter().chain(more).filter_map(|(key, text)| Some((t(locale, key, &[]), text?)));
    json!({
        "lines": lines.collect::<Vec<_>>(),
        "amount": i18n::yen(locale, dispute.amount),
        "due": dispute.evidence_due_at.map(at).unwrap_or_default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::mails::snapshot;

    #[test]
    fn every_mail_renders_in_both_languages() {
        for locale in Locale::ALL {
            let facts = [
                ("mail.dispute.restaurant", "鮨かぐら".to_owned()),
                ("mail.dispute.payment", t(locale, "charge.prepaid_course", &[])),
                ("mail.dispute.reason", super::super::model::reason_label(locale, "fraudulent")),
            ];
            let more = facts_for_admins("dp_1", Some("山田 花子".to_owned()));
            let lines: Vec<_> = facts.into_iter().chain(more).map(|(key, text)| (t(locale, key, &[]), text)).collect();
            let facts =
                json!({ "lines": lines, "amount": i18n::yen(locale, crate::money::Yen(17_600)), "due": "12/13" });
            let link = "https://seki.test/admin/disputes/dp_1";
            snapshot(OPENED, locale, json!({ "d": facts, "link": link }));
            snapshot(DEADLINE, locale, json!({ "d": facts, "link": link }));
            let bearer = t(locale, "dispute.borne_by.restaurant", &[]);
            let facts = json!({ "lines": &lines[..3], "amount": i18n::yen(locale, crate::money::Yen(17_600)) });
            snapshot(
                LOST,
                locale,
                json!({ "d": facts, "bearer": bearer, "link": "https://seki.test/owners/restaurant_charge_invoices" }),
            );
        }
    }
}
