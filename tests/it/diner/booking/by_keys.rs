//! A connection plans a statement once, perhaps at a new restaurant: the plan must remain good when the restaurant has grown.

use domain::db;
use domain::ids::{CourseId, OnlineStockGroupId, OsgTimeId};
use domain::reservations::holds::{HoldAttempt, HoldRequest, Locks, place_batch};
use sqlx::PgConnection;
use tests::{Persona, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp};

#[tokio::test]
async fn hold_reads_are_independent_of_other_bookings() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 6, ..RestaurantSpec::default() }).await;
    let other = app.restaurant(RestaurantSpec { slug: "sushi-other", ..RestaurantSpec::default() }).await;
    // The statistics show the planner empty tables.
    sqlx::raw_sql("ANALYZE").execute(&app.pool).await.unwrap();
    let (url, timeout_factor) = (&app.config.database_url, app.config.database_timeout_factor);
    let pool = db::connect_planned(url, "test", 1, timeout_factor).await.unwrap();
    let mut conn = pool.acquire().await.unwrap();
    for (days, name) in (7..).zip(["hanako", "kenji"]) {
        let (diner, slot) =
            (app.diner(name).await, app.slot(&restaurant, SlotSpec { days, ..SlotSpec::default() }).await);
        hold(&app, &mut conn, &restaurant, &slot, &diner).await;
    }
    grow(&app, &other).await;
    sit(&app, &restaurant).await;
    assert_reads_little(&app, &mut conn, &restaurant, &other).await;
    app.end().await;
}

/// Holds a seat of the ninth day, and returns the number of rows read for it.
async fn assert_reads_little(app: &TestApp, conn: &mut PgConnection, restaurant: &Restaurant, other: &Restaurant) {
    let slot = app.slot(restaurant, SlotSpec { days: 9, ..SlotSpec::default() }).await;
    let yuki = app.diner("yuki").await;
    dine(app, other, &yuki).await;
    sqlx::raw_sql("BEGIN").execute(&mut *conn).await.unwrap();
    hold(app, conn, restaurant, &slot, &yuki).await;
    let read: Vec<(String, i64)> = sqlx::query_as(
        "SELECT relname::text, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint AS read
         FROM pg_stat_xact_user_tables WHERE coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) > 0 ORDER BY read DESC",
    )
    .fetch_all(&mut *conn)
    .await
    .unwrap();
    sqlx::raw_sql("COMMIT").execute(&mut *conn).await.unwrap();
    let (seats, all) =
        (read.iter().find(|(table, _)| table == "online_stocks"), read.iter().map(|(_, rows)| rows).sum::<i64>());
    assert!(seats.is_some_and(|(_, rows)| *rows >= 6), "the figures are those of the hold: {read:?}");
    assert!(all < 1_000, "{all} rows: {read:?}");
}

async fn hold(app: &TestApp, conn: &mut PgConnection, restaurant: &Restaurant, slot: &Slot, diner: &Persona) {
    let request = HoldRequest {
        restaurant: restaurant.id,
        diner: diner.id(),
        session: diner.session(),
        slot: OnlineStockGroupId(slot.id),
        time: OsgTimeId(slot.times[0]),
        course: CourseId(slot.courses[0]),
        guests: 2,
        locale: "ja",
        ticket_code: None,
        win: None,
    };
    let tried = place_batch(conn, &app.rng, app.now(), &[request], Locks::Idle).await;
    assert!(matches!(tried[..], [Ok(HoldAttempt::Placed(_))]), "{tried:?}");
}

/// Years of bookings and guests, blacklisted numbers, and courses that count theirs.
async fn grow(app: &TestApp, restaurant: &Restaurant) {
    let courses = "INSERT INTO courses (uid, restaurant_id, operation, title_ja, title_en, price, daily_max)
        SELECT 'grown-' || $1 || '-' || n, $1, 'dinner', 'コース', 'Course', 1000, 9 FROM generate_series(1, 2000) AS n";
    sqlx::query(courses).bind(restaurant.id.0).execute(&app.pool).await.unwrap();
    let customers = "WITH grown AS (
            INSERT INTO users (uid, email, password_hash, terms_agreed_at, created_at)
            SELECT 'grown-' || $1 || '-' || n, 'grown-' || $1 || '-' || n || '@example.test', '-', now(), now() FROM generate_series(1, 3000) AS n RETURNING id)
        INSERT INTO customers (uid, restaurant_id, type, user_id, created_at)
        SELECT 'grown-' || id, $1, 'OnlineCustomer', id, now() FROM grown";
    sqlx::query(customers).bind(restaurant.id.0).execute(&app.pool).await.unwrap();
    let numbers = "INSERT INTO blacklisted_phone_numbers (restaurant_id, phone_local_number, phone_e164, created_at)
        SELECT $1, '0' || 9012340000 + n, '+81' || 9012340000 + n, now() FROM generate_series(1, 2000) AS n";
    sqlx::query(numbers).bind(restaurant.id.0).execute(&app.pool).await.unwrap();
    sit(app, restaurant).await;
}

/// Years of a regular guest's visits.
async fn dine(app: &TestApp, restaurant: &Restaurant, diner: &Persona) {
    let visits = "WITH visited AS (
            INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, user_id, inventory_group_id, operation, date,
                starts_at, ends_at, guests_count, accepted_at, created_at)
            SELECT 'visit-' || n, 'visit-' || n, $1, 'offline_reservation', 'accepted', $2, $3, 'dinner', at::date,
                at, at + interval '1 hour', 1, at - interval '1 day', at - interval '1 day'
            FROM generate_series(1, 2000) AS n, LATERAL (SELECT timestamptz '2015-01-01' + n * interval '1 day' AS at) t
            RETURNING restaurant_id, id, starts_at, ends_at)
        INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
        SELECT restaurant_id, id, $4, tstzrange(starts_at, ends_at) FROM visited";
    let visited = sqlx::query(visits).bind(restaurant.id.0).bind(diner.id().0).bind(restaurant.group);
    visited.bind(restaurant.items[0]).execute(&app.pool).await.unwrap();
}

/// Years of bookings on one seat.
async fn sit(app: &TestApp, restaurant: &Restaurant) {
    let bookings = "WITH booked AS (
            INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, inventory_group_id, operation, date,
                starts_at, ends_at, guests_count, accepted_at, created_at)
            SELECT 'grown-' || $1 || '-' || n, 'grown-' || $1 || '-' || n, $1, 'offline_reservation', 'accepted', $2, 'dinner', at::date,
                at, at + interval '1 hour', 1, at, at
            FROM generate_series(1, 5000) AS n, LATERAL (SELECT timestamptz '2027-01-01' + n * interval '1 day' AS at) t
            RETURNING restaurant_id, id, starts_at, ends_at)
        INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during)
        SELECT restaurant_id, id, $3, tstzrange(starts_at, ends_at) FROM booked";
    let seated = sqlx::query(bookings).bind(restaurant.id.0).bind(restaurant.group).bind(restaurant.items[0]);
    seated.execute(&app.pool).await.unwrap();
}
