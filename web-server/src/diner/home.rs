//! The home page: restaurants by area, cuisine and search terms.

use axum::extract::{Query, RawQuery, State};
use axum::response::Response;
use domain::ids::{AreaId, CuisineId};
use domain::restaurants::facilities::Facility;
use domain::restaurants::model::{RestaurantFilter, RestaurantListItem};
use domain::restaurants::{queries, search};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::catalogue::RestaurantCard;
use super::query_values::QueryValues;
use crate::diner::session::MaybeDiner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::text::{Choice, FacilityChoice};
use crate::state::App;

const PER_PAGE: i64 = 20;

#[derive(Deserialize, IntoParams)]
pub struct HomeQuery {
    area: Option<String>,
    cuisine: Option<String>,
    keyword: Option<String>,
    page: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct HomePage {
    areas: Vec<Choice>,
    cuisines: Vec<Choice>,
    facilities: Vec<FacilityChoice>,
    filter: HomeFilter,
    restaurants: Vec<RestaurantCard>,
    /// Offered when nothing was found: the restaurants closest to the search.
    nearest: Vec<RestaurantCard>,
    total_count: i64,
    total_pages: i64,
    current_page: i64,
}

impl PageData for HomePage {
    const NAME: &'static str = "home";
}

#[derive(Serialize, ToSchema)]
pub struct HomeFilter {
    area: Option<i64>,
    cuisine: Option<i64>,
    facilities: Vec<Facility>,
    keyword: String,
}

/// Reads a number; blank and unreadable conditions are skipped.
fn number(text: Option<&String>) -> Option<i64> {
    text.and_then(|text| text.parse().ok())
}

/// The public restaurants, 20 per page; a page beyond the last shows the last. With several `facilities`, only restaurants that have all
/// of them.
#[utoipa::path(get, path = "/", tag = "diner", params(HomeQuery, ("facilities" = Option<String>, Query)),
    responses((status = 200, body = crate::http::page::Page<HomePage>)))]
pub async fn home(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    Query(query): Query<HomeQuery>,
    RawQuery(text): RawQuery,
) -> Result<Response, ApiError> {
    let keyword: String = query.keyword.unwrap_or_default().trim().chars().take(100).collect();
    let (area, cuisine) = (number(query.area.as_ref()), number(query.cuisine.as_ref()));
    let facilities = QueryValues::parse(text.as_deref()).facilities();
    let asked_page = number(query.page.as_ref()).unwrap_or(1).clamp(1, 10_000);
    let filter = RestaurantFilter {
        area: area.map(AreaId),
        cuisines: cuisine.map(CuisineId).into_iter().collect(),
        keyword: (!keyword.is_empty()).then(|| keyword.clone()),
        facilities: facilities.clone(),
        ..RestaurantFilter::default()
    };
    let mut conn = app.pool.acquire().await?;
    let found = search::find(&mut conn, &filter, diner.id(), asked_page, PER_PAGE).await?;
    let nearest = match found.total {
        0 if filter.narrows() => search::suggestions(&mut conn, &filter, diner.id()).await?,
        _ => Vec::new(),
    };
    let areas = queries::list_areas(&mut conn, filter.area).await?;
    let cuisines = queries::list_cuisines(&mut conn, &filter.cuisines).await?;
    let cards = |cards: Vec<RestaurantListItem>| {
        cards.into_iter().map(|card| RestaurantCard::new(&context, card, app.clock.now())).collect()
    };
    let data = HomePage {
        areas: areas.into_iter().map(|choice| Choice::new(&context, choice.id.0, &choice.label)).collect(),
        cuisines: cuisines.into_iter().map(|choice| Choice::new(&context, choice.id.0, &choice.label)).collect(),
        facilities: FacilityChoice::list(&context, &Facility::ALL),
        filter: HomeFilter { area, cuisine, facilities, keyword },
        restaurants: cards(found.cards),
        nearest: cards(nearest),
        total_count: found.total,
        total_pages: found.total.max(1).unsigned_abs().div_ceil(PER_PAGE.unsigned_abs()).cast_signed(),
        current_page: found.page,
    };
    drop(conn);
    let meta = Meta {
        description: context.t("pages.home.description"),
        image: Some("/pictures/hero.webp".into()),
        ..Meta::titled(context.t("pages.home.title"))
    };
    PageOf::new(meta, data).respond(&app, &context, diner.id()).await
}
