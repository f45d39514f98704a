//! Refill templates: their pages, their selectors and schedule, and the refill itself (admin §2 to §5, §7, gaps G105, G106, G188,
//! G194).

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use domain::refills::model::RefilledDays;
use domain::refills::{actions, refill};
use serde::Serialize;
use utoipa::ToSchema;

use super::restaurant::AdminAt;
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::write_response::{RedirectTo, RedirectWith, WriteResponse};
use crate::state::App;

mod forms;
mod pages;
mod selectors;
mod target;
mod views;

use forms::{RefillBody, RefillTemplateBody};
use target::{Named, list, lock_shown, refill_context};

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(pages::index, create))
        .routes(routes!(pages::new))
        .routes(routes!(pages::edit))
        .routes(routes!(update, delete))
        .routes(routes!(fill))
        .routes(routes!(preview))
        .merge(selectors::calls())
}

/// The created template.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefillTemplateMade {
    id: i64,
}

/// A day of a refill: a slot, or the reason why the day is skipped.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefillDay {
    /// YYYY-MM-DD
    date: String,
    /// `not_flagged`, `holiday`, `closed`, `slot` or `reservation`; null if a slot is created.
    skipped: Option<&'static str>,
}

/// The result of a refill or of its preview.
#[derive(Debug, Serialize, ToSchema)]
pub struct RefillResult {
    created: usize,
    skipped: usize,
    days: Vec<RefillDay>,
}

impl From<RefilledDays> for RefillResult {
    fn from(refilled: RefilledDays) -> Self {
        let day = |day: &domain::refills::day::PlannedDay| RefillDay {
            date: day.date.to_string(),
            skipped: day.skipped.map(domain::refills::day::SkipReason::as_str),
        };
        Self {
            created: refilled.count_created(),
            skipped: refilled.count_skipped(),
            days: refilled.days.iter().map(day).collect(),
        }
    }
}

/// Creates a template. Its selectors and its schedule are saved separately.
#[utoipa::path(post, path = "/admin/r/{slug}/online_stock_refillment_templates", tag = "admin", params(("slug" = String, Path)),
    request_body = RefillTemplateBody,
    responses((status = 201, body = RedirectWith<RefillTemplateMade>), (status = 303), (status = 401), (status = 404),
        (status = 422)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    admin: AdminAt,
    FormOrJson(body): FormOrJson<RefillTemplateBody>,
) -> Result<Response, ApiError> {
    let form = body.online_stock_refillment_template.form().unwrap_or_default();
    let id = app.transaction(async |tx| actions::create(tx, refill_context(&app, &admin), &form).await).await?;
    let done = WriteResponse::redirect_to(list(&admin.restaurant.slug)).with(RefillTemplateMade { id: id.0 });
    let flash = Flash::notice(context.t("admin.refills.template_created"));
    done.status(StatusCode::CREATED).flash(flash).respond(&app, &context)
}

/// Changes a template, its schedule, or both. A schedule is replaced as a whole: a weekday that is left out is not filled. 409 if a field does not
/// have the expected value any more.
#[utoipa::path(patch, path = "/admin/r/{slug}/online_stock_refillment_templates/{id}", tag = "admin",
    params(("slug" = String, Path), ("id" = String, Path)), request_body = RefillTemplateBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    admin: AdminAt,
    Path(named): Path<Named>,
    FormOrJson(body): FormOrJson<RefillTemplateBody>,
) -> Result<Response, ApiError> {
    let change = body.change();
    let id = named.id()?;
    let mut tx = app.pool.begin().await?;
    body.expected.require_unchanged(&lock_shown(&mut tx, &admin, id).await?)?;
    actions::update(&mut tx, refill_context(&app, &admin), id, &change).await?;
    tx.commit().await?;
    WriteResponse::redirect_to(named.list()).flash(Flash::notice(context.t("admin.updated"))).respond(&app, &context)
}

/// Deletes a template. Slots that it created remain.
#[utoipa::path(delete, path = "/admin/r/{slug}/online_stock_refillment_templates/{id}", tag = "admin",
    params(("slug" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404)))]
pub async fn delete(
    State(app): State<App>,
    context: Context,
    admin: AdminAt,
    Path(named): Path<Named>,
) -> Result<Response, ApiError> {
    let id = named.id()?;
    app.transaction(async |tx| actions::delete(tx, refill_context(&app, &admin), id).await).await?;
    let flash = Flash::notice(context.t("admin.refills.template_deleted"));
    WriteResponse::redirect_to(named.list()).flash(flash).respond(&app, &context)
}

/// Creates slots on the selected days. Days that have a slot or a reservation remain unchanged.
#[utoipa::path(post, path = "/admin/r/{slug}/online_stock_refillment_templates/{id}/refill", tag = "admin",
    params(("slug" = String, Path), ("id" = String, Path)), request_body = RefillBody,
    responses((status = 200, body = RedirectWith<RefillResult>), (status = 303), (status = 401), (status = 404),
        (status = 422)))]
pub async fn fill(
    State(app): State<App>,
    context: Context,
    admin: AdminAt,
    Path(named): Path<Named>,
    FormOrJson(body): FormOrJson<RefillBody>,
) -> Result<Response, ApiError> {
    domain::db::extend_for_bulk();
    let now = app.clock.now();
    let selection = body.selection(admin.restaurant.zone.date_of(now))?;
    let (actor, restaurant, id) = (admin.actor(), admin.restaurant.id, named.id()?);
    let write = app.transaction(async |tx| refill::refill(tx, &app.rng, now, actor, restaurant, id, &selection).await);
    let result = RefillResult::from(write.await?);
    let counts: [(&str, &dyn std::fmt::Display); 2] = [("created", &result.created), ("skipped", &result.skipped)];
    let flash = Flash::notice(context.t_with("admin.refills.refilled", &counts));
    WriteResponse::redirect_to(named.list()).with(result).flash(flash).respond(&app, &context)
}

/// Previews a refill, with the reason for each skipped day. Writes nothing.
#[utoipa::path(post, path = "/admin/api/r/{slug}/online_stock_refillment_templates/{id}/preview", tag = "admin",
    params(("slug" = String, Path), ("id" = String, Path)), request_body = RefillBody,
    responses((status = 200, body = RefillResult), (status = 401), (status = 404), (status = 422)))]
pub async fn preview(
    State(app): State<App>,
    admin: AdminAt,
    Path(named): Path<Named>,
    FormOrJson(body): FormOrJson<RefillBody>,
) -> Result<Json<RefillResult>, ApiError> {
    let selection = body.selection(admin.restaurant.zone.date_of(app.clock.now()))?;
    let mut conn = app.pool.acquire().await?;
    let planned = refill::preview(&mut conn, admin.restaurant.id, named.id()?, &selection).await?;
    Ok(Json(planned.into()))
}
