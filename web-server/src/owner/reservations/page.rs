//! The page of one reservation (owner §2).

use axum::extract::State;
use axum::response::Response;
use domain::calendar::queries as calendar;
use serde::Serialize;
use utoipa::ToSchema;

use super::detail::{self, ReservationDetail};
use super::kinds::EVERY;
use crate::console::{FloorStaff, RecordKey, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::owner::daily_calendar::CustomerGroupChoice;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct OwnerReservationPage {
    reservation: ReservationDetail,
    customer_groups: Vec<CustomerGroupChoice>,
}

impl PageData for OwnerReservationPage {
    const NAME: &'static str = "owner_reservation";
}

/// Returns the page of a reservation of any kind.
#[utoipa::path(get, path = "/owners/reservations/{uid}", tag = "owner", params(("uid" = String, Path)),
    responses((status = 200, body = page::ConsolePage<OwnerReservationPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    staff: FloorStaff,
    key: RecordKey,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let data = OwnerReservationPage {
        reservation: detail::load(&mut conn, &app, &context, &staff, &key, &EVERY).await?,
        customer_groups: calendar::day::list_customer_groups(&mut conn, staff.restaurant.id)
            .await?
            .into_iter()
            .map(CustomerGroupChoice::from)
            .collect(),
    };
    drop(conn);
    page::respond(&app, &context, &staff, &context.t("console.reservation.title"), data).await
}
