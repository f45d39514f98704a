//! Every address, and the layers around them.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::future::RouteFuture;
use futures_util::future::Either;
use tower::{Service, ServiceBuilder, ServiceExt, service_fn};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::Compression;
use tower_http::compression::predicate::{DefaultPredicate, Predicate};
use tower_http::csrf::CsrfLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::console::OwnerPage;
use crate::http::error::ApiError;
use crate::http::middleware::response::{ErrorPage, OwnerErrorPage};
use crate::http::middleware::{request, response};
use crate::http::openapi;
use crate::http::page::Page;
use crate::state::App;
use crate::{admin, assets, dev, diner, health, owner, webhooks};

#[derive(OpenApi)]
#[openapi(
    info(
    title = "Seki",
    description = "Restaurant reservations. Every page route answers HTML to a browser and the same data as JSON."
    ),
    components(schemas(Page<ErrorPage>, OwnerPage<OwnerErrorPage>))
)]
struct Document;

/// All calls with their documentation.
fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(health::health))
        .routes(routes!(webhooks::stripe))
        .merge(diner())
        .merge(accounts())
        .merge(owner::calls())
        .merge(admin::calls())
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
        .routes(routes!(diner::invitations::list))
        .routes(routes!(diner::invitations::show))
        .routes(routes!(diner::invitations::accept))
        .routes(routes!(diner::invitations::decline))
        .routes(routes!(diner::invitations::three_d_secure_result))
        .routes(routes!(diner::invitations::retry))
        .routes(routes!(diner::invitations::ask_for_fewer))
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
        .routes(routes!(diner::announcement_subscription::page, diner::announcement_subscription::update))
        .routes(routes!(diner::announcement_subscription::one_click))
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
    let mut document = calls().merge(playground()).split_for_parts().1;
    openapi::complete(&mut document);
    document
}

pub fn router(app: App) -> Front {
    let served = if app.config.environment.is_playground() { calls().merge(playground()) } else { calls() };
    let (calls, _) = served.split_for_parts();
    // The `.json` suffix and the locale prefix are taken off before routing, so the documented addresses with a suffix
    // are reached without it.
    let calls = calls
        .route("/r/{slug}/reservations/{uid}/confirm", axum::routing::post(diner::completion::submit))
        .route("/users/profile/security_settings", axum::routing::patch(diner::profile::update_security_settings));
    // Layers that are added together are one service: each of its own would be boxed and cloned for every request.
    let routed = calls.fallback(not_found).method_not_allowed_fallback(method_not_allowed).layer(
        ServiceBuilder::new()
            .layer(from_fn_with_state(app.clone(), response::finish))
            .layer(map_response(default_problem))
            .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, Duration::from_secs(30)))
            .layer(from_fn(to_the_end))
            .layer(CatchPanicLayer::custom(panicked)),
    );
    let settled = Router::new().fallback_service(routed.with_state::<()>(app.clone())).layer(
        ServiceBuilder::new()
            .layer(CsrfLayer::new().with_insecure_bypass(is_from_a_provider))
            .layer(from_fn_with_state(app.clone(), response::finish_refused))
            .layer(from_fn_with_state(app.clone(), request::intake)),
    );
    let everything = Router::new()
        .nest("/assets", app.assets.files())
        .nest("/console", app.console.files())
        .nest("/pictures", assets::pictures(&app.config.pictures))
        .merge(assets::icons(&app.config.site_dist))
        .fallback_service(settled)
        .layer(ServiceBuilder::new().layer(TraceLayer::new_for_http()).layer(from_fn(compress)));
    Front { app, everything }
}

/// The whole server. What can be answered from memory is answered before anything is routed.
#[derive(Clone)]
pub struct Front {
    app: App,
    everything: Router,
}

impl Service<Request> for Front {
    type Response = Response;
    type Error = Infallible;
    type Future = Either<Ready<Result<Response, Infallible>>, RouteFuture<Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match diner::availability::from_memory(&self.app, &request) {
            Some(response) => Either::Left(ready(Ok(response))),
            None => Either::Right(self.everything.call(request)),
        }
    }
}

/// Compresses what is worth it for those who accept it. A compressed body has kilobytes of state, so the layer is there for
/// those answers only.
async fn compress(request: Request, next: Next) -> Response {
    let mut wish = Request::new(Body::empty());
    for encoding in request.headers().get_all(header::ACCEPT_ENCODING) {
        wish.headers_mut().append(header::ACCEPT_ENCODING, encoding.clone());
    }
    let mut response = next.run(request).await;
    if !DefaultPredicate::new().should_compress(&response) {
        return response;
    }
    if wish.headers().is_empty() {
        response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
        return response;
    }
    let mut answered = Some(response);
    let answer = service_fn(move |_| ready(Ok::<_, Infallible>(answered.take().unwrap_or_default())));
    let Ok(compressed) = Compression::new(answer).oneshot(wish).await;
    compressed.map(Body::new)
}

async fn not_found() -> ApiError {
    ApiError::not_found()
}

async fn method_not_allowed() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed")
}

/// What was begun is done to its end, though the client hangs up or the time is up: a payment half recorded, or a
/// connection given back in the midst of its BEGIN, would be worse than an answer that nobody reads.
async fn to_the_end(request: Request, next: Next) -> Response {
    let working = tokio::spawn(next.run(request));
    working.await.unwrap_or_else(|error| ApiError::internal(error).into_response())
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

#[cfg(test)]
mod tests {
    use axum::http::Request;
    use domain::clock::Clock;
    use domain::config::{Config, VARIABLES};
    use domain::rng::Rng;
    use sqlx::PgPool;

    use super::*;

    fn app(environment: &str) -> App {
        let mut given: std::collections::HashMap<String, String> =
            VARIABLES.iter().map(|v| (v.name.to_owned(), v.default.unwrap_or("unset").to_owned())).collect();
        given.insert("SEKI_ENV".into(), environment.into());
        given.insert("SEKI_SECRET".into(), "a secret of the tests, long enough".into());
        given.insert("DATABASE_URL".into(), "postgres://127.0.0.1:9/none".into());
        given.insert("SEKI_STAND_INS_URL".into(), "http://127.0.0.1:9".into());
        let config = Config::from_map(&given).unwrap();
        let pool = PgPool::connect_lazy(&config.database_url).unwrap();
        crate::serve::app(config, pool.into(), Clock::system(), Rng::seeded(1))
    }

    async fn status(environment: &str, method: &str, path: &str) -> StatusCode {
        let request = Request::builder().method(method).uri(path).header("accept", "application/json");
        let request = request.header("content-type", "application/json").body(Body::from(r#"{"advance_seconds": -1}"#));
        router(app(environment)).oneshot(request.unwrap()).await.unwrap().status()
    }

    #[tokio::test]
    async fn the_playground_does_not_exist_in_production() {
        let calls =
            [("GET", "/dev/inbox"), ("GET", "/dev/clock"), ("POST", "/dev/clock"), ("POST", "/dev/cards/confirm")];
        for (method, path) in calls {
            assert_eq!(status("production", method, path).await, StatusCode::NOT_FOUND, "{method} {path}");
        }
        assert_eq!(status("demo", "POST", "/dev/clock").await, StatusCode::UNPROCESSABLE_ENTITY);
    }
}
