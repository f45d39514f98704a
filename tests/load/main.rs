//! `make bench`: every figure is a ratio to its reference, measured in the same run, as the median of interleaved rounds. A round whose two
//! readings of the bare handler differ by more than 1.3 is repeated.

mod console;
mod generator;
mod growth;
mod lists;
mod pretix;
mod processes;
mod raffle;
mod refill;
mod search;
mod statements;
mod waiting_room;
mod world;

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use chrono::{DateTime, Utc};
use cli::postgres::{Options, Postgres};
use domain::clock::Clock;
use domain::db;
use domain::signing::Signer;
use generator::{Run, once_each, paced, percentile, repeat, run_concurrently};
use pretix::Pretix;
use processes::{Process, SECRET, bare_handler, pgbench, select_one_server, warm_pgbench, web_server, worker};
use sqlx::{Connection as _, Executor, PgConnection, PgPool};
use tests::figures::{self, Better, Figure, median};
use world::{DINERS, Target};

const ROUNDS: usize = 5;
/// Number of drops: one success may be luck, so all of them must succeed.
const DROPS: usize = 20;
const CONNECTIONS: usize = 32;
const SPAN: Duration = Duration::from_secs(2);
const BOOKINGS: i64 = 1_500;
/// Reference if pretix cannot be measured in the same run: its orders a second by REST on a machine whose bare handler answers at least
/// `QUIET` requests a second, and on a machine that its neighbours slow down.
const PRETIX_QUIET: f64 = 19.5;
const PRETIX_NOISY: f64 = 12.0;
const QUIET: f64 = 75_000.0;
const DATABASE: &str = "seki_bench";
/// Parts with separate databases.
const SEPARATE: [&str; 7] = ["lists", "console", "refill", "raffle", "search", "growth", "waiting-room"];

struct Bench {
    pool: PgPool,
    url: String,
    signer: Signer,
    now: DateTime<Utc>,
    servers: Vec<Process>,
    hello: Process,
    pretix: Option<Arc<Pretix>>,
    load: PathBuf,
    figures: Vec<Figure>,
}

/// Rates of bookings, all per second: over HTTP, and by `pgbench` with the product's statements, the bare function, a booking's rows alone,
/// and batches of as many bookings as the server wrote together.
struct BookingRound {
    run: Run,
    limit: f64,
    bare: f64,
    rows: f64,
    /// The median of the server's batches.
    size: u32,
    batched: f64,
}

#[tokio::main]
async fn main() -> Result<()> {
    let mut arguments: Vec<_> = std::env::args().skip(1).collect();
    if let [mode, address, bytes] = arguments.as_slice()
        && mode == "hello"
    {
        return processes::serve_hello(address, bytes).await;
    }
    if let [mode, address] = arguments.as_slice()
        && mode == "one"
    {
        return processes::serve_select_one(address).await;
    }
    let home = PathBuf::from("var/bench");
    std::fs::create_dir_all(&home)?;
    let rows = take_rows(&mut arguments)?;
    let (numbers, names): (Vec<_>, Vec<_>) =
        arguments.into_iter().partition(|argument| argument.parse::<i64>().is_ok());
    let restaurants = match numbers.as_slice() {
        [] => world::RESTAURANTS,
        [number] if names == ["refill"] => number.parse()?,
        _ => bail!("a number of restaurants goes with `refill` alone"),
    };
    ensure!((1..=99_999).contains(&restaurants), "from 1 to 99,999 restaurants can be filled");
    ensure!(rows.is_none() || names == ["growth"], "--rows goes with `growth` alone");
    let postgres = Postgres::start(&home, &Options::default()).await?;
    let measured = measure(&postgres.url, &home, &names, restaurants, rows.unwrap_or(growth::ROWS)).await;
    postgres.stop().await?;
    measured
}

