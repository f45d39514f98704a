//! Pacing limits of a meal, and the refresh of the day summaries that depend on them.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::queries::refresh_days;
use crate::audit::Actor;
use crate::ids::RestaurantId;
use crate::restaurants::model::OperationName;
use crate::restaurants::pacing::{self, Pacing};

/// Changes of a meal's limits; a None stays as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct PacingChange {
    pub max_guests: Option<Option<i32>>,
    pub max_parties: Option<Option<i32>>,
}

impl PacingChange {
    fn apply_to(self, previous: Pacing) -> Pacing {
        Pacing {
            max_guests: self.max_guests.unwrap_or(previous.max_guests),
            max_parties: self.max_parties.unwrap_or(previous.max_parties),
        }
    }
}

/// Reasons to change nothing.
#[derive(Debug, thiserror::Error)]
pub enum PacingError {
    #[error("the restaurant does not serve {}", .0.as_str())]
    UnknownMeal(OperationName),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Changes the limits of some meals. Every web server receives the change, and the summaries of their slots' days are refreshed. Existing
/// bookings stay. Unchanged limits are not written.
///
/// # Errors
/// The restaurant does not serve one of the meals, and the caller must roll back.
pub async fn change(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    changes: &[(OperationName, PacingChange)],
) -> Result<(), PacingError> {
    let meals = pacing::list(conn, restaurant).await?;
    let mut changed = Vec::new();
    for (operation, change) in changes {
        let previous = meals.iter().find(|(name, _)| name == operation).ok_or(PacingError::UnknownMeal(*operation))?.1;
        let pacing = change.apply_to(previous);
        if pacing != previous {
            pacing::set(conn, now, actor, restaurant, *operation, pacing).await?;
            changed.push(operation.as_str().to_owned());
        }
    }
    let dates = sqlx::query_scalar!(
        "SELECT DISTINCT date FROM online_stock_groups
         WHERE restaurant_id = $1 AND operation = ANY ($2) AND deleted_at IS NULL ORDER BY date",
        restaurant.0,
        &changed,
    );
    let dates = dates.fetch_all(&mut *conn).await?;
    if !dates.is_empty() {
        refresh_days(conn, restaurant, &dates).await?;
    }
    Ok(())
}
