//! The page of a staff invitation's link (gaps G044).

use axum::extract::{Query, State};
use axum::response::Response;
use domain::accounts::staff_invitations::{self, InvitationLink, OpenedInvitation};
use domain::accounts::{AccountError, roles::Role};
use domain::restaurants;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::account_security::hash_password;
use crate::console::page;
use crate::console::sign_in::OWNERS;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::limits::limit_client;
use crate::http::page::PageData;
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct StaffInvitationQuery {
    pub token: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct OwnerStaffInvitationPage {
    token: String,
    /// Null if the link is expired, used, cancelled, replaced or invalid.
    invitation: Option<StaffInvitationView>,
    /// True if a later mail has a newer link.
    is_replaced: bool,
}

#[derive(Serialize, ToSchema)]
pub struct StaffInvitationView {
    restaurant_name: String,
    nickname: String,
    email: String,
    role: Role,
    /// True if the address has an account: the restaurant is added to it, and its password remains. False if a password must be
    /// chosen.
    has_account: bool,
}

impl PageData for OwnerStaffInvitationPage {
    const NAME: &'static str = "owner_staff_invitation";
}

#[derive(Default, Deserialize, ToSchema)]
pub struct AcceptedInvitation {
    #[serde(default)]
    token: String,
    password: Option<String>,
    password_confirmation: Option<String>,
}

/// Returns the page of the mailed link.
#[utoipa::path(get, path = "/owners/staff_invitation", tag = "owner", params(StaffInvitationQuery),
    responses((status = 200, body = page::ConsolePage<OwnerStaffInvitationPage>)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    Query(query): Query<StaffInvitationQuery>,
) -> Result<Response, ApiError> {
    let token = query.token.unwrap_or_default();
    let mut conn = app.pool.acquire().await?;
    let opened = staff_invitations::open(&mut conn, &app.signer, app.clock.now(), &token).await?;
    let is_replaced = matches!(opened, InvitationLink::Replaced);
    let invitation = match opened {
        InvitationLink::Open(OpenedInvitation { invitation, has_account }) => {
            let restaurant = restaurants::queries::find(&mut conn, invitation.restaurant).await?;
            restaurant.map(|restaurant| StaffInvitationView {
                restaurant_name: context.pick(&restaurant.name),
                nickname: invitation.nickname,
                email: invitation.email,
                role: invitation.role,
                has_account,
            })
        }
        InvitationLink::Replaced | InvitationLink::Ended => None,
    };
    drop(conn);
    let data = OwnerStaffInvitationPage { token, invitation, is_replaced };
    page::respond_to_visitor(&app, &context, OWNERS.front, &context.t("owner.staff_invitation.title"), data)
}

/// Accepts the invitation: creates the account, or adds the restaurant to the existing one, and redirects to the sign-in page. 422
/// `link_replaced` for the link of an earlier mail.
#[utoipa::path(post, path = "/owners/staff_invitation", tag = "owner", request_body = AcceptedInvitation,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
pub async fn accept(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<AcceptedInvitation>,
) -> Result<Response, ApiError> {
    limit_client(&app, &context, "staff_invitation", 60).await?;
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    let opened = staff_invitations::open(&mut conn, &app.signer, now, &body.token).await?;
    let OpenedInvitation { invitation, has_account } = opened.opened()?;
    let restaurant = restaurants::queries::find(&mut conn, invitation.restaurant).await?;
    drop(conn);
    let restaurant = restaurant.ok_or(AccountError::LinkInvalid)?;
    let hash = match has_account {
        true => None,
        false => Some(hash_password(&app, body.password.as_deref(), body.password_confirmation.as_deref()).await?),
    };
    app.transaction(async |tx| staff_invitations::accept(tx, &app.rng, now, &invitation, hash.as_deref()).await)
        .await?;
    let text = context.t_with("owner.staff_invitation.accepted", &[("restaurant", &context.pick(&restaurant.name))]);
    WriteResponse::redirect_to(OWNERS.sign_in).flash(Flash::notice(text)).respond(&app, &context)
}
