//! Growth: the same requests at two databases on one PostgreSQL, with ten thousand reservations and with a million (or the number of
//! `--rows`). The measured restaurants have the same days ahead in both, and the measured diners the same bookings; the larger database has
//! more restaurants, years of bookings, and more past bookings of the measured restaurants. Each round measures both, next to each other.

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Duration, Utc};
use cli::generate::{Size, generate};
use domain::clock::Clock;
use domain::db;
use domain::rng::Rng;
use domain::signing::Signer;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgPool};
use tokio::time::Instant;

use crate::figures::{Better, Figure, median};
use crate::generator::Connection;
use crate::lists::{milliseconds, select_one};
use crate::processes::{Process, SECRET, select_one_server, web_server};
use crate::world::{self, Target, calendar_token, get, headers, staff_headers, take_targets};
use crate::{ROUNDS, fresh_database};

/// Reservations of the smaller database, and of the larger one by default and at most.
const SMALL: i64 = 10_000;
pub const ROWS: i64 = 1_000_000;
pub const MAX_ROWS: i64 = 10_000_000;

/// The measured restaurants; their ids begin with 2.
const RESTAURANTS: i64 = 30;
const FIRST: i64 = 2;
/// One of five further reservations is a past one of the measured restaurants.
const OWN_SHARE: i64 = 5;
/// Reservations of another restaurant, at most.
const MAX_OF_ONE: i64 = 10_000;
/// Days ahead on which the other restaurants have bookings, and bookings of each of these days.
const DAYS: i32 = 60;
const BOOKINGS_A_DAY: i32 = 6;
/// Diners who make the bookings that are not measured.
const OTHER_DINERS: i32 = 20_000;

/// Requests of each kind in a round. Others, of other keys, come first: they open connections and plan statements.
const BOOKINGS: i64 = 100;
const WARMING_BOOKINGS: i64 = 20;
const OWN_LISTS: i64 = 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Month,
    Day,
    StaffDay,
    OwnList,
    Booking,
}

const KINDS: [(Kind, &str); 5] = [
    (Kind::Month, "growth: a diner's month, cold"),
    (Kind::Day, "growth: a diner's day, cold"),
    (Kind::StaffDay, "growth: the staff's day"),
    (Kind::OwnList, "growth: a diner's list of reservations"),
    (Kind::Booking, "growth: a booking, hold and confirmation"),
];

struct World {
    pool: PgPool,
    url: String,
    signer: Signer,
    /// Headers of a member of staff's browser.
    staff: String,
    /// Responds with `select 1` of this database.
    reference: Process,
    reservations: i64,
}

/// One figure for each kind of request: how many times as long it takes in the larger database, each relative to `select 1` there.
pub async fn measure(server: &str, rows: i64) -> Result<Vec<Figure>> {
    ensure!((SMALL + 1..=MAX_ROWS).contains(&rows), "--rows is from {} to {MAX_ROWS}", SMALL + 1);
    let began = Instant::now();
    let worlds = [
        World::create(server, "seki_bench_growth_small", SMALL).await?,
        World::create(server, "seki_bench_growth_large", rows).await?,
    ];
    eprintln!("created {} reservations in {:.0} s", worlds[1].reservations, began.elapsed().as_secs_f64());
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        rounds.push(round(&worlds).await?);
    }
    let figures = KINDS.into_iter().enumerate().map(|(index, (_, name))| {
        let of = |read: fn(&Ratio) -> f64| median(rounds.iter().map(|ratios| read(&ratios[index])).collect());
        let detail = format!(
            "{:.2} ms with {} reservations, {:.2} ms with {}",
            of(|ratio| ratio.small),
            worlds[0].reservations,
            of(|ratio| ratio.large),
            worlds[1].reservations,
        );
        Figure { name, value: of(|ratio| ratio.growth), must: 1.2, aim: 1.1, better: Better::Less, detail }
    });
    let figures: Vec<_> = figures.collect();
    figures.iter().for_each(Figure::print);
    Ok(figures)
}

/// Milliseconds of a kind of request in both databases, and their ratio, each relative to `select 1`.
struct Ratio {
    small: f64,
    large: f64,
    growth: f64,
}

