//! The recent proof of identity that a signed-in diner must give before the email address, the phone number or the card changes: the
//! password, a code of the authenticator app, or a mailed code if the account has neither.

use axum::extract::State;
use axum::response::Response;
use domain::accounts::{self, AccountError, authenticators, person};
use domain::ids::UserId;
use domain::payments::model::PaymentCard;
use domain::sessions::AccountId;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::account_security::{AccountHolder, ProofBody};
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::write_response::{WriteMessage, told};
use crate::state::App;

/// A kind of proof, and the field that contains it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProofWay {
    /// `current_password`.
    Password,
    /// `code`: a code of the authenticator app, or a recovery code.
    App,
    /// `mailed_code`, which `POST /users/profile/proof_code` sends.
    Mail,
}

impl ProofWay {
    const fn field(self) -> &'static str {
        match self {
            Self::Password => "current_password",
            Self::App => "code",
            Self::Mail => "mailed_code",
        }
    }
}

/// The proof in a form; one field is enough.
#[derive(Default)]
pub struct Proof {
    pub current_password: Option<String>,
    pub code: Option<String>,
    pub mailed_code: Option<String>,
}

/// Returns the proofs that an account accepts, at least one. A code is mailed only to an account with neither a password nor an app.
pub async fn ways(conn: &mut PgConnection, diner: UserId) -> Result<Vec<ProofWay>, ApiError> {
    let who = AccountId::Diner(diner);
    let has_password = person::get(&mut *conn, who).await?.has_password();
    let has_app = authenticators::find_enabled(conn, who).await?.is_some();
    let own = [(has_password, ProofWay::Password), (has_app, ProofWay::App)];
    let own: Vec<_> = own.into_iter().filter(|(is_there, _)| *is_there).map(|(_, way)| way).collect();
    Ok(if own.is_empty() { vec![ProofWay::Mail] } else { own })
}

/// Returns the proofs that a replacement of the card accepts; empty without a card, since the first one needs none.
pub async fn ways_to_replace(
    conn: &mut PgConnection,
    diner: UserId,
    card: Option<&PaymentCard>,
) -> Result<Vec<ProofWay>, ApiError> {
    if card.is_none() { Ok(Vec::new()) } else { ways(conn, diner).await }
}

/// Checks the proof of a form. **Outside a transaction**: a wrong proof counts; the limits are ten passwords in a quarter of an hour and
/// thirty codes a day.
///
/// # Errors
/// 422 `proof_missing`, `password_wrong`, `code_wrong` or `proof_code_spent`, each about its field; 429.
pub async fn require(app: &App, context: &Context, diner: &Diner, proof: Proof) -> Result<(), ApiError> {
    let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let ways = ways(&mut *app.pool.acquire().await?, diner.id).await?;
    if ways.contains(&ProofWay::Mail) {
        let code = given(proof.mailed_code).ok_or_else(|| missing(&ways))?;
        return check_mailed_code(app, diner, &code).await;
    }
    let proof = ProofBody { current_password: given(proof.current_password), code: given(proof.code) };
    if proof.is_empty() {
        return Err(missing(&ways));
    }
    diner.caller(app, context)?.require_proof(&proof).await.map(|_| ())
}

async fn check_mailed_code(app: &App, diner: &Diner, code: &str) -> Result<(), ApiError> {
    let mut conn = app.pool.acquire().await?;
    let now = app.clock.now();
    let taken = accounts::spend_proof_code(&mut conn, &app.signer, now, &diner.session, diner.id, code).await;
    taken.map_err(|error| match error {
        AccountError::CodeSpent => ApiError::unprocessable("proof_code_spent").about("mailed_code"),
        AccountError::WrongCode => ApiError::from(error).about("mailed_code"),
        other => other.into(),
    })
}

fn missing(ways: &[ProofWay]) -> ApiError {
    let field = ways.first().copied().unwrap_or(ProofWay::Password).field();
    ApiError::unprocessable("proof_missing").about(field)
}

/// Mails a code to a diner who has neither a password nor an authenticator app; 422 for other diners. At most twenty an hour. It replaces
/// the previous code.
#[utoipa::path(post, path = "/users/profile/proof_code", tag = "accounts",
    responses((status = 200, body = WriteMessage), (status = 303), (status = 401), (status = 422), (status = 429)))]
pub async fn send_code(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    let ways = ways(&mut tx, diner.id).await?;
    if !ways.contains(&ProofWay::Mail) {
        return Err(missing(&ways));
    }
    accounts::issue_proof_code(&mut tx, &app.rng, app.clock.now(), &diner.session, diner.id).await?;
    tx.commit().await?;
    told(&app, &context, "/users/profile/account", "flash.proof_code_sent")
}
