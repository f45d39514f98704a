//! The worker's jobs, for the operator: the state of the queues, and failed jobs (docs/OPERATIONS.md).

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use domain::audit::Actor;
use domain::jobs::Queue;
use domain::jobs::queries::{self, JobFilter, JobSelector, QueueStats};
use domain::lists::DeadLetterEntry;
use domain::maintenance::jobs::{self, DiscardedJobs};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::console::lists::{self, ListDefaults, ListStart};
use crate::console::resources::ResourceRequest;
use crate::console::{Admin, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

/// All dead letters, the latest first.
const DEFAULTS: ListDefaults = ListDefaults { sort: "done_at", ..ListDefaults::NEWEST };

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(index)).routes(routes!(retry)).routes(routes!(retry_all)).routes(routes!(discard))
}

#[derive(Serialize, ToSchema)]
pub struct AdminJobsPage {
    queues: Vec<QueueStats>,
    /// The first dead letters; null if the address has a query: the calls of the lists answer it.
    first: Option<ListStart<DeadLetterEntry>>,
}

impl PageData for AdminJobsPage {
    const NAME: &'static str = "admin_jobs";
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

/// Returns the queues, and the first dead letters.
#[utoipa::path(get, path = "/admin/jobs", tag = "admin", operation_id = "admin_jobs",
    responses((status = 200, body = page::ConsolePage<AdminJobsPage>), (status = 302), (status = 401)))]
pub async fn index(State(app): State<App>, context: Context, admin: Admin, uri: Uri) -> Result<Response, ApiError> {
    let request = ResourceRequest { app: &app, context: &context, viewer: &admin };
    let first = lists::start::<DeadLetterEntry>(request, &uri, DEFAULTS).await?;
    let queues = queries::stats(&mut *app.pool.acquire().await?).await?;
    let data = AdminJobsPage { queues, first };
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
        return Err(rejection(&mut tx, &id).await?);
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
    let which = match body.queue.as_deref().filter(|name| !name.is_empty()) {
        Some(name) => JobSelector::Of(Queue::named(name).ok_or_else(|| ApiError::bad_request("invalid_input"))?),
        None => JobSelector::All,
    };
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
        return Err(rejection(&mut tx, &id).await?);
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
async fn rejection(conn: &mut PgConnection, id: &str) -> Result<ApiError, ApiError> {
    let known = queries::list(conn, JobFilter { id: Some(id), ..JobFilter::default() }, 1).await?;
    Ok(match known.is_empty() {
        true => ApiError::not_found(),
        false => ApiError::new(StatusCode::CONFLICT, "job_moved_on"),
    })
}

fn respond_changed(context: &Context, text: &str, count: usize) -> Json<JobsChanged> {
    let message = context.t_with(text, &[("count", &count)]);
    Json(JobsChanged { status: 200, message, count })
}
