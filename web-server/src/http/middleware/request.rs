//! Middleware before routing: reads the language and the response type, reads the body once in any of the three content types, and requires
//! the CSRF token for a write.

use std::borrow::Cow;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::multipart::MultipartError;
use axum::extract::{ConnectInfo, FromRequest, Multipart, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use domain::i18n::Locale;
use domain::sessions::{self, Side, Token};

use crate::http::client_address;
use crate::http::cookies::ADMIN_COOKIE;
use crate::http::csrf::{CSRF_FIELD, CSRF_HEADER};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, RequestFacts};
use crate::state::App;

const BODY_LIMIT: usize = 1024 * 1024;
/// Maximum size of a picture, which only the calls of `is_upload` accept.
const PICTURE_LIMIT: usize = 8 * 1024 * 1024;
/// Maximum size of an import: a file of `offsite::MAX_FILE_BYTES` fits in base64, and as the text of a form.
const IMPORT_LIMIT: usize = 4 * 1024 * 1024;
const SHUTDOWN_BODY_TIMEOUT: Duration = Duration::from_secs(1);

/// The body, in one of three shapes. Multipart fields become a form, without attached files; a picture is the whole body.
#[derive(Clone, Debug)]
pub enum Payload {
    Json(Bytes),
    Form(String),
    Picture(Bytes),
}

/// Reports whether the path accepts a picture.
fn is_upload(path: &str) -> bool {
    path.starts_with("/admin/api/r/") && path.ends_with("/pictures")
}

/// Returns the maximum size of a body that is not a picture.
fn body_limit(path: &str) -> usize {
    let is_import = path.starts_with("/admin/r/") && path.ends_with("/offsite_reservations/import");
    if is_import { IMPORT_LIMIT } else { BODY_LIMIT }
}

pub async fn middleware(State(app): State<App>, request: Request, next: Next) -> Response {
    match prepare(&app, request).await {
        Ok(request) => next.run(request).await,
        Err((context, refusal)) => {
            let mut response = refusal.into_response();
            response.extensions_mut().insert(context);
            response
        }
    }
}

async fn prepare(app: &App, mut request: Request) -> Result<Request, (Context, ApiError)> {
    let rewritten = rewrite(&mut request);
    let context = context(app, &request, &rewritten);
    request.extensions_mut().insert(context.clone());
    if request.uri().path().contains("%00") {
        return Err((context, ApiError::not_found()));
    }
    if request.uri().path().starts_with("/dev/") && !has_own_host(app, &request) {
        return Err((context, ApiError::not_found()));
    }
    if is_safe(request.method()) {
        return Ok(request);
    }
    let is_outsider = is_exempt_from_csrf(request.uri().path());
    let refuse = |refusal| (context.clone(), refusal);
    let has_token = match header_token(request.headers()) {
        // A wrong token is rejected before the body is read.
        Some(token) if !is_outsider && !context.owns_csrf_token(&app.signer, token) => return Err(refuse(csrf())),
        token => token.is_some(),
    };
    if is_picture(&request) && !is_admin(app, &context).await.map_err(|error| refuse(error.into()))? {
        return Err(refuse(ApiError::unauthorized()));
    }
    let mut request = with_body_timeout(app, read_body(request, is_outsider)).await.map_err(refuse)?;
    let has_token = has_token
        || is_outsider
        || field(&request, CSRF_FIELD).is_some_and(|token| context.owns_csrf_token(&app.signer, &token));
    if !has_token {
        return Err(refuse(csrf()));
    }
    override_method(&mut request);
    Ok(request)
}

/// Reports whether the request names this server, by its own name or by an address: a page on the web whose name resolves to this machine
/// cannot read the demo's inbox.
fn has_own_host(app: &App, request: &Request) -> bool {
    let named = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let named = named.or_else(|| request.uri().authority().map(|authority| authority.as_str()));
    let host = |address: &str| reqwest::Url::parse(address).ok().and_then(|url| url.host_str().map(str::to_owned));
    let Some(named) = named.and_then(|named| host(&format!("http://{named}"))) else { return true };
    let is_address = named.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    is_address || named == "localhost" || host(&app.config.base_url) == Some(named)
}

/// Reports whether the body is a picture, which may be large.
fn is_picture(request: &Request) -> bool {
    is_upload(request.uri().path()) && content_type(request.headers()).to_ascii_lowercase().starts_with("image/")
}

/// Reports whether the request has the session of an admin, before a large body is read.
async fn is_admin(app: &App, context: &Context) -> sqlx::Result<bool> {
    let Some(cookie) = context.cookie(ADMIN_COOKIE) else { return Ok(false) };
    let mut conn = app.pool.acquire().await?;
    let session = sessions::find_by_token(&mut conn, Side::Admin, &Token::from_cookie(cookie), app.clock.now()).await?;
    Ok(session.is_some())
}

