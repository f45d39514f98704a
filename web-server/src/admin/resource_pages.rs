//! The admins' pages that consist of a list of `lists`, whose rows the list's own call returns.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::console::{Admin, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(reservations)).routes(routes!(raffles))
}

#[derive(Serialize, ToSchema)]
pub struct AdminReservationsPage {}

impl PageData for AdminReservationsPage {
    const NAME: &'static str = "admin_reservations";
}

#[derive(Serialize, ToSchema)]
pub struct AdminRafflesPage {}

impl PageData for AdminRafflesPage {
    const NAME: &'static str = "admin_raffles";
}

/// The search for reservations of all restaurants.
#[utoipa::path(get, path = "/admin/reservations", tag = "admin", operation_id = "admin_reservations",
    responses((status = 200, body = page::ConsolePage<AdminReservationsPage>), (status = 302), (status = 401)))]
pub async fn reservations(State(app): State<App>, context: Context, admin: Admin) -> Result<Response, ApiError> {
    let title = context.t("admin.reservations.title");
    page::respond_to_admin(&app, &context, &admin, &title, AdminReservationsPage {}).await
}

/// The raffles of all restaurants.
#[utoipa::path(get, path = "/admin/raffle_rounds", tag = "admin", operation_id = "admin_raffles",
    responses((status = 200, body = page::ConsolePage<AdminRafflesPage>), (status = 302), (status = 401)))]
pub async fn raffles(State(app): State<App>, context: Context, admin: Admin) -> Result<Response, ApiError> {
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.raffles.title"), AdminRafflesPage {}).await
}
