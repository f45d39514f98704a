//! Reservations in the back office (owner §2 to §7): one shape for all kinds, and the calls that read and change them.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::App;

pub mod detail;

pub use detail::ReservationDetail;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(detail::online))
        .routes(routes!(detail::offline))
        .routes(routes!(detail::offsite))
        .routes(routes!(detail::invited))
        .routes(routes!(detail::invite))
}
