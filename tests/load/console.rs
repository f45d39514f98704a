//! The admin console at full size: 5,000 restaurants with a million reservations, as `seki generate` creates them, and the data of a few
//! more years. An admin reads each list on one connection, and a member of a restaurant's staff some pages.

use std::net::SocketAddr;

use anyhow::{Result, ensure};
use chrono::{DateTime, Duration, NaiveDate, Utc};
use cli::generate::{Size, generate};
use domain::clock::Clock;
use domain::db;
use domain::ids::AdminUserId;
use domain::reports::sweep;
use domain::rng::Rng;
use domain::sessions::{self, AccountId};
use domain::signing::Signer;
use domain::zone::Zone;
use sqlx::PgPool;
use tokio::time::Instant;

use crate::figures::{Better, Figure, median};
use crate::generator::Connection;
use crate::processes::{SECRET, web_server};
use crate::world::{VISITOR, get, staff_headers, two_years_by_week};
use crate::{ROUNDS, fresh_database};

const SIZE: Size = Size {
    restaurants: 5_000,
    days: 1,
    reservations_per_day: 0,
    diners: 100_000,
    customers: 40,
    reservations: 200,
    reservation_fee: 0,
    seed: 1,
};
/// Milliseconds.
const BOUNDS: (f64, f64) = (500.0, 200.0);

