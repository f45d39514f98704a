//! The review page: the diner confirms, pays and is authenticated by their bank (diner §4, gaps G080 to G085).

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use chrono::Duration;
use domain::i18n;
use domain::money::Yen;
use domain::payments;
use domain::payments::model::{Charge, ChargeKind, Outcome};
use domain::reservations::confirm::{self, Confirmation};
use domain::reservations::error::ReservationError;
use domain::reservations::model::{Reservation, Status};
use domain::reservations::queries;
use domain::restaurants::model::Restaurant;
use domain::restaurants::policy::Policy;
use domain::restaurants::queries as restaurants;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::HashMap;
use utoipa::{IntoParams, ToSchema};

use super::cards::SavedCard;
use super::catalogue::policy_text;
use super::reservations::{ReservationSummary, RestaurantInfo};
use super::restaurants::find_visible;
use crate::answer::{Done, local_path};
use crate::context::{Context, Flash};
use crate::error::ApiError;
use crate::form::{FormOrJson, tick};
use crate::page::{Meta, PageOf};
use crate::session::Diner;
use crate::state::App;

#[derive(Deserialize, IntoParams)]
pub struct ReviewQuery {
    /// Where to go when the hold is given back; a path of ours.
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
    total: i64,
    pay_at_restaurant: i64,
    card: Option<SavedCard>,
    needs_card: bool,
    after_delete_path: String,
    confirm_path: String,
    result_path: String,
    within_a_week: bool,
    /// What the law wants the last screen before a payment to show.
    final_confirmation: Vec<LabelledValue>,
    payment_problem: Option<String>,
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
    tiers: Vec<TierLine>,
}

/// One tier in yen, with the first day on which it applies.
#[derive(Serialize, ToSchema)]
pub struct TierLine {
    days_before: i64,
    percent: i64,
    amount: i64,
    from: String,
    label: String,
}

#[derive(Serialize, ToSchema)]
pub struct ChargeLine {
    kind: &'static str,
    label: String,
    unit_amount: i64,
    quantity: i32,
    amount: i64,
}

#[derive(Serialize, ToSchema)]
pub struct LabelledValue {
    label: String,
    value: String,
}

