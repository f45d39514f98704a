//! Pacing: a maximum number of guests and parties per quarter of an hour, beyond which web bookings are rejected and staff bookings are
//! not.

use domain::ids::ReservationId;
use domain::reservations::bookings::confirm;
use domain::reservations::holds::expire;
use serde_json::{Value, json};
use tests::{Persona, Reply, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp, VisitSpec};

const PAGE: &str = "/owners/pacing/edit";

async fn opened(seats: i32) -> (TestApp, Restaurant, Persona) {
    TestApp::with_restaurant(RestaurantSpec { seats, ..RestaurantSpec::default() }).await
}

async fn set(owner: &Persona, restaurant: &Restaurant, dinner: Value) -> Reply {
    owner.patch(&format!("/owners/api/pacing/{}", restaurant.slug), &json!({ "pacing": { "dinner": dinner } })).await
}

async fn most_guests(app: &TestApp, owner: &Persona, restaurant: &Restaurant, most: Value) {
    set(owner, restaurant, json!({ "pacing_max_guests": most })).await.is(200);
    app.caches_follow().await;
}

/// Two seats of the counter each, all within the same quarter of an hour but the last.
async fn slots(app: &TestApp, restaurant: &Restaurant) -> [Slot; 3] {
    let spec = |items, times| SlotSpec { items, times: vec![times], ..SlotSpec::default() };
    [
        app.slot(restaurant, spec(vec![0, 1, 2], ("18:00", "20:00"))).await,
        app.slot(restaurant, spec(vec![3, 4, 5], ("18:10", "20:10"))).await,
        app.slot(restaurant, spec(vec![6, 7], ("18:15", "20:15"))).await,
    ]
}

async fn quarters(app: &TestApp, owner: &Persona) -> Vec<Value> {
    let day = owner.get(&format!("/owners/daily_calendars/{}", app.day(7))).await.is(200).data();
    day["pacing"].as_array().expect("quarters").clone()
}

#[tokio::test]
async fn pacing_limits_are_stored_shown_and_audited() {
    let (app, restaurant, owner) = opened(4).await;
    let page = owner.get(PAGE).await.is(200).data();
    let none =
        json!([{ "operation": "dinner", "label": "ディナー", "pacing_max_guests": null, "pacing_max_parties": null }]);
    assert_eq!((&page["pacing"], &page["most"]), (&none, &json!(999)));
    let answer = set(&owner, &restaurant, json!({ "pacing_max_guests": 8, "pacing_max_parties": "3" })).await;
    let limits = json!({ "operation": "dinner", "label": "ディナー", "pacing_max_guests": 8, "pacing_max_parties": 3 });
    assert_eq!(answer.data(), json!([limits]));
    set(&owner, &restaurant, json!({ "pacing_max_guests": " " })).await.is(200);
    let kept = owner.get(PAGE).await.data()["pacing"][0].clone();
    assert_eq!((&kept["pacing_max_guests"], &kept["pacing_max_parties"]), (&Value::Null, &json!(3)), "left out stays");
    let path = format!("/owners/api/pacing/{}", restaurant.slug);
    owner.submit(&path, &[("_method", "patch"), ("pacing[dinner][pacing_max_guests]", "12")]).await.is(200);
    assert_eq!(owner.get(PAGE).await.data()["pacing"][0]["pacing_max_guests"], 12);
    set(&owner, &restaurant, json!({ "pacing_max_guests": 12 })).await.is(200);
    let audited: Vec<Value> = sqlx::query_scalar(
        "SELECT detail FROM audit_events WHERE action = 'pacing_updated' AND actor = 'owner' ORDER BY id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    let written =
        |guests: Value| json!({ "operation": "dinner", "pacing_max_guests": guests, "pacing_max_parties": 3 });
    assert_eq!(audited, [written(json!(8)), written(Value::Null), written(json!(12))], "what stays is not written");
    app.end().await;
}

#[tokio::test]
async fn invalid_limit_is_rejected_and_saves_nothing() {
    let (app, restaurant, owner) = opened(4).await;
    set(&owner, &restaurant, json!({ "pacing_max_guests": 8 })).await.is(200);
    for wrong in [json!(0), json!(-1), json!(1000), json!("many"), json!("1.5"), json!("2147483648")] {
        let reply = set(&owner, &restaurant, json!({ "pacing_max_guests": 4, "pacing_max_parties": wrong })).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), ["pacing.dinner.pacing_max_parties"]);
        assert_eq!(
            reply.json()["fields"]["pacing.dinner.pacing_max_parties"],
            "1〜999の整数で入力するか、空欄にしてください。"
        );
    }
    let path = format!("/owners/api/pacing/{}", restaurant.slug);
    for meal in ["lunch", "brunch"] {
        let reply = owner.patch(&path, &json!({ "pacing": { "dinner": { "pacing_max_guests": 4 }, meal: {} } })).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), [format!("pacing.{meal}")], "the restaurant serves none");
    }
    let other = app.restaurant(RestaurantSpec { slug: "sushi-other", ..RestaurantSpec::default() }).await;
    let stranger = app.owner(&other).await;
    set(&stranger, &restaurant, json!({ "pacing_max_guests": 4 })).await.is(404);
    set(&app.anonymous(), &restaurant, json!({ "pacing_max_guests": 4 })).await.is(401);
    app.anonymous().get(PAGE).await.is(401);
    sqlx::query("UPDATE restaurant_owners SET role = 'floor'").execute(&app.pool).await.unwrap();
    set(&owner, &restaurant, json!({ "pacing_max_guests": 4 })).await.refused(403, "right_missing");
    sqlx::query("UPDATE restaurant_owners SET role = 'read_only'").execute(&app.pool).await.unwrap();
    set(&owner, &restaurant, json!({ "pacing_max_guests": 4 })).await.refused(403, "right_missing");
    assert_eq!(owner.get(PAGE).await.data()["pacing"][0]["pacing_max_guests"], 8);
    app.end().await;
}

