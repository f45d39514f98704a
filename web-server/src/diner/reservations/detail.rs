//! One reservation of a diner's, with its charges.

use axum::extract::{Path, State};
use axum::response::Response;
use chrono::Duration;
use domain::accounts::queries as accounts;
use domain::i18n::{self, Locale};
use domain::money::Yen;
use domain::payments;
use domain::payments::model::{ChargeKind, ChargeStatus, DisputeState};
use domain::reservations::bookings::change;
use domain::reservations::charges as refunds;
use domain::reservations::error::ReservationError;
use domain::reservations::model::{Reservation, Status};
use domain::reservations::no_show_fee_rows::{self, NoShowFee};
use domain::reservations::preferences::{self, QuestionTiming};
use domain::reservations::queries;
use domain::restaurants::queries as restaurants;
use domain::rounds::wins;
use serde::Serialize;
use utoipa::ToSchema;

use super::history::HistoryEntry;
use super::reminder::ReminderInfo;
use super::summary::{ReservationSummary, RestaurantInfo};
use crate::diner::preferences::{AnswerGroups, QuestionInfo};
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::page::{Meta, PageData, PageOf};
use crate::state::App;

/// Time during which the page of a new booking names the address of the confirmation.
const JUST_BOOKED: Duration = Duration::hours(1);

#[derive(Serialize, ToSchema)]
pub struct ReservationPage {
    reservation: ReservationSummary,
    restaurant: RestaurantInfo,
    charges: Vec<ChargeInfo>,
    cancellation: CancellationInfo,
    policy_text: String,
    /// The diner won a raffle and booked before other diners.
    is_winners_booking: bool,
    /// State of the fee that the restaurant has requested for a no-show, as a sentence; null if it has requested none.
    no_show_fee_text: Option<String>,
    /// Reason why the booking cannot be changed, as a sentence; null if it can.
    edit_refusal: Option<String>,
    preferences: AnswerGroups,
    /// Questions after the booking that can still be answered.
    after_booking_questions: Vec<QuestionInfo>,
    reminder: Option<ReminderInfo>,
    /// The calendar file; null if the reservation never was a booking.
    calendar_path: Option<String>,
    /// Address to which the confirmation was sent, within an hour of the booking; null afterwards.
    confirmation_sent_to: Option<String>,
    history: Vec<HistoryEntry>,
}

impl PageData for ReservationPage {
    const NAME: &'static str = "reservation";
}

#[derive(Serialize, ToSchema)]
pub struct ChargeInfo {
    kind: ChargeKind,
    label: String,
    amount: Yen,
    status: ChargeStatus,
    /// Total amount to be refunded.
    refund_due: Yen,
    /// Part of it that has been refunded.
    refunded_amount: Yen,
    /// State of its dispute at the diner's bank. While it is open, a due refund waits.
    dispute: Option<DisputeState>,
    /// Amount that the bank returned in a lost dispute.
    lost_amount: Yen,
}

/// Consequences of cancelling a booking now, in yen; for other reservations, the fee that was charged and all
/// refunds of the reservation (gaps G305).
#[derive(Serialize, ToSchema)]
pub struct CancellationInfo {
    fee: Yen,
    refund: Yen,
    /// Amount that banks returned in lost disputes; no part of `refund`.
    returned_by_bank: Yen,
    text: String,
    allowed: bool,
}

/// One reservation with its charges, and what cancelling it would cost.
#[utoipa::path(get, path = "/users/reservations/{uid}", tag = "diner", params(("uid" = String, Path)),
    responses((status = 200, body = crate::http::page::Page<ReservationPage>), (status = 302), (status = 404)))]
