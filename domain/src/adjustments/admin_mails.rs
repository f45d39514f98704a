//! The mails about an adjustment to admins: they name the people, the restaurant and the sum, and link to the page that helps.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::model::{Adjustment, AdjustmentKind, AdjustmentStatus};
use super::queries;
use super::view::{ADJUSTMENT_ID, View};
use crate::i18n::{self, Locale, t, word};
use crate::ids::AdjustmentId;
use crate::outbox::mails::{self, MailError, MailTemplate, NewMail, template};
use crate::outbox::{MailDefinition, MessageSubject};
use crate::payments::failures::FailedPayment;
use crate::payments::model::ChargeKind;
use crate::rng::Rng;
use crate::zone::Zone;

/// A request awaits the approval of another admin.
pub const REQUESTED: MailTemplate = template!("adjustment_requested", "plan.txt", "plan.html");
/// The command line made a request in the name of an admin.
pub const BY_COMMAND_LINE: MailTemplate = template!("adjustment_by_command_line", "plan.txt", "plan.html");
/// A manual refund was not made.
pub const FAILED: MailTemplate = template!("adjustment_failed", "plan.txt", "plan.html");

macro_rules! mail {
    ($template:ident, $is_due:expr) => {
        MailDefinition {
            template: $template,
            context: |conn, subject| Box::pin(context(conn, subject, $template, $is_due)),
            after: None,
        }
    };
}

/// Not sent once the request is decided.
pub(super) const REQUESTED_MAIL: MailDefinition =
    mail!(REQUESTED, |adjustment| adjustment.status == AdjustmentStatus::AwaitingApproval);
pub(super) const BY_COMMAND_LINE_MAIL: MailDefinition = mail!(BY_COMMAND_LINE, |_| true);
pub(super) const FAILED_MAIL: MailDefinition = mail!(FAILED, |_| true);

/// The names in a mail to an admin.
#[derive(Clone, Debug)]
struct Names {
    /// None if the platform itself is paid.
    restaurant_ja: Option<String>,
    restaurant_en: Option<String>,
    zone: Option<Zone>,
    reservation_uid: Option<String>,
    reservation_code: Option<String>,
    starts_at: Option<DateTime<Utc>>,
    diner: String,
    diner_uid: String,
    charge_kind: Option<ChargeKind>,
    requested_by: String,
}

/// Queues the mails to the admins who may approve a request.
pub(super) async fn queue_to_admins(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    adjustment: &Adjustment,
) -> sqlx::Result<()> {
    let admins = sqlx::query!(
        r#"SELECT id, email::text AS "email!" FROM admin_users
           WHERE refunds AND disabled_at IS NULL AND id <> $1 ORDER BY id"#,
        adjustment.requested_by.0
    );
    for admin in admins.fetch_all(&mut *conn).await? {
        let key = format!("{}:{}:{}", REQUESTED.name, adjustment.uid, admin.id);
        queue(conn, rng, now, REQUESTED, adjustment, &admin.email, key).await?;
    }
    Ok(())
}

/// Queues the mail to the admin in whose name the command line made a request.
pub(super) async fn queue_to_named(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    adjustment: &Adjustment,
) -> sqlx::Result<()> {
    let email = sqlx::query_scalar!(
        r#"SELECT email::text AS "email!" FROM admin_users WHERE id = $1"#,
        adjustment.requested_by.0
    );
    let email = email.fetch_one(&mut *conn).await?;
    let key = format!("{}:{}", BY_COMMAND_LINE.name, adjustment.uid);
    queue(conn, rng, now, BY_COMMAND_LINE, adjustment, &email, key).await
}

/// Queues the mails about a manual refund that was not made, to the admins who requested and approved it.
pub(super) async fn queue_failure(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    adjustment: &Adjustment,
) -> sqlx::Result<()> {
    let admins = sqlx::query!(
        r#"SELECT u.id, u.email::text AS "email!" FROM payment_adjustments a
           JOIN admin_users u ON u.id IN (a.requested_by, a.decided_by)
           WHERE a.restaurant_id = $1 AND a.id = $2 AND u.disabled_at IS NULL ORDER BY u.id"#,
        adjustment.restaurant.0,
        adjustment.id.0
    );
    for admin in admins.fetch_all(&mut *conn).await? {
        let key = format!("{}:{}:{}", FAILED.name, adjustment.uid, admin.id);
        queue(conn, rng, now, FAILED, adjustment, &admin.email, key).await?;
    }
    Ok(())
}

