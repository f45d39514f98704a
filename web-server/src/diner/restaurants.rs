//! A restaurant's page, with its month calendar.

use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::availability;
use domain::availability::actions::default_month;
use domain::availability::token::CalendarToken;
use domain::customers::queries::find_favorite;
use domain::ids::UserId;
use domain::reservations::holds::pause::find_pause;
use domain::reservations::model::Reservation;
use domain::reservations::queries as reservations;
use domain::restaurants::model::{Restaurant, Visibility};
use domain::restaurants::queries;
use domain::rounds::wins::WinningEntry;
use domain::waiting_rooms::openings;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use super::catalogue::RestaurantDetail;
use super::raffles::RestaurantRaffle;
use crate::console::Admin;
use crate::diner::session::MaybeDiner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::text::FacilityChoice;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct RestaurantPage {
    restaurant: RestaurantDetail,
    favorite: FavoriteState,
    /// The raffle round that is open, was entered recently, is next, or closed recently.
    raffle: Option<RestaurantRaffle>,
    calendar: CalendarBoot,
    guide_url: String,
    takeaway_stores_url: String,
}

impl PageData for RestaurantPage {
    const NAME: &'static str = "restaurant";
}

#[derive(Serialize, ToSchema)]
pub struct FavoriteState {
    favorited: bool,
    customer_id: Option<i64>,
    notification: bool,
}

/// Initial data of the month calendar (diner §3: reservation calendar token).
#[derive(Serialize, ToSchema)]
pub struct CalendarBoot {
    /// YYYY-MM
    default_month: String,
    /// The last date bookable now or after an opening within the lifetime of the token; null if no date is bookable.
    reservable_till: Option<String>,
    today: String,
    token: String,
    token_issued_at: String,
    token_expires_at: String,
    onr_not_creatable_before: String,
    /// The last date that is bookable without the raffle win in the page's address; null as above.
    rrp_reservable_till: Option<String>,
    seconds_before_creatable: i64,
    min_delay_ms: i32,
    max_delay_ms: i32,
    /// True for an admin who views the page as if booking were open; it grants no holds.
    is_future: bool,
    /// The opening whose waiting room exists now; absent without one (gaps G300).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    waiting_room_opens_at: Option<String>,
}

/// Kind of view on a calendar.
#[derive(Clone, Debug)]
pub enum CalendarView {
    /// For an admin, as if booking were open (gaps G183).
    Future,
    /// In its current state, with the diner's raffle win.
    Now { win: Option<WinningEntry> },
}

impl CalendarBoot {
    pub async fn load(
        conn: &mut PgConnection,
        app: &App,
        restaurant: &Restaurant,
        diner: Option<UserId>,
        view: CalendarView,
    ) -> sqlx::Result<Self> {
        let now = app.clock.now();
        let zone = restaurant.zone;
        let mut viewer = availability::queries::find_viewer(conn, restaurant.id, diner, now).await?;
        let rrp_reservable_till = viewer.shown_window(now).reservable_till();
        let is_future = matches!(view, CalendarView::Future);
        let win = match view {
            CalendarView::Future => {
                viewer.open_now(now);
                None
            }
            CalendarView::Now { win } => win,
        };
        let has_room = restaurant.has_waiting_room && !is_future;
        let waits_for = has_room.then(|| openings::current(&viewer, now)).flatten();
        viewer.won = win.clone().map(WinningEntry::open_rounds).unwrap_or_default();
        let pause = match diner {
            Some(diner) => find_pause(conn, restaurant.id, diner, now).await?,
            None => None,
        };
        let token = CalendarToken::issue(restaurant.id, diner, viewer.next_opening(now), now)
            .not_before(pause)
            .with_win(win.map(|win| win.registration));
        let seconds_before_creatable = (token.onr_not_creatable_before - token.issued_at).num_milliseconds();
        Ok(Self {
            default_month: default_month(conn, restaurant, &viewer, now).await?.to_string(),
            reservable_till: viewer.shown_window(now).reservable_till().map(|date| date.to_string()),
            today: queries::today(conn, restaurant, now).await?.to_string(),
            token: token.seal(&app.signer),
            token_issued_at: zone.iso(token.issued_at),
            token_expires_at: zone.iso(token.expires_at),
            onr_not_creatable_before: zone.iso(token.onr_not_creatable_before),
            seconds_before_creatable: seconds_before_creatable.unsigned_abs().div_ceil(1000).cast_signed(),
            min_delay_ms: restaurant.min_calendar_delay_ms,
            max_delay_ms: restaurant.max_calendar_delay_ms,
            rrp_reservable_till: rrp_reservable_till.map(|date| date.to_string()),
            is_future,
            waiting_room_opens_at: waits_for.map(|opening| zone.iso(opening.opens_at)),
        })
    }
}

/// Returns the restaurant of an address; a hidden one is not found.
pub async fn find_visible(conn: &mut PgConnection, slug: &str) -> Result<Restaurant, ApiError> {
    let found = queries::find_by_slug(conn, slug).await?;
    found.filter(|restaurant| restaurant.visibility != Visibility::Hidden).ok_or_else(ApiError::not_found)
}

