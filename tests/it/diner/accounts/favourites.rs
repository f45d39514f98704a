use serde_json::{Value, json};
use tests::{PASSWORD, Persona, Reply, TestApp, TestRestaurant, place};

use super::people::{signed_up, signed_up_from};

const STATUS: &str = "/users/api/customers/status/sushi-kagura";

async fn add(visitor: &Persona, slug: &str, customer: Value) -> Reply {
    visitor.post("/users/api/customers", &json!({ "restaurant_slug": slug, "customer": customer })).await
}

async fn listed(visitor: &Persona) -> Vec<String> {
    let page = visitor.get("/users/customers").await.data();
    let slugs = page["restaurants"].as_array().cloned().unwrap_or_default();
    slugs.iter().filter_map(|card| card["slug"].as_str().map(str::to_owned)).collect()
}

/// F038, F041: the list has favourites only.
#[tokio::test]
async fn a_favourite_is_added_and_taken_off_again() {
    let app = TestApp::with_jobs().await;
    place(&app.pool, TestRestaurant::default()).await;
    place(&app.pool, TestRestaurant { slug: "kaiseki-hanaikada", ..TestRestaurant::default() }).await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    assert_eq!(visitor.get(STATUS).await.json(), json!({ "favorited": false }));
    let added = add(&visitor, "sushi-kagura", json!({ "shop_notification": true })).await;
    assert_eq!(added.is(201).json()["favorited"], true);
    let id = added.json()["id"].as_i64().unwrap();
    assert_eq!(add(&visitor, "sushi-kagura", json!({})).await.json()["id"], id, "twice is once");
    assert_eq!(visitor.get(STATUS).await.json(), json!({ "favorited": true }));
    assert_eq!(listed(&visitor).await, ["sushi-kagura"]);
    assert_eq!(visitor.get("/users/customers").await.data()["restaurants"][0]["customer_id"], id);
    assert_eq!(app.count("SELECT count(*) FROM customers WHERE shop_notification").await, 1);
    let hidden = visitor.post("/users/api/customers/hide", &json!({ "restaurant_slug": "sushi-kagura" })).await;
    assert_eq!((hidden.status, &hidden.json()), (200, &json!({ "favorited": false, "shop_notification": true })));
    assert!(listed(&visitor).await.is_empty());
    assert_eq!(app.count("SELECT count(*) FROM customers").await, 1, "the restaurant still knows its guest");
    app.end().await;
}

#[tokio::test]
async fn favourites_are_ones_own() {
    let app = TestApp::with_jobs().await;
    place(&app.pool, TestRestaurant::default()).await;
    let hanako = signed_up(&app, "hanako@seki.test").await;
    add(&hanako, "sushi-kagura", json!({})).await;
    let kenji = signed_up_from(&app, "kenji@seki.test", "9010000001").await;
    assert_eq!(kenji.get(STATUS).await.json()["favorited"], false);
    kenji.post("/users/api/customers/hide", &json!({ "restaurant_slug": "sushi-kagura" })).await;
    assert_eq!(hanako.get(STATUS).await.json()["favorited"], true);
    let guest = app.anonymous();
    assert_eq!(guest.get(STATUS).await.json(), json!({ "favorited": false }));
    add(&guest, "sushi-kagura", json!({})).await.is(401);
    guest.post("/users/api/customers/hide", &json!({ "restaurant_slug": "sushi-kagura" })).await.is(401);
    let page = guest.open("/users/customers").await;
    assert_eq!((page.status, page.location()), (302, "/users/sign_in"));
    assert_eq!(guest.sign_in_as_diner("hanako@seki.test", PASSWORD).await.json()["redirect_to"], "/users/customers");
    app.end().await;
}

#[tokio::test]
async fn unknown_restaurant_cannot_be_favourite() {
    let app = TestApp::with_jobs().await;
    place(&app.pool, TestRestaurant { slug: "hidden-soba", visibility: "hidden", ..TestRestaurant::default() }).await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    for slug in ["hidden-soba", "no-such-place", "%", "a\u{0}b"] {
        let answer = add(&visitor, slug, json!({})).await;
        assert!(matches!(answer.status, 404 | 422), "{slug:?}: {}", answer.body);
    }
    visitor.get("/users/api/customers/status/hidden-soba").await.is(404);
    assert_eq!(visitor.post("/users/api/customers", &json!({})).await.bad_fields(), ["restaurant_slug"]);
    let shape = visitor.post("/users/api/customers", &json!({ "restaurant_slug": 7 })).await;
    assert_eq!(shape.is(422).bad_fields(), ["restaurant_slug"]);
    add(&visitor, "sushi-kagura", json!({ "shop_notification": [] })).await.is(422);
    app.end().await;
}

/// G272: the removal returns the consent, and its undo stores it again without enabling a kind of mail.
#[tokio::test]
async fn undone_removal_restores_the_mail_settings() {
    let app = TestApp::with_jobs().await;
    place(&app.pool, TestRestaurant::default()).await;
    let visitor = signed_up(&app, "hanako@seki.test").await;
    add(&visitor, "sushi-kagura", json!({})).await.is(201);
    app.execute("UPDATE restaurants SET allow_cancellation_waiting = true").await;
    app.execute("UPDATE users SET email_confirmed_at = created_at").await;
    for (consent, announcements, standby) in
        [(Some(true), false, true), (Some(true), true, false), (Some(false), false, true), (None, false, true)]
    {
        sqlx::query(
            "UPDATE customers SET shop_notification = $1, subscribe_to_announcements = $2, subscribe_to_standby = $3",
        )
        .bind(consent)
        .bind(announcements)
        .bind(standby)
        .execute(&app.pool)
        .await
        .expect("the settings");
        let hidden = visitor.post("/users/api/customers/hide", &json!({ "restaurant_slug": "sushi-kagura" })).await;
        assert_eq!(hidden.is(200).json()["shop_notification"], json!(consent));
        assert_eq!(app.count("SELECT count(*) FROM mail_audience WHERE wants_announcements OR wants_standby").await, 0);
        let undo = match consent {
            Some(consent) => json!({ "is_undo": true, "shop_notification": consent }),
            None => json!({ "is_undo": true }),
        };
        add(&visitor, "sushi-kagura", undo).await.is(201);
        let stored: (bool, Option<bool>, bool, bool) = sqlx::query_as(
            "SELECT favorited, shop_notification, subscribe_to_announcements, subscribe_to_standby FROM customers",
        )
        .fetch_one(&app.pool)
        .await
        .expect("the record");
        assert_eq!(stored, (true, consent, announcements, standby));
    }
    app.end().await;
}
