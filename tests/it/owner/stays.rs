//! Usual stays by party size: walk-ins, seat proposals and the waiting list follow them, web bookings do not (G299).

use serde_json::{Value, json};
use tests::{GuestSpec, HOUR, Persona, Reply, Restaurant, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

const PAGE: &str = "/owners/pacing/edit";

async fn opened() -> (TestApp, Restaurant, Persona) {
    TestApp::with_restaurant(RestaurantSpec::default()).await
}

async fn put(owner: &Persona, restaurant: &Restaurant, body: Value) -> Reply {
    owner.put(&format!("/owners/api/stays/{}", restaurant.slug), &body).await
}

async fn set(owner: &Persona, restaurant: &Restaurant, dinner: Value) -> Reply {
    put(owner, restaurant, json!({ "stays": { "dinner": dinner } })).await
}

fn stay(guests: i32, minutes: i32) -> Value {
    json!({ "from_guests": guests, "stay_minutes": minutes })
}

async fn shown(owner: &Persona) -> Value {
    owner.get(PAGE).await.is(200).data()["stays"].clone()
}

fn dinner(stays: Value) -> Value {
    json!([{ "operation": "dinner", "label": "ディナー", "default_stay_minutes": 120, "stays": stays }])
}

#[tokio::test]
async fn usual_stays_are_stored_shown_and_audited() {
    let (app, restaurant, owner) = opened().await;
    assert_eq!(shown(&owner).await, dinner(json!([])));
    let typed = json!([{ "from_guests": "5", "stay_minutes": "180" }, stay(3, 150)]);
    let stored = dinner(json!([stay(3, 150), stay(5, 180)]));
    assert_eq!(set(&owner, &restaurant, typed.clone()).await.is(200).data(), stored);
    assert_eq!(shown(&owner).await, stored);
    put(&owner, &restaurant, json!({ "stays": {} })).await.is(200);
    assert_eq!(shown(&owner).await, stored, "a meal that is left out keeps its stays");
    set(&owner, &restaurant, typed).await.is(200);
    let path = format!("/owners/api/stays/{}", restaurant.slug);
    let form = [("_method", "put"), ("stays[dinner][0][from_guests]", "4"), ("stays[dinner][0][stay_minutes]", "135")];
    owner.submit(&path, &form).await.is(200);
    assert_eq!(shown(&owner).await, dinner(json!([stay(4, 135)])));
    set(&owner, &restaurant, json!([])).await.is(200);
    assert_eq!(shown(&owner).await, dinner(json!([])));
    let audited: Vec<Value> = sqlx::query_scalar(
        "SELECT detail FROM audit_events WHERE action = 'stays_updated' AND actor = 'owner' ORDER BY id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    let written = |old: Value, new: Value| json!({ "operation": "dinner", "old": old, "new": new });
    let (both, one) = (json!([stay(3, 150), stay(5, 180)]), json!([stay(4, 135)]));
    let expected = [written(Value::Null, both.clone()), written(both, one.clone()), written(one, Value::Null)];
    assert_eq!(audited, expected, "what stays is not written");
    app.end().await;
}

#[tokio::test]
async fn invalid_usual_stay_is_rejected_and_saves_nothing() {
    let (app, restaurant, owner) = opened().await;
    set(&owner, &restaurant, json!([stay(3, 150)])).await.is(200);
    for guests in [json!(1), json!(100), json!(-2), json!("many"), json!(" "), json!(2_147_483_648_i64)] {
        let reply = set(&owner, &restaurant, json!([stay(2, 90), { "from_guests": guests, "stay_minutes": 90 }])).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), ["stays.dinner[1].from_guests"]);
        assert_eq!(reply.json()["fields"]["stays.dinner[1].from_guests"], "2〜99の整数で入力してください。");
    }
    for minutes in [json!(10), json!(1445), json!(91), json!(""), json!("1.5")] {
        let reply = set(&owner, &restaurant, json!([{ "from_guests": 2, "stay_minutes": minutes }])).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), ["stays.dinner[0].stay_minutes"]);
    }
    let twice = set(&owner, &restaurant, json!([stay(4, 90), stay(4, 95)])).await;
    twice.refused(422, "invalid_input");
    assert_eq!(twice.json()["fields"]["stays.dinner[1].from_guests"], "同じ人数がほかにもあります。");
    let both = set(&owner, &restaurant, json!([stay(1, 1)])).await;
    assert_eq!(both.is(422).bad_fields(), ["stays.dinner[0].from_guests", "stays.dinner[0].stay_minutes"]);
    app.execute("INSERT INTO operations (restaurant_id, name, opens_at, closes_at, default_stay_minutes) SELECT id, 'takeaway', '11:00', '20:00', 30 FROM restaurants")
        .await;
    for meal in ["lunch", "brunch", "takeaway"] {
        let stays = json!({ "stays": { "dinner": [stay(4, 90)], meal: [stay(4, 90)] } });
        let reply = put(&owner, &restaurant, stays).await;
        reply.refused(422, "invalid_input");
        assert_eq!(reply.bad_fields(), [format!("stays.{meal}")], "the restaurant serves none at seats");
    }
    let seen = json!({ "stays": { "dinner": [] }, "expected_stays": { "dinner": [stay(0, 90)] } });
    let reply = put(&owner, &restaurant, seen).await;
    assert_eq!(reply.is(422).bad_fields(), ["expected_stays.dinner[0].from_guests"]);
    assert_eq!(shown(&owner).await, dinner(json!([stay(3, 150)])));
    app.end().await;
}

