//! A drop behind a waiting room: 5,000 diners on three web servers wait for 200 seats. They join before the opening and poll as the site
//! does; some reload, some use another server with each request, some request a seat without a turn, and one server is killed and started
//! again while diners book. Afterwards the guarantees of docs/WAITING_ROOMS.md are checked. The ordinary drop of the same diners, on the
//! same servers, comes first.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use axum::Router;
use axum::routing::get as route_get;
use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use domain::audit::Actor;
use domain::clock::Clock;
use domain::db;
use domain::ids::RestaurantId;
use domain::restaurants::actions::set_waiting_room;
use domain::signing::Signer;
use domain::waiting_rooms::proof::PublishedOrder;
use serde_json::Value;
use sqlx::PgPool;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::figures::{Better, Figure};
use crate::fresh_database;
use crate::generator::{Connection, percentile, run_concurrently};
use crate::lists::{milliseconds, select_one};
use crate::processes::{Process, SECRET, free_address, select_one_server, web_server_at, worker_with};
use crate::world::{self, DINERS, Target, booking, get, headers, post};

const ROOM: &str = "/users/api/waiting_rooms/load-drop";
const SERVERS: usize = 3;
const SEATS: usize = 200;

/// All diners join within this time; the opening follows it, so that all of them are drawn.
const JOINING: Duration = Duration::from_secs(30);
const UNTIL_OPENING: TimeDelta = TimeDelta::seconds(45);
/// Time from the opening to the end of a server, and from its end to its restart. The draw takes place between 6 and 10 seconds after the
/// opening.
const KILLED_AFTER: Duration = Duration::from_secs(13);
const RESTARTED_AFTER: Duration = Duration::from_secs(2);
/// A diner requests a seat without a turn only before the draw.
const BEFORE_DRAW: Duration = Duration::from_secs(5);
const SOLD_OUT_WITHIN: Duration = Duration::from_secs(180);
/// As in the site's query of a waiting room.
const SPREAD: f64 = 0.2;
const RECONNECT_AFTER: Duration = Duration::from_millis(200);
const MAX_RECONNECTIONS: usize = 100;

