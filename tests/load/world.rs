//! The data of the measurements: restaurants with slots, signed-in diners, and one target per booking.

use anyhow::Result;
use chrono::{DateTime, Duration, Months, Utc};
use domain::availability::token::CalendarToken;
use domain::ids::{OwnerId, RestaurantId, UserId};
use domain::rng::Rng;
use domain::sessions::{self, AccountId};
use domain::signing::{Signer, fingerprint};
use sqlx::{Executor, PgPool};

/// Default number of restaurants.
pub const RESTAURANTS: i64 = 100;
pub const DAYS: i64 = 60;
pub const ITEMS: i64 = 12;
/// Bookings that a restaurant has had, one a day. More restaurants have had fewer each.
pub const PAST_BOOKINGS_PER_RESTAURANT: i64 = 300;
pub const DINERS: i64 = 5_000;
/// The restaurant that all diners request concurrently: 10 slots of one start each, 20 seats each.
pub const DROP: &str = "load-drop";

/// A booking that can succeed: its stock's place in the slot is offered to no other diner.
#[derive(Clone, Debug)]
pub struct Target {
    pub slug: String,
    pub restaurant: i64,
    pub slot: i64,
    pub time: i64,
    pub course: i64,
    pub diner: i64,
}

pub async fn build(pool: &PgPool, now: DateTime<Utc>, restaurants: i64) -> Result<()> {
    let past = (PAST_BOOKINGS_PER_RESTAURANT * RESTAURANTS / restaurants).clamp(10, PAST_BOOKINGS_PER_RESTAURANT);
    let script = include_str!("world.sql")
        .replace(":restaurants", &restaurants.to_string())
        .replace(":days", &DAYS.to_string())
        .replace(":past", &past.to_string())
        .replace(":items", &ITEMS.to_string())
        .replace(":diners", &DINERS.to_string())
        .replace(":now", &format!("'{}'", now.to_rfc3339()));
    pool.execute(sqlx::AssertSqlSafe(script)).await?;
    let tokens: Vec<_> = (1..=DINERS).map(|diner| fingerprint(&session_token(diner))).collect();
    let diners: Vec<_> = (1..=DINERS).collect();
    sqlx::query(
        "WITH kept AS (INSERT INTO load_tokens (token, diner_id) SELECT * FROM unnest($1::bytea[], $2::bigint[]) RETURNING *)
         INSERT INTO sessions (token_hash, uid, user_id, user_agent, created_at, last_seen_at, idle_seconds, expires_at)
         SELECT token, encode(token, 'hex'), diner_id, '', $3, $3, 2592000, $3 + interval '30 days' FROM kept",
    )
    .bind(&tokens)
    .bind(&diners)
    .bind(now)
    .execute(pool)
    .await?;
    // Like a Seki that has been running: no cleanup is due in the middle of a round.
    pool.execute("VACUUM (ANALYZE)").await?;
    Ok(())
}

/// The next `count` targets; each target is used once.
pub async fn take_targets(pool: &PgPool, count: i64) -> Result<Vec<Target>> {
    let rows: Vec<(String, i64, i64, i64, i64, i64)> = sqlx::query_as(
        "SELECT slug, restaurant_id, slot_id, time_id, course_id, diner_id FROM load_targets
         WHERE n > (SELECT setval('load_next', nextval('load_next') + $1) - $1 - 1) ORDER BY n LIMIT $1",
    )
    .bind(count)
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(target).collect())
}

/// The id of the newest reservation.
pub async fn last_reservation(pool: &PgPool) -> Result<i64> {
    Ok(sqlx::query_scalar("SELECT coalesce(max(id), 0) FROM reservations").fetch_one(pool).await?)
}

/// The median size of the batches in which the reservations after `last` were written. The reservations of one transaction are a batch.
pub async fn batch_size(pool: &PgPool, last: i64) -> Result<i64> {
    let query = "SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY size)
                 FROM (SELECT count(*) AS size FROM reservations WHERE id > $1 GROUP BY xmin::text) batches";
    Ok(sqlx::query_scalar(query).bind(last).fetch_one(pool).await?)
}

/// Counts the reservations after `last`.
pub async fn count_since(pool: &PgPool, last: i64) -> Result<i64> {
    Ok(sqlx::query_scalar("SELECT count(*) FROM reservations WHERE id > $1").bind(last).fetch_one(pool).await?)
}

/// Makes each number of the targets' sequence represent `size` targets, of which it is the last.
pub async fn step_targets(pool: &PgPool, size: i64) -> Result<()> {
    pool.execute(sqlx::AssertSqlSafe(format!("ALTER SEQUENCE load_next INCREMENT BY {size}"))).await?;
    Ok(())
}

/// Targets of one restaurant that neither bookings nor their rows have reached: the ones in the middle.
pub async fn targets_of(pool: &PgPool, restaurant: i64, count: i64) -> Result<Vec<Target>> {
    let rows: Vec<(String, i64, i64, i64, i64, i64)> = sqlx::query_as(
        "SELECT slug, restaurant_id, slot_id, time_id, course_id, diner_id FROM load_targets
         WHERE restaurant_id = $1 AND n > (SELECT last_value FROM load_next) AND n < (SELECT last_value FROM load_rows_next)
         ORDER BY n LIMIT $2",
    )
    .bind(restaurant)
    .bind(count)
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(target).collect())
}

