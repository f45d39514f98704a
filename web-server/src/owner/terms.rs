//! The terms that an owner accepts at the first sign-in (owner §2).

use axum::extract::State;
use axum::response::Response;
use domain::accounts::owners;

use crate::console::NewStaff;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

/// Accepts the terms, after which the dialog is not shown again. Impersonating admins are rejected.
#[utoipa::path(post, path = "/owners/accounts/terms_agreed", tag = "owner",
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 403)))]
pub async fn agree(State(app): State<App>, context: Context, NewStaff(staff): NewStaff) -> Result<Response, ApiError> {
    staff.require_own()?;
    owners::agree_to_terms(&mut *app.pool.acquire().await?, staff.owner.id, app.clock.now()).await?;
    WriteResponse::redirect_to("/owners")
        .flash(Flash::notice(context.t("owner.flash.terms_agreed")))
        .respond(&app, &context)
}
