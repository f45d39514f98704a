//! The review page: the diner confirms, pays and is authenticated by their bank (diner §4, gaps G080 to G085).

use std::fmt::Display;

use axum::extract::{Path, Query, State};
use axum::response::Response;
use chrono::{Duration, NaiveDate};
use domain::accounts::{self, local_path};
use domain::i18n;
use domain::money::Yen;
use domain::payments;
use domain::payments::model::{Charge, ChargeKind, ChargeStatus};
use domain::reservations::bookings::confirm;
use domain::reservations::delivery;
use domain::reservations::error::ReservationError;
use domain::reservations::gold;
use domain::reservations::model::{Reservation, Status};
use domain::reservations::preferences::{self, QuestionTiming};
use domain::reservations::unpaid_fees::decline_message;
use domain::restaurants::model::Restaurant;
use domain::restaurants::policy::{CancellationPolicy, FeeTier};
use domain::restaurants::queries as restaurants;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use super::cards::SavedCard;
use super::catalogue::policy_text;
use super::delivery::DeliveryChoices;
use super::preferences::{AnswerGroup, AnswerGroups, GoldForm, QuestionInfo};
use super::proof::{self, ProofWay};
use super::reservations::summary::{ReservationSummary, RestaurantInfo};
use super::restaurants::{find_own, path_after_end};
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::WriteResponse;
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct ReviewQuery {
    /// Target after the hold is released; a path on this site.
    after_delete_path: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct ReviewPage {
    restaurant: RestaurantInfo,
    reservation: ReservationSummary,
    hold: Hold,
    review_items: Vec<ReviewItem>,
    requires_no_proxy: bool,
    travel_law_notice: Option<String>,
    policy: PolicyInfo,
    charges: Vec<ChargeLine>,
    total: Yen,
    pay_at_restaurant: Yen,
    card: Option<SavedCard>,
    needs_card: bool,
    /// The proofs of identity that a replacement of the card accepts; empty for the first card.
    proof_ways: Vec<ProofWay>,
    /// Questions about the delivery, if everything is delivered; null for guests who come.
    delivery: Option<DeliveryChoices>,
    /// Questions of the restaurant to each guest, to be answered with the booking.
    preference_questions: Vec<QuestionInfo>,
    preferences: AnswerGroup,
    /// Questions to a gold member; null if the slot is open to others.
    gold: Option<GoldForm>,
    after_delete_path: String,
    confirm_path: String,
    result_path: String,
    within_a_week: bool,
    /// Data that the law requires on the last screen before a payment.
    final_confirmation: Vec<LabelledValue>,
    payment_problem: Option<String>,
    /// Yen of `total` that were paid already. They are refunded if the hold ends without a booking.
    paid: Yen,
}

impl PageData for ReviewPage {
    const NAME: &'static str = "review";
}

#[derive(Serialize, ToSchema)]
pub struct Hold {
    uid: String,
    seconds_to_complete: i64,
}

#[derive(Serialize, ToSchema)]
pub struct ReviewItem {
    key_name: String,
    label: String,
}

#[derive(Serialize, ToSchema)]
pub struct PolicyInfo {
    text: String,
    /// The tier that applies today, if any, and the later ones. A past tier is left out.
    tiers: Vec<TierLine>,
    /// The fee of a guest who does not come; null if it is nothing.
    no_show: Option<NoShowLine>,
}

#[derive(Serialize, ToSchema)]
pub struct NoShowLine {
    percent: i64,
    amount: Yen,
    label: String,
}

/// One tier in yen, with the first day on which it applies.
#[derive(Serialize, ToSchema)]
pub struct TierLine {
    days_before: i64,
    percent: i64,
    amount: Yen,
    from: String,
    label: String,
    /// It is the fee of a cancellation today.
    applies_now: bool,
}

#[derive(Serialize, ToSchema)]
pub struct ChargeLine {
    kind: ChargeKind,
    label: String,
    unit_amount: Yen,
    quantity: i32,
    pub amount: Yen,
}

#[derive(Serialize, ToSchema)]
pub struct LabelledValue {
    /// quantity, portions, total, at_restaurant, payment, service or cancellation.
    key: String,
    label: String,
    value: String,
}

/// The last page before a booking. An ended hold redirects to the restaurant (422 for JSON), a booking to its own page.
#[utoipa::path(get, path = "/r/{slug}/reservations/{uid}/review", tag = "diner",
    params(("slug" = String, Path), ("uid" = String, Path), ReviewQuery),
    responses((status = 200, body = crate::http::page::Page<ReviewPage>), (status = 302), (status = 303), (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path((slug, uid)): Path<(String, String)>,
    Query(query): Query<ReviewQuery>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let (restaurant, reservation) = find_own(&mut conn, &slug, &uid, diner.id).await?;
    let now = app.clock.now();
    if !reservation.is_held_at(now) {
        drop(conn);
        return redirect_from_ended_hold(&app, &context, &restaurant, &reservation);
    }
    let items = restaurants::list_review_items(&mut conn, restaurant.id).await?;
    let charges = payments::queries::list_charges(&mut conn, reservation.subject()).await?;
    let card = payments::queries::find_card(&mut conn, diner.id).await?;
    let proof_ways = proof::ways_to_replace(&app, &context, &mut conn, &diner, card.as_ref()).await?;
    let summary = ReservationSummary::load(&mut conn, &app, &context, &reservation).await?;
    let delivery = delivery_choices(&mut conn, &context, &restaurant, &reservation).await?;
    let questions = preferences::list_questions(&mut conn, restaurant.id).await?;
    let questions = questions.iter().filter(|question| question.timing == QuestionTiming::OnBooking);
    let sets = preferences::list(&mut conn, restaurant.id, reservation.id).await?;
    let gold = gold_form(&mut conn, &context, &reservation).await?;
    drop(conn);
    let asks_in_person = !restaurant.is_delivery_only;
    let notice = restaurant.travel_law_notice.as_ref().filter(|_| asks_in_person);
    let lines = charge_lines(&context, &reservation);
    let total: Yen = lines.iter().map(|line| line.amount).sum();
    let after_delete_path = query.after_delete_path.as_deref().and_then(|path| local_path(&app.config.base_url, path));
    let own = format!("/r/{slug}/reservations/{uid}");
    let data = ReviewPage {
        hold: Hold { uid: uid.clone(), seconds_to_complete: reservation.seconds_to_complete(now) },
        review_items: items
            .iter()
            .map(|(key, label)| ReviewItem { key_name: key.clone(), label: context.pick(label) })
            .collect(),
        requires_no_proxy: asks_in_person,
        travel_law_notice: notice.map(|notice| context.pick(notice)),
        policy: PolicyInfo::new(&context, &reservation, restaurant.zone.date_of(now)),
        pay_at_restaurant: reservation.course_total() - reservation.prepaid_price,
        needs_card: reservation.needs_card() && card.is_none(),
        card: card.map(SavedCard::from_card),
        proof_ways,
        delivery,
        preference_questions: questions.map(|question| QuestionInfo::new(&context, question)).collect(),
        preferences: AnswerGroups::new(&context, &sets).on_booking,
        gold,
        after_delete_path: after_delete_path.unwrap_or_else(|| format!("/r/{slug}/reservations/new")),
        confirm_path: format!("{own}/confirm"),
        result_path: format!("{own}/confirm_with_three_d_secure_result"),
        within_a_week: reservation.starts_at - now <= Duration::days(7),
        final_confirmation: final_confirmation(&context, &reservation, &summary, total),
        payment_problem: problem(&context, &charges),
        paid: charges.iter().filter(|charge| charge.status == ChargeStatus::Succeeded).map(Charge::net).sum(),
        charges: lines,
        total,
        restaurant: RestaurantInfo::new(&context, &restaurant),
        reservation: summary,
    };
    let meta = Meta::private(context.t("pages.review.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

async fn gold_form(
    conn: &mut PgConnection,
    context: &Context,
    reservation: &Reservation,
) -> Result<Option<GoldForm>, ApiError> {
    if !gold::is_gold(conn, reservation.restaurant_id, reservation.id).await? {
        return Ok(None);
    }
    let saved = gold::find(conn, reservation.restaurant_id, reservation.id).await?;
    Ok(Some(GoldForm::new(context, saved)))
}

async fn delivery_choices(
    conn: &mut PgConnection,
    context: &Context,
    restaurant: &Restaurant,
    reservation: &Reservation,
) -> Result<Option<DeliveryChoices>, ApiError> {
    let Some(diner) = reservation.user_id.filter(|_| restaurant.is_delivery_only) else { return Ok(None) };
    let offer = confirm::delivery_offer(conn, reservation).await?;
    let saved = delivery::find(conn, restaurant.id, reservation.id).await?;
    let account = accounts::queries::find(conn, diner).await?.ok_or_else(ApiError::not_found)?;
    Ok(Some(DeliveryChoices::new(context, &offer, saved.as_ref(), &account.profile)))
}

/// Returns the redirect for an ended hold: to the booking that it became, otherwise as `path_after_end`. JSON gets a 422 with that path for
/// a hold that became no booking.
fn redirect_from_ended_hold(
    app: &App,
    context: &Context,
    restaurant: &Restaurant,
    reservation: &Reservation,
) -> Result<Response, ApiError> {
    if reservation.status == Status::Accepted {
        let path = format!("/users/reservations/{}", reservation.uid);
        return WriteResponse::redirect_to(path).flash(Flash::notice(context.t("flash.booked_already"))).see_other(app);
    }
    let path = path_after_end(restaurant, &reservation.uid);
    if context.wants_json() {
        return Err(ApiError::from(ReservationError::HoldEnded).redirecting_to(path));
    }
    WriteResponse::redirect_to(path).flash(Flash::alert(context.t("errors.hold_ended"))).see_other(app)
}

impl PolicyInfo {
    /// Returns the policy of a reservation as it applies from `today` in the restaurant's zone.
    pub fn new(context: &Context, reservation: &Reservation, today: NaiveDate) -> Self {
        let total = reservation.course_total();
        let line = |(tier, applies_now): (FeeTier, bool)| TierLine {
            days_before: tier.days_before,
            percent: tier.percent,
            amount: total.percent(tier.percent),
            from: CancellationPolicy::applies_from(tier, reservation.date).to_string(),
            label: CancellationPolicy::tier_of_visit(tier, context.locale(), total, reservation.date),
            applies_now,
        };
        let (now, later) = reservation.policy.ahead(reservation.date, today);
        let tiers = now.map(|tier| (tier, true)).into_iter().chain(later.into_iter().map(|tier| (tier, false)));
        Self {
            text: policy_text(context.locale(), &reservation.policy),
            tiers: tiers.map(line).collect(),
            no_show: reservation.policy.no_show_of_visit(context.locale(), total).map(|label| NoShowLine {
                percent: reservation.policy.no_show_percent(),
                amount: total.percent(reservation.policy.no_show_percent()),
                label,
            }),
        }
    }
}

pub fn charge_lines(context: &Context, reservation: &Reservation) -> Vec<ChargeLine> {
    let due = [
        (ChargeKind::ReservationFee, reservation.reservation_fee),
        (ChargeKind::PrepaidCourse, reservation.prepaid_price),
    ];
    let line = |(kind, amount): (ChargeKind, Yen)| ChargeLine {
        kind,
        label: context.t(&format!("charge.{}", kind.as_str())),
        unit_amount: Yen(amount.0 / i64::from(reservation.guests_count)),
        quantity: reservation.guests_count,
        amount,
    };
    due.into_iter().filter(|(_, amount)| *amount > Yen::ZERO).map(line).collect()
}

pub fn final_confirmation(
    context: &Context,
    reservation: &Reservation,
    summary: &ReservationSummary,
    total: Yen,
) -> Vec<LabelledValue> {
    let locale = context.locale();
    let at_restaurant = reservation.course_total() - reservation.prepaid_price;
    let row = |key: &str, value: String| LabelledValue {
        key: key.to_owned(),
        label: context.t(&format!("final.{key}")),
        value,
    };
    let quantity = if reservation.is_order() || summary.restaurant.is_delivery_only { "portions" } else { "quantity" };
    let counted = [("course", &summary.course_title as &dyn Display), ("guests", &summary.guests_count)];
    let paid_now = row("total", i18n::yen(locale, total));
    let paid_there = (at_restaurant > Yen::ZERO).then(|| row("at_restaurant", i18n::yen(locale, at_restaurant)));
    let when = match (total > Yen::ZERO, at_restaurant > Yen::ZERO) {
        (true, false) => "now",
        (true, true) => "now_and_there",
        (false, true) => "there",
        (false, false) => "nothing",
    };
    let rest = [
        row("payment", context.t(&format!("final.payment_{when}"))),
        row("service", summary.display_time.clone()),
        row("cancellation", policy_text(locale, &reservation.policy)),
    ];
    let ordered = row(quantity, context.t_with(&format!("final.{quantity}_value"), &counted));
    [ordered, paid_now].into_iter().chain(paid_there).chain(rest).collect()
}

/// Returns the failure of the first charge that has one, as a sentence; `None` if no charge has failed.
pub fn problem(context: &Context, charges: &[Charge]) -> Option<String> {
    let code = charges.iter().find_map(|charge| charge.failure_code.as_deref())?;
    Some(decline_message(context.locale(), code))
}
