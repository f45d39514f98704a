//! The home page: restaurants by area, cuisine and search terms.

use axum::extract::{RawQuery, State};
use axum::response::Response;
use domain::ids::{AreaId, CuisineId};
use domain::restaurants::facilities::Facility;
use domain::restaurants::model::{RestaurantFilter, RestaurantListItem};
use domain::restaurants::{queries, search};
use serde::Serialize;
use utoipa::ToSchema;

use super::catalogue::RestaurantCard;
use super::pagination::{PER_PAGE, page_of, pages};
use super::query_values::{QueryValues, SearchConditions};
use crate::diner::session::MaybeDiner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::text::{Choice, FacilityChoice};
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct HomePage {
    areas: Vec<Choice>,
    cuisines: Vec<Choice>,
    facilities: Vec<FacilityChoice>,
    filter: HomeFilter,
    /// Names of conditions with an unknown value, which was ignored (gaps G076).
    ignored_conditions: Vec<String>,
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

/// The public restaurants, 20 per page; a page beyond the last is empty. With several `facilities`, only restaurants that have all of
/// them.
#[utoipa::path(get, path = "/", tag = "diner",
    params(("area" = Option<String>, Query), ("cuisine" = Option<String>, Query), ("keyword" = Option<String>, Query),
        ("facilities" = Option<String>, Query), ("page" = Option<String>, Query)),
    responses((status = 200, body = crate::http::page::Page<HomePage>)))]
pub async fn home(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let values = QueryValues::parse(query.as_deref());
    let keyword: String = values.one("keyword").unwrap_or_default().chars().take(100).collect();
    let mut conditions = SearchConditions::of(&values);
    let (area, cuisine, facilities) = (conditions.id("area"), conditions.id("cuisine"), conditions.facilities());
    let current_page = page_of(values.one("page"));
    let filter = RestaurantFilter {
        area: area.map(AreaId),
        cuisines: cuisine.map(CuisineId).into_iter().collect(),
        keyword: (!keyword.is_empty()).then(|| keyword.clone()),
        facilities: facilities.clone(),
        ..RestaurantFilter::default()
    };
    let mut conn = app.pool.acquire().await?;
    let found = search::find(&mut conn, &filter, diner.id(), current_page, PER_PAGE).await?;
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
        ignored_conditions: conditions.ignored(),
        restaurants: cards(found.cards),
        nearest: cards(nearest),
        total_count: found.total,
        total_pages: pages(found.total).max(1),
        current_page,
    };
    drop(conn);
    let meta = Meta {
        description: context.t("pages.home.description"),
        image: Some("/pictures/hero.webp".into()),
        ..Meta::titled(context.t("pages.home.title"))
    };
    PageOf::new(meta, data).respond(&app, &context, diner.id()).await
}
