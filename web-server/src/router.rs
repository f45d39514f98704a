//! All routes, and the layers around them.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::extract::{OriginalUri, Request};
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::{Redirect, Response};
use axum::routing::future::RouteFuture;
use futures_util::future::Either;
use tower::{Service, ServiceBuilder};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::console::ConsolePage;
use crate::error_pages::{self, ErrorPageData, OwnerErrorPage};
use crate::http::calls::{Calls, ServedCalls, routes};
use crate::http::cookies::{is_secure, take_host_cookies};
use crate::http::error::ApiError;
use crate::http::middleware::compression::compress;
use crate::http::middleware::{completion, request, response};
use crate::http::openapi;
use crate::http::page::Page;
use crate::state::App;
use crate::{admin, assets, dev, diner, feeds, health, instrumentation, owner, pictures, robots, webhooks};

#[derive(OpenApi)]
#[openapi(
    info(
    title = "Seki",
    description = "Restaurant reservations. Every page route answers HTML to a browser and the same data as JSON."
    ),
    components(schemas(Page<ErrorPageData>, ConsolePage<OwnerErrorPage>))
)]
struct ApiDocument;

/// Returns all calls except `/dev`.
fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(health::health))
        .routes(routes!(health::live))
        .routes(routes!(health::ready))
        .routes(routes!(webhooks::stripe))
        .merge(diner::calls())
        .merge(owner::calls::<C>().for_staff())
        .merge(admin::calls::<C>().for_staff())
        .merge(feeds::calls())
}

/// Returns the OpenAPI document, as committed in openapi.json.
pub fn openapi() -> utoipa::openapi::OpenApi {
    let described = OpenApiRouter::<App>::with_openapi(ApiDocument::openapi());
    let mut document = described.merge(calls()).merge(dev::calls()).into_openapi();
    openapi::complete(&mut document);
    document
}

/// Returns the routes of all calls, without the OpenAPI document, which no server needs.
fn call_routes(is_playground: bool) -> Router<App> {
    let calls: ServedCalls = calls();
    if is_playground { calls.merge(dev::calls()).into_router() } else { calls.into_router() }
}

pub fn router(app: App) -> RootService {
    // The `.json` suffix and the locale prefix are removed before routing, so the documented addresses with a suffix are reached without
    // it.
    let calls = call_routes(app.config.environment.is_playground())
        .route("/r/{slug}/reservations/{uid}/confirm", axum::routing::post(diner::completion::submit))
        .route("/admin", axum::routing::get(|| async { Redirect::to("/admin/home") }))
        // The sign-up is a dialog of the page of the gold tier (S-D-049).
        .route("/users/gold/subscriptions", axum::routing::get(|| async { Redirect::to("/gold") }))
        .route("/robots.txt", axum::routing::get(robots::robots))
        .route("/sitemap.xml", axum::routing::get(robots::sitemap))
        .route("/users/profile/security_settings", axum::routing::patch(diner::profile::update_security_settings));
    let ending = response::ResponseContext::new(app.clone(), error_pages::error_page);
    // Layers that are added together form one service. Separate layers would each be boxed and cloned for every request.
    let routed = calls.fallback(not_found).method_not_allowed_fallback(method_not_allowed).layer(
        ServiceBuilder::new()
            .layer(from_fn_with_state(ending.clone(), response::middleware))
            .layer(map_response(completion::default_problem))
            .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, Duration::from_secs(30)))
            .layer(from_fn_with_state(app.config.database_timeout_factor, completion::run_to_completion))
            .layer(CatchPanicLayer::custom(completion::panic_response)),
    );
    let (is_measured, are_traced) = (app.config.metrics_address.is_some(), telemetry::are_traced());
    let routed = if is_measured || are_traced { routed.layer(from_fn(instrumentation::name_route)) } else { routed };
    let settled = Router::new().fallback_service(routed.with_state::<()>(app.clone())).layer(
        ServiceBuilder::new()
            .layer(CsrfLayer::new().with_insecure_bypass(is_provider_callback))
            .layer(from_fn_with_state(ending.clone(), response::render_rejection))
            .layer(from_fn_with_state(app.clone(), request::middleware)),
    );
    let is_https = is_secure(&app.config.base_url);
    let everything = Router::new()
        .nest("/assets", app.assets.files())
        .nest("/console", app.console.files())
        .nest("/pictures", pictures::files(&app))
        .merge(assets::icons(&app.config.site_dist))
        .merge(assets::widget_script(&app.config.site_dist))
        .merge(assets::day_worker(&app.config.admin_ui_dist))
        .fallback_service(settled)
        .layer(
            ServiceBuilder::new()
                .layer(TraceLayer::new_for_http().make_span_with(request_span))
                .layer(from_fn(compress))
                .layer(SetResponseHeaderLayer::if_not_present(header::X_CONTENT_TYPE_OPTIONS, NOSNIFF))
                .option_layer(
                    is_https
                        .then(|| SetResponseHeaderLayer::if_not_present(header::STRICT_TRANSPORT_SECURITY, ONLY_HTTPS)),
                ),
        );
    let everything = if is_measured { everything.layer(from_fn(instrumentation::measure)) } else { everything };
    let everything = if are_traced { everything.layer(from_fn(instrumentation::trace)) } else { everything };
    RootService { app, everything, is_https }
}

