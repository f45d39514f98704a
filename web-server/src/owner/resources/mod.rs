//! The owner's plain lists and forms, as react-admin asks for them (`console::resources`).

use utoipa_axum::router::OpenApiRouter;

use crate::state::App;

mod announcements;
mod blacklist;
mod invoices;

pub fn calls() -> OpenApiRouter<App> {
    blacklist::calls().merge(announcements::calls()).merge(invoices::calls())
}
