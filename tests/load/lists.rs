//! A restaurant's lists at full size: 20,000 customers and 50,000 reservations, as `seki generate` creates them. Each list is read on one
//! connection, alternating with `select 1` over HTTP in the same round.

use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Result, ensure};
use chrono::{DateTime, Utc};
use cli::generate::{Size, generate};
use domain::clock::Clock;
use domain::db;
use domain::ids::UserId;
use domain::reports::sweep;
use domain::rng::Rng;
use domain::sessions::{self, AccountId};
use domain::signing::Signer;
use sqlx::{Executor, PgPool};
use tokio::time::Instant;

use crate::figures::{Better, Figure, median};
use crate::generator::Connection;
use crate::processes::{SECRET, select_one_server, web_server};
use crate::world::{calendar_token, get, staff_headers, two_years_by_week};
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
/// Number of customers that one merge combines.
const MERGED: usize = 50;
const ONES: usize = 50;

/// Paths of the measured requests: `{group}` and `{customer}` are ids of the restaurant's, `{guest}` a customer with thousands of visits
/// and `{email}` their address, `{month}` the query of a month for that diner, and `{two_years}` the query of the longest report.
const LISTS: [(&str, &str); 40] = [
    ("home page", "/owners"),
    ("days with waiting parties", "/owners/api/waiting_list/matches"),
    ("report by months", "/owners/reports"),
    ("report by weeks of two years", "/owners/reports?{two_years}"),
    ("covers.xlsx by weeks of two years", "/owners/reports/covers.xlsx?{two_years}"),
    ("customers", "/owners/customers"),
    ("customers, the last page", "/owners/customers?page=400"),
    ("customers by a name", "/owners/customers?keywords=%E4%BD%90%E8%97%A4"),
    ("customers by a number and a memo", "/owners/customers?keywords=9000012+%E7%AA%93%E5%81%B4"),
    ("customers by visits", "/owners/customers?profile_visit_count_gteq=3"),
    ("customers of a group", "/owners/customers?q[customer_group_id_in][]={group}"),
    ("search of customers by name", "/owners/api/customers?type=name&q=%E4%BD%90%E8%97%A4"),
    ("search of customers by number", "/owners/api/customers?type=tel&q=90000123"),
    ("search of customers by four digits", "/owners/api/customers?type=number_part&q=0123"),
    ("candidates of a merge", CANDIDATES),
    ("count of recipients", "/owners/api/customers/count_all"),
    ("reservations", "/owners/reservations"),
    ("reservations, the last page", "/owners/reservations?page=2500"),
    ("reservations by a name", BY_NAME),
    ("reservations by a number", BY_NUMBER),
    ("reservations by status", "/owners/reservations?q[status_in][]=void"),
    ("reservations of days", "/owners/reservations?q[starts_at_gteq]=2024-01-01&q[starts_at_lteq]=2024-03-31"),
    ("reservations by a name, of days", BY_NAME_OF_DAYS),
    ("customers by an exact address", "/owners/customers?q[user_email_eq]={email}"),
    ("customers by an exact number", "/owners/customers?q[profile_phone_local_number_eq]=090-0001-2345"),
    ("a guest with 3,000 visits", "/owners/customers/{guest}"),
    ("recipients of an announcement", "/owners/api/announcements/recipients_count?customer_group_ids[]={group}"),
    ("notifications", "/owners/api/notifications?type=new_reservation"),
    ("count of notifications", "/owners/api/notifications/count?type=new_reservation"),
    ("list: customers", "/owners/api/resources/customers"),
    ("list: customers by name", "/owners/api/resources/customers?sort=%5B%22name%22%2C%22ASC%22%5D"),
    ("list: customers by visits", "/owners/api/resources/customers?sort=%5B%22visits_count%22%2C%22DESC%22%5D"),
    ("list: customers by a word", "/owners/api/resources/customers?filter=%7B%22q%22%3A%22%E4%BD%90%E8%97%A4%22%7D"),
    ("list: customers on the blacklist", "/owners/api/resources/customers?filter=%7B%22is_blacklisted%22%3Atrue%7D"),
    ("list: reservations", "/owners/api/resources/reservations"),
    ("list: reservations by start", "/owners/api/resources/reservations?sort=%5B%22starts_at%22%2C%22DESC%22%5D"),
    ("list: reservations by guest", "/owners/api/resources/reservations?sort=%5B%22guest_name%22%2C%22ASC%22%5D"),
    (
        "list: reservations by a word",
        "/owners/api/resources/reservations?filter=%7B%22q%22%3A%22%E4%BD%90%E8%97%A4%22%7D",
    ),
    ("list: reservations of a status", "/owners/api/resources/reservations?filter=%7B%22status%22%3A%22void%22%7D"),
    ("list: staff", "/owners/api/resources/staff"),
];
/// Requests of that diner.
const OWN: [(&str, &str); 2] = [
    ("a diner's month", "/users/api/availability/dates?{month}"),
    ("a diner's 3,000 visits", "/users/upcoming_reservations"),
];
const CANDIDATES: &str =
    "/owners/api/customers/only_offsite_customers?exclude_customer_id={customer}&keywords=%E9%88%B4%E6%9C%A8";
