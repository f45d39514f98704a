//! Gold: its page, sign-up with the card's authentication, and cancelling (diner §2, §7, D-059, D-061 to D-063; gaps G130, G132).

use axum::Json;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use domain::entitlements::tiers::{self, Grade, Tiers};
use domain::ids::UserId;
use domain::plans::cancel::{self, reason};
use domain::plans::error::SubscriptionPlanError;
use domain::plans::queries;
use domain::plans::quote::ShownQuote;
use domain::plans::subscribe::{SubscriptionProgress, SubscriptionRequest, resume, subscribe as begin};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use super::offer::{MemberPlan, PlanOffer, list_offers, single_offer};
use super::quote::ShownQuoteBody;
use super::subscribe::{continued_message, reconcile_now, rejection};
use crate::diner::card_limits;
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

const ROUNDS: &str = "/users/gold/gold_rounds";
const CONFIRM: &str = "/users/gold/subscriptions/confirm";

#[derive(Deserialize, IntoParams)]
pub struct GoldQuery {
    /// Uid of the gold diner who recommends it.
    promote_uid: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct GoldPage {
    offer: Option<PlanOffer>,
    has_card: bool,
    subscription: Option<MemberPlan>,
    promote_uid: Option<String>,
    /// Address with which a subscriber recommends gold.
    own_promotion: Option<String>,
}

impl PageData for GoldPage {
    const NAME: &'static str = "gold";
}

/// The page about gold: for diners who are invited, recommended or subscribed, except agents (gaps G041).
#[utoipa::path(get, path = "/gold", tag = "plans", params(GoldQuery),
    responses((status = 200, body = crate::http::page::Page<GoldPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Query(query): Query<GoldQuery>,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    let tiers = tiers::find(&mut conn, diner.id, now).await?;
    let promoter = promoter(&mut conn, &app, diner.id, query.promote_uid.as_deref()).await?;
    if tiers.is_agent || !(tiers.sees_gold() || promoter.is_some()) {
        return Err(ApiError::not_found());
    }
    let has_card = domain::payments::queries::find_card(&mut conn, diner.id).await?.is_some();
    let subscription = queries::find_current(&mut conn, diner.id, Grade::Gold).await?;
    let offer = single_offer(&mut conn, now, diner.id, Grade::Gold, subscription.as_ref()).await?;
    let own = if tiers.is_gold() { queries::uid_of(&mut conn, diner.id).await? } else { None };
    drop(conn);
    let data = GoldPage {
        offer,
        has_card,
        subscription: subscription.map(MemberPlan::new),
        promote_uid: query.promote_uid.filter(|_| promoter.is_some()),
        own_promotion: own.map(|uid| format!("{}/gold?promote_uid={uid}", app.config.base_url)),
    };
    let meta = Meta::private(context.t("pages.gold.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

/// Returns the gold diner who recommends; `None` for an unknown uid, and for the diner's own.
async fn promoter(
    conn: &mut PgConnection,
    app: &App,
    diner: UserId,
    uid: Option<&str>,
) -> Result<Option<UserId>, ApiError> {
    let Some(uid) = uid.filter(|uid| !uid.is_empty() && !uid.contains('\0')) else { return Ok(None) };
    Ok(queries::find_promoter(conn, uid, app.clock.now()).await?.filter(|promoter| *promoter != diner))
}

#[derive(Default, Deserialize, ToSchema)]
pub struct GoldBody {
    promote_uid: Option<String>,
    /// The quote in the last dialog. A request without one accepts any charge.
    quote: Option<ShownQuoteBody>,
}

#[derive(Serialize, ToSchema)]
pub struct GoldProgress {
    /// active, processing, or requires_action: the card must be confirmed, and `confirm_url` called afterwards.
    status: String,
    client_secret: Option<String>,
    payment_method: Option<String>,
    confirm_url: Option<String>,
    stripe_subscription_id: Option<String>,
    redirect_to: Option<String>,
    /// The plan continues after a cancellation, as a sentence.
    message: Option<String>,
}

/// Subscribes to gold, or resumes a cancelled subscription that has not ended: 403 for diners who are neither invited nor recommended, 409
/// with the quote in `current` when another sum would be charged than `quote` says.
#[utoipa::path(post, path = "/users/gold/subscriptions", tag = "plans", request_body = GoldBody,
    responses((status = 200, body = GoldProgress), (status = 303), (status = 400), (status = 401), (status = 403), (status = 404),
        (status = 409), (status = 422), (status = 429), (status = 502)))]
pub async fn subscribe(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<GoldBody>,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let mut conn = app.pool.acquire().await?;
    let tiers: Tiers = tiers::find(&mut conn, diner.id, now).await?;
    if tiers.is_agent {
        return Err(ApiError::not_found());
    }
    let promoted_by = promoter(&mut conn, &app, diner.id, body.promote_uid.as_deref()).await?;
    if !tiers.sees_gold() && promoted_by.is_none() {
        return Err(SubscriptionPlanError::NotInvited.into());
    }
    let current = queries::find_current(&mut conn, diner.id, Grade::Gold).await?;
    let price = list_offers(&mut conn, now, Grade::Gold, current.as_ref()).await?;
    let price = price.ok_or(SubscriptionPlanError::PriceUnknown)?;
    drop(conn);
    let shown = body.quote.map(ShownQuote::from);
    let request = SubscriptionRequest {
        grade: Grade::Gold,
        stripe_price_id: &price.stripe_price_id,
        wants_trial: false,
        code: None,
        promoted_by,
        shown: shown.as_ref(),
    };
    card_limits::count_call(&app, diner.id).await?;
    let progress = begin(app.payments(), &app.signer, diner.id, request).await;
    let progress = progress.map_err(|error| rejection(error, "/gold"))?;
    let was_cancelled = current.is_some_and(|current| current.is_cancelled());
    let message = continued_message(&context, was_cancelled, &progress);
    respond(&app, &context, progress, message)
}

fn respond(
    app: &App,
    context: &Context,
    progress: SubscriptionProgress,
    message: Option<String>,
) -> Result<Response, ApiError> {
    let progress = match progress {
        SubscriptionProgress::Live(_) if !context.wants_json() => {
            return WriteResponse::redirect_to(ROUNDS).see_other(app);
        }
        SubscriptionProgress::Live(subscription) => GoldProgress {
            status: subscription.status.as_str().to_owned(),
            client_secret: None,
            payment_method: None,
            confirm_url: None,
            stripe_subscription_id: subscription.gateway_fid,
            redirect_to: Some(ROUNDS.to_owned()),
            message,
        },
        SubscriptionProgress::RequiresAction { subscription, intent, card } => GoldProgress {
            status: "requires_action".to_owned(),
            client_secret: intent.client_secret,
            payment_method: Some(card),
            confirm_url: Some(CONFIRM.to_owned()),
            stripe_subscription_id: subscription.gateway_fid,
            redirect_to: None,
            message: None,
        },
        SubscriptionProgress::Processing(subscription) => GoldProgress {
            status: "processing".to_owned(),
            client_secret: None,
            payment_method: None,
            confirm_url: Some(CONFIRM.to_owned()),
            stripe_subscription_id: subscription.gateway_fid,
            redirect_to: None,
            message: None,
        },
    };
    Ok(Json(progress).into_response())
}

#[derive(Deserialize, ToSchema)]
pub struct GoldConfirmation {
    /// Outcome that the browser reports; the provider is queried in any case.
    #[serde(default)]
    #[expect(dead_code, reason = "part of the call; only the provider's word counts")]
    result: Option<String>,
    #[serde(default)]
    stripe_subscription_id: String,
}

/// Continues after the card's authentication: queries the provider for the payment. 422 while it is not paid.
#[utoipa::path(post, path = "/users/gold/subscriptions/confirm", tag = "plans", request_body = GoldConfirmation,
    responses((status = 200, body = GoldProgress), (status = 303), (status = 401), (status = 404), (status = 422), (status = 429),
        (status = 502)))]
pub async fn confirm(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<GoldConfirmation>,
) -> Result<Response, ApiError> {
    card_limits::count_call(&app, diner.id).await?;
    let progress = resume(app.payments(), diner.id, &body.stripe_subscription_id).await;
    match progress.map_err(|error| rejection(error, "/gold"))? {
        live @ SubscriptionProgress::Live(_) => respond(&app, &context, live, None),
        SubscriptionProgress::RequiresAction { .. } | SubscriptionProgress::Processing(_) => {
            Err(ApiError::unprocessable("card.authentication_required"))
        }
    }
}

#[derive(Deserialize, IntoParams)]
pub struct OfSubscription {
    stripe_subscription_id: Option<String>,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct CancelBody {
    #[serde(default)]
    pub cancel_reason: String,
}

/// Cancels gold: it stays until the paid period ends.
#[utoipa::path(delete, path = "/users/profile/gold_subscriptions", tag = "plans", params(OfSubscription), request_body = CancelBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 422)))]
pub async fn cancel(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Query(query): Query<OfSubscription>,
    FormOrJson(body): FormOrJson<CancelBody>,
) -> Result<Response, ApiError> {
    let fid = query.stripe_subscription_id.unwrap_or_default();
    cancel_by_fid(&app, &context, diner.id, Grade::Gold, &fid, &body.cancel_reason).await
}

/// Cancels one of the diner's own subscriptions by the provider's id.
pub(super) async fn cancel_by_fid(
    app: &App,
    context: &Context,
    diner: UserId,
    grade: Grade,
    fid: &str,
    given: &str,
) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    let found = queries::find_by_fid(&mut tx, diner, fid).await?.filter(|found| found.grade == grade);
    let current = found.ok_or_else(ApiError::not_found)?;
    let reason = reason(given, grade)?;
    let cancelled = cancel::cancel(&mut tx, &app.rng, app.clock.now(), &current, &reason).await?;
    tx.commit().await?;
    reconcile_now(app, current.id).await;
    let till = cancelled.ends_at.map(|at| domain::zone::Zone::default().date_of(at));
    let till = till.map(|day| domain::i18n::date(context.locale(), day)).unwrap_or_default();
    let flash = Flash::notice(context.t_with("flash.plan_cancelled", &[("till", &till)])).sticky();
    WriteResponse::redirect_to("/users/profile").flash(flash).respond(app, context)
}
