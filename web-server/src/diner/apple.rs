//! Signing in with Apple (diner §2, gaps G039).
//!
//! Apple posts its response from its own site, so the browser sends none of our cookies with it (`SameSite=Lax`). The callback therefore
//! trusts nothing and does nothing: it seals the posted data into an address on this site and redirects there. That request is a plain GET,
//! which carries the cookie of the browser that began; the sign-in continues only if the data matches the cookie.

use axum::body::Bytes;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::Cookie;
use chrono::{DateTime, Duration, Utc};
use domain::accounts::identities::{self, APPLE, VerifiedIdentity};
use domain::clients::apple::{Apple, AppleError};
use domain::limits::{self, LimitError};
use reqwest::Url;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::intent::Intent;
use super::sign_in::admit;
use crate::diner::session::{Diner, MaybeDiner};
use crate::http::cookies::{cookie, removal};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::limits::limit_client;
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

const CALLBACK: &str = "/users/auth/apple/callback";
const ATTEMPT_COOKIE: &str = "seki_apple";
const IDENTITY_COOKIE: &str = "seki_identity";
const PROOF_COOKIE: &str = "seki_apple_proof";
const ATTEMPT: &str = "apple_attempt";
const RETURNED: &str = "apple_returned";
const IDENTITY: &str = "identity";
const PROOF: &str = "apple_proof";
/// Time that a diner may take at Apple, and validity of the callback's address.
const SIGN_IN_LIFETIME: Duration = Duration::minutes(10);
/// Validity of another sign-in as a proof of identity.
const PROOF_LIFETIME: Duration = Duration::minutes(10);
/// Validity of the sign-up form.
const FORM_LIFETIME: Duration = Duration::hours(1);
const MAX_NAME_LENGTH: usize = 50;

/// A sign-in that this browser has begun.
#[derive(Serialize, Deserialize)]
struct AppleAttempt {
    state: String,
    nonce: String,
    intent: Intent,
    at: DateTime<Utc>,
}

/// The form that was posted to the callback, unchecked.
#[derive(Serialize, Deserialize)]
struct AppleCallback {
    state: String,
    code: Option<String>,
    name_last: String,
    name_first: String,
    at: DateTime<Utc>,
}

/// A signed-in diner's proof of identity: Apple has confirmed their identity again.
#[derive(Serialize, Deserialize)]
struct AppleProof {
    session: Vec<u8>,
    at: DateTime<Utc>,
}

/// Reports whether the diner has signed in with Apple again in this session, within ten minutes.
pub fn is_identity_confirmed(app: &App, context: &Context, diner: &Diner) -> bool {
    let sealed = context.cookie(PROOF_COOKIE);
    let proof: Option<AppleProof> = sealed.and_then(|sealed| app.signer.open(PROOF, sealed));
    proof.is_some_and(|proof| proof.session == diner.session.0 && app.clock.now() < proof.at + PROOF_LIFETIME)
}

/// Identity that Apple has confirmed, for the sign-up form.
#[derive(Clone, Serialize, Deserialize)]
pub struct PendingIdentity {
    pub verified: VerifiedIdentity,
    pub email: Option<String>,
    pub name_last: String,
    pub name_first: String,
    at: DateTime<Utc>,
}

impl PendingIdentity {
    /// Returns the identity of this browser's sign-up form, if Apple has confirmed one.
    pub fn from_cookie(app: &App, context: &Context) -> Option<Self> {
        let sealed = context.cookie(IDENTITY_COOKIE)?;
        let waiting: Self = app.signer.open(IDENTITY, sealed)?;
        (app.clock.now() < waiting.at + FORM_LIFETIME).then_some(waiting)
    }
}

/// Returns the cookie that deletes the pending identity, once the account exists.
pub fn identity_removal(app: &App) -> Cookie<'static> {
    removal(IDENTITY_COOKIE, &app.config.base_url)
}

fn client(app: &App) -> Result<&Apple, ApiError> {
    app.apple.as_ref().ok_or_else(ApiError::not_found)
}

#[derive(Default, Deserialize, ToSchema)]
pub struct AppleBody {
    /// With `user_action`, the visitor's intent, as at sign-in.
    restaurant_slug: Option<String>,
    user_action: Option<String>,
    /// Target after signing in; a path on this site.
    after_sign_in_url: Option<String>,
}

