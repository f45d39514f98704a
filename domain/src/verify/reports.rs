//! Compares the totals of reports, which the worker maintains, with the reservations.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use sqlx::PgConnection;

use crate::ids::RestaurantId;
use crate::reports::model::RestaurantDay;
use crate::reports::{queries, sweep, totals};

/// Excludes days that have changed since the worker's last sweep, and all days before its first one. Turn times, cancellations and walk-ins
/// have separate marks, because workers of the release before them do not write them, or count others.
pub(super) async fn sums(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    let marks = sweep::find_marks(conn).await?;
    let Some(stale) = stale_since(conn, marks.totals).await? else { return Ok(Vec::new()) };
    let stale_turns = stale_since(conn, marks.turn_times).await?;
    let stale_channels = stale_since(conn, marks.channels()).await?;
    let stale_leads = stale_since(conn, marks.lead_times()).await?;
    let restaurants = sqlx::query_scalar!(r#"SELECT id AS "id: RestaurantId" FROM restaurants ORDER BY id"#);
    let mut faults = Vec::new();
    for restaurant in restaurants.fetch_all(&mut *conn).await? {
        let days = queries::list_days(conn, restaurant).await?;
        let days: Vec<RestaurantDay> = days.into_iter().map(|date| (restaurant, date)).collect();
        let (is, should) = (queries::list(conn, restaurant, None).await?, totals::compute_totals(conn, &days).await?);
        if let Some(stale_channels) = &stale_channels {
            differences(&mut faults, stale_channels, &is.channels, &should.channels);
        }
        if let Some(stale_leads) = &stale_leads {
            differences(&mut faults, stale_leads, &is.leads, &should.leads);
        }
        differences(&mut faults, &stale, &is.hours, &should.hours);
        if let Some(stale_turns) = &stale_turns {
            differences(&mut faults, stale_turns, &is.turns, &should.turns);
        }
    }
    Ok(faults)
}

/// Returns the days that have changed since a mark; None without a mark.
async fn stale_since(conn: &mut PgConnection, mark: Option<i64>) -> sqlx::Result<Option<BTreeSet<RestaurantDay>>> {
    let Some(mark) = mark else { return Ok(None) };
    Ok(Some(sweep::stale_days(conn, mark).await?.into_iter().collect()))
}

fn differences<K, V>(
    faults: &mut Vec<String>,
    stale: &BTreeSet<RestaurantDay>,
    is: &BTreeMap<(RestaurantDay, K), V>,
    should: &BTreeMap<(RestaurantDay, K), V>,
) where
    K: Ord + Copy + Debug,
    V: PartialEq + Debug,
{
    let keys: BTreeSet<_> = is.keys().chain(should.keys()).copied().collect();
    for (day, part) in keys.into_iter().filter(|(day, _)| !stale.contains(day)) {
        let (is, should) = (is.get(&(day, part)), should.get(&(day, part)));
        if is != should {
            faults.push(format!(
                "restaurant {} on {}, {part:?}: {}, should be {}",
                day.0,
                day.1,
                formatted(is),
                formatted(should)
            ));
        }
    }
}

fn formatted<V: Debug>(value: Option<&V>) -> String {
    value.map_or_else(|| "nothing".to_owned(), |value| format!("{value:?}"))
}