/// Measures each kind of request in both databases, one after the other. Each database has a new web server, with empty caches.
async fn round(worlds: &[World; 2]) -> Result<Vec<Ratio>> {
    let [small, large] = worlds;
    let (small_server, _) = web_server(&small.url).await?;
    let (large_server, _) = web_server(&large.url).await?;
    let mut ratios = Vec::new();
    for (kind, _) in KINDS {
        let (small, small_ones) = small.measure(&small_server, kind).await?;
        let (large, large_ones) = large.measure(&large_server, kind).await?;
        ratios.push(Ratio { small, large, growth: (large / large_ones) / (small / small_ones) });
    }
    Ok(ratios)
}

impl World {
    async fn create(server: &str, name: &str, rows: i64) -> Result<Self> {
        let url = fresh_database(server, name).await?;
        let pool = db::connect_without_timeouts(&url, "seki bench", 4).await?;
        db::migrate(&pool).await?;
        let (now, rng, signer) = (Clock::system().now(), Rng::from_machine(), Signer::new(SECRET));
        world::build(&pool, now, RESTAURANTS).await?;
        grow(&pool, &rng, now, rows).await?;
        let staff = staff_headers(&pool, &rng, now, &signer, FIRST).await?;
        let reservations = sqlx::query_scalar("SELECT count(*) FROM reservations").fetch_one(&pool).await?;
        let reference = select_one_server(&url).await?;
        Ok(Self { pool, url, signer, staff, reference, reservations })
    }

    /// Median milliseconds of a kind of request, and of `select 1` before and after it.
    async fn measure(&self, server: &Process, kind: Kind) -> Result<(f64, f64)> {
        let mut connection = Connection::open(server.address).await?;
        self.times(&mut connection, kind, true).await?;
        let before = select_one(self.reference.address).await?;
        let times = self.times(&mut connection, kind, false).await?;
        let after = select_one(self.reference.address).await?;
        Ok((median(times), (before + after) / 2.0))
    }

    async fn times(&self, connection: &mut Connection, kind: Kind, is_warming: bool) -> Result<Vec<f64>> {
        let mut times = Vec::new();
        if kind == Kind::Booking {
            let count = if is_warming { WARMING_BOOKINGS } else { BOOKINGS };
            for target in take_targets(&self.pool, count).await? {
                times.push(self.book(connection, &target).await?);
            }
            return Ok(times);
        }
        for request in self.reads(kind, is_warming) {
            let began = Instant::now();
            let status = connection.ask(&request).await?;
            times.push(milliseconds(began.elapsed()));
            ensure!(status == 200, "{kind:?}: {status}");
        }
        Ok(times)
    }

    /// Requests with keys that no cache of a new web server has. The ones for warming have other keys.
    fn reads(&self, kind: Kind, is_warming: bool) -> Vec<Vec<u8>> {
        let restaurants = FIRST..FIRST + RESTAURANTS;
        let month = if is_warming { 55 } else { 20 };
        match kind {
            Kind::Month => restaurants.map(|restaurant| self.month(restaurant, month)).collect(),
            Kind::Day => {
                let days = if is_warming { 3..4 } else { 4..10 };
                days.flat_map(|days| restaurants.clone().map(move |restaurant| self.day(restaurant, days))).collect()
            }
            Kind::StaffDay => {
                let days = if is_warming { 5..20 } else { 20..50 };
                let path = |days| format!("/owners/daily_calendars/{}", date(days));
                days.map(|days| get(&path(days), &self.staff)).collect()
            }
            Kind::OwnList => {
                let first = if is_warming { OWN_LISTS } else { 0 };
                let diners = first + 1..=first + OWN_LISTS;
                diners.map(|diner| get("/users/upcoming_reservations", &headers(&self.signer, diner))).collect()
            }
            Kind::Booking => Vec::new(),
        }
    }

    fn month(&self, restaurant: i64, days: i64) -> Vec<u8> {
        let (now, slug) = (Clock::system().now(), slug(restaurant));
        let token = calendar_token(&self.signer, restaurant, Some(restaurant), now);
        let month = (now + Duration::days(days)).format("%Y-%m");
        let query = format!("restaurant_slug={slug}&year_month={month}&reservation_calendar_token={token}");
        get(&format!("/users/api/availability/dates?{query}"), &headers(&self.signer, restaurant))
    }

