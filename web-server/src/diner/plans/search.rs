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
use crate::diner::query_values::{QueryValues, SearchConditions};
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::text::{Choice, FacilityChoice};
use crate::http::write_response::WriteResponse;
use crate::state::App;

const MAX_KEYWORD_LENGTH: usize = 50;
/// The last day is at most this long after the first.
const MAX_RANGE: Days = Days::new(6);
/// Yen.
const MAX_PRICE: i64 = 10_000_000;
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
    /// Names of conditions with an unknown value, which was ignored (gaps G076).
    ignored_conditions: Vec<String>,
    /// Number of results. It is known on the last page and beyond, because the rules of a booking decide on each restaurant.
    total_count: Option<i64>,
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

/// Faults of a search: fields with the codes of their texts.
type Faults = Vec<(&'static str, &'static str)>;

impl SearchParams {
    /// Reads the conditions. Every limit of the form applies here too, with 422 (G001). Unknown areas, cuisines, meals, kinds of seats and
    /// facilities are ignored, and their names returned (gaps G076).
    fn read(values: &QueryValues, today: NaiveDate) -> Result<(Self, Vec<String>), ApiError> {
        let mut wrong = Faults::new();
        let (from_date, to_date) = read_dates(values, today, &mut wrong);
        let keyword = values.one("keyword").unwrap_or_default().to_owned();
        if keyword.contains('\0') {
            wrong.push(("keyword", "invalid_characters"));
        } else if keyword.chars().count() > MAX_KEYWORD_LENGTH {
            wrong.push(("keyword", "too_long_50"));
        }
        let mut number = |name: &'static str, within: std::ops::RangeInclusive<i64>, code: &'static str| {
            let parsed = values.one(name)?.parse::<i64>().ok().filter(|number| within.contains(number));
            if parsed.is_none() {
                wrong.push((name, code));
            }
            parsed
        };
        let guests_count = number("guests_count", 1..=i64::from(MAX_PARTY_SIZE), "search_guests_invalid");
        let price_min = number("price_min", 0..=MAX_PRICE, "search_price_invalid");
        let price_max = number("price_max", 0..=MAX_PRICE, "search_price_invalid");
        if price_min.zip(price_max).is_some_and(|(least, most)| least > most) {
            wrong.push(("price_max", "search_price_order"));
        }
        if !wrong.is_empty() {
            return Err(ApiError::invalid_fields(wrong));
        }
        let mut conditions = SearchConditions::of(values);
        let area = values.one("area").unwrap_or_default();
        if !area.is_empty() && values.one("area_id").is_none() {
            // A label alone selects no area.
            conditions.ignore("area");
        }
        let params = Self {
            area: area.chars().take(MAX_KEYWORD_LENGTH).collect(),
            area_id: conditions.id("area_id"),
            cuisines: conditions.list("cuisines", |id| id.parse().ok()),
            from_date,
            to_date,
            keyword,
            operations: conditions.list("operations", OperationName::named),
            guests_count: guests_count.and_then(|count| i32::try_from(count).ok()),
            inventory_type: conditions.one("inventory_type", InventoryType::named),
            facilities: conditions.facilities(),
            price_min,
            price_max,
        };
        Ok((params, conditions.ignored()))
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

/// Reads the days of a search: from today, for seven days, unless others are given. A faulty first day decides nothing about the last.
fn read_dates(values: &QueryValues, today: NaiveDate, wrong: &mut Faults) -> (NaiveDate, NaiveDate) {
    let day = |name: &str| values.one(name).map(domain::zone::parse_day);
    let from = day("from_date").unwrap_or(Some(today));
    match from {
        None => wrong.push(("from_date", "date_invalid")),
        Some(from) if from < today => wrong.push(("from_date", "search_date_past")),
        Some(_) => {}
    }
    let from_date = from.filter(|from| *from >= today);
    let to = day("to_date").unwrap_or_else(|| from_date.unwrap_or(today).checked_add_days(MAX_RANGE));
    match (to, from_date) {
        (None, _) => wrong.push(("to_date", "date_invalid")),
        (Some(to), Some(from)) if to < from => wrong.push(("to_date", "search_range_backwards")),
        (Some(to), Some(from)) if from.checked_add_days(MAX_RANGE).is_some_and(|last| to > last) => {
            wrong.push(("to_date", "search_range_too_long"));
        }
        _ => {}
    }
    (from_date.unwrap_or(today), to.unwrap_or(today))
}

/// Restaurants with seats for the search, 20 per page; a page beyond the last is empty. Diners without a subscription are redirected to the
/// plan's page.
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
    let (params, ignored_conditions) = SearchParams::read(&values, today)?;
    let current_page = page_of(values.one("page"));
    let found = find(&app, diner.id, &params, current_page).await?;
    let mut conn = app.pool.acquire().await?;
    let ids: Vec<_> = found.days.iter().map(|(id, _)| *id).collect();
    let mut days: BTreeMap<_, _> = found.days.into_iter().collect();
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
        ignored_conditions,
        total_count: found.total,
        current_page,
        has_more: found.total.is_none(),
        areas: areas.into_iter().map(|choice| Choice::new(&context, choice.id.0, &choice.label)).collect(),
        cuisines: cuisines.into_iter().map(|choice| Choice::new(&context, choice.id.0, &choice.label)).collect(),
        facilities: FacilityChoice::list(&context, &Facility::ALL),
        today,
    };
    let meta = Meta::private(context.t("pages.premium_restaurants.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

type RestaurantDays = Vec<(RestaurantId, Vec<NaiveDate>)>;

/// A page of results.
struct FoundDays {
    days: RestaurantDays,
    /// Number of results on all pages, unless there are more than up to this page.
    total: Option<i64>,
}

/// Returns a page of results. The index in memory selects the candidates; the rules of a booking decide on each.
async fn find(app: &App, diner: UserId, params: &SearchParams, page: i64) -> Result<FoundDays, ApiError> {
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
    let total = if found.len() > skipped + PER_PAGE { None } else { i64::try_from(found.len()).ok() };
    Ok(FoundDays { days: found.into_iter().skip(skipped).take(PER_PAGE).collect(), total })
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
