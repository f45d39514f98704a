//! Explanations of raffles and of additional entries (diner §2). The texts are the site's.

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
pub struct RafflePage {}

impl PageData for RafflePage {
    const NAME: &'static str = "raffle";
}

#[derive(Serialize, ToSchema)]
pub struct RaffleBulkEntryPage {}

impl PageData for RaffleBulkEntryPage {
    const NAME: &'static str = "raffle_bulk_entry";
}

/// Explains raffles, and how a draw is checked.
#[utoipa::path(get, path = "/raffle", tag = "raffles",
    responses((status = 200, body = crate::http::page::Page<RafflePage>)))]
pub async fn raffle(State(app): State<App>, context: Context, diner: MaybeDiner) -> Result<Response, ApiError> {
    let meta = Meta::titled(context.t("pages.raffle.title"));
    PageOf::new(meta, RafflePage {}).respond(&app, &context, diner.id()).await
}

/// Explains how a diner gets more entries.
#[utoipa::path(get, path = "/raffle/bulk_entry", tag = "raffles",
    responses((status = 200, body = crate::http::page::Page<RaffleBulkEntryPage>)))]
pub async fn bulk_entry(State(app): State<App>, context: Context, diner: MaybeDiner) -> Result<Response, ApiError> {
    let meta = Meta::titled(context.t("pages.raffle_bulk_entry.title"));
    PageOf::new(meta, RaffleBulkEntryPage {}).respond(&app, &context, diner.id()).await
}
