//! The target of a call: the template in its address, and the restaurant and admin of a write.

use domain::ids::RefillTemplateId;
use domain::inventory;
use domain::refills::error::RefillError;
use domain::refills::{actions, queries};
use serde::Deserialize;
use sqlx::PgConnection;

use super::views::RefillTemplate;
use crate::admin::restaurant::AdminAt;
use crate::console::record_key::id_of;
use crate::http::error::ApiError;
use crate::state::App;

/// The restaurant and the template of an address.
#[derive(Deserialize)]
pub struct Named {
    pub slug: String,
    pub id: String,
}

impl Named {
    pub fn id(&self) -> Result<RefillTemplateId, ApiError> {
        Ok(RefillTemplateId(id_of(&self.id)?))
    }

    pub fn list(&self) -> String {
        list(&self.slug)
    }
}

/// Returns the address of a restaurant's list of templates.
pub fn list(slug: &str) -> String {
    format!("/admin/r/{slug}/online_stock_refillment_templates")
}

/// Locks a template, and returns it as the pages show it.
pub async fn lock_shown(
    conn: &mut PgConnection,
    at: &AdminAt,
    id: RefillTemplateId,
) -> Result<RefillTemplate, ApiError> {
    queries::lock_templates(conn, &[at.restaurant.id]).await?;
    let template = queries::find_template(conn, at.restaurant.id, id).await?.ok_or(RefillError::Unknown)?;
    let seats = inventory::queries::list_seat_groups(conn, at.restaurant.id).await?;
    Ok(RefillTemplate::new(&template, &seats))
}

/// Returns the context of a write: restaurant, admin and time.
pub fn refill_context(app: &App, at: &AdminAt) -> actions::RefillContext {
    actions::RefillContext { restaurant: at.restaurant.id, actor: at.actor(), now: app.clock.now() }
}
