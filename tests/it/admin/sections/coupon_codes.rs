//! Coupon codes that are cancelled in bulk.

use serde_json::json;
use tests::{Restaurant, RestaurantSpec, TestApp};

const PATH: &str = "/admin/r/sushi-test/bulk_cancel_user_coupon_codes";

async fn issue_codes(app: &TestApp, restaurant: &Restaurant, codes: &[&str]) {
    let coupon = "INSERT INTO coupons (uid, title, amount_off, duration_in_months, created_at)
                  VALUES ($1, '3か月500円引き', 500, 3, $2) RETURNING id";
    let coupon: i64 =
        sqlx::query_scalar(coupon).bind(app.rng.uid()).bind(app.now()).fetch_one(&app.pool).await.expect("a coupon");
    let insert = "INSERT INTO user_coupon_codes (restaurant_id, coupon_id, code, created_at) SELECT $1, $2, code, $3 FROM unnest($4::text[]) AS code";
    let insert = sqlx::query(insert).bind(restaurant.id.0).bind(coupon).bind(app.now()).bind(codes);
    insert.execute(&app.pool).await.expect("codes");
}

const OPEN: &str = "SELECT count(*) FROM user_coupon_codes WHERE cancelled_at IS NULL AND used_at IS NULL";

#[tokio::test]
async fn open_codes_are_cancelled_once_and_used_ones_stay() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (admin, diner) = (app.admin().await, app.diner("hanako").await);
    issue_codes(&app, &restaurant, &["AAA-1", "BBB-2", "CCC-3", "DDD-4"]).await;
    sqlx::query("UPDATE user_coupon_codes SET used_at = $1, user_id = $2 WHERE code = 'CCC-3'")
        .bind(app.now())
        .bind(diner.id().0)
        .execute(&app.pool)
        .await
        .expect("a use");
    let answer = admin.post(PATH, &json!({ "codes": " aaa-1\r\nＢＢＢ-2\n\naaa-1" })).await.is(200).json();
    assert_eq!((&answer["count"], &answer["message"]), (&json!(2), &json!("2件を取り消しました。")));
    let answer = admin.post(PATH, &json!({ "codes": "AAA-1\nCCC-3\nDDD-4" })).await.is(200).json();
    assert_eq!((&answer["count"], &answer["cancelled_before_count"]), (&json!(1), &json!(1)));
    assert_eq!(answer["used_codes"], json!(["CCC-3"]));
    assert_eq!(app.count(OPEN).await, 0);
    assert_eq!(
        app.count("SELECT count(*) FROM audit_events WHERE action = 'coupon_codes_cancelled' AND actor = 'admin'")
            .await,
        2
    );
    admin.submit(PATH, &[("codes", "AAA-1")]).await.goes_to(&format!("{PATH}/new"));
    app.end().await;
}

#[tokio::test]
async fn with_a_code_that_is_not_the_restaurants_none_is_cancelled() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    issue_codes(&app, &restaurant, &["AAA-1"]).await;
    issue_codes(&app, &elsewhere, &["ZZZ-9"]).await;
    let problem =
        admin.post(PATH, &json!({ "codes": "AAA-1\nZZZ-9\nnone" })).await.refused(422, "coupon_codes_unknown");
    assert!(problem["message"].as_str().is_some_and(|text| text.ends_with("NONE, ZZZ-9")), "{problem}");
    let many: String = (0..1_001).map(|n| format!("X{n}\n")).collect();
    admin.post(PATH, &json!({ "codes": many })).await.refused(422, "coupon_codes_too_many");
    for blank in [json!({}), json!({ "codes": " \n " })] {
        let reply = admin.post(PATH, &blank).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), ["codes"]);
    }
    assert_eq!(app.count(OPEN).await, 2);
    app.end().await;
}
