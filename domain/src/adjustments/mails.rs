//! The mails about an adjustment to its diner, and to the notification addresses or the owners of the restaurant. `admin_mails` has those
//! to admins.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::model::{Adjustment, AdjustmentKind, AdjustmentStatus};
use super::view::{ADJUSTMENT_ID, View};
use super::{admin_mails, queries};
use crate::accounts;
use crate::i18n::{self, Locale, t};
use crate::ids::{AdjustmentId, RestaurantId};
use crate::outbox::mails::{self, MailError, MailTemplate, NewMail, template};
use crate::outbox::{MailDefinition, MessageSubject};
use crate::reservations::mail_rows::{self, ReservationMailRow};
use crate::restaurants::subscriptions;
use crate::rng::Rng;

/// A manual refund was made.
pub const REFUNDED: MailTemplate = template!("adjustment_refunded", "plan.txt", "plan.html");
/// A correction was charged.
pub const CHARGED: MailTemplate = template!("adjustment_charged", "plan.txt", "plan.html");
/// The restaurant's mail about either.
pub const TO_RESTAURANT: MailTemplate = template!("restaurant_adjustment", "plan.txt", "plan.html");

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
    mail!(REFUNDED),
    mail!(CHARGED),
    mail!(TO_RESTAURANT),
    admin_mails::REQUESTED_MAIL,
    admin_mails::BY_COMMAND_LINE_MAIL,
    admin_mails::FAILED_MAIL,
];

/// Queues the mails about an adjustment that was made or has failed, each once.
pub(super) async fn queue(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    id: AdjustmentId,
) -> sqlx::Result<()> {
    let Some(adjustment) = queries::find_by_id(conn, id).await? else { return Ok(()) };
    if adjustment.status == AdjustmentStatus::Failed {
        return admin_mails::queue_failure(conn, rng, now, &adjustment).await;
    }
    queue_to_diner(conn, rng, now, &adjustment).await?;
    if adjustment.reservation.is_some() {
        queue_to_restaurant(conn, rng, now, &adjustment).await?;
    }
    Ok(())
}

async fn queue_to_diner(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    adjustment: &Adjustment,
) -> sqlx::Result<()> {
    let template = match adjustment.kind {
        AdjustmentKind::Refund => REFUNDED,
        AdjustmentKind::Correction => CHARGED,
    };
    let Some((email, locale)) = find_reader(conn, adjustment).await? else { return Ok(()) };
    let context = json!({ ADJUSTMENT_ID: adjustment.id });
    let mail = NewMail {
        reservation_id: adjustment.reservation,
        dedup_key: Some(format!("{}:{}", template.name, adjustment.uid)),
        ..NewMail::to_user(template, locale, adjustment.diner, &email, context)
    };
    mails::queue(conn, rng, now, mail).await
}

/// Returns the diner's address and language.
async fn find_reader(conn: &mut PgConnection, adjustment: &Adjustment) -> sqlx::Result<Option<(String, Locale)>> {
    if let Some(reservation) = adjustment.reservation {
        let reader = mail_rows::find_reader(conn, reservation).await?;
        return Ok(reader.map(|reader| (reader.email, Locale::parse(&reader.locale).unwrap_or_default())));
    }
    let account = accounts::queries::find(conn, adjustment.diner).await?;
    Ok(account.map(|account| (account.email, account.profile.locale)))
}

async fn queue_to_restaurant(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    adjustment: &Adjustment,
) -> sqlx::Result<()> {
    for email in restaurant_addresses(conn, adjustment.restaurant).await? {
        let context = json!({ ADJUSTMENT_ID: adjustment.id });
        let mail = NewMail {
            reservation_id: adjustment.reservation,
            restaurant_id: Some(adjustment.restaurant),
            dedup_key: Some(format!("{}:{}:{email}", TO_RESTAURANT.name, adjustment.uid)),
            ..NewMail::to_staff(TO_RESTAURANT, Locale::default(), &email, context)
        };
        mails::queue(conn, rng, now, mail).await?;
    }
    Ok(())
}

