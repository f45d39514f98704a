//! A diner's rights about their data: the data in one file, and the deletion of the account.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use domain::accounts::{self, authenticators, person};
use domain::privacy::{self, DeletionObstacle};
use domain::sessions::AccountId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::intent::forgotten;
use super::signed_in::removed;
use crate::account_security::ProofBody;
use crate::diner::session::Diner;
use crate::http::cookies::{ACCOUNT_LOCALE_COOKIE, DINER_COOKIE};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::FormOrJson;
use crate::http::limits::limit_client;
use crate::http::page::{Meta, PageData, PageOf};
use crate::http::write_response::{RedirectTo, WriteAnswer, WriteMessage, told};
use crate::state::App;

const HOME: &str = "/users/profile/deletion";

/// Returns all personal data that Seki stores about the diner, as one JSON file. Restaurants' own notes are not included.
#[utoipa::path(get, path = "/users/profile/export", tag = "accounts",
    responses((status = 200, body = serde_json::Value), (status = 302), (status = 401), (status = 429)))]
pub async fn export(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    limit_client(&app, &context, "export", 10).await?;
    let mut tx = app.pool.begin().await?;
    sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY").execute(&mut *tx).await?;
    let file = privacy::export(&mut tx, diner.id, app.clock.now()).await?;
    tx.commit().await?;
    let text = serde_json::to_string_pretty(&file).map_err(ApiError::internal)?;
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"seki-account.json\""),
        (header::CACHE_CONTROL, "private, no-store"),
    ];
    Ok((headers, text).into_response())
}

#[derive(Serialize, ToSchema)]
pub struct AccountDeletionPage {
    /// Obstacles that must end first.
    obstacles: Vec<ObstacleView>,
    has_password: bool,
    has_app: bool,
    email: String,
}

impl PageData for AccountDeletionPage {
    const NAME: &'static str = "account_deletion";
}

#[derive(Serialize, ToSchema)]
pub struct ObstacleView {
    kind: DeletionObstacle,
    text: String,
}

/// Returns the obstacles, the data that is retained, and the required proof of identity.
#[utoipa::path(get, path = "/users/profile/deletion", tag = "accounts",
    responses((status = 200, body = crate::http::page::Page<AccountDeletionPage>), (status = 302), (status = 401)))]
pub async fn page(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    let who = AccountId::Diner(diner.id);
    let mut conn = app.pool.acquire().await?;
    let obstacles = privacy::list_obstacles(&mut conn, diner.id, app.clock.now()).await?;
    let person = person::get(&mut conn, who).await?;
    let has_app = authenticators::find_enabled(&mut conn, who).await?.is_some();
    drop(conn);
    let view = |kind: DeletionObstacle| ObstacleView { kind, text: context.t(&format!("errors.{}", kind.text_code())) };
    let data = AccountDeletionPage {
        obstacles: obstacles.into_iter().map(view).collect(),
        has_password: person.has_password(),
        has_app,
        email: person.email,
    };
    let meta = Meta::private(context.t("pages.account_deletion.title"));
    PageOf::new(meta, data).answer(&app, &context, Some(diner.id)).await
}

/// Mails a code, meant for a diner without password and authenticator app but sent to any; 429 after twenty per hour.
#[utoipa::path(post, path = "/users/profile/deletion/code", tag = "accounts",
    responses((status = 200, body = WriteMessage), (status = 303), (status = 401), (status = 429)))]
pub async fn send_code(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    accounts::issue_challenge(&mut tx, &app.rng, app.clock.now(), &diner.session, diner.id).await?;
    tx.commit().await?;
    told(&app, &context, HOME, "flash.deletion_code_sent")
}

#[derive(Default, Deserialize, ToSchema)]
pub struct DeletionBody {
    current_password: Option<String>,
    /// A code of the authenticator app, or a recovery code.
    code: Option<String>,
    /// The mailed code.
    mailed_code: Option<String>,
}

fn given(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

/// Deletes the account; requires the password or a fresh code. 409 names the obstacles; the account is unchanged then.
#[utoipa::path(delete, path = "/users/profile", tag = "accounts", request_body = DeletionBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 409), (status = 422), (status = 429)))]
pub async fn delete(
    State(app): State<App>,
    context: Context,
    diner: Diner,
    FormOrJson(body): FormOrJson<DeletionBody>,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let proof = ProofBody { current_password: given(body.current_password), code: given(body.code) };
    // Outside a transaction, because a wrong attempt must count.
    match given(body.mailed_code) {
        Some(code) => {
            let mut conn = app.pool.acquire().await?;
            accounts::verify_challenge(&mut conn, &app.signer, now, &diner.session, diner.id, &code)
                .await
                .map_err(|error| ApiError { redirect_to: None, ..ApiError::from(error) }.about("mailed_code"))?;
        }
        None if proof.is_empty() => return Err(ApiError::unprocessable("deletion_proof_missing")),
        None => diner.caller_at(&app, &context, HOME).require_proof(&proof).await.map(|_| ())?,
    }
    let mut tx = app.pool.begin().await?;
    let cards = privacy::delete_account(&mut tx, &app.rng, now, diner.id).await?;
    tx.commit().await?;
    forget_cards(&app, cards);
    let done =
        WriteAnswer::redirect_to("/").cookie(removed(&app, DINER_COOKIE)).cookie(removed(&app, ACCOUNT_LOCALE_COOKIE));
    let done = forgotten(&app).into_iter().fold(done, WriteAnswer::cookie);
    done.flash(Flash::notice(context.t("flash.account_deleted")).sticky()).answer(&app, &context)
}

/// Deletes the cards at the card provider. Our copies are not used any more, even if that fails.
fn forget_cards(app: &App, cards: Vec<String>) {
    let app = app.clone();
    tokio::spawn(async move {
        for card in cards {
            if let Err(error) = app.stripe.detach_payment_method(&card).await {
                tracing::warn!(%error, "a card of a deleted account was not deleted at the provider");
            }
        }
    });
}