    fn day(&self, restaurant: i64, days: i64) -> Vec<u8> {
        let slug = slug(restaurant);
        let token = calendar_token(&self.signer, restaurant, Some(restaurant), Clock::system().now());
        let query = format!("date={}&reservation_calendar_token={token}", date(days));
        get(&format!("/users/api/availability/dates/{slug}?{query}"), &headers(&self.signer, restaurant))
    }

    /// Milliseconds of a hold and its confirmation.
    async fn book(&self, connection: &mut Connection, target: &Target) -> Result<f64> {
        let hold = world::booking(&self.signer, target, target.diner, Clock::system().now());
        let began = Instant::now();
        let status = connection.ask(&hold).await?;
        ensure!(status == 201, "a hold: {status} {}", String::from_utf8_lossy(connection.body()));
        let held: Value = serde_json::from_slice(connection.body())?;
        let confirmation = self.confirmation(target, held["uid"].as_str().context("a uid")?);
        let status = connection.ask(&confirmation).await?;
        let took = milliseconds(began.elapsed());
        ensure!(status == 200, "a confirmation: {status} {}", String::from_utf8_lossy(connection.body()));
        Ok(took)
    }

    fn confirmation(&self, target: &Target, uid: &str) -> Vec<u8> {
        let ticked =
            json!({ "date_confirmed": true, "no_proxy": true, "policy_agreed": true, "travel_law_agreed": true });
        let path = format!("/r/{}/reservations/{uid}/confirm.json", target.slug);
        world::post(&path, &headers(&self.signer, target.diner), &ticked.to_string())
    }
}

fn slug(restaurant: i64) -> String {
    format!("load-{:05}", restaurant - 1)
}

fn date(days: i64) -> String {
    (Clock::system().now() + Duration::days(days)).format("%Y-%m-%d").to_string()
}

/// Adds reservations until there are about `rows`: a share of them at the measured restaurants, in the past, and the others at further
/// restaurants, in years before today and in the next two months.
async fn grow(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, rows: i64) -> Result<()> {
    // Identifiers follow the ones that the script of the world chose, and the generated diners have its addresses.
    sqlx::raw_sql(FREE_NAMES).execute(pool).await?;
    let existing: i64 = sqlx::query_scalar("SELECT count(*) FROM reservations").fetch_one(pool).await?;
    let missing = rows - existing;
    ensure!(missing > 0, "the measured restaurants have {existing} reservations already");
    let own = missing / OWN_SHARE;
    let others = missing - own;
    let restaurants = (others + MAX_OF_ONE - 1) / MAX_OF_ONE;
    let ahead = i64::from(DAYS * BOOKINGS_A_DAY);
    let size = Size {
        restaurants: i32::try_from(RESTAURANTS + restaurants)?,
        days: DAYS,
        reservations_per_day: BOOKINGS_A_DAY,
        diners: OTHER_DINERS,
        customers: 200,
        reservations: i32::try_from((others / restaurants - ahead).max(1))?,
        reservation_fee: 0,
        seed: 1,
    };
    // The past bookings of a world that begins after these days are bookings ahead today.
    generate(pool, rng, now + Duration::days(DAYS.into()), size).await?;
    let script = include_str!("growth.sql")
        .replace(":restaurants", &RESTAURANTS.to_string())
        .replace(":each", &(own / RESTAURANTS).max(1).to_string())
        .replace(":first_diner", &(world::DINERS + 1).to_string())
        .replace(":diners", &OTHER_DINERS.to_string())
        .replace(":now", &format!("'{}'", now.to_rfc3339()));
    sqlx::raw_sql(AssertSqlSafe(script)).execute(pool).await?;
    sqlx::raw_sql("VACUUM (ANALYZE)").execute(pool).await?;
    Ok(())
}

const FREE_NAMES: &str = "
    UPDATE users SET email = 'measured-' || id || '@seki.test';
    SELECT setval(pg_get_serial_sequence(name, 'id'), 1000000)
    FROM unnest(ARRAY['areas', 'cuisines', 'courses', 'inventory_groups']) AS name;
    SELECT setval(pg_get_serial_sequence('users', 'id'), (SELECT max(id) FROM users));
    SELECT setval(pg_get_serial_sequence('restaurants', 'id'), (SELECT max(id) FROM restaurants))";
