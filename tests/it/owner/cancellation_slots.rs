//! Slots freed by a cancellation (F141, F143, F144) and their settings (F145, F146).

use domain::cancellations::{mails, sweep};
use serde_json::{Value, json};
use tests::{DAY, HOUR, Persona, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp, cards};

const FREED: &str = "/owners/api/online_cancellations";

async fn with_cancellation_slots(app: &TestApp) -> (Restaurant, Persona) {
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let switch_on = json!({ "restaurant_operation": {
        "enable_online_cancellation": true, "can_create_online_cancellation_within_days": 30 } });
    owner.patch(&format!("/owners/api/restaurant_operations/{}", restaurant.slug), &switch_on).await.is(200);
    (restaurant, owner)
}

/// Books two seats of a slot and cancels; the freed slot's uid.
async fn freed(app: &TestApp, restaurant: &Restaurant, name: &str) -> (Slot, String) {
    let slot = app.slot(restaurant, SlotSpec { items: vec![0, 1], ..SlotSpec::default() }).await;
    let diner = app.diner(name).await;
    let booked = diner.book(restaurant, &slot, 2).await;
    diner.cancel(&booked).await.is(204);
    let uid = sqlx::query_scalar("SELECT uid FROM online_cancellations WHERE online_stock_group_id = $1");
    (slot.clone(), uid.bind(slot.id).fetch_one(&app.pool).await.expect("a freed slot"))
}

async fn standby(owner: &Persona, group: i64, fields: Value) -> Value {
    let body = json!({ "customer_group": fields });
    owner.patch(&format!("/owners/api/customer_groups/{group}"), &body).await.data()
}

/// F119, F141
#[tokio::test]
async fn pane_shows_release_times_per_group() {
    let app = TestApp::start().await;
    let (restaurant, owner) = with_cancellation_slots(&app).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    standby(&owner, group, json!({ "allow_standby": true, "standby_notify_before_days": 3 })).await;
    let (slot, uid) = freed(&app, &restaurant, "diner").await;
    let answer = owner.get(&format!("{FREED}/{uid}")).await.is(200).json();
    let data = &answer["data"];
    assert_eq!((&answer["status"], &data["type"]), (&json!(200), &json!("online_cancellation")));
    assert_eq!(data["reservation"]["starts_at"], format!("{}T18:00:00+09:00", slot.date));
    assert_eq!(data["inventory_item_labels"], json!(["C1", "C2"]));
    assert_eq!(data["is_open"], true);
    let release = &data["releases"][0];
    let due = format!("{}T18:00:00+09:00", slot.date - chrono::Duration::days(3));
    assert_eq!((&release["customer_group_label_short"], &release["releasable_at"]), (&json!("常連"), &json!(due)));
    assert_eq!(release["released_at"], Value::Null);
    for decision in ["release", "delete"] {
        let path = format!("{FREED}/{uid}?type={decision}");
        owner.delete(&path).await.refused(422, "cancellation_slot_recruiting");
    }
    assert_eq!(owner.get(&format!("{FREED}/{uid}")).await.data()["is_open"], true, "it waits for its group");
    app.end().await;
}

/// F142
#[tokio::test]
async fn freed_slot_opens_by_group_and_mails_follow_in_ten_minutes() {
    let app = TestApp::start().await;
    let (restaurant, owner) = with_cancellation_slots(&app).await;
    let (hanako, kenji, stranger) = (app.diner("hanako").await, app.diner("kenji").await, app.diner("stranger").await);
    for (diner, label, days) in [(&hanako, "常連", 3), (&kenji, "会員", 2)] {
        let group = app.customer_group(&restaurant, label, false).await;
        standby(&owner, group, json!({ "allow_standby": true, "standby_notify_before_days": days })).await;
        app.put_into_group(&restaurant, diner, group).await;
    }
    let (slot, _) = freed(&app, &restaurant, "diner").await;
    let released = async || sweep::release_due(&app.pool, app.now()).await.expect("a sweep");
    let mailed = async || mails::mail_due(&app.pool, &app.rng, app.now()).await.expect("a pass").done.mails;

    // The visit is on the seventh day at 18:00; it is ten in the morning.
    app.advance(4 * DAY + 8 * HOUR - 1);
    assert_eq!(released().await, 0);
    hanako.sees(&restaurant, &slot, &[]).await;
    app.advance(1);
    assert_eq!(released().await, 1);
    hanako.sees(&restaurant, &slot, &[1, 2]).await;
    for later in [&kenji, &stranger] {
        later.sees(&restaurant, &slot, &[]).await;
        later.try_hold(&restaurant, &slot, 1).await.refused(422, "full");
    }
    app.advance(599);
    assert_eq!(mailed().await, 0, "not ten minutes yet");
    app.advance(1);
    assert_eq!((mailed().await, mailed().await), (1, 0), "one member, once");
    let notices =
        "SELECT count(*) FROM mail_deliveries WHERE template = 'standby_released' AND recipient = 'hanako@seki.test'";
    assert_eq!(app.count(notices).await, 1);

    app.advance(DAY - 600);
    assert_eq!(released().await, 1, "the next group's turn");
    kenji.sees(&restaurant, &slot, &[1, 2]).await;
    stranger.sees(&restaurant, &slot, &[]).await;
    kenji.book(&restaurant, &slot, 2).await;
    app.end().await;
}

