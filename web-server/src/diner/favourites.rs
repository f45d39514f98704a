//! Favourites (diner §2, §4): the button's calls, and the list.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::customers::actions::{add_favorite, hide_favorite};
use domain::customers::model::FavoriteConsent;
use domain::customers::notifications;
use domain::customers::queries::{find_favorite, list_favorite_ids};
use domain::restaurants::model::{Restaurant, RestaurantFilter, Visibility};
use domain::restaurants::queries::find_by_slug;
use domain::restaurants::search;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use super::catalogue::RestaurantCard;
use super::notifications::NotificationView;
use super::pagination::{PER_PAGE, page_of, page_within, pages};
use crate::diner::session::{Diner, MaybeDiner};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, tick};
use crate::http::page::{Meta, PageData, PageOf};
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct FavoriteStatus {
    favorited: bool,
}

/// Returns whether a restaurant is a favourite; always false without signing in.
#[utoipa::path(get, path = "/users/api/customers/status/{restaurant_slug}", tag = "favourites",
    params(("restaurant_slug" = String, Path)), responses((status = 200, body = FavoriteStatus), (status = 404)))]
pub async fn status(
    State(app): State<App>,
    diner: MaybeDiner,
    Path(slug): Path<String>,
) -> Result<Json<FavoriteStatus>, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let restaurant = find(&mut conn, &slug).await?;
    let favorite = match diner.id() {
        Some(id) => find_favorite(&mut conn, restaurant.id, id).await?,
        None => None,
    };
    Ok(Json(FavoriteStatus { favorited: favorite.is_some_and(|favorite| favorite.favorited) }))
}

#[derive(Default, Deserialize, ToSchema)]
pub struct FavoriteBody {
    restaurant_slug: Option<String>,
    #[serde(default)]
    customer: FavoriteOptions,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct FavoriteOptions {
    /// Whether the restaurant may send mails; unchanged when absent.
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    shop_notification: Option<bool>,
    /// Reverts a removal: `shop_notification` is the value that `hide` returned (absent for null), and no kind of mail is enabled.
    #[serde(default, deserialize_with = "tick::deserialize")]
    #[schema(value_type = bool)]
    is_undo: bool,
}

#[derive(Serialize, ToSchema)]
pub struct FavoriteRemoved {
    favorited: bool,
    /// The consent to the restaurant's mails before the removal, for its undo; null without an answer.
    shop_notification: Option<bool>,
}

#[derive(Clone, Copy, Serialize, ToSchema)]
pub struct NewFavorite {
    id: i64,
    favorited: bool,
}

#[derive(Serialize, ToSchema)]
pub struct FavoriteAdded {
    status: u16,
    #[serde(flatten)]
    favorite: NewFavorite,
    data: NewFavorite,
}

/// Adds a favourite; a repetition has no effect.
#[utoipa::path(post, path = "/users/api/customers", tag = "favourites", request_body = FavoriteBody,
    responses((status = 201, body = FavoriteAdded), (status = 401), (status = 404), (status = 422)))]
pub async fn add(
    State(app): State<App>,
    diner: Diner,
    FormOrJson(body): FormOrJson<FavoriteBody>,
) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    let restaurant = find(&mut tx, &require_slug(body.restaurant_slug)?).await?;
    let FavoriteOptions { shop_notification, is_undo } = body.customer;
    let consent = match is_undo {
        true => FavoriteConsent::Restored(shop_notification),
        false => FavoriteConsent::Given(shop_notification),
    };
    let customer = add_favorite(&mut tx, &app.rng, app.clock.now(), restaurant.id, diner.id, consent).await?;
    tx.commit().await?;
    let data = NewFavorite { id: customer.0, favorited: true };
    Ok((StatusCode::CREATED, Json(FavoriteAdded { status: 201, favorite: data, data })).into_response())
}

/// Removes a favourite; harmless when the restaurant is not one.
#[utoipa::path(post, path = "/users/api/customers/hide", tag = "favourites", request_body = FavoriteBody,
    responses((status = 200, body = FavoriteRemoved), (status = 401), (status = 404), (status = 422)))]
pub async fn hide(
    State(app): State<App>,
    diner: Diner,
    FormOrJson(body): FormOrJson<FavoriteBody>,
) -> Result<Json<FavoriteRemoved>, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let restaurant = find(&mut conn, &require_slug(body.restaurant_slug)?).await?;
    let shop_notification = hide_favorite(&mut conn, restaurant.id, diner.id).await?;
    Ok(Json(FavoriteRemoved { favorited: false, shop_notification }))
}

#[derive(Deserialize, IntoParams)]
pub struct ListQuery {
    page: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct CustomersPage {
    restaurants: Vec<FavoriteCard>,
    total_pages: i64,
    current_page: i64,
}

impl PageData for CustomersPage {
    const NAME: &'static str = "customers";
}

#[derive(Serialize, ToSchema)]
pub struct FavoriteCard {
    #[serde(flatten)]
    card: RestaurantCard,
    customer_id: i64,
    notifications: NotificationView,
}

/// The diner's favourites, 20 per page.
#[utoipa::path(get, path = "/users/customers", tag = "favourites", params(ListQuery),
    responses((status = 200, body = crate::http::page::Page<CustomersPage>), (status = 302), (status = 401)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Query(query): Query<ListQuery>,
) -> Result<Response, ApiError> {
    let filter = RestaurantFilter { favorites_only: true, ..RestaurantFilter::default() };
    let mut conn = app.pool.acquire().await?;
    let asked_page = page_of(query.page.as_deref());
    let mut found = search::find(&mut conn, &filter, Some(diner.id), asked_page, PER_PAGE).await?;
    let current_page = page_within(asked_page, found.total);
    if current_page != asked_page {
        found = search::find(&mut conn, &filter, Some(diner.id), current_page, PER_PAGE).await?;
    }
    let ids = list_favorite_ids(&mut conn, diner.id).await?;
    let mut switches = notifications::list(&mut conn, diner.id).await?;
    drop(conn);
    let now = app.clock.now();
    let restaurants = found.cards.into_iter().filter_map(|card| {
        let id = *ids.get(&card.id)?;
        let notifications = switches.remove(&id)?.into();
        Some(FavoriteCard { card: RestaurantCard::new(&context, card, now), customer_id: id.0, notifications })
    });
    let data = CustomersPage { restaurants: restaurants.collect(), total_pages: pages(found.total), current_page };
    let meta = Meta::private(context.t("pages.customers.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

fn require_slug(slug: Option<String>) -> Result<String, ApiError> {
    slug.filter(|slug| !slug.trim().is_empty()).ok_or_else(|| ApiError::invalid_fields([("restaurant_slug", "blank")]))
}

/// Returns a restaurant that diners may see.
async fn find(conn: &mut PgConnection, slug: &str) -> Result<Restaurant, ApiError> {
    let found = find_by_slug(conn, slug).await?.filter(|restaurant| restaurant.visibility != Visibility::Hidden);
    found.ok_or_else(ApiError::not_found)
}