/// Removes `--rows N` from the arguments, and returns N.
fn take_rows(arguments: &mut Vec<String>) -> Result<Option<i64>> {
    let Some(at) = arguments.iter().position(|argument| argument == "--rows") else { return Ok(None) };
    ensure!(at + 1 < arguments.len(), "--rows needs a number");
    let rows = arguments.remove(at + 1).parse()?;
    arguments.remove(at);
    Ok(Some(rows))
}

/// Measures everything except `growth` and `waiting-room`, or only the named parts: `growth`, `waiting-room`, `lists`, `console`, `refill`,
/// `raffle`, `search`, `bookings`, `reads`, `cold`, `drops`, `memory`. The refill covers `restaurants` restaurants, and the growth `rows`
/// reservations.
async fn measure(server: &str, home: &Path, only: &[String], restaurants: i64, rows: i64) -> Result<()> {
    let named = |name: &str| only.iter().any(|only| only == name);
    let wanted = |name: &str| only.is_empty() || named(name);
    let mut figures = if wanted("lists") { lists::measure(server).await? } else { Vec::new() };
    if wanted("console") {
        figures.extend(console::measure(server).await?);
    }
    if wanted("refill") {
        figures.extend(refill::measure(server, restaurants).await?);
    }
    if wanted("raffle") {
        figures.extend(raffle::measure(server).await?);
    }
    if wanted("search") {
        figures.extend(search::measure(server).await?);
    }
    if named("growth") {
        figures.extend(growth::measure(server, rows).await?);
    }
    if named("waiting-room") {
        figures.extend(waiting_room::measure(server).await?);
    }
    if !only.is_empty() && only.iter().all(|only| SEPARATE.contains(&only.as_str())) {
        figures::table(&figures);
        return Ok(());
    }
    let mut bench = prepare(server, home).await?;
    bench.figures.extend(figures);
    if wanted("bookings") {
        bench.pretix = match Pretix::start(server, home, &bench.load).await {
            Ok(pretix) => Some(Arc::new(pretix)),
            Err(error) => {
                eprintln!("pretix is not measured in this run: {error:#}");
                None
            }
        };
        bench.bookings().await?;
        bench.pretix = None;
    }
    if wanted("reads") {
        bench.reads().await?;
    }
    if wanted("cold") {
        bench.cold_reads().await?;
        bench.reads_while_booked().await?;
    }
    if wanted("drops") {
        bench.drops().await?;
    }
    if wanted("memory") {
        bench.memory().await?;
    }
    figures::table(&bench.figures);
    Ok(())
}

/// Creates a database, replacing a previous one of that name, and returns its URL.
async fn fresh_database(server: &str, name: &str) -> Result<String> {
    let (base, _) = server.rsplit_once('/').context("a database url")?;
    let mut admin = PgConnection::connect(&format!("{base}/postgres")).await?;
    admin.execute(sqlx::AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))).await?;
    admin.execute(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).await?;
    Ok(format!("{base}/{name}"))
}

async fn prepare(server: &str, home: &Path) -> Result<Bench> {
    let url = fresh_database(server, DATABASE).await?;
    let pool = db::connect(&url, "seki bench", 4).await?;
    db::migrate(&pool).await?;
    let now = Clock::system().now();
    world::build(&pool, now, world::RESTAURANTS).await?;
    let signer = Signer::new(SECRET);
    let mut servers = Vec::new();
    let mut started = Vec::new();
    for _ in 0..2 {
        let (process, took) = web_server(&url).await?;
        servers.push(process);
        started.push(took);
    }
    let bytes = home.join("month.json");
    std::fs::write(&bytes, month_bytes(&servers[0], &signer, now).await?)?;
    let hello = bare_handler(&bytes).await?;
    let load = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("load");
    let mut bench = Bench { pool, url, signer, now, servers, hello, pretix: None, load, figures: Vec::new() };
    let seconds = percentile(started, 50.0).as_secs_f64();
    bench.add("cold start to first 200 (s)", seconds, 0.5, 0.15, Better::Less, String::new());
    Ok(bench)
}

