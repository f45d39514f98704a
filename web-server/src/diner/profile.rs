//! The diner's own data, and the switch for the mailed code at sign-in.

use axum::extract::State;
use axum::response::Response;
use domain::accounts::prefectures::label;
use domain::accounts::{self, model::Account};
use domain::payments::queries::find_card;
use domain::phone;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::cards::SavedCard;
use super::security::caller;
use super::told;
use crate::account_security::AccountSecurity;
use crate::account_security::passkeys::PasskeyView;
use crate::diner::session::Diner;
use crate::http::answer::Told;
use crate::http::device::browser;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, tick};
use crate::http::page::{Meta, PageData, PageOf};
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct ProfilePage {
    email: String,
    name_last: String,
    name_first: String,
    kana_last: String,
    kana_first: String,
    prefecture: String,
    prefecture_label: String,
    phone_country: String,
    /// Japan's numbers with their leading 0.
    phone_display: String,
    #[schema(required)]
    card: Option<SavedCard>,
    two_factor_with_email_enabled: bool,
}

impl PageData for ProfilePage {
    const NAME: &'static str = "profile";
}

async fn account(conn: &mut PgConnection, diner: &Diner) -> Result<Account, ApiError> {
    accounts::queries::find(conn, diner.id).await?.ok_or_else(ApiError::unauthorized)
}

/// The hub of the account pages.
#[utoipa::path(get, path = "/users/profile", tag = "accounts",
    responses((status = 200, body = crate::http::page::Page<ProfilePage>), (status = 302), (status = 401)))]
pub async fn page(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let account = account(&mut conn, &diner).await?;
    let card = find_card(&mut conn, diner.id).await?;
    drop(conn);
    let profile = account.profile;
    let data = ProfilePage {
        email: account.email,
        prefecture_label: label(context.locale(), &profile.prefecture),
        phone_display: phone::display(&profile.phone_country, &profile.phone_local_number),
        name_last: profile.name_last,
        name_first: profile.name_first,
        kana_last: profile.kana_last,
        kana_first: profile.kana_first,
        prefecture: profile.prefecture,
        phone_country: profile.phone_country,
        card: card.map(SavedCard::of),
        two_factor_with_email_enabled: account.two_factor_with_email_enabled,
    };
    let meta = Meta::private(context.t("pages.profile.title"));
    PageOf::new(meta, data).answer(&app, &context, Some(diner.id)).await
}

#[derive(Serialize, ToSchema)]
pub struct SecuritySettingsPage {
    two_factor_with_email_enabled: bool,
    /// A code can be mailed to a confirmed address only.
    email_confirmed: bool,
    security: AccountSecurity,
    /// The one registered first comes first.
    passkeys: Vec<PasskeyView>,
    /// Passkeys belong to a host name: at a bare address there are none.
    can_add_passkeys: bool,
}

impl PageData for SecuritySettingsPage {
    const NAME: &'static str = "security_settings";
}

#[utoipa::path(get, path = "/users/profile/security_settings", tag = "accounts",
    responses((status = 200, body = crate::http::page::Page<SecuritySettingsPage>), (status = 302), (status = 401)))]
pub async fn security_settings(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let account = account(&mut conn, &diner).await?;
    let data = SecuritySettingsPage {
        two_factor_with_email_enabled: account.two_factor_with_email_enabled,
        email_confirmed: account.email_confirmed_at.is_some(),
        security: caller(&app, &context, &diner).security(&mut conn).await?,
        passkeys: caller(&app, &context, &diner).passkeys(&mut conn).await?,
        can_add_passkeys: domain::accounts::RelyingParty::of(&app.config.base_url).is_ok(),
    };
    drop(conn);
    let meta = Meta::private(context.t("pages.security_settings.title"));
    PageOf::new(meta, data).answer(&app, &context, Some(diner.id)).await
}

#[derive(Default, Deserialize, ToSchema)]
pub struct SecuritySettingsBody {
    #[serde(default)]
    user_security_setting: SecuritySetting,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct SecuritySetting {
    #[serde(default, deserialize_with = "tick::optional")]
    two_factor_with_email_enabled: Option<bool>,
}

/// Switches the mailed code on or off; on is refused for an address that is not confirmed. Off is told by mail.
#[utoipa::path(patch, path = "/users/profile/security_settings.json", tag = "accounts",
    request_body = SecuritySettingsBody, responses((status = 200, body = Told), (status = 303), (status = 401), (status = 422)))]
pub async fn update_security_settings(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<SecuritySettingsBody>,
) -> Result<Response, ApiError> {
    let asked = body.user_security_setting.two_factor_with_email_enabled;
    let enabled = asked.ok_or_else(|| ApiError {
        code: "update_failed",
        ..ApiError::invalid_fields([("two_factor_with_email_enabled", "blank")])
    })?;
    let mut tx = app.pool.begin().await?;
    accounts::set_two_factor(&mut tx, &app.rng, app.clock.now(), diner.id, enabled, browser(&context)).await?;
    tx.commit().await?;
    told(&app, &context, "/users/profile/security_settings", "flash.settings_updated")
}
