//! Loads the demo world of `fixtures/demo`, once per database.

mod accounts;
mod console;
mod legal;
mod raffles;
mod restaurants;
mod scenes;
mod templates;
mod tiers;
mod tools;
mod world;

use anyhow::Context;
use sqlx::{PgConnection, PgPool};

pub use tools::Tools;
pub use world::World;

const MILESTONE: &str = "demo_world";

/// Reports whether the demo world is loaded into this database.
pub async fn is_loaded(conn: &mut PgConnection) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"SELECT EXISTS (SELECT 1 FROM milestones WHERE name = $1) AS "loaded!""#, MILESTONE)
        .fetch_one(conn)
        .await
}

/// Loads the demo world unless it is loaded already. Reports whether it was loaded now.
pub async fn load(pool: &PgPool, tools: &Tools<'_>) -> anyhow::Result<bool> {
    if is_loaded(&mut *pool.acquire().await?).await? {
        return Ok(false);
    }
    let world = World::embedded().context("fixtures/demo/world.json")?;
    let mut tx = pool.begin().await?;
    sqlx::query!("INSERT INTO milestones (name, reached_at) VALUES ($1, $2)", MILESTONE, tools.now)
        .execute(&mut *tx)
        .await?;
    legal::load(&mut tx, tools).await.context("the operator's documents")?;
    accounts::load(&mut tx, tools, &world).await.context("accounts")?;
    restaurants::load(&mut tx, tools, &world).await.context("restaurants")?;
    raffles::load(&mut tx, tools).await.context("the raffle")?;
    accounts::favorites(&mut tx, tools, &world).await.context("favourites")?;
    console::load(&mut tx, tools, &world).await.context("the owners' consoles")?;
    scenes::load(&mut tx, tools).await.context("the calendar's scenes")?;
    tx.commit().await?;
    accounts::cards(pool, tools, &world).await.context("cards")?;
    tiers::load(pool, tools).await.context("paid tiers")?;
    sqlx::query("ANALYZE").execute(pool).await?;
    Ok(true)
}
