//! Lists that other services keep about a restaurant: its stores in the mall, and selections of the guide (diner §7).

use axum::Json;
use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::neighbours::fetch;
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct NeighbourQuery {
    restaurant_slug: Option<String>,
}

#[derive(Serialize, Deserialize, ToSchema)]
pub struct TakeawayStore {
    title: String,
    page_url: String,
    #[schema(required)]
    thumb_image_url: Option<String>,
}

#[derive(Serialize, Deserialize, ToSchema)]
pub struct GuideRestaurant {
    page_url: String,
    #[schema(required)]
    thumb_image_url: Option<String>,
    restaurant_name: String,
    #[schema(required)]
    restaurant_info: Option<String>,
}

/// The restaurant's takeaway and delivery stores; empty when the mall is silent.
#[utoipa::path(get, path = "/users/api/takeaway_stores", tag = "diner", params(NeighbourQuery),
    responses((status = 200, body = Vec<TakeawayStore>)))]
pub async fn takeaway_stores(State(app): State<App>, Query(query): Query<NeighbourQuery>) -> Json<Vec<TakeawayStore>> {
    Json(fetch(&app, app.config.mall_url.as_deref(), query.restaurant_slug.as_deref()).await)
}

/// Restaurants of the guide; empty when it is silent.
#[utoipa::path(get, path = "/users/api/guide_restaurants", tag = "diner", params(NeighbourQuery),
    responses((status = 200, body = Vec<GuideRestaurant>)))]
pub async fn guide_restaurants(
    State(app): State<App>,
    Query(query): Query<NeighbourQuery>,
) -> Json<Vec<GuideRestaurant>> {
    Json(fetch(&app, app.config.guide_url.as_deref(), query.restaurant_slug.as_deref()).await)
}
