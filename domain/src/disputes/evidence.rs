//! The evidence for a dispute: everything that Seki stores about the payment and its booking, for the bank. The client's address of a
//! booking is not stored, so it is not part of it.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use serde_json::Value;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::model::DisputeRow;
use crate::i18n::{self, Locale, t, word};
use crate::ids::{ReservationId, RestaurantId};
use crate::money::Yen;
use crate::restaurants::policy::CancellationPolicy;
use crate::zone::Zone;

/// A group of facts, in the reader's language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EvidenceSection {
    pub title: String,
    pub lines: Vec<EvidenceLine>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct EvidenceLine {
    pub label: String,
    pub text: String,
}

/// Collects the lines of a section. Facts without a value are left out.
struct Lines {
    locale: Locale,
    zone: Zone,
    lines: Vec<EvidenceLine>,
}

impl Lines {
    fn new(locale: Locale, zone: Zone) -> Self {
        Self { locale, zone, lines: Vec::new() }
    }

    fn labelled(&mut self, label: String, text: impl Into<Option<String>>) {
        if let Some(text) = text.into().filter(|text| !text.trim().is_empty()) {
            self.lines.push(EvidenceLine { label, text });
        }
    }

    fn add(&mut self, key: &str, text: impl Into<Option<String>>) {
        self.labelled(t(self.locale, &format!("dispute.evidence.{key}"), &[]), text);
    }

    fn at(&mut self, key: &str, at: Option<DateTime<Utc>>) {
        let text = at.map(|at| self.instant(at));
        self.add(key, text);
    }

    /// Formats an instant with its weekday, as the days of the policy.
    fn instant(&self, at: DateTime<Utc>) -> String {
        let day = i18n::date(self.locale, self.zone.date_of(at));
        format!("{day} {}", i18n::time_of_day(at, self.zone.tz()))
    }

    fn section(self, key: &str) -> EvidenceSection {
        EvidenceSection { title: t(self.locale, &format!("dispute.evidence.section.{key}"), &[]), lines: self.lines }
    }
}

/// Returns the evidence in sections; sections without facts are left out.
pub(super) async fn load(
    conn: &mut PgConnection,
    locale: Locale,
    dispute: &DisputeRow,
) -> sqlx::Result<Vec<EvidenceSection>> {
    let lines = || Lines::new(locale, dispute.zone.unwrap_or_default());
    let mut sections = vec![payment(lines(), dispute), cardholder(conn, lines(), dispute).await?];
    if let Some(reservation) = dispute.reservation {
        if let Some(booking) = find_booking(conn, dispute.restaurant, reservation).await? {
            sections.push(booked(lines(), &booking));
            sections.push(consent(conn, lines(), dispute, &booking).await?);
            sections.push(visit(lines(), &booking));
        }
        sections.push(history(conn, lines(), dispute.restaurant, reservation).await?);
    }
    sections.push(mails(conn, lines(), dispute).await?);
    sections.retain(|section| !section.lines.is_empty());
    Ok(sections)
}

/// Formats the evidence as plain text, one section after the other.
pub fn as_text(title: &str, sections: &[EvidenceSection]) -> String {
    let mut text = format!("{title}\n");
    for section in sections {
        text.push_str(&format!("\n{}\n", section.title));
        for line in &section.lines {
            let indented = line.text.replace('\n', "\n    ");
            text.push_str(&format!("  {}: {indented}\n", line.label));
        }
    }
    text
}

fn payment(mut lines: Lines, dispute: &DisputeRow) -> EvidenceSection {
    let locale = lines.locale;
    lines.add("dispute", dispute.fid.clone());
    lines.add("reason", dispute.reason_label(locale));
    lines.add("disputed_amount", i18n::yen(locale, dispute.amount));
    lines.at("opened", Some(dispute.opened_at));
    lines.add("payment", dispute.payment_fid.clone());
    lines.add("kind", t(locale, &format!("charge.{}", dispute.charge_kind), &[]));
    lines.add("amount", i18n::yen(locale, dispute.charge_amount));
    lines.at("paid", dispute.paid_at);
    lines.add("refunded", (dispute.refunded_amount > Yen::ZERO).then(|| i18n::yen(locale, dispute.refunded_amount)));
    lines.section("payment")
}

