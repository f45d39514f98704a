//! The month and day calls of the calendar (diner §7), served from memory while nothing has changed.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::Response;
use chrono::{DateTime, Days, NaiveDate, Utc};
use domain::availability::access::Access;
use domain::availability::actions::{MonthView, month_view};
use domain::availability::day::{DayOffer, Slot, SlotCourse, offers};
use domain::availability::queries as availability;
use domain::availability::token::CalendarToken;
use domain::availability::viewer::Viewer;
use domain::i18n::Locale;
use domain::ids::RestaurantId;
use domain::money::Yen;
use domain::reservations::holds::expire;
use domain::restaurants::model::{OperationName, Restaurant};
use domain::restaurants::queries as restaurants;
use domain::rounds::wins::{self, WinningEntry};
use domain::signing::fingerprint;
use domain::zone::YearMonth;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::catalogue::unit;
use super::restaurants::is_future;
use crate::changes::availability_cache::{CacheKey, CachedResponse, Epoch, ViewerClass, is_near_day};
use crate::console::Admin;
use crate::http::error::ApiError;
use crate::http::etag::is_known;
use crate::http::extract::context::Context;
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct MonthQuery {
    restaurant_slug: Option<String>,
    /// YYYY-MM
    year_month: Option<String>,
    reservation_calendar_token: Option<String>,
    /// `1`: for a signed-in admin as if booking were open now (gaps G183).
    future: Option<String>,
}

#[derive(Deserialize, IntoParams)]
pub struct DayQuery {
    /// YYYY-MM-DD
    date: Option<String>,
    reservation_calendar_token: Option<String>,
}

/// The language of a response for a client without a cookie that stores it. The request middleware reads it.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "a parameter of every address, named where the site needs it")]
pub struct LocaleQuery {
    locale: Option<Locale>,
}

#[derive(Serialize, ToSchema)]
pub struct MonthAvailability {
    /// Days with slots.
    dates: Vec<NaiveDate>,
    /// Days that this diner may book now, or once the next opening within the token's lifetime has started.
    available_dates: Vec<NaiveDate>,
    /// Days with free seats whose cut-off has passed.
    past_cutoff_dates: Vec<NaiveDate>,
    /// Days with slots on which the restaurant is closed.
    closed_dates: Vec<NaiveDate>,
    has_availability: bool,
}

#[derive(Serialize, ToSchema)]
pub struct MonthResponse {
    #[serde(flatten)]
    month: MonthAvailability,
    data: MonthAvailability,
}

#[derive(Serialize, ToSchema)]
pub struct DayResponse {
    status: u16,
    grouped_online_stock_groups: GroupedOnlineStockGroups,
}

/// A day's slots by meal. A meal without slots is left out.
#[derive(Default, Serialize, ToSchema)]
pub struct GroupedOnlineStockGroups {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lunch: Vec<OnlineStockGroup>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dinner: Vec<OnlineStockGroup>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    takeaway: Vec<OnlineStockGroup>,
}