async fn queue(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    template: MailTemplate,
    adjustment: &Adjustment,
    email: &str,
    key: String,
) -> sqlx::Result<()> {
    let context = json!({ ADJUSTMENT_ID: adjustment.id });
    let mail = NewMail { dedup_key: Some(key), ..NewMail::to_staff(template, Locale::default(), email, context) };
    mails::queue(conn, rng, now, mail).await
}

async fn context(
    conn: &mut PgConnection,
    subject: &MessageSubject<'_>,
    template: MailTemplate,
    is_due: fn(&Adjustment) -> bool,
) -> Result<Option<Value>, MailError> {
    let id = AdjustmentId(subject.id(ADJUSTMENT_ID));
    let adjustment = queries::find_by_id(conn, id).await?.ok_or(MailError::Unknown(id.0))?;
    if !is_due(&adjustment) {
        return Ok(None);
    }
    let names = find_names(conn, id).await?;
    Ok(Some(json!({ "p": View::to_admin(subject.locale, subject.base_url, template, &adjustment, &names) })))
}

async fn find_names(conn: &mut PgConnection, id: AdjustmentId) -> sqlx::Result<Names> {
    sqlx::query_as!(
        Names,
        r#"SELECT t.name_ja AS "restaurant_ja?", t.name_en AS "restaurant_en?", t.time_zone AS "zone?: Zone",
                  r.uid AS "reservation_uid?", r.reservation_code AS "reservation_code?", r.starts_at AS "starts_at?",
                  concat_ws(' ', p.name_last, p.name_first) AS "diner!", u.uid AS "diner_uid!",
                  c.kind AS "charge_kind?: ChargeKind", q.nickname AS "requested_by!"
           FROM payment_adjustments a
           JOIN users u ON u.id = a.user_id
           JOIN profiles p ON p.user_id = u.id
           JOIN admin_users q ON q.id = a.requested_by
           LEFT JOIN charges c ON c.restaurant_id = a.restaurant_id AND c.id = a.charge_id
           LEFT JOIN reservations r ON r.restaurant_id = a.restaurant_id AND r.id = a.reservation_id
           LEFT JOIN restaurants t ON t.id = a.restaurant_id
           WHERE a.id = $1"#,
        id.0
    )
    .fetch_one(conn)
    .await
}

impl View {
    fn to_admin(
        locale: Locale,
        base_url: &str,
        template: MailTemplate,
        adjustment: &Adjustment,
        names: &Names,
    ) -> Self {
        let amount = i18n::yen(locale, adjustment.amount);
        let text = |what: &str| t(locale, &format!("mail.{}.{what}", template.name), &[("amount", &amount)]);
        let mut lines = names.lines(locale, adjustment);
        let (path, note) = match template {
            FAILED => {
                let code = adjustment.failure_code.as_deref().unwrap_or("unknown");
                let failed = FailedPayment::Refund;
                lines.push((text("cause"), failed.reason(locale, code)));
                lines.push((text("action"), failed.action(locale, code)));
                (names.payments_path(), "note")
            }
            BY_COMMAND_LINE if adjustment.needs_approval => (LIST.to_owned(), "note_confirm"),
            BY_COMMAND_LINE => (LIST.to_owned(), "note_made"),
            _ => (LIST.to_owned(), "note"),
        };
        lines.push((t(locale, "mail.admin.command", &[]), "seki payments adjustments".to_owned()));
        Self {
            subject: text("subject"),
            lead: text("lead"),
            lines,
            note: text(note),
            link: format!("{base_url}{path}"),
            button: t(
                locale,
                if template == FAILED { "mail.admin.open_payments" } else { "mail.adjustment_requested.button" },
                &[],
            ),
        }
    }
}

/// The page of all requests.
const LIST: &str = "/admin/payment_adjustments";

impl Names {
    fn lines(&self, locale: Locale, adjustment: &Adjustment) -> Vec<(String, String)> {
        let zone = self.zone.unwrap_or_default();
        let restaurant = self.restaurant_ja.as_deref().zip(self.restaurant_en.as_deref());
        let by = if adjustment.is_by_command_line { "mail.admin.by_command_line" } else { "mail.admin.by_admin" };
        let kind = adjustment.kind;
        let bearer = format!("mail.adjustment.{kind}_for");
        let lines = [
            ("mail.label.restaurant", restaurant.map(|(ja, en)| locale.pick(ja, en).to_owned())),
            ("mail.label.code", self.reservation_code.clone()),
            ("mail.label.date", self.starts_at.map(|at| i18n::date_time(locale, at, zone.tz()))),
            ("mail.admin.diner", Some(self.diner.clone()).filter(|name| !name.trim().is_empty())),
            ("mail.admin.payment", self.charge_kind.map(|charge| word(locale, "charge", charge.as_str()))),
            (kind_label(kind), Some(i18n::yen(locale, adjustment.amount))),
            (&bearer, Some(word(locale, "mail.adjustment", adjustment.borne_by.as_str()))),
            ("mail.adjustment.reason", Some(adjustment.reason.clone())),
            ("mail.admin.requested_by", Some(t(locale, by, &[("name", &self.requested_by)]))),
        ];
        lines.into_iter().filter_map(|(key, text)| Some((t(locale, key, &[]), text?))).collect()
    }

