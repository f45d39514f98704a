//! The advanced search, for subscribers: restaurants with seats on the requested days (diner §5, D-069; gaps G076, G139).

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Response};
use chrono::{Days, NaiveDate};
use domain::availability::vacancies::{
    InventoryType, MAX_PARTY_SIZE, VacancyQuery, find_free_days, list_restaurants_with_group,
};
use domain::ids::{AreaId, CuisineId, RestaurantId, UserId};
use domain::money::Yen;
use domain::restaurants::facilities::{Facility, FacilitySet};
use domain::restaurants::model::{OperationName, RestaurantFilter};
use domain::restaurants::{queries, search};
use domain::zone::Zone;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

use super::tiers::tiers_of;
use crate::changes::vacancies::VacancyFilter;
use crate::diner::catalogue::RestaurantCard;
use crate::diner::pagination::page_of;
use crate::diner::query_values::QueryValues;
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::text::{Choice, FacilityChoice};
use crate::http::write_response::WriteResponse;
use crate::state::App;

const MAX_KEYWORD_LENGTH: usize = 50;
/// Maximum number of days between the first and the last day.
const MAX_RANGE_DAYS: i64 = 6;
const PER_PAGE: usize = 20;
/// Number of restaurants whose days are read in one step: slightly more than a page, since the index in memory is mostly right about them.
const BATCH: usize = 24;
/// Maximum number of cards in a request for vacancies.
const MAX_SLUGS: usize = 60;

/// Search conditions, as the form shows them again.
#[derive(Clone, Serialize, ToSchema)]
pub struct SearchParams {
    area: String,
    area_id: Option<i64>,
    cuisines: Vec<i64>,
    from_date: NaiveDate,
    to_date: NaiveDate,
    keyword: String,
    operations: Vec<OperationName>,
    guests_count: Option<i32>,
    inventory_type: Option<InventoryType>,
    facilities: Vec<Facility>,
    price_min: Option<i64>,
    price_max: Option<i64>,
}

#[derive(Serialize, ToSchema)]
pub struct FoundRestaurant {
    #[serde(flatten)]
    card: RestaurantCard,
    /// Days of the range with seats for the diner, by the rules of a booking.
    available_dates: Vec<NaiveDate>,
}

#[derive(Serialize, ToSchema)]
pub struct PremiumRestaurantsPage {
    restaurants: Vec<FoundRestaurant>,
    params: SearchParams,
    current_page: i64,
    has_more: bool,
    areas: Vec<Choice>,
    cuisines: Vec<Choice>,
    facilities: Vec<FacilityChoice>,
    today: NaiveDate,
}

impl PageData for PremiumRestaurantsPage {
    const NAME: &'static str = "premium_restaurants";
}

impl SearchParams {
    /// Reads the conditions. Every limit of the form applies here too, with 422 (G001); unknown kinds of seats, meals and facilities are
    /// skipped (gaps G076).
    fn read(values: &QueryValues, today: NaiveDate) -> Result<Self, ApiError> {
        let mut wrong: Vec<(&str, &'static str)> = Vec::new();
        let day = |name: &str| values.one(name).map(domain::zone::parse_day);
        let from = day("from_date").unwrap_or(Some(today));
        let to = day("to_date").unwrap_or_else(|| from.and_then(|from| from.checked_add_days(Days::new(6))));
        let (from_date, to_date) = (from.unwrap_or(today), to.unwrap_or(today));
        if from.is_none() || from_date < today {
            wrong.push(("from_date", "field_invalid"));
        }
        if to.is_none() || to_date < from_date || (to_date - from_date).num_days() > MAX_RANGE_DAYS {
            wrong.push(("to_date", "search_range_too_long"));
        }
        let keyword = values.one("keyword").unwrap_or_default().to_owned();
        if keyword.chars().count() > MAX_KEYWORD_LENGTH || keyword.contains('\0') {
            wrong.push(("keyword", "field_invalid"));
        }
        let mut number = |name: &'static str, within: std::ops::RangeInclusive<i64>| {
            let parsed = values.one(name)?.parse::<i64>().ok().filter(|number| within.contains(number));
            if parsed.is_none() {
                wrong.push((name, "field_invalid"));
            }
            parsed
        };
        let guests_count = number("guests_count", 1..=i64::from(MAX_PARTY_SIZE));
        let (price_min, price_max) = (number("price_min", 0..=10_000_000), number("price_max", 0..=10_000_000));
        let area_id = number("area_id", 1..=i64::MAX);
        if price_min.zip(price_max).is_some_and(|(least, most)| least > most) {
            wrong.push(("price_max", "field_invalid"));
        }
        if !wrong.is_empty() {
            return Err(ApiError::invalid_fields(wrong));
        }
        Ok(Self {
            area: values.one("area").unwrap_or_default().chars().take(MAX_KEYWORD_LENGTH).collect(),
            area_id,
            cuisines: values.list("cuisines").iter().filter_map(|id| id.parse().ok()).collect(),
            from_date,
            to_date,
            keyword,
            operations: values.list("operations").iter().filter_map(|name| OperationName::named(name)).collect(),
            guests_count: guests_count.and_then(|count| i32::try_from(count).ok()),
            inventory_type: values.one("inventory_type").and_then(InventoryType::named),
            facilities: values.facilities(),
            price_min,
            price_max,
        })
    }