struct Rewritten {
    locale: Option<Locale>,
    wants_json: bool,
}

/// Removes the locale prefix and the `.json` suffix from the path.
fn rewrite(request: &mut Request) -> Rewritten {
    let (found, uri) = read_address(request.uri());
    if let Some(uri) = uri {
        *request.uri_mut() = uri;
    }
    found
}

/// Reads the language and the response type from an address. Also returns the address without its prefix, suffix and host; `None` if it has
/// none of them, as most addresses.
fn read_address(uri: &Uri) -> (Rewritten, Option<Uri>) {
    let path = uri.path();
    let mut segments = path.trim_start_matches('/').splitn(2, '/');
    let prefix = segments.next().and_then(|first| Locale::parse(first).filter(|locale| locale.as_str() == first));
    let rest = match prefix {
        Some(_) => Cow::Owned(format!("/{}", segments.next().unwrap_or_default())),
        None => Cow::Borrowed(path),
    };
    let bare = rest.strip_suffix(".json").filter(|bare| !bare.is_empty() && rest != "/openapi.json");
    let wants_json = bare.is_some();
    let locale = prefix.or_else(|| query_locale(uri.query().unwrap_or_default()));
    let rewritten = if prefix.is_some() || wants_json || uri.authority().is_some() {
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        format!("{}{query}", bare.unwrap_or(&rest)).parse().ok()
    } else {
        None
    };
    (Rewritten { locale, wants_json }, rewritten)
}

fn query_locale(query: &str) -> Option<Locale> {
    let pairs = query.trim_start_matches('?').split('&');
    pairs.filter_map(|pair| pair.strip_prefix("locale=")).find_map(Locale::parse)
}

fn context(app: &App, request: &Request, rewritten: &Rewritten) -> Context {
    let path = request.uri().path();
    let headers = request.headers();
    let is_api = ["/users/api/", "/owners/api/", "/admin/api/", "/feeds/"].iter().any(|api| path.starts_with(api));
    let sends_json = content_type(headers).starts_with("application/json");
    let asked = RequestFacts {
        locale: rewritten.locale,
        path_and_query: request.uri().path_and_query().map_or_else(|| path.to_owned(), ToString::to_string),
        is_api: is_api || rewritten.wants_json || sends_json,
        client: client(app, request),
    };
    Context::of_request(headers, &app.signer, &app.rng, asked)
}

/// Returns the client that rate limits count: the IPv4 address or IPv6 /64 that the request came from, or `unknown`.
fn client(app: &App, request: &Request) -> String {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let client = peer.map(|peer| client_address::client(&app.config, peer, request.headers()));
    client.map_or_else(|| "unknown".to_owned(), |client| client_address::client_network(client).to_string())
}

