//! Announcements: their list, and the form of a draft. Sending has the specification's own calls.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::announcements::queries::{self, Asked, SORTS};
use domain::announcements::{actions, model};
use domain::customers::groups;
use serde::Deserialize;
use sqlx::PgConnection;

use crate::console::Staff;
use crate::console::record_key::id_of;
use crate::console::resources::{ListQuery, Removed, listed};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::owner::announcements::AnnouncementView;
use crate::owner::announcements::pages::view;
use crate::owner::announcements::write::AnnouncementFields;
use crate::state::App;

const NAME: &str = "announcements";

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Filter {
    /// draft, scheduled, sending or sent.
    status: Option<String>,
    subject_type: Option<String>,
}

impl Filter {
    fn asked(self) -> Result<Asked, ApiError> {
        let known = |value: &Option<String>, list: &[&str]| value.as_deref().is_none_or(|value| list.contains(&value));
        if !known(&self.status, &model::STATUSES) || !known(&self.subject_type, &model::SUBJECT_TYPES) {
            return Err(ApiError::invalid_fields([("filter", "field_invalid")]));
        }
        Ok(Asked { id: None, status: self.status, subject_type: self.subject_type })
    }
}

async fn found(
    conn: &mut PgConnection,
    context: &Context,
    staff: &Staff,
    id: i64,
) -> Result<Json<AnnouncementView>, ApiError> {
    let found = queries::find(conn, staff.restaurant.id, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(Json(view(conn, context, staff, found).await?))
}

/// The announcements; `filter` knows `status` and `subject_type`, `sort` knows `id`, `created_at`, `status`,
/// `subject_type` and `announced_count`.
#[utoipa::path(get, path = "/owners/api/resources/announcements", tag = "owner", params(ListQuery),
    responses((status = 200, body = Vec<AnnouncementView>), (status = 401), (status = 422)))]
pub async fn list(
    State(app): State<App>,
    context: Context,
    staff: Staff,
    Query(query): Query<ListQuery>,
) -> Result<Response, ApiError> {
    let asked = query.filter::<Filter>()?.asked()?;
    let window = query.window(&SORTS)?;
    let id = staff.restaurant.id;
    let mut conn = app.pool.acquire().await?;
    let total = queries::count(&mut conn, id, &asked).await?;
    let found = queries::list(&mut conn, id, &asked, window).await?;
    let labels = groups::labels(&mut conn, id).await?;
    drop(conn);
    let rows: Vec<_> = found.into_iter().map(|one| AnnouncementView::of(&context, &staff, &labels, one)).collect();
    listed(NAME, window, &rows, total)
}

/// One announcement.
#[utoipa::path(get, path = "/owners/api/resources/announcements/{id}", tag = "owner", params(("id" = String, Path)),
    responses((status = 200, body = AnnouncementView), (status = 401), (status = 404)))]
pub async fn one(
    State(app): State<App>,
    context: Context,
    staff: Staff,
    Path(id): Path<String>,
) -> Result<Json<AnnouncementView>, ApiError> {
    found(&mut *app.pool.acquire().await?, &context, &staff, id_of(&id)?).await
}

/// Writes a draft.
#[utoipa::path(post, path = "/owners/api/resources/announcements", tag = "owner", request_body = AnnouncementFields,
    responses((status = 201, body = AnnouncementView), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn create(
    State(app): State<App>,
    context: Context,
    staff: Staff,
    FormOrJson(body): FormOrJson<AnnouncementFields>,
) -> Result<Response, ApiError> {
    let saved = save(&app, &context, &staff, None, body).await?;
    Ok((StatusCode::CREATED, saved).into_response())
}

/// Writes a draft anew.
#[utoipa::path(put, path = "/owners/api/resources/announcements/{id}", tag = "owner", params(("id" = String, Path)),
    request_body = AnnouncementFields,
    responses((status = 200, body = AnnouncementView), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    context: Context,
    staff: Staff,
    Path(id): Path<String>,
    FormOrJson(body): FormOrJson<AnnouncementFields>,
) -> Result<Json<AnnouncementView>, ApiError> {
    save(&app, &context, &staff, Some(id_of(&id)?), body).await
}

async fn save(
    app: &App,
    context: &Context,
    staff: &Staff,
    id: Option<i64>,
    body: AnnouncementFields,
) -> Result<Json<AnnouncementView>, ApiError> {
    let wanted = body.wanted(staff.restaurant.zone)?;
    let mut tx = app.pool.begin().await?;
    let id = actions::save(&mut tx, app.clock.now(), staff.by(), id, wanted).await?;
    let saved = found(&mut tx, context, staff, id.0).await?;
    tx.commit().await?;
    Ok(saved)
}

/// Takes a draft away; 422 when it is none any more.
#[utoipa::path(delete, path = "/owners/api/resources/announcements/{id}", tag = "owner", params(("id" = String, Path)),
    responses((status = 200, body = Removed), (status = 401), (status = 403), (status = 404), (status = 422)))]
pub async fn destroy(State(app): State<App>, staff: Staff, Path(id): Path<String>) -> Result<Json<Removed>, ApiError> {
    let id = id_of(&id)?;
    let mut tx = app.pool.begin().await?;
    actions::remove(&mut tx, app.clock.now(), staff.by(), id).await?;
    tx.commit().await?;
    Ok(Json(Removed { id }))
}