/// Paths of the measured requests: `{group}` is seats of the restaurant's, `{from}` and `{till}` are days, and `{request}` is a change of
/// plan.
const LISTS: [(&str, &str); 73] = [
    ("home", "/admin/home"),
    ("home by a name, largest decrease", "/admin/home?order=decrease&q=%E5%AF%BF%E5%8F%B8"),
    ("restaurants", "/admin/api/restaurant_future"),
    ("restaurants, started", "/admin/api/restaurant_future?type=oea_past_normal"),
    ("restaurants, starting soon", "/admin/api/restaurant_future?type=osa_future_normal"),
    ("restaurants, starting later, parcels", "/admin/api/restaurant_future?type=osa_super_future_ec"),
    ("restaurants, pinned", "/admin/api/restaurant_future?type=pinned"),
    ("restaurants by a slug", "/admin/api/restaurant_future?search_keywords[]=load-0123"),
    ("restaurants by a name", "/admin/api/restaurant_future?type=oea_past_normal&search_keywords[]=%E5%AF%BF%E5%8F%B8"),
    ("a restaurant", "/admin/restaurants/load-00007"),
    ("users by a number", "/admin/api/resources/users?filter=%7B%22q%22%3A%2209012345678%22%7D"),
    ("users by an address", "/admin/api/resources/users?filter=%7B%22q%22%3A%22load-diner-777%40%22%7D"),
    ("users by a name", "/admin/api/resources/users?filter=%7B%22q%22%3A%22%E4%BD%90%E8%97%A4%22%7D"),
    (
        "users by a name that nobody has",
        "/admin/api/resources/users?filter=%7B%22q%22%3A%22%E8%A6%8B%E3%81%A4%E3%81%8B%E3%82%89%E3%81%AA%E3%81%84%22%7D",
    ),
    ("audit log", "/admin/audit_events"),
    ("cancel requests that wait", "/admin/cancel_requests"),
    ("plan change requests that wait", "/admin/gold_plan_change_requests"),
    ("a plan change request", "/admin/gold_plan_change_requests/{request}"),
    ("failed jobs", "/admin/jobs"),
    ("disputes that are open", "/admin/disputes"),
    ("fees of no-shows that wait", "/admin/no_show_fees"),
    ("reservations", "/admin/reservations"),
    ("raffle rounds of all restaurants", "/admin/raffle_rounds"),
    ("booked refunds", "/admin/refunds"),
    ("bank transfers", "/admin/payouts"),
    ("health", "/admin/health"),
    ("announcements", "/admin/announcements"),
    ("odd round plans", "/admin/reservation_round_plans/lint"),
    ("section: slots", "/admin/r/load-00007/online_stock_groups"),
    ("section: online reservations", "/admin/r/load-00007/online_reservations"),
    ("section: online reservations by a name", "/admin/r/load-00007/online_reservations?keyword=%E4%BD%90%E8%97%A4"),
    ("section: off-site reservations", "/admin/r/load-00007/offsite_reservations"),
    ("section: invited reservations", "/admin/r/load-00007/invited_reservations"),
    ("section: checked days", "/admin/r/load-00007/bulk_checked_calendars"),
    ("section: what the destroyer takes", DESTROYED),
    ("staff", "/admin/r/load-00007/staff"),
    ("raffle rounds", "/admin/r/load-00007/raffle_rounds"),
    ("a raffle with 50,000 participants", "/admin/r/load-00007/raffle_rounds/load-raffle"),
    ("the same, the last page", "/admin/r/load-00007/raffle_rounds/load-raffle?page=1000"),
    ("refill templates", "/admin/r/load-00007/online_stock_refillment_templates"),
    ("masters: courses", "/admin/api/resources/r/load-00007/courses"),
    ("masters: operations", "/admin/api/resources/r/load-00007/operations"),
    ("masters: groups of seats", "/admin/api/resources/r/load-00007/inventory_groups"),
    ("masters: seats", "/admin/api/resources/r/load-00007/inventory_items"),
    ("masters: customer groups", "/admin/api/resources/r/load-00007/customer_groups"),
    ("masters: calendar tags", "/admin/api/resources/r/load-00007/calendar_tags"),
    ("masters: questions", "/admin/api/resources/r/load-00007/preference_questions"),
    ("masters: review items", "/admin/api/resources/r/load-00007/review_page_items"),
    ("masters: areas", "/admin/api/resources/areas"),
    ("masters: cuisines", "/admin/api/resources/cuisines"),
    ("list: restaurants by name", "/admin/api/resources/restaurants?sort=%5B%22restaurant_name%22%2C%22ASC%22%5D"),
    ("list: restaurants by a word", "/admin/api/resources/restaurants?filter=%7B%22q%22%3A%22%E5%AF%BF%E5%8F%B8%22%7D"),
    ("list: accounts by name", "/admin/api/resources/users?sort=%5B%22name%22%2C%22ASC%22%5D"),
    ("list: accounts by a number", "/admin/api/resources/users?filter=%7B%22q%22%3A%2209012345678%22%7D"),
    ("list: reservations", "/admin/api/resources/reservations"),
    ("list: reservations, the last page", "/admin/api/resources/reservations?range=%5B9975%2C9999%5D"),
    (
        "list: reservations by restaurant",
        "/admin/api/resources/reservations?sort=%5B%22restaurant_slug%22%2C%22ASC%22%5D",
    ),
    ("list: reservations by visit", "/admin/api/resources/reservations?sort=%5B%22starts_at%22%2C%22DESC%22%5D"),
    (
        "list: reservations by a name",
        "/admin/api/resources/reservations?filter=%7B%22q%22%3A%22%E5%B1%B1%E7%94%B0%22%7D",
    ),
    ("list: reservations by code", "/admin/api/resources/reservations?sort=%5B%22reservation_code%22%2C%22ASC%22%5D"),
    ("list: reservations of a day", "/admin/api/resources/reservations?filter=%7B%22date%22%3A%22{from}%22%7D"),
    (
        "list: reservations of a restaurant",
        "/admin/api/resources/reservations?filter=%7B%22restaurant_slug%22%3A%22load-00007%22%7D",
    ),
    (
        "list: reservations of a rare status",
        "/admin/api/resources/reservations?filter=%7B%22status%22%3A%22admin_delete%22%7D",
    ),
    ("list: reservations by a number", "/admin/api/resources/reservations?filter=%7B%22q%22%3A%2209012345678%22%7D"),
    ("list: audit events", "/admin/api/resources/audit_events?sort=%5B%22at%22%2C%22DESC%22%5D"),
    (
        "list: audit events of a rare action",
        "/admin/api/resources/audit_events?filter=%7B%22action%22%3A%22slots_refilled%22%7D&sort=%5B%22at%22%2C%22DESC%22%5D",
    ),
    (
        "list: audit events of an actor without any",
        "/admin/api/resources/audit_events?filter=%7B%22actor%22%3A%22command_line%22%7D&sort=%5B%22at%22%2C%22DESC%22%5D",
    ),
    (
        "list: audit events of an owner",
        "/admin/api/resources/audit_events?filter=%7B%22actor%22%3A%22owner%22%2C%22actor_id%22%3A3%7D&sort=%5B%22at%22%2C%22DESC%22%5D",
    ),
    (
        "list: audit events of a restaurant",
        "/admin/api/resources/audit_events?filter=%7B%22restaurant_slug%22%3A%22load-00007%22%7D&sort=%5B%22at%22%2C%22DESC%22%5D",
    ),
    (
        "list: audit events of a day",
        "/admin/api/resources/audit_events?filter=%7B%22at_gte%22%3A%222024-06-01%22%2C%22at_lte%22%3A%222024-06-01%22%7D&sort=%5B%22at%22%2C%22DESC%22%5D",
    ),
    (
        "list: cancel requests by booking",
        "/admin/api/resources/cancel_requests?sort=%5B%22reservation_code%22%2C%22ASC%22%5D",
    ),
    (
        "list: announcements of a restaurant",
        "/admin/api/resources/announcements?filter=%7B%22restaurant_slug%22%3A%22load-00007%22%7D",
    ),
    ("list: announcements by a word", "/admin/api/resources/announcements?filter=%7B%22body%22%3A%22%E5%A4%8F%22%7D"),
];