/// Redirects the browser to Apple.
#[utoipa::path(post, path = "/users/auth/apple", tag = "accounts", request_body = AppleBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 404), (status = 429), (status = 502)))]
pub async fn begin(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<AppleBody>,
) -> Result<Response, ApiError> {
    let apple = client(&app)?;
    limit_client(&app, &context, "apple", 60).await?;
    let after = body.after_sign_in_url.as_deref();
    let intent = Intent::from_request(&app, &context, body.restaurant_slug, body.user_action, after);
    let attempt = AppleAttempt { state: app.rng.uid(), nonce: app.rng.uid(), intent, at: app.clock.now() };
    let url = apple.authorization_url(&attempt.state, &attempt.nonce, &callback(&app)).await.map_err(provider_error)?;
    let kept = cookie(ATTEMPT_COOKIE, app.signer.seal(ATTEMPT, &attempt), &app.config.base_url, None);
    WriteResponse::redirect_to(url).cookie(kept).respond(&app, &context)
}

fn callback(app: &App) -> String {
    format!("{}{CALLBACK}", app.config.base_url)
}

fn provider_error(error: AppleError) -> ApiError {
    tracing::warn!(%error, "signing in with Apple failed");
    ApiError::bad_gateway("apple_failed")
}

/// Accepts Apple's response and redirects to the address that verifies it. It trusts nothing: the address is useful only to the browser
/// that began.
#[utoipa::path(post, path = "/users/auth/apple/callback", tag = "accounts",
    request_body(content = String, content_type = "application/x-www-form-urlencoded"),
    responses((status = 303), (status = 404)))]
pub async fn receive_response(State(app): State<App>, body: Bytes) -> Result<Response, ApiError> {
    client(&app)?;
    let text = String::from_utf8_lossy(&body);
    let form = Url::parse(&format!("form:/?{text}")).ok();
    let field = |name: &str| {
        let pairs = form.as_ref().map(Url::query_pairs)?;
        pairs.into_iter().find(|(key, _)| key == name).map(|(_, value)| value.chars().take(1024).collect::<String>())
    };
    let (name_last, name_first) = field("user").map(|user| names(&user)).unwrap_or_default();
    let returned = AppleCallback {
        state: field("state").unwrap_or_default(),
        code: field("code").filter(|code| !code.is_empty()),
        name_last,
        name_first,
        at: app.clock.now(),
    };
    let sealed = app.signer.seal(RETURNED, &returned);
    Ok(Redirect::to(&format!("/users/auth/apple/finish?returned={sealed}")).into_response())
}

/// Parses the name. Apple sends it once, as JSON with the code: `{"name": {"firstName": …, "lastName": …}}`.
fn names(user: &str) -> (String, String) {
    let user: serde_json::Value = serde_json::from_str(user).unwrap_or_default();
    let part = |name: &str| {
        let text = user["name"][name].as_str().unwrap_or_default();
        domain::names::person_name(text, MAX_NAME_LENGTH).unwrap_or_default()
    };
    (part("lastName"), part("firstName"))
}

#[derive(Deserialize, IntoParams)]
pub struct FinishQuery {
    returned: Option<String>,
}

/// Signs in the diner whose identity Apple confirms, or leads a new diner to the sign-up form. For a signed-in diner it is a proof of
/// identity, which lasts ten minutes. A response to a sign-in that another browser began, that took too long, or that was used, is
/// rejected: 303 to the sign-in page with a flash.
#[utoipa::path(get, path = "/users/auth/apple/finish", tag = "accounts", params(FinishQuery),
    responses((status = 200, body = RedirectTo), (status = 303), (status = 404), (status = 429)))]
pub async fn finish(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    Query(query): Query<FinishQuery>,
) -> Result<Response, ApiError> {
    let apple = client(&app)?;
    limit_client(&app, &context, "apple_finish", 60).await?;
    let now = app.clock.now();
    let in_time = |at: DateTime<Utc>| now < at + SIGN_IN_LIFETIME;
    let returned: Option<AppleCallback> = query.returned.and_then(|sealed| app.signer.open(RETURNED, &sealed));
    let attempt: Option<AppleAttempt> =
        context.cookie(ATTEMPT_COOKIE).and_then(|sealed| app.signer.open(ATTEMPT, sealed));
    let (Some(returned), Some(attempt)) = (returned, attempt) else {
        return redirect_to_sign_in(&app, &context, "apple_failed");
    };
    if returned.state != attempt.state || !in_time(returned.at) || !in_time(attempt.at) {
        return redirect_to_sign_in(&app, &context, "apple_failed");
    }
    let Some(code) = &returned.code else { return redirect_to_sign_in(&app, &context, "apple_cancelled") };
    if !is_first_use(&app, &attempt).await? {
        return redirect_to_sign_in(&app, &context, "apple_failed");
    }
    let identity = match apple.identify(code, &attempt.nonce, &callback(&app), app.clock.wall()).await {
        Ok(identity) => identity,
        Err(error) => {
            tracing::warn!(%error, "a response of Apple was rejected");
            return redirect_to_sign_in(&app, &context, "apple_failed");
        }
    };
    let mut conn = app.pool.acquire().await?;
    let known = identities::find(&mut conn, APPLE, &identity.uid).await?;
    if let Some(diner) = &diner.0 {
        let is_own = known.is_some_and(|(id, _)| id == diner.id);
        let place = attempt.intent.place(&mut conn).await?;
        drop(conn);
        return confirm_identity(&app, &context, diner, is_own, place);
    }
    drop(conn);
    if let Some((id, needs_second_factor)) = known {
        return admit(&app, &context, &attempt.intent, id, needs_second_factor, vec![attempt_removal(&app)]).await;
    }
    let waiting = PendingIdentity {
        verified: VerifiedIdentity { provider: APPLE.to_owned(), uid: identity.uid },
        email: identity.email,
        name_last: returned.name_last,
        name_first: returned.name_first,
        at: now,
    };
    let form = form_path(&attempt.intent, &waiting.verified);
    let kept = cookie(IDENTITY_COOKIE, app.signer.seal(IDENTITY, &waiting), &app.config.base_url, None);
    WriteResponse::redirect_to(form).cookie(attempt_removal(&app)).cookie(kept).respond(&app, &context)
}

