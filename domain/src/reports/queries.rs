//! SQL of the stored totals.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use sqlx::PgConnection;

use super::model::{Channel, DailyTotals, LeadTimeTotals, MealAndSize, RestaurantDay, TurnTimeTotals};
use super::totals::{ComputedTotals, columns};
use crate::ids::RestaurantId;
use crate::money::Yen;
use crate::restaurants::model::OperationName;

/// Replaces the totals of these days.
pub async fn replace(conn: &mut PgConnection, days: &[RestaurantDay], summed: &ComputedTotals) -> sqlx::Result<()> {
    let (restaurants, dates) = columns(days);
    sqlx::query!(
        "WITH asked AS (SELECT * FROM unnest($1::bigint[], $2::date[]) AS a (restaurant_id, date)),
              leads AS (DELETE FROM report_lead_times t USING asked a WHERE t.restaurant_id = a.restaurant_id AND t.date = a.date),
              hours AS (DELETE FROM report_hours t USING asked a WHERE t.restaurant_id = a.restaurant_id AND t.date = a.date),
              turns AS (DELETE FROM report_turn_times t USING asked a WHERE t.restaurant_id = a.restaurant_id AND t.date = a.date)
         DELETE FROM report_days t USING asked a WHERE t.restaurant_id = a.restaurant_id AND t.date = a.date",
        &restaurants,
        &dates,
    )
    .execute(&mut *conn)
    .await?;
    insert_channels(conn, summed).await?;
    insert_leads(conn, summed).await?;
    insert_hours(conn, summed).await?;
    insert_turns(conn, summed).await
}

