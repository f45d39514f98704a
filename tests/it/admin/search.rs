//! The search of the admin console's header (gaps G212).

use serde_json::{Value, json};
use tests::{PASSWORD, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, cards};

struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    hanako: Persona,
    admin: Persona,
    uid: String,
    code: String,
}

async fn booked() -> Scene {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 8, fee: 390, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    let code = text(&app, "SELECT reservation_code FROM reservations").await;
    let admin = app.admin().await;
    Scene { app, restaurant, hanako, admin, uid, code }
}

async fn text(app: &TestApp, query: &'static str) -> String {
    sqlx::query_scalar(query).fetch_one(&app.pool).await.expect("a text")
}

async fn search(admin: &Persona, q: &str) -> Vec<Value> {
    let query = reqwest::Url::parse_with_params("http://x/", [("q", q)]).unwrap();
    let found = admin.get(&format!("/admin/api/search?{}", query.query().unwrap())).await.is(200).json();
    assert_eq!(found["has_more"], false, "{found}");
    found["hits"].as_array().expect("hits").clone()
}

/// Returns the kinds and the pages of the hits.
async fn pages(admin: &Persona, q: &str) -> Vec<(String, String)> {
    let text = |hit: &Value, key: &str| hit[key].as_str().expect("a text").to_owned();
    search(admin, q).await.iter().map(|hit| (text(hit, "kind"), text(hit, "path"))).collect()
}

async fn searches(app: &TestApp) -> Vec<Value> {
    let rows = "SELECT detail FROM audit_events WHERE action = 'user.searched' ORDER BY id";
    sqlx::query_scalar(rows).fetch_all(&app.pool).await.expect("rows")
}

#[tokio::test]
async fn booking_is_found_by_code_uid_and_id() {
    let Scene { app, admin, uid, code, .. } = booked().await;
    let page = [("booking".to_owned(), format!("/admin/reservations/{uid}"))];
    let lower = code.to_lowercase();
    let parted = format!("{}-{}", &lower[..4], &lower[4..]);
    let wide: String = code.chars().map(|c| char::from_u32(c as u32 + 0xfee0).unwrap()).collect();
    let id = app.count("SELECT id FROM reservations").await;
    for q in [
        &code,
        &lower,
        &parted,
        &wide,
        &format!(" {} {} ", &lower[..4], &lower[4..]),
        &uid,
        &format!("reservation {id}"),
    ] {
        assert_eq!(pages(&admin, q).await, page, "{q}");
    }
    let hit = search(&admin, &code).await.remove(0);
    assert_eq!((&hit["title"], &hit["status"], &hit["guests_count"]), (&json!(code), &json!("accepted"), &json!(2)));
    assert!(hit["detail"].as_str().unwrap().starts_with("試し鮨 2026年12月08日"), "{hit}");
    assert!(!hit.to_string().contains("hanako"), "the guest is on the booking's page: {hit}");
    assert!(searches(&app).await.is_empty(), "a code is no personal data");
    app.end().await;
}

#[tokio::test]
async fn payment_is_found_by_ids_of_charge_and_provider() {
    let Scene { app, admin, uid, .. } = booked().await;
    let page = [("payment".to_owned(), format!("/admin/reservations/{uid}/reservation_charges"))];
    let id = app.count("SELECT min(id) FROM charges").await;
    for q in [
        &text(&app, "SELECT gateway_fid FROM charges ORDER BY id LIMIT 1").await,
        &text(&app, "SELECT uid FROM charges ORDER BY id LIMIT 1").await,
        &format!("charge {id}"),
    ] {
        assert_eq!(pages(&admin, q).await, page, "{q}");
    }
    app.execute(
        "INSERT INTO provider_balance_transactions (gateway_fid, kind, amount, fee, net, source_fid, payment_fid, moved_at, recorded_at)
         SELECT 'txn_1', 'other', 1, 0, 1, 'ch_1', gateway_fid, created_at, created_at FROM charges ORDER BY id LIMIT 1",
    )
    .await;
    assert_eq!(pages(&admin, "ch_1").await, page);
    assert!(pages(&admin, "pi_unknown").await.is_empty());
    app.end_unverified().await;
}

#[tokio::test]
async fn account_is_found_by_number_address_and_uid_with_audit_event() {
    let Scene { app, hanako, admin, .. } = booked().await;
    app.execute(
        "UPDATE profiles SET phone_country = 'JP', phone_local_number = '9012345678', phone_e164 = '+819012345678'",
    )
    .await;
    let uid = text(&app, "SELECT uid FROM users").await;
    let page = [("account".to_owned(), format!("/admin/users/{uid}"))];
    for q in ["09012345678", "090-1234-5678", "０９０ー１２３４ー５６７８", "+81 90 1234 5678"] {
        assert_eq!(pages(&admin, q).await, page, "{q}");
    }
    assert_eq!(pages(&admin, &hanako.email.to_uppercase()).await, page);
    assert_eq!(pages(&admin, &uid).await, page);
    let kinds: Vec<_> = searches(&app).await.iter().map(|row| row["by"].as_str().unwrap().to_owned()).collect();
    assert_eq!(kinds, ["number", "number", "number", "number", "mail", "uid"]);
    assert!(searches(&app).await.iter().all(|row| row["found"] == 1 && !row.to_string().contains('@')));
    for q in ["0901234", "hanako@", "hanako"] {
        assert!(pages(&admin, q).await.iter().all(|(kind, _)| kind != "account"), "{q}: only complete ones");
    }
    app.end().await;
}

