//! The limits of a quarter of an hour, and the summaries of days that follow them.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::queries::refresh_days;
use crate::audit::Actor;
use crate::ids::RestaurantId;
use crate::restaurants::model::OperationName;
use crate::restaurants::pacing::{self, Pacing};

/// What of a meal's limits changes; what is nothing stays.
#[derive(Clone, Copy, Debug, Default)]
pub struct PacingChange {
    pub max_guests: Option<Option<i32>>,
    pub max_parties: Option<Option<i32>>,
}

impl PacingChange {
    fn apply_to(self, former: Pacing) -> Pacing {
        Pacing {
            max_guests: self.max_guests.unwrap_or(former.max_guests),
            max_parties: self.max_parties.unwrap_or(former.max_parties),
        }
    }
}

/// Why nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum PacingError {
    #[error("the restaurant does not serve {}", .0.as_str())]
    UnknownMeal(OperationName),
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Changes the limits of some meals; every web server hears of it, and the days of their slots are summarised anew. Whoever has
/// booked stays booked. Limits that stay as they are are not written.
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
        let former = meals.iter().find(|(name, _)| name == operation).ok_or(PacingError::UnknownMeal(*operation))?.1;
        let pacing = change.apply_to(former);
        if pacing != former {
            pacing::set(conn, now, actor, restaurant, (*operation, pacing)).await?;
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
