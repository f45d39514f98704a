//! The second step of signing in to the owner's console.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::account_security::{CodeBody, EnrolmentView};
use crate::console::door::OWNERS;
use crate::console::door::second_factor::{FirstRecoveryCodes, SecondFactorStep};
use crate::console::page;
use crate::http::answer::RedirectWith;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::extract::form::FormOrJson;
use crate::http::page::PageData;
use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct OwnerSecondFactorPage {
    #[serde(flatten)]
    step: SecondFactorStep,
}

impl PageData for OwnerSecondFactorPage {
    const NAME: &'static str = "owner_second_factor";
}

/// Asks for a code, or shows how to set an app up. Without a sign-in that waits for it, the sign-in page follows.
#[utoipa::path(get, path = "/owners/second_factor", tag = "owner",
    responses((status = 200, body = page::OwnerPage<OwnerSecondFactorPage>), (status = 303), (status = 401)))]
pub async fn page(State(app): State<App>, context: Context) -> Result<Response, ApiError> {
    match OWNERS.step(&app, &context).await? {
        Ok(step) => {
            let title = context.t("owner.second_factor.title");
            page::answer_stranger(&app, &context, OWNERS.front, &title, OwnerSecondFactorPage { step })
        }
        Err(elsewhere) => Ok(elsewhere),
    }
}

/// Begins to set up the first app of somebody who may not sign in without one; 422 when they have one.
#[utoipa::path(post, path = "/owners/second_factor/authenticator", tag = "owner",
    responses((status = 200, body = EnrolmentView), (status = 401), (status = 422), (status = 429)))]
pub async fn enrol(State(app): State<App>, context: Context) -> Result<Json<EnrolmentView>, ApiError> {
    OWNERS.enrol(&app, &context).await
}

/// Takes the code: of the app, a recovery code, or the first code of the app that is being set up. Thirty tries a day.
#[utoipa::path(post, path = "/owners/second_factor", tag = "owner", request_body = CodeBody,
    responses((status = 200, body = RedirectWith<FirstRecoveryCodes>), (status = 303), (status = 401), (status = 422),
        (status = 429)))]
pub async fn verify(
    State(app): State<App>,
    context: Context,
    FormOrJson(body): FormOrJson<CodeBody>,
) -> Result<Response, ApiError> {
    OWNERS.verify(&app, &context, body).await
}
