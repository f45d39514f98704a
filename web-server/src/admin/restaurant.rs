//! The restaurant in the address of an admin's request.

use axum::extract::FromRequestParts;
use axum::extract::Path;
use axum::http::request::Parts;
use domain::audit::Actor;
use domain::restaurants;
use domain::restaurants::model::Restaurant;
use serde::Deserialize;

use crate::console::Admin;
use crate::http::error::ApiError;
use crate::state::App;

/// A signed-in admin at the restaurant `{slug}`, whatever its visibility; 404 if it does not exist.
#[derive(Clone, Debug)]
pub struct AdminAt {
    pub admin: Admin,
    pub restaurant: Restaurant,
}

impl AdminAt {
    /// Returns the actor for the audit log.
    pub const fn actor(&self) -> Actor {
        Actor::Admin(self.admin.id)
    }
}

#[derive(Deserialize)]
struct SlugPath {
    slug: String,
}

impl FromRequestParts<App> for AdminAt {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        let admin = Admin::from_request_parts(parts, app).await?;
        let Path(named) = Path::<SlugPath>::from_request_parts(parts, app).await.map_err(|_| ApiError::not_found())?;
        let mut conn = app.pool.acquire().await?;
        let restaurant = restaurants::queries::find_by_slug(&mut conn, &named.slug).await?;
        let restaurant = restaurant.ok_or_else(ApiError::not_found)?;
        Ok(Self { admin, restaurant })
    }
}