struct Rush {
    pool: PgPool,
    url: String,
    signer: Signer,
    targets: Vec<Target>,
    variables: Vec<(&'static str, String)>,
    reference: Process,
}

/// The environment of all clients.
struct Scene {
    addresses: Vec<SocketAddr>,
    signer: Signer,
    targets: Vec<Target>,
    opens: Instant,
}

/// The requests of a client.
#[derive(Default)]
struct ClientReport {
    diner: i64,
    code: String,
    seed_hash: String,
    proof_path: String,
    /// Polls after the opening that a server answered at the first attempt.
    polls: Vec<Duration>,
    is_holding: bool,
    rejected_without_turn: usize,
    turns_without_seat: usize,
    busy: usize,
    reconnections: usize,
}

struct Client {
    scene: Arc<Scene>,
    sold_out: watch::Receiver<bool>,
    number: usize,
    server: usize,
    headers: String,
    connection: Option<Connection>,
    etag: Option<String>,
    state: String,
    poll_after: Duration,
    has_tried: bool,
    report: ClientReport,
}

/// Time until the seats are sold, and the times of the polls.
pub async fn measure(server: &str) -> Result<Vec<Figure>> {
    let rush = Rush::prepare(server).await?;
    let mut servers = rush.start_servers().await?;
    let addresses: Vec<_> = servers.iter().map(|server| server.address).collect();
    let ordinary = rush.sell_without_room(&addresses).await?;
    let _worker = worker_with(&rush.url, &rush.variables)?;
    let opens_at = rush.open_room().await?;
    let before = select_one(rush.reference.address).await?;
    let until_opening = (opens_at - Clock::system().now()).to_std().context("the opening is ahead")?;
    let opens = Instant::now() + until_opening;
    let scene = Scene { addresses, signer: Signer::new(SECRET), targets: rush.targets.clone(), opens };
    let (signal, sold_out) = watch::channel(false);
    let clients = start_clients(&Arc::new(scene), &sold_out);
    let (sold_after, ()) = tokio::try_join!(rush.wait_until_sold(opens), rush.restart_one(&mut servers, opens))?;
    signal.send_replace(true);
    let reports = finish(clients).await?;
    rush.check(&reports, servers[0].address).await?;
    let after = select_one(rush.reference.address).await?;
    let figures = figures(&reports, sold_after, ordinary, (before + after) / 2.0);
    figures.iter().for_each(Figure::print);
    Ok(figures)
}

fn start_clients(scene: &Arc<Scene>, sold_out: &watch::Receiver<bool>) -> JoinSet<Result<ClientReport>> {
    let mut clients = JoinSet::new();
    for (number, diner) in (1..=DINERS).enumerate() {
        clients.spawn(Client::new(scene.clone(), sold_out.clone(), number, diner).run());
    }
    clients
}

async fn finish(mut clients: JoinSet<Result<ClientReport>>) -> Result<Vec<ClientReport>> {
    let mut reports = Vec::new();
    while let Some(report) = clients.join_next().await {
        reports.push(report??);
    }
    Ok(reports)
}

fn figures(reports: &[ClientReport], sold_after: Duration, ordinary: Duration, select_one: f64) -> Vec<Figure> {
    let polls = || reports.iter().flat_map(|report| report.polls.iter().copied()).collect::<Vec<_>>();
    let (middle, tail) = (milliseconds(percentile(polls(), 50.0)), milliseconds(percentile(polls(), 99.0)));
    let total = |count: fn(&ClientReport) -> usize| reports.iter().map(count).sum::<usize>();
    let detail = format!(
        "without a room, all answered in {:.2} s; {} rejected without a turn, {} turns without a seat, {} reconnections, {} busy",
        ordinary.as_secs_f64(),
        total(|report| report.rejected_without_turn),
        total(|report| report.turns_without_seat),
        total(|report| report.reconnections),
        total(|report| report.busy),
    );
    let figure = |name, value, must, aim, detail| Figure { name, value, must, aim, better: Better::Less, detail };
    vec![
        figure("waiting room, 5,000 for 200: sold out (s)", sold_after.as_secs_f64(), 60.0, 30.0, detail),
        figure(
            "waiting room: median of a poll / `select 1` over HTTP",
            middle / select_one,
            20.0,
            10.0,
            format!("{middle:.2} ms of {} polls after the opening", polls().len()),
        ),
        figure(
            "waiting room: p99 of a poll (ms)",
            tail,
            1000.0,
            400.0,
            format!("{:.0} x `select 1` over HTTP", tail / select_one),
        ),
    ]
}

/// Serves the beacon's rounds, signed with the key of the stand-in, and returns the settings for it.
async fn serve_beacon() -> Result<Vec<(&'static str, String)>> {
    let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let url = format!("http://{}", listener.local_addr()?);
    let router = Router::new().route("/public/{round}", route_get(stand_ins::beacon::round));
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(vec![("SEKI_BEACON_URL", url), ("SEKI_BEACON_PUBLIC_KEY", stand_ins::beacon::public_key())])
}

impl Rush {
    async fn prepare(server: &str) -> Result<Self> {
        let url = fresh_database(server, "seki_bench_waiting_room").await?;
        let pool = db::connect(&url, "seki bench", 4).await?;
        db::migrate(&pool).await?;
        world::build(&pool, Clock::system().now(), 1).await?;
        let targets = world::drop_targets(&pool).await?;
        let reference = select_one_server(&url).await?;
        let variables = serve_beacon().await?;
        Ok(Self { pool, url, signer: Signer::new(SECRET), targets, variables, reference })
    }

    fn restaurant(&self) -> RestaurantId {
        RestaurantId(self.targets[0].restaurant)
    }

    async fn start_servers(&self) -> Result<Vec<Process>> {
        let mut servers = Vec::new();
        for _ in 0..SERVERS {
            servers.push(web_server_at(&self.url, free_address(), &self.variables).await?.0);
        }
        Ok(servers)
    }