/// More of the lists for react-admin; `{user}` is a diner with payments.
const RESOURCES: [(&str, &str); 26] = [
    ("list: restaurants of an area", "/admin/api/resources/restaurants?filter=%7B%22area_id%22%3A1%7D"),
    (
        "list: accounts of a grade",
        "/admin/api/resources/users?filter=%7B%22premium_grade%22%3A%5B%22green%22%2C%22gold%22%5D%7D",
    ),
    (
        "list: reservations of an account",
        "/admin/api/resources/reservations?filter=%7B%22user_uid%22%3A%22{user}%22%7D",
    ),
    ("list: charges", "/admin/api/resources/charges"),
    ("list: charges by amount", "/admin/api/resources/charges?sort=%5B%22amount%22%2C%22DESC%22%5D"),
    ("list: charges that are unsettled", "/admin/api/resources/charges?filter=%7B%22is_unsettled%22%3Atrue%7D"),
    (
        "list: charges of a restaurant",
        "/admin/api/resources/charges?filter=%7B%22restaurant_slug%22%3A%22load-00007%22%7D",
    ),
    ("list: refunds by amount", "/admin/api/resources/refunds?sort=%5B%22amount%22%2C%22DESC%22%5D"),
    ("list: disputes by deadline", "/admin/api/resources/disputes?sort=%5B%22evidence_due_at%22%2C%22ASC%22%5D"),
    ("list: manual refunds", "/admin/api/resources/payment_adjustments"),
    ("list: ledger transfers", "/admin/api/resources/ledger_transfers"),
    ("list: ledger transfers by amount", "/admin/api/resources/ledger_transfers?sort=%5B%22amount%22%2C%22DESC%22%5D"),
    (
        "list: ledger transfers of a month",
        "/admin/api/resources/ledger_transfers?filter=%7B%22booked_at_gte%22%3A%222026-01-01%22%2C%22booked_at_lte%22%3A%222026-01-31%22%7D",
    ),
    ("list: bank transfers by restaurant", "/admin/api/resources/payouts?sort=%5B%22restaurant_slug%22%2C%22ASC%22%5D"),
    (
        "list: plan change requests by name",
        "/admin/api/resources/gold_plan_change_requests?sort=%5B%22name%22%2C%22ASC%22%5D",
    ),
    ("list: fees of no-shows", "/admin/api/resources/no_show_fees"),
    (
        "list: raffle rounds by close",
        "/admin/api/resources/raffle_rounds?sort=%5B%22registerable_till%22%2C%22DESC%22%5D",
    ),
    ("list: jobs", "/admin/api/resources/jobs"),
    ("list: jobs that are done", "/admin/api/resources/jobs?filter=%7B%22state%22%3A%22done%22%7D"),
    (
        "list: jobs that are done by their end",
        "/admin/api/resources/jobs?filter=%7B%22state%22%3A%22done%22%7D&sort=%5B%22done_at%22%2C%22DESC%22%5D",
    ),
    ("list: jobs that are failing", "/admin/api/resources/jobs?filter=%7B%22state%22%3A%22failing%22%7D"),
    ("list: dead letters by queue", "/admin/api/resources/dead_letters?sort=%5B%22queue%22%2C%22ASC%22%5D"),
    ("list: schedules", "/admin/api/resources/schedules"),
    ("list: staff by name", "/admin/api/resources/staff?sort=%5B%22nickname%22%2C%22ASC%22%5D"),
    ("list: staff by last visit", "/admin/api/resources/staff?sort=%5B%22last_seen_at%22%2C%22DESC%22%5D"),
    ("list: admins", "/admin/api/resources/admin_users"),
];