#[tokio::test]
async fn premium_members_are_notified_first_of_freed_slots() {
    let app = TestApp::start().await;
    let (restaurant, owner) = with_cancellation_slots(&app).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    standby(&owner, group, json!({ "allow_standby": true, "standby_notify_immediate": true })).await;
    let price = app.plan_price("green", 980).await;
    for name in ["emma", "hanako", "kenji"] {
        let diner = app.diner(name).await.with_card(&app.outside, cards::GOOD).await;
        app.put_into_group(&restaurant, &diner, group).await;
        if name == "kenji" {
            diner.subscribe("green", &price, json!({})).await.is(200);
        }
    }
    freed(&app, &restaurant, "diner").await;
    sweep::release_due(&app.pool, app.now()).await.expect("a sweep");
    let mailed = async || mails::mail_due(&app.pool, &app.rng, app.now()).await.expect("a pass").done.mails;
    app.advance(600);
    assert_eq!(mailed().await, 3, "all are queued together, and each is sent at its time");
    let later: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM mail_deliveries WHERE template = 'standby_released' AND send_after >= $1",
    )
    .bind(app.now() + chrono::Duration::minutes(20))
    .fetch_one(&app.pool)
    .await
    .expect("mails");
    assert_eq!(later, 2);
    let worker = app.start_job_runner();
    let sent = "SELECT count(*) FROM mail_deliveries WHERE template = 'standby_released' AND sent_at IS NOT NULL";
    app.becomes(sent, 1).await;
    let kenjis = "SELECT count(*) FROM mail_deliveries WHERE template = 'standby_released' AND sent_at IS NOT NULL
                  AND recipient = 'kenji@seki.test'";
    assert_eq!(app.count(kenjis).await, 1);
    // The other groups follow, 20 to 40 minutes later each.
    for count in [2, 3] {
        app.advance(20 * 60);
        app.becomes(sent, count).await;
    }
    worker.stop().await;
    app.end().await;
}

/// F119, F143, F144
#[tokio::test]
async fn staff_release_or_delete_unclaimed_freed_slots() {
    let app = TestApp::start().await;
    let (restaurant, owner) = with_cancellation_slots(&app).await;
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let stranger = app.diner("stranger").await;
    let (slot, uid) = freed(&app, &restaurant, "first").await;
    let path = format!("{FREED}/{uid}");
    assert_eq!(owner.get(&path).await.data()["releases"], json!([]), "recruitment is stopped");
    stranger.sees(&restaurant, &slot, &[]).await;
    for decision in ["", "?type=", "?type=keep"] {
        owner.delete(&format!("{path}{decision}")).await.refused(422, "invalid_input");
    }
    for (persona, status, code) in
        [(app.anonymous(), 401, "sign_in_required"), (app.owner(&other).await, 404, "not_found")]
    {
        persona.get(&path).await.refused(status, code);
        persona.delete(&format!("{path}?type=release")).await.refused(status, code);
    }
    owner.delete(&format!("{path}?type=release")).await.is(200);
    stranger.sees(&restaurant, &slot, &[1, 2]).await;
    owner.delete(&format!("{path}?type=delete")).await.refused(422, "cancellation_slot_ended");
    assert_eq!(owner.get(&path).await.data()["is_open"], false);
    let (slot, uid) = freed(&app, &restaurant, "second").await;
    owner.delete(&format!("{FREED}/{uid}?type=delete")).await.is(200);
    stranger.sees(&restaurant, &slot, &[]).await;
    let left = sqlx::query_scalar("SELECT count(*) FROM online_stocks WHERE online_stock_group_id = $1").bind(slot.id);
    assert_eq!(left.fetch_one(&app.pool).await.ok(), Some(0_i64), "it is off the web");
    app.end().await;
}

