//! The fields of a reservation in a mail.

use serde::Serialize;
use sqlx::PgConnection;

use super::charges::total_refund;
use super::delivery::{self, Delivery};
use super::mail_rows::{self, ReservationMailRow};
use crate::i18n::{self, Locale, t};
use crate::ids::ReservationId;
use crate::money::Yen;
use crate::payments;
use crate::payments::model::{Charge, ChargeKind, ChargeStatus};
use crate::restaurants::map;

/// The fields as text, in the mail's language and the restaurant's zone.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ReservationView {
    pub restaurant: String,
    pub address: String,
    /// Address of a map of the restaurant. Empty for deliveries.
    pub map: String,
    pub phone: String,
    pub date: String,
    pub time: String,
    /// The unit of `guests`.
    pub guests_label: String,
    pub guests: String,
    pub course: String,
    /// For one guest, and the number of guests. Empty if the course is free.
    pub course_price: String,
    pub seat: String,
    pub code: String,
    pub link: String,
    pub charges: Vec<ChargeView>,
    /// The amount charged after the booking ended. Empty if none was.
    pub fee_paid: String,
    /// Empty if nothing was paid.
    pub paid: String,
    /// The amount that was refunded, or is due to be. Empty if nothing is refunded.
    pub refund: String,
    /// The part of `refund` that was refunded already. Empty if none or all of it was.
    pub refunded: String,
    /// The amount that banks returned in lost disputes. It is not a refund (gaps G305). Empty if they returned nothing.
    pub returned_by_bank: String,
    /// When the refund arrives.
    pub refund_note: String,
    /// Empty if there is no fee.
    pub cancellation_fee: String,
    /// The tiers of the cancellation policy for this booking, one text each: start day and amount.
    pub policy: Vec<String>,
    /// Address and time of a delivery. `None` for guests who visit.
    pub delivery: Option<DeliveryView>,
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct DeliveryView {
    pub address: String,
    pub name: String,
    pub phone: String,
    pub arrival: String,
}

impl DeliveryView {
    fn new(locale: Locale, delivery: &Delivery) -> Self {
        Self {
            address: delivery.format_address(locale),
            name: delivery.name.clone(),
            phone: delivery.phone_number.clone(),
            arrival: delivery.format_arrival(locale),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct ChargeView {
    pub label: String,
    pub amount: String,
}

/// Loads a reservation's fields. Returns `None` if it does not exist.
pub(super) async fn load(
    conn: &mut PgConnection,
    id: ReservationId,
    locale: Locale,
    base_url: &str,
) -> sqlx::Result<Option<ReservationView>> {
    let Some(row) = mail_rows::find(conn, id).await? else { return Ok(None) };
    let mut charges =
        payments::queries::list_charges(conn, payments::model::Subject::Reservation(row.restaurant, id)).await?;
    charges.retain(|charge| charge.status == ChargeStatus::Succeeded);
    let delivery = delivery::find(conn, row.restaurant, id).await?;
    let some_yen = |amount: Yen| if amount > Yen::ZERO { i18n::yen(locale, amount) } else { String::new() };
    let paid = charges.iter().map(|charge| charge.amount).sum();
    let refunded: Yen = charges.iter().map(|charge| charge.refunded_amount).sum();
    let refund = total_refund(&charges);
    let returned_by_bank = charges.iter().map(|charge| charge.lost_amount).sum();
    let fees = charges.iter().filter(|charge| charge.kind == ChargeKind::CancellationFee);
    let fee_paid = fees.map(|charge| charge.amount).sum();
    let view = |charge: &Charge| ChargeView {
        label: t(locale, &format!("charge.{}", charge.kind), &[]),
        amount: i18n::yen(locale, charge.amount),
    };
    let is_deferred = charges.iter().any(Charge::is_refund_deferred);
    let refund_note = if is_deferred { "mail.refund_deferred" } else { "mail.refund_note" };
    let unit = if row.is_order() { "portions" } else { "guests" };
    Ok(Some(ReservationView {
        restaurant: locale.pick(&row.restaurant_ja, &row.restaurant_en).to_owned(),
        address: locale.pick(&row.address_ja, &row.address_en).to_owned(),
        map: if delivery.is_some() { String::new() } else { map_link(locale, &row) },
        phone: row.phone(locale),
        date: i18n::date(locale, row.date),
        time: i18n::time_of_day(row.starts_at, row.zone.tz()),
        guests_label: t(locale, &format!("mail.label.{unit}"), &[]),
        guests: row.party(locale),
        course: locale.pick(&row.course_title_ja, &row.course_title_en).to_owned(),
        course_price: course_price(locale, &row),
        seat: locale.pick(&row.seat_ja, &row.seat_en).to_owned(),
        link: format!("{base_url}/users/reservations/{}", row.uid),
        charges: charges.iter().map(view).collect(),
        fee_paid: some_yen(fee_paid),
        paid: some_yen(paid),
        refund: some_yen(refund),
        refunded: if refunded < refund { some_yen(refunded) } else { String::new() },
        returned_by_bank: some_yen(returned_by_bank),
        refund_note: t(locale, refund_note, &[]),
        cancellation_fee: some_yen(row.cancellation_fee.unwrap_or_default()),
        policy: row.policy.of_visit(locale, row.course_total(), row.date),
        delivery: delivery.as_ref().map(|delivery| DeliveryView::new(locale, delivery)),
        code: row.reservation_code,
    }))
}

fn map_link(locale: Locale, row: &ReservationMailRow) -> String {
    let name = locale.pick(&row.restaurant_ja, &row.restaurant_en);
    map::link(name, locale.pick(&row.address_ja, &row.address_en)).unwrap_or_default()
}

fn course_price(locale: Locale, row: &ReservationMailRow) -> String {
    if row.course_price <= Yen::ZERO {
        return String::new();
    }
    let custom =
        row.custom_unit_ja.as_deref().map(|ja| locale.pick(ja, row.custom_unit_en.as_deref().unwrap_or_default()));
    let usual = if row.is_order() { "course.per_portion" } else { "course.per_person" };
    let unit = custom.map_or_else(|| t(locale, usual, &[]), str::to_owned);
    let price = i18n::yen(locale, row.course_price);
    t(locale, "mail.course_price", &[("unit", &unit), ("price", &price), ("count", &row.guests_count)])
}