async fn insert_channels(conn: &mut PgConnection, summed: &ComputedTotals) -> sqlx::Result<()> {
    let (keys, sums): (Vec<_>, Vec<_>) = summed.channels.iter().map(|(key, sums)| (*key, *sums)).unzip();
    let (days, channels): (Vec<RestaurantDay>, Vec<&str>) =
        keys.iter().map(|(day, channel)| (*day, channel.as_str())).unzip();
    let (restaurants, dates) = columns(&days);
    let column = |of: fn(&DailyTotals) -> i64| sums.iter().map(of).collect::<Vec<i64>>();
    sqlx::query!(
        "INSERT INTO report_days (restaurant_id, date, channel, parties, guests, course_total, no_shows, no_show_guests, cancellations,
             cancelled_guests, cancellation_fees, new_parties, returning_parties)
         SELECT * FROM unnest($1::bigint[], $2::date[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
             $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[])",
        &restaurants,
        &dates,
        &channels as &[&str],
        &column(|s| s.parties),
        &column(|s| s.guests),
        &column(|s| s.course_total.0),
        &column(|s| s.no_shows),
        &column(|s| s.no_show_guests),
        &column(|s| s.cancellations),
        &column(|s| s.cancelled_guests),
        &column(|s| s.cancellation_fees.0),
        &column(|s| s.new_parties),
        &column(|s| s.returning_parties),
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn insert_leads(conn: &mut PgConnection, summed: &ComputedTotals) -> sqlx::Result<()> {
    let (days, bounds): (Vec<RestaurantDay>, Vec<i32>) = summed.leads.keys().copied().unzip();
    let (restaurants, dates) = columns(&days);
    let (parties, lead_days): (Vec<i64>, Vec<i64>) = summed.leads.values().map(|l| (l.parties, l.lead_days)).unzip();
    sqlx::query!(
        "INSERT INTO report_lead_times (restaurant_id, date, from_days, parties, lead_days)
         SELECT * FROM unnest($1::bigint[], $2::date[], $3::integer[], $4::bigint[], $5::bigint[])",
        &restaurants,
        &dates,
        &bounds,
        &parties,
        &lead_days,
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn insert_hours(conn: &mut PgConnection, summed: &ComputedTotals) -> sqlx::Result<()> {
    let (days, hours): (Vec<RestaurantDay>, Vec<i32>) = summed.hours.keys().copied().unzip();
    let (restaurants, dates) = columns(&days);
    let minutes: Vec<i64> = summed.hours.values().copied().collect();
    sqlx::query!(
        "INSERT INTO report_hours (restaurant_id, date, hour, taken_minutes)
         SELECT * FROM unnest($1::bigint[], $2::date[], $3::integer[], $4::bigint[])",
        &restaurants,
        &dates,
        &hours,
        &minutes,
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn insert_turns(conn: &mut PgConnection, summed: &ComputedTotals) -> sqlx::Result<()> {
    let (days, meals): (Vec<RestaurantDay>, Vec<MealAndSize>) = summed.turns.keys().copied().unzip();
    let (restaurants, dates) = columns(&days);
    let (operations, guests): (Vec<&str>, Vec<i32>) =
        meals.iter().map(|(operation, guests)| (operation.as_str(), *guests)).unzip();
    let (parties, minutes): (Vec<i64>, Vec<i64>) = summed.turns.values().map(|t| (t.parties, t.minutes)).unzip();
    sqlx::query!(
        "INSERT INTO report_turn_times (restaurant_id, date, operation, guests_count, parties, minutes)
         SELECT * FROM unnest($1::bigint[], $2::date[], $3::text[], $4::integer[], $5::bigint[], $6::bigint[])",
        &restaurants,
        &dates,
        &operations as &[&str],
        &guests,
        &parties,
        &minutes,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns the stored totals of a restaurant's days; of all days without dates.
pub async fn list(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    during: Option<(NaiveDate, NaiveDate)>,
) -> sqlx::Result<ComputedTotals> {
    let (from, till) = during.unzip();
    let days = sqlx::query!(
        r#"SELECT date, channel AS "channel: Channel", parties, guests, course_total AS "course_total: Yen", no_shows, no_show_guests,
                  cancellations, cancelled_guests, cancellation_fees AS "cancellation_fees: Yen", new_parties, returning_parties
           FROM report_days WHERE restaurant_id = $1 AND ($2::date IS NULL OR date BETWEEN $2 AND $3)"#,
        restaurant.0,
        from,
        till,
    )
    .fetch_all(&mut *conn)
    .await?;
    let channels = days.into_iter().map(|row| {
        let sums = DailyTotals {
            parties: row.parties.into(),
            guests: row.guests.into(),
            course_total: row.course_total,
            no_shows: row.no_shows.into(),
            no_show_guests: row.no_show_guests.into(),
            cancellations: row.cancellations.into(),
            cancelled_guests: row.cancelled_guests.into(),
            cancellation_fees: row.cancellation_fees,
            new_parties: row.new_parties.into(),
            returning_parties: row.returning_parties.into(),
        };
        (((restaurant, row.date), row.channel), sums)
    });
    let leads = sqlx::query!(
        "SELECT date, from_days, parties, lead_days FROM report_lead_times
         WHERE restaurant_id = $1 AND ($2::date IS NULL OR date BETWEEN $2 AND $3)",
        restaurant.0,
        from,
        till,
    )
    .fetch_all(&mut *conn)
    .await?;
    let leads = leads.into_iter().map(|row| {
        let lead = LeadTimeTotals { parties: row.parties.into(), lead_days: row.lead_days };
        (((restaurant, row.date), row.from_days), lead)
    });
    let hours = sqlx::query!(
        "SELECT date, hour, taken_minutes FROM report_hours
         WHERE restaurant_id = $1 AND ($2::date IS NULL OR date BETWEEN $2 AND $3)",
        restaurant.0,
        from,
        till,
    )
    .fetch_all(&mut *conn)
    .await?;
    let hours = hours.into_iter().map(|row| (((restaurant, row.date), row.hour), i64::from(row.taken_minutes)));
    let turns = list_turns(conn, restaurant, during).await?;
    Ok(ComputedTotals { channels: channels.collect(), leads: leads.collect(), hours: hours.collect(), turns })
}

async fn list_turns(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    during: Option<(NaiveDate, NaiveDate)>,
) -> sqlx::Result<BTreeMap<(RestaurantDay, MealAndSize), TurnTimeTotals>> {
    let (from, till) = during.unzip();
    let rows = sqlx::query!(
        r#"SELECT date, operation AS "operation: OperationName", guests_count, parties, minutes FROM report_turn_times
           WHERE restaurant_id = $1 AND ($2::date IS NULL OR date BETWEEN $2 AND $3)"#,
        restaurant.0,
        from,
        till,
    )
    .fetch_all(conn)
    .await?;
    let turns = rows.into_iter().map(|row| {
        let turn = TurnTimeTotals { parties: row.parties.into(), minutes: row.minutes };
        (((restaurant, row.date), (row.operation, row.guests_count)), turn)
    });
    Ok(turns.collect())
}

/// Returns the days of a restaurant that have totals or reservations.
pub async fn list_days(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<NaiveDate>> {
    sqlx::query_scalar!(
        r#"SELECT date AS "date!" FROM reservations WHERE restaurant_id = $1
           UNION SELECT date FROM report_days WHERE restaurant_id = $1
           UNION SELECT date FROM report_lead_times WHERE restaurant_id = $1
           UNION SELECT date FROM report_hours WHERE restaurant_id = $1
           UNION SELECT date FROM report_turn_times WHERE restaurant_id = $1 ORDER BY 1"#,
        restaurant.0,
    )
    .fetch_all(conn)
    .await
}

/// Counts the items of a restaurant.
pub async fn count_items(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"SELECT count(*) AS "count!" FROM inventory_items WHERE restaurant_id = $1"#, restaurant.0,)
        .fetch_one(conn)
        .await
}
