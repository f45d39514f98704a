//! Loads the demo world of `fixtures/demo`, once per database. A load that was interrupted continues with its next step.

mod accounts;
mod console;
mod legal;
mod milestones;
mod raffles;
mod restaurants;
mod scenes;
mod templates;
mod tiers;
mod tools;
mod world;

use anyhow::Context;
use sqlx::{PgConnection, PgPool};

use milestones::{COMPLETE, TIERS, WORLD, is_reached, reach};
pub use tools::Tools;
pub use world::World;

/// Reports whether the demo world is loaded into this database, at least in part.
pub async fn is_begun(conn: &mut PgConnection) -> sqlx::Result<bool> {
    Ok(is_reached(conn, WORLD).await? || is_reached(conn, COMPLETE).await?)
}

/// Loads the demo world, or the rest of it, unless it is complete. Reports whether it was loaded now.
pub async fn load(pool: &PgPool, tools: &Tools<'_>) -> anyhow::Result<bool> {
    let mut conn = pool.acquire().await?;
    if is_reached(&mut conn, COMPLETE).await? {
        return Ok(false);
    }
    let (has_world, has_tiers) = (is_reached(&mut conn, WORLD).await?, is_reached(&mut conn, TIERS).await?);
    drop(conn);
    let world = World::embedded().context("fixtures/demo/world.json")?;
    if !has_world {
        load_rows(pool, tools, &world).await?;
    }
    accounts::cards(pool, tools, &world).await.context("cards")?;
    if !has_tiers {
        tiers::load(pool, tools).await.context("paid tiers")?;
    }
    tiers::subscribe_diners(pool, tools).await.context("subscribers")?;
    sqlx::query("ANALYZE").execute(pool).await?;
    reach(&mut *pool.acquire().await?, tools, COMPLETE).await?;
    Ok(true)
}

async fn load_rows(pool: &PgPool, tools: &Tools<'_>, world: &World) -> anyhow::Result<()> {
    let mut tx = pool.begin().await?;
    reach(&mut tx, tools, WORLD).await?;
    legal::load(&mut tx, tools).await.context("the operator's documents")?;
    accounts::load(&mut tx, tools, world).await.context("accounts")?;
    restaurants::load(&mut tx, tools, world).await.context("restaurants")?;
    raffles::load(&mut tx, tools).await.context("the raffle")?;
    accounts::favorites(&mut tx, tools, world).await.context("favourites")?;
    console::load(&mut tx, tools, world).await.context("the owners' consoles")?;
    scenes::load(&mut tx, tools).await.context("the calendar's scenes")?;
    Ok(tx.commit().await?)
}
