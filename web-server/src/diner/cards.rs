//! The card of a diner's profile (diner §7: setup intent, then payment method).

use axum::Json;
use axum::extract::{Query, State};
use axum::response::Response;
use domain::accounts::local_path;
use domain::clients::stripe::StripeError;
use domain::entitlements::tiers::Grade;
use domain::i18n;
use domain::money::Yen;
use domain::payments::error::PaymentError;
use domain::payments::model::PaymentCard;
use domain::payments::{cards, queries};
use domain::plans::model::{Status, Subscription, member_page};
use domain::plans::queries as subscriptions;
use domain::plans::quote::SubscriptionQuote;
use domain::reservations::unpaid_fees::{UnpaidFee, list_unpaid};
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::card_limits;
use super::proof::{self, Proof, ProofWay};
use crate::diner::session::Diner;
use crate::http::device::browser;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{RedirectWith, WriteResponse};
use crate::state::App;

/// The data of a card that may be shown.
#[derive(Serialize, ToSchema)]
pub struct SavedCard {
    brand: String,
    last4: String,
    exp_month: i32,
    exp_year: i32,
    name: String,
}

impl SavedCard {
    pub fn from_card(card: PaymentCard) -> Self {
        Self {
            brand: card.brand,
            last4: card.last4,
            exp_month: card.exp_month,
            exp_year: card.exp_year,
            name: card.holder_name,
        }
    }
}

#[derive(Deserialize, IntoParams)]
pub struct CardQuery {
    /// Target after the card is registered; a path on this site.
    next: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct CreditCardEditPage {
    card: Option<SavedCard>,
    next: Option<String>,
    /// Unpaid fees, which are charged to the card when it is registered.
    owed: Vec<UnpaidFeeLine>,
    owed_total: Yen,
    /// Declined renewals of subscriptions, which wait for another card.
    unpaid_renewals: Vec<UnpaidRenewal>,
    /// The proofs of identity that a replacement of the card accepts; empty for the first card.
    proof_ways: Vec<ProofWay>,
}

#[derive(Serialize, ToSchema)]
pub struct UnpaidFeeLine {
    label: String,
    restaurant_name: String,
    /// YYYY年MM月DD日 HH:mm of the booking.
    display_time: String,
    amount: Yen,
}

impl UnpaidFeeLine {
    fn new(context: &Context, fee: &UnpaidFee) -> Self {
        Self {
            label: context.t(&format!("charge.{}", fee.kind.as_str())),
            restaurant_name: context.pick(&fee.restaurant),
            display_time: i18n::date_time(context.locale(), fee.starts_at, fee.zone.tz()),
            amount: fee.amount,
        }
    }
}

/// A declined renewal of a subscription.
#[derive(Serialize, ToSchema)]
pub struct UnpaidRenewal {
    grade: Grade,
    amount: Yen,
    /// Deadline of the payment. ISO 8601.
    pay_by: Option<String>,
    /// The page on which it can be paid.
    path: &'static str,
}

impl UnpaidRenewal {
    fn new(subscription: &Subscription) -> Self {
        Self {
            grade: subscription.grade,
            amount: SubscriptionQuote::unpaid_renewal(subscription),
            pay_by: subscription.access_until.map(|at| Zone::default().iso(at)),
            path: member_page(subscription.grade),
        }
    }
}

impl PageData for CreditCardEditPage {
    const NAME: &'static str = "credit_card_edit";
}

/// The card form.
#[utoipa::path(get, path = "/users/profile/credit_card/edit", tag = "diner", params(CardQuery),
    responses((status = 200, body = crate::http::page::Page<CreditCardEditPage>), (status = 302)))]
pub async fn page(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Query(query): Query<CardQuery>,
) -> Result<Response, ApiError> {
    let mut conn = app.pool.acquire().await?;
    let card = queries::find_card(&mut conn, diner.id).await?;
    let owed = list_unpaid(&mut conn, diner.id).await?;
    let now = app.clock.now();
    let subscriptions = subscriptions::list_of(&mut conn, diner.id).await?.into_iter();
    let is_unpaid = |known: &Subscription| known.status == Status::PastDue && known.is_open_at(now);
    let unpaid = subscriptions.filter(is_unpaid);
    let proof_ways = proof::ways_to_replace(&app, &context, &mut conn, &diner, card.as_ref()).await?;
    drop(conn);
    let next = query.next.as_deref().and_then(|path| local_path(&app.config.base_url, path));
    let data = CreditCardEditPage {
        card: card.map(SavedCard::from_card),
        next,
        owed: owed.iter().map(|fee| UnpaidFeeLine::new(&context, fee)).collect(),
        owed_total: owed.iter().map(|fee| fee.amount).sum(),
        unpaid_renewals: unpaid.map(|subscription| UnpaidRenewal::new(&subscription)).collect(),
        proof_ways,
    };
    let meta = Meta::private(context.t("pages.credit_card.title"));
    PageOf::new(meta, data).respond(&app, &context, Some(diner.id)).await
}

