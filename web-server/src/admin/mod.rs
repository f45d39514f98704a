//! The admin's side: what a signed-in admin sees.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::App;

pub mod features;
pub mod operation_slots;
pub mod raffle_rounds;
pub mod reservations;
mod restaurant;
pub mod round_plans;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(reservations::show))
        .routes(routes!(reservations::charges))
        .merge(features::calls())
        .merge(operation_slots::calls())
        .merge(raffle_rounds::calls())
        .merge(round_plans::calls())
}
