//! The diners' side: their pages and calls.

use axum::response::{IntoResponse, Response};

use crate::http::answer::{Done, Told};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::state::App;

pub mod after_registrations;
pub mod announcement_subscription;
pub mod availability;
pub mod cards;
pub mod catalogue;
pub mod completion;
pub mod favourites;
pub mod home;
pub mod invitations;
pub mod neighbours;
pub mod password;
pub mod phone;
pub mod profile;
pub mod reservations;
pub mod restaurants;
pub mod review;
pub mod session;
pub mod sign_in;
pub mod sign_up;
mod signed_in;
pub mod two_factor;

const PER_PAGE: i64 = 20;

/// The page number of a query; the first when it is none.
fn page_of(text: Option<&str>) -> i64 {
    text.and_then(|text| text.parse().ok()).unwrap_or(1).clamp(1, 10_000)
}

fn pages(total: i64) -> i64 {
    (total.max(0) + PER_PAGE - 1) / PER_PAGE
}

/// A write that changes nothing to be seen: a form is led to `path` with the text as its flash, JSON has it as `message`.
fn told(app: &App, context: &Context, path: &str, key: &str) -> Result<Response, ApiError> {
    let message = context.t(key);
    if context.wants_json() {
        return Ok(axum::Json(Told { message, redirect_to: Some(path.to_owned()) }).into_response());
    }
    Done::go(path).flash(Flash::notice(message)).answer(app, context)
}