const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
/// Two years, as browsers' preload lists require.
const ONLY_HTTPS: HeaderValue = HeaderValue::from_static("max-age=63072000; includeSubDomains");

/// Creates the span of a request for the logs: without its query, which may contain the secret of a mailed link or a feed, or a search term
/// of staff.
fn request_span(request: &Request) -> tracing::Span {
    tracing::debug_span!("request", method = %request.method(), path = request.uri().path())
}

/// The whole server. Requests that memory can answer are served before routing.
#[derive(Clone)]
pub struct RootService {
    app: App,
    everything: Router,
    is_https: bool,
}

impl Service<Request> for RootService {
    type Response = Response;
    type Error = Infallible;
    type Future = Either<Ready<Result<Response, Infallible>>, RouteFuture<Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request) -> Self::Future {
        if self.is_https {
            take_host_cookies(request.headers_mut());
        }
        match diner::availability::cached_answer(&self.app, &request) {
            Some(mut response) => {
                if self.is_https {
                    response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, ONLY_HTTPS);
                }
                self.app.from_memory.increment(1);
                Either::Left(ready(Ok(response)))
            }
            None => Either::Right(self.everything.call(request)),
        }
    }
}

/// An unknown address that ends with a slash leads to the address without it, as people and programs add one.
async fn not_found(method: Method, OriginalUri(uri): OriginalUri) -> Result<Redirect, ApiError> {
    let target = without_trailing_slash(&uri).filter(|_| method == Method::GET || method == Method::HEAD);
    target.map(|target| Redirect::permanent(&target)).ok_or_else(ApiError::not_found)
}

/// Returns path and query without the slashes at the path's end; None without such a slash. A browser reads `//host` and `/\host` as an
/// address of another site.
fn without_trailing_slash(uri: &Uri) -> Option<String> {
    let path = uri.path();
    let bare = path.trim_end_matches('/');
    let is_own = bare.len() > 1 && !bare.starts_with("//") && !bare.contains('\\');
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    (is_own && bare != path).then(|| format!("{bare}{query}"))
}

async fn method_not_allowed() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed")
}

