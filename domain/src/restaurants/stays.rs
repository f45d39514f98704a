//! Usual stays by party size, which a restaurant sets where they differ from the default stay of a meal (G299). Walk-ins, seat proposals,
//! the waiting list and the dialog of a booking follow them; web slots have their own times.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::PgConnection;

use super::model::{Operation, OperationName, VISIT_STEP_MINUTES};
use crate::audit::{self, Actor};
use crate::ids::RestaurantId;

/// Allowed party sizes from which a usual stay applies.
pub const FROM_GUESTS: RangeInclusive<i32> = 2..=99;
/// Allowed minutes of a usual stay.
const STAY_MINUTES: RangeInclusive<i32> = 15..=1440;

/// Minutes by the party size from which they apply.
pub type StaysBySize = BTreeMap<i32, i32>;

/// The usual stays of a restaurant. A meal without any is left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stays(BTreeMap<OperationName, StaysBySize>);

impl Stays {
    /// Returns the minutes that a party of this size usually stays: the minutes of the largest size that it reaches, or the default stay of
    /// the meal.
    pub fn minutes_for(&self, operation: &Operation, guests: i32) -> i32 {
        let reached = self.0.get(&operation.name).and_then(|sizes| sizes.range(..=guests).next_back());
        reached.map_or_else(|| operation.stay_minutes(), |(_, minutes)| *minutes)
    }

    /// Returns the usual stays of a meal.
    pub fn of(&self, operation: OperationName) -> StaysBySize {
        self.0.get(&operation).cloned().unwrap_or_default()
    }
}

impl FromIterator<(OperationName, i32, i32)> for Stays {
    fn from_iter<I: IntoIterator<Item = (OperationName, i32, i32)>>(rows: I) -> Self {
        let mut stays = Self::default();
        for (operation, from_guests, minutes) in rows {
            stays.0.entry(operation).or_default().insert(from_guests, minutes);
        }
        stays
    }
}

/// Whether a meal has usual stays: takeaway has no seats.
pub fn is_at_seats(operation: OperationName) -> bool {
    operation != OperationName::Takeaway
}

/// Whether a restaurant may set this usual stay.
pub fn is_stay(minutes: i32) -> bool {
    STAY_MINUTES.contains(&minutes) && minutes % VISIT_STEP_MINUTES == 0
}

/// Reasons to change nothing.
#[derive(Debug, thiserror::Error)]
pub enum StaysError {
    #[error("the restaurant does not serve {} at seats", .0.as_str())]
    UnknownMeal(OperationName),
    #[error("another user has changed the usual stays")]
    Changed,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Returns the usual stays of a restaurant, inactive meals included.
pub async fn list(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Stays> {
    let rows = sqlx::query!(
        r#"SELECT operation AS "operation: OperationName", from_guests, stay_minutes FROM operation_stays
           WHERE restaurant_id = $1"#,
        restaurant.0,
    );
    let rows = rows.fetch_all(conn).await?.into_iter();
    Ok(rows.map(|row| (row.operation, row.from_guests, row.stay_minutes)).collect())
}

/// Replaces the usual stays of some meals. Unchanged ones are not written. Diners see none of it, so no cache is invalidated; existing
/// reservations keep their end.
///
/// # Errors
/// The restaurant does not serve one of the meals at seats; a meal has neither the stays that the user saw nor the wanted ones. The caller
/// must roll back.
pub async fn replace(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    wanted: &BTreeMap<OperationName, StaysBySize>,
    seen: &BTreeMap<OperationName, StaysBySize>,
) -> Result<(), StaysError> {
    let served = lock_meals(conn, restaurant).await?;
    let stored = list(conn, restaurant).await?;
    for (operation, sizes) in wanted {
        if !served.contains(operation) || !is_at_seats(*operation) {
            return Err(StaysError::UnknownMeal(*operation));
        }
        let previous = stored.of(*operation);
        if previous == *sizes {
            continue;
        }
        if seen.get(operation).is_some_and(|seen| *seen != previous) {
            return Err(StaysError::Changed);
        }
        write(conn, restaurant, *operation, sizes).await?;
        let event = audit::Event {
            actor,
            action: "stays_updated",
            restaurant: Some(restaurant),
            reservation: None,
            detail: json!({ "operation": operation, "old": shown(&previous), "new": shown(sizes) }),
        };
        audit::record(conn, now, event).await?;
    }
    Ok(())
}

/// Locks and returns the active meals: writers of their usual stays run one after the other.
async fn lock_meals(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<OperationName>> {
    let meals = sqlx::query_scalar!(
        r#"SELECT name AS "name: OperationName" FROM operations WHERE restaurant_id = $1 AND is_active
           ORDER BY name FOR NO KEY UPDATE"#,
        restaurant.0,
    );
    meals.fetch_all(conn).await
}

async fn write(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    operation: OperationName,
    sizes: &StaysBySize,
) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM operation_stays WHERE restaurant_id = $1 AND operation = $2",
        restaurant.0,
        operation.as_str(),
    )
    .execute(&mut *conn)
    .await?;
    let (from_guests, minutes): (Vec<i32>, Vec<i32>) = sizes.iter().map(|(from, minutes)| (*from, *minutes)).unzip();
    sqlx::query!(
        "INSERT INTO operation_stays (restaurant_id, operation, from_guests, stay_minutes)
         SELECT $1, $2, stay.from_guests, stay.minutes
         FROM unnest($3::integer[], $4::integer[]) AS stay (from_guests, minutes)",
        restaurant.0,
        operation.as_str(),
        &from_guests,
        &minutes,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns the stays for the audit log; null for none.
fn shown(sizes: &StaysBySize) -> Value {
    let shown = sizes.iter().map(|(from, minutes)| json!({ "from_guests": from, "stay_minutes": minutes }));
    if sizes.is_empty() { Value::Null } else { shown.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zone::BusinessTime;

    fn operation(name: OperationName) -> Operation {
        Operation {
            name,
            opens_at: "17:00:00".parse().unwrap(),
            closes_at: BusinessTime::parse("22:00").unwrap(),
            default_stay_minutes: 120,
            cutoff_hours: 0,
        }
    }

    #[test]
    fn party_stays_as_long_as_largest_size_that_it_reaches() {
        let stays: Stays = [(OperationName::Dinner, 5, 180), (OperationName::Dinner, 3, 150)].into_iter().collect();
        let minutes = |guests| stays.minutes_for(&operation(OperationName::Dinner), guests);
        assert_eq!([0, 1, 2, 3, 4, 5, 99].map(minutes), [120, 120, 120, 150, 150, 180, 180]);
        assert_eq!(stays.minutes_for(&operation(OperationName::Lunch), 5), 120, "of another meal");
        assert_eq!(stays.of(OperationName::Dinner), StaysBySize::from([(3, 150), (5, 180)]));
    }

    #[test]
    fn stay_is_a_multiple_of_five_minutes_up_to_a_day() {
        assert!([15, 20, 120, 1440].into_iter().all(is_stay));
        assert!(![-5, 0, 10, 16, 1445].into_iter().any(is_stay));
        assert!(!FROM_GUESTS.contains(&1) && FROM_GUESTS.contains(&2) && !FROM_GUESTS.contains(&100));
    }
}