/// The last page before a booking. A hold that is no more leads back to the restaurant, a booking to itself.
#[utoipa::path(get, path = "/r/{slug}/reservations/{uid}/review", tag = "diner",
    params(("slug" = String, Path), ("uid" = String, Path), ReviewQuery),
    responses((status = 200, body = crate::page::Page<ReviewPage>), (status = 302), (status = 303), (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path((slug, uid)): Path<(String, String)>,
    Query(query): Query<ReviewQuery>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let restaurant = find_visible(&mut conn, &slug).await?;
    let found = queries::find_own(&mut conn, &uid, diner.id).await?.filter(|r| r.restaurant_id == restaurant.id);
    let reservation = found.ok_or_else(ApiError::not_found)?;
    let now = app.clock.now();
    if !reservation.is_held_at(now) {
        drop(conn);
        return moved_on(&app, &context, &restaurant, &reservation);
    }
    let items = restaurants::list_review_items(&mut conn, restaurant.id).await?;
    let charges = payments::queries::list_charges(&mut conn, reservation.id).await?;
    let card = payments::queries::find_card(&mut conn, diner.id).await?;
    let summary = ReservationSummary::load(&mut conn, &app, &context, &reservation).await?;
    drop(conn);
    let asks_in_person = !restaurant.is_delivery_only;
    let notice = restaurant.travel_law_notice.as_ref().filter(|_| asks_in_person);
    let lines = charge_lines(&context, &reservation);
    let total: i64 = lines.iter().map(|line| line.amount).sum();
    let after_delete_path = query.after_delete_path.as_deref().and_then(local_path).map(str::to_owned);
    let own = format!("/r/{slug}/reservations/{uid}");
    let data = ReviewPage {
        hold: Hold { uid: uid.clone(), seconds_to_complete: reservation.seconds_to_complete(now) },
        review_items: items
            .iter()
            .map(|(key, label)| ReviewItem { key_name: key.clone(), label: context.pick(label) })
            .collect(),
        requires_no_proxy: asks_in_person,
        travel_law_notice: notice.map(|notice| context.pick(notice)),
        policy: PolicyInfo::of(&context, &reservation),
        pay_at_restaurant: (reservation.course_total() - reservation.prepaid_price).0,
        needs_card: total > 0 && card.is_none(),
        card: card.map(SavedCard::of),
        after_delete_path: after_delete_path.unwrap_or_else(|| format!("/r/{slug}/reservations/new")),
        confirm_path: format!("{own}/confirm"),
        result_path: format!("{own}/confirm_with_three_d_secure_result"),
        within_a_week: reservation.starts_at - now <= Duration::days(7),
        final_confirmation: final_confirmation(&context, &reservation, &summary, total),
        payment_problem: problem(&context, &charges),
        charges: lines,
        total,
        restaurant: RestaurantInfo::of(&context, &restaurant),
        reservation: summary,
    };
    let meta = Meta::private(context.t("pages.review.title"));
    PageOf::new("review", meta, data).answer(&app, &context, Some(diner.id)).await
}

/// Where the diner of a hold that is no more belongs.
fn moved_on(
    app: &App,
    context: &Context,
    restaurant: &Restaurant,
    reservation: &Reservation,
) -> Result<Response, ApiError> {
    let path = match reservation.status {
        Status::Accepted => format!("/users/reservations/{}", reservation.uid),
        _ => format!("/r/{}", restaurant.slug),
    };
    if context.wants_json() {
        return Err(ApiError::from(ReservationError::HoldEnded).redirecting_to(path));
    }
    let done = Done::go(path);
    let done = match reservation.status {
        Status::Accepted => done,
        _ => done.flash(Flash::alert(context.t("errors.hold_ended"))),
    };
    done.answer(app, context)
}

impl PolicyInfo {
    fn of(context: &Context, reservation: &Reservation) -> Self {
        let total = reservation.course_total();
        let line = |tier: &domain::restaurants::policy::Tier| {
            let from = Policy::applies_from(*tier, reservation.date);
            let amount = total.percent(tier.percent);
            let day = i18n::date(context.locale(), from);
            let amount_text = i18n::yen(context.locale(), amount);
            TierLine {
                days_before: tier.days_before,
                percent: tier.percent,
                amount: amount.0,
                from: from.to_string(),
                label: context
                    .t_with("policy.tier", &[("date", &day), ("amount", &amount_text), ("percent", &tier.percent)]),
            }
        };
        Self {
            text: policy_text(context.locale(), &reservation.policy),
            tiers: reservation.policy.tiers().iter().map(line).collect(),
        }
    }
}

fn charge_lines(context: &Context, reservation: &Reservation) -> Vec<ChargeLine> {
    let due = [
        (ChargeKind::ReservationFee, reservation.reservation_fee),
        (ChargeKind::PrepaidCourse, reservation.prepaid_price),
    ];
    let line = |(kind, amount): (ChargeKind, Yen)| ChargeLine {
        kind: kind.as_str(),
        label: context.t(&format!("charge.{}", kind.as_str())),
        unit_amount: amount.0 / i64::from(reservation.guests_count),
        quantity: reservation.guests_count,
        amount: amount.0,
    };
    due.into_iter().filter(|(_, amount)| *amount > Yen::ZERO).map(line).collect()
}

fn final_confirmation(
    context: &Context,
    reservation: &Reservation,
    summary: &ReservationSummary,
    total: i64,
) -> Vec<LabelledValue> {
    let locale = context.locale();
    let at_restaurant = reservation.course_total() - reservation.prepaid_price;
    let row = |key: &str, value: String| LabelledValue { label: context.t(&format!("final.{key}")), value };
    vec![
        row(
            "quantity",
            context.t_with(
                "final.quantity_value",
                &[("course", &summary.course_title), ("guests", &summary.guests_count)],
            ),
        ),
        row("total", i18n::yen(locale, Yen(total))),
        row("at_restaurant", i18n::yen(locale, at_restaurant)),
        row("payment", context.t("final.payment_value")),
        row("service", summary.display_time.clone()),
        row("cancellation", policy_text(locale, &reservation.policy)),
    ]
}

/// Why the last try to pay came to nothing.
fn problem(context: &Context, charges: &[Charge]) -> Option<String> {
    let code = charges.iter().find_map(|charge| charge.failure_code.as_deref())?;
    Some(refusal_text(context, code))
}

fn refusal_text(context: &Context, code: &str) -> String {
    let key = format!("errors.card.{code}");
    if i18n::has(&key) { context.t(&key) } else { context.t("errors.card_refused") }
}

#[derive(Deserialize, Default, ToSchema)]
#[serde(default)]
pub struct ConfirmBody {
    #[serde(deserialize_with = "tick::deserialize")]
    date_confirmed: bool,
    #[serde(deserialize_with = "tick::deserialize")]
    no_proxy: bool,
    #[serde(deserialize_with = "tick::deserialize")]
    policy_agreed: bool,
    #[serde(deserialize_with = "tick::deserialize")]
    travel_law_agreed: bool,
    #[serde(deserialize_with = "tick::map")]
    reservation_review_page_items: HashMap<String, bool>,
    reservation: SpecialRequest,
    customer: HideFromUser,
}

#[derive(Serialize, Deserialize, Default, ToSchema)]
#[serde(default)]
pub struct SpecialRequest {
    special_request: String,
}

#[derive(Serialize, Deserialize, Default, ToSchema)]
#[serde(default)]
pub struct HideFromUser {
    #[serde(deserialize_with = "tick::deserialize")]
    hide_from_user: bool,
}

/// How a payment stands: what the browser must still have authenticated, and where to go then.
#[derive(Serialize, ToSchema)]
pub struct PaymentAnswer {
    requires_action: bool,
    payment_intents: Vec<IntentInfo>,
    payment_method: Option<String>,
    redirect_to: String,
}

#[derive(Serialize, ToSchema)]
pub struct IntentInfo {
    id: Option<String>,
    client_secret: Option<String>,
    status: &'static str,
}

const LONGEST_REQUEST: usize = 2_000;

/// Takes the confirmations and asks the card. Every missing box is named in `fields`.
#[utoipa::path(post, path = "/r/{slug}/reservations/{uid}/confirm.json", tag = "diner", request_body = ConfirmBody,
    params(("slug" = String, Path), ("uid" = String, Path)),
    responses((status = 200, body = PaymentAnswer), (status = 404), (status = 422)))]
