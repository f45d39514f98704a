//! Middleware for the response: renders rejections, gives new visitors their cookie, and adds the security headers to every response.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::future::BoxFuture;

use crate::http::cookies::{LOCALE_COOKIE, RETURN_COOKIE, VISITOR_COOKIE, cookie};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// Error page of a rejection for a browser. The sides, which are upper modules, render the pages.
pub type ErrorPage = fn(App, Context, ApiError) -> BoxFuture<'static, Result<Response, ApiError>>;

/// Marks a response that any site may frame; it sets no cookie.
#[derive(Clone, Copy, Debug)]
pub struct Embedded;

/// Data that the response middleware needs.
#[derive(Clone)]
pub struct ResponseContext {
    app: App,
    error_page: ErrorPage,
    content_security_policy: HeaderValue,
}

impl ResponseContext {
    pub fn new(app: App, error_page: ErrorPage) -> Self {
        let policy = HeaderValue::from_str(&content_security_policy(&app.config));
        let content_security_policy = policy.unwrap_or(HeaderValue::from_static("default-src 'self'"));
        Self { app, error_page, content_security_policy }
    }
}

const OWN_FRAMES: HeaderValue = HeaderValue::from_static("SAMEORIGIN");
/// The framed page takes no payment, shows no captcha and sends no form: it needs our own files only.
const EMBEDDED_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors *",
);
const NO_SENSORS: HeaderValue = HeaderValue::from_static("camera=(), geolocation=(), microphone=()");
/// A page of another site that opened one of our pages has no access to it; a page that we open may respond.
const OWN_WINDOWS: HeaderValue = HeaderValue::from_static("same-origin-allow-popups");
const NO_STORE: HeaderValue = HeaderValue::from_static("private, no-store");

/// Middleware that runs inside the request middleware, around the router.
pub async fn middleware(
    State(ending): State<ResponseContext>,
    context: Context,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    if let Some(refusal) = response.extensions_mut().remove::<ApiError>() {
        response = Box::pin(render_error(&ending, &context, refusal)).await;
    }
    if response.extensions_mut().remove::<Embedded>().is_some() {
        embed(&mut response);
    } else {
        remember(&ending.app, &context, &mut response);
        response.headers_mut().entry(header::X_FRAME_OPTIONS).or_insert(OWN_FRAMES);
    }
    secure(&ending, &mut response);
    response
}

/// Renders a rejection of the request middleware, which has left the context in the response's extensions.
pub async fn render_rejection(State(ending): State<ResponseContext>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let refused = response.extensions_mut().remove::<ApiError>();
    if let (Some(refusal), Some(context)) = (refused, response.extensions_mut().remove::<Context>()) {
        response = Box::pin(render_error(&ending, &context, refusal)).await;
        remember(&ending.app, &context, &mut response);
        response.headers_mut().entry(header::X_FRAME_OPTIONS).or_insert(OWN_FRAMES);
        secure(&ending, &mut response);
    }
    response
}

async fn render_error(ending: &ResponseContext, context: &Context, refusal: ApiError) -> Response {
    let status = refusal.status;
    if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
        log_rejection(context, &refusal);
    }
    if refusal.is_out_of_resources {
        ending.app.readiness.record_rejection();
    }
    let mut response = if let Some(bare) = &refusal.bare {
        (status, Json(bare)).into_response()
    } else if context.wants_json() {
        problem(context, &refusal)
    } else if status == StatusCode::UNAUTHORIZED {
        redirect_to_sign_in(&ending.app, context)
    } else if let (StatusCode::TOO_MANY_REQUESTS, Some(way_on)) = (status, &refusal.redirect_to) {
        (StatusCode::SEE_OTHER, [(header::LOCATION, way_on.clone())]).into_response()
    } else {
        let page = (ending.error_page)(ending.app.clone(), context.clone(), refusal.clone()).await;
        page.unwrap_or_else(|_| problem(context, &refusal))
    };
    if let Some(seconds) = refusal.retry_after_seconds {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds.max(1)));
    }
    response
}

/// Logs rejected access, without the query of the address: it may contain the secret of a mailed link.
fn log_rejection(context: &Context, refusal: &ApiError) {
    let path = context.path_and_query().split('?').next().unwrap_or_default();
    tracing::info!(path, status = refusal.status.as_u16(), code = %refusal.code, "access refused");
}

