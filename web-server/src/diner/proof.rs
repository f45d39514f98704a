//! The recent proof of identity that a signed-in diner must give before the email address, the phone number or the card changes: the
//! password or a code of the authenticator app; if the account has neither, a mailed code, or another sign-in with Apple.

use axum::extract::State;
use axum::response::Response;
use domain::accounts::{self, AccountError, authenticators, identities, person};
use domain::payments::model::PaymentCard;
use domain::sessions::AccountId;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::apple;
use crate::account_security::{AccountHolder, ProofBody};
use crate::diner::session::Diner;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::http::write_response::{WriteMessage, respond_with_notice};
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
    /// No field: signing in with Apple again, by `POST /users/auth/apple`, serves for ten minutes.
    Apple,
}

impl ProofWay {
    const fn field(self) -> Option<&'static str> {
        match self {
            Self::Password => Some("current_password"),
            Self::App => Some("code"),
            Self::Mail => Some("mailed_code"),
            Self::Apple => None,
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

/// Returns the proofs that the diner may choose from; empty if none is required, shortly after another sign-in with Apple. A code is mailed
/// only to an account with neither a password nor an app. An unconfirmed address may be mistyped: Apple replaces the code then.
pub async fn ways(
    app: &App,
    context: &Context,
    conn: &mut PgConnection,
    diner: &Diner,
) -> Result<Vec<ProofWay>, ApiError> {
    let who = AccountId::Diner(diner.id);
    let has_password = person::get(&mut *conn, who).await?.has_password();
    let has_app = authenticators::find_enabled(&mut *conn, who).await?.is_some();
    if has_password || has_app {
        let own = [(has_password, ProofWay::Password), (has_app, ProofWay::App)];
        return Ok(own.into_iter().filter(|(is_there, _)| *is_there).map(|(_, way)| way).collect());
    }
    let account = accounts::queries::find(&mut *conn, diner.id).await?.ok_or_else(ApiError::unauthorized)?;
    let is_confirmed = account.email_confirmed_at.is_some();
    if is_confirmed || app.apple.is_none() || !identities::is_linked(conn, diner.id).await? {
        return Ok(vec![ProofWay::Mail]);
    }
    Ok(if apple::is_identity_confirmed(app, context, diner) { Vec::new() } else { vec![ProofWay::Apple] })
}

/// Returns the proofs that a replacement of the card accepts; empty without a card, since the first one needs none.
pub async fn ways_to_replace(
    app: &App,
    context: &Context,
    conn: &mut PgConnection,
    diner: &Diner,
    card: Option<&PaymentCard>,
) -> Result<Vec<ProofWay>, ApiError> {
    if card.is_none() { Ok(Vec::new()) } else { ways(app, context, conn, diner).await }
}

/// Checks the proof of a form. **Outside a transaction**: a wrong proof counts; the limits are ten passwords in a quarter of an hour and
/// thirty codes a day.
///
/// # Errors
/// 422 `proof_missing`, `password_wrong`, `code_wrong` or `proof_code_spent`, each about its field; a proof that the account does not have
/// counts as missing. 422 `apple_proof_missing` about no field for a sign-in with Apple that is absent or older than ten minutes; 429.
pub async fn require(app: &App, context: &Context, diner: &Diner, proof: Proof) -> Result<(), ApiError> {
    let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let ways = ways(app, context, &mut *app.pool.acquire().await?, diner).await?;
    if ways.is_empty() {
        return Ok(());
    }
    if ways.contains(&ProofWay::Apple) {
        return Err(missing(context, &ways));
    }
    if ways.contains(&ProofWay::Mail) {
        let code = given(proof.mailed_code).ok_or_else(|| missing(context, &ways))?;
        return check_mailed_code(app, diner, &code).await;
    }
    let possible = |way: ProofWay, text: Option<String>| given(text).filter(|_| ways.contains(&way));
    let proof = ProofBody {
        current_password: possible(ProofWay::Password, proof.current_password),
        code: possible(ProofWay::App, proof.code),
    };
    if proof.is_empty() {
        return Err(missing(context, &ways));
    }
    diner.caller(app, context)?.require_proof(&proof).await.map(|_| ())
}

async fn check_mailed_code(app: &App, diner: &Diner, code: &str) -> Result<(), ApiError> {
    let mut conn = app.pool.acquire().await?;
    let now = app.clock.now();
    let taken = accounts::consume_proof_code(&mut conn, &app.signer, now, &diner.session, diner.id, code).await;
    taken.map_err(|error| match error {
        AccountError::NoValidCode => ApiError::unprocessable("proof_code_spent").about("mailed_code"),
        AccountError::WrongCode => ApiError::from(error).about("mailed_code"),
        other => other.into(),
    })
}

/// The error names the field of the proof, and its text the proofs that the account has. Apple's proof has no field, but a separate error.
fn missing(context: &Context, ways: &[ProofWay]) -> ApiError {
    if ways.contains(&ProofWay::Apple) {
        return ApiError::unprocessable("apple_proof_missing");
    }
    let how = context.t(match ways {
        [ProofWay::Password, ProofWay::App] => "proof.how.password_or_app",
        [ProofWay::App] => "proof.how.app",
        [ProofWay::Mail] => "proof.how.mail",
        _ => "proof.how.password",
    });
    let error = ApiError { arguments: vec![("how", how)], ..ApiError::unprocessable("proof_missing") };
    match ways.first().and_then(|way| way.field()) {
        Some(field) => error.about(field),
        None => error,
    }
}

/// Mails a code to a diner who has neither a password nor an authenticator app; 422 `proof_missing` for other diners, or
/// `apple_proof_missing` for a diner whose proof is another sign-in with Apple. At most twenty an hour. It replaces the previous code.
#[utoipa::path(post, path = "/users/profile/proof_code", tag = "accounts",
    responses((status = 200, body = WriteMessage), (status = 303), (status = 401), (status = 422), (status = 429)))]
pub async fn send_code(State(app): State<App>, context: Context, diner: Diner) -> Result<Response, ApiError> {
    let mut tx = app.pool.begin().await?;
    let ways = ways(&app, &context, &mut tx, &diner).await?;
    if !ways.contains(&ProofWay::Mail) {
        return Err(missing(&context, &ways));
    }
    accounts::issue_proof_code(&mut tx, &app.rng, app.clock.now(), &diner.session, diner.id).await?;
    tx.commit().await?;
    respond_with_notice(&app, &context, "/users/profile/account", "flash.proof_code_sent")
}
