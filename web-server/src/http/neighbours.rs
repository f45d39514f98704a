//! Lists that other services keep about a restaurant.

use serde::de::DeserializeOwned;

use crate::state::App;

/// What another service lists of a restaurant; nothing when it is not configured or does not answer.
pub async fn fetch<T: DeserializeOwned>(app: &App, url: Option<&str>, slug: Option<&str>) -> Vec<T> {
    let (Some(url), Some(slug)) = (url, slug) else { return Vec::new() };
    let request = app.http.get(url).query(&[("restaurant_slug", slug)]);
    let answer = async { request.send().await?.error_for_status()?.json().await };
    answer.await.unwrap_or_else(|error: reqwest::Error| {
        tracing::warn!(error = %error.without_url(), "a neighbouring service did not answer");
        Vec::new()
    })
}