#[tokio::test]
async fn pacing_limit_closes_web_but_not_staff_booking() {
    let (app, restaurant, owner) = opened(10).await;
    let [early, same_quarter, next_quarter] = slots(&app, &restaurant).await;
    most_guests(&app, &owner, &restaurant, json!(4)).await;
    let (hanako, kenji, emma) = (app.diner("hanako").await, app.diner("kenji").await, app.diner("emma").await);
    hanako.sees(&restaurant, &same_quarter, &[1, 2, 3]).await;
    hanako.hold(&restaurant, &early, 3).await;
    kenji.sees(&restaurant, &same_quarter, &[1]).await;
    let refused = kenji.try_hold(&restaurant, &same_quarter, 2).await.refused(422, "full");
    assert_eq!(refused["message"], "満席のためご予約いただけません。", "as of any slot that is full");
    kenji.hold(&restaurant, &same_quarter, 1).await;
    emma.sees(&restaurant, &same_quarter, &[]).await;
    emma.try_hold(&restaurant, &same_quarter, 1).await.refused(422, "full");
    emma.sees(&restaurant, &next_quarter, &[1, 2]).await;
    let telephone = VisitSpec { items: vec![8, 9], ..VisitSpec::default() };
    owner.record_visit(&app, &restaurant, &telephone).await.is(201);
    emma.hold(&restaurant, &next_quarter, 2).await;
    let counted: Vec<_> = quarters(&app, &owner).await;
    let quarter = |from: &str, guests, parties, is_full| {
        json!({ "operation": "dinner", "from": from, "guests_count": guests, "parties_count": parties,
                "pacing_max_guests": 4, "pacing_max_parties": null, "is_full": is_full })
    };
    assert_eq!(counted, [quarter("18:00", 6, 3, true), quarter("18:15", 2, 1, false)]);
    app.end().await;
}

#[tokio::test]
async fn all_arrivals_count_and_no_shows_free_capacity() {
    let (app, restaurant, owner) = opened(10).await;
    let [early, same_quarter, _] = slots(&app, &restaurant).await;
    set(&owner, &restaurant, json!({ "pacing_max_parties": 1 })).await.is(200);
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let telephone = VisitSpec { items: vec![8, 9], times: ("18:05", "20:05"), ..VisitSpec::default() };
    let written = owner.record_visit(&app, &restaurant, &telephone).await.is(201).json()["uid"].clone();
    hanako.try_hold(&restaurant, &early, 1).await.refused(422, "full");
    owner.delete(&format!("/owners/api/offline_reservations/{}", written.as_str().unwrap())).await.is(200);
    let booked = hanako.book(&restaurant, &early, 1).await;
    kenji.try_hold(&restaurant, &same_quarter, 1).await.refused(422, "full");
    hanako.cancel(&booked).await.is(204);
    kenji.hold(&restaurant, &same_quarter, 1).await;
    hanako.try_hold(&restaurant, &early, 1).await.refused(422, "full");
    app.advance(601);
    hanako.hold(&restaurant, &early, 1).await;
    expire::sweep(&app.pool, &app.rng, app.now()).await.unwrap();
    let late = sqlx::query_scalar("SELECT id FROM reservations WHERE status = 'expired' AND user_id = $1");
    let late = ReservationId(late.bind(kenji.id().0).fetch_one(&app.pool).await.expect("the hold was swept"));
    let mut tx = app.pool.begin().await.unwrap();
    let is_seated = confirm::reseat(&mut tx, &app.rng, app.now(), late).await.unwrap();
    assert!(!is_seated, "a late payment does not come before who came meanwhile");
    tx.rollback().await.unwrap();
    app.end().await;
}

