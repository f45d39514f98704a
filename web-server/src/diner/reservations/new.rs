//! The page on which a diner chooses a booking.

use axum::extract::{Path, Query, State};
use axum::response::Response;
use chrono::NaiveDate;
use domain::accounts::queries::is_phone_confirmed;
use domain::entitlements::tickets;
use domain::ids::{RaffleRegistrationId, RestaurantId, UserId};
use domain::money::Yen;
use domain::payments;
use domain::restaurants::model::Restaurant;
use domain::rounds::wins;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use crate::diner::catalogue::RestaurantDetail;
use crate::diner::restaurants::{CalendarBoot, CalendarView, find_visible};
use crate::diner::session::MaybeDiner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::{Meta, PageData, PageOf};
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct NewReservationQuery {
    /// YYYY-MM-DD
    date: Option<String>,
    /// A winning registration of a raffle. Other values are ignored.
    raffle_round_registration_id: Option<i64>,
    ticket_code: Option<String>,
}

impl NewReservationQuery {
    /// Whether the address names something that belongs to an account.
    fn needs_account(&self) -> bool {
        self.raffle_round_registration_id.is_some()
            || self.ticket_code.as_deref().is_some_and(|code| !code.trim().is_empty())
    }
}

#[derive(Serialize, ToSchema)]
pub struct NewReservationPage {
    restaurant: RestaurantDetail,
    calendar: CalendarBoot,
    initial_date: Option<String>,
    raffle_round_registration_id: Option<i64>,
    ticket_code: Option<String>,
    /// Data of the ticket in the address, shown before the diner chooses.
    ticket: Option<TicketInfo>,
    needs: Needs,
}

impl PageData for NewReservationPage {
    const NAME: &'static str = "new_reservation";
}

/// The ticket in the address, as the restaurant knows it (gaps G071).
#[derive(Serialize, ToSchema)]
pub struct TicketInfo {
    code: String,
    /// Whether it is valid for a booking today.
    is_good: bool,
    /// Its last valid day; null without an end, and for a ticket that the restaurant does not know.
    valid_till: Option<NaiveDate>,
}

impl TicketInfo {
    async fn find(
        conn: &mut PgConnection,
        restaurant: RestaurantId,
        diner: UserId,
        typed: Option<&str>,
        today: NaiveDate,
    ) -> sqlx::Result<Option<Self>> {
        let Some(typed) = typed.map(str::trim).filter(|typed| !typed.is_empty()) else { return Ok(None) };
        Ok(Some(match tickets::find(conn, restaurant, diner, typed).await? {
            Some(ticket) => {
                Self { is_good: ticket.is_valid_on(today), code: ticket.code, valid_till: ticket.valid_till }
            }
            None => Self { code: typed.to_owned(), is_good: false, valid_till: None },
        }))
    }
}

/// Data that the diner must still provide before a booking can be completed; nothing for a visitor, whose first step is the account.
#[derive(Default, Serialize, ToSchema)]
pub struct Needs {
    phone: bool,
    card: bool,
}

impl Needs {
    async fn load(
        conn: &mut PgConnection,
        diner: UserId,
        restaurant: &Restaurant,
        detail: &RestaurantDetail,
    ) -> sqlx::Result<Self> {
        let can_cost = |price: Yen| restaurant.policy.highest_fee(price) > Yen::ZERO;
        let charges_something = detail.reservation_fee > Yen::ZERO
            || detail.courses.iter().any(|course| course.is_prepaid || can_cost(course.price));
        let has_card = payments::queries::find_card(conn, diner).await?.is_some();
        Ok(Self { phone: !is_phone_confirmed(conn, diner).await?, card: charges_something && !has_card })
    }
}

/// The page on which a diner picks date, seats, guests, time and course. Visitors see what is public: the hold needs the account (gaps
/// G245). A win or a ticket in the address belongs to an account, so such an address needs it too.
#[utoipa::path(get, path = "/r/{slug}/reservations/new", tag = "diner", params(("slug" = String, Path), NewReservationQuery),
    responses((status = 200, body = crate::http::page::Page<NewReservationPage>), (status = 302), (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    Path(slug): Path<String>,
    Query(query): Query<NewReservationQuery>,
) -> Result<Response, ApiError> {
    let diner = diner.id();
    if diner.is_none() && query.needs_account() {
        return Err(ApiError::unauthorized());
    }
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    let restaurant = find_visible(&mut conn, &slug).await?;
    let detail = RestaurantDetail::load(&mut conn, &context, &restaurant, now).await?;
    let win = match diner.zip(query.raffle_round_registration_id) {
        Some((diner, id)) => {
            let found = wins::find(&mut conn, restaurant.id, diner, RaffleRegistrationId(id), now).await?;
            found.filter(|win| win.reservation.is_none())
        }
        None => None,
    };
    let today = restaurant.zone.date_of(now);
    let view = CalendarView::Now { win: win.clone() };
    let data = NewReservationPage {
        ticket: match diner {
            Some(diner) => {
                TicketInfo::find(&mut conn, restaurant.id, diner, query.ticket_code.as_deref(), today).await?
            }
            None => None,
        },
        calendar: CalendarBoot::load(&mut conn, &app, &restaurant, diner, view).await?,
        initial_date: query.date.filter(|date| date.parse::<NaiveDate>().is_ok()),
        raffle_round_registration_id: win.map(|win| win.registration.0),
        ticket_code: query.ticket_code,
        needs: match diner {
            Some(diner) => Needs::load(&mut conn, diner, &restaurant, &detail).await?,
            None => Needs::default(),
        },
        restaurant: detail,
    };
    drop(conn);
    let meta = Meta::private(&data.restaurant.restaurant_name);
    PageOf::new(meta, data).respond(&app, &context, diner).await
}