/// Pages of the owner console of one restaurant; `{two_years}` is the query of the longest report.
const OWNED: [(&str, &str); 4] = [
    ("owners: home page", "/owners"),
    ("owners: report by months", "/owners/reports"),
    ("owners: report by weeks of two years", "/owners/reports?{two_years}"),
    ("owners: covers.xlsx by weeks of two years", "/owners/reports/covers.xlsx?{two_years}"),
];

/// Complete files, measured until the first record.
const FILES: [(&str, &str); 6] = [
    ("restaurants.csv, the first record", "/admin/api/resources/restaurants.csv"),
    ("users.csv, the first record", "/admin/api/resources/users.csv"),
    ("reservations.csv, the first record", "/admin/api/resources/reservations.csv"),
    ("charges.csv, the first record", "/admin/api/resources/charges.csv"),
    ("ledger_transfers.csv, the first record", "/admin/api/resources/ledger_transfers.csv"),
    ("audit_events.csv, the first record", "/admin/api/resources/audit_events.csv"),
];

const DESTROYED: &str =
    "/admin/r/load-00007/online_stock_destroyer?date_from={from}&date_till={till}&inventory_group_id={group}";

/// Values for the placeholders of the paths.
struct Named {
    group: i64,
    request: i64,
    user: String,
    today: NaiveDate,
    two_years: String,
}

/// Headers of the browsers.
struct Headers {
    admin: String,
    staff: String,
}

/// Builds one figure for each list and file: its milliseconds.
pub async fn measure(server: &str) -> Result<Vec<Figure>> {
    let url = fresh_database(server, "seki_bench_console").await?;
    let pool = db::connect_without_timeouts(&url, "seki bench", 4).await?;
    db::migrate(&pool).await?;
    let (now, rng) = (Clock::system().now(), Rng::from_machine());
    generate(&pool, &rng, now, SIZE).await?;
    let (process, _) = web_server(&url).await?;
    sqlx::raw_sql(include_str!("console.sql")).execute(&pool).await?;
    // The home pages and the reports read daily totals.
    sweep::rebuild_all(&pool).await?;
    sqlx::raw_sql("VACUUM (ANALYZE)").execute(&pool).await?;
    let restaurant =
        sqlx::query_scalar("SELECT id FROM restaurants WHERE slug = 'load-00007'").fetch_one(&pool).await?;
    let headers = Headers {
        admin: admin(&pool, &rng, now).await?,
        staff: staff_headers(&pool, &rng, now, &Signer::new(SECRET), restaurant).await?,
    };
    let named = named(&pool, now).await?;
    let mut taken = Vec::new();
    // The first round opens connections and plans statements.
    for round in 0..=ROUNDS {
        let times = self::round(process.address, &headers, &named).await?;
        if round > 0 {
            taken.push(times);
        }
    }
    let figures = LISTS.iter().chain(&RESOURCES).chain(&OWNED).chain(&FILES).enumerate().map(|(index, (name, _))| {
        let value = median(taken.iter().map(|times: &Vec<f64>| times[index]).collect());
        Figure { name, value, must: BOUNDS.0, aim: BOUNDS.1, better: Better::Less, detail: "ms".to_owned() }
    });
    let figures: Vec<_> = figures.collect();
    figures.iter().for_each(Figure::print);
    pool.close().await;
    Ok(figures)
}

