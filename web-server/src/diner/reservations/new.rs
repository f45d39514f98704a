//! The page on which a diner chooses what to book.

use axum::extract::{Path, Query, State};
use axum::response::Response;
use domain::accounts::queries::is_phone_confirmed;
use domain::money::Yen;
use domain::payments;
use domain::rounds::wins;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::diner::catalogue::RestaurantDetail;
use crate::diner::restaurants::{CalendarBoot, Look, find_visible};
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::{Meta, PageData, PageOf};
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct NewReservationQuery {
    /// YYYY-MM-DD
    date: Option<String>,
    /// A raffle's registration that has won. Anything else is passed over.
    raffle_round_registration_id: Option<i64>,
    ticket_code: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct NewReservationPage {
    restaurant: RestaurantDetail,
    calendar: CalendarBoot,
    #[schema(required)]
    initial_date: Option<String>,
    #[schema(required)]
    raffle_round_registration_id: Option<i64>,
    #[schema(required)]
    ticket_code: Option<String>,
    needs: Needs,
}

impl PageData for NewReservationPage {
    const NAME: &'static str = "new_reservation";
}

/// What the diner still has to give before a booking can be completed.
#[derive(Serialize, ToSchema)]
pub struct Needs {
    phone: bool,
    card: bool,
}

/// The page on which a diner picks date, seats, guests, time and course.
#[utoipa::path(get, path = "/r/{slug}/reservations/new", tag = "diner", params(("slug" = String, Path), NewReservationQuery),
    responses((status = 200, body = crate::http::page::Page<NewReservationPage>), (status = 302), (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(slug): Path<String>,
    Query(query): Query<NewReservationQuery>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let restaurant = find_visible(&mut conn, &slug).await?;
    let detail = RestaurantDetail::load(&mut conn, &context, &restaurant, app.clock.now()).await?;
    let can_cost = |price: Yen| restaurant.policy.highest_fee(price) > Yen::ZERO;
    let charges_something = detail.reservation_fee > Yen::ZERO
        || detail.courses.iter().any(|course| course.is_prepaid || can_cost(course.price));
    let has_card = payments::queries::find_card(&mut conn, diner.id).await?.is_some();
    let win = match query.raffle_round_registration_id {
        Some(id) => {
            wins::find(&mut conn, restaurant.id, diner.id, id, now).await?.filter(|win| win.reservation.is_none())
        }
        None => None,
    };
    let data = NewReservationPage {
        calendar: CalendarBoot::load(&mut conn, &app, &restaurant, Some(diner.id), Look::Now { win: win.clone() })
            .await?,
        initial_date: query.date.filter(|date| date.parse::<chrono::NaiveDate>().is_ok()),
        raffle_round_registration_id: win.map(|win| win.registration),
        ticket_code: query.ticket_code,
        needs: Needs { phone: !is_phone_confirmed(&mut conn, diner.id).await?, card: charges_something && !has_card },
        restaurant: detail,
    };
    drop(conn);
    let meta = Meta::private(format!("{} | Seki", data.restaurant.restaurant_name));
    PageOf::new(meta, data).answer(&app, &context, Some(diner.id)).await
}