#[derive(Serialize, ToSchema)]
pub struct SetupResponse {
    client_secret: String,
}

/// Begins the registration of a card.
#[utoipa::path(post, path = "/users/profile/credit_card/setup_intent", tag = "diner",
    responses((status = 200, body = SetupResponse), (status = 401), (status = 429), (status = 502)))]
pub async fn setup_intent(
    State(app): State<App>,
    context: Context,
    diner: Diner,
) -> Result<Json<SetupResponse>, ApiError> {
    card_limits::count_setup(&app, &context, diner.id).await?;
    let _permit = card_limits::setup_permit().await?;
    let begun = cards::begin_setup(app.payments(), diner.id).await;
    if let Err(PaymentError::Provider(StripeError::Server { .. } | StripeError::Network(_))) = begun {
        card_limits::refund_setup(&app, &context, diner.id).await?;
    }
    Ok(Json(SetupResponse { client_secret: begun? }))
}

#[derive(Deserialize, ToSchema)]
pub struct PaymentMethodBody {
    payment_method_id: String,
    #[serde(default)]
    next: Option<String>,
    /// Proof of identity to replace a card: this or a code.
    current_password: Option<String>,
    /// A code of the authenticator app, or a recovery code.
    code: Option<String>,
    /// For an account with neither a password nor an app.
    mailed_code: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct CardRegistered {
    data: CardRedirect,
}

#[derive(Serialize, ToSchema)]
pub struct CardRedirect {
    redirect_url: String,
}

/// Makes a confirmed card the diner's; responds with `data.redirect_url`. Replacing a registered card requires the password or a code (422
/// `proof_missing` or `apple_proof_missing`); the first card does not. Unpaid fees are then charged to the card, and the next page reports
/// it.
#[utoipa::path(post, path = "/users/profile/credit_card/payment_method", tag = "diner", request_body = PaymentMethodBody,
    responses((status = 200, body = RedirectWith<CardRegistered>), (status = 303), (status = 401), (status = 404), (status = 422),
        (status = 429)))]
pub async fn payment_method(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<PaymentMethodBody>,
) -> Result<Response, ApiError> {
    let is_id = body.payment_method_id.starts_with("pm_")
        && body.payment_method_id.len() <= 100
        && body.payment_method_id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !is_id {
        return Err(ApiError::invalid_fields([("payment_method_id", "field_invalid")]));
    }
    let mut conn = app.pool.acquire().await?;
    let registered = queries::find_card(&mut conn, diner.id).await?;
    let owed: Yen = list_unpaid(&mut conn, diner.id).await?.iter().map(|fee| fee.amount).sum();
    drop(conn);
    // The same card again, for example in a repeated request, is not a replacement.
    if registered.is_some_and(|card| card.gateway_fid != body.payment_method_id) {
        let proof = Proof { current_password: body.current_password, code: body.code, mailed_code: body.mailed_code };
        proof::require(&app, &context, &diner, proof).await?;
    }
    card_limits::count_call(&app, diner.id).await?;
    cards::register(app.payments(), diner.id, &body.payment_method_id, Some(browser(&context))).await?;
    let next = body.next.as_deref().and_then(|path| local_path(&app.config.base_url, path));
    let next = next.unwrap_or_else(|| "/users/profile".to_owned());
    let answer = CardRegistered { data: CardRedirect { redirect_url: next.clone() } };
    let flash = match owed {
        Yen::ZERO => Flash::notice(context.t("flash.card_registered")),
        owed => {
            let amount = i18n::yen(context.locale(), owed);
            Flash::notice(context.t_with("flash.card_registered_owed", &[("amount", &amount)])).sticky()
        }
    };
    WriteResponse::redirect_to(next).with(answer).flash(flash).respond(&app, &context)
}
