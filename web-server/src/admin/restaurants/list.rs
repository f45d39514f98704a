//! The admins' lists of restaurants (A-004 to A-007, admin §2, §3, §7).

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::ids::{AreaId, CuisineId};
use domain::restaurants::admin_list::{
    self, AdminListFilter, ListType, ListedRestaurant, NamedAccount, RestaurantType,
};
use domain::restaurants::model::Visibility;
use domain::restaurants::opening::OpeningRequirement;
use domain::rounds;
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::console::Admin;
use crate::console::page;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{Texts, query};
use crate::http::page::PageData;
use crate::http::text::Choice;
use crate::state::App;

/// Lists with more restaurants have no links to the partner site JE (admin §2, §9, gaps G180).
const MAX_ROWS_WITH_JE_LINK: usize = 50;
/// CSS class of a restaurant with a round that opens today (gaps G185).
const OPENS_TODAY: &str = "rrp-opens-today";

#[derive(Serialize, ToSchema)]
pub struct AdminRestaurantsPage {
    areas: Vec<Choice>,
    cuisines: Vec<Choice>,
    /// Maximum number of restaurants in a list with JE links.
    max_with_je_link: usize,
}

impl PageData for AdminRestaurantsPage {
    const NAME: &'static str = "admin_restaurants";
}

/// A row of the list.
#[derive(Serialize, ToSchema)]
pub struct AdminListedRestaurant {
    id: i64,
    slug: String,
    restaurant_name: String,
    is_admin_pinned: bool,
    is_delivery_only: bool,
    has_delivery_setting: bool,
    is_linked_to_je: bool,
    has_stripe_account: bool,
    has_ts_integration: bool,
    owner: Option<AdminRestaurantOwner>,
    operation: AdminRestaurantOperation,
    email_subscriptions: Vec<AdminEmailSubscription>,
    /// Requirements that it lacks before it can be opened for booking.
    missing_to_open: Vec<OpeningRequirement>,
    visibility: Visibility,
    is_noindex: bool,
    /// A CSS class if a round opens today, otherwise blank.
    today_rrp_restaurant_css: String,
    /// Null if the restaurant has no link, and in long lists.
    je_admin_url: Option<String>,
    je_store_url: Option<String>,
    tc_url: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct AdminRestaurantOwner {
    id: i64,
    nickname: String,
}

#[derive(Serialize, ToSchema)]
pub struct AdminRestaurantOperation {
    id: i64,
    /// The online start: ISO 8601.
    or_starts_at: String,
    is_future: bool,
    /// The start before the last change can be restored.
    can_restore_start: bool,
    /// That start: ISO 8601.
    previous_starts_at: Option<String>,
    /// The admin who set it; null if no admin did.
    admin_user: Option<AdminRestaurantOwner>,
}

#[derive(Serialize, ToSchema)]
pub struct AdminEmailSubscription {
    pub id: i64,
    pub email: String,
}

impl From<NamedAccount> for AdminRestaurantOwner {
    fn from(NamedAccount { id, nickname }: NamedAccount) -> Self {
        Self { id, nickname }
    }
}

impl AdminListedRestaurant {
    pub fn new(app: &App, context: &Context, row: ListedRestaurant, now: DateTime<Utc>, has_je_link: bool) -> Self {
        let partners = &app.config.partners;
        Self {
            id: row.id.0,
            restaurant_name: context.pick(&row.name),
            is_admin_pinned: row.is_pinned,
            is_delivery_only: row.is_delivery_only,
            has_delivery_setting: row.has_delivery_setting,
            is_linked_to_je: !row.je_fid.is_empty(),
            has_stripe_account: !row.stripe_account_fid.is_empty(),
            has_ts_integration: !row.ts_fid.is_empty(),
            owner: row.owner.map(Into::into),
            operation: AdminRestaurantOperation {
                id: row.operation_id.0,
                or_starts_at: Zone::default().iso(row.online_starts_at),
                is_future: row.online_starts_at > now,
                can_restore_start: row.previous_starts_at.is_some(),
                previous_starts_at: row.previous_starts_at.map(|at| Zone::default().iso(at)),
                admin_user: row.set_by.map(Into::into),
            },
            email_subscriptions: row
                .subscriptions
                .into_iter()
                .map(|listed| AdminEmailSubscription { id: listed.id.0, email: listed.email })
                .collect(),
            missing_to_open: row.missing_to_open,
            visibility: row.visibility,
            is_noindex: row.is_noindex,
            today_rrp_restaurant_css: if row.opens_today { OPENS_TODAY.to_owned() } else { String::new() },
            je_admin_url: partners.je_admin(&row.je_fid).filter(|_| has_je_link),
            je_store_url: partners.je_store(&row.je_fid).filter(|_| has_je_link),
            tc_url: partners.tc(&row.tc_fid),
            slug: row.slug,
        }
    }
}

/// Returns the page of the list with the options of its search. The rows come from `restaurant_future`.
#[utoipa::path(get, path = "/admin/restaurants", tag = "admin",
    responses((status = 200, body = page::ConsolePage<AdminRestaurantsPage>), (status = 302), (status = 401)))]
