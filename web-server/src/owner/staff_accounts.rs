//! The staff of the restaurant: the page, and its management by an owner (owner §6, gaps G044).

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::console::ConsoleWriteResult;
use crate::console::OwnerOrAdmin;
use crate::console::page;
use crate::console::staff_accounts::{self, InvitedStaff, StaffList, StaffRole};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(page))
        .routes(routes!(invite))
        .routes(routes!(withdraw))
        .routes(routes!(resend))
        .routes(routes!(update, destroy))
}

#[derive(Serialize, ToSchema)]
pub struct OwnerStaffPage {
    #[serde(flatten)]
    list: StaffList,
}

impl PageData for OwnerStaffPage {
    const NAME: &'static str = "owner_staff";
}

/// Returns the page with the staff of the restaurant and the open invitations.
#[utoipa::path(get, path = "/owners/staff", tag = "owner",
    responses((status = 200, body = page::ConsolePage<OwnerStaffPage>), (status = 302), (status = 401), (status = 403)))]
pub async fn page(State(app): State<App>, context: Context, staff: OwnerOrAdmin) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let list = StaffList::load(&mut conn, &app, staff.manager(), staff.restaurant.zone, Some(staff.owner.id)).await?;
    drop(conn);
    let data = OwnerStaffPage { list };
    page::respond(&app, &context, &staff, &context.t("owner.staff.title"), data).await
}

/// Invites a person by mail. The link is valid for a week. If the person has an account, the restaurant is added to it.
#[utoipa::path(post, path = "/owners/api/staff/invitations", tag = "owner",
    request_body = InvitedStaff,
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 403), (status = 422), (status = 429)))]
pub async fn invite(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    FormOrJson(body): FormOrJson<InvitedStaff>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    staff_accounts::invite(&app, &context, staff.manager(), body).await
}

/// Sends an invitation again, with another link. The previous link becomes invalid.
#[utoipa::path(post, path = "/owners/api/staff/invitations/{uid}/resent", tag = "owner",
    params(("uid" = String, Path)),
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 403), (status = 404), (status = 429)))]
pub async fn resend(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(uid): Path<String>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    staff_accounts::resend(&app, &context, staff.manager(), &uid).await
}

/// Cancels an invitation.
#[utoipa::path(delete, path = "/owners/api/staff/invitations/{uid}", tag = "owner",
    params(("uid" = String, Path)),
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 403), (status = 404)))]
pub async fn withdraw(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(uid): Path<String>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    staff_accounts::withdraw(&app, &context, staff.manager(), &uid).await
}

/// Changes a member's role, which applies immediately. 409 if the restaurant would have no owner.
#[utoipa::path(patch, path = "/owners/api/staff/{id}", tag = "owner",
    params(("id" = String, Path)),
    request_body = StaffRole,
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(id): Path<String>,
    FormOrJson(body): FormOrJson<StaffRole>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    staff_accounts::set_role(&app, &context, staff.manager(), &id, &body).await
}

/// Removes a member from the restaurant, which applies immediately. 409 for the last owner.
#[utoipa::path(delete, path = "/owners/api/staff/{id}", tag = "owner",
    params(("id" = String, Path)),
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn destroy(
    State(app): State<App>,
    context: Context,
    staff: OwnerOrAdmin,
    Path(id): Path<String>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    staff_accounts::remove(&app, &context, staff.manager(), &id).await
}
