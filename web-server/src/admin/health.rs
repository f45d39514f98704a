//! System health, for the operator on call (docs/OPERATIONS.md).

use axum::extract::State;
use axum::response::Response;
use domain::health::{self, Health, HealthContext};
use serde::Serialize;
use utoipa::ToSchema;

use crate::console::Admin;
use crate::console::page;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct AdminHealthPage {
    health: Health,
}

impl PageData for AdminHealthPage {
    const NAME: &'static str = "admin_health";
}

/// Returns all health checks in one response, within half a second at any size of the system.
#[utoipa::path(get, path = "/admin/health", tag = "admin", operation_id = "admin_health",
    responses((status = 200, body = page::ConsolePage<AdminHealthPage>), (status = 302), (status = 401)))]
pub async fn show(State(app): State<App>, context: Context, admin: Admin) -> Result<Response, ApiError> {
    let tools = HealthContext { pool: &app.pool, replica: app.reads.replica(), clock: &app.clock };
    let health = health::check_health(tools).await?;
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.health.title"), AdminHealthPage { health }).await
}