impl GroupedOnlineStockGroups {
    fn group_mut(&mut self, operation: OperationName) -> &mut Vec<OnlineStockGroup> {
        match operation {
            OperationName::Lunch => &mut self.lunch,
            OperationName::Dinner => &mut self.dinner,
            OperationName::Takeaway => &mut self.takeaway,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct OnlineStockGroup {
    id: i64,
    display_title: String,
    operation: OperationName,
    guests_count_option_values: Vec<i32>,
    time_options: Vec<TimeOption>,
    courses: Vec<CourseOption>,
    inventory_group: InventoryGroupInfo,
}

#[derive(Serialize, ToSchema)]
pub struct TimeOption {
    id: i64,
    /// HH:mm; continues past midnight, as in 25:30.
    start_time: String,
    /// The party sizes that fit at this time.
    guests_count_option_values: Vec<i32>,
}

#[derive(Serialize, ToSchema)]
pub struct CourseOption {
    id: i64,
    title: String,
    price: Yen,
    price_description: String,
    custom_unit: String,
    /// Number of further guests that fit; null without a limit.
    daily_remaining: Option<i32>,
    is_prepaid: bool,
    description: String,
}

#[derive(Serialize, ToSchema)]
pub struct InventoryGroupInfo {
    title: String,
    custom_guests_count_label: Option<String>,
}

/// Returns the days of a month with slots, and the days that the diner of the token may book, as in `available_dates`.
#[utoipa::path(get, path = "/users/api/availability/dates", tag = "diner", params(MonthQuery),
    responses((status = 200, body = MonthResponse), (status = 304), (status = 400)))]
pub async fn month(
    State(app): State<App>,
    headers: HeaderMap,
    admin: Result<Admin, ApiError>,
    Query(query): Query<MonthQuery>,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let token = open_token(&app, query.reservation_calendar_token.as_deref(), now)?;
    let invalid = || ApiError::bad_request("year_month_invalid");
    let month = query.year_month.as_deref().and_then(YearMonth::parse).ok_or_else(invalid)?;
    let asked = AvailabilityRequest::load(&app, &token, query.restaurant_slug.as_deref(), now).await?;
    if is_future(query.future.as_deref(), &admin) {
        return Ok(respond(&headers, asked.future_month(&app, month, now).await?));
    }
    if token.win.is_some() {
        return Ok(respond(&headers, asked.load_month(&app, month, now).await?));
    }
    let kept = match app.cache.month(token.restaurant, asked.class, month, now) {
        Some(kept) => kept,
        None => {
            app.from_database.increment(1);
            let question = CacheKey::Month(token.restaurant, asked.class, month);
            app.cache.find_once(question, || asked.load_month(&app, month, now)).await?
        }
    };
    Ok(respond(&headers, kept))
}

/// Returns the slots of one day that the diner of the token may book now, or once the next opening within the token's lifetime has started.
#[utoipa::path(get, path = "/users/api/availability/dates/{slug}", tag = "diner", params(("slug" = String, Path), DayQuery, LocaleQuery),
    responses((status = 200, body = DayResponse), (status = 304), (status = 400)))]
pub async fn day(
    State(app): State<App>,
    context: Context,
    headers: HeaderMap,
    Path(slug): Path<String>,
    Query(query): Query<DayQuery>,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let token = open_token(&app, query.reservation_calendar_token.as_deref(), now)?;
    let date = query.date.as_deref().and_then(|date| date.parse::<NaiveDate>().ok());
    let date = date.ok_or_else(|| ApiError::bad_request("date_invalid"))?;
    let asked = AvailabilityRequest::load(&app, &token, Some(&slug), now).await?;
    if token.win.is_some() {
        return Ok(respond(&headers, asked.load_day(&app, &context, date, now).await?));
    }
    let kept = match app.cache.day(token.restaurant, asked.class, date, context.is_english(), now) {
        Some(kept) => kept,
        None => {
            app.from_database.increment(1);
            let question = CacheKey::Day(token.restaurant, asked.class, date, context.is_english());
            app.cache.find_once(question, || asked.load_day(&app, &context, date, now)).await?
        }
    };
    Ok(respond(&headers, kept))
}

fn open_token(app: &App, token: Option<&str>, now: DateTime<Utc>) -> Result<CalendarToken, ApiError> {
    let refused = || ApiError { force_reload: true, ..ApiError::bad_request("reservation_calendar_token_invalid") };
    CalendarToken::open(&app.signer, token.unwrap_or_default(), now).ok_or_else(refused)
}

