//! Limits of a diner's calls that reach the card provider (gaps G221). Stolen card numbers cannot be tested in bulk, and one diner cannot use
//! up the provider's rate limit, which all payments share.

use domain::config::Ceiling;
use domain::ids::UserId;
use domain::limits::{hit_ceilings, personal_bucket};

use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// Counts a registration of a card, for the diner and for the client's address; 429 above a ceiling.
pub async fn count_setup(app: &App, context: &Context, diner: UserId) -> Result<(), ApiError> {
    let limits = app.config.card_limits;
    let ceilings = [
        (format!("card_setups:{diner}"), limits.setups_per_diner),
        (personal_bucket("card_setups_address", context.client()), limits.setups_per_address),
    ];
    count(app, &ceilings).await
}

/// Counts a payment, a confirmation or a subscription of the diner; 429 above the ceiling.
pub async fn count_call(app: &App, diner: UserId) -> Result<(), ApiError> {
    count(app, &[(format!("card_calls:{diner}"), app.config.card_limits.calls_per_diner)]).await
}

/// A rejected request is rolled back, so it counts nowhere.
async fn count(app: &App, ceilings: &[(String, Ceiling)]) -> Result<(), ApiError> {
    let mut tx = app.pool.begin().await?;
    hit_ceilings(&mut tx, ceilings, app.clock.now()).await?;
    Ok(tx.commit().await?)
}
