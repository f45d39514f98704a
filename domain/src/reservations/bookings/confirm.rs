//! From hold to booking: the diner's confirmations, the payment, and the outcome of a late payment (diner §4 and §5, gaps G080 to
//! G084).

use std::collections::HashMap;

use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::queries as bookings;
use crate::audit::{self, Actor};
use crate::availability::access::Access;
use crate::customers;
use crate::entitlements::gold as allocations;
use crate::ids::{CustomerGroupId, ReservationId, RestaurantId, UserId};
use crate::inventory;
use crate::inventory::seating::{self, stocks_needed};
use crate::money::Yen;
use crate::outbox::mails::MailTemplate;
use crate::outbox::notifications::{self, NotificationReason};
use crate::payments;
use crate::payments::model::{ChargeKind, ChargeStatus, Outcome, Subject};
use crate::reservations::charges;
use crate::reservations::delivery;
use crate::reservations::error::ReservationError;
use crate::reservations::gold;
use crate::reservations::mails;
use crate::reservations::model::{Reservation, Status};
use crate::reservations::preferences::{self, QuestionTiming};
use crate::reservations::queries;
use crate::reservations::seats::{self, SeatClaim, SeatClaimOutcome};
use crate::restaurants;
use crate::restaurants::model::Restaurant;
use crate::rng::Rng;
use crate::settings;

/// Extension of a hold whose card payment is processing, from the start of the payment. The provider settles within a day.
const PROCESSING_GRACE: Duration = Duration::days(1);

/// The diner's input on the review page.
#[derive(Clone, Debug, Default)]
pub struct Confirmation {
    pub date_confirmed: bool,
    pub no_proxy: bool,
    pub policy_agreed: bool,
    pub travel_law_agreed: bool,
    pub items: HashMap<String, bool>,
    pub special_request: String,
    /// Required at restaurants that only deliver.
    pub delivery: delivery::DeliveryForm,
    /// One answer set for each guest, where the restaurant asks questions with the booking.
    pub preferences: Vec<Vec<preferences::AnswerInput>>,
    /// Required for slots that are reserved for gold members.
    pub gold: gold::GoldPreferenceForm,
    /// Whether the restaurant is hidden from the diner's favourites. The booking itself stays visible to them.
    pub hide_from_user: bool,
}

/// The result of confirming a hold or an invitation. The rows are as the transaction locked them.
#[derive(Debug)]
pub enum ConfirmedReservation {
    /// A booking: there was nothing to pay, or it was booked already.
    Booked(Reservation),
    /// Its charges are planned. It becomes a booking when they are paid.
    Unpaid(Reservation),
}

/// Stores the confirmations of a hold and plans its charges. A hold with nothing to pay becomes a booking immediately. A booking stays
/// a booking.
pub async fn submit(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    restaurant: &Restaurant,
    diner: UserId,
    uid: &str,
    confirmation: &Confirmation,
) -> Result<ConfirmedReservation, ReservationError> {
    let found = queries::lock_own(conn, restaurant.id, uid, diner).await?;
    let reservation = found.ok_or(ReservationError::NotFound)?;
    if reservation.status == Status::Accepted {
        return Ok(ConfirmedReservation::Booked(reservation));
    }
    if !reservation.is_held_at(now) {
        return Err(ReservationError::HoldEnded);
    }
    let items = restaurants::queries::list_review_items(conn, restaurant.id).await?;
    let missing =
        missing_confirmations(restaurant, &items.into_iter().map(|(key, _)| key).collect::<Vec<_>>(), confirmation);
    if !missing.is_empty() {
        return Err(ReservationError::Unconfirmed(missing));
    }
    if restaurant.is_delivery_only {
        let offer = delivery_offer(conn, &reservation).await?;
        let delivery = confirmation.delivery.check(&offer).map_err(ReservationError::Undeliverable)?;
        delivery::save(conn, restaurant.id, reservation.id, &delivery).await?;
    }
    store_answers(conn, now, &reservation, confirmation).await?;
    store_confirmation(conn, now, &reservation, confirmation).await?;
    plan_or_accept(conn, rng, now, reservation, diner).await
}

/// Plans the charges of a hold or an invitation whose row is locked. It becomes a booking if there is nothing to pay. A card is
/// required if anything is paid now or a fee can arise.
pub async fn plan_or_accept(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: Reservation,
    diner: UserId,
) -> Result<ConfirmedReservation, ReservationError> {
    require_card(conn, &reservation, diner).await?;
    if charges::plan(conn, rng, now, &reservation, diner).await? {
        return Ok(ConfirmedReservation::Unpaid(reservation));
    }
    accept(conn, rng, now, &reservation).await?;
    Ok(ConfirmedReservation::Booked(reservation))
}

