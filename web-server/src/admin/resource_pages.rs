//! The admins' pages that consist of a list of `lists`, whose rows have pages with other data.

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::lists::{RaffleRoundEntry, ReservationEntry};
use serde::Serialize;
use utoipa::ToSchema;

use crate::console::lists::{self, ListDefaults, ListStart};
use crate::console::resources::ResourceRequest;
use crate::console::{Admin, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

const RESERVATIONS: ListDefaults = ListDefaults { sort: "created_at", ..ListDefaults::NEWEST };
const RAFFLES: ListDefaults = ListDefaults { sort: "registerable_from", ..ListDefaults::NEWEST };

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(reservations)).routes(routes!(raffles))
}

#[derive(Serialize, ToSchema)]
pub struct AdminReservationsPage {
    /// Null if the address has a query: the call of the list answers it.
    first: Option<ListStart<ReservationEntry>>,
}

impl PageData for AdminReservationsPage {
    const NAME: &'static str = "admin_reservations";
}

#[derive(Serialize, ToSchema)]
pub struct AdminRafflesPage {
    /// Null if the address has a query: the call of the list answers it.
    first: Option<ListStart<RaffleRoundEntry>>,
}

impl PageData for AdminRafflesPage {
    const NAME: &'static str = "admin_raffles";
}

/// Lists reservations of all restaurants, newest first. Each page with rows is recorded in the audit log.
#[utoipa::path(get, path = "/admin/reservations", tag = "admin", operation_id = "admin_reservations",
    responses((status = 200, body = page::ConsolePage<AdminReservationsPage>), (status = 302), (status = 401)))]
pub async fn reservations(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    uri: Uri,
) -> Result<Response, ApiError> {
    let request = ResourceRequest { app: &app, context: &context, viewer: &admin };
    let first = lists::start::<ReservationEntry>(request, &uri, RESERVATIONS).await?;
    let title = context.t("admin.reservations.title");
    page::respond_to_admin(&app, &context, &admin, &title, AdminReservationsPage { first }).await
}

/// Lists raffles of all restaurants, the latest to open first.
#[utoipa::path(get, path = "/admin/raffle_rounds", tag = "admin", operation_id = "admin_raffles",
    responses((status = 200, body = page::ConsolePage<AdminRafflesPage>), (status = 302), (status = 401)))]
pub async fn raffles(State(app): State<App>, context: Context, admin: Admin, uri: Uri) -> Result<Response, ApiError> {
    let request = ResourceRequest { app: &app, context: &context, viewer: &admin };
    let first = lists::start::<RaffleRoundEntry>(request, &uri, RAFFLES).await?;
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.raffles.title"), AdminRafflesPage { first }).await
}
