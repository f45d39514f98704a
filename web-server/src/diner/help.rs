//! The help page (gaps G247). The questions and answers are the site's.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::diner::session::MaybeDiner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::{Meta, PageData, PageOf};
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct HelpPage {}

impl PageData for HelpPage {
    const NAME: &'static str = "help";
}

/// The page of frequent questions about bookings, payments and accounts.
#[utoipa::path(get, path = "/help", tag = "diner", responses((status = 200, body = crate::http::page::Page<HelpPage>)))]
pub async fn page(State(app): State<App>, context: Context, diner: MaybeDiner) -> Result<Response, ApiError> {
    let meta = Meta::titled(context.t("pages.help.title"));
    PageOf::new(meta, HelpPage {}).respond(&app, &context, diner.id()).await
}
