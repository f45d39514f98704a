//! What a mail about a reservation shows, read from the tables at the moment it is sent.

use serde::Serialize;
use sqlx::PgConnection;

use super::queries::{self, ReservationRow};
use crate::i18n::{self, Locale, t};
use crate::money::Yen;
use crate::restaurants::policy::Policy;

/// Everything is text already, in the mail's language and the restaurant's zone.
#[derive(Clone, Debug, Serialize)]
pub struct ReservationView {
    pub restaurant: String,
    pub address: String,
    pub phone: String,
    pub date: String,
    pub time: String,
    pub guests: String,
    pub course: String,
    pub course_price: String,
    pub seat: String,
    pub code: String,
    pub link: String,
    pub charges: Vec<ChargeView>,
    /// Empty when nothing was paid.
    pub paid: String,
    /// Empty when nothing is given back.
    pub refund: String,
    /// Empty when there is none.
    pub cancellation_fee: String,
    pub policy: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
pub struct ChargeView {
    pub label: String,
    pub amount: String,
}

pub async fn load(
    conn: &mut PgConnection,
    id: i64,
    locale: Locale,
    base_url: &str,
) -> sqlx::Result<Option<ReservationView>> {
    let Some(row) = queries::reservation(conn, id).await? else { return Ok(None) };
    let charges = queries::paid_charges(conn, id).await?;
    let yen = |amount: i64| i18n::yen(locale, Yen(amount));
    let some_yen = |amount: i64| if amount > 0 { yen(amount) } else { String::new() };
    let sum = |of: fn(&queries::ChargeRow) -> i32| charges.iter().map(|charge| i64::from(of(charge))).sum::<i64>();
    let (paid, refund) = (sum(|charge| charge.amount), sum(|charge| charge.refund));
    let view = |charge: &queries::ChargeRow| ChargeView {
        label: t(locale, &format!("charge.{}", charge.kind), &[]),
        amount: yen(charge.amount.into()),
    };
    Ok(Some(ReservationView {
        restaurant: locale.pick(&row.restaurant_ja, &row.restaurant_en).to_owned(),
        address: locale.pick(&row.address_ja, &row.address_en).to_owned(),
        date: i18n::date(locale, row.date),
        time: i18n::time_of_day(row.starts_at, i18n::zone(&row.time_zone)),
        guests: t(locale, "mail.guests", &[("count", &row.guests_count)]),
        course: locale.pick(&row.course_title_ja, &row.course_title_en).to_owned(),
        course_price: some_yen(row.course_price.into()),
        seat: locale.pick(&row.seat_ja, &row.seat_en).to_owned(),
        link: format!("{base_url}/users/reservations/{}", row.uid),
        charges: charges.iter().map(view).collect(),
        paid: some_yen(paid),
        refund: some_yen(refund),
        cancellation_fee: some_yen(row.cancellation_fee.unwrap_or(0).into()),
        policy: policy(locale, &row)?,
        phone: row.phone,
        code: row.reservation_code,
    }))
}

fn policy(locale: Locale, row: &ReservationRow) -> sqlx::Result<Vec<String>> {
    let policy = Policy::stored(&row.cancellation_policy)?;
    Ok(policy.in_words(locale).lines().map(str::to_owned).collect())
}
