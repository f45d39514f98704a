//! A reservation in its diner's lists and pages.

use std::collections::BTreeMap;
use std::slice;

use chrono::{DateTime, Utc};
use domain::i18n;
use domain::ids::{ReservationId, RestaurantId, UserId};
use domain::money::Yen;
use domain::payments;
use domain::payments::model::{Charge, ChargeStatus, PaymentCard, Subject};
use domain::phone::format_for_locale;
use domain::reservations::delivery::{self, Delivery};
use domain::reservations::increases::UnpaidIncrease;
use domain::reservations::model::{Reservation, Status};
use domain::reservations::queries::{self, Labels};
use domain::reservations::unpaid_fees::{self, OpenPayment, OpenPayments, PaymentObstacle};
use domain::restaurants::model::{OperationName, Restaurant, Visibility};
use domain::restaurants::queries as restaurants;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::diner::catalogue::{address_ja, unit};
use crate::diner::delivery::DeliveryInfo;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::pictures::picture;
use crate::state::App;

/// A reservation as its diner sees it.
#[derive(Serialize, ToSchema)]
pub struct ReservationSummary {
    pub uid: String,
    pub reservation_code: String,
    pub status: Status,
    /// An invitation that its guest declined: void, and never a booking.
    pub is_declined: bool,
    pub date: String,
    pub starts_at: String,
    pub ends_at: String,
    /// YYYY年MM月DD日 HH:mm
    pub display_time: String,
    pub operation: OperationName,
    pub guests_count: i32,
    pub course_title: String,
    pub course_price: Yen,
    pub custom_unit: String,
    pub seat_title: String,
    pub special_request: String,
    pub can_cancel: bool,
    /// End of a hold, ISO 8601; null for other reservations.
    pub held_until: Option<String>,
    /// Whether a payment waits for the bank's authentication.
    pub needs_3ds: bool,
    /// Fees that could not be charged, with the obstacle that the diner must remove.
    pub open_payment: Option<OpenPaymentInfo>,
    pub delivery: Option<DeliveryInfo>,
    pub restaurant: RestaurantInfo,
}

#[derive(Serialize, ToSchema)]
pub struct RestaurantInfo {
    pub slug: String,
    pub restaurant_name: String,
    pub image_url: String,
    pub address: String,
    /// The address in Japanese, to show to a taxi driver; null on Japanese pages.
    pub address_ja: Option<String>,
    /// In English with Japan's code.
    pub phone: String,
    pub is_delivery_only: bool,
    /// True if the restaurant's page is not accessible any more.
    pub is_hidden: bool,
}

/// Fees that could not be charged, and that are paid together.
#[derive(Serialize, ToSchema)]
pub struct OpenPaymentInfo {
    /// Name of the only fee, or of the total of several.
    pub label: String,
    /// Total amount.
    pub amount: Yen,
    pub items: Vec<OpenPaymentItem>,
    /// Why, as a sentence.
    pub reason: String,
    /// Until when the diner can pay for a larger party, unless that time has passed, and what happens otherwise, as a sentence; null for another
    /// fee.
    pub deadline: Option<String>,
    /// Whether a card must be registered first.
    pub needs_card: bool,
}

#[derive(Serialize, ToSchema)]
pub struct OpenPaymentItem {
    pub label: String,
    pub amount: Yen,
}

impl OpenPaymentInfo {
    fn new(
        context: &Context,
        reservation: &Reservation,
        charges: &[Charge],
        open: &OpenPayments,
        now: DateTime<Utc>,
    ) -> Self {
        let locale = context.locale();
        let item = |item: &OpenPayment| OpenPaymentItem { label: item.label(locale), amount: item.amount };
        let increase = UnpaidIncrease::find(reservation, charges);
        Self {
            label: open.label(locale),
            amount: open.total(),
            items: open.items.iter().map(item).collect(),
            reason: open.obstacle.message(locale),
            deadline: increase.map(|increase| increase.message(locale, reservation, now)),
            needs_card: open.obstacle == PaymentObstacle::NoCard,
        }
    }
}