/// Returns the notification addresses of a restaurant, or the addresses of its owners if there are none.
async fn restaurant_addresses(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<String>> {
    let listed = subscriptions::list(conn, restaurant).await?;
    if listed.is_empty() {
        return accounts::owners::list_addresses(conn, restaurant).await;
    }
    Ok(listed.into_iter().map(|address| address.email).collect())
}

async fn context(
    conn: &mut PgConnection,
    subject: &MessageSubject<'_>,
    template: MailTemplate,
) -> Result<Option<Value>, MailError> {
    let id = AdjustmentId(subject.id(ADJUSTMENT_ID));
    let adjustment = queries::find_by_id(conn, id).await?.ok_or(MailError::Unknown(id.0))?;
    let booking = match adjustment.reservation {
        Some(reservation) => mail_rows::find(conn, reservation).await?,
        None => None,
    };
    let view = View::of(subject.locale, subject.base_url, template, &adjustment, booking.as_ref());
    let mut context = json!({ "p": view });
    if let (Some(booking), true) = (&booking, template == TO_RESTAURANT) {
        context["name"] = json!(subject.locale.pick(&booking.restaurant_ja, &booking.restaurant_en));
    }
    Ok(Some(context))
}

impl View {
    fn of(
        locale: Locale,
        base_url: &str,
        template: MailTemplate,
        adjustment: &Adjustment,
        booking: Option<&ReservationMailRow>,
    ) -> Self {
        let say = |key: &str| t(locale, key, &[]);
        let amount = i18n::yen(locale, adjustment.amount);
        let kind = adjustment.kind.as_str();
        let mut lines = Vec::new();
        if let Some(booking) = booking {
            let restaurant = locale.pick(&booking.restaurant_ja, &booking.restaurant_en).to_owned();
            let time = i18n::date_time(locale, booking.starts_at, booking.zone.tz());
            lines.push((say("mail.label.restaurant"), restaurant));
            lines.push((say("mail.label.code"), booking.reservation_code.clone()));
            lines.push((say("mail.label.date"), time));
        }
        lines.push((say(&format!("mail.adjustment.{kind}")), amount.clone()));
        lines.push((say("mail.adjustment.reason"), adjustment.reason.clone()));
        let is_to_restaurant = template == TO_RESTAURANT;
        if is_to_restaurant {
            let borne_by = adjustment.borne_by.as_str();
            lines.push((say(&format!("mail.adjustment.{kind}_for")), say(&format!("mail.adjustment.{borne_by}"))));
        }
        let path = match booking {
            Some(booking) if is_to_restaurant => format!("/owners/reservations/{}", booking.uid),
            _ => "/users/profile/payment_histories".to_owned(),
        };
        let note = if is_to_restaurant { "note".to_owned() } else { format!("{kind}_note") };
        let prefix = match is_to_restaurant {
            true => format!("mail.restaurant_adjustment.{kind}"),
            false => format!("mail.{}", template.name),
        };
        Self {
            subject: t(locale, &format!("{prefix}.subject"), &[("amount", &amount)]),
            lead: t(locale, &format!("{prefix}.lead"), &[("amount", &amount)]),
            lines,
            note: say(&format!("mail.adjustment.{note}")),
            link: format!("{base_url}{path}"),
            button: say(&format!("mail.adjustment.{}", if is_to_restaurant { "open_booking" } else { "open_history" })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adjustments::view::tests::adjustment;
    use crate::money::Yen;
    use crate::outbox::mails::snapshot;
    use crate::restaurants::model::OperationName;
    use crate::restaurants::policy::CancellationPolicy;
    use crate::zone::Zone;

    fn booking() -> ReservationMailRow {
        ReservationMailRow {
            restaurant: RestaurantId(1),
            uid: "Uabc".into(),
            reservation_code: "BCDF2345".into(),
            operation: OperationName::Dinner,
            date: "2026-11-28".parse().unwrap(),
            starts_at: "2026-11-28T09:00:00Z".parse().unwrap(),
            guests_count: 2,
            course_title_ja: "おまかせ".into(),
            course_title_en: "Omakase".into(),
            course_price: Yen(24_000),
            custom_unit_ja: None,
            custom_unit_en: None,
            policy: CancellationPolicy::new(Vec::new()),
            cancellation_fee: None,
            restaurant_ja: "鮨かぐら".into(),
            restaurant_en: "Sushi Kagura".into(),
            address_ja: String::new(),
            address_en: String::new(),
            phone: String::new(),
            zone: Zone::default(),
            seat_ja: "カウンター".into(),
            seat_en: "Counter".into(),
        }
    }

    #[test]
    fn every_mail_renders_in_both_languages() {
        for locale in Locale::ALL {
            let kinds = [
                (REFUNDED, AdjustmentKind::Refund),
                (CHARGED, AdjustmentKind::Correction),
                (TO_RESTAURANT, AdjustmentKind::Refund),
            ];
            for (template, kind) in kinds {
                let view = View::of(locale, "https://seki.test", template, &adjustment(kind), Some(&booking()));
                snapshot(template, locale, json!({ "p": view, "name": "山田 花子" }));
            }
        }
    }

    #[test]
    fn mail_without_booking_names_amount_and_reason() {
        let adjustment = Adjustment { reservation: None, ..adjustment(AdjustmentKind::Refund) };
        let view = View::of(Locale::En, "https://seki.test", REFUNDED, &adjustment, None);
        assert_eq!(view.lines.len(), 2);
        assert!(view.lead.contains("¥5,000"), "{}", view.lead);
        assert_eq!(view.link, "https://seki.test/users/profile/payment_histories");
    }
}
