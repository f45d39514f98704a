//! Unpaid fees of diners for bookings that have grown or ended, and the reasons why they could not be charged (gaps G084, G086, G090).

use chrono::{DateTime, Utc};
use sqlx::{FromRow, PgConnection, Postgres, QueryBuilder};

use crate::i18n::{self, Locale, t};
use crate::ids::UserId;
use crate::listing::push_condition;
use crate::money::Yen;
use crate::payments::model::{Charge, ChargeKind, ChargeStatus, PaymentCard};
use crate::restaurants::model::Bilingual;
use crate::zone::Zone;

/// The provider's codes for payments that require authentication of the cardholder.
const AUTHENTICATION: [&str; 2] = ["authentication_required", "payment_intent_authentication_failure"];

/// The obstacle to the payment of a charge. Only the diner can remove it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentObstacle {
    NoCard,
    /// The bank requires authentication of the cardholder.
    Authentication,
    /// The card was declined, with the provider's code.
    Declined(String),
}

impl PaymentObstacle {
    /// Returns a sentence for the diner.
    pub fn message(&self, locale: Locale) -> String {
        match self {
            Self::NoCard => t(locale, "open_payment.no_card", &[]),
            Self::Authentication => t(locale, "open_payment.authentication", &[]),
            Self::Declined(code) => decline_message(locale, code),
        }
    }
}

/// Returns the reason of a decline for the diner, by the provider's code.
pub fn decline_message(locale: Locale, code: &str) -> String {
    let key = format!("errors.card.{code}");
    t(locale, if i18n::has(&key) { &key } else { "errors.card_refused" }, &[])
}

/// The unpaid charges of a reservation that need its diner, who pays them together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPayments {
    /// At least one, in the order in which the card is charged.
    pub items: Vec<OpenPayment>,
    pub obstacle: PaymentObstacle,
    /// Time at which the newest of them was planned.
    pub planned_at: DateTime<Utc>,
    /// Number of declines that came after a payment was processing, of the charges that are not void. A paid one counts on, so only a change
    /// of the booking, which plans other charges, lowers the number.
    pub late_declines: i32,
    /// The provider's id of the card whose declines count; None without a card.
    pub card_fid: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenPayment {
    pub kind: ChargeKind,
    pub amount: Yen,
}

impl OpenPayments {
    pub fn total(&self) -> Yen {
        self.items.iter().map(|item| item.amount).sum()
    }

    /// Returns the key of the mail that demands them: one mail for each declined card, one for a missing card, and one for each late decline:
    /// its diner was answered that the payment is processing (gaps G322). The charges of one change share the key: one may be paid before
    /// the other.
    pub fn demand_key(&self) -> String {
        let asked = self.card_fid.as_deref().unwrap_or("none");
        let key = format!("{}:{asked}", self.planned_at.timestamp_micros());
        match self.late_declines {
            0 => key,
            late => format!("{key}:late{late}"),
        }
    }

    /// Returns the name of the only item, or of the total of several.
    pub fn label(&self, locale: Locale) -> String {
        match self.items.as_slice() {
            [only] => only.label(locale),
            _ => t(locale, "open_payment.total", &[]),
        }
    }
}

impl OpenPayment {
    pub fn label(self, locale: Locale) -> String {
        t(locale, &format!("charge.{}", self.kind), &[])
    }
}

/// Returns the unpaid charges if at least one of them needs its diner: then the diner pays all of them. Returns `None` while the worker is
/// about to charge the card, or the payment is processing.
pub fn open_payments(charges: &[Charge], card: Option<&PaymentCard>) -> Option<OpenPayments> {
    let open: Vec<_> = list_payable(charges).filter(|charge| charge.is_charged_off_session()).collect();
    open_payments_of(charges, &open, card.map(|card| card.gateway_fid.as_str()))
}

/// Returns the unpaid charges of a live hold of which the bank declined one after it was processing: the diner may take the hold for a booking
/// (gaps G322).
pub fn declined_later(charges: &[Charge], card: Option<&PaymentCard>) -> Option<OpenPayments> {
    let open: Vec<_> = list_payable(charges).collect();
    let declined = open.iter().find(|charge| charge.late_declines > 0)?;
    // The worker charges no other card for a hold: the decline remains the obstacle, whichever card the diner has now.
    let tried = declined.payment_method_fid.as_deref().or(card.map(|card| card.gateway_fid.as_str()));
    open_payments_of(charges, &open, tried)
}

fn list_payable(charges: &[Charge]) -> impl Iterator<Item = &Charge> {
    charges.iter().filter(|charge| charge.is_open() && charge.status != ChargeStatus::Processing)
}