pub async fn page(State(app): State<App>, context: Context, admin: Admin) -> Result<Response, ApiError> {
    let (areas, cuisines) = admin_list::choices(&mut *app.pool.acquire().await?).await?;
    let data = AdminRestaurantsPage {
        areas: areas.iter().map(|choice| Choice::new(&context, choice.id.0, &choice.label)).collect(),
        cuisines: cuisines.iter().map(|choice| Choice::new(&context, choice.id.0, &choice.label)).collect(),
        max_with_je_link: MAX_ROWS_WITH_JE_LINK,
    };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.restaurants.title"), data).await
}

#[derive(Default, Deserialize, IntoParams)]
#[serde(default)]
pub struct ListQuery {
    /// `pinned`, or one of the six lists by online start; default: all restaurants.
    #[serde(rename = "type")]
    #[param(value_type = Option<String>)]
    list_type: Texts,
    /// `normal` or `ec`: the kind of pins; default: both.
    #[param(value_type = Option<String>)]
    restaurant_type: Texts,
    /// Search terms. Each must match a name, a slug or an id.
    #[param(value_type = Vec<String>, rename = "search_keywords[]", required = false)]
    search_keywords: Texts,
    #[param(value_type = Option<i64>)]
    area: Texts,
    #[param(value_type = Option<i64>)]
    cuisine: Texts,
}

/// Parses a parameter; None if it is absent or blank.
///
/// # Errors
/// 400 for an unknown value.
fn parse_optional<T>(
    texts: &Texts,
    code: &'static str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, ApiError> {
    match texts.first().map(str::trim).filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => read(text).map(Some).ok_or_else(|| ApiError::bad_request(code)),
    }
}

impl ListQuery {
    fn read(&self) -> Result<AdminListFilter, ApiError> {
        Ok(AdminListFilter {
            list: parse_optional(&self.list_type, "list_type_unknown", ListType::named)?,
            pins: parse_optional(&self.restaurant_type, "list_type_unknown", RestaurantType::named)?,
            keywords: self.search_keywords.all().join(" "),
            area: parse_optional(&self.area, "invalid_input", |text| text.parse().ok().map(AreaId))?,
            cuisine: parse_optional(&self.cuisine, "invalid_input", |text| text.parse().ok().map(CuisineId))?,
            restaurant: None,
        })
    }
}

/// Returns the restaurants of a list: pinned ones, matches of a search, or one of the six lists by online start.
#[utoipa::path(get, path = "/admin/api/restaurant_future", tag = "admin", params(ListQuery),
    responses((status = 200, body = Vec<AdminListedRestaurant>), (status = 400), (status = 401)))]
pub async fn list(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    RawQuery(text): RawQuery,
) -> Result<Json<Vec<AdminListedRestaurant>>, ApiError> {
    let given: ListQuery =
        query(text.as_deref().unwrap_or_default()).ok_or_else(|| ApiError::bad_request("invalid_input"))?;
    let (asked, now) = (given.read()?, app.clock.now());
    let mut conn = app.pool.acquire().await?;
    let mut rows = admin_list::list(&mut conn, now, admin.id, &asked).await?;
    rounds::today::mark(&mut conn, now, &mut rows).await?;
    drop(conn);
    let has_je_link = rows.len() <= MAX_ROWS_WITH_JE_LINK;
    Ok(Json(rows.into_iter().map(|row| AdminListedRestaurant::new(&app, &context, row, now, has_je_link)).collect()))
}
