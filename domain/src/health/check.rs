use super::facts::{self, HealthFacts};
use super::levels;
use super::model::{Health, Level, Versions};
use crate::clock::Clock;
use sqlx::PgPool;

/// Resources of a health check.
#[derive(Clone, Copy, Debug)]
pub struct HealthContext<'a> {
    pub pool: &'a PgPool,
    /// None without a replica.
    pub replica: Option<&'a PgPool>,
    pub clock: &'a Clock,
}

/// Runs all checks. The replica gets half a second.
///
/// # Errors
/// The primary does not respond.
pub async fn check_health(tools: HealthContext<'_>) -> sqlx::Result<Health> {
    let now = tools.clock.now();
    let facts = facts::gather(tools.pool, tools.replica, tools.clock).await?;
    let sweeps = levels::sweeps(&facts, now);
    let checks = levels::checks(&facts, &sweeps, now);
    let level = checks.iter().map(|check| check.level).max().unwrap_or(Level::Good);
    let HealthFacts { queues, schedules, postgresql, migrations, .. } = facts;
    let versions = Versions { seki: env!("CARGO_PKG_VERSION"), postgresql, migrations };
    Ok(Health { level, now, checks, sweeps, queues, schedules, versions })
}
