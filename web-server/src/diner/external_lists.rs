//! Lists about a restaurant from other services: its stores in the mall, and selections of the guide (diner §7).

use axum::Json;
use axum::extract::{Query, State};
use domain::restaurants;
use domain::restaurants::model::Visibility;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::limits::limit_client;
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct ExternalListQuery {
    restaurant_slug: Option<String>,
}

#[derive(Serialize, Deserialize, ToSchema)]
pub struct TakeawayStore {
    title: String,
    page_url: String,
    thumb_image_url: Option<String>,
}

#[derive(Serialize, Deserialize, ToSchema)]
pub struct GuideRestaurant {
    page_url: String,
    thumb_image_url: Option<String>,
    restaurant_name: String,
    restaurant_info: Option<String>,
}

/// The restaurant's takeaway and delivery stores; empty when the mall does not respond, and for a restaurant without a page.
#[utoipa::path(get, path = "/users/api/takeaway_stores", tag = "diner", params(ExternalListQuery),
    responses((status = 200, body = Vec<TakeawayStore>), (status = 429)))]
pub async fn takeaway_stores(
    State(app): State<App>,
    context: Context,
    Query(query): Query<ExternalListQuery>,
) -> Result<Json<Vec<TakeawayStore>>, ApiError> {
    Ok(Json(fetch_list(&app, &context, app.config.mall_stores_url.as_deref(), query).await?))
}

/// Restaurants of the guide; empty when the guide does not respond, and for a restaurant without a page.
#[utoipa::path(get, path = "/users/api/guide_restaurants", tag = "diner", params(ExternalListQuery),
    responses((status = 200, body = Vec<GuideRestaurant>), (status = 429)))]
pub async fn guide_restaurants(
    State(app): State<App>,
    context: Context,
    Query(query): Query<ExternalListQuery>,
) -> Result<Json<Vec<GuideRestaurant>>, ApiError> {
    Ok(Json(fetch_list(&app, &context, app.config.guide_url.as_deref(), query).await?))
}

/// Requests the list of a restaurant. The other service learns of restaurants only that are not hidden, and of each at intervals; only
/// these requests count towards the limit.
async fn fetch_list<T: DeserializeOwned>(
    app: &App,
    context: &Context,
    url: Option<&str>,
    query: ExternalListQuery,
) -> Result<Vec<T>, ApiError> {
    let Some(slug) = query.restaurant_slug.filter(|_| url.is_some()) else { return Ok(Vec::new()) };
    let restaurant = restaurants::queries::find_by_slug(&mut *app.pool.acquire().await?, &slug).await?;
    if restaurant.is_none_or(|restaurant| restaurant.visibility == Visibility::Hidden) {
        return Ok(Vec::new());
    }
    if app.external_lists.needs_fetch(url, &slug) {
        limit_client(app, context, "external_lists", 30).await?;
    }
    Ok(app.external_lists.fetch(url, &slug).await)
}
