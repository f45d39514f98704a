//! Subscribing to premium and the club, and cancelling premium (diner §7, D-073 to D-075).

use axum::Json;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use domain::entitlements::tiers::Grade;
use domain::i18n;
use domain::ids::SubscriptionId;
use domain::payments::error::PaymentError;
use domain::plans::cancel::{self, reason};
use domain::plans::error::SubscriptionPlanError;
use domain::plans::model::member_page;
use domain::plans::queries;
use domain::plans::quote::{ShownQuote, SubscriptionQuote};
use domain::plans::reconcile::reconcile;
use domain::plans::subscribe::{SubscriptionProgress, SubscriptionRequest, resume, subscribe as begin};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::quote::{PlanQuote, ShownQuoteBody};
use crate::diner::card_limits;
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::{FormOrJson, tick};
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

// A `SubscriptionRequest` over HTTP.
#[derive(Deserialize, ToSchema)]
pub struct SubscriptionRequestBody {
    subscription: SubscriptionRequestFields,
    /// Whether the first months are free.
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    is_monthly_green_trial: Option<bool>,
    /// Code of a campaign or a coupon.
    campaign_code: Option<String>,
    /// Id of a started subscription whose card is confirmed now.
    stripe_subscription_id: Option<String>,
    /// The quote in the last dialog. A request without one accepts any charge.
    quote: Option<ShownQuoteBody>,
}

// The fields of a `SubscriptionRequestBody` that the specification puts below `subscription`.
#[derive(Deserialize, ToSchema)]
pub struct SubscriptionRequestFields {
    #[serde(default)]
    stripe_price_id: String,
    /// green, unless it is ohc.
    grade: Option<String>,
}

// A `SubscriptionProgress` over HTTP.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SubscriptionProgressInfo {
    /// trialing, active, processing, or requires_action: the card must be confirmed, and the call repeated with the id.
    status: String,
    stripe_client_secret: Option<String>,
    stripe_payment_method: Option<String>,
    stripe_subscription_id: Option<String>,
    /// Target of a subscriber.
    redirect_to: Option<String>,
    /// The plan continues after a cancellation, as a sentence.
    message: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct SubscriptionResponse {
    #[serde(flatten)]
    progress: SubscriptionProgressInfo,
    data: SubscriptionProgressInfo,
}

impl SubscriptionProgressInfo {
    fn of(progress: SubscriptionProgress) -> Self {
        match progress {
            SubscriptionProgress::Live(subscription) => Self {
                status: subscription.status.as_str().to_owned(),
                stripe_client_secret: None,
                stripe_payment_method: None,
                redirect_to: Some(if subscription.grade == Grade::Ohc { "/ohc" } else { WELCOME }.to_owned()),
                stripe_subscription_id: subscription.gateway_fid,
                message: None,
            },
            SubscriptionProgress::RequiresAction { subscription, intent, card } => Self {
                status: "requires_action".to_owned(),
                stripe_client_secret: intent.client_secret,
                stripe_payment_method: Some(card),
                stripe_subscription_id: subscription.gateway_fid,
                message: None,
                redirect_to: None,
            },
            SubscriptionProgress::Processing(subscription) => Self {
                status: "processing".to_owned(),
                stripe_client_secret: None,
                stripe_payment_method: None,
                stripe_subscription_id: subscription.gateway_fid,
                message: None,
                redirect_to: None,
            },
        }
    }
}

const WELCOME: &str = "/users/premium.welcome";

/// Subscribes to premium, or with grade ohc to the club. `requires_action` requires the bank's confirmation of the card; the call is then
/// repeated with `stripe_subscription_id`. 400 with `force_reload` when the page is out of date. 409 with the quote in `current` when another
/// sum would be charged than `quote` says.
#[utoipa::path(post, path = "/users/api/plans", tag = "plans", request_body = SubscriptionRequestBody,
    responses((status = 200, body = SubscriptionResponse), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409),
        (status = 422), (status = 429), (status = 502)))]