fn month_path(signer: &Signer, now: DateTime<Utc>, slug: &str, restaurant: i64) -> String {
    month_path_in(20, signer, now, slug, restaurant)
}

/// The path of the month that contains the day `days` days ahead.
fn month_path_in(days: i64, signer: &Signer, now: DateTime<Utc>, slug: &str, restaurant: i64) -> String {
    let token = world::calendar_token(signer, restaurant, None, now);
    let month = (now + chrono::Duration::days(days)).format("%Y-%m");
    format!(
        "/users/api/availability/dates?restaurant_slug={slug}&year_month={month}&reservation_calendar_token={token}"
    )
}

async fn month_bytes(server: &Process, signer: &Signer, now: DateTime<Utc>) -> Result<Vec<u8>> {
    let mut connection = generator::Connection::open(server.address).await?;
    let status = connection.ask(&world::get(&month_path(signer, now, "load-00001", 2), "")).await?;
    ensure!(status == 200, "the month answers {status}");
    Ok(connection.body().to_vec())
}

impl Bench {
    fn add(&mut self, name: &'static str, value: f64, must: f64, aim: f64, better: Better, detail: String) {
        let figure = Figure { name, value, must, aim, better, detail };
        figure.print();
        self.figures.push(figure);
    }

    async fn hello_rate(&self) -> Result<f64> {
        let run = repeat(self.hello.address, world::get("/hello", ""), CONNECTIONS, Duration::from_millis(700)).await?;
        Ok(run.per_second)
    }

    /// Runs a round between two readings of the bare handler, and repeats it if the machine's speed changed meanwhile.
    async fn steady<T, F: Future<Output = Result<T>>>(&self, round: impl Fn() -> F) -> Result<(T, f64)> {
        for _ in 0..3 {
            let before = self.hello_rate().await?;
            let result = round().await?;
            let after = self.hello_rate().await?;
            if (before / after).max(after / before) <= 1.3 {
                return Ok((result, (before + after) / 2.0));
            }
        }
        let before = self.hello_rate().await?;
        Ok((round().await?, before))
    }

    async fn book(&self) -> Result<Run> {
        let targets = world::take_targets(&self.pool, BOOKINGS).await?;
        let request = |target: &Target| world::booking(&self.signer, target, target.diner, self.now);
        let run = once_each(self.servers[0].address, targets.iter().map(request).collect(), CONNECTIONS).await?;
        ensure!(run.count(201) == run.answers.len(), "not every booking was taken: {:?}", statuses(&run));
        Ok(run)
    }

    async fn bookings(&mut self) -> Result<()> {
        let limit = self.load.join("../../var/bench/booking.sql");
        std::fs::write(&limit, statements::booking_script(&self.load.join("../.."))?)?;
        self.book().await?;
        let (mut to_limit, mut to_bare, mut to_pretix, mut rates, mut tail) = (vec![], vec![], vec![], vec![], vec![]);
        let (mut rows_to_bare, mut pretix, mut to_batches, mut sizes) = (vec![], vec![], vec![], vec![]);
        for _ in 0..ROUNDS {
            let (round, hellos) = self.steady(|| self.booking_round(&limit)).await?;
            let BookingRound { run, limit, bare, rows, size, batched } = round;
            to_limit.push(run.per_second / limit);
            to_bare.push(run.per_second / bare);
            rows_to_bare.push(rows / bare);
            to_batches.push(run.per_second / batched);
            sizes.push(f64::from(size));
            let orders = self.pretix_orders(hellos).await?;
            to_pretix.push(run.per_second / orders);
            pretix.push(orders);
            rates.push(run.per_second);
            tail.push(run.percentile(99.0).as_secs_f64() * 1000.0);
        }
        let detail = format!("{:.0} bookings/s, p99 {:.1} ms", median(rates), median(tail));
        self.add("bookings/s over HTTP / pgbench, same rows", median(to_limit), 0.65, 0.8, Better::More, detail);
        let detail = format!("a booking's rows alone, by pgbench: {:.2}", median(rows_to_bare));
        self.add("bookings/s / bare four-row function", median(to_bare), 0.45, 0.6, Better::More, detail);
        let detail = format!("{:.0} bookings a batch", median(sizes));
        self.add("bookings/s / pgbench, same batches", median(to_batches), 0.8, 0.9, Better::More, detail);
        let how = if self.pretix.is_some() { "measured in this run" } else { "as measured elsewhere" };
        let detail = format!("pretix {:.1}/s, {how}", median(pretix));
        self.add("bookings/s / pretix orders/s", median(to_pretix), 150.0, 250.0, Better::More, detail);
        Ok(())
    }