    /// The ordinary drop: each diner requests a seat once, all at the same moment. Returns the time until all were answered, and releases
    /// the seats.
    async fn sell_without_room(&self, addresses: &[SocketAddr]) -> Result<Duration> {
        let now = Clock::system().now();
        let requests = (1..=DINERS).enumerate().map(|(number, diner)| {
            let target = &self.targets[number % self.targets.len()];
            (addresses[number % SERVERS], vec![booking(&self.signer, target, diner, now)])
        });
        let run = run_concurrently(requests.collect()).await?;
        ensure!(run.count(201) == SEATS, "{} of {SEATS} seats were sold without a room", run.count(201));
        world::reset_drop(&self.pool).await?;
        Ok(run.percentile(100.0))
    }

    /// Puts a room in front of the start of online booking, and returns that instant.
    async fn open_room(&self) -> Result<DateTime<Utc>> {
        let now = Clock::system().now();
        let opens_at = (now + UNTIL_OPENING).duration_trunc(TimeDelta::seconds(1))?;
        let mut tx = self.pool.begin().await?;
        sqlx::query("UPDATE restaurant_operations SET or_starts_at = $2 WHERE restaurant_id = $1")
            .bind(self.restaurant().0)
            .bind(opens_at)
            .execute(&mut *tx)
            .await?;
        set_waiting_room(&mut tx, now, Actor::CommandLine, self.restaurant(), true).await?;
        tx.commit().await?;
        // The web servers read changes several times a second.
        sleep(Duration::from_secs(2)).await;
        Ok(opens_at)
    }