#[tokio::test]
async fn month_shows_paced_out_days_as_full_until_limit_rises() {
    let (app, restaurant, owner) = opened(6).await;
    let times = vec![("18:00", "19:00"), ("19:00", "20:00")];
    let slot = app.slot(&restaurant, SlotSpec { times, ..SlotSpec::default() }).await;
    let open = json!([app.day(7)]);
    most_guests(&app, &owner, &restaurant, json!(2)).await;
    let (hanako, kenji, emma) = (app.diner("hanako").await, app.diner("kenji").await, app.diner("emma").await);
    let month = async || emma.month(restaurant.slug, "2026-12").await["available_dates"].clone();
    hanako.hold(&restaurant, &slot, 1).await;
    app.caches_follow().await;
    let options = async || emma.day(restaurant.slug, slot.date).await["dinner"][0]["time_options"].clone();
    let option = |time: usize, from: &str, sizes: Value| json!({ "id": slot.times[time], "start_time": from, "guests_count_option_values": sizes });
    assert_eq!(options().await, json!([option(0, "18:00", json!([1])), option(1, "19:00", json!([1, 2]))]));
    kenji.hold(&restaurant, &slot, 1).await;
    app.caches_follow().await;
    assert_eq!((options().await, month().await), (json!([option(1, "19:00", json!([1, 2]))]), open.clone()));
    let later = Slot { times: vec![slot.times[1]], ..slot.clone() };
    emma.hold(&restaurant, &later, 2).await;
    app.caches_follow().await;
    assert_eq!((options().await, month().await), (Value::Null, json!([])), "seats are free, and no diner is admitted");
    most_guests(&app, &owner, &restaurant, json!(3)).await;
    assert_eq!(month().await, open);
    most_guests(&app, &owner, &restaurant, json!(1)).await;
    assert_eq!(month().await, json!([]), "more come than may from now on, which is no fault");
    most_guests(&app, &owner, &restaurant, Value::Null).await;
    assert_eq!((month().await, quarters(&app, &owner).await), (open, Vec::new()));
    app.end().await;
}

#[tokio::test]
async fn diner_changes_respect_limit_except_reductions() {
    let (app, restaurant, owner) = opened(10).await;
    let [early, same_quarter, _] = slots(&app, &restaurant).await;
    most_guests(&app, &owner, &restaurant, json!(4)).await;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let booked = hanako.book(&restaurant, &early, 2).await;
    let resize = async |guests: i32| {
        hanako
            .patch(&format!("/users/reservations/{booked}"), &json!({ "reservation": { "guests_count": guests } }))
            .await
    };
    kenji.hold(&restaurant, &same_quarter, 1).await;
    resize(3).await.is(200);
    kenji.try_hold(&restaurant, &same_quarter, 2).await.refused(422, "full");
    kenji.hold(&restaurant, &same_quarter, 1).await;
    resize(2).await.is(200);
    kenji.hold(&restaurant, &same_quarter, 2).await;
    resize(3).await.refused(422, "full");
    most_guests(&app, &owner, &restaurant, json!(1)).await;
    resize(3).await.refused(422, "full");
    resize(1).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn concurrent_requests_at_full_quarter_are_rejected() {
    let (app, restaurant, owner) = opened(10).await;
    let [early, same_quarter, _] = slots(&app, &restaurant).await;
    most_guests(&app, &owner, &restaurant, json!(1)).await;
    app.diner("hanako").await.hold(&restaurant, &early, 1).await;
    let count = async || {
        let slot = domain::ids::OnlineStockGroupId(same_quarter.id);
        let mut conn = app.pool.acquire().await.unwrap();
        domain::inventory::queries::count_free_stocks(&mut conn, restaurant.id, slot, app.now()).await.unwrap()
    };
    assert_eq!(count().await, (0, Some(app.now() + chrono::Duration::seconds(600))), "until that hold ends");
    app.advance(600);
    assert_eq!(count().await, (3, None));
    expire::sweep(&app.pool, &app.rng, app.now()).await.unwrap();
    app.end().await;
}
