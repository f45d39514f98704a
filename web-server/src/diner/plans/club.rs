//! The club, by invitation (diner §2, D-077, D-078; gaps G136).

use axum::extract::{Path, State};
use axum::response::Response;
use domain::entitlements::tiers::{self, Grade};
use domain::plans::queries;
use serde::Serialize;
use utoipa::ToSchema;

use super::gold::{CancelBody, cancel_by_fid};
use super::offer::{MemberPlan, PlanOffer, single_offer};
use crate::diner::session::{Diner, MaybeDiner};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::RedirectTo;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct OhcPage {
    is_member: bool,
    is_invited: bool,
    /// For invited diners and members.
    offer: Option<PlanOffer>,
    has_card: bool,
    subscription: Option<MemberPlan>,
}

impl PageData for OhcPage {
    const NAME: &'static str = "ohc";
}

/// Renders the club's page: its content for members, sign-up for invited diners, an explanation for all others.
#[utoipa::path(get, path = "/ohc", tag = "plans", responses((status = 200, body = crate::http::page::Page<OhcPage>)))]
pub async fn page(State(app): State<App>, context: Context, diner: MaybeDiner) -> Result<Response, ApiError> {
    let mut data = OhcPage { is_member: false, is_invited: false, offer: None, has_card: false, subscription: None };
    if let Some(id) = diner.id() {
        let now = app.clock.now();
        let mut conn = app.pool.acquire().await?;
        let tiers = tiers::find(&mut conn, id, now).await?;
        data.is_member = tiers.has(Grade::Ohc);
        data.is_invited = tiers.is_ohc_invited;
        data.has_card = domain::payments::queries::find_card(&mut conn, id).await?.is_some();
        let subscription = queries::find_current(&mut conn, id, Grade::Ohc).await?;
        if tiers.is_ohc_invited || data.is_member {
            data.offer = single_offer(&mut conn, now, id, Grade::Ohc, subscription.as_ref()).await?;
        }
        data.subscription = subscription.map(MemberPlan::new);
    }
    let meta = Meta::private(context.t("pages.ohc.title"));
    PageOf::new(meta, data).respond(&app, &context, diner.id()).await
}

/// Cancels the club: it stays until the paid period ends.
#[utoipa::path(delete, path = "/users/ohc/subscriptions/{stripe_subscription_id}", tag = "plans",
    params(("stripe_subscription_id" = String, Path)), request_body = CancelBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 422)))]
pub async fn cancel(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    Path(fid): Path<String>,
    FormOrJson(body): FormOrJson<CancelBody>,
) -> Result<Response, ApiError> {
    cancel_by_fid(&app, &context, diner.id, Grade::Ohc, &fid, &body.cancel_reason).await
}