/// Returns a cached answer, or 304 when the client has it already.
fn respond(headers: &HeaderMap, kept: CachedResponse) -> Response {
    let (status, body) = match is_known(headers, &kept.etag) {
        true => (StatusCode::NOT_MODIFIED, Body::empty()),
        false => (StatusCode::OK, Body::from(kept.body)),
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::ETAG, kept.etag);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// Returns the cached answer of a month or day before the request is routed: in a rush nearly all requests are of this kind. `None` when
/// the database is needed or the request is rejected; the calls themselves respond then.
pub fn cached_answer(app: &App, request: &Request) -> Option<Response> {
    let slug = request.uri().path().strip_prefix("/users/api/availability/dates")?;
    if request.method() != Method::GET {
        return None;
    }
    let query = request.uri().query().filter(|query| !query.contains("future="))?;
    let now = app.clock.now();
    let of = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    let token = CalendarToken::open(&app.signer, of("reservation_calendar_token")?, now)?;
    let token = Some(token).filter(|token| token.win.is_none())?;
    let kept = match slug.strip_prefix('/') {
        None => {
            let month = YearMonth::parse(of("year_month")?)?;
            app.cache.month_of(token.restaurant, of("restaurant_slug")?, token.diner, month, now)
        }
        Some(slug) => {
            let date = of("date")?.parse().ok()?;
            let english = Context::locale_of(request.headers(), query) == Locale::En;
            app.cache.day_of(token.restaurant, slug, token.diner, date, english, now)
        }
    };
    Some(respond(request.headers(), kept?))
}

/// Returns a restaurant, from memory while nothing about it has changed.
pub async fn find_restaurant(app: &App, id: RestaurantId) -> Result<Arc<Restaurant>, ApiError> {
    if let Some(restaurant) = app.cache.restaurant(id) {
        return Ok(restaurant);
    }
    let epoch = app.cache.epoch(id);
    let found = restaurants::find(&mut *app.reads.connect(id, None).await?, id).await?;
    let restaurant = Arc::new(found.ok_or_else(ApiError::not_found)?);
    app.cache.store_restaurant(epoch, restaurant.clone());
    Ok(restaurant)
}

/// Availability for a visitor without an account, from today to a last day: the days of the month call, with the slots of the day call.
pub struct VisitorAvailability {
    pub slots: Vec<Slot>,
    pub access: Access,
    pub epoch: Epoch,
    /// End of validity if nothing changes. The cut-offs of the slots' times are not considered.
    pub valid_until: DateTime<Utc>,
}

pub async fn visitor_availability(
    app: &App,
    restaurant: RestaurantId,
    slug: &str,
    days: Days,
    now: DateTime<Utc>,
) -> Result<VisitorAvailability, ApiError> {
    let asked =
        AvailabilityRequest::load(app, &CalendarToken::issue(restaurant, None, None, now), Some(slug), now).await?;
    let hold_end = asked.sweep_ended_holds(app, now).await?;
    let first = asked.restaurant.zone.earliest_open_day(now);
    let last = asked.restaurant.zone.date_of(now).checked_add_days(days).unwrap_or(first);
    let mut dates = Vec::new();
    let mut valid_until = hold_end.unwrap_or(DateTime::<Utc>::MAX_UTC);
    let mut month = YearMonth::containing(first);
    while month.first_day() <= last {
        let view = month_view(&asked.read_month(app, month).await?.0, &asked.restaurant, &asked.viewer, now);
        valid_until = valid_until.min(view.valid_until);
        dates.extend(view.available_dates.into_iter().filter(|date| *date <= last));
        month = month.next();
    }
    let mut conn = app.reads.connect(restaurant, Some(first..=last)).await?;
    let slots = availability::list_slots(&mut conn, restaurant, &dates, now).await?;
    Ok(VisitorAvailability { slots, access: asked.viewer.access, epoch: asked.epoch, valid_until })
}

/// The viewer and the restaurant of a request. Availability from a raffle win is visible to that diner only, and is never cached.
struct AvailabilityRequest {
    restaurant: Arc<Restaurant>,
    viewer: Arc<Viewer>,
    class: ViewerClass,
    epoch: Epoch,
    is_kept: bool,
}

impl AvailabilityRequest {
    async fn load(app: &App, token: &CalendarToken, slug: Option<&str>, now: DateTime<Utc>) -> Result<Self, ApiError> {
        let epoch = app.cache.epoch(token.restaurant);
        let restaurant = find_restaurant(app, token.restaurant).await?;
        if slug != Some(restaurant.slug.as_str()) {
            return Err(ApiError { force_reload: true, ..ApiError::bad_request("reservation_calendar_token_invalid") });
        }
        let viewer = match app.cache.viewer(restaurant.id, token.diner).filter(|viewer| !viewer.is_stale(now)) {
            Some(viewer) => viewer,
            None => {
                let mut conn = app.reads.connect(restaurant.id, None).await?;
                let viewer = Arc::new(availability::find_viewer(&mut conn, restaurant.id, token.diner, now).await?);
                app.cache.store_viewer(restaurant.id, token.diner, epoch, viewer.clone());
                viewer
            }
        };
        let mut asked =
            Self { class: ViewerClass::for_viewer(&viewer), restaurant, viewer, epoch, is_kept: token.win.is_none() };
        if let (Some(win), Some(diner)) = (token.win, token.diner) {
            let mut conn = app.reads.connect(asked.restaurant.id, None).await?;
            let win = wins::find(&mut conn, asked.restaurant.id, diner, win, now).await?;
            Arc::make_mut(&mut asked.viewer).won = win.map(WinningEntry::open_rounds).unwrap_or_default();
        }
        Ok(asked)
    }

    async fn load_month(&self, app: &App, month: YearMonth, now: DateTime<Utc>) -> Result<CachedResponse, ApiError> {
        let (mut days, mut hold_end) = self.read_month(app, month).await?;
        if hold_end.is_some_and(|end| end <= now) {
            expire::sweep_restaurant(&app.pool, &app.rng, now, self.restaurant.id).await?;
            (days, hold_end) = self.read_month(app, month).await?;
        }
        let view = month_view(&days, &self.restaurant, &self.viewer, now);
        let valid_until = hold_end.map_or(view.valid_until, |end| end.min(view.valid_until));
        let kept = cache_answer(
            &MonthResponse { month: MonthAvailability::from_view(&view), data: MonthAvailability::from_view(&view) },
            valid_until,
        )?;
        if self.is_kept && is_near_day(self.restaurant.zone.date_of(now), month.first_day()) {
            app.cache.store_month(self.restaurant.id, self.class, month, self.epoch, kept.clone());
        }
        Ok(kept)
    }

    /// Returns the month as if booking were open now. It is for admins, and never cached.
    async fn future_month(
        mut self,
        app: &App,
        month: YearMonth,
        now: DateTime<Utc>,
    ) -> Result<CachedResponse, ApiError> {
        Arc::make_mut(&mut self.viewer).open_now(now);
        let view = month_view(&self.read_month(app, month).await?.0, &self.restaurant, &self.viewer, now);
        cache_answer(
            &MonthResponse { month: MonthAvailability::from_view(&view), data: MonthAvailability::from_view(&view) },
            now,
        )
    }

    async fn read_month(
        &self,
        app: &App,
        month: YearMonth,
    ) -> sqlx::Result<(Vec<availability::DaySummary>, Option<DateTime<Utc>>)> {
        let days = month.first_day()..=month.last_day();
        let mut conn = app.reads.connect(self.restaurant.id, Some(days)).await?;
        availability::list_month(&mut conn, self.restaurant.id, self.class.access_class, month).await
    }

    async fn load_day(
        &self,
        app: &App,
        context: &Context,
        date: NaiveDate,
        now: DateTime<Utc>,
    ) -> Result<CachedResponse, ApiError> {
        let hold_end = self.sweep_ended_holds(app, now).await?;
        let mut conn = app.reads.connect(self.restaurant.id, Some(date..=date)).await?;
        let is_open = date >= self.restaurant.zone.earliest_open_day(now) && self.viewer.shown_window(now).covers(date);
        let slots = match is_open {
            true => availability::list_slots(&mut conn, self.restaurant.id, &[date], now).await?,
            false => Vec::new(),
        };
        let offers = offers(&slots, self.viewer.access, now);
        let turns =
            offers.iter().flat_map(|offer| offer.times.iter().map(|offered| offer.slot.bookable_until(offered.time)));
        let turns = turns.chain(hold_end).chain(self.viewer.next_change(now));
        let valid_until = turns.chain([self.restaurant.zone.midnight_after(now)]).min().unwrap_or(now);
        let mut grouped = GroupedOnlineStockGroups::default();
        for offer in &offers {
            let group = OnlineStockGroup::new(context, &self.restaurant, offer);
            grouped.group_mut(offer.slot.operation).push(group);
        }
        let kept = cache_answer(&DayResponse { status: 200, grouped_online_stock_groups: grouped }, valid_until)?;
        if self.is_kept && is_near_day(self.restaurant.zone.date_of(now), date) {
            app.cache.store_day(self.restaurant.id, self.class, date, context.is_english(), self.epoch, kept.clone());
        }
        Ok(kept)
    }

    /// Sweeps ended holds, and returns the end of the next hold. Day summaries count the holds that were active when they were written, so
    /// ended holds are swept first in case the worker is late. The end of the next hold limits the validity of an answer.
    async fn sweep_ended_holds(&self, app: &App, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, ApiError> {
        let next = availability::find_next_hold_end(&mut *app.pool.acquire().await?, self.restaurant.id).await?;
        if next.is_none_or(|end| now < end) {
            return Ok(next);
        }
        expire::sweep_restaurant(&app.pool, &app.rng, now, self.restaurant.id).await?;
        Ok(availability::find_next_hold_end(&mut *app.pool.acquire().await?, self.restaurant.id).await?)
    }
}

fn cache_answer<T: Serialize>(answer: &T, valid_until: DateTime<Utc>) -> Result<CachedResponse, ApiError> {
    let body = serde_json::to_string(answer).map_err(ApiError::internal)?;
    let print = fingerprint(&body).iter().take(12).map(|byte| format!("{byte:02x}")).collect::<String>();
    let etag = HeaderValue::from_str(&format!("\"{print}\"")).map_err(ApiError::internal)?;
    Ok(CachedResponse { etag, body: Bytes::from(body), valid_until })
}

impl MonthAvailability {
    fn from_view(view: &MonthView) -> Self {
        Self {
            dates: view.dates.clone(),
            available_dates: view.available_dates.clone(),
            past_cutoff_dates: view.past_cutoff_dates.clone(),
            closed_dates: view.closed_dates.clone(),
            has_availability: !view.available_dates.is_empty(),
        }
    }
}

impl OnlineStockGroup {
    fn new(context: &Context, restaurant: &Restaurant, offer: &DayOffer<'_>) -> Self {
        let slot = offer.slot;
        Self {
            id: slot.id.0,
            display_title: display_title(context, restaurant, offer),
            operation: slot.operation,
            guests_count_option_values: offer.guests_options.clone(),
            time_options: offer
                .times
                .iter()
                .map(|offered| TimeOption {
                    id: offered.time.id.0,
                    start_time: restaurant.zone.clock_time(slot.date, offered.time.starts_at),
                    guests_count_option_values: offered.guests_options.clone(),
                })
                .collect(),
            courses: slot.courses.iter().map(|course| CourseOption::new(context, course)).collect(),
            inventory_group: InventoryGroupInfo {
                title: context.pick(&slot.group_title),
                custom_guests_count_label: slot.custom_guests_count_label.as_ref().map(|label| context.pick(label)),
            },
        }
    }
}

/// Returns the slot's own title, otherwise the seats' title with the start times (`カウンター 18:00〜`, `Counter 18:00–`, with the end where
/// required).
pub(super) fn display_title(context: &Context, restaurant: &Restaurant, offer: &DayOffer<'_>) -> String {
    let slot = offer.slot;
    if let Some(title) = &slot.custom_title {
        return context.pick(title);
    }
    let title = context.pick(&slot.group_title);
    let (Some(first), Some(last)) = (offer.times.first(), offer.times.last()) else { return title };
    let from = restaurant.zone.clock_time(slot.date, first.time.starts_at);
    let till = restaurant.zone.clock_time(slot.date, last.time.ends_at);
    let till = if slot.show_end_time_on_title { till } else { String::new() };
    let dash = if context.is_english() { '–' } else { '〜' };
    format!("{title} {from}{dash}{till}")
}

impl CourseOption {
    fn new(context: &Context, slot_course: &SlotCourse) -> Self {
        let course = &slot_course.course;
        Self {
            id: course.id.0,
            title: context.pick(&course.title),
            price: course.price,
            price_description: context.pick(&course.price_description),
            custom_unit: unit(context, course.custom_unit.as_ref()),
            daily_remaining: slot_course.daily_remaining(),
            is_prepaid: course.is_prepaid,
            description: context.pick(&course.description),
        }
    }
}
