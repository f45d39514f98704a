//! The worker's jobs, for the operator: the state of the queues, and failed jobs (docs/OPERATIONS.md).

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::audit::Actor;
use domain::jobs::Queue;
use domain::jobs::queries::{self, JobFilter, JobRow, JobSelector, JobState, QueueStats};
use domain::maintenance::jobs::{self, DiscardedJobs};
use domain::maintenance::subjects::{self, JobSubject};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::console::Admin;
use crate::console::page;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

/// Maximum number of jobs on the page. The counts of the queues include the other jobs.
const SHOWN: i64 = 100;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(index))
        .routes(routes!(retry))
        .routes(routes!(retry_all))
        .routes(routes!(discard))
}

#[derive(Serialize, ToSchema)]
pub struct AdminJobsPage {
    queues: Vec<QueueStats>,
    /// Latest due first, at most 100.
    jobs: Vec<AdminJob>,
    state: JobState,
    queue: Option<Queue>,
}

impl PageData for AdminJobsPage {
    const NAME: &'static str = "admin_jobs";
}

#[derive(Serialize, ToSchema)]
pub struct AdminJob {
    id: String,
    queue: String,
    state: JobState,
    attempts: i32,
    max_attempts: i32,
    run_at: DateTime<Utc>,
    done_at: Option<DateTime<Utc>>,
    /// JSON with ids.
    about: String,
    subject: JobSubject,
    /// Without addresses and numbers.
    last_error: Option<String>,
}

impl AdminJob {
    fn new(row: JobRow, subject: JobSubject) -> Self {
        Self {
            subject,
            about: row.payload.to_string(),
            last_error: row.last_error(),
            id: row.id,
            queue: row.queue,
            state: row.state,
            attempts: row.attempts,
            max_attempts: row.max_attempts,
            run_at: row.run_at,
            done_at: row.done_at,
        }
    }
}

#[derive(Deserialize, IntoParams)]
pub struct JobsQuery {
    /// `dead` (by default), `failing`, `running` or `waiting`.
    state: Option<String>,
    queue: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub struct JobsRetryBody {
    /// A queue whose dead letters are retried; all queues by default.
    queue: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct JobsChanged {
    status: u16,
    message: String,
    count: usize,
}

fn parse_name<T>(name: Option<&str>, find: impl Fn(&str) -> Option<T>) -> Result<Option<T>, ApiError> {
    let name = name.filter(|name| !name.is_empty());
    name.map(|name| find(name).ok_or_else(|| ApiError::bad_request("invalid_input"))).transpose()
}

/// Returns the queues, and the jobs in one state.
#[utoipa::path(get, path = "/admin/jobs", tag = "admin", operation_id = "admin_jobs", params(JobsQuery),
    responses((status = 200, body = page::ConsolePage<AdminJobsPage>), (status = 302), (status = 400), (status = 401)))]
pub async fn index(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Query(query): Query<JobsQuery>,
) -> Result<Response, ApiError> {
    let state = parse_name(query.state.as_deref(), JobState::named)?.unwrap_or(JobState::Dead);
    let queue = parse_name(query.queue.as_deref(), Queue::named)?;
    let mut conn = app.pool.acquire().await?;
    let filter = JobFilter { queue: queue.map(Queue::as_str), state: Some(state), ..JobFilter::default() };
    let rows = queries::list(&mut conn, filter, SHOWN).await?;
    let subjects = subjects::list(&mut conn, &rows).await?;
    let queues = queries::stats(&mut conn).await?;
    drop(conn);
    let jobs = rows.into_iter().zip(subjects).map(|(row, subject)| AdminJob::new(row, subject)).collect();
    let data = AdminJobsPage { queues, jobs, state, queue };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.jobs.title"), data).await
}

/// Retries a dead letter with all its attempts, or a failed job immediately.
#[utoipa::path(post, path = "/admin/api/jobs/{id}/retry", tag = "admin", operation_id = "admin_job_retry",
    params(("id" = String, Path)),
    responses((status = 200, body = JobsChanged), (status = 401), (status = 404), (status = 409)))]
pub async fn retry(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
) -> Result<Json<JobsChanged>, ApiError> {
    let mut tx = app.pool.begin().await?;
    let count = jobs::retry(&mut tx, app.clock.now(), Actor::Admin(admin.id), JobSelector::One(&id)).await?;
    if count == 0 {
        return Err(rejection(&app, &id).await?);
    }
    tx.commit().await?;
    Ok(respond_changed(&context, "admin.jobs.retried", count))
}

/// Retries all dead letters, or the dead letters of one queue.
#[utoipa::path(post, path = "/admin/api/jobs/retry", tag = "admin", operation_id = "admin_jobs_retry",
    request_body = JobsRetryBody,
    responses((status = 200, body = JobsChanged), (status = 400), (status = 401), (status = 422)))]
pub async fn retry_all(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    FormOrJson(body): FormOrJson<JobsRetryBody>,
) -> Result<Json<JobsChanged>, ApiError> {
    let which = parse_name(body.queue.as_deref(), Queue::named)?.map_or(JobSelector::All, JobSelector::Of);
    let (now, actor) = (app.clock.now(), Actor::Admin(admin.id));
    let count = app.transaction(async |tx| jobs::retry(tx, now, actor, which).await).await?;
    Ok(respond_changed(&context, "admin.jobs.retried", count))
}

/// Deletes a dead letter permanently: its mail or text message is never sent. A payment that is not settled gets a new job, and so does
/// a raffle that is due.
#[utoipa::path(delete, path = "/admin/api/jobs/{id}", tag = "admin", operation_id = "admin_job_discard",
    params(("id" = String, Path)),
    responses((status = 200, body = JobsChanged), (status = 401), (status = 404), (status = 409)))]
pub async fn discard(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(id): Path<String>,
) -> Result<Json<JobsChanged>, ApiError> {
    let mut tx = app.pool.begin().await?;
    let discarded = jobs::discard(&mut tx, app.clock.now(), Actor::Admin(admin.id), JobSelector::One(&id)).await?;
    if discarded.ids.is_empty() {
        return Err(rejection(&app, &id).await?);
    }
    tx.commit().await?;
    let text = match &discarded {
        DiscardedJobs { payments: 1.., .. } => "admin.jobs.discarded_payment",
        DiscardedJobs { draws: 1.., .. } => "admin.jobs.discarded_draw",
        _ => "admin.jobs.discarded",
    };
    Ok(respond_changed(&context, text, discarded.ids.len()))
}

/// Returns 404 if the job does not exist, or 409 if it has not failed.
async fn rejection(app: &App, id: &str) -> Result<ApiError, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let known = queries::list(&mut conn, JobFilter { id: Some(id), ..JobFilter::default() }, 1).await?;
    Ok(match known.is_empty() {
        true => ApiError::not_found(),
        false => ApiError::new(StatusCode::CONFLICT, "job_moved_on"),
    })
}

fn respond_changed(context: &Context, text: &str, count: usize) -> Json<JobsChanged> {
    let message = context.t_with(text, &[("count", &count)]);
    Json(JobsChanged { status: 200, message, count })
}