/// Apple posts its response from its own site; the provider's state parameter is checked instead.
fn is_provider_callback(_: &Method, uri: &Uri) -> bool {
    uri.path() == "/users/auth/apple/callback"
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use axum::body::Body;
    use axum::http::Request;
    use domain::clock::Clock;
    use domain::rng::Rng;
    use sqlx::PgPool;
    use tower::ServiceExt;

    use super::*;
    use crate::test_config;

    fn app(environment: &str) -> App {
        let config = test_config::config(&[
            ("SEKI_ENV", environment),
            ("SEKI_SECRET", "9fQ1x0m2Vb7KpZ4tLr8Yw3NcHd6JsGa5uEoXiTq-"),
            ("SEKI_BASE_URL", "https://seki.example.jp"),
            ("TWILIO_PHONE_NUMBERS", "+81355550100"),
            ("TWILIO_AUTH_TOKEN", "7c1f94e0a2b85d36c9e417f0b3d82a65"),
            ("RECAPTCHA_SITE_KEY", "6LdQv3kpAAAAAF5h9Gg2Kx8vRt1Mz7Pc3Wb0Yn4J"),
            ("RECAPTCHA_SECRET", "7c1f94e0a2b85d36c9e417f0b3d82a65"),
            ("STRIPE_WEBHOOK_SECRET", "whsec_5mQx2TgV8rYb1Kc7Wn4Zp9Ld3Hs6Jf0A"),
            ("DATABASE_URL", "postgres://127.0.0.1:9/none"),
            ("SEKI_STAND_INS_URL", "http://127.0.0.1:9"),
        ]);
        let pool = PgPool::connect_lazy(&config.database_url).unwrap();
        App::new(config, pool.into(), Clock::system(), Rng::seeded(1))
    }

    async fn status(environment: &str, method: &str, path: &str) -> StatusCode {
        let request = Request::builder().method(method).uri(path).header("accept", "application/json");
        let request = request.header("content-type", "application/json").body(Body::from(r#"{"advance_seconds": -1}"#));
        router(app(environment)).oneshot(request.unwrap()).await.unwrap().status()
    }

    #[test]
    fn every_operation_has_a_unique_name() {
        let document = openapi();
        let items = document.paths.paths.values();
        let operations = items.flat_map(|item| [&item.get, &item.post, &item.put, &item.patch, &item.delete]);
        let names: Vec<_> = operations.flatten().filter_map(|operation| operation.operation_id.as_deref()).collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
    }

    /// A request with a method that no call has reaches no handler, and the response names the methods of its address.
    #[tokio::test]
    async fn served_methods_are_the_documented_ones() {
        let routes = call_routes(true).with_state::<()>(app("demo"));
        for (path, item) in openapi().paths.paths {
            let methods = [
                ("GET", item.get.is_some()),
                ("POST", item.post.is_some()),
                ("PUT", item.put.is_some()),
                ("PATCH", item.patch.is_some()),
                ("DELETE", item.delete.is_some()),
            ];
            let documented: BTreeSet<_> =
                methods.into_iter().filter(|(_, is_some)| *is_some).map(|(name, _)| name).collect();
            let address = path.replace('{', "0").replace('}', "");
            let request = Request::builder().method("TRACE").uri(address).body(Body::empty()).unwrap();
            let response = routes.clone().oneshot(request).await.unwrap();
            let allowed = response.headers().get(header::ALLOW).map_or("", |names| names.to_str().unwrap());
            let served: BTreeSet<_> = allowed.split(',').filter(|name| *name != "HEAD").collect();
            assert_eq!(served, documented, "{path}");
        }
    }

    /// The document's generator declares a bare number or boolean as text; each of our responses is JSON.
    #[test]
    fn all_responses_are_documented_as_json() {
        let document = serde_json::to_value(openapi()).unwrap();
        let calls = document["paths"].as_object().unwrap().iter().flat_map(|(path, item)| {
            item.as_object().into_iter().flatten().map(move |(method, call)| (format!("{method} {path}"), call))
        });
        let answers = calls.flat_map(|(name, call)| {
            call["responses"].as_object().into_iter().flatten().map(move |(_, answer)| (name.clone(), answer))
        });
        let plain: Vec<_> =
            answers.filter(|(_, answer)| !answer["content"]["text/plain"].is_null()).map(|(name, _)| name).collect();
        assert!(plain.is_empty(), "{plain:?}");
    }

    #[tokio::test]
    async fn addresses_with_a_trailing_slash_lead_to_those_without() {
        let routes = router(app("production"));
        for (address, target) in [
            ("/owners/", Some("/owners")),
            ("/help/?a=b", Some("/help?a=b")),
            ("/r/sushi-kagura/", Some("/r/sushi-kagura")),
            ("/en/r/sushi-kagura//", Some("/en/r/sushi-kagura")),
            ("/nowhere", None),
            ("//evil.example/", None),
        ] {
            let request = Request::builder().uri(address).header("accept", "application/json");
            let response = routes.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
            let status = if target.is_some() { StatusCode::PERMANENT_REDIRECT } else { StatusCode::NOT_FOUND };
            assert_eq!(response.status(), status, "{address}");
            assert_eq!(response.headers().get(header::LOCATION).map(|to| to.to_str().unwrap()), target);
        }
        let foreign = "/\\evil.example/".parse::<Uri>();
        assert!(!foreign.is_ok_and(|uri| without_trailing_slash(&uri).is_some()));
    }

    #[tokio::test]
    async fn playground_is_absent_in_production() {
        let calls =
            [("GET", "/dev/inbox"), ("GET", "/dev/clock"), ("POST", "/dev/clock"), ("POST", "/dev/cards/confirm")];
        for (method, path) in calls {
            assert_eq!(status("production", method, path).await, StatusCode::NOT_FOUND, "{method} {path}");
        }
        assert_eq!(status("demo", "POST", "/dev/clock").await, StatusCode::UNPROCESSABLE_ENTITY);
    }
}