/// G260
#[tokio::test]
async fn staff_end_the_offer_to_groups_with_a_decision() {
    let app = TestApp::start().await;
    let (restaurant, owner) = with_cancellation_slots(&app).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    standby(&owner, group, json!({ "allow_standby": true, "standby_notify_immediate": true })).await;
    let (member, stranger) = (app.diner("hanako").await, app.diner("stranger").await);
    app.put_into_group(&restaurant, &member, group).await;
    let (slot, uid) = freed(&app, &restaurant, "first").await;
    assert_eq!(sweep::release_due(&app.pool, app.now()).await.expect("a sweep"), 1);
    member.sees(&restaurant, &slot, &[1, 2]).await;
    let path = format!("{FREED}/{uid}");
    owner.delete(&format!("{path}?type=delete&end_offer=false")).await.refused(422, "cancellation_slot_recruiting");
    owner.delete(&format!("{path}?type=delete&end_offer=true")).await.is(200);
    member.sees(&restaurant, &slot, &[]).await;
    app.advance(700);
    let mailed = mails::mail_due(&app.pool, &app.rng, app.now()).await.expect("a pass").done.mails;
    assert_eq!(mailed, 0, "no mail about a slot that is gone");
    owner.delete(&format!("{path}?type=release&end_offer=true")).await.refused(422, "cancellation_slot_ended");

    let (slot, uid) = freed(&app, &restaurant, "second").await;
    owner.delete(&format!("{FREED}/{uid}?type=release&end_offer=true")).await.is(200);
    stranger.sees(&restaurant, &slot, &[1, 2]).await;
    assert_eq!(sweep::release_due(&app.pool, app.now()).await.expect("a sweep"), 0, "its release has lapsed");
    app.end().await;
}

#[tokio::test]
async fn slot_change_does_not_open_waiting_seats() {
    let app = TestApp::start().await;
    let (restaurant, owner) = with_cancellation_slots(&app).await;
    let (slot, uid) = freed(&app, &restaurant, "diner").await;
    let address = format!("/owners/api/online_stock_groups/{}", slot.id);
    let detail = owner.get(&address).await.data();
    assert_eq!(detail["online_stocks"][0]["is_freed"], true);
    let change = |fields: Value| json!({ "online_stock_group": fields });
    owner.put(&address, &change(json!({ "online_stocks": [], "guests_counts": [1] }))).await.is(200);
    let stranger = app.diner("stranger").await;
    stranger.sees(&restaurant, &slot, &[]).await;
    let stock = &detail["online_stocks"][0]["id"];
    let opened = json!({ "online_stocks": [{ "online_stock_id": stock, "access_control": "blacklist" }] });
    let answer = owner.put(&address, &change(opened)).await.is(200).json();
    assert_eq!((&answer["status"], &answer["code"]), (&json!(422), &json!("slot_stock_freed")));
    // The last stock of the slot includes the freed slot.
    let all: Vec<_> = detail["online_stocks"].as_array().expect("stocks").iter().map(|s| s["id"].to_string()).collect();
    owner.delete(&format!("{address}?online_stock_ids={}", all.join(","))).await.is(200);
    assert_eq!(owner.get(&format!("{FREED}/{uid}")).await.data()["is_open"], false);
    app.end().await;
}