pub async fn subscribe(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<SubscriptionRequestBody>,
) -> Result<Response, ApiError> {
    let grade = match body.subscription.grade.as_deref().unwrap_or("green") {
        "green" | "" => Grade::Green,
        "ohc" => Grade::Ohc,
        _ => return Err(SubscriptionPlanError::PriceUnknown.into()),
    };
    let current = queries::find_current(&mut *app.pool.acquire().await?, diner.id, grade).await?;
    let was_cancelled = current.is_some_and(|current| current.is_cancelled());
    card_limits::count_call(&app, diner.id).await?;
    let progress = match body.stripe_subscription_id.as_deref().filter(|id| !id.is_empty()) {
        Some(fid) => resume(app.payments(), diner.id, fid).await,
        None => {
            let shown = body.quote.map(ShownQuote::from);
            let request = SubscriptionRequest {
                grade,
                stripe_price_id: &body.subscription.stripe_price_id,
                wants_trial: body.is_monthly_green_trial.unwrap_or(false),
                code: body.campaign_code.as_deref().filter(|code| !code.trim().is_empty()),
                promoted_by: None,
                shown: shown.as_ref(),
            };
            begin(app.payments(), &app.signer, diner.id, request).await
        }
    };
    let back = if grade == Grade::Ohc { "/ohc" } else { "/premium/green" };
    let progress = progress.map_err(|error| rejection(error, back))?;
    let message = continued_message(&context, was_cancelled, &progress);
    let mut progress = SubscriptionProgressInfo::of(progress);
    if message.is_some() {
        progress.redirect_to = Some(member_page(grade).to_owned());
        progress.message = message;
    }
    Ok(Json(SubscriptionResponse { progress: progress.clone(), data: progress }).into_response())
}

/// Returns the sentence that a cancelled plan continues, with its next payment; `None` for another request.
pub(super) fn continued_message(
    context: &Context,
    was_cancelled: bool,
    progress: &SubscriptionProgress,
) -> Option<String> {
    let SubscriptionProgress::Live(subscription) = progress else { return None };
    if !was_cancelled || subscription.is_cancelled() {
        return None;
    }
    let next = SubscriptionQuote::of_next_period(subscription).first;
    let plan = context.t(&format!("plan.{}", subscription.grade.as_str()));
    let (day, amount) = (i18n::date(context.locale(), next.on), i18n::yen(context.locale(), next.amount));
    Some(context.t_with("flash.plan_continued", &[("plan", &plan), ("day", &day), ("amount", &amount)]))
}

/// Maps an error to a response. A diner without a card is redirected to its form, and back afterwards. A diner who would be charged something
/// else than the page showed gets the new quote.
pub(super) fn rejection(error: SubscriptionPlanError, back: &str) -> ApiError {
    match error {
        SubscriptionPlanError::Payment(PaymentError::NoCard) => {
            ApiError::from(error).redirecting_to(format!("/users/profile/credit_card/edit?next={back}"))
        }
        SubscriptionPlanError::QuoteDiffers(ref quote) => {
            let current = serde_json::to_value(PlanQuote::new(quote)).ok();
            ApiError { current, ..error.into() }
        }
        error => error.into(),
    }
}

#[derive(Deserialize, IntoParams)]
pub struct CancelQuery {
    /// At least two characters.
    cancel_reason: Option<String>,
}

/// Cancels premium: it stays until the paid period ends. `errorType` is `noRecognition` if there is no subscription.
#[utoipa::path(delete, path = "/users/api/plans", tag = "plans", params(CancelQuery),
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 422)))]
pub async fn cancel(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Query(query): Query<CancelQuery>,
) -> Result<Response, ApiError> {
    let reason = reason(query.cancel_reason.as_deref().unwrap_or_default(), Grade::Green)?;
    let mut tx = app.pool.begin().await?;
    let current =
        queries::find_current(&mut tx, diner.id, Grade::Green).await?.ok_or(SubscriptionPlanError::NothingToCancel)?;
    cancel::cancel(&mut tx, &app.rng, app.clock.now(), &current, &reason).await?;
    tx.commit().await?;
    reconcile_now(&app, current.id).await;
    WriteResponse::redirect_to("/users/premium/plans/new").respond(&app, &context)
}

/// Updates the provider with the committed state. If the provider is unavailable, the enqueued job does so later.
pub(super) async fn reconcile_now(app: &App, id: SubscriptionId) {
    if let Err(error) = reconcile(app.payments(), id).await {
        tracing::warn!(%error, subscription = %id, "the card provider receives a subscription later");
    }
}
