//! A restaurant's lists at size: 20,000 customers and 50,000 reservations, as `seki generate` makes them. Each list is read on one
//! connection, beside `select 1` over HTTP in the same round.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Result, ensure};
use chrono::{DateTime, Utc};
use cli::generate::{Size, generate};
use domain::clock::Clock;
use domain::db;
use domain::ids::OwnerId;
use domain::rng::Rng;
use domain::sessions::{self, Who};
use domain::signing::Signer;
use sqlx::PgPool;
use tokio::time::Instant;

use crate::figures::{Better, Figure, median};
use crate::generator::Connection;
use crate::processes::{SECRET, web_server};
use crate::world::{VISITOR, get};
use crate::{ROUNDS, fresh_database};

const SIZE: Size = Size {
    restaurants: 1,
    days: 7,
    reservations_per_day: 0,
    diners: 8_000,
    customers: 20_000,
    reservations: 50_000,
    reservation_fee: 0,
    seed: 1,
};
/// Milliseconds.
const BOUNDS: (f64, f64) = (500.0, 200.0);
/// Customers that one merge makes one of.
const MERGED: usize = 50;
const HEALTHS: usize = 50;

/// What is asked for, `{group}` and `{customer}` being ids of the restaurant's.
const LISTS: [(&str, &str); 16] = [
    ("customers", "/owners/customers"),
    ("customers, the last page", "/owners/customers?page=400"),
    ("customers by a name", "/owners/customers?keywords=%E4%BD%90%E8%97%A4"),
    ("customers by a number and a memo", "/owners/customers?keywords=9000012+%E7%AA%93%E5%81%B4"),
    ("customers by visits", "/owners/customers?profile_visit_count_gteq=3"),
    ("customers of a group", "/owners/customers?q[customer_group_id_in][]={group}"),
    ("search of customers by name", "/owners/api/customers?type=name&q=%E4%BD%90%E8%97%A4"),
    ("search of customers by number", "/owners/api/customers?type=tel&q=90000123"),
    ("candidates of a merge", CANDIDATES),
    ("count of recipients", "/owners/api/customers/count_all"),
    ("reservations", "/owners/reservations"),
    ("reservations, the last page", "/owners/reservations?page=2500"),
    ("reservations by a name", BY_NAME),
    ("reservations by a number", BY_NUMBER),
    ("reservations by status", "/owners/reservations?q[status_in][]=void"),
    ("reservations of days", "/owners/reservations?q[starts_at_gteq]=2024-01-01&q[starts_at_lteq]=2024-03-31"),
];
const CANDIDATES: &str =
    "/owners/api/customers/only_offsite_customers?exclude_customer_id={customer}&keywords=%E9%88%B4%E6%9C%A8";
const BY_NAME: &str =
    "/owners/reservations?q[customer_name_or_phone_local_number_or_invitation_email_cont_all]=%E4%BC%8A%E8%97%A4";
const BY_NUMBER: &str =
    "/owners/reservations?q[customer_name_or_phone_local_number_or_invitation_email_cont_all]=90000123";

/// Whole files, of which the time until the first record is taken.
const FILES: [(&str, &str); 2] = [
    ("customers.csv, the first record", "/owners/customers.csv"),
    ("reservations.csv, the first record", "/owners/reservations.csv"),
];
const MERGE: &str = "a merge of 50 customers";

struct Restaurant {
    address: SocketAddr,
    /// Headers of a member of staff's browser.
    headers: String,
    group: i64,
    /// Customers without an account, who may be merged.
    mergeable: Vec<i64>,
}

/// Milliseconds of each list in each round, and of `select 1`.
#[derive(Default)]
struct Taken {
    lists: Vec<Vec<f64>>,
    select_one: Vec<f64>,
}

/// One figure for each list: its milliseconds, and how many `select 1` they are.
pub async fn measure(server: &str) -> Result<Vec<Figure>> {
    let url = fresh_database(server, "seki_bench_lists").await?;
    let pool = db::connect(&url, "seki bench", 4).await?;
    db::migrate(&pool).await?;
    let (now, rng) = (Clock::system().now(), Rng::from_machine());
    generate(&pool, &rng, now, SIZE).await?;
    let (process, _) = web_server(&url).await?;
    let restaurant = open(&pool, &rng, now, process.address).await?;
    let mut taken = Taken::default();
    // The first round opens connections and plans statements.
    for round in 0..=ROUNDS {
        let times = restaurant.round(round).await?;
        if round > 0 {
            taken.select_one.push(restaurant.select_one().await?);
            taken.lists.push(times);
        }
    }
    let select_one = median(taken.select_one);
    let names = LISTS.iter().chain(&FILES).map(|(name, _)| *name).chain([MERGE]);
    let figures = names.enumerate().map(|(index, name)| {
        let value = median(taken.lists.iter().map(|times| times[index]).collect());
        let detail = format!("{:.0} x `select 1` over HTTP", value / select_one);
        Figure { name, value, must: BOUNDS.0, aim: BOUNDS.1, better: Better::Less, detail }
    });
    let figures: Vec<_> = figures.collect();
    figures.iter().for_each(Figure::print);
    Ok(figures)
}

