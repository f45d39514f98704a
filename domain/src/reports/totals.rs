//! Totals of days, computed from the reservations: the worker stores them, and `seki verify` compares them.
//!
//! A booking counts if it is accepted and not marked as a no-show. It counts as cancelled if its guest cancelled it, as on the guest's card;
//! one that the restaurant or an admin cancelled, and an invitation that was not accepted, do not count at all. A visit is a customer's first
//! if none of the customer's other counted bookings starts earlier.

use std::collections::BTreeMap;

use sqlx::PgConnection;

use super::model::{
    Channel, DailyTotals, LEAD_BOUNDS, LeadTimeTotals, MAX_TURN_MINUTES, MIN_TURN_MINUTES, MealAndSize, RestaurantDay,
    TurnTimeTotals,
};
use crate::ids::RestaurantId;
use crate::money::Yen;
use crate::restaurants::model::OperationName;

/// Totals of some days. Entries without a value are omitted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComputedTotals {
    pub channels: BTreeMap<(RestaurantDay, Channel), DailyTotals>,
    /// By the lower bound of the booking's lead time.
    pub leads: BTreeMap<(RestaurantDay, i32), LeadTimeTotals>,
    /// Minutes for which the items were occupied within an hour of the business day.
    pub hours: BTreeMap<(RestaurantDay, i32), i64>,
    pub turns: BTreeMap<(RestaurantDay, MealAndSize), TurnTimeTotals>,
}

/// Returns the days as two columns.
pub(super) fn columns(days: &[RestaurantDay]) -> (Vec<i64>, Vec<chrono::NaiveDate>) {
    days.iter().map(|(restaurant, date)| (restaurant.0, *date)).unzip()
}

pub async fn compute_totals(conn: &mut PgConnection, days: &[RestaurantDay]) -> sqlx::Result<ComputedTotals> {
    Ok(ComputedTotals {
        channels: channels(conn, days).await?,
        leads: leads(conn, days).await?,
        hours: hours(conn, days).await?,
        turns: turns(conn, days).await?,
    })
}

async fn channels(
    conn: &mut PgConnection,
    days: &[RestaurantDay],
) -> sqlx::Result<BTreeMap<(RestaurantDay, Channel), DailyTotals>> {
    let (restaurants, dates) = columns(days);
    let rows = sqlx::query!(
        r#"SELECT r.restaurant_id, r.date,
                  CASE r.type WHEN 'online_reservation' THEN 'online'
                      WHEN 'offline_reservation' THEN CASE WHEN r.is_walk_in THEN 'walk_in' ELSE 'in_person' END
                      WHEN 'offsite_reservation' THEN 'off_site' ELSE 'invited' END AS "channel!: Channel",
                  count(*) FILTER (WHERE s.stands) AS "parties!",
                  coalesce(sum(r.guests_count) FILTER (WHERE s.stands), 0) AS "guests!",
                  coalesce(sum(r.course_price::bigint * r.guests_count) FILTER (WHERE s.stands), 0)::bigint AS "course_total!: Yen",
                  count(*) FILTER (WHERE s.is_no_show) AS "no_shows!",
                  coalesce(sum(r.guests_count) FILTER (WHERE s.is_no_show), 0) AS "no_show_guests!",
                  count(*) FILTER (WHERE s.is_cancelled) AS "cancellations!",
                  coalesce(sum(r.guests_count) FILTER (WHERE s.is_cancelled), 0) AS "cancelled_guests!",
                  coalesce(sum(r.cancellation_fee) FILTER (WHERE s.is_cancelled), 0)::bigint AS "cancellation_fees!: Yen",
                  count(*) FILTER (WHERE s.stands AND r.customer_id IS NOT NULL AND former.id IS NULL) AS "new_parties!",
                  count(*) FILTER (WHERE s.stands AND former.id IS NOT NULL) AS "returning_parties!"
           FROM unnest($1::bigint[], $2::date[]) AS asked (restaurant_id, date)
           JOIN reservations r ON r.restaurant_id = asked.restaurant_id AND r.date = asked.date
           LEFT JOIN reservation_no_shows n ON n.restaurant_id = r.restaurant_id AND n.reservation_id = r.id
           CROSS JOIN LATERAL (
               SELECT r.status = 'accepted' AND n.reservation_id IS NULL AS stands,
                      r.status = 'accepted' AND n.reservation_id IS NOT NULL AS is_no_show,
                      is_guest_cancellation(r.status, r.accepted_at) AS is_cancelled) s
           LEFT JOIN LATERAL (
               SELECT f.id FROM reservations f
               WHERE f.restaurant_id = r.restaurant_id AND f.customer_id = r.customer_id AND f.status = 'accepted'
                 AND f.starts_at <= r.starts_at AND (f.starts_at, f.id) < (r.starts_at, r.id)
                 AND NOT EXISTS (SELECT 1 FROM reservation_no_shows x WHERE x.restaurant_id = f.restaurant_id
                     AND x.reservation_id = f.id)
               LIMIT 1) former ON s.stands
           WHERE s.stands OR s.is_no_show OR s.is_cancelled
           GROUP BY 1, 2, 3"#,
        &restaurants,
        &dates,
    )
    .fetch_all(conn)
    .await?;
    let sums = rows.into_iter().map(|row| {
        let sums = DailyTotals {
            parties: row.parties,
            guests: row.guests,
            course_total: row.course_total,
            no_shows: row.no_shows,
            no_show_guests: row.no_show_guests,
            cancellations: row.cancellations,
            cancelled_guests: row.cancelled_guests,
            cancellation_fees: row.cancellation_fees,
            new_parties: row.new_parties,
            returning_parties: row.returning_parties,
        };
        (((RestaurantId(row.restaurant_id), row.date), row.channel), sums)
    });
    Ok(sums.collect())
}

