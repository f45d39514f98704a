//! Steps of the demo world's load that are done, so an interrupted load continues.

use sqlx::PgConnection;

use super::tools::Tools;

/// Milestones, in their order. The rows that a step writes and its milestone are one transaction. The steps between call the card
/// provider, and can be repeated.
pub const WORLD: &str = "demo_world_rows";
pub const TIERS: &str = "demo_world_tiers";
pub const COMPLETE: &str = "demo_world";

pub async fn is_reached(conn: &mut PgConnection, milestone: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"SELECT EXISTS (SELECT 1 FROM milestones WHERE name = $1) AS "loaded!""#, milestone)
        .fetch_one(conn)
        .await
}

/// Records a milestone. Of two concurrent loads, the second fails.
pub async fn reach(conn: &mut PgConnection, tools: &Tools<'_>, milestone: &str) -> sqlx::Result<()> {
    sqlx::query!("INSERT INTO milestones (name, reached_at) VALUES ($1, $2)", milestone, tools.now)
        .execute(conn)
        .await?;
    Ok(())
}