#[tokio::test]
async fn usual_stays_are_set_by_owner_and_staff_of_the_restaurant() {
    let (app, restaurant, owner) = opened().await;
    let dinner_of_four = || json!([stay(4, 150)]);
    let other = app.restaurant(RestaurantSpec { slug: "sushi-other", ..RestaurantSpec::default() }).await;
    let stranger = app.owner(&other).await;
    set(&stranger, &restaurant, dinner_of_four()).await.refused(404, "not_found");
    set(&app.anonymous(), &restaurant, dinner_of_four()).await.refused(401, "sign_in_required");
    for role in ["floor", "read_only"] {
        sqlx::query("UPDATE restaurant_owners SET role = $1").bind(role).execute(&app.pool).await.unwrap();
        set(&owner, &restaurant, dinner_of_four()).await.refused(403, "right_missing");
    }
    assert_eq!(app.count("SELECT count(*) FROM operation_stays").await, 0);
    sqlx::query("UPDATE restaurant_owners SET role = 'staff'").execute(&app.pool).await.unwrap();
    set(&owner, &restaurant, dinner_of_four()).await.is(200);
    let theirs = stranger.get(PAGE).await.data()["stays"][0]["stays"].clone();
    assert_eq!(theirs, json!([]), "another restaurant keeps its own");
    app.end().await;
}

#[tokio::test]
async fn stays_that_another_user_changed_are_not_overwritten() {
    let (app, restaurant, owner) = opened().await;
    let colleague = app.staff_of(&[&restaurant]).await;
    let change = |minutes: i32, seen: Value| {
        let wanted = json!({ "dinner": [stay(4, minutes)] });
        json!({ "stays": wanted, "expected_stays": { "dinner": seen } })
    };
    put(&colleague, &restaurant, change(150, json!([]))).await.is(200);
    let refused = put(&owner, &restaurant, change(180, json!([]))).await.refused(409, "stays_changed");
    assert_eq!(refused["current"]["stays"], dinner(json!([stay(4, 150)])));
    assert_eq!(shown(&owner).await, dinner(json!([stay(4, 150)])));
    put(&colleague, &restaurant, change(150, json!([]))).await.is(200);
    put(&owner, &restaurant, change(180, json!([stay(4, 150)]))).await.is(200);
    set(&colleague, &restaurant, json!([stay(4, 120)])).await.is(200);
    let (ours, theirs) = (change(135, json!([stay(4, 120)])), change(165, json!([stay(4, 120)])));
    let (first, second) = tokio::join!(put(&owner, &restaurant, ours), put(&colleague, &restaurant, theirs));
    let mut answers = [first.status, second.status];
    answers.sort_unstable();
    assert_eq!(answers, [200, 409]);
    app.end().await;
}

