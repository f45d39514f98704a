//! Verifying a phone number: by a call to us, or by a code sent to the number (diner §7, gaps G030 to G033).

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::accounts::is_own_number;
use domain::phone::actions::{self, CallRequest, VerificationState};
use domain::phone::ceilings;
use domain::phone::sms::{self, EnteredCode, SmsRequest};
use domain::phone::{
    PhoneError, PhoneNumber, VerificationFlow, VerificationStatus, VisitorKey, digits, format_for_dialling,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::diner::session::MaybeDiner;
use crate::http::captcha;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::limits::limit_client;
use crate::state::App;

#[derive(Default, Deserialize, ToSchema)]
pub struct CallBody {
    phone_country: Option<String>,
    phone_local_number: Option<String>,
    #[schema(value_type = Option<VerificationFlow>)]
    flow_type: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct PhoneVerification {
    uuid: String,
    status: VerificationStatus,
    /// The number to call, as dialled from the diner's country. While a free number exists, it is not shown to another browser that
    /// verifies the same caller.
    phone_authentic_number: String,
    remaining_seconds: i64,
    /// True when another browser was shown the same number for the same caller: a call confirms neither of them, an SMS does.
    is_contested: bool,
}

#[derive(Serialize, ToSchema)]
pub struct PhoneVerificationStatus {
    status: VerificationStatus,
    remaining_seconds: i64,
    /// As in the response that opened the verification; it may become true, and false again, while the browser waits.
    is_contested: bool,
}

/// Opens a verification: the diner calls the returned number from their own within the remaining seconds.
#[utoipa::path(post, path = "/phone_verifications", tag = "accounts", request_body = CallBody,
    responses((status = 201, body = PhoneVerification), (status = 401), (status = 422), (status = 429)))]
pub async fn request_call(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    FormOrJson(body): FormOrJson<CallBody>,
) -> Result<Response, ApiError> {
    limit_client(&app, &context, "phone_call", 60).await?;
    let number = number(body.phone_country.as_deref(), body.phone_local_number.as_deref())?;
    let flow = VerificationFlow::named(body.flow_type.as_deref().unwrap_or("sign_up"))
        .ok_or_else(|| ApiError::invalid_fields([("flow_type", "field_invalid")]))?;
    if flow == VerificationFlow::PhoneUpdate && diner.id().is_none() {
        return Err(ApiError::unauthorized());
    }
    let visitor = VisitorKey::from_cookie(context.visitor());
    let authentic_numbers = &app.config.twilio.phone_numbers;
    let request = CallRequest { visitor: &visitor, address: context.client(), number, flow, authentic_numbers };
    let write = app.transaction(async |tx| actions::request_call(tx, &app.rng, &app.clock, request).await);
    let VerificationState { verification, is_contested } = write.await?;
    let now = app.clock.now();
    let answer = PhoneVerification {
        status: verification.status(now),
        remaining_seconds: verification.remaining_seconds(now),
        uuid: verification.uuid,
        phone_authentic_number: format_for_dialling(&verification.authentic_number, &verification.number.country),
        is_contested,
    };
    Ok((StatusCode::CREATED, Json(answer)).into_response())
}

/// Returns the state of a verification of this browser.
#[utoipa::path(get, path = "/phone_verifications/{uuid}/status", tag = "accounts", params(("uuid" = String, Path)),
    responses((status = 200, body = PhoneVerificationStatus), (status = 404)))]
pub async fn call_status(
    State(app): State<App>,
    context: Context,
    Path(uuid): Path<String>,
) -> Result<Json<PhoneVerificationStatus>, ApiError> {
    let visitor = VisitorKey::from_cookie(context.visitor());
    let mut conn = app.pool.acquire().await?;
    let VerificationState { verification, is_contested } =
        actions::find(&mut conn, &app.clock, &visitor, &uuid).await?;
    let now = app.clock.now();
    Ok(Json(PhoneVerificationStatus {
        status: verification.status(now),
        remaining_seconds: verification.remaining_seconds(now),
        is_contested,
    }))
}

