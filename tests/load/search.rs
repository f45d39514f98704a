//! The search by vacancy: 5,000 restaurants with slots on seven days. Each search for candidates, in this process, is compared with the
//! complete HTTP response of a cached month, in one round: it reads no request and writes no response, but covers 5,000 restaurants instead
//! of one. The page, for which the rules of a booking check the candidates of the index, is measured in milliseconds.

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, NaiveDate, Utc};
use cli::generate::{Size, generate};
use domain::availability::vacancies::OfferBits;
use domain::clock::Clock;
use domain::db;
use domain::ids::{AreaId, UserId};
use domain::restaurants::model::RestaurantFilter;
use domain::restaurants::search;
use domain::rng::Rng;
use domain::sessions::{self, AccountId};
use domain::signing::Signer;
use domain::zone::Zone;
use sqlx::PgPool;
use tokio::time::Instant;
use web_server::changes::vacancies::{Vacancies, VacancyFilter};

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
/// Number of measurements of each kind in a round.
const ATTEMPTS: usize = 50;

/// Queries of the measured pages: `{from}` and `{to}` are the days, and `{area}` is an area's id.
const SEARCHES: [(&str, &str); 3] = [
    ("search by day and party (ms)", "from_date={from}&to_date={to}&guests_count=2"),
    ("search by day, party and area (ms)", "from_date={from}&to_date={to}&guests_count=2&area_id={area}"),
    (
        "search by day, party, area and words (ms)",
        "from_date={from}&to_date={to}&guests_count=2&area_id={area}&keyword=%E9%AE%A8",
    ),
];

/// Filters of the measured searches. The database searches words among the candidates of the index.
const NARROWINGS: [(&str, bool, bool); 3] = [
    ("search of the sums / a month from memory", false, false),
    ("search of the sums of an area / a month from memory", true, false),
    ("search of the sums of an area, and words (ms)", true, true),
];
/// Part of the names of all generated restaurants.
const WORDS: &str = "鮨";

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
        sessions::start(&mut conn, &rng, now, AccountId::Diner(UserId(diner)), None, sessions::SessionStart::default())
            .await?;
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
    let mut searches_taken = NARROWINGS.map(|_| (Vec::new(), Vec::new()));
    let mut pages = SEARCHES.map(|_| (Vec::new(), Vec::new()));
    // The first round reads the sums, opens connections and plans statements.
    for round in 0..=ROUNDS {
        let mut connection = Connection::open(process.address).await?;
        let reference = ask(&mut connection, &month).await?;
        for ((_, in_area, with_words), (milliseconds, months)) in NARROWINGS.into_iter().zip(&mut searches_taken) {
            let words = with_words.then_some((&pool, UserId(diner)));
            let taken = search_milliseconds(&sums, &days, now, in_area.then_some(AreaId(area)), words).await?;
            if round > 0 {
                milliseconds.push(taken);
                months.push(taken / reference);
            }
        }
        for (search, (milliseconds, months)) in searches.iter().zip(&mut pages) {
            let page = ask(&mut connection, search).await?;
            if round > 0 {
                milliseconds.push(page);
                months.push(page / reference);
            }
        }
    }
    let taken = NARROWINGS.into_iter().zip(searches_taken);
    let mut figures: Vec<_> = taken
        .map(|((name, _, with_words), (milliseconds, months))| search_figure(name, with_words, milliseconds, months))
        .collect();
    figures.extend(SEARCHES.into_iter().zip(pages).map(|((name, _), (milliseconds, months))| {
        let detail = format!("{:.0} x a month from memory", median(months));
        Figure { name, value: median(milliseconds), must: 500.0, aim: 200.0, better: Better::Less, detail }
    }));
    figures.iter().for_each(Figure::print);
    Ok(figures)
}

/// Builds the figure of a search: a ratio to a cached month, or milliseconds if the database searches words.
fn search_figure(name: &'static str, with_words: bool, milliseconds: Vec<f64>, months: Vec<f64>) -> Figure {
    let (milliseconds, months) = (median(milliseconds), median(months));
    let detail = format!(
        "{milliseconds:.3} ms in this process for 5,000 restaurants and 7 days, {months:.1} x a month's whole HTTP answer"
    );
    let (value, must, aim) = if with_words { (milliseconds, 200.0, 50.0) } else { (months, 3.0, 1.0) };
    Figure { name, value, must, aim, better: Better::Less, detail }
}

/// Milliseconds of one search in the index of all restaurants, or of an area, and for words among the candidates: the median of several.
async fn search_milliseconds(
    sums: &Vacancies,
    days: &[NaiveDate],
    now: DateTime<Utc>,
    area: Option<AreaId>,
    words: Option<(&PgPool, UserId)>,
) -> Result<f64> {
    let narrowed = VacancyFilter { area, ..VacancyFilter::default() };
    let filter = RestaurantFilter { keyword: Some(WORDS.to_owned()), ..RestaurantFilter::default() };
    let mut conn = match words {
        Some((pool, diner)) => Some((pool.acquire().await?, diner)),
        None => None,
    };
    let mut times = Vec::new();
    for _ in 0..ATTEMPTS {
        let began = Instant::now();
        let mut found = sums.search(&narrowed, days, OfferBits::requested(&[], None, Some(2)), &[], now);
        if let Some((conn, diner)) = &mut conn {
            found = search::find_among(conn, &filter, &found, *diner).await?;
        }
        times.push(began.elapsed().as_secs_f64() * 1000.0);
        let is_whole = found.len() == usize::try_from(SIZE.restaurants)?;
        ensure!(is_whole || (area.is_some() && !found.is_empty()), "{} were found", found.len());
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
    for _ in 0..ATTEMPTS {
        let began = Instant::now();
        let status = connection.ask(request).await?;
        times.push(began.elapsed().as_secs_f64() * 1000.0);
        ensure!(status == 200, "{status}");
    }
    Ok(median(times))
}
