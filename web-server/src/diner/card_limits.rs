//! Limits of a diner's calls that reach the card provider (gaps G221). Stolen card numbers cannot be tested in bulk, and one diner cannot use
//! up the provider's rate limit, which all payments share.

use domain::config::Ceiling;
use domain::ids::UserId;
use domain::limits::{hit_ceilings, personal_bucket, refund_ceilings};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// Counts a registration of a card, for the diner and for the client's address; 429 above a ceiling.
pub async fn count_setup(app: &App, context: &Context, diner: UserId) -> Result<(), ApiError> {
    count(app, &setup_ceilings(app, context, diner)).await
}

/// Refunds a registration that the provider was unavailable for.
pub async fn refund_setup(app: &App, context: &Context, diner: UserId) -> Result<(), ApiError> {
    let ceilings = setup_ceilings(app, context, diner);
    Ok(app.transaction(async |tx| refund_ceilings(tx, &ceilings).await).await?)
}

fn setup_ceilings(app: &App, context: &Context, diner: UserId) -> [(String, Ceiling); 2] {
    let limits = app.config.card_limits;
    [
        (format!("card_setups:{diner}"), limits.setups_per_diner),
        (personal_bucket("card_setups_address", context.client()), limits.setups_per_address),
    ]
}

/// Registrations that call the provider concurrently, so they leave its rate limit to payments.
static SETUP_SLOTS: Semaphore = Semaphore::const_new(4);

/// Waits for a permit to begin a registration at the provider.
pub async fn setup_permit() -> Result<SemaphorePermit<'static>, ApiError> {
    SETUP_SLOTS.acquire().await.map_err(ApiError::internal)
}

/// Counts a payment, a confirmation or a subscription of the diner; 429 above the ceiling.
pub async fn count_call(app: &App, diner: UserId) -> Result<(), ApiError> {
    count(app, &[(format!("card_calls:{diner}"), app.config.card_limits.calls_per_diner)]).await
}

/// A rejected request is rolled back, so it counts nowhere.
async fn count(app: &App, ceilings: &[(String, Ceiling)]) -> Result<(), ApiError> {
    let now = app.clock.now();
    Ok(app.transaction(async |tx| hit_ceilings(tx, ceilings, now).await).await?)
}