/// Stores the diner's input about the visit: the guests' answers, and a gold member's preference.
async fn store_answers(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    reservation: &Reservation,
    confirmation: &Confirmation,
) -> Result<(), ReservationError> {
    let (restaurant, id) = (reservation.restaurant_id, reservation.id);
    if gold::is_gold(conn, restaurant, id).await? {
        let preference = confirmation.gold.check().map_err(ReservationError::Unanswered)?;
        gold::save(conn, restaurant, id, &preference).await?;
    }
    let questions = preferences::list_questions(conn, restaurant).await?;
    let (timing, guests) = (QuestionTiming::OnBooking, reservation.guests_count);
    let sets = preferences::check(&questions, timing, &confirmation.preferences, guests)?;
    Ok(preferences::replace(conn, now, restaurant, id, timing, &sets).await?)
}

/// Returns the dates and times at which the booked order can be delivered.
pub async fn delivery_offer(
    conn: &mut PgConnection,
    reservation: &Reservation,
) -> sqlx::Result<delivery::DeliveryOffer> {
    let time_slots = settings::delivery::list_arrival_time_slots(conn, reservation.restaurant_id).await?;
    Ok(delivery::DeliveryOffer::new(reservation.date, time_slots))
}

/// Rejects a diner without a card if anything is paid now or a fee can arise later.
async fn require_card(
    conn: &mut PgConnection,
    reservation: &Reservation,
    diner: UserId,
) -> Result<(), ReservationError> {
    if reservation.needs_card() {
        payments::queries::find_card(conn, diner).await?.ok_or(ReservationError::CardNeeded)?;
    }
    Ok(())
}

/// Returns the field names of the required confirmations that are missing.
fn missing_confirmations(restaurant: &Restaurant, items: &[String], given: &Confirmation) -> Vec<String> {
    let asks_in_person = !restaurant.is_delivery_only;
    let asks_travel_law = asks_in_person && restaurant.travel_law_notice.is_some();
    let fixed = [
        ("date_confirmed", true, given.date_confirmed),
        ("no_proxy", asks_in_person, given.no_proxy),
        ("policy_agreed", true, given.policy_agreed),
        ("travel_law_agreed", asks_travel_law, given.travel_law_agreed),
    ];
    let fixed = fixed.into_iter().filter(|(_, asked, ticked)| *asked && !*ticked).map(|(name, ..)| name.to_owned());
    let items = items.iter().filter(|key| !given.items.get(*key).copied().unwrap_or(false));
    fixed.chain(items.map(|key| format!("reservation_review_page_items.{key}"))).collect()
}

/// Records the diner's confirmations and their time, as evidence for both sides.
async fn store_confirmation(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    reservation: &Reservation,
    confirmation: &Confirmation,
) -> sqlx::Result<()> {
    let consent = json!({
        "at": now,
        "date_confirmed": confirmation.date_confirmed,
        "no_proxy": confirmation.no_proxy,
        "policy_agreed": confirmation.policy_agreed,
        "travel_law_agreed": confirmation.travel_law_agreed,
        "items": confirmation.items,
        "policy": reservation.policy,
        "no_show_percent": reservation.policy.no_show_percent(),
    });
    sqlx::query!(
        "UPDATE reservations SET special_request = $2, consent = $3, hidden_from_user = $4 WHERE restaurant_id = $5 AND id = $1",
        reservation.id.0,
        confirmation.special_request,
        consent,
        confirmation.hide_from_user, reservation.restaurant_id.0)
    .execute(conn)
    .await?;
    Ok(())
}

