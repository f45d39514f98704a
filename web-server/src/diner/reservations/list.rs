//! A diner's upcoming and past reservations.

use axum::extract::{Query, State};
use axum::response::Response;
use domain::reservations::queries;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::summary::{Related, ReservationSummary};
use crate::diner::pagination::{PER_PAGE, page_within, pages};
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::{Meta, PageData, PageOf};
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct ListQuery {
    page: Option<i64>,
}

#[derive(Serialize, ToSchema)]
pub struct UpcomingReservationsPage {
    reservations: Vec<ReservationSummary>,
    past: Vec<ReservationSummary>,
    total_pages: i64,
    current_page: i64,
}

impl PageData for UpcomingReservationsPage {
    const NAME: &'static str = "upcoming_reservations";
}

/// A diner's reservations: upcoming ones, 20 per page, and the latest past ones.
#[utoipa::path(get, path = "/users/upcoming_reservations", tag = "diner", params(ListQuery),
    responses((status = 200, body = crate::http::page::Page<UpcomingReservationsPage>), (status = 302)))]
pub async fn upcoming(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Query(query): Query<ListQuery>,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let mut conn = app.reads.connect_primary().await?;
    let count = queries::count_for_diner(&mut conn, diner.id, now).await?;
    let current_page = page_within(query.page.unwrap_or(1), count);
    let offset = (current_page - 1) * PER_PAGE;
    let mut listed = queries::list_for_diner(&mut conn, diner.id, false, now, PER_PAGE, offset).await?;
    let upcoming_count = listed.len();
    listed.extend(queries::list_for_diner(&mut conn, diner.id, true, now, PER_PAGE, 0).await?);
    let related = Related::load_all(&mut conn, &listed).await?;
    drop(conn);
    let (upcoming, past) = listed.split_at(upcoming_count);
    let summary = |reservation| ReservationSummary::of(&app, &context, reservation, &related);
    let data = UpcomingReservationsPage {
        reservations: upcoming.iter().filter_map(summary).collect(),
        past: past.iter().filter_map(summary).collect(),
        total_pages: pages(count).max(1),
        current_page,
    };
    let meta = Meta::private(context.t("pages.upcoming_reservations.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}