impl RestaurantInfo {
    pub fn new(context: &Context, restaurant: &Restaurant) -> Self {
        Self {
            slug: restaurant.slug.clone(),
            restaurant_name: context.pick(&restaurant.name),
            image_url: picture(restaurant.pictures.first()),
            address: context.pick(&restaurant.address),
            address_ja: address_ja(context, restaurant),
            phone: format_for_locale(context.locale(), &restaurant.phone),
            is_delivery_only: restaurant.is_delivery_only,
            is_hidden: restaurant.visibility == Visibility::Hidden,
        }
    }
}

/// Data that summaries show from tables other than `reservations`.
pub struct Related {
    restaurants: BTreeMap<RestaurantId, Restaurant>,
    labels: BTreeMap<(RestaurantId, ReservationId), Labels>,
    charges: BTreeMap<Subject, Vec<Charge>>,
    cards: BTreeMap<UserId, PaymentCard>,
    deliveries: BTreeMap<(RestaurantId, ReservationId), Delivery>,
}

impl Related {
    /// Runs one statement for each kind of row, for any number of reservations.
    pub async fn load_all(conn: &mut PgConnection, reservations: &[Reservation]) -> sqlx::Result<Self> {
        let ids: Vec<_> = reservations.iter().map(|one| (one.restaurant_id, one.id)).collect();
        let places: Vec<_> = reservations.iter().map(|one| one.restaurant_id).collect();
        let diners: Vec<_> = reservations.iter().filter_map(|one| one.user_id).collect();
        Ok(Self {
            restaurants: restaurants::list_of(conn, &places).await?,
            labels: queries::list_labels(conn, &ids).await?,
            charges: payments::queries::list_charges_of_reservations(conn, &ids).await?,
            cards: payments::queries::list_cards(conn, &diners).await?,
            deliveries: delivery::list(conn, &ids).await?,
        })
    }
}

impl ReservationSummary {
    pub async fn load(
        conn: &mut PgConnection,
        app: &App,
        context: &Context,
        reservation: &Reservation,
    ) -> Result<Self, ApiError> {
        let related = Related::load_all(conn, slice::from_ref(reservation)).await?;
        Self::of(app, context, reservation, &related).ok_or_else(ApiError::not_found)
    }

    /// `None` when the reservation was deleted before `related` was read.
    pub fn of(app: &App, context: &Context, reservation: &Reservation, related: &Related) -> Option<Self> {
        let now = app.clock.now();
        let key = (reservation.restaurant_id, reservation.id);
        let restaurant = related.restaurants.get(&reservation.restaurant_id)?;
        let labels = related.labels.get(&key)?;
        let charges = related.charges.get(&reservation.subject()).map_or(&[][..], Vec::as_slice);
        let card = reservation.user_id.and_then(|diner| related.cards.get(&diner));
        let open = unpaid_fees::open_payments(charges, card);
        let zone = reservation.zone;
        let waits = charges.iter().any(|charge| charge.is_open() && charge.status == ChargeStatus::RequiresAction);
        let is_fee_waiting = open.as_ref().is_some_and(|open| open.obstacle == PaymentObstacle::Authentication);
        Some(Self {
            uid: reservation.uid.clone(),
            reservation_code: reservation.reservation_code.clone(),
            status: reservation.status,
            is_declined: reservation.is_declined(),
            date: reservation.date.to_string(),
            starts_at: zone.iso(reservation.starts_at),
            ends_at: zone.iso(reservation.ends_at),
            display_time: i18n::date_time(context.locale(), reservation.starts_at, zone.tz()),
            operation: reservation.operation,
            guests_count: reservation.guests_count,
            course_title: context.pick(&reservation.course_title),
            course_price: reservation.course_price,
            custom_unit: unit(context, labels.course_unit.as_ref()),
            seat_title: context.pick(&labels.seat),
            special_request: reservation.special_request.clone(),
            can_cancel: reservation.is_cancellable_at(now),
            held_until: reservation.held_until.filter(|_| reservation.is_held_at(now)).map(|until| zone.iso(until)),
            needs_3ds: is_fee_waiting || waits && (reservation.is_held_at(now) || reservation.accepted_at.is_some()),
            open_payment: open.map(|open| OpenPaymentInfo::new(context, reservation, charges, &open, now)),
            delivery: related.deliveries.get(&key).map(|delivery| DeliveryInfo::new(context.locale(), delivery)),
            restaurant: RestaurantInfo::new(context, restaurant),
        })
    }
}
