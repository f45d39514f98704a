//! The staff of any restaurant, managed by admins (admin §2, gaps G044). A write requires the permission `staff`, a reason and a proof of
//! identity (gaps G220).

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::accounts::admins::AdminFlag;
use domain::accounts::members::StaffManager;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::justification::Justification;
use super::restaurant::AdminAt;
use crate::console::staff_accounts::{self, InvitedStaff, StaffList, StaffRole};
use crate::console::{ConsoleWriteResult, Expected, page};
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
pub struct AdminStaffPage {
    slug: String,
    restaurant_name: String,
    #[serde(flatten)]
    list: StaffList,
}

impl PageData for AdminStaffPage {
    const NAME: &'static str = "admin_staff";
}

#[derive(Deserialize, ToSchema)]
pub struct AdminStaffInvitation {
    #[serde(default)]
    email: String,
    #[serde(default)]
    nickname: String,
    /// `owner`, `staff`, `floor` or `read_only`; default: `staff`.
    role: Option<String>,
    #[serde(flatten)]
    justification: Justification,
}

#[derive(Deserialize, ToSchema)]
pub struct AdminStaffRole {
    /// `owner`, `staff`, `floor` or `read_only`.
    #[serde(default)]
    role: String,
    /// The role that the page showed, as `role`.
    #[serde(default)]
    expected: Expected,
    #[serde(flatten)]
    justification: Justification,
}

impl AdminAt {
    /// Returns this admin as the manager of the restaurant's staff, once the permission, the reason and the proof are checked.
    async fn manager<'a>(
        &self,
        app: &App,
        context: &Context,
        justification: &'a Justification,
    ) -> Result<StaffManager<'a>, ApiError> {
        let reason = Some(justification.require(app, context, &self.admin, AdminFlag::Staff).await?);
        Ok(StaffManager { actor: self.actor(), restaurant: self.restaurant.id, makes_owners: true, reason })
    }
}

/// Returns the staff of the restaurant, and the open invitations. Their addresses are masked for an admin without the permission `staff`.
#[utoipa::path(get, path = "/admin/r/{slug}/staff", tag = "admin",
    params(("slug" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminStaffPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn page(State(app): State<App>, context: Context, at: AdminAt) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let makes_owners = at.admin.user.flags.has(AdminFlag::Staff);
    let by = StaffManager { actor: at.actor(), restaurant: at.restaurant.id, makes_owners, reason: None };
    let mut list = StaffList::load(&mut conn, &app, by, at.restaurant.zone, None).await?;
    drop(conn);
    if !makes_owners {
        list.mask_addresses();
    }
    let data =
        AdminStaffPage { slug: at.restaurant.slug.clone(), restaurant_name: context.pick(&at.restaurant.name), list };
    page::respond_to_admin_at(&app, &context, &at.admin, &at.restaurant, &context.t("admin.staff.title"), data).await
}

/// Invites a person by mail. The link is valid for a week. If the person has an account, the restaurant is added to it.
#[utoipa::path(post, path = "/admin/api/r/{slug}/staff/invitations", tag = "admin",
    params(("slug" = String, Path)),
    request_body = AdminStaffInvitation,
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 403), (status = 404), (status = 422), (status = 429)))]
pub async fn invite(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    FormOrJson(body): FormOrJson<AdminStaffInvitation>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let by = at.manager(&app, &context, &body.justification).await?;
    let invited = InvitedStaff { email: body.email, nickname: body.nickname, role: body.role };
    staff_accounts::invite(&app, &context, by, invited).await
}

/// Sends an invitation again, with another link. The previous link becomes invalid.
#[utoipa::path(post, path = "/admin/api/r/{slug}/staff/invitations/{uid}/resent", tag = "admin",
    params(("slug" = String, Path), ("uid" = String, Path)),
    request_body = Justification,
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 403), (status = 404), (status = 422), (status = 429)))]
pub async fn resend(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    Path(path): Path<(String, String)>,
    FormOrJson(justification): FormOrJson<Justification>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let by = at.manager(&app, &context, &justification).await?;
    staff_accounts::resend(&app, &context, by, &path.1).await
}

/// Cancels an invitation.
#[utoipa::path(delete, path = "/admin/api/r/{slug}/staff/invitations/{uid}", tag = "admin",
    params(("slug" = String, Path), ("uid" = String, Path)),
    request_body = Justification,
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 403), (status = 404), (status = 422), (status = 429)))]
pub async fn withdraw(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    Path(path): Path<(String, String)>,
    FormOrJson(justification): FormOrJson<Justification>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let by = at.manager(&app, &context, &justification).await?;
    staff_accounts::withdraw(&app, &context, by, &path.1).await
}

/// Changes a member's role, which applies immediately. 409 if the restaurant would have no owner.
#[utoipa::path(patch, path = "/admin/api/r/{slug}/staff/{id}", tag = "admin",
    params(("slug" = String, Path), ("id" = String, Path)),
    request_body = AdminStaffRole,
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 403), (status = 404), (status = 409), (status = 422),
        (status = 429)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    Path(path): Path<(String, String)>,
    FormOrJson(body): FormOrJson<AdminStaffRole>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let by = at.manager(&app, &context, &body.justification).await?;
    staff_accounts::set_role(&app, &context, by, &path.1, &StaffRole { role: body.role, expected: body.expected }).await
}

/// Removes a member from the restaurant, which applies immediately. 409 for the last owner.
#[utoipa::path(delete, path = "/admin/api/r/{slug}/staff/{id}", tag = "admin",
    params(("slug" = String, Path), ("id" = String, Path)),
    request_body = Justification,
    responses((status = 200, body = ConsoleWriteResult), (status = 401), (status = 403), (status = 404), (status = 409), (status = 422),
        (status = 429)))]
pub async fn destroy(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    Path(path): Path<(String, String)>,
    FormOrJson(justification): FormOrJson<Justification>,
) -> Result<Json<ConsoleWriteResult>, ApiError> {
    let by = at.manager(&app, &context, &justification).await?;
    staff_accounts::remove(&app, &context, by, &path.1).await
}