/// Returns `None` unless one of these charges needs its diner.
fn open_payments_of(charges: &[Charge], open: &[&Charge], card_fid: Option<&str>) -> Option<OpenPayments> {
    let obstacles: Vec<_> = open.iter().filter_map(|charge| obstacle(charge, card_fid)).collect();
    // No charge can be paid without a card.
    let no_card = obstacles.iter().find(|one| **one == PaymentObstacle::NoCard);
    let obstacle = no_card.or(obstacles.first())?.clone();
    let planned_at = open.iter().map(|charge| charge.planned_at).max()?;
    let late_declines = charges.iter().filter(|charge| !charge.is_void).map(|charge| charge.late_declines).sum();
    let items = open.iter().map(|charge| OpenPayment { kind: charge.kind, amount: charge.amount });
    let card_fid = card_fid.map(str::to_owned);
    Some(OpenPayments { items: items.collect(), obstacle, planned_at, late_declines, card_fid })
}

fn obstacle(charge: &Charge, card_fid: Option<&str>) -> Option<PaymentObstacle> {
    use ChargeStatus as S;
    match charge.status {
        S::Succeeded | S::Canceled | S::Processing => None,
        S::RequiresAction => Some(PaymentObstacle::Authentication),
        S::Planned | S::RequiresPaymentMethod | S::RequiresConfirmation => {
            let Some(card_fid) = card_fid else { return Some(PaymentObstacle::NoCard) };
            // If the diner has replaced the declined card, the worker charges the new one.
            let code =
                charge.failure_code.as_ref().filter(|_| charge.payment_method_fid.as_deref() == Some(card_fid))?;
            Some(match AUTHENTICATION.contains(&code.as_str()) {
                true => PaymentObstacle::Authentication,
                false => PaymentObstacle::Declined(code.clone()),
            })
        }
    }
}

/// An unpaid fee as the diner sees it.
#[derive(Clone, Debug)]
pub struct UnpaidFee {
    pub reservation_uid: String,
    pub restaurant: Bilingual,
    pub starts_at: DateTime<Utc>,
    pub zone: Zone,
    pub kind: ChargeKind,
    pub amount: Yen,
}

/// Lists a diner's unpaid charges for bookings that have grown or ended, oldest first. A newly registered card is charged with them.
pub async fn list_unpaid(conn: &mut PgConnection, diner: UserId) -> sqlx::Result<Vec<UnpaidFee>> {
    let rows = sqlx::query!(
        r#"SELECT r.uid, s.name_ja, s.name_en, r.starts_at, s.time_zone AS "zone: Zone", c.kind AS "kind: ChargeKind",
                  c.amount AS "amount: Yen"
           FROM charges c
           JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
           JOIN restaurants s ON s.id = c.restaurant_id
           WHERE c.user_id = $1 AND (c.kind = 'cancellation_fee' OR c.position > 2) AND c.voided_at IS NULL AND c.status NOT IN ('succeeded', 'canceled', 'processing')
           ORDER BY c.created_at, c.id"#,
        diner.0
    );
    let owed = rows.fetch_all(conn).await?.into_iter().map(|row| UnpaidFee {
        reservation_uid: row.uid,
        restaurant: Bilingual::new(row.name_ja, row.name_en),
        starts_at: row.starts_at,
        zone: row.zone,
        kind: row.kind,
        amount: row.amount,
    });
    Ok(owed.collect())
}

/// A fee that its diner has not paid, for the operator.
#[derive(Clone, Debug)]
pub struct OverdueFee {
    pub reservation_uid: String,
    pub reservation_code: String,
    pub restaurant_name: Bilingual,
    pub amount: Yen,
    pub since: DateTime<Utc>,
}

/// The oldest overdue fees.
#[derive(Clone, Debug, Default)]
pub struct OverdueFees {
    pub oldest: Vec<OverdueFee>,
    /// Number of all of them.
    pub count: i64,
}

/// The SQL of whether a charge `c` is an overdue fee: unpaid by the rule of [`list_unpaid`] for an hour. The worker charges a card as soon
/// as it can, so such a fee needs its diner.
pub const IS_OVERDUE_FEE: &str =
    "c.reservation_id IS NOT NULL AND (c.kind = 'cancellation_fee' OR c.position > 2) AND c.voided_at IS NULL
     AND c.status NOT IN ('succeeded', 'canceled', 'processing') AND c.created_at <= {now} - interval '1 hour'";

#[derive(FromRow)]
struct OverdueRow {
    uid: String,
    reservation_code: String,
    name_ja: String,
    name_en: String,
    amount: Yen,
    created_at: DateTime<Utc>,
    total: i64,
}