async fn cardholder(conn: &mut PgConnection, mut lines: Lines, dispute: &DisputeRow) -> sqlx::Result<EvidenceSection> {
    let row = sqlx::query!(
        r#"SELECT concat_ws(' ', p.name_last, p.name_first) AS "name!", u.email::text AS "email!", u.email_confirmed_at, p.phone_e164,
                  p.phone_confirmed_at, u.created_at, m.brand AS "brand?", m.last4 AS "last4?", m.holder_name AS "holder?"
           FROM charges c
           JOIN users u ON u.id = c.user_id
           JOIN profiles p ON p.user_id = u.id
           LEFT JOIN payment_methods m ON m.gateway_fid = c.payment_method_fid
           WHERE c.restaurant_id = $1 AND c.id = $2"#,
        dispute.restaurant.0,
        dispute.charge.0,
    );
    let Some(row) = row.fetch_optional(conn).await? else { return Ok(lines.section("cardholder")) };
    lines.add("name", row.name);
    lines.add("email", row.email);
    lines.at("email_confirmed", row.email_confirmed_at);
    lines.add("phone", row.phone_e164);
    lines.at("phone_confirmed", row.phone_confirmed_at);
    lines.at("account_created", Some(row.created_at));
    lines.add("card", row.brand.zip(row.last4).map(|(brand, last4)| format!("{brand} ••••{last4}")));
    lines.add("card_holder", row.holder);
    Ok(lines.section("cardholder"))
}

struct Booking {
    restaurant_ja: String,
    restaurant_en: String,
    code: String,
    status: String,
    date: NaiveDate,
    starts_at: DateTime<Utc>,
    guests_count: i32,
    course_ja: String,
    course_en: String,
    course_price: Yen,
    policy: CancellationPolicy,
    special_request: String,
    consent: Option<Value>,
    created_at: DateTime<Utc>,
    accepted_at: Option<DateTime<Utc>>,
    ended_at: Option<DateTime<Utc>>,
    cancellation_fee: Option<Yen>,
    arrived_at: Option<DateTime<Utc>>,
    seated_at: Option<DateTime<Utc>>,
    bill_at: Option<DateTime<Utc>>,
    left_at: Option<DateTime<Utc>>,
    no_show_at: Option<DateTime<Utc>>,
}

async fn find_booking(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    reservation: ReservationId,
) -> sqlx::Result<Option<Booking>> {
    sqlx::query_as!(
        Booking,
        r#"SELECT t.name_ja AS restaurant_ja, t.name_en AS restaurant_en, r.reservation_code AS code, r.status, r.date, r.starts_at,
                  r.guests_count, r.course_title_ja AS course_ja, r.course_title_en AS course_en, r.course_price AS "course_price: Yen",
                  r.cancellation_policy AS "policy: CancellationPolicy", r.special_request, r.consent, r.created_at, r.accepted_at,
                  r.ended_at, r.cancellation_fee AS "cancellation_fee: Yen", v.arrived_at AS "arrived_at?", v.seated_at AS "seated_at?",
                  v.bill_at AS "bill_at?", v.left_at AS "left_at?", n.recorded_at AS "no_show_at?"
           FROM reservations r
           JOIN restaurants t ON t.id = r.restaurant_id
           LEFT JOIN reservation_service_times v ON v.restaurant_id = r.restaurant_id AND v.reservation_id = r.id
           LEFT JOIN reservation_no_shows n ON n.restaurant_id = r.restaurant_id AND n.reservation_id = r.id
           WHERE r.restaurant_id = $1 AND r.id = $2"#,
        restaurant.0,
        reservation.0,
    )
    .fetch_optional(conn)
    .await
}

fn booked(mut lines: Lines, booking: &Booking) -> EvidenceSection {
    let locale = lines.locale;
    lines.add("restaurant", locale.pick(&booking.restaurant_ja, &booking.restaurant_en).to_owned());
    lines.add("code", booking.code.clone());
    lines.at("visit", Some(booking.starts_at));
    lines.add("guests", booking.guests_count.to_string());
    lines.add("course", locale.pick(&booking.course_ja, &booking.course_en).to_owned());
    let price = (booking.course_price > Yen::ZERO).then(|| i18n::yen(locale, booking.course_price));
    lines.add("course_price", price);
    lines.add("special_request", booking.special_request.clone());
    lines.at("booked", Some(booking.created_at));
    lines.at("accepted", booking.accepted_at);
    lines.add("status", t(locale, &format!("dispute.evidence.status.{}", booking.status), &[]));
    lines.at("ended", booking.ended_at);
    lines.add("cancellation_fee", booking.cancellation_fee.map(|fee| i18n::yen(locale, fee)));
    lines.section("booking")
}

