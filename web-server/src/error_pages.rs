//! The pages that tell a browser of a refusal, each in the frame of its side.

use axum::http::StatusCode;
use axum::response::Response;
use domain::i18n::t;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::Serialize;
use utoipa::ToSchema;

use crate::console;
use crate::diner::session::{DINER_COOKIE, find_diner};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::{Meta, PageData, PageOf};
use crate::state::App;

/// The page of a refusal.
#[derive(Serialize, ToSchema)]
pub struct ErrorPage {
    pub status: u16,
    pub title: String,
    pub message: String,
}

impl PageData for ErrorPage {
    const NAME: &'static str = "error";
}

/// The same in the owner's console.
#[derive(Serialize, ToSchema)]
pub struct OwnerErrorPage {
    pub status: u16,
    pub title: String,
    pub message: String,
}

impl PageData for OwnerErrorPage {
    const NAME: &'static str = "owner_error";
}

/// The page of the side that was asked; an error when it cannot be made.
pub fn error_page(app: App, context: Context, refusal: ApiError) -> BoxFuture<'static, Result<Response, ApiError>> {
    async move {
        let (status, locale) = (refusal.status, context.locale());
        let title = t(locale, &format!("pages.error.{}", title_key(status)), &[]);
        let message = refusal.message(locale);
        if context.path_and_query().starts_with("/owners") {
            let data = OwnerErrorPage { status: status.as_u16(), title, message };
            return console::page::answer_error(&app, &context, status, data).await;
        }
        let data = ErrorPage { status: status.as_u16(), title: title.clone(), message };
        let page = PageOf { status, ..PageOf::new(Meta::private(title), data) };
        let diner = match context.cookie(DINER_COOKIE) {
            Some(token) => find_diner(&app, token).await.ok().flatten().map(|diner| diner.id),
            None => None,
        };
        page.answer(&app, &context, diner).await
    }
    .boxed()
}

fn title_key(status: StatusCode) -> &'static str {
    match status {
        StatusCode::NOT_FOUND => "not_found",
        status if status.is_server_error() => "internal",
        _ => "refused",
    }
}
