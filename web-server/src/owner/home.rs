//! The first page of the owner console, with the takeaway and delivery products of the mall (owner §2).

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use chrono::NaiveDate;
use domain::accounts::roles::{Right, Section};
use domain::calendar::month::list_records;
use domain::holidays::Holidays;
use domain::money::Yen;
use domain::outbox::notifications::bell::{self, Popup};
use domain::reports::home::{self as reports, ArrivingParty, fortnight};
use domain::reports::{model::DailyTotals, queries, sweep};
use domain::restaurants;
use domain::restaurants::model::Bilingual;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::waiting_list::{WaitingListMatches, list_matches};
use crate::console::{AccountStaff, Staff, page};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::PageData;
use crate::state::App;

/// Maximum number of parties in the list of arrivals, and in the list of invitations.
const PARTIES: i64 = 6;

#[derive(Serialize, ToSchema)]
pub struct OwnerHomePage {
    /// Whether a mall is configured (`GET /owners/api/products`).
    has_products: bool,
    /// True if `days` does not include the bookings of the last seconds yet.
    is_behind: bool,
    /// Today and the next two weeks.
    days: Vec<HomeDay>,
    /// The next parties that have not arrived yet.
    arrivals: Vec<HomeParty>,
    /// Invitations without an answer, sorted by deadline.
    unanswered: Vec<HomeParty>,
    unanswered_count: i64,
    /// The days from today on which parties wait for seats.
    waiting: Vec<WaitingListMatches>,
    unseen: UnseenCounts,
}

impl PageData for OwnerHomePage {
    const NAME: &'static str = "owner_home";
}

/// The numbers of a day.
#[derive(Serialize, ToSchema)]
pub struct HomeDay {
    /// YYYY-MM-DD
    date: String,
    is_closed: bool,
    /// The national holiday on this day.
    holiday: Option<String>,
    parties: i64,
    guests: i64,
    /// Price of the courses in yen; null without management permission.
    course_total: Option<Yen>,
}

/// Short data of a party.
#[derive(Serialize, ToSchema)]
pub struct HomeParty {
    /// Uid of the reservation.
    uid: String,
    name: String,
    starts_at: String,
    guests_count: i32,
    course_name: String,
    /// Deadline of an invitation; null if it has none.
    held_until: Option<String>,
}

/// Notifications that this member of staff has not seen.
#[derive(Serialize, ToSchema)]
pub struct UnseenCounts {
    new_reservation: i64,
    edit_or_cancel: i64,
}

impl HomeParty {
    fn new(context: &Context, staff: &Staff, party: ArrivingParty) -> Self {
        let zone = staff.restaurant.zone;
        let named = Some(party.name).filter(|name| !name.is_empty());
        Self {
            uid: party.uid,
            name: named.unwrap_or_else(|| context.t("owner.daily_calendar.no_name")),
            starts_at: zone.iso(party.starts_at),
            guests_count: party.guests_count,
            course_name: context.pick(&party.course_title),
            held_until: party.held_until.map(|until| zone.iso(until)),
        }
    }
}

/// Returns the first page of the owner console: the next days, and the open tasks of staff.
#[utoipa::path(get, path = "/owners", tag = "owner",
    responses((status = 200, body = page::ConsolePage<OwnerHomePage>), (status = 302), (status = 404)))]
pub async fn home(State(app): State<App>, context: Context, staff: AccountStaff) -> Result<Response, ApiError> {
    let (restaurant, now) = (&staff.restaurant, app.clock.now());
    let mut held = app.pool.acquire().await?;
    let conn = &mut *held;
    let (from, till) = fortnight(restaurants::queries::today(conn, restaurant, now).await?);
    let (unanswered, unanswered_count) = reports::list_unanswered(conn, restaurant.id, now, PARTIES).await?;
    let arrivals = reports::list_arrivals(conn, restaurant.id, now, PARTIES).await?;
    let party = |party| HomeParty::new(&context, &staff, party);
    let data = OwnerHomePage {
        has_products: app.config.mall_search_url.is_some(),
        is_behind: sweep::is_behind(conn, restaurant.id, from, till).await?,
        days: days(conn, &context, &staff, from, till).await?,
        arrivals: arrivals.into_iter().map(party).collect(),
        unanswered: unanswered.into_iter().map(party).collect(),
        unanswered_count,
        waiting: list_matches(conn, &staff, from, till, now).await?,
        unseen: count_unseen(conn, &staff).await?,
    };
    drop(held);
    page::respond(&app, &context, &staff, &context.t("console.title"), data).await
}

async fn count_unseen(conn: &mut PgConnection, staff: &Staff) -> sqlx::Result<UnseenCounts> {
    let (restaurant, owner) = (staff.restaurant.id, staff.owner.id);
    Ok(UnseenCounts {
        new_reservation: bell::count_unconfirmed(conn, restaurant, owner, Popup::NewReservation).await?,
        edit_or_cancel: bell::count_unconfirmed(conn, restaurant, owner, Popup::EditOrCancel).await?,
    })
}

async fn days(
    conn: &mut PgConnection,
    context: &Context,
    staff: &Staff,
    from: NaiveDate,
    till: NaiveDate,
) -> sqlx::Result<Vec<HomeDay>> {
    let restaurant = staff.restaurant.id;
    let summed = queries::list(conn, restaurant, Some((from, till))).await?;
    let records = list_records(&mut *conn, restaurant, from, till).await?;
    let holidays = Holidays::load(conn).await?;
    let sees_yen = staff.role.has(Right { section: Section::Management, writes: false });
    let day = |date: NaiveDate| {
        let mut sums = DailyTotals::default();
        summed.channels.iter().filter(|(((_, day), _), _)| *day == date).for_each(|(_, of_day)| sums.add(*of_day));
        HomeDay {
            date: date.to_string(),
            is_closed: records.iter().any(|record| record.date == date && record.is_closed),
            holiday: holidays.name(date).map(|(ja, en)| context.pick(&Bilingual::new(ja, en))),
            parties: sums.parties,
            guests: sums.guests,
            course_total: sees_yen.then_some(sums.course_total),
        }
    };
    Ok(from.iter_days().take_while(|date| *date <= till).map(day).collect())
}

/// A product of the mall.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct Product {
    page_url: String,
    thumb_image_url: Option<String>,
    title: String,
    store: ProductStore,
    price: Yen,
}

#[derive(Serialize, Deserialize, ToSchema)]
pub struct ProductStore {
    title: String,
}

/// Returns the takeaway and delivery products of the restaurant's store in the mall; empty if the mall does not respond.
#[utoipa::path(get, path = "/owners/api/products", tag = "owner",
    responses((status = 200, body = Vec<Product>), (status = 401)))]
pub async fn products(State(app): State<App>, staff: AccountStaff) -> Json<Vec<Product>> {
    Json(app.external_lists.fetch(app.config.mall_search_url.as_deref(), &staff.restaurant.slug).await)
}
