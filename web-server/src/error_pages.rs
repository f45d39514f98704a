//! Error pages for browsers, each in the frame of its side.

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use domain::i18n::{Locale, t};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::Serialize;
use utoipa::ToSchema;

use crate::console;
use crate::diner::session::find_diner;
use crate::http::cookies::DINER_COOKIE;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::{FrontEnd, Meta, PageData, PageOf};
use crate::state::App;

const TRY_AGAIN: &str = "try_again";
const PLAIN_STYLE: &str = "body{margin:0;font:1rem/1.8 system-ui,sans-serif;color:#222;background:#faf8f5}\
    main{max-width:36rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:1.25rem}hr{border:0;border-top:1px solid #ddd;margin:2rem 0}";

/// Data of the error page.
#[derive(Serialize, ToSchema)]
pub struct ErrorPageData {
    pub status: u16,
    pub title: String,
    pub message: String,
}

impl PageData for ErrorPageData {
    const NAME: &'static str = "error";
}

/// Data of the error page in a console.
#[derive(Serialize, ToSchema)]
pub struct OwnerErrorPage {
    pub status: u16,
    pub title: String,
    pub message: String,
}

impl PageData for OwnerErrorPage {
    const NAME: &'static str = "owner_error";
}

/// Renders the error page of the side of the address; an error when that fails.
pub fn error_page(app: App, context: Context, refusal: ApiError) -> BoxFuture<'static, Result<Response, ApiError>> {
    async move {
        if refusal.code == TRY_AGAIN {
            return Ok(plain(refusal.status));
        }
        let (status, locale) = (refusal.status, context.locale());
        let title = t(locale, &format!("pages.error.{}", title_key(status)), &[]);
        let message = refusal.message(locale);
        if let Some(front) = console_of(context.path_and_query()) {
            let data = OwnerErrorPage { status: status.as_u16(), title, message };
            return console::page::respond_with_error(&app, &context, front, status, data).await;
        }
        let data = ErrorPageData { status: status.as_u16(), title: title.clone(), message };
        let page = PageOf { status, ..PageOf::new(Meta::private(title), data) };
        let diner = match context.cookie(DINER_COOKIE) {
            Some(token) => find_diner(&app, token).await.ok().flatten().map(|diner| diner.id),
            None => None,
        };
        page.respond(&app, &context, diner).await
    }
    .boxed()
}

/// Returns the console of an address, if any.
fn console_of(path: &str) -> Option<FrontEnd> {
    [("/owners", FrontEnd::Owner), ("/admin", FrontEnd::Admin)]
        .into_iter()
        .find_map(|(root, front)| path.starts_with(root).then_some(front))
}

/// Renders a page in both languages and without a script: while the database is unavailable, the session of the request cannot be read.
fn plain(status: StatusCode) -> Response {
    let both = [Locale::Ja, Locale::En].map(|locale| {
        let text = |key: &str| t(locale, key, &[]);
        format!(
            "<section lang=\"{}\"><h1>{}</h1><p>{}</p></section>",
            locale.as_str(),
            text("pages.error.try_again"),
            text("errors.try_again")
        )
    });
    let title = t(Locale::Ja, "pages.error.try_again", &[]);
    let page = format!(
        "<!doctype html><html lang=\"ja\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <meta name=\"robots\" content=\"noindex\"><title>{title}</title><style>{PLAIN_STYLE}</style></head><body><main>{}</main></body></html>",
        both.join("<hr>")
    );
    (status, Html(page)).into_response()
}

fn title_key(status: StatusCode) -> &'static str {
    match status {
        StatusCode::NOT_FOUND => "not_found",
        status if status.is_server_error() => "internal",
        _ => "refused",
    }
}
