//! The search by vacancy: 5,000 restaurants with slots on seven days. What it looks at in memory is measured beside a month from memory,
//! in one round; its page, for which the rules of a booking look at what memory names, in milliseconds.

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, NaiveDate, Utc};
use cli::generate::{Size, generate};
use domain::availability::vacancies::Offered;
use domain::clock::Clock;
use domain::db;
use domain::ids::UserId;
use domain::rng::Rng;
use domain::sessions::{self, Who};
use domain::signing::Signer;
use domain::zone::Zone;
use tokio::time::Instant;
use web_server::changes::vacancies::{Narrowed, Vacancies};

use crate::figures::{Better, Figure, median};
use crate::generator::Connection;
use crate::processes::{SECRET, web_server};
use crate::world::get;
use crate::{ROUNDS, fresh_database, month_path_in};

const SIZE: Size = Size {
    restaurants: 5_000,
    days: 7,
    reservations_per_day: 0,
    diners: 100,
    customers: 0,
    reservations: 0,
    reservation_fee: 0,
    seed: 1,
};
/// Of each in a round.
const TRIES: usize = 50;

/// What is asked for, `{from}` and `{to}` being the days, and `{area}` an area's id.
const SEARCHES: [(&str, &str); 3] = [
    ("search by day and party (ms)", "from_date={from}&to_date={to}&guests_count=2"),
    ("search by day, party and area (ms)", "from_date={from}&to_date={to}&guests_count=2&area_id={area}"),
    (
        "search by day, party, area and words (ms)",
        "from_date={from}&to_date={to}&guests_count=2&area_id={area}&keyword=%E9%AE%A8",
    ),
];

pub async fn measure(server: &str) -> Result<Vec<Figure>> {
    let url = fresh_database(server, "seki_bench_search").await?;
    let pool = db::connect(&url, "seki bench", 4).await?;
    db::migrate(&pool).await?;
    let (now, rng) = (Clock::system().now(), Rng::from_machine());
    generate(&pool, &rng, now, SIZE).await?;
    let mut conn = pool.acquire().await?;
    let diner: i64 = sqlx::query_scalar("SELECT min(id) FROM users").fetch_one(&mut *conn).await?;
    sqlx::query(SUBSCRIBE).bind(diner).bind(now).execute(&mut *conn).await?;
    let token =
        sessions::start(&mut conn, &rng, now, Who::Diner(UserId(diner)), None, sessions::Start::default()).await?;
    let (area, restaurant): (i64, i64) =
        sqlx::query_as("SELECT area_id, id FROM restaurants WHERE slug = 'load-00001'").fetch_one(&mut *conn).await?;
    drop(conn);
    let headers = format!("cookie: {}={}\r\n", web_server::http::cookies::DINER_COOKIE, token.as_str());
    let today = Zone::default().date_of(now);
    let last = today.checked_add_days(chrono::Days::new(6)).context("a day")?;
    let searches = SEARCHES.map(|(_, query)| {
        let query = query.replace("{from}", &today.to_string()).replace("{to}", &last.to_string());
        get(&format!("/users/premium/restaurants?{}", query.replace("{area}", &area.to_string())), &headers)
    });
    let month = get(&month_path_in(1, &Signer::new(SECRET), now, "load-00001", restaurant), "");
    let (process, _) = web_server(&url).await?;
    let days: Vec<_> = today.iter_days().take_while(|day| *day <= last).collect();
    let sums = Vacancies::default();
    sums.follow(&pool, &days).await?;
    let (mut ratios, mut looks) = (Vec::new(), Vec::new());
    let mut pages = SEARCHES.map(|_| (Vec::new(), Vec::new()));
    // The first round reads the sums, opens connections and plans statements.
    for round in 0..=ROUNDS {
        let mut connection = Connection::open(process.address).await?;
        let reference = ask(&mut connection, &month).await?;
        let look = look_at(&sums, &days, now)?;
        for (search, (milliseconds, months)) in searches.iter().zip(&mut pages) {
            let page = ask(&mut connection, search).await?;
            if round > 0 {
                milliseconds.push(page);
                months.push(page / reference);
            }
        }
        if round > 0 {
            ratios.push(look / reference);
            looks.push(look);
        }
    }
    let detail = format!("{:.3} ms for 5,000 restaurants and 7 days", median(looks));
    let name = "search of the sums / a month from memory";
    let mut figures = vec![Figure { name, value: median(ratios), must: 3.0, aim: 1.0, better: Better::Less, detail }];
    figures.extend(SEARCHES.into_iter().zip(pages).map(|((name, _), (milliseconds, months))| {
        let detail = format!("{:.0} x a month from memory", median(months));
        Figure { name, value: median(milliseconds), must: 500.0, aim: 200.0, better: Better::Less, detail }
    }));
    figures.iter().for_each(Figure::print);
    Ok(figures)
}

/// Milliseconds of one look at the sums of all restaurants: the median of some.
fn look_at(sums: &Vacancies, days: &[NaiveDate], now: DateTime<Utc>) -> Result<f64> {
    let mut times = Vec::new();
    for _ in 0..TRIES {
        let began = Instant::now();
        let found = sums.search(&Narrowed::default(), days, Offered::asked(&[], None, Some(2)), &[], now);
        times.push(began.elapsed().as_secs_f64() * 1000.0);
        ensure!(found.len() == usize::try_from(SIZE.restaurants)?, "{} were found", found.len());
    }
    Ok(median(times))
}

const SUBSCRIBE: &str = "
    WITH price AS (
        INSERT INTO plan_prices (stripe_price_id, grade, amount, interval, interval_count, created_at)
        VALUES ('price_load', 'green', 980, 'month', 1, $2) RETURNING id)
    INSERT INTO subscriptions (uid, user_id, grade, plan_price_id, status, gateway_fid, current_period_end, access_until, started_at,
                               check_at, created_at, updated_at)
    SELECT 'load-subscription', $1, 'green', id, 'active', 'sub_load', $2 + interval '1 month', $2 + interval '1 month', $2,
           $2 + interval '1 month', $2, $2
    FROM price";

/// Milliseconds of one answer: the median of some.
async fn ask(connection: &mut Connection, request: &[u8]) -> Result<f64> {
    let mut times = Vec::new();
    for _ in 0..TRIES {
        let began = Instant::now();
        let status = connection.ask(request).await?;
        times.push(began.elapsed().as_secs_f64() * 1000.0);
        ensure!(status == 200, "{status}");
    }
    Ok(median(times))
}