fn is_safe(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// Reports whether the call does not come from our pages: a provider's webhook is authenticated by its signature, Apple's response by the
/// cookie of the browser that began, and the demo's inbox does not exist in production.
fn is_exempt_from_csrf(path: &str) -> bool {
    path.starts_with("/webhooks/") || path.starts_with("/dev/") || path == "/users/auth/apple/callback"
}

fn content_type(headers: &HeaderMap) -> &str {
    headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// Limits the time for a body: 408 after `connections.request_seconds`, 503 if the body is incomplete a second after the server began to
/// shut down. The request has had no effect yet, so the client can send it to another server.
async fn with_body_timeout<T>(app: &App, reading: impl Future<Output = Result<T, ApiError>>) -> Result<T, ApiError> {
    let body_timeout = Duration::from_secs(app.config.connections.request_seconds.into());
    let stopped = async {
        app.stopping.cancelled().await;
        tokio::time::sleep(SHUTDOWN_BODY_TIMEOUT).await;
    };
    tokio::select! {
        // Most bodies have arrived with their heads, and need neither timer.
        biased;
        read = reading => read,
        () = tokio::time::sleep(body_timeout) => Err(ApiError::new(StatusCode::REQUEST_TIMEOUT, "request_timeout")),
        () = stopped => Err(ApiError { retry_after_seconds: Some(1), ..ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "stopping") }),
    }
}

async fn read_body(request: Request, is_outsider: bool) -> Result<Request, ApiError> {
    let kind = content_type(request.headers()).to_ascii_lowercase();
    let (parts, body) = request.into_parts();
    if is_outsider {
        let bytes = to_bytes(body, BODY_LIMIT).await.map_err(too_large)?;
        return Ok(Request::from_parts(parts, Body::from(bytes)));
    }
    let payload = if kind.starts_with("multipart/form-data") {
        let rebuilt = Request::from_parts(parts.clone(), body);
        Some(Payload::Form(Box::pin(multipart_fields(rebuilt)).await?))
    } else if kind.starts_with("image/") && is_upload(parts.uri.path()) {
        Some(Payload::Picture(to_bytes(body, PICTURE_LIMIT).await.map_err(too_large)?))
    } else {
        let bytes = to_bytes(body, body_limit(parts.uri.path())).await.map_err(too_large)?;
        read_bytes(&kind, bytes)?
    };
    let mut request = Request::from_parts(parts, Body::empty());
    if let Some(payload) = payload {
        request.extensions_mut().insert(payload);
    }
    Ok(request)
}

fn too_large(_: axum::Error) -> ApiError {
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large")
}

fn read_bytes(kind: &str, bytes: Bytes) -> Result<Option<Payload>, ApiError> {
    if bytes.is_empty() {
        return Ok(None);
    }
    if kind.starts_with("application/json") {
        return Ok(Some(Payload::Json(bytes)));
    }
    if kind.starts_with("application/x-www-form-urlencoded") {
        let text = String::from_utf8(bytes.to_vec()).map_err(|_| ApiError::bad_request("malformed_body"))?;
        return Ok(Some(Payload::Form(text)));
    }
    Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"))
}

async fn multipart_fields(request: Request) -> Result<String, ApiError> {
    let malformed = |error: MultipartError| match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
        _ => ApiError::bad_request("malformed_body"),
    };
    let mut multipart =
        Multipart::from_request(request, &()).await.map_err(|_| ApiError::bad_request("malformed_body"))?;
    let mut pairs = Vec::new();
    let mut size = 0;
    while let Some(field) = multipart.next_field().await.map_err(malformed)? {
        let Some(name) = field.name().map(str::to_owned) else { continue };
        if field.file_name().is_some() {
            continue;
        }
        let value = field.text().await.map_err(malformed)?;
        size += name.len() + value.len();
        if size > BODY_LIMIT {
            return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large"));
        }
        pairs.push((name, value));
    }
    Ok(encode(&pairs))
}

fn encode(pairs: &[(String, String)]) -> String {
    let url = reqwest::Url::parse_with_params("form:/", pairs).ok();
    url.and_then(|url| url.query().map(str::to_owned)).unwrap_or_default()
}

fn csrf() -> ApiError {
    ApiError::unprocessable("csrf")
}

fn header_token(headers: &HeaderMap) -> Option<&str> {
    headers.get(CSRF_HEADER).map(|value| value.to_str().unwrap_or_default())
}

/// Applies `_method`: a browser's form can only GET and POST, and `_method` names the intended method.
fn override_method(request: &mut Request) {
    let is_form = matches!(request.extensions().get(), Some(Payload::Form(_)));
    if request.method() != Method::POST || !is_form {
        return;
    }
    let meant = field(request, "_method").map(|method| method.to_ascii_uppercase());
    match meant.as_deref() {
        Some("DELETE") => *request.method_mut() = Method::DELETE,
        Some("PATCH") => *request.method_mut() = Method::PATCH,
        Some("PUT") => *request.method_mut() = Method::PUT,
        _ => {}
    }
}

/// Returns a top-level text field of the body.
fn field(request: &Request, name: &str) -> Option<String> {
    match request.extensions().get::<Payload>()? {
        Payload::Picture(_) => None,
        Payload::Json(bytes) => {
            let body: serde_json::Value = serde_json::from_slice(bytes).ok()?;
            Some(body.get(name)?.as_str()?.to_owned())
        }
        Payload::Form(text) => {
            let url = reqwest::Url::parse(&format!("form:/?{text}")).ok()?;
            url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
        }
    }
}

/// Marks responses that shared caches must not store.
pub fn private(response: &mut Response) {
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_with_locale_suffix_or_host_are_rewritten() {
        let read = |address: &'static str| {
            let (found, uri) = read_address(&Uri::from_static(address));
            (found.locale, found.wants_json, uri.map(|uri| uri.to_string()))
        };
        let rewritten = |address: &str| Some(address.to_owned());
        assert_eq!(read("/users/api/reservations"), (None, false, None));
        assert_eq!(read("/r/sushi?locale=en"), (Some(Locale::En), false, None));
        assert_eq!(read("/openapi.json"), (None, false, None));
        assert_eq!(read("/en/r/sushi?date=x"), (Some(Locale::En), false, rewritten("/r/sushi?date=x")));
        assert_eq!(read("/ja?locale=en"), (Some(Locale::Ja), false, rewritten("/?locale=en")));
        assert_eq!(read("/r/sushi.json?a=b"), (None, true, rewritten("/r/sushi?a=b")));
        assert_eq!(read("http://seki.example.jp/r/sushi"), (None, false, rewritten("/r/sushi")));
    }
}
