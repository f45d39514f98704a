//! Serves pictures, cached for a day: pictures that admins upload from the picture store, all others from a folder.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, IF_MODIFIED_SINCE, LAST_MODIFIED, RETRY_AFTER};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use domain::clients::pictures::{PictureStore, StoredPicture};
use domain::restaurants::model::is_uploaded;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::assets::{A_DAY, cache_control};
use crate::state::App;

/// Returns the address of a picture; blank without one.
pub fn picture(file: Option<&String>) -> String {
    file.map_or_else(String::new, |file| format!("/pictures/{file}"))
}

pub fn files<S: Clone + Send + Sync + 'static>(app: &App) -> Router<S> {
    Router::new()
        .fallback_service(ServeDir::new(&app.config.pictures))
        .layer(from_fn_with_state(app.pictures.clone(), serve_uploaded))
        .layer(SetResponseHeaderLayer::if_not_present(CACHE_CONTROL, cache_control(A_DAY)))
}

async fn serve_uploaded(State(store): State<PictureStore>, request: Request, next: Next) -> Response {
    let file = request.uri().path().trim_start_matches('/');
    if !is_uploaded(file) || !matches!(*request.method(), Method::GET | Method::HEAD) {
        return next.run(request).await;
    }
    match store.find(file, if_modified_since(request.headers())).await {
        Ok(StoredPicture::File { bytes, modified_at }) => {
            let modified_at = modified_at.format("%a, %d %b %Y %H:%M:%S GMT").to_string();
            ([(CONTENT_TYPE, "image/jpeg".to_owned()), (LAST_MODIFIED, modified_at)], bytes).into_response()
        }
        Ok(StoredPicture::Unchanged) => StatusCode::NOT_MODIFIED.into_response(),
        Ok(StoredPicture::Nothing) => next.run(request).await,
        Err(error) => {
            tracing::error!(%error, "the picture store failed to serve a picture");
            (StatusCode::SERVICE_UNAVAILABLE, [(CACHE_CONTROL, "no-store"), (RETRY_AFTER, "30")]).into_response()
        }
    }
}

/// Returns the instant of the browser's cached version.
fn if_modified_since(headers: &HeaderMap) -> Option<DateTime<Utc>> {
    let text = headers.get(IF_MODIFIED_SINCE)?.to_str().ok()?;
    DateTime::parse_from_rfc2822(text).ok().map(|since| since.to_utc())
}