const BY_NAME: &str =
    "/owners/reservations?q[customer_name_or_phone_local_number_or_invitation_email_cont_all]=%E4%BC%8A%E8%97%A4";
const BY_NAME_OF_DAYS: &str = "/owners/reservations?q[customer_name_or_phone_local_number_or_invitation_email_cont_all]=%E4%BC%8A%E8%97%A4\
     &q[starts_at_gteq]=2024-01-01&q[starts_at_lteq]=2024-03-31";
const BY_NUMBER: &str =
    "/owners/reservations?q[customer_name_or_phone_local_number_or_invitation_email_cont_all]=90000123";

/// Complete files, measured until the first record.
const FILES: [(&str, &str); 4] = [
    ("customers.csv, the first record", "/owners/customers.csv"),
    ("reservations.csv, the first record", "/owners/reservations.csv"),
    ("list: customers.csv, the first record", "/owners/api/resources/customers.csv"),
    ("list: reservations.csv, the first record", "/owners/api/resources/reservations.csv"),
];
const MERGE: &str = "a merge of 50 customers";
const BULK: &str = "everybody into a group";

/// Gives one diner thousands of visits, each booking a notification, and each of the next two weeks' days ten waiting parties.
const CROWDED: &str = "
    WITH guest AS (
        SELECT restaurant_id, id, user_id FROM customers WHERE type = 'OnlineCustomer' AND user_id IS NOT NULL ORDER BY id LIMIT 1),
    visits AS (
        SELECT r.id FROM reservations r WHERE r.type = 'online_reservation' AND r.status = 'accepted' ORDER BY r.id LIMIT 3000)
    UPDATE reservations r SET customer_id = guest.id, user_id = guest.user_id FROM guest
    WHERE r.restaurant_id = guest.restaurant_id AND r.id IN (SELECT id FROM visits);
    INSERT INTO notifications (restaurant_id, reservation_id, reason, title, notification_sent_at)
    SELECT restaurant_id, id, 'new_onr', '予約', created_at FROM reservations;
    INSERT INTO waiting_list_entries (restaurant_id, uid, customer_id, date, starts_from, starts_till, guests_count, waits_until, created_at)
    SELECT c.restaurant_id, 'load-waiting-' || c.id, c.id, d.date, (d.date + time '18:00') AT TIME ZONE 'Asia/Tokyo', d.till, 2, d.till, now()
    FROM (SELECT restaurant_id, id, row_number() OVER (ORDER BY id DESC)::integer AS n FROM customers ORDER BY id DESC LIMIT 140) c
    CROSS JOIN LATERAL (SELECT current_date + 1 + c.n % 14 AS date, (current_date + 1 + c.n % 14 + time '20:00') AT TIME ZONE 'Asia/Tokyo' AS till) d;
    VACUUM (ANALYZE)";

struct Restaurant {
    address: SocketAddr,
    /// Headers of a member of staff's browser.
    headers: String,
    /// The query of the longest report.
    two_years: String,
    group: i64,
    other_group: i64,
    /// Customers without an account, who may be merged.
    mergeable: Vec<i64>,
    guest: Guest,
}

/// The diner with thousands of visits.
#[derive(sqlx::FromRow)]
struct Guest {
    uid: String,
    email: String,
    user_id: i64,
    restaurant_id: i64,
    slug: String,
    #[sqlx(skip)]
    headers: String,
}

