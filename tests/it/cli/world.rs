//! `seki generate`.

use domain::verify;
use tests::{TestApp, run_seki};

use super::{SMALL, Size, generate, with_world};

async fn codes(app: &TestApp) -> Vec<String> {
    let codes = sqlx::query_scalar("SELECT reservation_code || uid FROM reservations ORDER BY 1");
    codes.fetch_all(&app.pool).await.expect("codes")
}

#[tokio::test]
async fn a_generated_world_keeps_every_rule_and_can_be_booked_in() {
    let (app, made) = with_world(SMALL).await;
    assert_eq!((made.restaurants, made.diners), (2, 20));
    assert_eq!(verify::run(&app.pool).await.expect("the checks run"), []);
    assert_eq!(app.count("SELECT count(*) FROM reservations WHERE status = 'accepted'").await, 2 * 3 * 8);
    assert_eq!(app.count("SELECT count(*) FROM online_stock_groups").await, 2 * 6 * 2);
    let open = "SELECT count(*) FROM availability_days WHERE bookable_until > '2026-12-02T00:00:00Z'";
    assert_eq!(app.count(open).await, 2 * 2, "of three days the last two can be booked tomorrow morning");
    for way in ["会席　いっしん", "kyoto+isshin", "金目鯛+個室", "鮑+counter"] {
        let page = app.anonymous().get(&format!("/?keyword={way}")).await.data();
        assert_eq!(page["total_count"], i64::from(!way.starts_with("金目鯛")), "{way}");
    }
    let email = "load-diner-7@seki.test";
    let password = cli::generate::PASSWORD;
    let hash: Option<String> = sqlx::query_scalar("SELECT password_hash FROM users WHERE email = $1::text::citext")
        .bind(email)
        .fetch_one(&app.pool)
        .await
        .expect("a diner");
    let is_known = domain::accounts::password::verify(domain::sessions::Side::Diner, hash.as_deref(), password).await;
    assert!(is_known.expect("a hash"));
    app.end().await;
}

/// Without a worker, too.
#[tokio::test(flavor = "multi_thread")]
async fn generated_world_has_report_totals() {
    let app = TestApp::start().await;
    let size = ["--restaurants", "1", "--days", "3", "--reservations-per-day", "2", "--diners", "20"];
    let ran = run_seki(&[&["generate"][..], &size].concat(), &app.variables()).await;
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    assert_eq!(app.count("SELECT count(*) FROM report_progress WHERE seen_no IS NOT NULL").await, 1);
    assert_eq!(app.count("SELECT coalesce(sum(guests), 0)::bigint FROM report_days").await, 2 * 3 * 2);
    assert_eq!(verify::run(&app.pool).await.expect("the checks run"), []);
    app.end().await;
}

#[tokio::test]
async fn a_guestbook_keeps_every_rule() {
    let (app, _) = with_world(Size { restaurants: 1, customers: 60, reservations: 200, ..SMALL }).await;
    assert_eq!(verify::run(&app.pool).await.expect("the checks run"), []);
    let kinds = "SELECT count(DISTINCT type) FROM customers";
    assert_eq!(app.count(kinds).await, 3, "with an account, by phone, from another channel");
    let before = "SELECT count(*) FROM reservations WHERE uid LIKE 'R%'";
    assert_eq!(app.count(before).await, 200);
    app.end().await;
}

#[tokio::test]
async fn a_second_run_adds_what_is_missing() {
    let (app, _) = with_world(Size { restaurants: 1, ..SMALL }).await;
    let made = generate(&app.pool, &app.rng, app.now(), Size { restaurants: 3, diners: 25, ..SMALL }).await;
    let made = made.expect("the world grows");
    assert_eq!((made.restaurants, made.diners), (2, 5));
    assert_eq!(app.count("SELECT count(*) FROM restaurants").await, 3);
    let made = generate(&app.pool, &app.rng, app.now(), Size { restaurants: 3, diners: 25, ..SMALL }).await;
    let made = made.expect("nothing is missing");
    assert_eq!((made.restaurants, made.diners), (0, 0));
    assert_eq!(verify::run(&app.pool).await.expect("the checks run"), []);
    app.end().await;
}

#[tokio::test]
async fn the_same_seed_makes_the_same_bookings() {
    // More restaurants than one transaction creates: the transactions run concurrently and finish in any order.
    let size = Size { restaurants: 80, days: 1, reservations_per_day: 1, ..SMALL };
    let (one, _) = with_world(size).await;
    let (same, _) = with_world(size).await;
    let (other, _) = with_world(Size { seed: 2, ..size }).await;
    assert_eq!(codes(&one).await, codes(&same).await);
    assert_ne!(codes(&one).await, codes(&other).await);
    for app in [one, same, other] {
        app.end().await;
    }
}