/// Returns the oldest overdue fees of all diners.
pub async fn list_overdue(conn: &mut PgConnection, now: DateTime<Utc>, limit: i64) -> sqlx::Result<OverdueFees> {
    // The list of charges filters by the same SQL, so the link of the operator's task shows exactly these fees.
    let mut sql = QueryBuilder::<Postgres>::default();
    sql.push(
        "SELECT r.uid, r.reservation_code, s.name_ja, s.name_en, c.amount, c.created_at, count(*) OVER () AS total
         FROM charges c
         JOIN reservations r ON r.restaurant_id = c.restaurant_id AND r.id = c.reservation_id
         JOIN restaurants s ON s.id = c.restaurant_id
         WHERE ",
    );
    push_condition(&mut sql, IS_OVERDUE_FEE, now);
    sql.push(" ORDER BY c.created_at, c.id LIMIT ").push_bind(limit);
    let rows: Vec<OverdueRow> = sql.build_query_as().fetch_all(conn).await?;
    let count = rows.first().map_or(0, |row| row.total);
    let oldest = rows.into_iter().map(|row| OverdueFee {
        reservation_uid: row.uid,
        reservation_code: row.reservation_code,
        restaurant_name: Bilingual::new(row.name_ja, row.name_en),
        amount: row.amount,
        since: row.created_at,
    });
    Ok(OverdueFees { oldest: oldest.collect(), count })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fee(status: ChargeStatus, failure: Option<&str>) -> Charge {
        Charge {
            payment_method_fid: Some("pm_1".into()),
            failure_code: failure.map(str::to_owned),
            ..Charge::example(ChargeKind::CancellationFee, status)
        }
    }

    fn card(fid: &str) -> PaymentCard {
        let (brand, last4, holder_name) = ("visa".into(), "4242".into(), "HANAKO".into());
        PaymentCard {
            gateway_fid: fid.into(),
            brand,
            last4,
            exp_month: 1,
            exp_year: 2030,
            holder_name,
            fingerprint: None,
        }
    }

    #[test]
    fn fee_obstacles_are_named() {
        use ChargeStatus as S;
        let (same, new) = (card("pm_1"), card("pm_2"));
        let refused = || Some(PaymentObstacle::Declined("card_declined".into()));
        for (status, failure, card, expected) in [
            (S::Planned, None, None, Some(PaymentObstacle::NoCard)),
            (S::Planned, None, Some(&same), None),
            (S::RequiresAction, None, Some(&same), Some(PaymentObstacle::Authentication)),
            (S::RequiresPaymentMethod, None, Some(&same), None),
            (
                S::RequiresPaymentMethod,
                Some("authentication_required"),
                Some(&same),
                Some(PaymentObstacle::Authentication),
            ),
            (S::RequiresPaymentMethod, Some("card_declined"), Some(&same), refused()),
            (S::RequiresPaymentMethod, Some("card_declined"), Some(&new), None),
            (S::RequiresPaymentMethod, Some("card_declined"), None, Some(PaymentObstacle::NoCard)),
            (S::Processing, None, Some(&same), None),
            (S::Succeeded, None, None, None),
            (S::Canceled, None, None, None),
        ] {
            let found = open_payments(&[fee(status, failure)], card).map(|open| open.obstacle);
            assert_eq!(found, expected, "{status} {failure:?}");
        }
    }

    #[test]
    fn unpaid_charges_are_paid_together() {
        use ChargeStatus as S;
        let course =
            |status, amount| Charge { kind: ChargeKind::PrepaidCourse, amount: Yen(amount), ..fee(status, None) };
        let difference = |position, charge| Charge { position, ..charge };
        let void = Charge { is_void: true, ..fee(S::RequiresAction, None) };
        let charges = [
            course(S::Succeeded, 48_000),
            void,
            difference(
                3,
                Charge { kind: ChargeKind::ReservationFee, amount: Yen(390), ..fee(S::RequiresAction, None) },
            ),
            difference(4, course(S::Planned, 24_000)),
        ];
        let known = card("pm_1");
        let open = open_payments(&charges, Some(&known)).unwrap();
        assert_eq!(
            (open.total(), open.items.len(), &open.obstacle),
            (Yen(24_390), 2, &PaymentObstacle::Authentication)
        );
        assert_eq!(open.label(Locale::Ja), "合計");
        let without = open_payments(&charges, None).unwrap();
        assert_eq!((without.total(), without.obstacle), (Yen(24_390), PaymentObstacle::NoCard));
        assert_eq!(open_payments(&charges[..1], Some(&known)), None);
    }

    #[test]
    fn each_late_decline_is_demanded_whichever_card_the_diner_has() {
        use ChargeStatus as S;
        let declined = |late_declines| Charge { late_declines, ..fee(S::RequiresPaymentMethod, Some("card_declined")) };
        let key = |charges: &[Charge]| open_payments(charges, Some(&card("pm_1"))).map(|open| open.demand_key());
        let keys = [
            key(&[declined(1), fee(S::Processing, None)]),
            key(&[declined(1), declined(1)]),
            key(&[Charge { late_declines: 1, ..fee(S::Succeeded, None) }, declined(2)]),
        ];
        assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2], "{keys:?}");

        let found = |card: &PaymentCard| declined_later(&[declined(1)], Some(card));
        assert_eq!(found(&card("pm_1")), found(&card("pm_2")));
        assert_eq!(
            found(&card("pm_2")).map(|open| open.obstacle),
            Some(PaymentObstacle::Declined("card_declined".into()))
        );
    }
}
