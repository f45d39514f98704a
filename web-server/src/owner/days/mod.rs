//! Days as a whole (owner §2, §4): the monthly calendar, closed days, tags and memos.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::App;

mod holidays;
pub mod month;
mod writes;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(month::show))
        .routes(routes!(holidays::show))
        .routes(routes!(writes::create_is_closed))
        .routes(routes!(writes::update_is_closed))
        .routes(routes!(writes::bulk_update_is_closed))
        .routes(routes!(writes::update_memo))
        .routes(routes!(writes::attach_tag, writes::detach_tag))
        .routes(routes!(writes::bulk_update_tags))
        .routes(routes!(writes::bulk_destroy_tags))
}
