//! The mails about a subscription: started, paid, payment declined, cancelled, resumed and ended.

use std::fmt::Display;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::model::{GRACE, Status, Subscription, member_page};
use super::queries;
use super::quote::{Payment, SubscriptionQuote};
use crate::entitlements::tiers::Grade;
use crate::i18n::{self, Locale, t};
use crate::ids::SubscriptionId;
use crate::money::Yen;
use crate::outbox::mails::{self, MailError, MailTemplate, NewMail, template};
use crate::outbox::{MailDefinition, MessageSubject};
use crate::rng::Rng;

pub const WELCOME: MailTemplate = template!("plan_welcome", "plan.txt", "plan.html");
/// The free trial ends soon: the day and sum of the first payment.
pub const TRIAL_ENDING: MailTemplate = template!("plan_trial_ending", "plan.txt", "plan.html");
pub const RECEIPT: MailTemplate = template!("plan_receipt", "plan.txt", "plan.html");
pub const FAILED: MailTemplate = template!("plan_failed", "plan.txt", "plan.html");
pub const CANCELLED: MailTemplate = template!("plan_cancelled", "plan.txt", "plan.html");
/// The cancellation was withdrawn: the next payments.
pub const RESUMED: MailTemplate = template!("plan_resumed", "plan.txt", "plan.html");
pub const ENDED: MailTemplate = template!("plan_ended", "plan.txt", "plan.html");

pub(super) const CHANGE_REQUESTED: MailTemplate = template!("gold_change_requested");

const SUBSCRIPTION_ID: &str = "subscription_id";
/// Context key of a further subject of the mail: the provider's id of an invoice.
const ABOUT: &str = "about";

macro_rules! mail {
    ($template:ident) => {
        MailDefinition {
            template: $template,
            context: |conn, subject| Box::pin(context(conn, subject, $template)),
            after: None,
        }
    };
}

pub const MAILS: &[MailDefinition] = &[
    mail!(WELCOME),
    mail!(TRIAL_ENDING),
    mail!(RECEIPT),
    mail!(FAILED),
    mail!(CANCELLED),
    mail!(RESUMED),
    mail!(ENDED),
    MailDefinition {
        template: CHANGE_REQUESTED,
        context: |conn, subject| Box::pin(change_requested(conn, subject)),
        after: None,
    },
];

/// Names the diner, and links to the request's own page. `None` once the request is closed.
async fn change_requested(conn: &mut PgConnection, subject: &MessageSubject<'_>) -> Result<Option<Value>, MailError> {
    let open = sqlx::query!(
        r#"SELECT q.id, concat_ws(' ', p.name_last, p.name_first) AS "diner!" FROM gold_plan_change_requests q
           JOIN profiles p ON p.user_id = q.user_id WHERE q.id = $1 AND q.closed_at IS NULL"#,
        subject.id("gold_plan_change_request_id")
    );
    Ok(open.fetch_optional(conn).await?.map(|request| {
        let link = format!("{}/admin/gold_plan_change_requests/{}", subject.base_url, request.id);
        json!({ "diner": request.diner, "link": link })
    }))
}

/// All fields are text in the mail's language.
#[derive(Clone, Debug, Serialize)]
struct View {
    plan: String,
    subject: String,
    lead: String,
    lines: Vec<(String, String)>,
    note: String,
    link: String,
    button: String,
}

/// Enqueues a mail to a subscription's diner, once for each `about`.
pub(super) async fn queue(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    template: MailTemplate,
    subscription: &Subscription,
    about: &str,
) -> sqlx::Result<()> {
    let reader = sqlx::query!(
        r#"SELECT u.email::text AS "email!", p.locale FROM users u JOIN profiles p ON p.user_id = u.id WHERE u.id = $1"#,
        subscription.user_id.0
    );
    let reader = reader.fetch_one(&mut *conn).await?;
    let locale = Locale::parse(&reader.locale).unwrap_or_default();
    let context = json!({ SUBSCRIPTION_ID: subscription.id, ABOUT: about });
    let mail = NewMail {
        dedup_key: Some(format!("{}:{}:{about}", template.name, subscription.id)),
        ..NewMail::to_user(template, locale, subscription.user_id, &reader.email, context)
    };
    mails::queue(conn, rng, now, mail).await
}

/// Returns the mail's data; None if the mail is obsolete: a renewal that was paid in the meantime needs no card.
async fn context(
    conn: &mut PgConnection,
    subject: &MessageSubject<'_>,
    template: MailTemplate,
) -> Result<Option<Value>, MailError> {
    let id = SubscriptionId(subject.id(SUBSCRIPTION_ID));
    let subscription = queries::find(conn, id).await?.ok_or(MailError::Unknown(id.0))?;
    if template == FAILED && subscription.status != Status::PastDue {
        return Ok(None);
    }
    if template == TRIAL_ENDING && (subscription.status != Status::Trialing || subscription.is_cancelled()) {
        return Ok(None);
    }
    if template == CANCELLED && !subscription.is_cancelled() || template == RESUMED && subscription.is_cancelled() {
        return Ok(None);
    }
    let paid = sqlx::query!(
        r#"SELECT amount AS "amount: Yen", succeeded_at AS "succeeded_at!" FROM charges WHERE restaurant_id = 0 AND uid = $1"#,
        subject.uid(ABOUT)
    );
    let paid = paid.fetch_optional(conn).await?.map(|row| (row.amount, row.succeeded_at));
    let view = View::of(subject.locale, subject.base_url, template, &subscription, paid);
    Ok(Some(json!({ "p": view })))
}

