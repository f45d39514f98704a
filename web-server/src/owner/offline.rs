//! The frame of the console without personal data. A browser stores it, and shows stored days in it while it is offline.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::console::page;
use crate::console::sign_in::OWNERS;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct OwnerAwayPage {}

impl PageData for OwnerAwayPage {
    const NAME: &'static str = "owner_away";
}

/// Returns the same frame for all users, with or without a session.
#[utoipa::path(get, path = "/owners/away", tag = "owner", responses((status = 200, body = page::ConsolePage<OwnerAwayPage>)))]
pub async fn page(State(app): State<App>, context: Context) -> Result<Response, ApiError> {
    page::respond_to_visitor(&app, &context, OWNERS.front, &context.t("console.title"), OwnerAwayPage {})
}
