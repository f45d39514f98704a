//! The owner's plain lists and forms, as react-admin asks for them (`console::resources`).

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::App;

pub mod announcements;
pub mod blacklist;
pub mod invoices;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(blacklist::list, blacklist::create))
        .routes(routes!(blacklist::one, blacklist::update, blacklist::destroy))
        .routes(routes!(announcements::list, announcements::create))
        .routes(routes!(announcements::one, announcements::update, announcements::destroy))
        .routes(routes!(invoices::list))
}
