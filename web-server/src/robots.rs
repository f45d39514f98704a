//! Information for search engines: paths to skip, and the list of pages.

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::restaurants;
use minijinja::context;

use crate::http::error::ApiError;
use crate::state::App;

const SITEMAP: &str = include_str!("../templates/sitemap.xml.j2");
const AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");
/// Public pages, in addition to the pages of restaurants.
const PAGES: [&str; 5] = ["/", "/legal/terms", "/legal/privacy", "/legal/commerce", "/legal/contact"];

/// GET `/robots.txt`
pub async fn robots(State(app): State<App>) -> Response {
    let text = format!(
        "User-agent: *\nDisallow: /admin\nDisallow: /dev\nDisallow: /owners\nDisallow: /users\n\nSitemap: {}/sitemap.xml\n",
        app.config.base_url
    );
    respond("text/plain; charset=utf-8", text)
}

/// GET `/sitemap.xml`: public restaurants (gaps G184), each in both languages.
pub async fn sitemap(State(app): State<App>) -> Result<Response, ApiError> {
    let slugs = restaurants::queries::list_indexed(&mut *app.pool.acquire().await?).await?;
    let pages = PAGES.into_iter().map(str::to_owned).chain(slugs.into_iter().map(|slug| format!("/r/{slug}")));
    let pages: Vec<_> = pages.collect();
    let xml = minijinja::Environment::new()
        .render_str(SITEMAP, context! { base => &app.config.base_url, pages => pages })
        .map_err(ApiError::internal)?;
    Ok(respond("application/xml; charset=utf-8", xml))
}

fn respond(kind: &'static str, text: String) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static(kind)), (header::CACHE_CONTROL, AN_HOUR)], text).into_response()
}
