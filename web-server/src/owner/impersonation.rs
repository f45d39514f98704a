//! The end of an admin's impersonation of an owner (gaps G043).

use axum::extract::State;
use axum::response::Response;
use domain::sessions;

use crate::console::AccountStaff;
use crate::http::cookies::{OWNER_COOKIE, removal};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

/// Ends the impersonation and redirects to the restaurant's page in the admin console; 404 for the owner.
#[utoipa::path(delete, path = "/owners/impersonation", tag = "owner",
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404)))]
pub async fn end(State(app): State<App>, context: Context, staff: AccountStaff) -> Result<Response, ApiError> {
    if staff.impersonation.is_none() {
        return Err(ApiError::not_found());
    }
    app.transaction(async |tx| sessions::revoke(tx, app.clock.now(), &staff.session).await).await?;
    let done = WriteResponse::redirect_to(format!("/admin/restaurants/{}", staff.restaurant.slug));
    let done = done.cookie(removal(OWNER_COOKIE, &app.config.base_url));
    done.flash(Flash::notice(context.t("flash.impersonation_ended"))).respond(&app, &context)
}