pub async fn submit(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path((slug, uid)): Path<(String, String)>,
    FormOrJson(body): FormOrJson<ConfirmBody>,
) -> Result<Response, ApiError> {
    if body.reservation.special_request.chars().count() > LONGEST_REQUEST {
        return Err(ApiError::invalid_fields([("reservation.special_request", "field_too_long")]));
    }
    let confirmation = Confirmation {
        date_confirmed: body.date_confirmed,
        no_proxy: body.no_proxy,
        policy_agreed: body.policy_agreed,
        travel_law_agreed: body.travel_law_agreed,
        items: body.reservation_review_page_items,
        special_request: body.reservation.special_request,
        hide_from_user: body.customer.hide_from_user,
    };
    let mut tx = app.pool.begin().await?;
    let restaurant = find_visible(&mut tx, &slug).await?;
    let submitted =
        confirm::submit(&mut tx, &app.chance, app.clock.now(), &restaurant, diner.id, &uid, &confirmation).await;
    let reservation = submitted.map_err(|error| refused(error, &slug))?;
    tx.commit().await?;
    if reservation.status == Status::Accepted {
        return booked(&app, &context, &reservation);
    }
    let outcome = payments::actions::collect(&app.pool, &app.stripe, &app.clock, reservation.id, false).await?;
    conclude(&app, &context, &diner, &reservation, outcome, &slug).await
}

fn refused(error: ReservationError, slug: &str) -> ApiError {
    let is_over = matches!(error, ReservationError::HoldEnded);
    let refusal = ApiError::from(error);
    if is_over { refusal.redirecting_to(format!("/r/{slug}")) } else { refusal }
}

fn booked(app: &App, context: &Context, reservation: &Reservation) -> Result<Response, ApiError> {
    let answer = json!({ "requires_action": false, "payment_intents": [], "payment_method": null });
    let thanks = Flash::notice(context.t("flash.reservation_accepted"));
    Done::go(format!("/users/reservations/{}", reservation.uid)).with(answer).flash(thanks).answer(app, context)
}

/// What the outcome of a payment means for its reservation and its diner.
async fn conclude(
    app: &App,
    context: &Context,
    diner: &Diner,
    reservation: &Reservation,
    outcome: Outcome,
    slug: &str,
) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    let now = app.clock.now();
    let is_booked = match outcome {
        Outcome::Paid => confirm::complete_if_paid(&mut tx, &app.chance, now, reservation.id).await?,
        _ => {
            confirm::keep_while_paying(&mut tx, now, reservation.id, &outcome).await?;
            false
        }
    };
    if matches!(outcome, Outcome::Paid) && !is_booked {
        // Paid when the hold was over already: the settling job seats it again or pays it back.
        payments::actions::push_settle(&mut tx, &app.chance, reservation.id, None).await?;
    }
    tx.commit().await?;
    let review = format!("/r/{slug}/reservations/{}/review", reservation.uid);
    match outcome {
        Outcome::Paid if is_booked => booked(app, context, reservation),
        Outcome::Paid => Done::go("/users/upcoming_reservations")
            .with(json!({ "requires_action": false, "payment_intents": [], "payment_method": null }))
            .flash(Flash::notice(context.t("flash.payment_being_settled")).sticky())
            .answer(app, context),
        Outcome::RequiresAction(charges) => {
            let card = payments::queries::find_card(&mut *app.pool.acquire().await?, diner.id).await?;
            let answer = PaymentAnswer {
                requires_action: true,
                payment_intents: charges.iter().map(IntentInfo::of).collect(),
                payment_method: card.map(|card| card.gateway_fid),
                redirect_to: review,
            };
            Ok(Json(answer).into_response())
        }
        Outcome::Processing => Done::go("/users/upcoming_reservations")
            .with(json!({ "requires_action": false, "payment_intents": [], "payment_method": null }))
            .flash(Flash::notice(context.t("flash.payment_processing")).sticky())
            .answer(app, context),
        Outcome::CalledOff => Err(refused(ReservationError::HoldEnded, slug)),
        Outcome::Refused(code) => {
            let mut refusal = ApiError::from(ReservationError::PaymentFailed).redirecting_to(review);
            refusal.arguments.push(("reason", refusal_text(context, &code)));
            Err(refusal)
        }
    }
}

