//! State that all handlers share.

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::Arc;

use domain::clients::apple::Apple;
use domain::clients::beacon::Beacon;
use domain::clients::captcha::Captcha;
use domain::clients::http;
use domain::clients::pictures::PictureStore;
use domain::clients::stripe::Stripe;
use domain::clock::Clock;
use domain::config::Config;
use domain::db;
use domain::payments::model::PaymentContext;
use domain::rng::Rng;
use domain::signing::Signer;
use metrics::{Counter, counter};
use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, PgPool, Postgres};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::assets::Assets;
use crate::booking::{Batches, Booking, BookingPools};
use crate::changes::availability_cache::AvailabilityCache;
use crate::changes::events::Events;
use crate::changes::feed_cache::FeedCache;
use crate::changes::streams::Streams;
use crate::changes::vacancies::Vacancies;
use crate::external_lists::ExternalLists;
use crate::first_screens::FirstScreens;
use crate::readiness::Readiness;
use crate::reads::Reads;

/// Attempts to get a connection for a batch of a file, each until the timeout of the pool.
const FILE_ATTEMPTS: usize = 12;

/// Cheap to clone: one shared interior, and the connections of its handlers.
#[derive(Clone)]
pub struct App {
    shared: Arc<Shared>,
    /// Connections for everything that has no others: of the diners' handlers, or of staff's (`for_staff`).
    pub pool: PgPool,
}

pub struct Shared {
    pub config: Config,
    /// Connections of the handlers of staff and admins.
    pub staff_pool: PgPool,
    /// Turns of the reads of files, which use at most half of these connections.
    file_turns: Arc<Semaphore>,
    /// Connections for reads whose statements are always the same: availability, the staff's day, a diner's reservations.
    pub reads: Reads,
    pub clock: Clock,
    pub rng: Rng,
    pub signer: Signer,
    pub stripe: Stripe,
    pub captcha: Captcha,
    pub beacon: Beacon,
    /// Sign-in with Apple, if configured.
    pub apple: Option<Apple>,
    pub http: reqwest::Client,
    /// Pictures that admins upload.
    pub pictures: PictureStore,
    /// Assets of the diners' site.
    pub assets: Assets,
    pub first_screens: FirstScreens,
    /// Assets of the owner and admin consoles.
    pub console: Assets,
    pub cache: AvailabilityCache,
    /// Totals of all restaurants, for the search by vacancy.
    pub vacancies: Vacancies,
    /// The last text of each restaurant in the availability feed.
    pub feeds: FeedCache,
    /// Availability answers from memory, and answers that had to be computed.
    pub from_memory: Counter,
    pub from_database: Counter,
    pub events: Events,
    pub streams: Streams,
    /// Lists of other services about restaurants.
    pub external_lists: ExternalLists,
    pub booking: Booking,
    pub readiness: Readiness,
    /// Cancelled when the server must stop.
    pub stopping: CancellationToken,
}

/// The connection pools of one web server, by purpose.
#[derive(Debug)]
pub struct Pools {
    pub general: PgPool,
    /// For the screens of staff and admins, whose long reads must leave connections to bookings.
    pub staff: PgPool,
    /// For the hold batcher only, with prepared plans (`db::connect_planned`).
    pub batches: PgPool,
    /// For other bookings, and on the primary for availability and for pages whose statements are always the same; also with prepared plans.
    pub booking: PgPool,
    /// For a replica, if configured; also with prepared plans.
    pub replica: Option<PgPool>,
}

impl From<PgPool> for Pools {
    /// Uses one pool for all purposes.
    fn from(pool: PgPool) -> Self {
        Self { general: pool.clone(), staff: pool.clone(), batches: pool.clone(), booking: pool, replica: None }
    }
}