/// Creates an admin, signs them in, and returns the headers of their browser.
async fn admin(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> Result<String> {
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO admin_users (uid, email, password_hash, nickname, osg, onr, ofsr, ivr, os, cpn, cxl, refunds,
                                  privacy_export, impersonation, staff, risky_settings, created_at)
         VALUES ('load-admin', 'load-admin@seki.test', '-', '管理', true, true, true, true, true, true, true, true, true, true, true, true, $1)
         RETURNING id",
    )
    .bind(now)
    .fetch_one(pool)
    .await?;
    let start = sessions::SessionStart::default();
    let token =
        sessions::start(&mut *pool.acquire().await?, rng, now, AccountId::Admin(AdminUserId(id)), None, start).await?;
    let csrf = web_server::http::csrf::token(&Signer::new(SECRET), rng, VISITOR, ["", "", token.as_str()]);
    let cookie = format!("seki_visitor={VISITOR}; {}={}", web_server::http::cookies::ADMIN_COOKIE, token.as_str());
    Ok(format!("cookie: {cookie}\r\nx-csrf-token: {csrf}\r\n"))
}

async fn named(pool: &PgPool, now: DateTime<Utc>) -> Result<Named> {
    let group = "SELECT min(g.id) FROM inventory_groups g JOIN restaurants r ON r.id = g.restaurant_id WHERE r.slug = 'load-00007'";
    let group = sqlx::query_scalar(group).fetch_one(pool).await?;
    let request = sqlx::query_scalar("SELECT min(id) FROM gold_plan_change_requests").fetch_one(pool).await?;
    let user = "SELECT u.uid FROM users u WHERE u.id = (SELECT min(user_id) FROM charges)";
    let user = sqlx::query_scalar(user).fetch_one(pool).await?;
    Ok(Named { group, request, user, today: Zone::default().date_of(now), two_years: two_years_by_week(now) })
}

impl Named {
    fn put_into(&self, path: &str) -> String {
        let till = self.today + Duration::days(30);
        let path = path.replace("{from}", &self.today.to_string()).replace("{till}", &till.to_string());
        let path = path.replace("{group}", &self.group.to_string()).replace("{request}", &self.request.to_string());
        path.replace("{user}", &self.user).replace("{two_years}", &self.two_years)
    }
}

/// Milliseconds of each list and each file, in the order of their names.
async fn round(address: SocketAddr, headers: &Headers, named: &Named) -> Result<Vec<f64>> {
    let mut connection = Connection::open(address).await?;
    let mut times = Vec::new();
    let read_by_admin = LISTS.into_iter().chain(RESOURCES).map(|page| (page, &headers.admin));
    for ((name, path), headers) in read_by_admin.chain(OWNED.map(|page| (page, &headers.staff))) {
        let request = get(&named.put_into(path), headers);
        let began = Instant::now();
        let status = connection.ask(&request).await?;
        times.push(began.elapsed().as_secs_f64() * 1000.0);
        ensure!(status == 200, "{name}: {status}");
    }
    for (name, path) in FILES {
        let mut connection = Connection::open(address).await?;
        let request = get(&named.put_into(path), &headers.admin);
        let began = Instant::now();
        let status = connection.ask_for_record(&request).await?;
        times.push(began.elapsed().as_secs_f64() * 1000.0);
        ensure!(status == 200, "{name}: {status}");
    }
    Ok(times)
}