/// Records that the diner of an invitation agreed to its policy, as evidence for both sides.
pub async fn store_agreement(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    reservation: &Reservation,
) -> sqlx::Result<()> {
    let consent = json!({
        "at": now,
        "policy_agreed": true,
        "policy": reservation.policy,
        "no_show_percent": reservation.policy.no_show_percent(),
    });
    sqlx::query!(
        "UPDATE reservations SET consent = $3 WHERE restaurant_id = $1 AND id = $2",
        reservation.restaurant_id.0,
        reservation.id.0,
        consent,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Extends a hold once while the diner's bank authenticates the payment, and extends a hold whose payment is processing.
pub async fn extend_while_paying(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    hold: &Reservation,
    outcome: &Outcome,
) -> sqlx::Result<()> {
    match outcome {
        Outcome::RequiresAction(_) => match hold.extended_hold(now) {
            Some(until) => queries::set_hold(conn, hold.restaurant_id, hold.id, until, Some(now)).await,
            None => Ok(()),
        },
        Outcome::Processing => extend_while_processing(conn, hold).await,
        Outcome::Paid | Outcome::Declined(_) | Outcome::Cancelled => Ok(()),
    }
}

async fn extend_while_processing(conn: &mut PgConnection, hold: &Reservation) -> sqlx::Result<()> {
    let charges = payments::queries::list_charges(conn, hold.subject()).await?;
    if !charges.iter().any(|charge| charge.status == ChargeStatus::Processing) {
        return Ok(());
    }
    let began = payments::queries::find_beginning(conn, hold.subject()).await?;
    // Repeated calls compute the same end. An invitation may have a later end already.
    match began.map(|began| began + PROCESSING_GRACE).filter(|until| hold.held_until < Some(*until)) {
        Some(until) => queries::set_hold(conn, hold.restaurant_id, hold.id, until, None).await,
        None => Ok(()),
    }
}

/// Turns a hold into a booking if it has charges and all have succeeded. Its row is locked. Returns true if it is a booking afterwards.
pub async fn complete_if_paid(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
) -> sqlx::Result<bool> {
    let charges = payments::queries::list_charges(conn, reservation.subject()).await?;
    let is_paid = charges.iter().all(|charge| charge.status == ChargeStatus::Succeeded);
    if reservation.status == Status::Pending && is_paid && !charges.is_empty() {
        accept(conn, rng, now, reservation).await?;
        // The party may have become smaller while the payment was in progress.
        refund_above_price(conn, rng, now, reservation.subject(), reservation.prepaid_price).await?;
        return Ok(true);
    }
    Ok(reservation.status == Status::Accepted)
}

/// Makes the part of the prepayment that exceeds the current price of the courses due for a refund, and enqueues its settlement.
pub async fn refund_above_price(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    subject: Subject,
    prepaid: Yen,
) -> sqlx::Result<()> {
    let charges = payments::queries::list_charges(conn, subject).await?;
    let paid = charges.iter().filter(|c| c.kind == ChargeKind::PrepaidCourse && c.status == ChargeStatus::Succeeded);
    for charge in paid.filter(|charge| charge.price_paid() > prepaid) {
        charges::lower_price(conn, now, charge, charge.price_paid() - prepaid).await?;
        payments::actions::push_settle(conn, rng, subject, None).await?;
    }
    Ok(())
}

/// Turns a hold or an invitation into a booking.
async fn accept(conn: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, reservation: &Reservation) -> sqlx::Result<()> {
    queries::mark_accepted(conn, reservation.restaurant_id, reservation.id, now).await?;
    let is_invited = reservation.kind.is_invited();
    if is_invited {
        queries::mark_invitation_accepted(conn, reservation.restaurant_id, reservation.id, now).await?;
    }
    let action = if is_invited { "invitation_accepted" } else { "reservation_accepted" };
    notify_booking(conn, rng, now, reservation, mails::ACCEPTED, action).await
}

/// Assigns seats to an expired hold whose payment came late: its previous seats or others of its slot. Returns false if no seats are free,
/// the course is full, the visit has begun, a payment is missing or being refunded, the diner has another reservation at that meal, or the
/// gold round does not admit it. The caller then rolls back.
pub async fn reseat(conn: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, id: ReservationId) -> sqlx::Result<bool> {
    let Some(found) = queries::find(conn, id).await? else { return Ok(false) };
    let (Some(slot_id), Some(course)) = (found.online_stock_group_id, found.course_id) else { return Ok(false) };
    let is_admitted = is_admitted_to_gold(conn, now, &found).await?;
    inventory::queries::lock_slots_to_take(conn, found.restaurant_id, &[slot_id]).await?;
    let reservation = queries::lock(conn, found.restaurant_id, id).await?;
    if !is_admitted || reservation.status != Status::Expired || reservation.starts_at <= now {
        return Ok(false);
    }
    let charges = payments::queries::list_charges(conn, reservation.subject()).await?;
    if !charges.iter().all(|charge| charge.status == ChargeStatus::Succeeded && charge.refund_due == Yen::ZERO) {
        return Ok(false);
    }
    let live = match reservation.user_id {
        Some(diner) => queries::list_live(conn, reservation.restaurant_id, diner).await?,
        None => Vec::new(),
    };
    if live.iter().any(|r| r.date == reservation.date && r.operation == reservation.operation) {
        return Ok(false);
    }
    let slot = gold::find_slot(conn, &reservation, now).await?;
    let time = slot.as_ref().and_then(|slot| slot.times.iter().find(|time| reservation.osg_time_id == Some(time.id)));
    let (Some(slot), Some(time)) = (slot.as_ref(), time) else { return Ok(false) };
    let free = slot.free_at(time, access_at_booking(conn, reservation.restaurant_id, id).await?);
    let Some(party) = seating::choose(&free, stocks_needed(reservation.guests_count, slot.capacity_per_stock)) else {
        return Ok(false);
    };
    let guests = reservation.guests_count;
    let course_fits = slot.courses.iter().any(|offered| offered.id() == course && offered.takes(guests));
    let claim = SeatClaim {
        reservation: id,
        restaurant: reservation.restaurant_id,
        course,
        date: reservation.date,
        guests,
        starts_at: reservation.starts_at,
        ends_at: reservation.ends_at,
    };
    if !course_fits
        || !slot.has_pacing_for(time, guests)
        || seats::claim_seats(conn, &claim, &party).await? != SeatClaimOutcome::Taken
    {
        return Ok(false);
    }
    queries::mark_accepted(conn, reservation.restaurant_id, id, now).await?;
    bookings::raise_version(conn, reservation.restaurant_id, id).await?;
    notify_booking(conn, rng, now, &reservation, mails::RESEATED, "reservation_reseated").await?;
    inventory::queries::refresh_days(conn, reservation.restaurant_id, &[reservation.date]).await?;
    Ok(true)
}

/// Reports whether the gold round admits another booking of the diner (G069). Ordinary slots have no such rule. Serialises the diner's
/// bookings in the round until the transaction ends.
async fn is_admitted_to_gold(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    reservation: &Reservation,
) -> sqlx::Result<bool> {
    let (Some(slot), Some(diner)) = (reservation.online_stock_group_id, reservation.user_id) else { return Ok(true) };
    let Some(slot) = allocations::find(conn, reservation.restaurant_id, slot).await? else { return Ok(true) };
    allocations::lock_bookings(conn, diner, slot.round).await?;
    let others = allocations::count_bookings(conn, diner, slot.round, None, now).await?;
    Ok(slot.admits(others, now).is_ok())
}

/// Returns the seat access that the diner had when they booked.
pub(super) async fn access_at_booking(
    conn: &mut PgConnection,
    restaurant: RestaurantId,
    id: ReservationId,
) -> sqlx::Result<Access> {
    let class = sqlx::query_scalar!(
        "SELECT access_class FROM reservations WHERE restaurant_id = $2 AND id = $1",
        id.0,
        restaurant.0
    )
    .fetch_one(conn)
    .await?;
    Ok(Access { group: (class != 0).then_some(CustomerGroupId(class)), ..Access::default() })
}

/// Links a new booking to the restaurant's customer, and queues its mails and notifications, in the transaction that creates it.
async fn notify_booking(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    reservation: &Reservation,
    template: MailTemplate,
    action: &'static str,
) -> sqlx::Result<()> {
    if let Some(diner) = reservation.user_id {
        let customer =
            customers::actions::ensure_online_customer(conn, rng, now, reservation.restaurant_id, diner).await?;
        let linked = sqlx::query_scalar!(
            "UPDATE reservations SET customer_id = $2 WHERE restaurant_id = $3 AND id = $1 RETURNING hidden_from_user",
            reservation.id.0,
            customer.0,
            reservation.restaurant_id.0
        );
        if linked.fetch_one(&mut *conn).await? {
            customers::queries::hide_from_user(conn, reservation.restaurant_id, customer).await?;
        }
        mails::queue(conn, rng, now, template, reservation.id).await?;
    }
    let reason = if reservation.kind.is_invited() { NotificationReason::NewIvr } else { NotificationReason::NewOnr };
    notifications::push(conn, now, reservation.id, reason).await?;
    mails::queue_to_restaurant(conn, rng, now, reservation.restaurant_id, reservation.id).await?;
    let event = audit::Event {
        actor: reservation.user_id.map_or(Actor::System, Actor::Diner),
        action,
        restaurant: Some(reservation.restaurant_id),
        reservation: Some(reservation.id),
        detail: json!({}),
    };
    audit::record(conn, now, event).await
}
