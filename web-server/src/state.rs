//! What every handler shares.

use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use domain::clients::captcha::Captcha;
use domain::clients::http;
use domain::clients::stripe::Stripe;
use domain::clock::Clock;
use domain::config::Config;
use domain::rng::Rng;
use domain::signing::Signer;
use sqlx::PgPool;

use crate::assets::Assets;
use crate::booking::admission_gate::Gate;
use crate::booking::batcher::Desk;
use crate::booking::rate_limit::Bursts;
use crate::changes::availability_cache::AvailabilityCache;
use crate::changes::events::Live;

/// Cheap to clone: one shared interior.
#[derive(Clone)]
pub struct App(Arc<Shared>);

pub struct Shared {
    pub config: Config,
    pub pool: PgPool,
    /// For the desk's batches that wait for nobody, as many as are under way at once: a connection that is always in use has
    /// its plans in the processor's caches.
    pub desk_pool: PgPool,
    /// For other bookings. Like the desk's of `db::connect_planned`.
    pub booking_pool: PgPool,
    /// Where availability is read from: a replica, or the same database. Planned too.
    pub read_pool: PgPool,
    pub clock: Clock,
    pub rng: Rng,
    pub signer: Signer,
    pub stripe: Stripe,
    pub captcha: Captcha,
    pub http: reqwest::Client,
    /// The diners' site.
    pub assets: Assets,
    /// The consoles of owners and admins.
    pub console: Assets,
    pub cache: AvailabilityCache,
    pub live: Live,
    pub gate: Gate,
    pub desk: Desk,
    pub bursts: Bursts,
}

/// The connections of one web server, by what they are for.
#[derive(Debug)]
pub struct Pools {
    pub general: PgPool,
    pub desk: PgPool,
    pub booking: PgPool,
    pub reads: PgPool,
}

impl From<PgPool> for Pools {
    /// One for everything.
    fn from(pool: PgPool) -> Self {
        Self { general: pool.clone(), desk: pool.clone(), booking: pool.clone(), reads: pool }
    }
}

impl App {
    /// Over given pools, clock and random numbers.
    pub fn new(config: Config, pools: Pools, clock: Clock, rng: Rng) -> Self {
        Self(Arc::new(Shared {
            signer: Signer::new(&config.secret),
            stripe: Stripe::new(&config.stripe.api_url, &config.stripe.secret_key),
            captcha: Captcha::new(&config.captcha),
            http: http::client(),
            assets: Assets::load(Path::new(&config.site_dist), "assets"),
            console: Assets::load(Path::new(&config.admin_ui_dist), "console"),
            cache: AvailabilityCache::default(),
            live: Default::default(),
            gate: Default::default(),
            desk: Default::default(),
            bursts: Default::default(),
            pool: pools.general,
            desk_pool: pools.desk,
            booking_pool: pools.booking,
            read_pool: pools.reads,
            clock,
            rng,
            config,
        }))
    }
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}