/// Returns a diner's own reservation and its restaurant, by the address of its pages. The diner keeps access when the restaurant is hidden
/// later; for other diners it is not found, like the restaurant itself.
pub async fn find_own(
    conn: &mut PgConnection,
    slug: &str,
    uid: &str,
    diner: UserId,
) -> Result<(Restaurant, Reservation), ApiError> {
    let restaurant = queries::find_by_slug(conn, slug).await?.ok_or_else(ApiError::not_found)?;
    let found = reservations::find_own(conn, uid, diner).await?.filter(|own| own.restaurant_id == restaurant.id);
    Ok((restaurant, found.ok_or_else(ApiError::not_found)?))
}

/// Returns the target of a diner whose hold or invitation has ended: the restaurant, or the reservation if the restaurant is hidden.
pub fn path_after_end(restaurant: &Restaurant, uid: &str) -> String {
    match restaurant.visibility {
        Visibility::Hidden => format!("/users/reservations/{uid}"),
        _ => format!("/r/{}", restaurant.slug),
    }
}

#[derive(Deserialize, IntoParams)]
pub struct FutureQuery {
    /// `1`: shows a signed-in admin the page as if booking were open, also of a hidden restaurant. Without effect for others.
    future: Option<String>,
}

/// Reports whether an admin requests the page as if booking were open (gaps G183).
pub fn is_future(asked: Option<&str>, admin: &Result<Admin, ApiError>) -> bool {
    asked == Some("1") && admin.is_ok()
}

/// Shows a restaurant's courses, its location, and the days on which it can be booked.
#[utoipa::path(get, path = "/r/{slug}", tag = "diner", params(("slug" = String, Path), FutureQuery),
    responses((status = 200, body = crate::http::page::Page<RestaurantPage>), (status = 404)))]
pub async fn restaurant(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    admin: Result<Admin, ApiError>,
    Path(slug): Path<String>,
    Query(query): Query<FutureQuery>,
) -> Result<Response, ApiError> {
    let is_future = is_future(query.future.as_deref(), &admin);
    let mut conn = app.pool.acquire().await?;
    let restaurant = match is_future {
        true => Restaurant {
            online_starts_at: app.clock.now(),
            ..queries::find_by_slug(&mut conn, &slug).await?.ok_or_else(ApiError::not_found)?
        },
        false => find_visible(&mut conn, &slug).await?,
    };
    let view = if is_future { CalendarView::Future } else { CalendarView::Now { win: None } };
    let favorite = match diner.id() {
        Some(id) => find_favorite(&mut conn, restaurant.id, id).await?,
        None => None,
    };
    let data = RestaurantPage {
        raffle: RestaurantRaffle::load(&mut conn, &app, &restaurant, diner.id()).await?,
        restaurant: RestaurantDetail::load(&mut conn, &context, &restaurant, app.clock.now()).await?,
        favorite: FavoriteState {
            favorited: favorite.as_ref().is_some_and(|favorite| favorite.favorited),
            customer_id: favorite.as_ref().map(|favorite| favorite.id.0),
            notification: favorite.is_some_and(|favorite| favorite.shop_notification),
        },
        calendar: CalendarBoot::load(&mut conn, &app, &restaurant, diner.id(), view).await?,
        guide_url: format!("/users/api/guide_restaurants?restaurant_slug={slug}"),
        takeaway_stores_url: format!("/users/api/takeaway_stores?restaurant_slug={slug}"),
    };
    drop(conn);
    let meta = meta(&app, &restaurant, &data.restaurant);
    PageOf::new(meta, data).respond(&app, &context, diner.id()).await
}

fn meta(app: &App, restaurant: &Restaurant, detail: &RestaurantDetail) -> Meta {
    let base = &app.config.base_url;
    let amenity = |facility: &FacilityChoice| json!({ "@type": "LocationFeatureSpecification", "name": facility.label, "value": true });
    let json_ld = json!({
        "@context": "https://schema.org",
        "@type": "Restaurant",
        "name": detail.restaurant_name,
        "url": format!("{base}/r/{}", restaurant.slug),
        "image": detail.gallery.iter().map(|path| format!("{base}{path}")).collect::<Vec<_>>(),
        "servesCuisine": detail.cuisine_text,
        "telephone": detail.phone,
        "address": { "@type": "PostalAddress", "streetAddress": detail.address, "addressCountry": "JP" },
        "acceptsReservations": true,
        "amenityFeature": detail.facilities.iter().map(amenity).collect::<Vec<_>>(),
    });
    Meta {
        description: detail.tagline.clone(),
        image: Some(detail.image_url.clone()),
        json_ld: Some(json_ld),
        is_noindex: restaurant.is_noindex || restaurant.visibility != Visibility::Public,
        ..Meta::titled(&detail.restaurant_name)
    }
}