/// Computes the lead times of days. A no-show counts: the guest did book. A walk-in does not (gaps G328).
async fn leads(
    conn: &mut PgConnection,
    days: &[RestaurantDay],
) -> sqlx::Result<BTreeMap<(RestaurantDay, i32), LeadTimeTotals>> {
    let (restaurants, dates) = columns(days);
    let rows = sqlx::query!(
        r#"SELECT r.restaurant_id, r.date, ($3::integer[])[width_bucket(lead.days, $3::integer[])] AS "from_days!",
                  count(*) AS "parties!", sum(lead.days) AS "lead_days!"
           FROM unnest($1::bigint[], $2::date[]) AS asked (restaurant_id, date)
           JOIN reservations r ON r.restaurant_id = asked.restaurant_id AND r.date = asked.date AND r.status = 'accepted'
           JOIN restaurants t ON t.id = r.restaurant_id
           CROSS JOIN LATERAL (
               SELECT greatest(r.date - (r.created_at AT TIME ZONE t.time_zone)::date, 0) AS days) lead
           WHERE NOT r.is_walk_in
           GROUP BY 1, 2, 3"#,
        &restaurants,
        &dates,
        &LEAD_BOUNDS,
    )
    .fetch_all(conn)
    .await?;
    let leads = rows.into_iter().map(|row| {
        let lead = LeadTimeTotals { parties: row.parties, lead_days: row.lead_days };
        (((RestaurantId(row.restaurant_id), row.date), row.from_days), lead)
    });
    Ok(leads.collect())
}

async fn hours(conn: &mut PgConnection, days: &[RestaurantDay]) -> sqlx::Result<BTreeMap<(RestaurantDay, i32), i64>> {
    let (restaurants, dates) = columns(days);
    let rows = sqlx::query!(
        r#"SELECT r.restaurant_id, r.date, hour.hour AS "hour!",
                  (sum(least(sat.until, hour.hour * 3600 + 3600) - greatest(sat.since, hour.hour * 3600)) / 60)::bigint AS "minutes!"
           FROM unnest($1::bigint[], $2::date[]) AS asked (restaurant_id, date)
           JOIN reservations r ON r.restaurant_id = asked.restaurant_id AND r.date = asked.date AND r.status = 'accepted'
           JOIN restaurants t ON t.id = r.restaurant_id
           JOIN reservation_seats s ON s.restaurant_id = r.restaurant_id AND s.reservation_id = r.id AND s.released_at IS NULL
           CROSS JOIN LATERAL (
               SELECT extract(epoch FROM lower(s.during) AT TIME ZONE t.time_zone - r.date::timestamp)::integer AS since,
                      extract(epoch FROM upper(s.during) AT TIME ZONE t.time_zone - r.date::timestamp)::integer AS until) sat
           CROSS JOIN LATERAL generate_series(sat.since / 3600, (sat.until - 1) / 3600) AS hour
           WHERE sat.since >= 0 AND NOT EXISTS (
               SELECT 1 FROM reservation_no_shows n WHERE n.restaurant_id = r.restaurant_id AND n.reservation_id = r.id)
           GROUP BY 1, 2, 3"#,
        &restaurants,
        &dates,
    )
    .fetch_all(conn)
    .await?;
    let hours = rows.into_iter().map(|row| (((RestaurantId(row.restaurant_id), row.date), row.hour), row.minutes));
    Ok(hours.collect())
}

/// Computes the turn times of the parties whose departure staff recorded. A party without a recorded seating counts from its arrival.
async fn turns(
    conn: &mut PgConnection,
    days: &[RestaurantDay],
) -> sqlx::Result<BTreeMap<(RestaurantDay, MealAndSize), TurnTimeTotals>> {
    let (restaurants, dates) = columns(days);
    let rows = sqlx::query!(
        r#"SELECT r.restaurant_id, r.date, r.operation AS "operation: OperationName", r.guests_count,
                  count(*) AS "parties!", sum(stay.minutes)::bigint AS "minutes!"
           FROM unnest($1::bigint[], $2::date[]) AS asked (restaurant_id, date)
           JOIN reservations r ON r.restaurant_id = asked.restaurant_id AND r.date = asked.date AND r.status = 'accepted'
               AND r.operation <> 'takeaway'
           JOIN reservation_service_times v ON v.restaurant_id = r.restaurant_id AND v.reservation_id = r.id
           CROSS JOIN LATERAL (
               SELECT floor(extract(epoch FROM v.left_at - coalesce(v.seated_at, v.arrived_at)) / 60)::bigint AS minutes) stay
           WHERE stay.minutes BETWEEN $3::bigint AND $4::bigint AND NOT EXISTS (
               SELECT 1 FROM reservation_no_shows n WHERE n.restaurant_id = r.restaurant_id AND n.reservation_id = r.id)
           GROUP BY 1, 2, 3, 4"#,
        &restaurants,
        &dates,
        MIN_TURN_MINUTES,
        MAX_TURN_MINUTES,
    )
    .fetch_all(conn)
    .await?;
    let turns = rows.into_iter().map(|row| {
        let turn = TurnTimeTotals { parties: row.parties, minutes: row.minutes };
        (((RestaurantId(row.restaurant_id), row.date), (row.operation, row.guests_count)), turn)
    });
    Ok(turns.collect())
}