    fn vacancy_query(&self) -> VacancyQuery {
        VacancyQuery {
            dates: self.from_date.iter_days().take_while(|day| *day <= self.to_date).collect(),
            operations: self.operations.clone(),
            kind: self.inventory_type,
            guests: self.guests_count,
            prices: (self.price_min.map(Yen), self.price_max.map(Yen)),
        }
    }
}

/// Restaurants with seats for the search. Diners without a subscription are redirected to the plan's page.
#[utoipa::path(get, path = "/users/premium/restaurants", tag = "plans",
    params(("area" = Option<String>, Query), ("area_id" = Option<i64>, Query), ("cuisines" = Option<String>, Query),
        ("from_date" = Option<String>, Query), ("to_date" = Option<String>, Query), ("keyword" = Option<String>, Query),
        ("operations" = Option<String>, Query), ("guests_count" = Option<i64>, Query),
        ("inventory_type" = Option<String>, Query), ("facilities" = Option<String>, Query),
        ("price_min" = Option<i64>, Query), ("price_max" = Option<i64>, Query), ("page" = Option<String>, Query)),
    responses((status = 200, body = crate::http::page::Page<PremiumRestaurantsPage>), (status = 302), (status = 303),
        (status = 401), (status = 422)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    if !tiers_of(&mut *app.pool.acquire().await?, &app, Some(diner.id)).await?.is_premium() {
        return WriteResponse::redirect_to("/premium/green").see_other(&app);
    }
    let values = QueryValues::parse(query.as_deref());
    let today = Zone::default().date_of(now);
    let params = SearchParams::read(&values, today)?;
    let current_page = page_of(values.one("page")).min(50);
    let (found, has_more) = find(&app, diner.id, &params, current_page).await?;
    let mut conn = app.pool.acquire().await?;
    let ids: Vec<_> = found.iter().map(|(id, _)| *id).collect();
    let mut days: BTreeMap<_, _> = found.into_iter().collect();
    let cards = search::list_among(&mut conn, &ids, Some(diner.id)).await?;
    let areas = queries::list_areas(&mut conn, None).await?;
    let cuisines = queries::list_cuisines(&mut conn, &[]).await?;
    drop(conn);
    let restaurants = cards.into_iter().filter_map(|card| {
        let available_dates = days.remove(&card.id)?;
        Some(FoundRestaurant { card: RestaurantCard::new(&context, card, now), available_dates })
    });
    let data = PremiumRestaurantsPage {
        restaurants: restaurants.collect(),
        params,
        current_page,
        has_more,
        areas: areas.into_iter().map(|choice| Choice::new(&context, choice.id.0, &choice.label)).collect(),
        cuisines: cuisines.into_iter().map(|choice| Choice::new(&context, choice.id.0, &choice.label)).collect(),
        facilities: FacilityChoice::list(&context, &Facility::ALL),
        today,
    };
    let meta = Meta::private(context.t("pages.premium_restaurants.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

type RestaurantDays = Vec<(RestaurantId, Vec<NaiveDate>)>;

/// Returns a page of results, and whether there is more. The index in memory selects the candidates; the rules of a booking decide on each.
async fn find(app: &App, diner: UserId, params: &SearchParams, page: i64) -> Result<(RestaurantDays, bool), ApiError> {
    let (now, asked) = (app.clock.now(), params.vacancy_query());
    app.vacancies.follow(&app.pool, &asked.dates).await?;
    let mut conn = app.pool.acquire().await?;
    let known = list_restaurants_with_group(&mut conn, diner).await?;
    let narrowed = VacancyFilter {
        area: params.area_id.map(AreaId),
        cuisines: params.cuisines.iter().copied().map(CuisineId).collect(),
        prices: asked.prices,
        facilities: FacilitySet::of(&params.facilities),
    };
    let mut candidates = app.vacancies.search(&narrowed, &asked.dates, asked.offered(), &known, now);
    if !params.keyword.is_empty() {
        let filter = RestaurantFilter { keyword: Some(params.keyword.clone()), ..RestaurantFilter::default() };
        candidates = search::find_among(&mut conn, &filter, &candidates, diner).await?;
    }
    let skipped = usize::try_from(page - 1).unwrap_or_default() * PER_PAGE;
    let mut found = RestaurantDays::new();
    for batch in candidates.chunks(BATCH) {
        found.extend(find_free_days(&mut conn, batch, Some(diner), &asked, now).await?);
        if found.len() > skipped + PER_PAGE {
            break;
        }
    }
    let has_more = found.len() > skipped + PER_PAGE;
    Ok((found.into_iter().skip(skipped).take(PER_PAGE).collect(), has_more))
}

#[derive(Serialize, ToSchema)]
pub struct VacanciesResponse {
    /// By slug: the days with seats for the diner, of the seven days from today.
    vacancies: BTreeMap<String, Vec<NaiveDate>>,
}

/// Returns which of the named restaurants have seats in the seven days from today: the label on lists, for subscribers (403 for others).
/// Slugs beyond `MAX_SLUGS` are ignored.
#[utoipa::path(get, path = "/users/api/vacancies", tag = "plans", params(("slugs" = Option<String>, Query)),
    responses((status = 200, body = VacanciesResponse), (status = 401), (status = 403)))]
pub async fn vacancies(State(app): State<App>, diner: Diner, RawQuery(query): RawQuery) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    if !tiers_of(&mut conn, &app, Some(diner.id)).await?.is_premium() {
        return Err(ApiError::new(axum::http::StatusCode::FORBIDDEN, "premium_only"));
    }
    let values = QueryValues::parse(query.as_deref());
    let slugs: Vec<String> = values
        .list("slugs")
        .into_iter()
        .filter(|slug| !slug.contains('\0'))
        .take(MAX_SLUGS)
        .map(str::to_owned)
        .collect();
    let named = queries::list_ids(&mut conn, &slugs).await?;
    let today = Zone::default().date_of(now);
    let asked = VacancyQuery {
        dates: today.iter_days().take(7).collect(),
        operations: Vec::new(),
        kind: None,
        guests: None,
        prices: (None, None),
    };
    app.vacancies.follow(&app.pool, &asked.dates).await?;
    let known = list_restaurants_with_group(&mut conn, diner.id).await?;
    let candidates = app.vacancies.search(&VacancyFilter::default(), &asked.dates, asked.offered(), &known, now);
    let candidates: Vec<_> = named.values().copied().filter(|id| candidates.contains(id)).collect();
    let found: BTreeMap<_, _> =
        find_free_days(&mut conn, &candidates, Some(diner.id), &asked, now).await?.into_iter().collect();
    let vacancies = named.into_iter().filter_map(|(slug, id)| Some((slug, found.get(&id)?.clone())));
    Ok(Json(VacanciesResponse { vacancies: vacancies.collect() }).into_response())
}
