//! A restaurant's CSV exports are complete, however many rows they have.

use cli::generate::{Size, generate};
use tests::TestApp;

const CUSTOMERS: i32 = 11_000;
const RESERVATIONS: i32 = 10_500;

#[tokio::test]
async fn a_table_of_more_than_ten_thousand_rows_is_streamed_whole() {
    let app = TestApp::start().await;
    let size = Size {
        restaurants: 1,
        days: 1,
        reservations_per_day: 0,
        diners: 12,
        customers: CUSTOMERS,
        reservations: RESERVATIONS,
        reservation_fee: 0,
        seed: 1,
    };
    generate(&app.pool, &app.rng, app.now(), size).await.expect("the restaurant is made");
    app.execute(
        "WITH keeper AS (INSERT INTO owners (uid, email, password_hash, nickname, terms_agreed_at, created_at)
                         VALUES ('keeper', 'keeper@seki.test', '-', '店主', now(), now()) RETURNING id)
         INSERT INTO restaurant_owners (restaurant_id, owner_id) SELECT r.id, k.id FROM restaurants r, keeper k",
    )
    .await;
    let owner = app.demo_owner("keeper@seki.test").await;
    let codes: Vec<String> = sqlx::query_scalar("SELECT reservation_code FROM reservations ORDER BY 1")
        .fetch_all(&app.pool)
        .await
        .expect("codes");
    let table = owner.get("/owners/reservations.csv").await;
    let mut rows: Vec<_> = table.is(200).body.lines().skip(1).filter_map(|line| line.split('"').nth(1)).collect();
    rows.sort_unstable();
    assert_eq!((rows.len(), codes.len()), (10_500, 10_500));
    assert!(rows == codes, "each reservation has one row");
    assert_eq!(table.header("content-length"), "", "sent as it is read");
    let customers = owner.get("/owners/customers.csv").await;
    assert_eq!(customers.is(200).body.lines().count(), 11_001, "a header and all customers");
    app.end().await;
}