impl View {
    fn of(
        locale: Locale,
        base_url: &str,
        template: MailTemplate,
        subscription: &Subscription,
        paid: Option<(Yen, DateTime<Utc>)>,
    ) -> Self {
        let tokyo = i18n::zone("Asia/Tokyo");
        let day = |at: DateTime<Utc>| i18n::date(locale, at.with_timezone(&tokyo).date_naive());
        let plan = t(locale, &format!("plan.{}", subscription.grade.as_str()), &[]);
        let name: &dyn Display = &plan;
        let closes = subscription.past_due_since.map(|since| day(since + GRACE)).unwrap_or_default();
        let till = subscription.ends_at.map(day).unwrap_or_default();
        let arguments = [("plan", name), ("closes", &closes as &dyn Display), ("till", &till)];
        let text = |what: &str| t(locale, &format!("mail.{}.{what}", template.name), &arguments);
        let label = |what: &str| t(locale, &format!("mail.plan.{what}"), &[]);
        let price = t(
            locale,
            &format!("plan.per_{}", subscription.price.interval),
            &[("amount", &i18n::yen(locale, subscription.price.amount)), ("count", &subscription.price.interval_count)],
        );
        let mut lines = vec![(label("plan"), plan.clone())];
        if [WELCOME, CANCELLED, RESUMED, FAILED].contains(&template) {
            lines.push((label("price"), price));
        }
        if template == WELCOME {
            lines.extend(payments(locale, subscription));
        }
        if template == TRIAL_ENDING {
            lines.extend(later_payments(locale, &SubscriptionQuote::of_subscription(subscription), "first"));
        }
        if template == RESUMED {
            lines.extend(later_payments(locale, &SubscriptionQuote::of_next_period(subscription), "next"));
        }
        if let (Some((amount, at)), true) = (paid, template == RECEIPT) {
            lines.push((label("paid"), i18n::yen(locale, amount)));
            lines.push((label("paid_at"), day(at)));
        }
        if template == CANCELLED {
            lines.push((label("till"), till.clone()));
        }
        let (subject, lead, note, button) = (text("subject"), text("lead"), text("note"), text("button"));
        let place = match (template.name, subscription.grade) {
            (name, Grade::Green) if name == ENDED.name => "/premium/green",
            (_, grade) => member_page(grade),
        };
        Self { plan, subject, lead, lines, note, link: format!("{base_url}{place}"), button }
    }
}

/// Repeats what the last dialog showed: the free months, the payment at the start, and the later ones.
fn payments(locale: Locale, subscription: &Subscription) -> Vec<(String, String)> {
    let quote = SubscriptionQuote::of_subscription(subscription);
    let label = |what: &str| t(locale, &format!("mail.plan.{what}"), &[]);
    let trial =
        quote.trial_months.map(|months| (label("trial"), t(locale, "plan.trial_months", &[("count", &months)])));
    let mut lines = Vec::from_iter(trial);
    lines.push((label("at_start"), i18n::yen(locale, quote.today)));
    lines.extend(later_payments(locale, &quote, "first"));
    lines
}

/// Formats the payments after today: the first one with the label `first`, if nothing is paid today, and the later ones.
fn later_payments(locale: Locale, quote: &SubscriptionQuote, first: &str) -> Vec<(String, String)> {
    let label = |what: &str| t(locale, &format!("mail.plan.{what}"), &[]);
    let payment = |payment: &Payment| {
        let (day, amount) = (i18n::date(locale, payment.on), i18n::yen(locale, payment.amount));
        t(locale, "plan.payment", &[("day", &day), ("amount", &amount)])
    };
    let mut lines = Vec::new();
    if quote.today == Yen::ZERO {
        lines.push((label(first), payment(&quote.first)));
    }
    lines.extend(quote.following.iter().map(|later| (label("later"), payment(later))));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{PlanPriceId, UserId};
    use crate::outbox::mails::snapshot;
    use crate::plans::model::Price;

    fn subscription() -> Subscription {
        let at = |day: i64| Some(DateTime::from_timestamp(1_796_086_800 + day * 86_400, 0).unwrap());
        Subscription {
            id: SubscriptionId(1),
            uid: "u".into(),
            user_id: UserId(1),
            grade: Grade::Green,
            price: Price {
                id: PlanPriceId(1),
                stripe_price_id: "price_1".into(),
                grade: Grade::Green,
                amount: Yen(980),
                interval: "month".into(),
                interval_count: 1,
                is_active: true,
            },
            status: Status::Active,
            gateway_fid: None,
            trial_months: Some(2),
            campaign_code_id: None,
            coupon: None,
            coupon_code: None,
            current_period_end: at(31),
            access_until: at(31),
            started_at: at(0),
            past_due_since: at(31),
            refused_card_fid: None,
            failure_code: None,
            cancel_requested_at: at(3),
            ends_at: at(31),
            withdrawn_at: None,
            created_at: at(0).unwrap(),
        }
    }

    #[test]
    fn every_mail_renders_in_both_languages() {
        let paid = Some((Yen(980), subscription().created_at));
        for locale in Locale::ALL {
            for template in [WELCOME, TRIAL_ENDING, RECEIPT, FAILED, CANCELLED, RESUMED, ENDED] {
                let view = View::of(locale, "https://seki.test", template, &subscription(), paid);
                snapshot(template, locale, json!({ "p": view }));
            }
            snapshot(
                CHANGE_REQUESTED,
                locale,
                json!({ "diner": "山田 花子", "link": "https://seki.test/admin/gold_plan_change_requests/1" }),
            );
        }
    }
}
