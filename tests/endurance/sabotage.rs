//! Positive controls: each damages a row or adds a refusal, which the checks must find.

use anyhow::{Context, Result, bail, ensure};
use sqlx::PgPool;

use crate::facts::Recorded;
use crate::kinds::{Refusal, WriteKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sabotage {
    Lost,
    Double,
    Orphaned,
    Refused,
}

impl Sabotage {
    pub fn parse(name: &str) -> Result<Self> {
        match name {
            "lost" => Ok(Self::Lost),
            "double" => Ok(Self::Double),
            "orphaned" => Ok(Self::Orphaned),
            "refused" => Ok(Self::Refused),
            _ => bail!("--sabotage is lost, double, orphaned or refused, not {name}"),
        }
    }

    pub async fn apply(self, pool: &PgPool, recorded: &mut Recorded) -> Result<()> {
        let changed = match self {
            Self::Lost => {
                let uid = recorded.created.first().context("no reservation was acknowledged")?;
                let change = sqlx::query("UPDATE reservations SET uid = 'sabotaged' WHERE uid = $1").bind(uid);
                change.execute(pool).await?
            }
            Self::Double => {
                let guard = "ALTER TABLE reservation_seats DROP CONSTRAINT reservation_seats_no_overlap";
                sqlx::query(guard).execute(pool).await?;
                let change = sqlx::query(
                    "WITH seat AS MATERIALIZED (
                         SELECT x.restaurant_id, x.inventory_item_id, x.during FROM reservation_seats x
                         WHERE (SELECT count(*) FROM reservations r WHERE r.restaurant_id = x.restaurant_id) > 1 LIMIT 1)
                     INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
                     SELECT s.restaurant_id, r.id, s.inventory_item_id, s.during
                     FROM seat s JOIN reservations r ON r.restaurant_id = s.restaurant_id ORDER BY r.id LIMIT 2",
                );
                change.execute(pool).await?
            }
            Self::Orphaned => {
                let change = sqlx::query(
                    "UPDATE online_stocks SET online_reservable_id = r.id
                     FROM (SELECT r.restaurant_id, r.id, o.id AS stock FROM reservations r
                           JOIN online_stocks o ON o.restaurant_id = r.restaurant_id AND o.online_reservable_id IS NULL
                           WHERE r.status NOT IN ('pending', 'accepted') LIMIT 1) r
                     WHERE online_stocks.restaurant_id = r.restaurant_id AND online_stocks.id = r.stock",
                );
                change.execute(pool).await?
            }
            Self::Refused => {
                let refusal = Refusal::new(WriteKind::Note, 400, r#"{"code":"sabotaged"}"#, true);
                recorded.refusals.insert(refusal, 1);
                return Ok(());
            }
        };
        ensure!(changed.rows_affected() > 0, "nothing to sabotage: {self:?}");
        Ok(())
    }
}