    /// Time from the opening until all seats are sold.
    async fn wait_until_sold(&self, opens: Instant) -> Result<Duration> {
        let seats = i64::try_from(SEATS)?;
        loop {
            let sold = world::drop_sold(&self.pool).await?;
            ensure!(sold <= seats, "oversold: {sold} of {SEATS}");
            if sold == seats {
                return Ok(Instant::now().saturating_duration_since(opens));
            }
            ensure!(Instant::now() < opens + SOLD_OUT_WITHIN, "only {sold} of {SEATS} seats were sold");
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// Kills the last server while diners book, and starts it again at the same address.
    async fn restart_one(&self, servers: &mut Vec<Process>, opens: Instant) -> Result<()> {
        sleep_until(opens + KILLED_AFTER).await;
        let killed = servers.pop().context("a server")?;
        let address = killed.address;
        drop(killed);
        sleep(RESTARTED_AFTER).await;
        servers.push(web_server_at(&self.url, address, &self.variables).await?.0);
        Ok(())
    }

    /// Checks the guarantees: a place for each diner, the committed order, admissions in that order, and no seat without a turn.
    async fn check(&self, reports: &[ClientReport], address: SocketAddr) -> Result<()> {
        let rows: Vec<(i64, String)> =
            sqlx::query_as("SELECT user_id, code FROM waiting_room_places").fetch_all(&self.pool).await?;
        let places: BTreeMap<_, _> = rows.iter().map(|(diner, code)| (*diner, code.as_str())).collect();
        let seen: BTreeMap<_, _> = reports.iter().map(|report| (report.diner, report.code.as_str())).collect();
        ensure!(
            rows.len() == places.len() && places == seen,
            "each diner keeps one place, with the code of the first answer"
        );
        let first = reports.first().context("a report")?;
        let order = self.check_order(first, address).await?;
        ensure!(
            reports.iter().all(|report| report.seed_hash == order.seed_hash),
            "the seed was fixed before the first place"
        );
        ensure!(order.codes.len() == reports.len(), "all diners came before the opening");
        self.expect_none("admitted before a lower rank", OVERTAKEN).await?;
        self.expect_none("ranks other than the drawn ones", RANKED_OTHERWISE).await?;
        self.expect_none("holds without a turn", WITHOUT_TURN).await?;
        let holders: Vec<i64> = sqlx::query_scalar(HOLDERS).fetch_all(&self.pool).await?;
        let holders: BTreeSet<_> = holders.into_iter().collect();
        ensure!(holders.len() == SEATS, "{} diners hold {SEATS} seats", holders.len());
        ensure!(
            reports.iter().all(|report| !report.is_holding || holders.contains(&report.diner)),
            "a hold that was answered with 201 is missing"
        );
        ensure!(reports.iter().any(|report| report.rejected_without_turn > 0), "no diner tried without a turn");
        Ok(())
    }

    /// Verifies the published order, and returns it.
    async fn check_order(&self, report: &ClientReport, address: SocketAddr) -> Result<PublishedOrder> {
        let mut connection = Connection::open(address).await?;
        let status = connection.ask(&get(&report.proof_path, "")).await?;
        ensure!(status == 200, "the published order: {status}");
        let order: PublishedOrder = serde_json::from_slice(connection.body())?;
        order.check(&stand_ins::beacon::public_key())?;
        ensure!(order.beacon_signature.is_some(), "the beacon was not asked");
        Ok(order)
    }

    async fn expect_none(&self, what: &str, query: &'static str) -> Result<()> {
        let count: i64 = sqlx::query_scalar(query).fetch_one(&self.pool).await?;
        ensure!(count == 0, "{what}: {count}");
        Ok(())
    }
}

/// As in the race of a drop behind a waiting room.
const OVERTAKEN: &str = "
    SELECT count(*) FROM waiting_room_places a JOIN waiting_room_places b ON b.rank < a.rank
    WHERE a.admitted_at IS NOT NULL AND (b.admitted_at IS NULL OR b.admitted_at > a.admitted_at)";
const RANKED_OTHERWISE: &str = "SELECT count(*) FROM waiting_room_places WHERE rank IS DISTINCT FROM drawn_rank";
const WITHOUT_TURN: &str = "
    SELECT count(*) FROM reservations r JOIN restaurants t ON t.id = r.restaurant_id
    WHERE t.slug = 'load-drop' AND r.status = 'pending' AND NOT EXISTS (
        SELECT 1 FROM waiting_room_places p
        WHERE p.restaurant_id = r.restaurant_id AND p.user_id = r.user_id AND p.admitted_at <= r.created_at)";
const HOLDERS: &str = "
    SELECT r.user_id FROM reservations r JOIN restaurants t ON t.id = r.restaurant_id
    WHERE t.slug = 'load-drop' AND r.status = 'pending' AND r.user_id IS NOT NULL";

impl Client {
    fn new(scene: Arc<Scene>, sold_out: watch::Receiver<bool>, number: usize, diner: i64) -> Self {
        Self {
            headers: headers(&scene.signer, diner),
            scene,
            sold_out,
            number,
            server: number % SERVERS,
            connection: None,
            etag: None,
            state: String::new(),
            poll_after: Duration::ZERO,
            has_tried: false,
            report: ClientReport { diner, ..ClientReport::default() },
        }
    }

    /// Every tenth diner reloads the page, another tenth uses another server with each request, and one in fifty requests a seat without a
    /// turn.
    fn reloads(&self) -> bool {
        self.number % 10 == 3
    }

    fn changes_servers(&self) -> bool {
        self.number % 10 == 6
    }

    fn is_impatient(&self) -> bool {
        self.number % 50 == 9
    }

    /// A number from 0 to 1 that differs between diners.
    fn share(&self) -> f64 {
        f64::from(u32::try_from(self.number * 7919 % 5003).unwrap_or_default()) / 5003.0
    }

    async fn run(mut self) -> Result<ClientReport> {
        sleep(JOINING.mul_f64(self.share())).await;
        self.join().await?;
        if self.reloads() {
            self.etag = None;
            self.poll().await?;
            self.join().await?;
        }
        loop {
            let wait = self.poll_after.mul_f64(1.0 + SPREAD * self.share());
            if timeout(wait, self.sold_out.changed()).await.is_ok() {
                return Ok(self.report);
            }
            self.poll().await?;
            if self.state == "turn" {
                self.book().await?;
            } else if self.is_impatient() && !self.has_tried && self.state == "waiting" {
                self.try_without_turn().await?;
            }
            if self.report.is_holding {
                return Ok(self.report);
            }
        }
    }

    async fn join(&mut self) -> Result<()> {
        let request = post(ROOM, &self.headers, "{}");
        let status = self.ask(&request).await?;
        ensure!(status == 201, "joining: {status}");
        self.read()
    }

    /// Asks for the place, as a page does. The page keeps what it has if the server responds with 304 or is busy.
    async fn poll(&mut self) -> Result<()> {
        if self.changes_servers() {
            self.connection = None;
            self.server = (self.server + 1) % SERVERS;
        }
        let known = self.etag.as_ref().map(|etag| format!("if-none-match: {etag}\r\n")).unwrap_or_default();
        let request = get(ROOM, &format!("{}{known}", self.headers));
        let (began, reconnections) = (Instant::now(), self.report.reconnections);
        let status = self.ask(&request).await?;
        if began > self.scene.opens && self.report.reconnections == reconnections {
            self.report.polls.push(began.elapsed());
        }
        match status {
            200 => self.read(),
            304 => Ok(()),
            503 => {
                self.report.busy += 1;
                Ok(())
            }
            status => bail!("a poll: {status}"),
        }
    }

    /// Reads the place from the last answer.
    fn read(&mut self) -> Result<()> {
        let connection = self.connection.as_ref().context("a connection")?;
        self.etag = connection.header("etag").map(str::to_owned);
        let answer: Value = serde_json::from_slice(connection.body())?;
        let room = &answer["waiting_room"];
        let text = |field: &str| room[field].as_str().unwrap_or_default().to_owned();
        self.state = text("state");
        self.poll_after = Duration::from_millis(room["poll_after_ms"].as_u64().context("a time")?);
        let (code, seed_hash) = (text("code"), text("seed_hash"));
        if self.report.code.is_empty() {
            self.report.proof_path = text("proof_url");
            (self.report.code, self.report.seed_hash) = (code, seed_hash);
            return Ok(());
        }
        ensure!(code == self.report.code && seed_hash == self.report.seed_hash, "a place changed: {answer}");
        Ok(())
    }

    /// Requests a seat of the diner's slot, and of the other slots while they are full.
    async fn book(&mut self) -> Result<()> {
        let scene = self.scene.clone();
        for turn in 0..scene.targets.len() {
            let target = &scene.targets[(self.number + turn) % scene.targets.len()];
            match self.request_seat(&scene, target).await? {
                201 => {
                    self.report.is_holding = true;
                    return Ok(());
                }
                409 | 422 => {}
                429 | 503 => self.report.busy += 1,
                status => bail!("a hold: {status}"),
            }
        }
        self.report.turns_without_seat += 1;
        Ok(())
    }

    /// Requests a seat between the opening and the draw, when no diner has a turn.
    async fn try_without_turn(&mut self) -> Result<()> {
        let since = Instant::now().checked_duration_since(self.scene.opens);
        if since.is_none_or(|since| since > BEFORE_DRAW) {
            return Ok(());
        }
        self.has_tried = true;
        let scene = self.scene.clone();
        let status = self.request_seat(&scene, &scene.targets[self.number % scene.targets.len()]).await?;
        ensure!(status == 409, "a hold without a turn: {status}");
        self.report.rejected_without_turn += 1;
        Ok(())
    }

    async fn request_seat(&mut self, scene: &Scene, target: &Target) -> Result<u16> {
        let request = booking(&scene.signer, target, self.report.diner, Clock::system().now());
        self.ask(&request).await
    }

    /// Sends a request, and after a failure sends it to the next server.
    async fn ask(&mut self, request: &[u8]) -> Result<u16> {
        for _ in 0..MAX_RECONNECTIONS {
            let connection = match self.connection.take() {
                Some(connection) => Ok(connection),
                None => Connection::open(self.scene.addresses[self.server]).await,
            };
            if let Ok(mut connection) = connection
                && let Ok(status) = connection.ask(request).await
            {
                self.connection = Some(connection);
                return Ok(status);
            }
            self.report.reconnections += 1;
            self.server = (self.server + 1) % SERVERS;
            sleep(RECONNECT_AFTER).await;
        }
        bail!("no server responds")
    }
}