    /// Returns the page of the booking's payments, or the diner's.
    fn payments_path(&self) -> String {
        match &self.reservation_uid {
            Some(uid) => format!("/admin/reservations/{uid}/reservation_charges"),
            None => format!("/admin/users/{}", self.diner_uid),
        }
    }
}

const fn kind_label(kind: AdjustmentKind) -> &'static str {
    match kind {
        AdjustmentKind::Refund => "mail.adjustment.refund",
        AdjustmentKind::Correction => "mail.adjustment.correction",
    }
}

#[cfg(test)]
mod tests {
    use super::super::view::tests::adjustment;
    use super::*;
    use crate::outbox::mails::snapshot;

    const BASE_URL: &str = "https://seki.test";

    fn names() -> Names {
        Names {
            restaurant_ja: Some("鮨かぐら".into()),
            restaurant_en: Some("Sushi Kagura".into()),
            zone: None,
            reservation_uid: Some("Uabc".into()),
            reservation_code: Some("BCDF2345".into()),
            starts_at: Some("2026-11-28T09:00:00Z".parse().unwrap()),
            diner: "山田 花子".into(),
            diner_uid: "Udiner".into(),
            charge_kind: Some(ChargeKind::PrepaidCourse),
            requested_by: "新井".into(),
        }
    }

    fn failed(code: &str) -> Adjustment {
        Adjustment { failure_code: Some(code.into()), ..adjustment(AdjustmentKind::Refund) }
    }

    fn view(locale: Locale, template: MailTemplate, adjustment: &Adjustment) -> View {
        View::to_admin(locale, BASE_URL, template, adjustment, &names())
    }

    #[test]
    fn every_mail_renders_in_both_languages() {
        for locale in Locale::ALL {
            for (template, adjustment) in [
                (REQUESTED, adjustment(AdjustmentKind::Refund)),
                (BY_COMMAND_LINE, adjustment(AdjustmentKind::Refund)),
                (FAILED, failed("lost_or_stolen_card")),
            ] {
                snapshot(template, locale, json!({ "p": view(locale, template, &adjustment), "name": "" }));
            }
        }
    }

    #[test]
    fn mail_names_people_restaurant_and_sum() {
        let request =
            Adjustment { is_by_command_line: true, needs_approval: true, ..adjustment(AdjustmentKind::Refund) };
        let mail = view(Locale::En, REQUESTED, &request);
        let texts: Vec<_> = mail.lines.iter().map(|(_, text)| text.as_str()).collect();
        for expected in
            ["Sushi Kagura", "BCDF2345", "山田 花子", "¥5,000", "Course (prepaid)", "新井 (at the command line)"]
        {
            assert!(texts.contains(&expected), "{expected} in {texts:?}");
        }
        let note = |adjustment: &Adjustment| view(Locale::En, BY_COMMAND_LINE, adjustment).note;
        assert_ne!(note(&request), note(&Adjustment { needs_approval: false, ..request.clone() }));
    }

    #[test]
    fn mail_about_a_failed_refund_has_the_texts_of_its_code() {
        let mail = view(Locale::En, FAILED, &failed("lost_or_stolen_card"));
        let texts = mail.lines.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n");
        assert!(texts.contains("The card is reported as lost or stolen") && texts.contains("bank transfer"), "{texts}");
        assert!(!texts.contains("lost_or_stolen_card"), "{texts}");
        assert_eq!(mail.link, "https://seki.test/admin/reservations/Uabc/reservation_charges");
        let of_plan = Names { reservation_uid: None, ..names() };
        let mail = View::to_admin(Locale::En, BASE_URL, FAILED, &failed("new_code"), &of_plan);
        assert_eq!(mail.link, "https://seki.test/admin/users/Udiner");
        assert!(mail.lines.iter().any(|(_, text)| text == "Another reason (code: new_code)"), "{:?}", mail.lines);
    }
}
