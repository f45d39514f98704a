//! Dependencies of a load, in addition to the database.

use chrono::{DateTime, Utc};
use domain::clients::stripe::Stripe;
use domain::rng::Rng;
use domain::signing::Signer;

pub struct Tools<'a> {
    pub stripe: &'a Stripe,
    pub rng: &'a Rng,
    pub signer: &'a Signer,
    pub now: DateTime<Utc>,
}