impl IntentInfo {
    fn of(charge: &Charge) -> Self {
        Self {
            id: charge.gateway_fid.clone(),
            client_secret: charge.client_secret.clone(),
            status: charge.status.as_str(),
        }
    }
}

#[derive(Deserialize, ToSchema)]
pub struct ThreeDSecureResult {
    /// succeeded or failed: what the browser believes. The provider is asked whatever it says.
    #[serde(default)]
    result: String,
    #[serde(default)]
    #[expect(dead_code, reason = "part of the call; the provider's word counts instead")]
    confirm_payment_intent_ids: Vec<String>,
}

/// The browser is back from the bank. Answers `redirect_to`; 422 when the provider does not say paid.
#[utoipa::path(post, path = "/r/{slug}/reservations/{uid}/confirm_with_three_d_secure_result", tag = "diner",
    params(("slug" = String, Path), ("uid" = String, Path)), request_body = ThreeDSecureResult,
    responses((status = 200), (status = 404), (status = 422)))]
pub async fn three_d_secure_result(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path((slug, uid)): Path<(String, String)>,
    FormOrJson(body): FormOrJson<ThreeDSecureResult>,
) -> Result<Response, ApiError> {
    if !["succeeded", "failed"].contains(&body.result.as_str()) {
        return Err(ApiError::invalid_fields([("result", "field_invalid")]));
    }
    let reservation = find_own(&app, &diner, &slug, &uid).await?;
    if reservation.status == Status::Accepted {
        return booked(&app, &context, &reservation);
    }
    let outcome = payments::actions::look(&app.pool, &app.stripe, &app.clock, reservation.id).await?;
    if !reservation.is_held_at(app.clock.now()) && !matches!(outcome, Outcome::Paid) {
        return Err(refused(ReservationError::HoldEnded, &slug));
    }
    if let Outcome::RequiresAction(_) = outcome {
        let review = format!("/r/{slug}/reservations/{uid}/review");
        let mut refusal = ApiError::from(ReservationError::PaymentFailed).redirecting_to(review);
        refusal.arguments.push(("reason", context.t("errors.card.authentication_required")));
        return Err(refusal);
    }
    conclude(&app, &context, &diner, &reservation, outcome, &slug).await
}

#[derive(Deserialize, ToSchema)]
pub struct RetryBody {
    #[serde(default)]
    redirect_to: Option<String>,
}

/// The intents of a reservation that still wait for the bank.
#[utoipa::path(post, path = "/r/{slug}/reservations/{uid}/retry_3ds", tag = "diner", request_body = RetryBody,
    params(("slug" = String, Path), ("uid" = String, Path)),
    responses((status = 200, body = PaymentAnswer), (status = 404), (status = 422)))]
pub async fn retry(
    State(app): State<App>,
    diner: Diner,
    Path((slug, uid)): Path<(String, String)>,
    FormOrJson(body): FormOrJson<RetryBody>,
) -> Result<Response, ApiError> {
    let reservation = find_own(&app, &diner, &slug, &uid).await?;
    let is_open = reservation.is_held_at(app.clock.now()) || reservation.accepted_at.is_some();
    if !is_open {
        return Err(refused(ReservationError::HoldEnded, &slug));
    }
    let outcome = payments::actions::look(&app.pool, &app.stripe, &app.clock, reservation.id).await?;
    let card = payments::queries::find_card(&mut *app.pool.acquire().await?, diner.id).await?;
    let payment_intents = match &outcome {
        Outcome::RequiresAction(charges) => charges.iter().map(IntentInfo::of).collect(),
        _ => Vec::new(),
    };
    let wanted = body.redirect_to.as_deref().and_then(local_path).unwrap_or("/users/upcoming_reservations");
    let answer = PaymentAnswer {
        requires_action: !payment_intents.is_empty(),
        payment_intents,
        payment_method: card.map(|card| card.gateway_fid),
        redirect_to: wanted.to_owned(),
    };
    Ok(Json(answer).into_response())
}

async fn find_own(app: &App, diner: &Diner, slug: &str, uid: &str) -> Result<Reservation, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let restaurant = find_visible(&mut conn, slug).await?;
    let found = queries::find_own(&mut conn, uid, diner.id).await?.filter(|r| r.restaurant_id == restaurant.id);
    found.ok_or_else(ApiError::not_found)
}
