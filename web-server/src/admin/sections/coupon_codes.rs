//! Cancellation of a list of coupon codes that a restaurant issued (flag cpn; gaps G109).

use axum::extract::State;
use axum::response::Response;
use domain::plans::coupons;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::Cpn;
use super::parts::respond;
use crate::console::page;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::http::write_response::{RedirectWith, WriteResponse};
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct AdminCancelCouponCodesPage {
    max_codes: usize,
}

impl PageData for AdminCancelCouponCodesPage {
    const NAME: &'static str = "admin_cancel_coupon_codes";
}

#[derive(Default, Deserialize, ToSchema)]
pub struct CouponCodesBody {
    /// One code per line.
    #[serde(default)]
    codes: String,
}

/// The outcome for the codes.
#[derive(Debug, Serialize, ToSchema)]
pub struct CouponCodesCancelled {
    count: usize,
    /// Codes that were cancelled before.
    cancelled_before_count: usize,
    /// Codes that are used already. Their discounts remain.
    used_codes: Vec<String>,
}

/// Returns the form.
#[utoipa::path(get, path = "/admin/r/{slug}/bulk_cancel_user_coupon_codes/new", tag = "admin", params(("slug" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminCancelCouponCodesPage>), (status = 302), (status = 401),
        (status = 403), (status = 404)))]
pub async fn page(State(app): State<App>, context: Context, at: Cpn) -> Result<Response, ApiError> {
    let data = AdminCancelCouponCodesPage { max_codes: coupons::MAX_CODES };
    respond(&app, &context, &at, "admin.cancel_coupon_codes.title", data).await
}

/// Cancels the unused codes. If the list has an unknown code, or one of another restaurant, no code is cancelled (422).
#[utoipa::path(post, path = "/admin/r/{slug}/bulk_cancel_user_coupon_codes", tag = "admin", params(("slug" = String, Path)),
    request_body = CouponCodesBody,
    responses((status = 200, body = RedirectWith<CouponCodesCancelled>), (status = 303), (status = 401), (status = 403),
        (status = 404), (status = 422)))]
pub async fn cancel(
    State(app): State<App>,
    context: Context,
    at: Cpn,
    FormOrJson(body): FormOrJson<CouponCodesBody>,
) -> Result<Response, ApiError> {
    let codes = coupons::list_codes(&body.codes);
    let (now, actor, restaurant) = (app.clock.now(), at.actor(), at.restaurant.id);
    let done = app.transaction(async |tx| coupons::cancel(tx, now, actor, restaurant, &codes).await).await?;
    let others = done.cancelled_before + done.used.len();
    let arguments: [(&str, &dyn std::fmt::Display); 2] = [("count", &done.cancelled), ("others", &others)];
    let key = if others == 0 { "admin.cancel_coupon_codes.done" } else { "admin.cancel_coupon_codes.done_in_part" };
    let text = context.t_with(key, &arguments);
    let page = format!("/admin/r/{}/bulk_cancel_user_coupon_codes/new", at.restaurant.slug);
    let answer = CouponCodesCancelled {
        count: done.cancelled,
        cancelled_before_count: done.cancelled_before,
        used_codes: done.used,
    };
    WriteResponse::redirect_to(page).with(answer).flash(Flash::notice(text)).respond(&app, &context)
}
