//! Signing up: the page with the form, and the request that opens an account (diner §5, gaps G035).

use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use chrono::{DateTime, Utc};
use domain::accounts::identities::VerifiedIdentity;
use domain::accounts::prefectures::{OVERSEAS, PREFECTURES, label};
use domain::accounts::{self, AccountError, SignUp, SignUpForm, local_path, password};
use domain::ids::UserId;
use domain::legal::{Section, agree};
use domain::limits;
use domain::phone::{self, Country, VisitorKey};
use domain::reservations::invitations;
use domain::sessions::{self, AccountId};
use serde::{Deserialize, Serialize};
use sqlx::{Postgres, Transaction};
use utoipa::{IntoParams, ToSchema};

use super::apple::{self, PendingIdentity};
use super::intent::{Intent, PendingIntent, return_cookie, with_invitation};
use super::legal;
use super::signed_in::{account_language, complete_sign_in, current_session, kind};
use crate::diner::session::MaybeDiner;
use crate::http::device::note_sign_in;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, flag, tick};
use crate::http::limits::limit_client;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{RedirectTo, WriteResponse, with_cookie};
use crate::state::App;

/// First page of a new diner without an intent.
const FIRST_STEP: &str = "/users/after_registrations/pick_restaurants";

/// Values that a link to the form may fill in.
#[derive(Clone, Serialize, Deserialize, ToSchema, IntoParams)]
pub struct SignUpPrefill {
    uid: Option<String>,
    provider: Option<String>,
    after_sign_up_url: Option<String>,
    invited_token: Option<String>,
    jcb_uid: Option<String>,
    jcb_card_rank: Option<String>,
    email: Option<String>,
    restaurant_slug: Option<String>,
    user_action: Option<String>,
}

impl SignUpPrefill {
    /// Returns the visitor's intent: from the link, otherwise the booking or invitation that sign-in interrupted.
    fn intent(&self, app: &App, context: &Context) -> Intent {
        let after = self.after_sign_up_url.as_deref();
        let after = after.map(|path| match &self.invited_token {
            Some(token) if !path.contains("invited_token=") => with_invitation(path, token),
            _ => path.to_owned(),
        });
        Intent::from_request(app, context, self.restaurant_slug.clone(), self.user_action.clone(), after.as_deref())
    }
}

#[derive(Serialize, ToSchema)]
pub struct SignUpPage {
    prefectures: Vec<PrefectureChoice>,
    countries: &'static [Country],
    prefill: SignUpPrefill,
    /// Identity that Apple has confirmed: the password is optional then.
    identity: Option<IdentityView>,
    terms: Vec<Section>,
    /// The form sends it back, so that the consent is for the version that was shown.
    terms_version: Option<i32>,
    phone_pattern: &'static str,
    continuing: Option<PendingIntent>,
    /// For visitors with an account.
    sign_in_path: String,
}

/// A person whose identity another provider has confirmed.
#[derive(Serialize, ToSchema)]
pub struct IdentityView {
    provider: String,
    uid: String,
    email: Option<String>,
    name_last: String,
    name_first: String,
}

impl From<PendingIdentity> for IdentityView {
    fn from(of: PendingIdentity) -> Self {
        let (provider, uid) = (of.verified.provider, of.verified.uid);
        Self { provider, uid, email: of.email, name_last: of.name_last, name_first: of.name_first }
    }
}

impl PageData for SignUpPage {
    const NAME: &'static str = "sign_up";
}

#[derive(Serialize, ToSchema)]
pub struct PrefectureChoice {
    code: &'static str,
    label: String,
}