fn problem(context: &Context, refusal: &ApiError) -> Response {
    let content_type = [(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"))];
    let body = serde_json::to_string(&refusal.problem(context.locale())).unwrap_or_default();
    (refusal.status, content_type, body).into_response()
}

/// Returns 302 to the side's sign-in page, which leads back here.
fn redirect_to_sign_in(app: &App, context: &Context) -> Response {
    let path = context.path_and_query();
    let prefix = ["/owners", "/admin"].into_iter().find(|side| path.starts_with(side)).unwrap_or("/users");
    let back = cookie(RETURN_COOKIE, app.signer.seal("return_to", &path), &app.config.base_url, None);
    let mut response = (StatusCode::FOUND, [(header::LOCATION, format!("{prefix}/sign_in"))]).into_response();
    append_cookie(&mut response, &back.to_string());
    response
}

/// Sets the cookie of a new visitor's id (on pages), the CSRF header of a changed session, and the cookie of the language in the address
/// (on pages and redirects).
fn remember(app: &App, context: &Context, response: &mut Response) {
    let is_page = response.headers().contains_key(crate::http::csrf::CSRF_HEADER);
    if is_page && context.is_new_visitor() {
        let visitor = cookie(VISITOR_COOKIE, context.visitor().to_owned(), &app.config.base_url, Some(365));
        append_cookie(response, &visitor.to_string());
    }
    if let Some((name, token)) = context.csrf_token_after(app, response.headers()) {
        response.headers_mut().insert(name, token);
    }
    // A redirect to another page, such as sign-in, keeps the language of its address.
    let is_seen = is_page || matches!(response.status(), StatusCode::FOUND | StatusCode::SEE_OTHER);
    let chosen = context.requested_locale().map(|locale| locale.as_str());
    if let Some(chosen) = chosen.filter(|chosen| is_seen && context.cookie(LOCALE_COOKIE) != Some(*chosen)) {
        let locale = cookie(LOCALE_COOKIE, chosen.to_owned(), &app.config.base_url, Some(365));
        append_cookie(response, &locale.to_string());
    }
}

/// Adapts a response for a frame on another site: browsers store no cookie of such a frame. The next page of a window shows the flash.
fn embed(response: &mut Response) {
    let headers = response.headers_mut();
    headers.remove(header::SET_COOKIE);
    headers.insert(header::CONTENT_SECURITY_POLICY, EMBEDDED_POLICY);
}

fn append_cookie(response: &mut Response, cookie: &str) {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}

fn secure(ending: &ResponseContext, response: &mut Response) {
    let headers = response.headers_mut();
    headers.entry(header::REFERRER_POLICY).or_insert(HeaderValue::from_static("strict-origin-when-cross-origin"));
    headers.entry(HeaderName::from_static("permissions-policy")).or_insert(NO_SENSORS);
    headers.entry(HeaderName::from_static("cross-origin-opener-policy")).or_insert(OWN_WINDOWS);
    let kind = headers.get(header::CONTENT_TYPE).map_or(&[][..], HeaderValue::as_bytes);
    // JSON and HTML belong to one caller by default.
    if kind.starts_with(b"application/json") || kind.starts_with(b"application/problem+json") {
        headers.entry(header::CACHE_CONTROL).or_insert(NO_STORE);
    }
    let is_html = headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if is_html {
        headers.entry(header::CACHE_CONTROL).or_insert(NO_STORE);
        headers.entry(header::CONTENT_SECURITY_POLICY).or_insert_with(|| ending.content_security_policy.clone());
    }
}

/// Returns the policy. Scripts may come from us, the card provider and the captcha provider only. Of the captcha provider's hosts, which
/// serve much else, only its folder is allowed.
fn content_security_policy(config: &domain::config::Config) -> String {
    let origin = |url: &str| reqwest::Url::parse(url).map(|url| url.origin().ascii_serialization()).unwrap_or_default();
    let card = origin(&config.stripe.script_url);
    let captcha = folder(&config.captcha.script_url);
    let apple = config.apple.as_ref().map(|apple| origin(&apple.issuer_url)).unwrap_or_default();
    let mall = config.mall_search_url.as_deref().map(origin).unwrap_or_default();
    let api = if card.ends_with("js.stripe.com") { "https://api.stripe.com".to_owned() } else { card.clone() };
    format!(
        "default-src 'self'; script-src 'self' {card} {captcha} https://www.gstatic.com/recaptcha/; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: https: {mall}; connect-src 'self' {api} {captcha}; frame-src 'self' {card} {captcha} https://hooks.stripe.com; \
         worker-src 'self'; base-uri 'self'; form-action 'self' {apple}; frame-ancestors 'self'"
    )
}

/// Returns the address of a file's folder.
fn folder(url: &str) -> String {
    reqwest::Url::parse(url).and_then(|url| url.join(".")).map(String::from).unwrap_or_default()
}
