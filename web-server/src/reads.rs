//! Where availability is read from: a replica, as far as it has replayed what the caches have heard of, else the primary.

use std::ops::RangeInclusive;

use chrono::NaiveDate;
use domain::availability::changes;
use domain::ids::RestaurantId;
use sqlx::pool::PoolConnection;
use sqlx::{PgPool, Postgres};

#[derive(Clone, Debug)]
pub struct Reads {
    primary: PgPool,
    replica: Option<PgPool>,
}

impl Reads {
    pub fn new(primary: PgPool, replica: Option<PgPool>) -> Self {
        Self { primary, replica }
    }

    /// A connection that sees every change of the restaurant's settings, and of its stock on `days`, that is committed when this
    /// is called. So an answer that is read over it may be kept under an epoch that was taken before: a replica that lags
    /// behind the pulled changes would give an old answer to a new epoch, and is passed over.
    pub async fn connect(
        &self,
        restaurant: RestaurantId,
        days: Option<RangeInclusive<NaiveDate>>,
    ) -> sqlx::Result<PoolConnection<Postgres>> {
        let mut primary = self.primary.acquire().await?;
        let Some(replica) = &self.replica else { return Ok(primary) };
        let needed = changes::version(&mut primary, restaurant, days.clone()).await?;
        let read = async {
            let mut conn = replica.acquire().await?;
            let version = changes::version(&mut conn, restaurant, days).await?;
            Ok::<_, sqlx::Error>((version >= needed).then_some(conn))
        };
        match read.await {
            Ok(Some(conn)) => Ok(conn),
            Ok(None) => Ok(primary),
            Err(error) => {
                tracing::warn!(%error, "the replica does not answer; availability is read from the primary");
                Ok(primary)
            }
        }
    }
}
