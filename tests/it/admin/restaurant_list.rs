//! The admins' lists of restaurants: types, search, pins, online start, the future copy, links and email addresses (F181 to F184, F203).

use serde_json::{Value, json};
use tests::{DAY, Options, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp};

const LIST: &str = "/admin/api/restaurant_future";

async fn open(app: &TestApp, slug: &'static str, starts_in: i64, is_delivery_only: bool) -> Restaurant {
    app.restaurant(RestaurantSpec { slug, starts_in, is_delivery_only, ..RestaurantSpec::default() }).await
}

async fn slugs(admin: &Persona, query: &str) -> Vec<String> {
    let rows = admin.get(&format!("{LIST}?{query}")).await.is(200).json();
    let rows = rows.as_array().expect("a bare list");
    rows.iter().map(|row| row["slug"].as_str().expect("a slug").to_owned()).collect()
}

async fn operation(app: &TestApp, restaurant: &Restaurant) -> i64 {
    let id = sqlx::query_scalar("SELECT id FROM restaurant_operations WHERE restaurant_id = $1").bind(restaurant.id.0);
    id.fetch_one(&app.pool).await.expect("an operation")
}

/// F181
#[tokio::test]
async fn restaurant_list_filters_by_type_and_rejects_unknown() {
    let app = TestApp::start().await;
    for (slug, starts_in, is_ec) in [
        ("past-normal", -1, false),
        ("now-normal", 0, false),
        ("past-ec", -DAY, true),
        ("near-normal", 5 * DAY, false),
        ("near-ec", 1, true),
        ("far-normal", 5 * DAY + 1, false),
        ("far-ec", 700 * DAY, true),
    ] {
        open(&app, slug, starts_in, is_ec).await;
    }
    let parcels = open(&app, "parcels", -DAY, false).await;
    sqlx::query("INSERT INTO restaurant_delivery_settings (restaurant_id, client_name, client_phone_number, client_zip_code, client_address)
                 VALUES ($1, '', '', '', '')").bind(parcels.id.0).execute(&app.pool).await.unwrap();
    let admin = app.admin().await;
    for (list, expected) in [
        ("osa_future_normal", &["near-normal"][..]),
        ("osa_future_ec", &["near-ec"]),
        ("osa_super_future_normal", &["far-normal"]),
        ("osa_super_future_ec", &["far-ec"]),
        ("oea_past_normal", &["past-normal", "now-normal"]),
        ("oea_past_ec", &["past-ec", "parcels"]),
        ("pinned", &[]),
    ] {
        assert_eq!(slugs(&admin, &format!("type={list}")).await, expected, "{list}");
    }
    for bad in ["type=osa", "type=pinned&restaurant_type=all", "area=tokyo", "cuisine=-"] {
        assert_eq!(admin.get(&format!("{LIST}?{bad}")).await.status, 400, "{bad}");
    }
    admin.get(&format!("{LIST}?type=osa")).await.refused(400, "list_type_unknown");
    let owner = app.owner(&parcels).await;
    for stranger in [&owner, &app.diner("hanako").await, &app.anonymous()] {
        stranger.get(LIST).await.refused(401, "sign_in_required");
        stranger.open("/admin/restaurants").await.goes_to("/admin/sign_in");
    }
    let page = admin.get("/admin/restaurants").await.data();
    assert_eq!((&page["max_with_je_link"], &page["areas"][0]["label"]), (&json!(50), &json!("東京")));
    app.end().await;
}

/// F182
#[tokio::test]
async fn a_search_narrows_by_words_of_names_slugs_and_ids_area_and_cuisine() {
    let app = TestApp::start().await;
    let kagura = open(&app, "kagura", -1, false).await;
    let soba = open(&app, "hidden-soba", 9 * DAY, false).await;
    app.execute("UPDATE restaurants SET name_ja = '鮨 かぐら', name_en = 'Sushi Kagura' WHERE slug = 'kagura'").await;
    app.execute(
        "WITH area AS (INSERT INTO areas (label_ja, label_en) VALUES ('京都', 'Kyoto') RETURNING id)
                 UPDATE restaurants SET name_ja = '隠れそば', visibility = 'hidden', area_id = area.id FROM area
                 WHERE slug = 'hidden-soba'",
    )
    .await;
    app.write_search_texts(&[kagura.id, soba.id]).await;
    let admin = app.admin().await;
    let kyoto = app.count("SELECT id FROM areas WHERE label_ja = '京都'").await;
    for (query, expected) in [
        ("search_keywords[]=かぐら", &["kagura"][..]),
        ("search_keywords[]=寿司&search_keywords[]=kagura", &["kagura"]),
        ("search_keywords[]=かぐら&search_keywords[]=そば", &[]),
        ("search_keywords[]=隠れ", &["hidden-soba"]),
        ("search_keywords[]=hidden-s", &["hidden-soba"]),
        (&format!("search_keywords[]={}", soba.id.0), &["hidden-soba"]),
        (&format!("area={kyoto}"), &["hidden-soba"]),
        (&format!("area={kyoto}&search_keywords[]=かぐら"), &[]),
        ("cuisine=999999", &[]),
        ("search_keywords[]=%25", &[]),
        ("search_keywords[]=&area=&cuisine=", &["hidden-soba", "kagura"]),
    ] {
        assert_eq!(slugs(&admin, query).await, expected, "{query}");
    }
    app.end().await;
}

/// F181
#[tokio::test]
async fn a_row_has_the_fields_of_the_specification() {
    let app = TestApp::with(Options {
        settings: &[
            ("SEKI_JE_ADMIN_URL", "https://je.test/admin/{id}"),
            ("SEKI_JE_STORE_URL", "https://je.test/stores/{id}"),
            ("SEKI_TC_URL", "https://tc.test/{id}"),
        ],
        ..Options::default()
    })
    .await;
    let restaurant = open(&app, "kagura", 2 * DAY, false).await;
    let admin = app.admin().await;
    app.owner(&restaurant).await;
    let plain = admin.get(LIST).await.is(200).json()[0].clone();
    for field in ["is_linked_to_je", "has_stripe_account", "has_ts_integration", "is_admin_pinned", "is_noindex"] {
        assert_eq!(plain[field], false, "{field}");
    }
    for link in ["je_admin_url", "je_store_url", "tc_url"] {
        assert!(plain[link].is_null(), "{link}: not linked");
    }
    app.execute("UPDATE restaurants SET je_fid = 'j7', tc_fid = 't8', ts_fid = 's9', stripe_account_fid = 'acct_1', is_noindex = true").await;
    app.execute("INSERT INTO reservation_rounds (restaurant_id, reservation_round_plan_id, key, effective_at, online_reservable_till)
                 SELECT restaurant_id, id, 'r', '2026-12-01T23:59:00+09:00', '2026-12-31' FROM reservation_round_plans").await;
    let row = admin.get(LIST).await.is(200).json()[0].clone();
    let expected = json!({
        "id": restaurant.id.0, "slug": "kagura", "restaurant_name": "試し鮨", "is_admin_pinned": false, "is_delivery_only": false,
        "has_delivery_setting": false, "is_linked_to_je": true, "has_stripe_account": true, "has_ts_integration": true,
        "owner": { "id": row["owner"]["id"], "nickname": "店主" },
        "operation": { "id": operation(&app, &restaurant).await, "or_starts_at": "2026-12-03T10:00:00+09:00", "is_future": true,
                       "can_restore_start": false, "previous_starts_at": null, "admin_user": null },
        "email_subscriptions": [], "missing_to_open": ["email"], "visibility": "public", "is_noindex": true, "today_rrp_restaurant_css": "rrp-opens-today",
        "je_admin_url": "https://je.test/admin/j7", "je_store_url": "https://je.test/stores/j7", "tc_url": "https://tc.test/t8",
    });
    assert_eq!(row, expected);
    app.execute("UPDATE reservation_rounds SET effective_at = '2026-12-02T00:00:00+09:00'").await;
    assert_eq!(admin.get(LIST).await.json()[0]["today_rrp_restaurant_css"], "");
    app.end().await;
}

/// F181, G054
#[tokio::test]
async fn openings_of_today_are_marked_before_round_exists() {
    let app = TestApp::start().await;
    open(&app, "kagura", 2 * DAY, false).await;
    open(&app, "other", 2 * DAY, false).await;
    let admin = app.admin().await;
    let rule = json!({ "month": 0, "day_of_month": 1, "hour_of_day": 9, "minute_of_hour": 30 });
    let plan = json!({
        "open_schedule_rules": [rule], "open_for_months": 1, "open_upto_mode": "end_of_month", "open_immediate": false,
    });
    admin.post("/admin/api/r/kagura/periodic_reservation_round_plans", &plan).await.is(201);
    let march: chrono::DateTime<chrono::Utc> = "2027-03-01T23:00:00+09:00".parse().expect("an instant");
    for (at, marked) in [
        (march - chrono::Duration::days(1), json!(["", ""])),
        (march, json!(["rrp-opens-today", ""])),
        (march + chrono::Duration::hours(2), json!(["", ""])),
    ] {
        app.advance((at - app.now()).num_seconds());
        app.sign_in_admin_as_well(&admin).await;
        let rows = admin.get(&format!("{LIST}?type=oea_past_normal")).await.is(200).json();
        let rows = rows.as_array().expect("rows").iter();
        assert_eq!(rows.map(|row| row["today_rrp_restaurant_css"].clone()).collect::<Value>(), marked, "{at}");
        let page = admin.get("/admin/restaurants/kagura").await.data();
        assert_eq!(page["restaurant"]["today_rrp_restaurant_css"], marked[0], "{at}");
    }
    assert_eq!(app.count("SELECT count(*) FROM reservation_rounds WHERE effective_at > '2027-02-02'").await, 0);
    app.end().await;
}

#[tokio::test]
async fn no_link_to_je_is_made_in_a_list_of_more_than_fifty() {
    let app =
        TestApp::with(Options { settings: &[("SEKI_JE_STORE_URL", "https://je.test/{id}")], ..Options::default() })
            .await;
    open(&app, "first", -1, false).await;
    let more = "INSERT INTO restaurants (slug, name_ja, name_en, area_id, cuisine_id, prefecture, created_at, je_fid)
                SELECT 'more-' || n, 'x', 'x', area_id, cuisine_id, prefecture, created_at, 'j' FROM restaurants, generate_series(1, 49) AS n
                WHERE slug = 'first'";
    app.execute(more).await;
    let start =
        "INSERT INTO restaurant_operations (restaurant_id, or_starts_at) SELECT id, created_at FROM restaurants r
                 WHERE NOT EXISTS (SELECT 1 FROM restaurant_operations o WHERE o.restaurant_id = r.id)";
    app.execute(start).await;
    let admin = app.admin().await;
    let rows = admin.get(LIST).await.is(200).json();
    assert_eq!((rows.as_array().map(Vec::len), &rows[49]["je_store_url"]), (Some(50), &json!("https://je.test/j")));
    open(&app, "one-more", -1, false).await;
    let rows = admin.get(LIST).await.is(200).json();
    assert_eq!((rows.as_array().map(Vec::len), &rows[49]["je_store_url"]), (Some(51), &Value::Null));
    app.end().await;
}

/// F181, F183
#[tokio::test]
async fn a_pin_is_an_admins_own_and_of_one_kind_or_of_both() {
    let app = TestApp::start().await;
    let restaurant = open(&app, "kagura", -1, false).await;
    open(&app, "other", -1, false).await;
    let (admin, colleague) = (app.admin().await, app.admin().await);
    let path =
        |kind: &str| format!("/admin/pinned_restaurants?restaurant_id={}&restaurant_type={kind}", restaurant.id.0);
    let pinned = async |who: &Persona, kind: &str| slugs(who, &format!("type=pinned&restaurant_type={kind}")).await;

    admin.post(&path("normal"), &json!({})).await.is(201);
    admin.post(&path("normal"), &json!({})).await.is(201);
    assert_eq!(pinned(&admin, "normal").await, ["kagura"]);
    assert_eq!(pinned(&admin, "").await, ["kagura"]);
    assert!(pinned(&admin, "ec").await.is_empty() && pinned(&colleague, "").await.is_empty());
    let rows = admin.get(&format!("{LIST}?type=oea_past_normal")).await.json();
    assert_eq!((&rows[0]["is_admin_pinned"], &rows[1]["is_admin_pinned"]), (&json!(true), &json!(false)));

    admin.delete(&path("ec")).await.refused(404, "not_found");
    admin.delete(&path("normal")).await.is(204);
    assert!(pinned(&admin, "").await.is_empty());
    admin.submit(&path(""), &[]).await.goes_to("/admin/restaurants");
    assert_eq!((pinned(&admin, "ec").await.len(), pinned(&admin, "normal").await.len()), (1, 1));
    admin.delete(&path("")).await.is(204);
    assert!(pinned(&admin, "").await.is_empty());

    admin.post(&path("both"), &json!({})).await.refused(400, "list_type_unknown");
    for nobody in ["999999", "", "x"] {
        let path = format!("/admin/pinned_restaurants?restaurant_id={nobody}");
        admin.post(&path, &json!({})).await.refused(404, "not_found");
        admin.delete(&path).await.refused(404, "not_found");
    }
    for stranger in [&app.owner(&restaurant).await, &app.anonymous()] {
        stranger.post(&path(""), &json!({})).await.refused(401, "sign_in_required");
        stranger.delete(&path("")).await.refused(401, "sign_in_required");
    }
    let notes = "SELECT count(*) FROM audit_events WHERE action IN ('restaurant_pinned', 'restaurant_unpinned')";
    assert_eq!(app.count(notes).await, 5);
    app.end().await;
}

/// F184
#[tokio::test]
async fn the_online_start_is_set_by_presets_and_diners_book_only_after_it() {
    let app = TestApp::start().await;
    let restaurant = open(&app, "kagura", 30 * DAY, false).await;
    app.add_recipients(&restaurant).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let (admin, diner) = (app.admin().await, app.diner("hanako").await);
    let id = operation(&app, &restaurant).await;
    let path = |preset: &str| format!("/admin/restaurants/set_osa?operation_id={id}&type={preset}&from=new_future");
    let start = async || admin.get(LIST).await.is(200).json()[0]["operation"].clone();

    for (preset, expected) in [("5days", "2026-12-06T10:00:00+09:00"), ("2years", "2028-12-01T10:00:00+09:00")] {
        let report = admin.post(&path(preset), &json!({})).await.is(200).json();
        assert_eq!(report["redirect_to"], "/admin/restaurants");
        let set = start().await;
        assert_eq!((&set["or_starts_at"], &set["is_future"]), (&json!(expected), &json!(true)));
        assert_eq!(set["admin_user"]["nickname"], "管理");
    }
    app.caches_follow().await;
    assert_eq!(diner.month("kagura", "2026-12").await["available_dates"], json!([]));
    admin.submit(&path("future"), &[]).await.goes_to("/admin/restaurants");
    let set = start().await;
    assert_eq!((&set["or_starts_at"], &set["is_future"]), (&json!("2026-12-01T10:00:00+09:00"), &json!(false)));
    app.caches_follow().await;
    assert_eq!(diner.month("kagura", "2026-12").await["available_dates"], json!(["2026-12-08"]));
    diner.hold(&restaurant, &slot, 1).await;

    // The start before a wrong click is restored, and that is undone, too.
    for expected in ["2028-12-01T10:00:00+09:00", "2026-12-01T10:00:00+09:00"] {
        assert_eq!(start().await["can_restore_start"], true);
        admin.post(&path("restore"), &json!({})).await.is(200);
        assert_eq!(start().await["or_starts_at"], expected);
    }

    // The undo of an outdated page changes nothing (gaps G274).
    let seen = start().await;
    let undo = |current: &Value, previous: &Value| {
        let text = |at: &Value| at.as_str().expect("an instant").replace('+', "%2B");
        let (current, previous) = (text(current), text(previous));
        format!("{}&expected_starts_at={current}&expected_previous_starts_at={previous}", path("restore"))
    };
    let (current, previous) = (&seen["or_starts_at"], &seen["previous_starts_at"]);
    assert_eq!(previous, "2028-12-01T10:00:00+09:00");
    let other = json!("2026-12-06T10:00:00+09:00");
    for outdated in [undo(&other, previous), undo(current, &other)] {
        admin.post(&outdated, &json!({})).await.refused(409, "online_start_changed");
    }
    assert_eq!(start().await, seen);
    let malformed = format!("{}&expected_starts_at=yesterday", path("restore"));
    assert_eq!(admin.post(&malformed, &json!({})).await.bad_fields(), ["expected_starts_at"]);
    admin.post(&undo(current, previous), &json!({})).await.is(200);
    assert_eq!(&start().await["or_starts_at"], previous);

    for bad in ["", "tomorrow"] {
        assert_eq!(admin.post(&path(bad), &json!({})).await.bad_fields(), ["type"], "{bad}");
    }
    let elsewhere = format!("/admin/restaurants/set_osa?operation_id={id}&type=future&from=elsewhere");
    assert_eq!(admin.post(&elsewhere, &json!({})).await.bad_fields(), ["from"]);
    for nobody in ["999999", "", "x"] {
        let path = format!("/admin/restaurants/set_osa?operation_id={nobody}&type=future");
        admin.post(&path, &json!({})).await.refused(404, "not_found");
    }
    for stranger in [&app.owner(&restaurant).await, &diner, &app.anonymous()] {
        stranger.post(&path("2years"), &json!({})).await.refused(401, "sign_in_required");
    }
    assert_eq!(
        app.count("SELECT count(*) FROM audit_events WHERE action = 'online_start_set' AND actor = 'admin'").await,
        6
    );
    app.end().await;
}

#[tokio::test]
async fn the_future_copy_is_shown_to_admins_alone() {
    let app = TestApp::start().await;
    let restaurant = open(&app, "kagura", 30 * DAY, false).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let (admin, diner) = (app.admin().await, app.diner("hanako").await);
    let month = |token: &Value| {
        let token = token.as_str().expect("a token");
        format!(
            "/users/api/availability/dates?restaurant_slug=kagura&year_month=2026-12&reservation_calendar_token={token}&future=1"
        )
    };
    for stranger in [&diner, &app.owner(&restaurant).await, &app.anonymous()] {
        let page = stranger.get("/r/kagura?future=1").await.data();
        assert_eq!(
            (&page["restaurant"]["is_open_online"], &page["calendar"]["is_future"]),
            (&json!(false), &json!(false))
        );
        let days = stranger.get(&month(&page["calendar"]["token"])).await.is(200).json();
        assert_eq!(days["available_dates"], json!([]));
    }
    for _ in 0..2 {
        let page = admin.get("/r/kagura?future=1").await.data();
        assert_eq!(
            (&page["restaurant"]["is_open_online"], &page["calendar"]["is_future"]),
            (&json!(true), &json!(true))
        );
        assert_eq!(page["calendar"]["default_month"], "2026-12");
        let days = admin.get(&month(&page["calendar"]["token"])).await.is(200).json();
        assert_eq!(days["available_dates"], json!(["2026-12-08"]));
        assert_eq!(admin.get("/r/kagura").await.data()["restaurant"]["is_open_online"], false, "without the parameter");
        assert_eq!(diner.month("kagura", "2026-12").await["available_dates"], json!([]), "nothing of it is kept");
    }
    diner.try_hold(&restaurant, &slot, 1).await.refused(422, "not_open");
    app.execute("UPDATE restaurants SET visibility = 'hidden'").await;
    admin.get("/r/kagura?future=1").await.is(200);
    admin.get("/r/kagura").await.refused(404, "not_found");
    diner.get("/r/kagura?future=1").await.refused(404, "not_found");
    app.end().await;
}

/// F203
#[tokio::test]
async fn notification_addresses_get_new_bookings_until_removed() {
    let app = TestApp::start().await;
    let restaurant = open(&app, "kagura", -1, false).await;
    open(&app, "other", -1, false).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let admin = app.admin().await;
    let base = "/admin/restaurants/kagura/restaurant_email_subscriptions";
    let body = |email: &str| json!({ "restaurant_email_subscription": { "email": email } });
    assert_eq!(admin.get(&format!("{base}/new")).await.data()["slug"], "kagura");
    admin.post(base, &body("chef@kagura.test")).await.is(201);
    admin
        .submit(base, &[("restaurant_email_subscription[email]", "hall@kagura.test")])
        .await
        .goes_to("/admin/restaurants/kagura");
    let listed = admin.get(LIST).await.json()[0]["email_subscriptions"].clone();
    let id = |place: usize| listed[place]["id"].as_i64().expect("an id");
    assert_eq!((&listed[0]["email"], &listed[1]["email"]), (&json!("chef@kagura.test"), &json!("hall@kagura.test")));

    let edit = format!("{base}/{}/edit", id(0));
    assert_eq!(admin.get(&edit).await.data()["subscription"]["email"], "chef@kagura.test");
    admin.patch(&format!("{base}/{}", id(0)), &body("owner@kagura.test")).await.is(200);
    for bad in ["", "nobody", "a@b", "a b@c.test"] {
        assert_eq!(admin.post(base, &body(bad)).await.bad_fields(), ["email"], "{bad}");
        assert_eq!(admin.patch(&format!("{base}/{}", id(0)), &body(bad)).await.bad_fields(), ["email"], "{bad}");
    }
    assert_eq!(admin.post(base, &body("HALL@kagura.test")).await.bad_fields(), ["email"], "listed already");
    let elsewhere = format!("/admin/restaurants/other/restaurant_email_subscriptions/{}", id(0));
    admin.get(&format!("{elsewhere}/edit")).await.refused(404, "not_found");
    admin.patch(&elsewhere, &body("x@kagura.test")).await.refused(404, "not_found");
    admin.delete(&elsewhere).await.refused(404, "not_found");
    for stranger in [&app.owner(&restaurant).await, &app.anonymous()] {
        stranger.get(&edit).await.refused(401, "sign_in_required");
        stranger.post(base, &body("x@kagura.test")).await.refused(401, "sign_in_required");
        stranger.delete(&format!("{base}/{}", id(1))).await.refused(401, "sign_in_required");
    }

    let hanako = app.diner("hanako").await;
    hanako.book(&restaurant, &slot, 2).await;
    // Removed from the list after the mail was queued and before it was sent.
    admin.delete(&format!("{base}/{}", id(1))).await.is(200);
    app.drain_jobs().await;
    let mails = app.outside.inbox("owner@kagura.test").await;
    assert_eq!(mails.len(), 1);
    let (subject, text) = (mails[0]["subject"].as_str().unwrap(), mails[0]["text"].as_str().unwrap());
    assert!(subject.contains("新規予約：2026年12月08日（火） 18:00 2名様"), "{subject}");
    for expected in ["試し鮨に新しい予約", "hanako 太郎", "/owners/reservations/"] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    assert!(app.outside.inbox("hall@kagura.test").await.is_empty());
    assert!(app.outside.inbox("chef@kagura.test").await.is_empty());

    for number in 2..=20 {
        admin.post(base, &body(&format!("n{number}@kagura.test"))).await.is(201);
    }
    admin.post(base, &body("n21@kagura.test")).await.refused(422, "too_many_emails");
    app.end().await;
}
