//! The sections of the "other" menu, each behind a permission flag of its own (admin §2, §6, gaps G186), and the pane of a gold
//! allocation.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::response::Response;
use chrono::NaiveDate;
use domain::accounts::admins::AdminFlag;
use domain::zone::parse_day;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::restaurant::AdminAt;
use crate::console::page;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

pub mod checked_days;
pub mod coupon_codes;
pub mod destroyer;
pub mod gold;
pub mod offsite_import;
pub mod reservations;
pub mod slot;
pub mod slots;

/// Rows of a page of a list.
const PER_PAGE: usize = 50;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(slots::page))
        .routes(routes!(slot::page))
        .routes(routes!(gold::pane, gold::update, gold::remove))
        .routes(routes!(reservations::online))
        .routes(routes!(reservations::offsite))
        .routes(routes!(offsite_import::import))
        .routes(routes!(reservations::invited))
        .routes(routes!(destroyer::page, destroyer::destroy))
        .routes(routes!(coupon_codes::page))
        .routes(routes!(coupon_codes::cancel))
        .routes(routes!(checked_days::page, checked_days::save))
}

/// An admin at a restaurant, for each section a type: without the section's flag it is refused (403) before anything is read.
macro_rules! sections {
    ($($flag:ident),+) => {$(
        #[derive(Clone, Debug)]
        pub struct $flag(AdminAt);

        impl std::ops::Deref for $flag {
            type Target = AdminAt;

            fn deref(&self) -> &AdminAt {
                &self.0
            }
        }

        impl FromRequestParts<App> for $flag {
            type Rejection = ApiError;

            async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
                let at = AdminAt::from_request_parts(parts, app).await?;
                at.admin.require(AdminFlag::$flag)?;
                Ok(Self(at))
            }
        }
    )+};
}

sections!(Osg, Onr, Ofsr, Ivr, Os, Cpn, Cxl);

/// A kind of seats to choose.
#[derive(Debug, Serialize, ToSchema)]
pub struct SectionInventoryGroup {
    id: i64,
    title: String,
}

/// Answers a page of a section, inside the frame of its restaurant.
async fn answer<D: PageData>(
    app: &App,
    context: &Context,
    at: &AdminAt,
    title: &str,
    data: D,
) -> Result<Response, ApiError> {
    page::answer_admin_at(app, context, (&at.admin, &at.restaurant), &context.t(title), data).await
}

/// What was typed into a field of a form's address; nothing when it is blank.
fn typed(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// A day of a field; what is no day is 422.
fn day(name: &'static str, text: Option<&str>) -> Result<Option<NaiveDate>, ApiError> {
    let invalid = || ApiError::invalid_fields([(name, "date_invalid")]);
    typed(text).map(|text| parse_day(text).ok_or_else(invalid)).transpose()
}

/// The first rows of a page, and the uid after which the next page begins, when there is one.
fn first_page<T>(mut rows: Vec<T>, uid: impl Fn(&T) -> &str) -> (Vec<T>, Option<String>) {
    let has_more = rows.len() > PER_PAGE;
    rows.truncate(PER_PAGE);
    let next = rows.last().filter(|_| has_more).map(|row| uid(row).to_owned());
    (rows, next)
}