impl App {
    /// Returns the context of the payment functions.
    pub fn payments(&self) -> PaymentContext<'_> {
        PaymentContext { pool: &self.pool, stripe: &self.stripe, rng: &self.rng, clock: &self.clock }
    }

    /// Runs `write` in one transaction, which is committed after a success and rolled back after an error.
    ///
    /// # Errors
    /// The error of `write`, or of the database.
    pub async fn transaction<T, E: From<sqlx::Error>>(
        &self,
        write: impl AsyncFnOnce(&mut PgConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut tx = self.pool.begin().await?;
        let written = write(&mut tx).await?;
        tx.commit().await?;
        Ok(written)
    }

    /// Waits for a connection for one batch of a file. The reads of files leave half of the staff's connections to other requests, and wait
    /// longer than these: the response has begun, so an error would truncate the file.
    ///
    /// # Errors
    /// No connection within the timeout of the pool, twelve times, or the database rejects it.
    pub async fn acquire_for_file(&self) -> sqlx::Result<FileConnection> {
        let turn = db::wait_in_queue(self.file_turns.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| sqlx::Error::PoolClosed)?;
        for _ in 1..FILE_ATTEMPTS {
            match self.pool.acquire().await {
                Err(sqlx::Error::PoolTimedOut) => {}
                acquired => return Ok(FileConnection { conn: acquired?, _turn: turn }),
            }
        }
        Ok(FileConnection { conn: self.pool.acquire().await?, _turn: turn })
    }

    /// Creates the state over the given pools, clock and random numbers.
    pub fn new(config: Config, pools: Pools, clock: Clock, rng: Rng) -> Self {
        let booking_pools = BookingPools {
            general: pools.general.clone(),
            batches: pools.batches,
            locking: pools.booking.clone(),
            timeout_factor: config.database_timeout_factor,
        };
        let batches = Batches { max_size: config.hold_batch, max_concurrent: config.hold_batches };
        // A server whose screens use all of their connections still takes bookings, and stays ready.
        let asked = vec![pools.general.clone(), booking_pools.batches.clone(), booking_pools.locking.clone()];
        let http = http::client();
        let external_lists = ExternalLists::new(http.clone(), clock.clone());
        let shared = Shared {
            readiness: Readiness::new(asked),
            booking: Booking::new(booking_pools, clock.clone(), rng.clone(), batches),
            signer: Signer::new(&config.secret),
            stripe: Stripe::new(&config.stripe.api_url, &config.stripe.secret_key),
            captcha: Captcha::new(&config.captcha),
            beacon: Beacon::new(&config.beacon),
            apple: config.apple.as_ref().map(Apple::new),
            http,
            pictures: PictureStore::new(&config.uploads),
            assets: Assets::load(Path::new(&config.site_dist), "assets"),
            first_screens: FirstScreens::load(Path::new(&config.site_dist)),
            console: Assets::load(Path::new(&config.admin_ui_dist), "console"),
            cache: AvailabilityCache::default(),
            vacancies: Vacancies::default(),
            feeds: FeedCache::default(),
            from_memory: counter!("seki_availability_answers_total", "from" => "memory"),
            from_database: counter!("seki_availability_answers_total", "from" => "database"),
            events: Events::default(),
            streams: Streams::default(),
            external_lists,
            stopping: CancellationToken::new(),
            staff_pool: pools.staff,
            file_turns: Arc::new(Semaphore::new((config.staff_connections as usize / 2).max(1))),
            reads: Reads::new(pools.booking, pools.replica),
            clock,
            rng,
            config,
        };
        Self { shared: Arc::new(shared), pool: pools.general }
    }

    /// Returns the state for the handlers of staff and admins, with their connections.
    #[must_use]
    pub fn for_staff(self) -> Self {
        Self { pool: self.staff_pool.clone(), ..self }
    }
}

/// A connection for one batch of a file.
pub struct FileConnection {
    conn: PoolConnection<Postgres>,
    _turn: OwnedSemaphorePermit,
}

impl Deref for FileConnection {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.conn
    }
}

impl DerefMut for FileConnection {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.conn
    }
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.shared
    }
}