/// The form. Signed-in diners are redirected.
#[utoipa::path(get, path = "/users/sign_up", tag = "accounts", params(SignUpPrefill),
    responses((status = 200, body = crate::http::page::Page<SignUpPage>), (status = 303)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    Query(mut prefill): Query<SignUpPrefill>,
) -> Result<Response, ApiError> {
    let intent = prefill.intent(&app, &context);
    let mut conn = app.pool.acquire().await?;
    if diner.id().is_some() {
        return Ok(Redirect::to(&intent.place(&mut conn).await?).into_response());
    }
    let continuing = intent.pending_intent(&mut conn, &app, &context).await?;
    let (terms, terms_version) = legal::terms(&mut conn, &context).await?;
    drop(conn);
    if continuing.is_some() && prefill.after_sign_up_url.is_none() && prefill.restaurant_slug.is_none() {
        prefill.after_sign_up_url.clone_from(&intent.path);
    }
    // The address only displays the identity; the sealed cookie is authoritative.
    let identity = PendingIdentity::from_cookie(&app, &context);
    prefill.uid = identity.as_ref().map(|identity| identity.verified.uid.clone());
    prefill.provider = identity.as_ref().map(|identity| identity.verified.provider.clone());
    let kept = continuing.as_ref().and(intent.path.as_deref()).map(|path| return_cookie(&app, path));
    let codes = PREFECTURES.iter().map(|(code, _)| *code).chain([OVERSEAS]);
    let data = SignUpPage {
        prefectures: codes.map(|code| PrefectureChoice { code, label: label(context.locale(), code) }).collect(),
        countries: phone::countries(),
        prefill,
        identity: identity.map(IdentityView::from),
        terms,
        terms_version,
        phone_pattern: phone::PATTERN,
        continuing,
        sign_in_path: intent.sign_in_path(),
    };
    let meta =
        Meta { description: context.t("pages.sign_up.description"), ..Meta::titled(context.t("pages.sign_up.title")) };
    let response = PageOf::new(meta, data).respond(&app, &context, None).await?;
    match kept {
        Some(cookie) => with_cookie(response, &cookie),
        None => Ok(response),
    }
}

