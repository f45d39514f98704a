//! The target of a call: the template in its address, and the restaurant and admin of a write.

use domain::ids::RefillTemplateId;
use domain::refills::actions;
use serde::Deserialize;

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

/// Returns the context of a write: restaurant, admin and time.
pub fn refill_context(app: &App, at: &AdminAt) -> actions::RefillContext {
    actions::RefillContext { restaurant: at.restaurant.id, actor: at.actor(), now: app.clock.now() }
}