fn target((slug, restaurant, slot, time, course, diner): (String, i64, i64, i64, i64, i64)) -> Target {
    Target { slug, restaurant, slot, time, course, diner }
}

/// The slots of the drop, with their only start time and course.
pub async fn drop_targets(pool: &PgPool) -> Result<Vec<Target>> {
    let rows: Vec<(i64, i64, i64, i64)> = sqlx::query_as(
        "SELECT o.restaurant_id, o.id, t.id, c.course_id FROM online_stock_groups o
         JOIN osg_times t ON t.online_stock_group_id = o.id
         JOIN osg_courses c ON c.online_stock_group_id = o.id
         WHERE o.restaurant_id = (SELECT id FROM restaurants WHERE slug = $1) ORDER BY o.id",
    )
    .bind(DROP)
    .fetch_all(pool)
    .await?;
    let target =
        |(restaurant, slot, time, course)| Target { slug: DROP.into(), restaurant, slot, time, course, diner: 0 };
    Ok(rows.into_iter().map(target).collect())
}

/// Releases the drop's seats and deletes their holds.
pub async fn reset_drop(pool: &PgPool) -> Result<()> {
    pool.execute(include_str!("reset_drop.sql")).await?;
    Ok(())
}

pub async fn drop_sold(pool: &PgPool) -> Result<i64> {
    let query = "SELECT count(*) FROM reservation_seats s JOIN restaurants r ON r.id = s.restaurant_id
                 WHERE r.slug = $1 AND s.released_at IS NULL";
    Ok(sqlx::query_scalar(query).bind(DROP).fetch_one(pool).await?)
}

pub async fn deadlocks(pool: &PgPool) -> Result<i64> {
    let query = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    Ok(sqlx::query_scalar(query).fetch_one(pool).await?)
}

pub fn session_token(diner: i64) -> String {
    format!("load-session-of-diner-{diner:06}-0123456789")
}

pub const VISITOR: &str = "load-visitor-0123456789abcdef";

/// Headers of a signed-in diner's browser.
pub fn headers(signer: &Signer, diner: i64) -> String {
    let session = session_token(diner);
    let csrf = web_server::http::csrf::token(signer, &Rng::from_machine(), VISITOR, [&session, "", ""]);
    format!("cookie: seki_visitor={VISITOR}; seki_diner={session}\r\nx-csrf-token: {csrf}\r\n")
}

/// Creates a member of a restaurant's staff, signs them in, and returns the headers of their browser.
pub async fn staff_headers(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
    signer: &Signer,
    restaurant: i64,
) -> Result<String> {
    let owner: i64 = sqlx::query_scalar(
        "WITH keeper AS (INSERT INTO owners (uid, email, password_hash, nickname, terms_agreed_at, created_at)
                         VALUES ('load-keeper', 'load-keeper@seki.test', '-', '店主', $1, $1) RETURNING id)
         INSERT INTO restaurant_owners (restaurant_id, owner_id) SELECT $2, id FROM keeper RETURNING owner_id",
    )
    .bind(now)
    .bind(restaurant)
    .fetch_one(pool)
    .await?;
    let start = sessions::SessionStart::default();
    let who = AccountId::Owner(OwnerId(owner));
    let token = sessions::start(&mut *pool.acquire().await?, rng, now, who, None, start).await?;
    let csrf = web_server::http::csrf::token(signer, rng, VISITOR, ["", token.as_str(), ""]);
    let cookie = format!("seki_visitor={VISITOR}; {}={}", web_server::http::cookies::OWNER_COOKIE, token.as_str());
    Ok(format!("cookie: {cookie}\r\nx-csrf-token: {csrf}\r\n"))
}

/// The query of the longest report, by week.
pub fn two_years_by_week(now: DateTime<Utc>) -> String {
    format!("by=week&from={}&till={}", (now - Months::new(23)).format("%Y-%m"), now.format("%Y-%m"))
}

pub fn calendar_token(signer: &Signer, restaurant: i64, diner: Option<i64>, now: DateTime<Utc>) -> String {
    let issued = now - Duration::seconds(1);
    CalendarToken::issue(RestaurantId(restaurant), diner.map(UserId), None, issued).seal(signer)
}

/// The complete request of a booking, ready to be written to a connection.
pub fn booking(signer: &Signer, target: &Target, diner: i64, now: DateTime<Utc>) -> Vec<u8> {
    let token = calendar_token(signer, target.restaurant, Some(diner), now);
    let body = serde_json::json!({
        "new_reservation": {
            "online_stock_group_id": target.slot, "guests_count": 1,
            "time_selector_option_id": target.time, "course_id": target.course,
        },
        "restaurant_slug": target.slug,
        "reservation_calendar_token": token,
    })
    .to_string();
    post("/users/api/reservations", &headers(signer, diner), &body)
}

/// The complete request of a write with a JSON body.
pub fn post(path: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: seki\r\naccept: application/json\r\n\
         content-type: application/json\r\n{headers}content-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

pub fn get(path: &str, extra: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: seki\r\naccept: application/json\r\n{extra}\r\n").into_bytes()
}
