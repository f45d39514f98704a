//! The raffles that a diner takes part in (diner §2).

use axum::extract::{Query, State};
use axum::response::Response;
use domain::pagination::PageWindow;
use domain::raffles::participation::{self, ListedParticipation};
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::RestaurantRaffle;
use crate::diner::pagination::{PER_PAGE, page_of, page_within, pages};
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::{Meta, PageData, PageOf};
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct ListQuery {
    page: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct PreferredPage {
    /// The latest first.
    raffles: Vec<OwnRaffle>,
    total_pages: i64,
    current_page: i64,
}

impl PageData for PreferredPage {
    const NAME: &'static str = "preferred";
}

#[derive(Serialize, ToSchema)]
pub struct OwnRaffle {
    restaurant_name: String,
    /// Null when the restaurant is hidden by now.
    restaurant_slug: Option<String>,
    raffle: RestaurantRaffle,
}

/// Entries, wins and priority windows, 20 raffles per page.
#[utoipa::path(get, path = "/users/preferred", tag = "raffles", params(ListQuery),
    responses((status = 200, body = crate::http::page::Page<PreferredPage>), (status = 302), (status = 401)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Query(query): Query<ListQuery>,
) -> Result<Response, ApiError> {
    let asked = page_of(query.page.as_deref());
    let mut conn = app.pool.acquire().await?;
    let window = PageWindow::newest(PER_PAGE, (asked - 1) * PER_PAGE);
    let (listed, total) = participation::list(&mut conn, diner.id, window, app.clock.now()).await?;
    drop(conn);
    let raffles = listed.into_iter().map(|listed| OwnRaffle::new(&app, &context, listed));
    let raffles = raffles.collect::<sqlx::Result<_>>()?;
    let data = PreferredPage { raffles, total_pages: pages(total), current_page: page_within(asked, total) };
    let meta = Meta::private(context.t("pages.preferred.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

impl OwnRaffle {
    fn new(app: &App, context: &Context, listed: ListedParticipation) -> sqlx::Result<Self> {
        let zone = Zone::stored(&listed.time_zone)?;
        Ok(Self {
            restaurant_name: context.pick(&listed.restaurant),
            restaurant_slug: listed.is_visible.then_some(listed.slug),
            raffle: RestaurantRaffle::new(app, listed.shown, Some(listed.participation), zone),
        })
    }
}
