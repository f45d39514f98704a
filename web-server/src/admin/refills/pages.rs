//! The pages of templates (gaps G194): all templates of a restaurant with their selectors, and the form of one.

use axum::extract::{Path, State};
use axum::response::Response;
use domain::inventory;
use domain::refills::queries;
use serde::Serialize;
use utoipa::ToSchema;

use super::target::Named;
use super::views::{RefillChoices, RefillTemplate};
use crate::admin::restaurant::AdminAt;
use crate::console::page;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct RefillTemplatesPage {
    templates: Vec<RefillTemplate>,
    choices: RefillChoices,
    /// The current day at the restaurant, YYYY-MM-DD.
    today: String,
}

impl PageData for RefillTemplatesPage {
    const NAME: &'static str = "admin_refill_templates";
}

#[derive(Serialize, ToSchema)]
pub struct RefillTemplatePage {
    /// Null for a new template.
    template: Option<RefillTemplate>,
    choices: RefillChoices,
}

impl PageData for RefillTemplatePage {
    const NAME: &'static str = "admin_refill_template";
}

/// Returns the page with the templates of a restaurant, their selectors and schedules.
#[utoipa::path(get, path = "/admin/r/{slug}/online_stock_refillment_templates", tag = "admin", params(("slug" = String, Path)),
    responses((status = 200, body = page::ConsolePage<RefillTemplatesPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn index(State(app): State<App>, context: Context, at: AdminAt) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let templates = queries::list_templates(&mut conn, &[at.restaurant.id]).await?;
    let seats = inventory::queries::list_seat_groups(&mut conn, at.restaurant.id).await?;
    let data = RefillTemplatesPage {
        templates: templates.iter().map(|template| RefillTemplate::new(template, &seats)).collect(),
        choices: RefillChoices::load(&mut conn, &context, &at.restaurant).await?,
        today: at.restaurant.zone.date_of(app.clock.now()).to_string(),
    };
    drop(conn);
    let title = context.t("admin.refills.title");
    page::respond_to_admin_at(&app, &context, &at.admin, &at.restaurant, &title, data).await
}

/// Returns the form of a new template.
#[utoipa::path(get, path = "/admin/r/{slug}/online_stock_refillment_templates/new", tag = "admin", params(("slug" = String, Path)),
    responses((status = 200, body = page::ConsolePage<RefillTemplatePage>), (status = 302), (status = 401), (status = 404)))]
pub async fn new(State(app): State<App>, context: Context, at: AdminAt) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let choices = RefillChoices::load(&mut conn, &context, &at.restaurant).await?;
    drop(conn);
    let title = context.t("admin.refills.new");
    let data = RefillTemplatePage { template: None, choices };
    page::respond_to_admin_at(&app, &context, &at.admin, &at.restaurant, &title, data).await
}

/// Returns the form of an existing template.
#[utoipa::path(get, path = "/admin/r/{slug}/online_stock_refillment_templates/{id}/edit", tag = "admin",
    params(("slug" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = page::ConsolePage<RefillTemplatePage>), (status = 302), (status = 401), (status = 404)))]
pub async fn edit(
    State(app): State<App>,
    context: Context,
    at: AdminAt,
    Path(named): Path<Named>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let template = queries::find_template(&mut conn, at.restaurant.id, named.id()?).await?;
    let template = template.ok_or_else(ApiError::not_found)?;
    let seats = inventory::queries::list_seat_groups(&mut conn, at.restaurant.id).await?;
    let choices = RefillChoices::load(&mut conn, &context, &at.restaurant).await?;
    drop(conn);
    let title = context.t("admin.refills.edit");
    let data = RefillTemplatePage { template: Some(RefillTemplate::new(&template, &seats)), choices };
    page::respond_to_admin_at(&app, &context, &at.admin, &at.restaurant, &title, data).await
}
