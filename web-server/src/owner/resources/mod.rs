//! The owner's lists and forms for react-admin (`console::resources`).

use utoipa_axum::router::OpenApiRouter;

use crate::state::App;

mod announcements;
mod blacklist;
mod invoices;

pub fn calls() -> OpenApiRouter<App> {
    blacklist::calls().merge(announcements::calls()).merge(invoices::calls())
}