/// Gives the restaurant a member of staff, signed in.
async fn open(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, address: SocketAddr) -> Result<Restaurant> {
    let owner: i64 = sqlx::query_scalar(
        "WITH keeper AS (INSERT INTO owners (uid, email, password_hash, nickname, terms_agreed_at, created_at)
                         VALUES ('load-keeper', 'load-keeper@seki.test', '-', '店主', $1, $1) RETURNING id)
         INSERT INTO restaurant_owners (restaurant_id, owner_id) SELECT r.id, k.id FROM restaurants r, keeper k
         RETURNING owner_id",
    )
    .bind(now)
    .fetch_one(pool)
    .await?;
    let start = sessions::Start::default();
    let who = Who::Owner(OwnerId(owner));
    let token = sessions::start(&mut *pool.acquire().await?, rng, now, who, None, start).await?;
    let csrf = Signer::new(SECRET).secret("csrf", VISITOR);
    let cookie = format!("seki_visitor={VISITOR}; {}={}", web_server::console::cookies::OWNER_COOKIE, token.as_str());
    let group = sqlx::query_scalar("SELECT min(id) FROM customer_groups").fetch_one(pool).await?;
    let mergeable = "SELECT id FROM customers WHERE type <> 'OnlineCustomer' ORDER BY id";
    Ok(Restaurant {
        address,
        headers: format!("cookie: {cookie}\r\nx-csrf-token: {csrf}\r\n"),
        group,
        mergeable: sqlx::query_scalar(mergeable).fetch_all(pool).await?,
    })
}

impl Restaurant {
    fn request(&self, path: &str) -> Vec<u8> {
        let path = path.replace("{group}", &self.group.to_string());
        get(&path.replace("{customer}", &self.mergeable[0].to_string()), &self.headers)
    }

    /// Milliseconds of each list, each file and a merge, in the order of their names.
    async fn round(&self, round: usize) -> Result<Vec<f64>> {
        let mut connection = Connection::open(self.address).await?;
        let mut times = Vec::new();
        for (name, path) in LISTS {
            let began = Instant::now();
            let status = connection.ask(&self.request(path)).await?;
            times.push(milliseconds(began.elapsed()));
            ensure!(status == 200, "{name}: {status}");
        }
        for (name, path) in FILES {
            let mut connection = Connection::open(self.address).await?;
            let began = Instant::now();
            let status = connection.ask_for_record(&self.request(path)).await?;
            times.push(milliseconds(began.elapsed()));
            ensure!(status == 200, "{name}: {status}");
        }
        let merged = &self.mergeable[1 + round * MERGED..][..MERGED];
        let body = serde_json::json!({ "primary_customer_id": self.mergeable[0], "merged_customer_ids": merged });
        let request = self.post("/owners/api/offline_customer_merges", &body.to_string());
        let began = Instant::now();
        let status = connection.ask(&request).await?;
        times.push(milliseconds(began.elapsed()));
        ensure!(status == 200, "{MERGE}: {status}");
        Ok(times)
    }

    fn post(&self, path: &str, body: &str) -> Vec<u8> {
        let (headers, length) = (&self.headers, body.len());
        format!(
            "POST {path} HTTP/1.1\r\nhost: seki\r\naccept: application/json\r\ncontent-type: application/json\r\n\
             {headers}content-length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    }

    /// Milliseconds of a request whose only work is `select 1`: the median of some on one connection.
    async fn select_one(&self) -> Result<f64> {
        let mut connection = Connection::open(self.address).await?;
        let mut times = Vec::new();
        for _ in 0..HEALTHS {
            let began = Instant::now();
            ensure!(connection.ask(&get("/health", "")).await? == 200, "not healthy");
            times.push(milliseconds(began.elapsed()));
        }
        Ok(median(times))
    }
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
