//! The state that all parts of a worker share.

use std::sync::Arc;

use domain::clients::beacon::Beacon;
use domain::clients::pictures::PictureStore;
use domain::clients::stripe::Stripe;
use domain::clients::twilio::Twilio;
use domain::clock::Clock;
use domain::config::Config;
use domain::outbox::Outbox;
use domain::payments::model::PaymentContext;
use domain::rng::Rng;
use domain::signing::Signer;
use sqlx::PgPool;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::renderers;

/// The dependencies of handlers and sweepers.
#[derive(Clone)]
pub struct Worker {
    pub config: Arc<Config>,
    pub pool: PgPool,
    pub clock: Clock,
    pub rng: Rng,
    pub outbox: Outbox,
    pub signer: Signer,
    pub twilio: Twilio,
    pub stripe: Stripe,
    pub beacon: Beacon,
    pub pictures: PictureStore,
    /// Cancelled when the worker stops.
    pub stopping: CancellationToken,
    /// Publishes the current `pool` to tasks that outlive a restart.
    pub(crate) pools: watch::Sender<PgPool>,
}

impl Worker {
    /// # Errors
    /// The configuration has no valid mail server or sender.
    pub fn new(config: Config, pool: PgPool, clock: Clock, rng: Rng) -> anyhow::Result<Self> {
        let (outbox, signer) = (Outbox::new(&config, renderers::all())?, Signer::new(&config.secret));
        let (twilio, stripe) =
            (Twilio::new(&config.twilio), Stripe::new(&config.stripe.api_url, &config.stripe.secret_key));
        let (beacon, pictures) = (Beacon::new(&config.beacon), PictureStore::new(&config.uploads));
        let (config, stopping) = (Arc::new(config), CancellationToken::new());
        let pools = watch::Sender::new(pool.clone());
        Ok(Self { config, pool, clock, rng, outbox, signer, twilio, stripe, beacon, pictures, stopping, pools })
    }

    /// Returns the dependencies of the payment functions.
    pub(crate) fn payments(&self) -> PaymentContext<'_> {
        PaymentContext { pool: &self.pool, stripe: &self.stripe, rng: &self.rng, clock: &self.clock }
    }
}
