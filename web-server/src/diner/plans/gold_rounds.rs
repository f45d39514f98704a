//! The slots of the current gold round, and the request for another plan (diner §2, D-060, D-064; G069, gaps G131, G140).

use axum::extract::State;
use axum::response::Response;
use chrono::NaiveDate;
use domain::availability::day::{DayOffer, offers};
use domain::availability::queries::{find_gold_slots, find_viewers};
use domain::availability::token::CalendarToken;
use domain::entitlements::gold::{self, Allocation, GoldRejection};
use domain::money::Yen;
use domain::plans::change_requests;
use domain::restaurants::model::Restaurant;
use domain::restaurants::queries as restaurants;
use serde::Serialize;
use utoipa::ToSchema;

use super::tiers::tiers_of;
use crate::diner::availability::display_title;
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{WriteMessage, WriteResponse, respond_with_notice};
use crate::pictures::picture;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct GoldRoundsPage {
    round: Option<GoldRoundInfo>,
    slots: Vec<GoldSlot>,
    /// Number of bookings and holds of the diner in the round; at most two.
    bookings_count: i64,
    /// Target after a hold is released.
    after_delete_path: String,
    captcha_action: &'static str,
}

impl PageData for GoldRoundsPage {
    const NAME: &'static str = "gold_rounds";
}

#[derive(Serialize, ToSchema)]
pub struct GoldRoundInfo {
    title: String,
    slug: String,
}

/// A slot of the round for the diner.
#[derive(Serialize, ToSchema)]
pub struct GoldSlot {
    online_stock_group_id: i64,
    restaurant_slug: String,
    restaurant_name: String,
    image_url: String,
    date: NaiveDate,
    title: String,
    reservation_calendar_token: String,
    guests_count_option_values: Vec<i32>,
    time_options: Vec<GoldTime>,
    courses: Vec<GoldCourse>,
    /// Whether the diner may book it now.
    is_bookable: bool,
    /// Instant from which a second booking is allowed. ISO 8601; only for diners with one booking.
    second_from: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct GoldTime {
    id: i64,
    /// HH:mm
    start_time: String,
}

#[derive(Serialize, ToSchema)]
pub struct GoldCourse {
    id: i64,
    title: String,
    price: Yen,
}

const ROUNDS: &str = "/users/gold/gold_rounds";

/// The slots of the current round. Diners without a gold subscription are redirected to the page about gold; agents get 404 (gaps G041).
#[utoipa::path(get, path = "/users/gold/gold_rounds", tag = "plans",
    responses((status = 200, body = crate::http::page::Page<GoldRoundsPage>), (status = 302), (status = 303), (status = 401),
        (status = 404)))]
pub async fn page(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    let tiers = tiers_of(&mut conn, &app, Some(diner.id)).await?;
    if tiers.is_agent {
        return Err(ApiError::not_found());
    }
    if !tiers.is_gold() {
        return WriteResponse::redirect_to("/gold").see_other(&app);
    }
    let round = gold::current_round(&mut conn, now).await?;
    let (mut slots, mut bookings_count) = (Vec::new(), 0);
    if let Some(round) = &round {
        bookings_count = gold::count_bookings(&mut conn, diner.id, round.id, None, now).await?;
        let listed = gold::list(&mut conn, round.id, now).await?;
        let asked: Vec<_> = listed.iter().map(|one| (one.restaurant, one.slot)).collect();
        let found = find_gold_slots(&mut conn, &asked, now).await?;
        let viewers: Vec<_> = listed.iter().map(|one| (one.restaurant, Some(diner.id))).collect();
        let viewers = find_viewers(&mut conn, &viewers, now).await?;
        let ids: Vec<_> = listed.iter().map(|one| one.restaurant).collect();
        let known = restaurants::list_of(&mut conn, &ids).await?;
        for (allocation, (viewer, _)) in listed.iter().zip(&viewers) {
            let own = found.iter().find(|slot| slot.restaurant == allocation.restaurant && slot.id == allocation.slot);
            let offered = own.map(|slot| offers(std::slice::from_ref(slot), viewer.access, now)).unwrap_or_default();
            if let (Some(restaurant), Some(offer)) = (known.get(&allocation.restaurant), offered.first()) {
                let token = CalendarToken::issue(restaurant.id, Some(diner.id), None, now).seal(&app.signer);
                slots.push(GoldSlot::new(&context, restaurant, allocation, offer, token, bookings_count, now));
            }
        }
    }
    drop(conn);
    let data = GoldRoundsPage {
        round: round.map(|round| GoldRoundInfo { title: round.title, slug: round.slug }),
        slots,
        bookings_count,
        after_delete_path: ROUNDS.to_owned(),
        captcha_action: "new_reservation",
    };
    let meta = Meta::private(context.t("pages.gold_rounds.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

impl GoldSlot {
    fn new(
        context: &Context,
        restaurant: &Restaurant,
        allocation: &Allocation,
        offer: &DayOffer<'_>,
        token: String,
        bookings: i64,
        now: chrono::DateTime<chrono::Utc>,
    ) -> Self {
        let slot = offer.slot;
        let admitted = allocation.admits(bookings, now);
        Self {
            online_stock_group_id: slot.id.0,
            restaurant_slug: restaurant.slug.clone(),
            restaurant_name: context.pick(&restaurant.name),
            image_url: picture(restaurant.pictures.first()),
            date: slot.date,
            title: display_title(context, restaurant, offer),
            reservation_calendar_token: token,
            guests_count_option_values: offer.guests_options.clone(),
            time_options: offer
                .times
                .iter()
                .map(|offered| GoldTime {
                    id: offered.time.id.0,
                    start_time: restaurant.zone.clock_time(slot.date, offered.time.starts_at),
                })
                .collect(),
            courses: slot
                .courses
                .iter()
                .map(|course| GoldCourse {
                    id: course.course.id.0,
                    title: context.pick(&course.course.title),
                    price: course.course.price,
                })
                .collect(),
            is_bookable: admitted.is_ok(),
            second_from: match admitted {
                Err(GoldRejection::SecondNotYet(from)) => from.map(|at| restaurant.zone.iso(at)),
                _ => None,
            },
        }
    }
}

/// Requests another gold plan: the operator contacts the diner. At most one request is open at a time.
#[utoipa::path(post, path = "/users/api/gold_plan_change_requests", tag = "plans",
    responses((status = 200, body = WriteMessage), (status = 303), (status = 401), (status = 403), (status = 422)))]
pub async fn request_plan_change(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    app.transaction(async |tx| change_requests::create(tx, &app.rng, app.clock.now(), diner.id).await).await?;
    respond_with_notice(&app, &context, "/gold", "flash.gold_change_requested")
}