#[derive(Default, Deserialize, ToSchema)]
pub struct SmsBody {
    #[serde(default)]
    sms_confirmation: SmsFields,
    recaptcha_token: Option<String>,
    /// Four digits; for the confirmation only.
    code: Option<String>,
}

#[derive(Default, Deserialize, ToSchema)]
pub struct SmsFields {
    phone_country: Option<String>,
    phone_local_number: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct SmsRequested {
    uuid: String,
}

#[derive(Serialize, ToSchema)]
pub struct SmsConfirmed {
    uuid: String,
    status: VerificationStatus,
}

/// Sends four digits to a number; 429 until the resend time has passed, and above the ceilings per address, number, block of numbers,
/// country and in total. 422 for countries that are not served,
/// and for landlines and other numbers that cannot receive text messages.
#[utoipa::path(post, path = "/sms_confirmations", tag = "accounts", request_body = SmsBody,
    responses((status = 201, body = SmsRequested), (status = 422), (status = 429), (status = 502)))]
pub async fn request_sms(
    State(app): State<App>,
    context: Context,
    diner: MaybeDiner,
    FormOrJson(body): FormOrJson<SmsBody>,
) -> Result<Response, ApiError> {
    limit_client(&app, &context, "sms", 60).await?;
    let fields = body.sms_confirmation;
    let number = number(fields.phone_country.as_deref(), fields.phone_local_number.as_deref())?;
    if !app.config.sms.reaches(&number.country) {
        return Err(PhoneError::CountryNotServed.into());
    }
    if !number.can_receive_texts() {
        return Err(PhoneError::NoTexts.into());
    }
    captcha::require(&app, body.recaptcha_token.as_deref(), "sms_confirmation").await?;
    let visitor = VisitorKey::from_cookie(context.visitor());
    let (address, config) = (context.client(), &app.config.sms);
    let write = app.transaction(async |tx| {
        let holder = match diner.id() {
            Some(id) if is_own_number(tx, id, &number).await? => Some(id),
            _ => None,
        };
        let request = SmsRequest { visitor: &visitor, address, number, holder, locale: context.locale(), config };
        sms::request(tx, &app.rng, app.clock.now(), request).await
    });
    let confirmation = write.await?;
    Ok((StatusCode::CREATED, Json(SmsRequested { uuid: confirmation.uuid })).into_response())
}

/// Verifies a code: 400 with a message when it is wrong, expired, or attempted too often.
#[utoipa::path(post, path = "/sms_confirmations/{uuid}/confirm", tag = "accounts", params(("uuid" = String, Path)),
    request_body = SmsBody, responses((status = 200, body = SmsConfirmed), (status = 400), (status = 404), (status = 422)))]
pub async fn confirm_sms(
    State(app): State<App>,
    context: Context,
    Path(uuid): Path<String>,
    FormOrJson(body): FormOrJson<SmsBody>,
) -> Result<Json<SmsConfirmed>, ApiError> {
    limit_client(&app, &context, "sms_confirm", 120).await?;
    let fields = body.sms_confirmation;
    let number = number(fields.phone_country.as_deref(), fields.phone_local_number.as_deref())?;
    let code = body.code.unwrap_or_default();
    if digits(&code).len() != 4 {
        return Err(ApiError::bad_request("code_wrong"));
    }
    let visitor = VisitorKey::from_cookie(context.visitor());
    let typed = EnteredCode { visitor: &visitor, uuid: &uuid, number: &number, code: &code };
    // Outside a transaction, because a wrong attempt must count.
    let (mut conn, now) = (app.pool.acquire().await?, app.clock.now());
    ceilings::count_attempt(&mut conn, &app.config.sms, context.client(), now).await?;
    sms::confirm(&mut conn, &app.signer, now, typed).await?;
    Ok(Json(SmsConfirmed { uuid, status: VerificationStatus::Confirmed }))
}

fn number(country: Option<&str>, typed: Option<&str>) -> Result<PhoneNumber, ApiError> {
    let country = country.map(str::trim).filter(|country| !country.is_empty()).unwrap_or("JP");
    Ok(PhoneNumber::parse(country, typed.unwrap_or_default())?)
}