/// F145
#[tokio::test]
async fn settings_are_kept_forgotten_and_refused() {
    let app = TestApp::start().await;
    let (restaurant, owner) = with_cancellation_slots(&app).await;
    let path = format!("/owners/api/restaurant_operations/{}", restaurant.slug);
    let change = |fields: Value| json!({ "restaurant_operation": fields });
    let days = |days: Value| {
        change(json!({ "enable_online_cancellation": "1", "can_create_online_cancellation_within_days": days }))
    };
    let shown = async || owner.get("/owners/restaurant_operation/edit").await.data()["restaurant_operation"].clone();
    for kept in [json!(0), json!(2_147_483_647), json!("14")] {
        owner.patch(&path, &days(kept)).await.is(200);
    }
    assert_eq!(shown().await["can_create_online_cancellation_within_days"], 14);
    for bad in [json!(2_147_483_648_i64), json!(-1), json!(1.5), json!("a week"), json!([1])] {
        owner.patch(&path, &days(bad)).await.refused(422, "invalid_input");
    }
    owner.patch(&path, &change(json!({ "enable_online_cancellation": false }))).await.is(200);
    assert_eq!(
        shown().await,
        json!({ "enable_online_cancellation": false, "can_create_online_cancellation_within_days": null })
    );
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    owner.patch("/owners/api/restaurant_operations/tempura-test", &days(json!(1))).await.refused(404, "not_found");
    app.anonymous().patch(&path, &days(json!(1))).await.refused(401, "sign_in_required");
    let both = app.staff_of(&[&other, &restaurant]).await;
    both.patch(&path, &days(json!(3))).await.is(200);
    assert_eq!(shown().await["can_create_online_cancellation_within_days"], 3, "the restaurant of the address");
    app.end().await;
}

/// F146
#[tokio::test]
async fn group_notifications_follow_staff_settings() {
    let app = TestApp::start().await;
    let (restaurant, owner) = with_cancellation_slots(&app).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    let path = format!("/owners/api/customer_groups/{group}");
    let fields = json!({ "allow_standby": true, "standby_notify_immediate": false, "standby_notify_before_days": "2",
                         "standby_notify_before_hours": 5 });
    let kept = standby(&owner, group, fields).await;
    assert_eq!((&kept["standby_notify_before_days"], &kept["standby_notify_before_hours"]), (&json!(2), &json!(5)));
    let page = owner.get("/owners/restaurant_operation/edit").await.data();
    assert_eq!(page["customer_groups"][0], kept, "they reappear");
    let off = standby(&owner, group, json!({ "allow_standby": false })).await;
    assert_eq!((&off["standby_notify_before_days"], &off["standby_notify_before_hours"]), (&json!(0), &json!(0)));
    for bad in [json!(-1), json!("soon"), json!(2_147_483_648_i64)] {
        let body = json!({ "customer_group": { "allow_standby": true, "standby_notify_before_hours": bad } });
        let reply = owner.patch(&path, &body).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), ["standby_notify_before_hours"], "{bad}");
    }
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let body = json!({ "customer_group": { "allow_standby": true } });
    app.owner(&other).await.patch(&path, &body).await.refused(404, "not_found");
    app.anonymous().patch(&path, &body).await.refused(401, "sign_in_required");
    app.end().await;
}

#[tokio::test]
async fn all_due_mails_are_counted_across_sweeps() {
    let app = TestApp::start().await;
    let (restaurant, owner) = with_cancellation_slots(&app).await;
    let group = app.customer_group(&restaurant, "常連", false).await;
    standby(&owner, group, json!({ "allow_standby": true, "standby_notify_before_days": 3 })).await;
    freed(&app, &restaurant, "diner").await;
    app.execute(
        "INSERT INTO customer_groups (uid, restaurant_id, label, label_short)
         SELECT 'many' || n, r.id, 'many' || n, 'many' FROM restaurants r, generate_series(1, 60) n;
         SELECT refresh_availability_days(restaurant_id, array_agg(DISTINCT date)) FROM online_stock_groups GROUP BY restaurant_id;
         INSERT INTO online_cancellation_releases (restaurant_id, online_cancellation_id, customer_group_id, releasable_at, released_at)
         SELECT c.restaurant_id, c.id, g.id, at, at
         FROM online_cancellations c, customer_groups g, (SELECT '2026-12-01T01:00:00Z'::timestamptz AS at) opened
         WHERE g.label_short = 'many'",
    )
    .await;
    app.advance(700);
    let mut conn = app.pool.acquire().await.expect("a connection");
    let due = mails::count_due(&mut conn, app.now()).await.expect("a count");
    assert_eq!((due.count, due.since), (60, Some("2026-12-01T01:10:00Z".parse().expect("an instant"))));
    drop(conn);
    app.programs_follow().await;
    let ran = tests::run_seki(&["releases", "mail"], &app.variables()).await;
    assert_eq!((ran.code, ran.stdout.as_str()), (0, "60 releases announced by email\n"), "{}", ran.stderr);
    let unwritten =
        "SELECT count(*) FROM online_cancellation_releases WHERE released_at IS NOT NULL AND mailed_at IS NULL";
    assert_eq!(app.count(unwritten).await, 0, "more than one batch");
    app.end().await;
}