#[tokio::test]
async fn proposals_and_walk_ins_follow_stay_of_party_size() {
    let (app, restaurant, owner) = opened().await;
    set(&owner, &restaurant, json!([stay(3, 150)])).await.is(200);
    let place = app.visit(&restaurant, &VisitSpec { items: vec![0, 1, 2, 3], ..VisitSpec::default() }).await;
    app.advance(8 * HOUR + 3 * 60);
    let today = app.day(0);
    let end = async |guests: i32, time: &str| {
        let ask = format!("/owners/api/seat_proposals?date={today}&guests_count={guests}&starts_at={time}");
        owner.get(&ask).await.data()["seats"][0]["end_time"].clone()
    };
    assert_eq!((end(2, "18:30").await, end(3, "18:30").await), (json!("20:30"), json!("21:00")));
    assert_eq!(end(4, "21:30").await, "23:00", "the restaurant closes");
    let seats = place["inventory_item_uids"].as_array().expect("seats");
    let walk_in = json!({
        "guests_count": 3, "inventory_group_uid": place["inventory_group_uid"], "inventory_item_uids": seats[..3],
    });
    let seated = owner.post("/owners/api/walk_ins", &walk_in).await.is(201).json()["data"].clone();
    assert_eq!((&seated["start_time"], &seated["end_time"]), (&json!("18:00"), &json!("20:30")));
    let day = owner.get(&format!("/owners/daily_calendars/{today}")).await.data();
    assert_eq!(day["operations"][0]["stays"], json!([stay(3, 150)]));
    let meals = owner.get("/owners/api/active_operations").await.data();
    assert_eq!((&meals[0]["default_stay_minutes"], &meals[0]["stays"]), (&json!(120), &json!([stay(3, 150)])));
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn default_stay_of_any_minutes_is_rounded_up_to_five() {
    let (app, restaurant, owner) = opened().await;
    app.execute("UPDATE operations SET default_stay_minutes = 93, closes_at = '23:02'").await;
    let place = app.visit(&restaurant, &VisitSpec { items: vec![0], ..VisitSpec::default() }).await;
    app.advance(8 * HOUR + 3 * 60);
    assert_eq!(owner.get("/owners/api/active_operations").await.data()[0]["default_stay_minutes"], 95);
    let end = async |time: &str| {
        let ask = format!("/owners/api/seat_proposals?date={}&guests_count=1&starts_at={time}", app.day(0));
        owner.get(&ask).await.data()["seats"][0]["end_time"].clone()
    };
    assert_eq!((end("18:30").await, end("22:00").await), (json!("20:05"), json!("23:00")));
    let walk_in = json!({
        "guests_count": 1, "inventory_group_uid": place["inventory_group_uid"],
        "inventory_item_uids": place["inventory_item_uids"],
    });
    let seated = owner.post("/owners/api/walk_ins", &walk_in).await.is(201).json()["data"].clone();
    assert_eq!((&seated["start_time"], &seated["end_time"]), (&json!("18:00"), &json!("19:35")));
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn waiting_party_gets_seats_for_its_usual_stay() {
    let (app, restaurant, owner) = opened().await;
    let later = VisitSpec { days: 1, items: vec![0], guests: 1, times: ("20:00", "22:00") };
    owner.record_visit(&app, &restaurant, &later).await.is(201);
    let guest = app.guest(&restaurant, GuestSpec { nickname: "待田 健", ..GuestSpec::default() }).await;
    let entry = json!({
        "customer_uid": guest, "date": app.day(1), "starts_from": "18:00", "starts_till": "18:00", "guests_count": 4,
    });
    let added = owner.post("/owners/api/waiting_list", &entry).await.is(201).json();
    let list = format!("/owners/api/waiting_list?date={}", app.day(1));
    let seat = async || owner.get(&list).await.data()[0]["seat"].clone();
    assert_eq!(seat().await["end_time"], "20:00");
    set(&owner, &restaurant, json!([stay(4, 150)])).await.is(200);
    assert_eq!(seat().await, Value::Null, "a seat is taken before they leave");
    assert_eq!(owner.get("/owners/api/waiting_list/matches").await.data()[0]["fitting_count"], 0);
    let give = format!("/owners/api/waiting_list/{}/seats", added["data"]["uid"].as_str().expect("a uid"));
    owner.post(&give, &json!({ "by": "telephone" })).await.refused(400, "not_enough_seats");
    set(&owner, &restaurant, json!([stay(4, 90)])).await.is(200);
    owner.post(&give, &json!({ "by": "telephone" })).await.is(200);
    let day = owner.get(&format!("/owners/daily_calendars/{}", app.day(1))).await.data();
    let items = day["items"].as_array().expect("items");
    let given = items.iter().find(|item| item["guests_count"] == 4).expect("the party is on its day");
    assert_eq!((&given["start_time"], &given["end_time"]), (&json!("18:00"), &json!("19:30")));
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn web_bookings_and_existing_reservations_keep_their_times() {
    let (app, restaurant, owner) = opened().await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let before = app.diner("hanako").await.book(&restaurant, &slot, 2).await;
    set(&owner, &restaurant, json!([stay(2, 180)])).await.is(200);
    app.caches_follow().await;
    let after = app.diner("kenji").await.book(&restaurant, &slot, 2).await;
    let day = owner.get(&format!("/owners/daily_calendars/{}", slot.date)).await.data();
    let items = day["items"].as_array().expect("items");
    for uid in [before, after] {
        let booked = items.iter().find(|item| item["uid"] == *uid).expect("the booking is on its day");
        assert_eq!((&booked["start_time"], &booked["end_time"]), (&json!("18:00"), &json!("20:00")));
    }
    app.end().await;
}