#[tokio::test]
async fn restaurant_is_found_by_name_slug_and_addresses() {
    let Scene { app, restaurant, admin, .. } = booked().await;
    app.add_recipients(&restaurant).await;
    let page = [("restaurant".to_owned(), "/admin/restaurants/sushi-test".to_owned())];
    for q in [
        "試し鮨",
        "試し",
        "Test Sushi",
        "sushi-test",
        "sushi-te",
        "寿司 試し",
        &format!("restaurant {}", restaurant.id.0),
    ] {
        assert_eq!(pages(&admin, q).await, page, "{q}");
    }
    for q in ["どこにもない店", "%", "_", ""] {
        assert!(search(&admin, q).await.is_empty(), "{q}");
    }
    let owner = text(&app, "SELECT email::text FROM owners").await;
    assert_eq!(pages(&admin, &owner).await, [("staff".to_owned(), "/admin/r/sushi-test/staff".to_owned())]);
    let expected = ("notification_address".to_owned(), "/admin/restaurants/sushi-test".to_owned());
    assert_eq!(pages(&admin, "bookings@seki.test").await, [expected]);
    app.end().await;
}

/// A guest without an account is what a restaurant knows: the permission of the section is needed.
#[tokio::test]
async fn guest_without_account_needs_permission_of_section() {
    let Scene { app, admin, .. } = booked().await;
    app.execute(
        "WITH guest AS (INSERT INTO customers (uid, restaurant_id, type, created_at)
             SELECT 'guest', id, 'OffsiteCustomer', created_at FROM restaurants RETURNING restaurant_id, id),
         known AS (INSERT INTO customer_profiles (restaurant_id, customer_id, phone_local_number, phone_e164)
             SELECT restaurant_id, id, '312345678', '+81312345678' FROM guest)
         UPDATE reservations r SET type = 'offsite_reservation', customer_id = guest.id, user_id = NULL FROM guest",
    )
    .await;
    assert_eq!(pages(&admin, "03-1234-5678").await.len(), 1);
    let (_, email) = app.admin_with_password(&["ivr"]).await;
    let clerk = app.anonymous();
    clerk.sign_in_as_admin(&email, PASSWORD).await.is(200);
    assert!(pages(&clerk, "03-1234-5678").await.is_empty(), "its section needs ofsr");
    app.end_unverified().await;
}

#[tokio::test]
async fn guest_without_account_is_found_by_complete_name() {
    let Scene { app, admin, uid, .. } = booked().await;
    app.execute(
        "WITH guest AS (INSERT INTO customers (uid, restaurant_id, type, created_at)
             SELECT 'guest', id, 'OfflineCustomer', created_at FROM restaurants RETURNING restaurant_id, id),
         known AS (INSERT INTO customer_profiles (restaurant_id, customer_id, nickname)
             SELECT restaurant_id, id, '髙橋 一郎' FROM guest)
         UPDATE reservations r SET type = 'offline_reservation', customer_id = guest.id, user_id = NULL FROM guest",
    )
    .await;
    let page = [("booking".to_owned(), format!("/admin/reservations/{uid}"))];
    for q in ["髙橋 一郎", "髙橋一郎", "髙橋　一郎"] {
        assert_eq!(pages(&admin, q).await, page, "{q}");
    }
    assert!(pages(&admin, "髙橋").await.is_empty(), "only complete names");
    assert!(searches(&app).await.iter().all(|row| *row == json!({ "by": "name", "found": 1 })));
    assert_eq!(searches(&app).await.len(), 3);
    let (_, email) = app.admin_with_password(&["ofsr"]).await;
    let clerk = app.anonymous();
    clerk.sign_in_as_admin(&email, PASSWORD).await.is(200);
    assert!(pages(&clerk, "髙橋一郎").await.is_empty(), "its section needs ivr");
    app.end_unverified().await;
}

#[tokio::test]
async fn search_is_for_admins_and_bounded() {
    let Scene { app, restaurant, hanako, admin, .. } = booked().await;
    for stranger in [&app.owner(&restaurant).await, &hanako, &app.anonymous()] {
        stranger.get("/admin/api/search?q=sushi").await.refused(401, "sign_in_required");
    }
    assert_eq!(admin.get(&format!("/admin/api/search?q={}", "a".repeat(101))).await.bad_fields(), ["q"]);
    assert_eq!(admin.get("/admin/api/search").await.is(200).json(), json!({ "hits": [], "has_more": false }));
    for n in 0..11 {
        let insert = "INSERT INTO restaurants (slug, name_ja, name_en, area_id, cuisine_id, prefecture, created_at)
                      SELECT 'many-' || $1, 'x', 'x', area_id, cuisine_id, prefecture, created_at FROM restaurants WHERE slug = 'sushi-test'";
        sqlx::query(insert).bind(n.to_string()).execute(&app.pool).await.expect("a restaurant");
    }
    let many = admin.get("/admin/api/search?q=many-").await.is(200).json();
    assert_eq!((many["hits"].as_array().map(Vec::len), &many["has_more"]), (Some(10), &json!(true)));
    app.end_unverified().await;
}