pub async fn detail(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(uid): Path<String>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let reservation = queries::find_own(&mut conn, &uid, diner.id).await?.ok_or_else(ApiError::not_found)?;
    let restaurant = restaurants::find(&mut conn, reservation.restaurant_id).await?.ok_or_else(ApiError::not_found)?;
    let charges = payments::queries::list_charges(&mut conn, reservation.subject()).await?;
    let now = app.clock.now();
    let edit_refusal = match change::require_editable(&mut conn, &reservation, now).await {
        Ok(()) => None,
        Err(ReservationError::Database(error)) => return Err(error.into()),
        Err(refusal) => Some(ApiError::from(refusal).message(context.locale())),
    };
    let questions = preferences::list_questions(&mut conn, reservation.restaurant_id).await?;
    let asked = questions.iter().filter(|one| one.timing == QuestionTiming::AfterBooking && edit_refusal.is_none());
    let sets = preferences::list(&mut conn, reservation.restaurant_id, reservation.id).await?;
    let fee = no_show_fee_rows::find(&mut conn, reservation.restaurant_id, reservation.id).await?;
    let is_winners_booking = wins::is_used_by(&mut conn, reservation.restaurant_id, reservation.id).await?;
    let is_to_come = reservation.status == Status::Accepted && now < reservation.starts_at;
    let calendar_path = reservation.accepted_at.map(|_| format!("/users/reservations/{uid}/calendar.ics"));
    let data = ReservationPage {
        preferences: AnswerGroups::new(&context, &sets),
        after_booking_questions: asked.map(|question| QuestionInfo::new(&context, question)).collect(),
        reminder: if is_to_come { ReminderInfo::find(&mut conn, &app, diner.id).await? } else { None },
        calendar_path,
        is_winners_booking,
        confirmation_sent_to: match reservation.accepted_at.filter(|at| is_to_come && now - *at < JUST_BOOKED) {
            Some(_) => accounts::find(&mut conn, diner.id).await?.map(|account| account.email),
            None => None,
        },
        edit_refusal,
        reservation: ReservationSummary::load(&mut conn, &app, &context, &reservation).await?,
        restaurant: RestaurantInfo::new(&context, &restaurant),
        charges: charges
            .iter()
            .filter(|charge| is_shown(charge))
            .map(|charge| ChargeInfo::new(&context, charge))
            .collect(),
        cancellation: CancellationInfo::new(&app, &context, &reservation, &charges),
        policy_text: policy_of_visit(context.locale(), &reservation),
        no_show_fee_text: fee.map(|fee| no_show_fee_text(&context, &reservation, &fee)),
        history: HistoryEntry::list(&mut conn, &context, &reservation, restaurant.is_delivery_only).await?,
    };
    drop(conn);
    let meta = Meta::private(context.t("pages.reservation.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

fn no_show_fee_text(context: &Context, reservation: &Reservation, fee: &NoShowFee) -> String {
    let (locale, tz) = (context.locale(), reservation.zone.tz());
    let (amount, at) = (i18n::yen(locale, fee.amount), i18n::date_time(locale, fee.charge_due_at, tz));
    let state = if fee.is_owed { "owed" } else { fee.status.as_str() };
    context.t_with(&format!("reservation.no_show_fee.{state}"), &[("amount", &amount), ("at", &at)])
}

/// Formats the policy with the days and amounts of this visit, as the review page and the mails do.
fn policy_of_visit(locale: Locale, reservation: &Reservation) -> String {
    reservation.policy.of_visit(locale, reservation.course_total(), reservation.date).join("\n")
}

/// Reports whether to show a charge: not one that was cancelled before an amount was paid.
fn is_shown(charge: &payments::model::Charge) -> bool {
    !(charge.is_void && charge.status != ChargeStatus::Succeeded)
}

impl ChargeInfo {
    pub fn new(context: &Context, charge: &payments::model::Charge) -> Self {
        Self {
            kind: charge.kind,
            label: context.t(&format!("charge.{}", charge.kind.as_str())),
            amount: charge.amount,
            status: charge.status,
            refund_due: charge.refund_due,
            refunded_amount: charge.refunded_amount,
            dispute: charge.dispute,
            lost_amount: charge.lost_amount,
        }
    }
}

impl CancellationInfo {
    fn new(app: &App, context: &Context, reservation: &Reservation, charges: &[payments::model::Charge]) -> Self {
        let now = app.clock.now();
        let allowed = reservation.is_cancellable_at(now);
        let (fee, refund) = match reservation.status {
            Status::Accepted => {
                let fee = reservation.cancellation_fee_at(now);
                (fee, refunds::refund_on_cancelling(charges, fee))
            }
            _ => {
                let fee = reservation.cancellation_fee.unwrap_or(Yen::ZERO);
                (fee, refunds::total_refund(charges))
            }
        };
        let locale = context.locale();
        let (fee_text, refund_text) = (i18n::yen(locale, fee), i18n::yen(locale, refund));
        let mut text = context.t_with("cancellation.summary", &[("fee", &fee_text), ("refund", &refund_text)]);
        let returned_by_bank: Yen = charges.iter().map(|charge| charge.lost_amount).sum();
        if returned_by_bank > Yen::ZERO {
            let amount = i18n::yen(locale, returned_by_bank);
            text = format!("{text}\n{}", context.t_with("cancellation.returned_by_bank", &[("amount", &amount)]));
        }
        let is_deferred = charges.iter().any(|charge| charge.dispute == Some(DisputeState::Open));
        if is_deferred && refund > Yen::ZERO {
            text = format!("{text}\n{}", context.t("cancellation.refund_deferred"));
        }
        Self { fee, refund, returned_by_bank, text, allowed }
    }
}