    /// Books over HTTP, then by `pgbench`: `limit` is the script of one booking a transaction.
    async fn booking_round(&self, limit: &Path) -> Result<BookingRound> {
        let clients = u32::try_from(CONNECTIONS)?;
        let each = u32::try_from(BOOKINGS)? / clients;
        let last = world::last_reservation(&self.pool).await?;
        let run = self.book().await?;
        let size = world::batch_size(&self.pool, last).await?;
        let limit = pgbench(&self.url, limit, clients, each)?;
        let bare = pgbench(&self.url, &self.load.join("bare.sql"), clients, each * 4)?;
        let rows = pgbench(&self.url, &self.load.join("rows.sql"), clients, each)?;
        let batched = self.batched_bookings(size).await?;
        Ok(BookingRound { run, limit, bare, rows, size: u32::try_from(size)?, batched })
    }

    /// Bookings per second by `pgbench` in batches of `size`, as many concurrently as the product's batcher writes.
    async fn batched_bookings(&self, size: i64) -> Result<f64> {
        let script = self.load.join("../../var/bench/batch.sql");
        std::fs::write(&script, statements::batch_script(size))?;
        let clients = u32::try_from(std::thread::available_parallelism()?.get())?.max(2);
        let size = u32::try_from(size)?;
        // At least one more than the first, which does not count.
        let each = (u32::try_from(BOOKINGS)? / size / clients).max(2);
        let last = world::last_reservation(&self.pool).await?;
        world::step_targets(&self.pool, size.into()).await?;
        let batches = warm_pgbench(&self.url, &script, clients, each);
        world::step_targets(&self.pool, 1).await?;
        let batches = batches?;
        let written = world::count_since(&self.pool, last).await?;
        let expected = i64::from(clients * each * size);
        ensure!(written == expected, "pgbench wrote {written} of {expected} bookings");
        Ok(batches * f64::from(size))
    }

    async fn pretix_orders(&self, hellos: f64) -> Result<f64> {
        match &self.pretix {
            Some(pretix) => pretix.orders_per_second().await,
            None => Ok(if hellos < QUIET { PRETIX_NOISY } else { PRETIX_QUIET }),
        }
    }

    async fn reads(&mut self) -> Result<()> {
        let address = self.servers[0].address;
        let month = month_path(&self.signer, self.now, "load-00001", 2);
        let token = world::calendar_token(&self.signer, 2, None, self.now);
        let date = (self.now + chrono::Duration::days(20)).format("%Y-%m-%d");
        let day = format!("/users/api/availability/dates/load-00001?date={date}&reservation_calendar_token={token}");
        let etag = etag(address, &month).await?;
        let requests = [
            ("cached month / bare handler, same bytes", world::get(&month, ""), (0.75, 0.9)),
            ("cached day / bare handler", world::get(&day, ""), (0.75, 0.9)),
            ("304 of a month / bare handler", world::get(&month, &format!("if-none-match: {etag}\r\n")), (0.85, 0.95)),
        ];
        for (name, request, (must, aim)) in requests {
            let (mut ratios, mut rates, mut tail) = (vec![], vec![], vec![]);
            for _ in 0..ROUNDS {
                let ((product, bare), _) = self
                    .steady(|| async {
                        let product = repeat(address, request.clone(), CONNECTIONS, SPAN).await?;
                        let bare = repeat(self.hello.address, world::get("/bytes", ""), CONNECTIONS, SPAN).await?;
                        Ok((product, bare))
                    })
                    .await?;
                ratios.push(product.per_second / bare.per_second);
                rates.push(product.per_second);
                tail.push(product.percentile(99.0).as_secs_f64() * 1000.0);
            }
            let detail = format!("{:.0}/s, p99 {:.2} ms", median(rates), median(tail));
            self.add(name, median(ratios), must, aim, Better::More, detail);
        }
        Ok(())
    }