/// Milliseconds of each list in each round, and of `select 1`.
#[derive(Default)]
struct ListTimings {
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
    sweep::rebuild_all(&pool).await?;
    for statement in CROWDED.split(';') {
        pool.execute(statement).await?;
    }
    let (process, _) = web_server(&url).await?;
    let reference = select_one_server(&url).await?;
    let restaurant = open(&pool, &rng, now, process.address).await?;
    let mut taken = ListTimings::default();
    // The first round opens connections and plans statements.
    for round in 0..=ROUNDS {
        let times = restaurant.round(round).await?;
        if round > 0 {
            taken.select_one.push(select_one(reference.address).await?);
            taken.lists.push(times);
        }
    }
    // Separately, because each round leaves 20,000 dead rows.
    let mut bulk = Vec::new();
    for round in 0..=ROUNDS {
        pool.execute("VACUUM customers").await?;
        bulk.push(restaurant.bulk(round).await?);
    }
    for (times, bulk) in taken.lists.iter_mut().zip(bulk.into_iter().skip(1)) {
        times.push(bulk);
    }
    let select_one = median(taken.select_one);
    let names = LISTS.iter().chain(&OWN).chain(&FILES).map(|(name, _)| *name).chain([MERGE, BULK]);
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
    let id = sqlx::query_scalar("SELECT id FROM restaurants").fetch_one(pool).await?;
    let headers = staff_headers(pool, rng, now, &Signer::new(SECRET), id).await?;
    let (group, other_group) = sqlx::query_as("SELECT min(id), max(id) FROM customer_groups WHERE archived_at IS NULL")
        .fetch_one(pool)
        .await?;
    let mut guest: Guest = sqlx::query_as(
        "SELECT c.uid, u.email::text AS email, c.user_id, c.restaurant_id, t.slug
         FROM customers c JOIN users u ON u.id = c.user_id JOIN restaurants t ON t.id = c.restaurant_id
         ORDER BY (SELECT count(*) FROM reservations r WHERE r.restaurant_id = c.restaurant_id AND r.customer_id = c.id) DESC LIMIT 1",
    )
    .fetch_one(pool)
    .await?;
    let who = AccountId::Diner(UserId(guest.user_id));
    let start = sessions::SessionStart::default();
    let token_of_guest = sessions::start(&mut *pool.acquire().await?, rng, now, who, None, start).await?;
    guest.headers = format!("cookie: {}={}\r\n", web_server::http::cookies::DINER_COOKIE, token_of_guest.as_str());
    let mergeable = "SELECT id FROM customers WHERE type <> 'OnlineCustomer' ORDER BY id";
    Ok(Restaurant {
        address,
        headers,
        two_years: two_years_by_week(now),
        group,
        other_group,
        guest,
        mergeable: sqlx::query_scalar(mergeable).fetch_all(pool).await?,
    })
}

impl Restaurant {
    fn request(&self, path: &str) -> Vec<u8> {
        let path = path.replace("{group}", &self.group.to_string()).replace("{guest}", &self.guest.uid);
        let path = path.replace("{customer}", &self.mergeable[0].to_string()).replace("{email}", &self.guest.email);
        let path = path.replace("{two_years}", &self.two_years);
        get(&path, &self.headers)
    }

    fn own_request(&self, path: &str) -> Vec<u8> {
        let (restaurant, diner) = (self.guest.restaurant_id, Some(self.guest.user_id));
        let now = Clock::system().now();
        let token = calendar_token(&Signer::new(SECRET), restaurant, diner, now);
        let month = format!(
            "restaurant_slug={}&year_month={}&reservation_calendar_token={token}",
            self.guest.slug,
            now.format("%Y-%m")
        );
        get(&path.replace("{month}", &month), &self.guest.headers)
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
        for (name, path) in OWN {
            let request = self.own_request(path);
            let began = Instant::now();
            let status = connection.ask(&request).await?;
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
        let request = self.send("POST", "/owners/api/offline_customer_merges", &body.to_string());
        let began = Instant::now();
        let status = connection.ask(&request).await?;
        times.push(milliseconds(began.elapsed()));
        ensure!(status == 200, "{MERGE}: {status}");
        Ok(times)
    }

    /// Milliseconds to change every customer's group. Every round moves all of them.
    async fn bulk(&self, round: usize) -> Result<f64> {
        let mut connection = Connection::open(self.address).await?;
        let group = if round.is_multiple_of(2) { self.group } else { self.other_group };
        let body = serde_json::json!({ "customer_group_id": group, "is_checked_whole_customers": "1" });
        let request = self.send("PUT", "/owners/customers/bulk_update_customer_groups", &body.to_string());
        let began = Instant::now();
        let status = connection.ask(&request).await?;
        ensure!(status == 200, "{BULK}: {status}");
        Ok(milliseconds(began.elapsed()))
    }

    fn send(&self, method: &str, path: &str, body: &str) -> Vec<u8> {
        let (headers, length) = (&self.headers, body.len());
        format!(
            "{method} {path} HTTP/1.1\r\nhost: seki\r\naccept: application/json\r\ncontent-type: application/json\r\n\
             {headers}content-length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    }
}

/// Milliseconds of a request whose only work is `select 1`: the median of some on one connection.
pub async fn select_one(address: SocketAddr) -> Result<f64> {
    let mut connection = Connection::open(address).await?;
    let mut times = Vec::new();
    for _ in 0..ONES {
        let began = Instant::now();
        ensure!(connection.ask(&get("/one", "")).await? == 200, "`select 1` failed");
        times.push(milliseconds(began.elapsed()));
    }
    Ok(median(times))
}

pub fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
