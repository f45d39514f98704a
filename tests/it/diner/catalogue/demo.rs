//! The demo world of `seki up`, by the names that other tests and documents rely on.

use serde_json::json;
use tests::TestApp;

#[tokio::test]
async fn the_demo_world_is_whole_and_can_be_booked() {
    let app = TestApp::with_demo_world().await;
    app.verify().await;
    let hanako = app.demo_diner("hanako@seki.test").await;
    for slug in ["sushi-kagura", "kaiseki-hanaikada", "yakitori-tomoshibi", "obento-hako"] {
        assert_eq!(hanako.month(slug, "2026-12").await["has_availability"], true, "{slug}");
    }
    let soon = hanako.get("/r/tempura-soon").await.data();
    assert_eq!(soon["restaurant"]["is_open_online"], false);
    assert_eq!(hanako.month("tempura-soon", "2026-12").await["has_availability"], false);
    hanako.get("/r/hidden-soba").await.refused(404, "not_found");
    let page = hanako.get("/r/sushi-kagura").await.json();
    assert_eq!(page["data"]["favorite"]["favorited"], true);
    assert_eq!(page["session"]["user"]["has_card"], true);
    app.end().await;
}

#[tokio::test]
async fn demo_calendar_has_every_reservation_type_tomorrow() {
    let app = TestApp::with_demo_world().await;
    let kinds: Vec<String> = sqlx::query_scalar(
        "SELECT DISTINCT type || ' ' || status FROM reservations r JOIN restaurants t ON t.id = r.restaurant_id
         WHERE t.slug = 'sushi-kagura' AND date = '2026-12-02' ORDER BY 1",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    assert_eq!(
        kinds,
        [
            "invited_reservation pending",
            "offline_reservation accepted",
            "offsite_reservation accepted",
            "online_reservation accepted",
            "online_reservation pending",
            "online_reservation void",
        ]
    );
    app.end().await;
}

#[tokio::test]
async fn mails_of_the_demo_are_in_the_language_of_their_diner() {
    let app = TestApp::with_demo_world().await;
    let mails: Vec<(String, String)> = sqlx::query_as(
        "SELECT DISTINCT m.locale, p.locale FROM mail_deliveries m JOIN profiles p ON p.user_id = m.user_id ORDER BY 1, 2",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    let pair = |locale: &str| (locale.to_owned(), locale.to_owned());
    assert_eq!(mails, [pair("en"), pair("ja")]);
    app.end().await;
}

#[tokio::test]
async fn loading_the_demo_world_twice_is_loading_it_once() {
    let app = TestApp::with_demo_world().await;
    let restaurants = app.count("SELECT count(*) FROM restaurants").await;
    let tools = cli::seed::Tools { stripe: &app.outside.stripe, rng: &app.rng, signer: &app.signer, now: app.now() };
    assert!(!cli::seed::load(&app.pool, &tools).await.unwrap());
    assert_eq!(app.count("SELECT count(*) FROM restaurants").await, restaurants);
    app.end().await;
}

#[tokio::test]
async fn the_dinner_of_the_demo_is_paid_with_the_saved_card() {
    let app = TestApp::with_demo_world().await;
    let hanako = app.demo_diner("hanako@seki.test").await;
    let day = hanako.day("sushi-kagura", app.day(7)).await;
    let offer = &day["dinner"][0];
    let token = hanako.calendar_token("sushi-kagura").await;
    let request = json!({
        "new_reservation": {
            "online_stock_group_id": offer["id"], "guests_count": 2,
            "time_selector_option_id": offer["time_options"][0]["id"], "course_id": offer["courses"][0]["id"],
        },
        "restaurant_slug": "sushi-kagura", "reservation_calendar_token": token, "recaptcha_token": "human",
    });
    let uid = hanako.post(tests::RESERVATIONS, &request).await.uid();
    let mut ticked = tests::all_ticked();
    ticked["reservation_review_page_items"] = json!({ "perfume": "1", "punctual": "1" });
    hanako.post(&format!("/r/sushi-kagura/reservations/{uid}/confirm.json"), &ticked).await.is(200);
    assert_eq!(hanako.status_of(&uid).await, "accepted");
    assert_eq!(app.kept_of(&hanako).await, 2 * (390 + 24_000));
    app.end().await;
}
