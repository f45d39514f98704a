//! The booking widget: a page for the frame on a restaurant's own site. It has no session and sets no cookie; the booking continues in a
//! separate window.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use domain::restaurants::model::{Restaurant, Visibility};
use domain::restaurants::queries;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::restaurants::{CalendarBoot, CalendarView};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::middleware::response::Embedded;
use crate::http::page::{Meta, PageData, PageOf};
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct WidgetPage {
    /// Null when the restaurant is hidden or unknown.
    restaurant: Option<WidgetRestaurant>,
}

impl PageData for WidgetPage {
    const NAME: &'static str = "widget";
}

#[derive(Serialize, ToSchema)]
pub struct WidgetRestaurant {
    slug: String,
    restaurant_name: String,
    is_delivery_only: bool,
    is_open_online: bool,
    /// The calendar of a visitor without an account.
    calendar: CalendarBoot,
}

impl WidgetRestaurant {
    async fn load(conn: &mut PgConnection, app: &App, context: &Context, own: &Restaurant) -> sqlx::Result<Self> {
        Ok(Self {
            slug: own.slug.clone(),
            restaurant_name: context.pick(&own.name),
            is_delivery_only: own.is_delivery_only,
            is_open_online: own.is_open_online(app.clock.now()),
            calendar: CalendarBoot::load(conn, app, own, None, CalendarView::Now { win: None }).await?,
        })
    }
}

/// Bookable days, for a frame on any site. For a hidden or unknown restaurant, the frame shows a message (404).
#[utoipa::path(get, path = "/widget/{slug}", tag = "diner", params(("slug" = String, Path)),
    responses((status = 200, body = crate::http::page::Page<WidgetPage>), (status = 404)))]
pub async fn page(State(app): State<App>, context: Context, Path(slug): Path<String>) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let found = queries::find_by_slug(&mut conn, &slug).await?;
    let found = found.filter(|restaurant| restaurant.visibility != Visibility::Hidden);
    if found.is_none() && context.wants_json() {
        return Err(ApiError::not_found());
    }
    let restaurant = match &found {
        Some(own) => Some(WidgetRestaurant::load(&mut conn, &app, &context, own).await?),
        None => None,
    };
    drop(conn);
    let title = restaurant.as_ref().map_or_else(|| context.t("widget.title"), |own| own.restaurant_name.clone());
    let page = PageOf::new(Meta::private(title), WidgetPage { restaurant });
    let status = if found.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let mut response = PageOf { status, ..page }.respond(&app, &context, None).await?;
    response.extensions_mut().insert(Embedded);
    Ok(response)
}
