//! The diner's own data, and the switch for the mailed code at sign-in.

use axum::extract::State;
use axum::response::Response;
use domain::accounts::gold_profile::{self, GoldProfile};
use domain::accounts::prefectures::label;
use domain::accounts::preferences::{self, Preferences};
use domain::accounts::{self, model::Account};
use domain::entitlements::tiers;
use domain::payments::queries::find_card;
use domain::phone;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::cards::SavedCard;
use super::plans::gold_profile::GoldProfileFields;
use crate::account_security::passkeys::PasskeyView;
use crate::account_security::{AccountHolder, AccountSecurity, ProofBody};
use crate::diner::session::Diner;
use crate::http::device::browser;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, tick};
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{WriteMessage, respond_with_notice};
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
    /// The stored digits, without a leading 0.
    phone_local_number: String,
    /// Japan's numbers with their leading 0.
    phone_display: String,
    card: Option<SavedCard>,
    two_factor_with_email_enabled: bool,
    /// Blank without allergies.
    allergy_description: String,
    dislikes: String,
    /// Only for gold members, and for diners whose profile from an earlier membership is stored.
    gold_user_profile: Option<GoldProfileFields>,
    /// False after the membership: the profile can only be deleted.
    may_edit_gold_profile: bool,
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
    let preferences = preferences::find(&mut conn, diner.id).await?;
    let may_edit_gold_profile = tiers::find(&mut conn, diner.id, app.clock.now()).await?.is_gold();
    let gold_user_profile = gold_profile::find(&mut conn, diner.id).await?;
    let gold_user_profile = gold_user_profile.or_else(|| may_edit_gold_profile.then(GoldProfile::default));
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
        phone_local_number: profile.phone_local_number,
        card: card.map(SavedCard::from_card),
        two_factor_with_email_enabled: account.two_factor_with_email_enabled,
        allergy_description: preferences.allergy_description,
        dislikes: preferences.dislikes,
        gold_user_profile: gold_user_profile.map(GoldProfileFields::new),
        may_edit_gold_profile,
    };
    let meta = Meta::private(context.t("pages.profile.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

#[derive(Default, Deserialize, ToSchema)]
pub struct PreferencesBody {
    #[serde(default)]
    profile: PreferencesFields,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct PreferencesFields {
    /// The box that reveals the text; unchecked means no allergies, whatever the text contains.
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    has_allergy: Option<bool>,
    allergy_description: Option<String>,
    dislikes: Option<String>,
}

/// Saves the diner's information for restaurants. Fields that are left out remain unchanged.
#[utoipa::path(patch, path = "/users/profile", tag = "accounts", request_body = PreferencesBody,
    responses((status = 200, body = WriteMessage), (status = 303), (status = 401), (status = 422)))]
pub async fn update_preferences(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<PreferencesBody>,
) -> Result<Response, ApiError> {
    let fields = body.profile;
    let mut tx = app.pool.begin().await?;
    let saved = preferences::lock(&mut tx, diner.id).await?;
    let allergy = fields.allergy_description.unwrap_or(saved.allergy_description);
    let typed = Preferences::parse(fields.has_allergy, &allergy, &fields.dislikes.unwrap_or(saved.dislikes))?;
    preferences::save(&mut tx, diner.id, &typed).await?;
    tx.commit().await?;
    respond_with_notice(&app, &context, "/users/profile", "flash.settings_updated")
}

#[derive(Serialize, ToSchema)]
pub struct SecuritySettingsPage {
    two_factor_with_email_enabled: bool,
    /// A second factor can be added to an account with a confirmed address only.
    email_confirmed: bool,
    security: AccountSecurity,
    /// The first registered passkey first.
    passkeys: Vec<PasskeyView>,
    /// False if the address is an IP address: passkeys belong to a host name.
    can_add_passkeys: bool,
}

impl PageData for SecuritySettingsPage {
    const NAME: &'static str = "security_settings";
}

#[utoipa::path(get, path = "/users/profile/security_settings", tag = "accounts",
    responses((status = 200, body = crate::http::page::Page<SecuritySettingsPage>), (status = 302), (status = 401)))]
pub async fn security_settings(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    let caller = diner.caller(&app, &context)?;
    let mut conn = app.pool.acquire().await?;
    let account = account(&mut conn, &diner).await?;
    let data = SecuritySettingsPage {
        two_factor_with_email_enabled: account.two_factor_with_email_enabled,
        email_confirmed: account.email_confirmed_at.is_some(),
        security: caller.security(&mut conn).await?,
        passkeys: caller.passkeys(&mut conn).await?,
        can_add_passkeys: caller.can_add_passkeys(),
    };
    drop(conn);
    let meta = Meta::private(context.t("pages.security_settings.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

#[derive(Default, Deserialize, ToSchema)]
pub struct SecuritySettingsBody {
    #[serde(default)]
    user_security_setting: SecuritySetting,
    /// Proof of identity to disable the code: this or `code`.
    current_password: Option<String>,
    /// A code of the authenticator app, or a recovery code.
    code: Option<String>,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct SecuritySetting {
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    two_factor_with_email_enabled: Option<bool>,
}

/// Switches the mailed code on or off, and reports the change by mail. Switching on is rejected for an unconfirmed address, switching off
/// without the current password or a code (422 `password_wrong` or `code_wrong`).
#[utoipa::path(patch, path = "/users/profile/security_settings.json", tag = "accounts",
    request_body = SecuritySettingsBody, responses((status = 200, body = WriteMessage), (status = 303), (status = 401), (status = 422),
        (status = 429)))]
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
    if !enabled {
        let proof = ProofBody { current_password: body.current_password, code: body.code };
        diner.caller(&app, &context)?.require_proof(&proof).await?;
    }
    let (now, browser) = (app.clock.now(), browser(&context));
    app.transaction(async |tx| accounts::set_two_factor(tx, &app.rng, now, diner.id, enabled, browser).await).await?;
    respond_with_notice(&app, &context, "/users/profile/security_settings", "flash.settings_updated")
}
