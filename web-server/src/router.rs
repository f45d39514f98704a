//! Every address, and the layers around them.

use std::time::Duration;

use axum::Router;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::{from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::ApiError;
use crate::finish::ErrorPage;
use crate::page::Page;
use crate::state::App;
use crate::{dev, diner, document, finish, health, intake, webhooks};

#[derive(OpenApi)]
#[openapi(
    info(
    title = "Seki",
    description = "Restaurant reservations. Every page route answers HTML to a browser and the same data as JSON."
    ),
    components(schemas(Page<ErrorPage>))
)]
struct Document;

/// All calls with their documentation.
fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(health::health))
        .routes(routes!(webhooks::stripe))
        .merge(diner())
        .merge(accounts())
        .merge(playground())
}

fn diner() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(diner::home::home))
        .routes(routes!(diner::restaurants::restaurant))
        .routes(routes!(diner::availability::month))
        .routes(routes!(diner::availability::day))
        .routes(routes!(diner::reservations::new_page))
        .routes(routes!(diner::reservations::create))
        .routes(routes!(diner::reservations::delete))
        .routes(routes!(diner::reservations::upcoming))
        .routes(routes!(diner::reservations::detail))
        .routes(routes!(diner::review::page))
        .routes(routes!(diner::completion::submit))
        .routes(routes!(diner::completion::three_d_secure_result))
        .routes(routes!(diner::completion::retry))
        .routes(routes!(diner::neighbours::takeaway_stores))
        .routes(routes!(diner::neighbours::guide_restaurants))
        .routes(routes!(diner::cards::page))
        .routes(routes!(diner::cards::setup_intent))
        .routes(routes!(diner::cards::payment_method))
}

fn accounts() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(diner::sign_up::page))
        .routes(routes!(diner::sign_up::create))
        .routes(routes!(diner::sign_in::page, diner::sign_in::create))
        .routes(routes!(diner::sign_in::destroy))
        .routes(routes!(diner::password::new_page))
        .routes(routes!(diner::password::edit_page))
        .routes(routes!(diner::password::create, diner::password::update))
        .routes(routes!(diner::two_factor::page))
        .routes(routes!(diner::two_factor::resend))
        .routes(routes!(diner::two_factor::verify))
        .routes(routes!(diner::phone::request_call))
        .routes(routes!(diner::phone::call_status))
        .routes(routes!(diner::phone::request_sms))
        .routes(routes!(diner::phone::confirm_sms))
        .routes(routes!(diner::after_registrations::pick_restaurants))
        .routes(routes!(diner::after_registrations::after_pickup_restaurants))
        .routes(routes!(diner::after_registrations::confirm_email, diner::after_registrations::resend_confirmation))
        .routes(routes!(diner::after_registrations::confirmation))
        .routes(routes!(diner::favourites::status))
        .routes(routes!(diner::favourites::add))
        .routes(routes!(diner::favourites::hide))
        .routes(routes!(diner::favourites::page))
        .routes(routes!(diner::profile::page))
        .routes(routes!(diner::profile::security_settings))
        .routes(routes!(diner::profile::update_security_settings))
}

/// Documented always, served in the demo and in tests only.
fn playground() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(dev::inbox))
        .routes(routes!(dev::call))
        .routes(routes!(dev::confirm_card))
        .routes(routes!(dev::read_clock, dev::advance_clock))
}

/// The OpenAPI document, as committed in openapi.json.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let mut document = calls().split_for_parts().1;
    document::complete(&mut document);
    document
}

pub fn router(app: App) -> Router {
    let (calls, _) = calls().split_for_parts();
    // The `.json` suffix and the locale prefix are taken off before routing, so the documented addresses with a suffix
    // are reached without it.
    let calls = calls
        .route("/r/{slug}/reservations/{uid}/confirm", axum::routing::post(diner::completion::submit))
        .route("/users/profile/security_settings", axum::routing::patch(diner::profile::update_security_settings));
    let routed = calls
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, Duration::from_secs(30)))
        .layer(map_response(default_problem))
        .layer(from_fn_with_state(app.clone(), finish::finish));
    let settled = Router::new()
        .fallback_service(routed.with_state::<()>(app.clone()))
        .layer(from_fn_with_state(app.clone(), intake::intake))
        .layer(from_fn_with_state(app.clone(), finish::finish_refused))
        .layer(CsrfLayer::new().with_insecure_bypass(is_from_a_provider));
    app.assets
        .router(&app.config.pictures)
        .fallback_service(settled)
        .layer(CompressionLayer::new())
        .layer(TraceLayer::new_for_http())
}

async fn not_found() -> ApiError {
    ApiError::not_found()
}

async fn method_not_allowed() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed")
}

fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    ApiError::internal("a handler panicked").into_response()
}

/// Refusals of axum's own extractors and layers take the one shape too.
async fn default_problem(response: Response) -> Response {
    let status = response.status();
    let is_shaped =
        response.extensions().get::<ApiError>().is_some() || response.headers().contains_key("content-type");
    let is_plain =
        response.headers().get("content-type").is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if !(status.is_client_error() || status.is_server_error()) || (is_shaped && !is_plain) {
        return response;
    }
    let code = if status.is_server_error() { "internal" } else { "invalid_input" };
    ApiError::new(status, code).into_response()
}

/// Apple posts its answer from its own site; the provider's state parameter is checked instead.
fn is_from_a_provider(_: &Method, uri: &Uri) -> bool {
    uri.path() == "/users/auth/apple/callback"
}
