//! Restaurants: their lists, and their settings for admins (admin §2).

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::state::App;

pub mod list;
pub mod marks;
pub mod show;
pub mod subscriptions;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::page))
        .routes(routes!(list::list))
        .routes(routes!(marks::pin, marks::unpin))
        .routes(routes!(marks::set_online_start))
        .merge(show::calls())
        .merge(subscriptions::calls())
}
