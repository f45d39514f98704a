//! Reach: the external places where guests find the restaurant.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use domain::i18n::Locale;
use domain::restaurants::actions::set_availability_feed;
use domain::restaurants::merchants;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::console::Envelope;
use crate::console::{OwnerOrAdmin, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, flag};
use crate::http::page::PageData;
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new().routes(routes!(edit)).routes(routes!(update))
}

#[derive(Serialize, ToSchema)]
pub struct OwnerReachPage {
    pub reach: Reach,
    /// Address of the restaurant's availability feed, if it is in one.
    pub feed_url: String,
    /// Address of the script that creates the booking widget's frame, and of the frame's page.
    pub widget_script_url: String,
    pub widget_url: String,
    /// The restaurant's names, by the language of the widget.
    pub name_ja: String,
    pub name_en: String,
}

impl PageData for OwnerReachPage {
    const NAME: &'static str = "owner_reach";
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Reach {
    /// Whether the owner publishes free tables to maps and search engines.
    pub is_in_availability_feed: bool,
    /// Whether the restaurant is public, open to search engines, and not delivery-only. Otherwise no feed contains it.
    pub is_public: bool,
}

impl From<merchants::FeedListing> for Reach {
    fn from(listing: merchants::FeedListing) -> Self {
        Self { is_in_availability_feed: listing.is_in_availability_feed, is_public: listing.is_public }
    }
}

/// Returns the page with the external places from which the restaurant can be booked.
#[utoipa::path(get, path = "/owners/reach/edit", tag = "owner",
    responses((status = 200, body = page::ConsolePage<OwnerReachPage>), (status = 302), (status = 401)))]
pub async fn edit(State(app): State<App>, context: Context, staff: OwnerOrAdmin) -> Result<Response, ApiError> {
    let listing = merchants::listing(&mut *app.pool.acquire().await?, staff.restaurant.id).await?;
    let (base, slug, name) = (&app.config.base_url, &staff.restaurant.slug, &staff.restaurant.name);
    let data = OwnerReachPage {
        reach: listing.into(),
        feed_url: format!("{base}/feeds/availability/{slug}"),
        widget_script_url: format!("{base}/widget.js"),
        widget_url: format!("{base}/widget/{slug}"),
        name_ja: name.ja.clone(),
        name_en: Locale::En.pick(&name.ja, &name.en).to_owned(),
    };
    page::respond(&app, &context, &staff, &context.t("owner.reach.title"), data).await
}

#[derive(Deserialize, ToSchema)]
pub struct ReachChange {
    reach: ReachFields,
}

#[derive(Deserialize, ToSchema)]
pub struct ReachFields {
    /// Unchanged if left out.
    #[serde(default, deserialize_with = "flag::optional")]
    #[schema(nullable = false)]
    is_in_availability_feed: Option<bool>,
}

/// Changes whether free tables are published to maps and search engines.
#[utoipa::path(patch, path = "/owners/api/reach/{slug}", tag = "owner", params(("slug" = String, Path)),
    request_body = ReachChange,
    responses((status = 200, body = Envelope<Reach>), (status = 401), (status = 404), (status = 422)))]
pub async fn update(
    State(app): State<App>,
    staff: OwnerOrAdmin,
    Path(slug): Path<String>,
    FormOrJson(body): FormOrJson<ReachChange>,
) -> Result<Json<Envelope<Reach>>, ApiError> {
    let mut tx = app.pool.begin().await?;
    let staff = staff.0.at(&mut tx, &slug).await?;
    let restaurant = staff.restaurant.id;
    if let Some(wanted) = body.reach.is_in_availability_feed {
        set_availability_feed(&mut tx, app.clock.now(), staff.actor(), restaurant, wanted).await?;
    }
    let listing = merchants::listing(&mut tx, restaurant).await?;
    tx.commit().await?;
    Ok(Envelope::ok(listing.into()))
}
