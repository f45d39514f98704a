//! Features of paid tiers that attract diners without one (diner §2).

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::ids::UserId;
use crate::text_enum::text_enum;

text_enum! {
    pub enum Source of "teaser_users.source" {
        AdvancedSearch = "advanced_search",
        VacantSeatLabel = "vacant_seat_label",
        PremiumCalendar = "premium_calendar",
        PriorityEmail = "priority_email",
    }
}

pub async fn record(conn: &mut PgConnection, now: DateTime<Utc>, user: UserId, source: Source) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO teaser_users (user_id, source, created_at) VALUES ($1, $2, $3)",
        user.0,
        source.as_str(),
        now
    )
    .execute(conn)
    .await?;
    Ok(())
}
