//! The paid tiers of the reader of a page.

use domain::entitlements::tiers::{self, Tiers};
use domain::ids::UserId;
use sqlx::PgConnection;

use crate::http::error::ApiError;
use crate::state::App;

/// Returns the tiers of a diner, or without a diner the tiers of a visitor.
pub async fn tiers_of(conn: &mut PgConnection, app: &App, diner: Option<UserId>) -> Result<Tiers, ApiError> {
    match diner {
        Some(id) => Ok(tiers::find(conn, id, app.clock.now()).await?),
        None => Ok(Tiers::default()),
    }
}