/// The diner's confirmations when booking, and the documents that they agreed to.
async fn consent(
    conn: &mut PgConnection,
    mut lines: Lines,
    dispute: &DisputeRow,
    booking: &Booking,
) -> sqlx::Result<EvidenceSection> {
    let locale = lines.locale;
    let consent = booking.consent.as_ref();
    let confirmed_at = consent.and_then(|given| given["at"].as_str()?.parse().ok());
    lines.at("confirmed", confirmed_at);
    for confirmation in ["date_confirmed", "no_proxy", "policy_agreed", "travel_law_agreed"] {
        if consent.is_some_and(|given| given[confirmation] == true) {
            lines.add(confirmation, t(locale, "dispute.evidence.yes", &[]));
        }
    }
    let total = booking.course_price * i64::from(booking.guests_count);
    lines.add("policy", booking.policy.of_visit(locale, total, booking.date).join("\n"));
    let documents = sqlx::query!(
        "SELECT kind, version, agreed_at FROM legal_consents WHERE user_id = $1 ORDER BY agreed_at",
        dispute.user.0
    );
    for row in documents.fetch_all(conn).await? {
        let document = t(locale, &format!("dispute.evidence.document.{}", row.kind), &[("version", &row.version)]);
        let agreed = lines.instant(row.agreed_at);
        lines.labelled(document, agreed);
    }
    Ok(lines.section("consent"))
}

fn visit(mut lines: Lines, booking: &Booking) -> EvidenceSection {
    lines.at("arrived", booking.arrived_at);
    lines.at("seated", booking.seated_at);
    lines.at("bill", booking.bill_at);
    lines.at("left", booking.left_at);
    lines.at("no_show", booking.no_show_at);
    lines.section("visit")
}

/// Every recorded action on the booking.
async fn history(
    conn: &mut PgConnection,
    mut lines: Lines,
    restaurant: RestaurantId,
    reservation: ReservationId,
) -> sqlx::Result<EvidenceSection> {
    let actions = sqlx::query!(
        "SELECT at, actor, action FROM audit_events WHERE restaurant_id = $1 AND reservation_id = $2 ORDER BY at, id",
        restaurant.0,
        reservation.0
    );
    for row in actions.fetch_all(conn).await? {
        let at = lines.instant(row.at);
        let label = word(lines.locale, "word.action", &row.action);
        lines.labelled(at, format!("{label} ({})", word(lines.locale, "word.actor", &row.actor)));
    }
    Ok(lines.section("history"))
}

/// The mails about the booking that were sent to the diner; of a payment without a booking, the mails since it.
async fn mails(conn: &mut PgConnection, mut lines: Lines, dispute: &DisputeRow) -> sqlx::Result<EvidenceSection> {
    let sent = sqlx::query!(
        r#"SELECT template, recipient::text AS "recipient!", sent_at AS "sent_at!" FROM mail_deliveries
           WHERE user_id = $1 AND sent_at IS NOT NULL AND CASE WHEN $2::bigint IS NULL THEN created_at >= $3 ELSE reservation_id = $2 END
           ORDER BY sent_at, id"#,
        dispute.user.0,
        dispute.reservation.map(|id| id.0),
        dispute.paid_at,
    );
    for row in sent.fetch_all(conn).await? {
        let at = lines.instant(row.sent_at);
        lines.labelled(at, format!("{} ({})", word(lines.locale, "word.mail", &row.template), row.recipient));
    }
    Ok(lines.section("mails"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_sections_and_indented_lines() {
        let line = |label: &str, text: &str| EvidenceLine { label: label.into(), text: text.into() };
        let lines = vec![line("Code", "ABC"), line("Policy", "first\nsecond")];
        let text = as_text("Dispute dp_1", &[EvidenceSection { title: "Booking".into(), lines }]);
        assert_eq!(text, "Dispute dp_1\n\nBooking\n  Code: ABC\n  Policy: first\n    second\n");
    }
}
