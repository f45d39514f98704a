//! Lists that other services keep about a restaurant: its stores in the mall, and selections of the guide (diner §7).

use axum::Json;
use axum::extract::{Query, State};
use serde::Deserialize;
use serde_json::Value;
use utoipa::IntoParams;

use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct NeighbourQuery {
    restaurant_slug: Option<String>,
}

/// The restaurant's takeaway and delivery stores: `[{title, page_url, thumb_image_url}]`; empty when the mall is silent.
#[utoipa::path(get, path = "/users/api/takeaway_stores", tag = "diner", params(NeighbourQuery), responses((status = 200)))]
pub async fn takeaway_stores(State(app): State<App>, Query(query): Query<NeighbourQuery>) -> Json<Vec<Value>> {
    Json(fetch(&app, app.config.mall_url.as_deref(), query).await)
}

/// Restaurants of the guide: `[{page_url, thumb_image_url, restaurant_name, restaurant_info}]`; empty when it is silent.
#[utoipa::path(get, path = "/users/api/guide_restaurants", tag = "diner", params(NeighbourQuery), responses((status = 200)))]
pub async fn guide_restaurants(State(app): State<App>, Query(query): Query<NeighbourQuery>) -> Json<Vec<Value>> {
    Json(fetch(&app, app.config.guide_url.as_deref(), query).await)
}

async fn fetch(app: &App, url: Option<&str>, query: NeighbourQuery) -> Vec<Value> {
    let (Some(url), Some(slug)) = (url, query.restaurant_slug) else { return Vec::new() };
    let request = app.http.get(url).query(&[("restaurant_slug", slug)]);
    let answer = async { request.send().await?.error_for_status()?.json().await };
    answer.await.unwrap_or_else(|error: reqwest::Error| {
        tracing::warn!(error = %error.without_url(), "a neighbouring service did not answer");
        Vec::new()
    })
}
