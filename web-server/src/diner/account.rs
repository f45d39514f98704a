//! The account's sign-in data (diner §2): password, phone number and email address.

use axum::extract::{Query, State};
use axum::response::Response;
use domain::accounts::{self, person};
use domain::names;
use domain::phone::{self, Country};
use domain::sessions::AccountId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::proof::{self, Proof, ProofWay};
use crate::account_security::NewPasswordBody;
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::limits::limit_client;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{RedirectTo, WriteMessage, respond_with_notice};
use crate::state::App;

const PASSWORD_TAB: &str = "/users/profile/account?tab=password";
const EMAIL_EDIT: &str = "/users/profile/account/email/edit";

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AccountTab {
    Password,
    Tel,
}

#[derive(Deserialize, IntoParams)]
pub struct AccountQuery {
    /// `password` or `tel`; the first tab by default.
    tab: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct AccountPage {
    tab: AccountTab,
    email: String,
    /// Without a password, the diner signs in with Apple, and sets a password by a mailed link.
    has_password: bool,
    phone_display: String,
    /// Also false when the number has moved to another account.
    is_confirmed: bool,
    countries: &'static [Country],
    phone_pattern: &'static str,
    /// The proofs of identity that a change of the number accepts.
    proof_ways: Vec<ProofWay>,
}

impl PageData for AccountPage {
    const NAME: &'static str = "account";
}

/// The tabs of password and phone number.
#[utoipa::path(get, path = "/users/profile/account", tag = "accounts", params(AccountQuery),
    responses((status = 200, body = crate::http::page::Page<AccountPage>), (status = 302), (status = 401)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Query(query): Query<AccountQuery>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let account = accounts::queries::find(&mut conn, diner.id).await?.ok_or_else(ApiError::unauthorized)?;
    let person = person::get(&mut conn, AccountId::Diner(diner.id)).await?;
    let proof_ways = proof::ways(&app, &context, &mut conn, &diner).await?;
    drop(conn);
    let profile = account.profile;
    let data = AccountPage {
        tab: if query.tab.as_deref() == Some("tel") { AccountTab::Tel } else { AccountTab::Password },
        email: account.email,
        has_password: person.has_password(),
        phone_display: phone::display(&profile.phone_country, &profile.phone_local_number),
        is_confirmed: profile.phone_confirmed_at.is_some(),
        countries: phone::countries(),
        phone_pattern: phone::PATTERN,
        proof_ways,
    };
    PageOf::new(Meta::private(context.t("pages.account.title")), data).respond(&app, &context, Some(diner.id)).await
}

#[derive(Default, Deserialize, ToSchema)]
pub struct AccountPasswordBody {
    /// `password`.
    #[serde(rename = "tab")]
    _tab: Option<String>,
    #[serde(default)]
    user: NewPasswordBody,
}

/// Sets a new password; requires the current one. All other sessions end.
#[utoipa::path(patch, path = "/users/profile/account/password", tag = "accounts", request_body = AccountPasswordBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 422), (status = 429)))]
pub async fn change_password(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<AccountPasswordBody>,
) -> Result<Response, ApiError> {
    diner.caller_at(&app, &context, PASSWORD_TAB).change_password(body.user).await
}

#[derive(Serialize, ToSchema)]
pub struct EmailEditPage {
    email: String,
    email_confirmed: bool,
    /// New address that its mailbox has not confirmed yet.
    pending_email: Option<String>,
    /// The proofs of identity that the change accepts.
    proof_ways: Vec<ProofWay>,
}

impl PageData for EmailEditPage {
    const NAME: &'static str = "email_edit";
}

/// The form.
#[utoipa::path(get, path = "/users/profile/account/email/edit", tag = "accounts",
    responses((status = 200, body = crate::http::page::Page<EmailEditPage>), (status = 302), (status = 401)))]
pub async fn email_edit(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let account = accounts::queries::find(&mut conn, diner.id).await?.ok_or_else(ApiError::unauthorized)?;
    let pending_email = accounts::find_pending_email(&mut conn, diner.id, app.clock.now()).await?;
    let proof_ways = proof::ways(&app, &context, &mut conn, &diner).await?;
    drop(conn);
    let email_confirmed = account.email_confirmed_at.is_some();
    let data = EmailEditPage { email: account.email, email_confirmed, pending_email, proof_ways };
    PageOf::new(Meta::private(context.t("pages.email_edit.title")), data).respond(&app, &context, Some(diner.id)).await
}

#[derive(Default, Deserialize, ToSchema)]
pub struct EmailBody {
    #[serde(default)]
    user: EmailFields,
    /// Proof of identity: this or a code.
    current_password: Option<String>,
    /// A code of the authenticator app, or a recovery code.
    code: Option<String>,
    /// For an account with neither a password nor an app.
    mailed_code: Option<String>,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct EmailFields {
    email: Option<String>,
}

/// Requests another address; requires the password or a code. A link goes to the new address, and a notice to the present one. Nothing
/// changes until the link is opened.
#[utoipa::path(patch, path = "/users/profile/account/email", tag = "accounts", request_body = EmailBody,
    responses((status = 200, body = WriteMessage), (status = 303), (status = 401), (status = 422), (status = 429)))]
pub async fn change_email(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<EmailBody>,
) -> Result<Response, ApiError> {
    limit_client(&app, &context, "email_change", 60).await?;
    let email = body.user.email.unwrap_or_default();
    names::email(&email).map_err(|code| ApiError::invalid_fields([("email", code)]))?;
    let proof = Proof { current_password: body.current_password, code: body.code, mailed_code: body.mailed_code };
    proof::require(&app, &context, &diner, proof).await?;
    accounts::count_email_change(&mut *app.pool.acquire().await?, app.clock.now(), diner.id, &email).await?;
    let now = app.clock.now();
    app.transaction(async |tx| accounts::request_email_change(tx, &app.rng, now, diner.id, &email).await).await?;
    respond_with_notice(&app, &context, EMAIL_EDIT, "flash.email_change_sent")
}
