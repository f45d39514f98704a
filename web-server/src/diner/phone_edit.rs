//! Changing one's phone number: the page, and the form that consumes a verification (diner §2, §7, F023).

use axum::extract::{Query, State};
use axum::response::Response;
use domain::accounts::{self, PhoneChange, local_path};
use domain::phone::{self, Country, VisitorKey};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::proof::{self, Proof, ProofWay};
use crate::diner::session::Diner;
use crate::http::device::browser;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, flag};
use crate::http::limits::limit_client;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{WriteMessage, respond_with_notice};
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct PhoneEditQuery {
    /// Target after the change; a path on this site.
    next: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct PhoneEditPage {
    next: Option<String>,
    /// The current number, as it is shown.
    phone_display: String,
    /// Also false when the number has moved to another account.
    is_confirmed: bool,
    countries: &'static [Country],
    phone_pattern: &'static str,
    /// The proofs of identity that the change accepts.
    proof_ways: Vec<ProofWay>,
}

impl PageData for PhoneEditPage {
    const NAME: &'static str = "phone_edit";
}

/// The form.
#[utoipa::path(get, path = "/users/profile/account/tel/edit", tag = "accounts", params(PhoneEditQuery),
    responses((status = 200, body = crate::http::page::Page<PhoneEditPage>), (status = 302), (status = 401)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Query(query): Query<PhoneEditQuery>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let account = accounts::queries::find(&mut conn, diner.id).await?;
    let profile = account.ok_or_else(ApiError::unauthorized)?.profile;
    let proof_ways = proof::ways(&app, &context, &mut conn, &diner).await?;
    drop(conn);
    let data = PhoneEditPage {
        next: query.next.as_deref().and_then(|path| local_path(&app.config.base_url, path)),
        phone_display: phone::display(&profile.phone_country, &profile.phone_local_number),
        is_confirmed: profile.phone_confirmed_at.is_some(),
        countries: phone::countries(),
        phone_pattern: phone::PATTERN,
        proof_ways,
    };
    PageOf::new(Meta::private(context.t("pages.phone_edit.title")), data).respond(&app, &context, Some(diner.id)).await
}

#[derive(Default, Deserialize, ToSchema)]
pub struct PhoneEditBody {
    /// The same as `phone_verification_uuid`, without which it is read. The session determines whose number changes.
    uuid: Option<String>,
    /// Id of a confirmed call or SMS; its number is the new one.
    phone_verification_uuid: Option<String>,
    /// `tel`.
    #[serde(rename = "tab")]
    _tab: Option<String>,
    /// Target after the change, as in the page's address; default: the profile.
    #[schema(nullable = false)]
    next: Option<String>,
    /// Moves the number from the account that has it (`phone_taken`).
    #[serde(default, deserialize_with = "flag::optional")]
    #[schema(nullable = false)]
    move_phone: Option<bool>,
    /// Proof of identity: this or a code.
    current_password: Option<String>,
    /// A code of the authenticator app, or a recovery code.
    code: Option<String>,
    /// For an account with neither a password nor an app.
    mailed_code: Option<String>,
}

/// Changes the number to the one that this browser has verified; requires the password or a code. The account is notified by mail. 422
/// without a verified number, with `phone_taken` while another account has the number and the form does not move it, and with
/// `proof_missing` or `apple_proof_missing`.
#[utoipa::path(patch, path = "/users/profile/account/tel", tag = "accounts", request_body = PhoneEditBody,
    responses((status = 200, body = WriteMessage), (status = 303), (status = 401), (status = 422), (status = 429)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<PhoneEditBody>,
) -> Result<Response, ApiError> {
    limit_client(&app, &context, "phone_change", 60).await?;
    let visitor = VisitorKey::from_cookie(context.visitor());
    let uuid = body.phone_verification_uuid.filter(|uuid| !uuid.is_empty()).or(body.uuid).unwrap_or_default();
    let change =
        PhoneChange { visitor: &visitor, phone_verification_uuid: &uuid, move_phone: body.move_phone.unwrap_or(false) };
    let now = app.clock.now();
    // Dry run: a rejected change must not use up a code. The form sends a number of another account twice.
    let mut tx = app.pool.begin().await?;
    accounts::change_phone(&mut tx, &app.rng, now, diner.id, change, browser(&context)).await?;
    tx.rollback().await?;
    let proof = Proof { current_password: body.current_password, code: body.code, mailed_code: body.mailed_code };
    proof::require(&app, &context, &diner, proof).await?;
    let mut tx = app.pool.begin().await?;
    accounts::change_phone(&mut tx, &app.rng, now, diner.id, change, browser(&context)).await?;
    tx.commit().await?;
    let next = body.next.as_deref().and_then(|path| local_path(&app.config.base_url, path));
    respond_with_notice(&app, &context, next.as_deref().unwrap_or("/users/profile"), "flash.phone_changed")
}