    /// Reads months that are in no cache, of restaurants whose other months were read before: the state after a change. Each round has a
    /// separate server, with empty caches and open connections.
    async fn cold_reads(&mut self) -> Result<()> {
        let mut ratios = vec![];
        let reference = select_one_server(&self.url).await?;
        for _ in 0..ROUNDS {
            let (server, _) = web_server(&self.url).await?;
            let months = |days: i64| -> Vec<_> {
                let restaurants = (1..=world::RESTAURANTS).map(|n| (n + 1, format!("load-{n:05}")));
                let path = |(id, slug): (i64, String)| month_path_in(days, &self.signer, self.now, &slug, id);
                restaurants.map(|restaurant| world::get(&path(restaurant), "")).collect()
            };
            let ones = vec![world::get("/one", ""); 1_000];
            once_each(reference.address, ones.clone(), 4).await?;
            once_each(server.address, months(55), 4).await?;
            let cold = once_each(server.address, months(20), 4).await?;
            let select_one = once_each(reference.address, ones, 4).await?;
            ensure!(
                select_one.count(200) == select_one.answers.len(),
                "`select 1` answers {:?}",
                statuses(&select_one)
            );
            ensure!(cold.count(200) == cold.answers.len(), "cold months answer {:?}", statuses(&cold));
            ratios.push(cold.per_second / select_one.per_second);
        }
        self.add("cold month / `select 1` over HTTP", median(ratios), 0.35, 0.5, Better::More, String::new());
        Ok(())
    }

    /// Measures a restaurant's month while diners book there 200 times a second, each of whom changes it.
    async fn reads_while_booked(&mut self) -> Result<()> {
        let address = self.servers[0].address;
        let (mut ratios, mut rates) = (vec![], vec![]);
        for restaurant in (30..).take(ROUNDS) {
            let targets = world::targets_of(&self.pool, restaurant, 400).await?;
            let slug = &targets.first().context("no target is left")?.slug;
            let month = world::get(&month_path(&self.signer, self.now, slug, restaurant), "");
            let idle = repeat(address, month.clone(), CONNECTIONS, SPAN).await?;
            let request = |target: &Target| world::booking(&self.signer, target, target.diner, self.now);
            let bookings = paced(address, targets.iter().map(request).collect(), 200);
            let (booked, busy) = tokio::try_join!(bookings, repeat(address, month, CONNECTIONS, SPAN))?;
            ensure!(booked.count(201) == booked.answers.len(), "not every booking was taken: {:?}", statuses(&booked));
            ratios.push(busy.per_second / idle.per_second);
            rates.push(booked.per_second);
        }
        let detail = format!("{:.0} bookings/s", median(rates));
        self.add("month, booked meanwhile / not booked", median(ratios), 0.6, 0.8, Better::More, detail);
        Ok(())
    }