/// Reports whether an attempt is finished for the first time: its cookie is valid for ten minutes, and each use is a call to Apple.
async fn is_first_use(app: &App, attempt: &AppleAttempt) -> Result<bool, ApiError> {
    let bucket = limits::personal_bucket("apple_attempt", &attempt.nonce);
    let mut conn = app.pool.acquire().await?;
    match limits::hit(&mut conn, &bucket, 1, SIGN_IN_LIFETIME, app.clock.now()).await {
        Ok(()) => Ok(true),
        Err(LimitError::TooMany(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Responds to a diner who was signed in already. The own identity is a proof for the forms that require one; another identity changes
/// nothing.
fn confirm_identity(
    app: &App,
    context: &Context,
    diner: &Diner,
    is_own: bool,
    place: String,
) -> Result<Response, ApiError> {
    let response = WriteResponse::redirect_to(place).cookie(attempt_removal(app));
    if !is_own {
        let flash = Flash::alert(context.t("errors.apple_other_account")).sticky();
        return response.flash(flash).respond(app, context);
    }
    let proof = AppleProof { session: diner.session.0.clone(), at: app.clock.now() };
    let kept = cookie(PROOF_COOKIE, app.signer.seal(PROOF, &proof), &app.config.base_url, None);
    response.cookie(kept).respond(app, context)
}

/// Returns the path of the sign-up form with the parameters of the specification. They are for display only: the sealed cookie is
/// authoritative.
fn form_path(intent: &Intent, identity: &VerifiedIdentity) -> String {
    let path = intent.sign_up_path();
    let joined = Url::parse("local://here").and_then(|base| base.join(&path));
    let Ok(mut url) = joined else { return path };
    url.query_pairs_mut().append_pair("uid", &identity.uid).append_pair("provider", &identity.provider);
    format!("{}?{}", url.path(), url.query().unwrap_or_default())
}

fn attempt_removal(app: &App) -> Cookie<'static> {
    removal(ATTEMPT_COOKIE, &app.config.base_url)
}

fn redirect_to_sign_in(app: &App, context: &Context, code: &str) -> Result<Response, ApiError> {
    let flash = Flash::alert(context.t(&format!("errors.{code}"))).sticky();
    WriteResponse::redirect_to("/users/sign_in").cookie(attempt_removal(app)).flash(flash).respond(app, context)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn apple_name_is_read_if_present() {
        let user = r#"{"name":{"firstName":" 花子","lastName":"山田\n"},"email":"x@y.test"}"#;
        assert_eq!(names(user), ("山田".to_owned(), "花子".to_owned()), "surrounding spaces are trimmed");
        let linked = r#"{"name":{"firstName":"花子","lastName":"http://evil.example"}}"#;
        assert_eq!(names(linked), (String::new(), "花子".to_owned()), "the diner enters a name that the form accepts");
        assert_eq!(names("{}"), (String::new(), String::new()));
        assert_eq!(names("not json"), (String::new(), String::new()));
    }

    #[test]
    fn sign_up_form_path_keeps_intent() {
        let identity = VerifiedIdentity { provider: APPLE.into(), uid: "000.a b".into() };
        assert_eq!(form_path(&Intent::default(), &identity), "/users/sign_up?uid=000.a+b&provider=apple");
        let intent = Intent { restaurant_slug: Some("sushi".into()), ..Intent::default() };
        let path = form_path(&intent, &identity);
        assert!(
            path.starts_with("/users/sign_up?restaurant_slug=sushi&") && path.ends_with("provider=apple"),
            "{path}"
        );
    }
}