#[derive(Default, Deserialize, ToSchema)]
pub struct SignUpBody {
    #[serde(default)]
    user: SignUpUser,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct SignUpUser {
    email: Option<String>,
    password: Option<String>,
    #[serde(default, deserialize_with = "tick::answer")]
    terms_agreed: Option<bool>,
    /// Version that the page showed; without it, the newest version was accepted.
    terms_version: Option<i32>,
    /// Moves the number from the account that has it (`phone_taken`).
    #[serde(default, deserialize_with = "flag::optional")]
    #[schema(nullable = false)]
    move_phone: Option<bool>,
    /// Id of a confirmed call or SMS.
    phone_verification_uuid: Option<String>,
    uid: Option<String>,
    /// With `uid`, the identity that the form shows. It is accepted if the provider's callback has confirmed it to this browser.
    provider: Option<String>,
    /// Token of an invitation's link; the invitation becomes the new diner's.
    invited_token: Option<String>,
    after_sign_up_url: Option<String>,
    /// With `user_action`, the intent that is carried out for the new diner, as at sign-in.
    restaurant_slug: Option<String>,
    user_action: Option<String>,
    jcb_uid: Option<String>,
    jcb_card_rank: Option<String>,
    #[serde(default)]
    profile_attributes: SignUpProfile,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct SignUpProfile {
    name_last: Option<String>,
    name_first: Option<String>,
    kana_last: Option<String>,
    kana_first: Option<String>,
    /// One of the 47 in Japanese, or `overseas` with a phone number outside Japan.
    prefecture: Option<String>,
    #[schema(value_type = Option<domain::i18n::Locale>)]
    locale: Option<String>,
    phone_country: Option<String>,
    phone_local_number: Option<String>,
}

impl SignUpUser {
    /// Returns the identity of the form, if it is the confirmed one.
    fn identity(&self, app: &App, context: &Context) -> Option<VerifiedIdentity> {
        let identity = PendingIdentity::from_cookie(app, context)?.verified;
        let is_shown = self.uid.as_ref() == Some(&identity.uid) && self.provider.as_ref() == Some(&identity.provider);
        is_shown.then_some(identity)
    }

    /// Returns the form of a diner whose number needs no verification (`POST /dev/diners`).
    pub fn into_unverified_form(self, page_locale: domain::i18n::Locale) -> SignUpForm {
        SignUpForm { phone_verification_uuid: "none".to_owned(), ..self.into_form(None, page_locale) }
    }

    fn into_form(self, identity: Option<VerifiedIdentity>, page_locale: domain::i18n::Locale) -> SignUpForm {
        let profile = self.profile_attributes;
        SignUpForm {
            email: self.email.unwrap_or_default(),
            password: self.password.unwrap_or_default(),
            identity,
            terms_agreed: self.terms_agreed.unwrap_or(false),
            move_phone: self.move_phone.unwrap_or(false),
            phone_verification_uuid: self.phone_verification_uuid.unwrap_or_default(),
            jcb_uid: self.jcb_uid,
            jcb_card_rank: self.jcb_card_rank,
            name_last: profile.name_last.unwrap_or_default(),
            name_first: profile.name_first.unwrap_or_default(),
            kana_last: profile.kana_last.unwrap_or_default(),
            kana_first: profile.kana_first.unwrap_or_default(),
            prefecture: profile.prefecture.unwrap_or_default(),
            locale: profile.locale.filter(|text| !text.is_empty()).unwrap_or_else(|| page_locale.to_string()),
            phone_country: profile.phone_country.unwrap_or_default(),
            phone_local_number: profile.phone_local_number.unwrap_or_default(),
        }
    }
}

/// Opens the account in the transaction that continues with it. Only attempts that meet an address in use count.
async fn open_account(
    app: &App,
    now: DateTime<Utc>,
    visitor: &VisitorKey,
    form: &SignUp,
    password_hash: Option<&str>,
) -> Result<(Transaction<'static, Postgres>, UserId), ApiError> {
    let counted = accounts::count_sign_up(&mut *app.pool.acquire().await?, now, visitor, form).await?;
    let mut tx = app.pool.begin().await?;
    let opened = accounts::sign_up(&mut tx, &app.rng, now, visitor, form, password_hash).await;
    let Some(counted) = counted.filter(|_| !opened.as_ref().is_err_and(AccountError::reveals_account)) else {
        return Ok((tx, opened?));
    };
    if opened.is_err() {
        tx.rollback().await?;
        tx = app.pool.begin().await?;
    }
    limits::refund_hit(&mut tx, &counted).await?;
    match opened {
        Ok(id) => Ok((tx, id)),
        Err(error) => {
            tx.commit().await?;
            Err(error.into())
        }
    }
}

/// Opens an account and signs its diner in. 422 names every invalid field; this browser must have verified the number.
#[utoipa::path(post, path = "/users", tag = "accounts", request_body = SignUpBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<SignUpBody>,
) -> Result<Response, ApiError> {
    limit_client(&app, &context, "sign_up", 60).await?;
    let after = body.user.after_sign_up_url.as_deref().and_then(|url| local_path(&app.config.base_url, url));
    let (restaurant_slug, user_action) = (body.user.restaurant_slug.clone(), body.user.user_action.clone());
    let intent = Intent { restaurant_slug, user_action, path: None };
    let invited = body.user.invited_token.clone().unwrap_or_default();
    let terms_version = body.user.terms_version;
    let identity = body.user.identity(&app, &context);
    let form = body.user.into_form(identity, context.locale()).validate()?;
    let (visitor, now) = (VisitorKey::from_cookie(context.visitor()), app.clock.now());
    // Before the hash, which takes a core for tens of milliseconds.
    accounts::require_verified_number(&mut *app.pool.acquire().await?, now, &visitor, &form).await?;
    let password_hash = match form.password.clone() {
        Some(password) => Some(password::hash(&app.rng, password).await?),
        None => None,
    };
    let (mut tx, id) = open_account(&app, now, &visitor, &form, password_hash.as_deref()).await?;
    agree(&mut tx, now, id, terms_version).await?;
    invitations::claim_with_token(&mut tx, &app.signer, now, &invited, id).await?;
    let done = intent.fulfil(&mut tx, &app, id).await?;
    let previous = current_session(&context);
    let kind = kind(&app, &context);
    let token = sessions::start(&mut tx, &app.rng, now, AccountId::Diner(id), previous.as_ref(), kind).await?;
    let device = note_sign_in(&mut tx, &app, &context, AccountId::Diner(id)).await?;
    tx.commit().await?;
    // The pages after registering still need the intent.
    let kept = after.as_deref().map(|path| return_cookie(&app, path));
    let path = after.or(done).unwrap_or_else(|| FIRST_STEP.to_owned());
    let done = complete_sign_in(&app, path, &token, device).cookie(account_language(&app, context.locale()));
    let answer = kept.into_iter().chain([apple::identity_removal(&app)]).fold(done, WriteResponse::cookie);
    answer.flash(Flash::notice(context.t("flash.signed_up"))).respond(&app, &context)
}