    async fn drops(&mut self) -> Result<()> {
        let targets = world::drop_targets(&self.pool).await?;
        let deadlocks = world::deadlocks(&self.pool).await?;
        let (mut ratios, mut all, mut winners, mut losers) = (vec![], vec![], vec![], vec![]);
        for round in 0..DROPS {
            world::reset_drop(&self.pool).await?;
            tokio::time::sleep(Duration::from_millis(500)).await;
            let hellos = (0..10_000).map(|_| world::get("/hello", "")).collect();
            let ten_thousand = 10_000.0 / once_each(self.hello.address, hellos, CONNECTIONS).await?.per_second;
            let run = run_concurrently(self.contenders(&targets, round)).await?;
            let sold = world::drop_sold(&self.pool).await?;
            ensure!(sold == 200, "sold {sold} of 200 seats in round {round}: {:?}", statuses(&run));
            ensure!(run.count(201) == 200 && run.count(422) == run.answers.len() - 200, "{:?}", statuses(&run));
            let took = |won: bool| {
                let answers = run.answers.iter().filter(|answer| (answer.status == 201) == won);
                percentile(answers.map(|answer| answer.took).collect(), 99.0).as_secs_f64() * 1000.0
            };
            let answered = percentile(run.answers.iter().map(|answer| answer.took).collect(), 100.0).as_secs_f64();
            ratios.push(answered / ten_thousand);
            all.push(answered * 1000.0);
            winners.push(took(true));
            losers.push(took(false));
        }
        ensure!(world::deadlocks(&self.pool).await? == deadlocks, "a drop ran into a deadlock");
        let (all, winners) = (median(all), median(winners));
        let detail =
            format!("{DROPS} of {DROPS} sold out, all answered {all:.0} ms, winners p99 {winners:.0} ms, oversold 0");
        self.add("drop 5,000 for 200: all answered / 10,000 hellos", median(ratios), 8.0, 4.0, Better::Less, detail);
        self.add("drop: losers' p99 (ms)", median(losers), 1000.0, 400.0, Better::Less, String::new());
        Ok(())
    }

    /// 5,000 diners over two servers: each reads the month once, then books once.
    fn contenders(&self, targets: &[Target], round: usize) -> Vec<(std::net::SocketAddr, Vec<Vec<u8>>)> {
        let count = usize::try_from(DINERS).unwrap_or_default();
        let contender = |diner: usize| {
            let target = &targets[(diner + round) % targets.len()];
            let id = i64::try_from(diner).unwrap_or_default() + 1;
            let month = month_path(&self.signer, self.now, world::DROP, target.restaurant);
            let address = self.servers[diner % self.servers.len()].address;
            (address, vec![world::get(&month, ""), world::booking(&self.signer, target, id, self.now)])
        };
        (0..count).map(contender).collect()
    }

    async fn memory(&mut self) -> Result<()> {
        let after = self.servers[0].memory()?;
        let (idle, _) = web_server(&self.url).await?;
        let worker = worker(&self.url)?;
        tokio::time::sleep(Duration::from_secs(3)).await;
        let resident = idle.memory()?;
        let (anonymous, proportional) = (idle.anonymous_memory()?, idle.proportional_memory()?);
        idle.clear_use_marks()?;
        tokio::time::sleep(Duration::from_secs(3)).await;
        let detail = format!(
            "anonymous {anonymous:.0} MB, proportional {proportional:.0} MB, used in 3 s {:.0} MB; worker {:.0} MB, anonymous {:.0} MB",
            idle.used_memory()?,
            worker.memory()?,
            worker.anonymous_memory()?
        );
        self.add("memory of an idle web server (MB)", resident, 40.0, 20.0, Better::Less, detail);
        self.add("memory after the drops (MB)", after, 400.0, 250.0, Better::Less, String::new());
        Ok(())
    }
}

fn statuses(run: &Run) -> std::collections::BTreeMap<u16, usize> {
    run.answers.iter().fold(std::collections::BTreeMap::new(), |mut counts, answer| {
        *counts.entry(answer.status).or_default() += 1;
        counts
    })
}

async fn etag(address: std::net::SocketAddr, path: &str) -> Result<String> {
    let answer = domain::clients::http::client().get(format!("http://{address}{path}")).send().await?;
    let etag = answer.headers().get("etag").context("a month has an etag")?;
    Ok(etag.to_str()?.to_owned())
}
