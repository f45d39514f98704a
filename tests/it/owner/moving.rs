//! Staff move reservations to another time, day, course or seat, and do not overwrite a colleague's move.

mod joined_tables;
mod seats;
mod versions;

use serde_json::{Value, json};
use tests::{CourseSpec, HOUR, OFFLINE_RESERVATIONS, Persona, Restaurant, RestaurantSpec, TestApp, VisitSpec};

use super::in_person::labels;

struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    owner: Persona,
}

impl Scene {
    async fn new(spec: RestaurantSpec) -> Self {
        let (app, restaurant, owner) = TestApp::with_restaurant(spec).await;
        Self { app, restaurant, owner }
    }

    /// Records a party for dinner, and returns its uid.
    async fn party(&self, spec: &VisitSpec) -> String {
        self.owner.record_visit(&self.app, &self.restaurant, spec).await.uid()
    }

    async fn seats(&self, items: &[usize]) -> Value {
        let spec = VisitSpec { items: items.to_vec(), ..VisitSpec::default() };
        self.app.visit(&self.restaurant, &spec).await["inventory_item_uids"].clone()
    }

    async fn detail(&self, calls: &str, uid: &str) -> Value {
        self.owner.reservation_detail(calls, uid).await
    }

    /// Builds the change of a party whose current state is `seen`.
    fn seen_at(seen: &Value, mut fields: Value) -> Value {
        let items = seen["inventory_items"].as_array().expect("items").iter().map(|item| item["uid"].clone());
        fields["expected_starts_at"] = seen["starts_at"].clone();
        fields["expected_ends_at"] = seen["ends_at"].clone();
        fields["expected_inventory_item_uids"] = items.collect();
        json!({ "offline_reservation": fields })
    }

    /// A group of one table for four; the table's uid.
    async fn add_table_group(&self, title: &str, label: &str) -> String {
        let uid = self.app.rng.uid();
        sqlx::query(
            "WITH room AS (
                 INSERT INTO inventory_groups (uid, restaurant_id, title_ja, title_en, short_label, capacity_per_stock)
                 VALUES ($1, $2, $3, $3, 'P', 4) RETURNING id)
             INSERT INTO inventory_items (uid, restaurant_id, inventory_group_id, label, position)
             SELECT $1, $2, id, $4, 1 FROM room",
        )
        .bind(&uid)
        .bind(self.restaurant.id.0)
        .bind(title)
        .bind(label)
        .execute(&self.app.pool)
        .await
        .expect("a room");
        uid
    }

    async fn add_course(&self, operation: &str, title: &str, daily_max: Option<i32>) -> String {
        let uid = self.app.rng.uid();
        sqlx::query(
            "INSERT INTO courses (uid, restaurant_id, operation, title_ja, title_en, price, daily_max) VALUES ($1, $2, $3, $4, $4, 7000, $5)",
        )
        .bind(&uid)
        .bind(self.restaurant.id.0)
        .bind(operation)
        .bind(title)
        .bind(daily_max)
        .execute(&self.app.pool)
        .await
        .expect("a course");
        uid
    }
}

#[tokio::test]
async fn party_is_moved_and_resized() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    let uid = scene.party(&VisitSpec::default()).await;
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let before = scene.detail(OFFLINE_RESERVATIONS, &uid).await;
    let fields = json!({ "starts_at": "19:15", "ends_at": "21:15", "inventory_item_uids": scene.seats(&[2, 3]).await });
    let moved = scene.owner.put(&path, &Scene::seen_at(&before, fields)).await.data();
    assert_eq!(
        (labels(&moved), &moved["start_time"], &moved["end_time"]),
        (vec!["C3", "C4"], &json!("19:15"), &json!("21:15"))
    );
    let resized = Scene::seen_at(&moved, json!({ "ends_at": "22:00" }));
    let resized = scene.owner.put(&path, &resized).await.data();
    assert_eq!((&resized["start_time"], &resized["end_time"]), (&json!("19:15"), &json!("22:00")));
    let back = json!({
        "starts_at": before["starts_at"], "ends_at": before["ends_at"], "inventory_item_uids": scene.seats(&[0, 1]).await,
    });
    let back = scene.owner.put(&path, &Scene::seen_at(&resized, back)).await.data();
    assert_eq!((labels(&back), &back["starts_at"]), (vec!["C1", "C2"], &before["starts_at"]));
    scene.app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn a_party_goes_to_another_kind_of_seats_and_back() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    let table = scene.add_table_group("個室", "P1").await;
    let uid = scene.party(&VisitSpec { items: vec![0, 1, 2], guests: 3, ..VisitSpec::default() }).await;
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let at = |items: Value| json!({ "offline_reservation": { "inventory_item_uids": items } });
    let mixed = json!([scene.seats(&[0]).await[0], table]);
    scene.owner.put(&path, &at(mixed)).await.refused(400, "items_not_entered");
    let moved = scene.owner.put(&path, &at(json!([table]))).await.data();
    assert_eq!(labels(&moved), ["P1"]);
    scene.party(&VisitSpec { items: vec![0, 1], ..VisitSpec::default() }).await;
    let back = at(scene.seats(&[0, 1, 2]).await);
    scene.owner.put(&path, &back).await.refused(400, "seat_taken");
    let others = at(scene.seats(&[2, 3]).await);
    scene.owner.put(&path, &others).await.refused(400, "items_not_entered");
    let neighbour = scene.app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let foreign = scene.app.visit(&neighbour, &VisitSpec::default()).await["inventory_item_uids"].clone();
    scene.owner.put(&path, &at(foreign)).await.refused(400, "items_not_entered");
    assert_eq!(labels(&scene.detail(OFFLINE_RESERVATIONS, &uid).await), ["P1"]);
    scene.app.end().await;
}

#[tokio::test]
async fn seats_of_all_groups_are_listed_own_group_first() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    let table = scene.add_table_group("個室", "P1").await;
    let at_counter = scene.party(&VisitSpec::default()).await;
    let at_table = scene.party(&VisitSpec { items: vec![2, 3], ..VisitSpec::default() }).await;
    let move_in = json!({ "offline_reservation": { "inventory_item_uids": [table] } });
    scene.owner.put(&format!("{OFFLINE_RESERVATIONS}/{at_table}"), &move_in).await.is(200);
    let listed = async |uid: &str, query: &str| {
        let seats = scene.owner.get(&format!("{OFFLINE_RESERVATIONS}/{uid}/seats{query}")).await.data();
        let labels = seats.as_array().expect("seats").iter().map(|seat| seat["label"].clone());
        (labels.collect::<Vec<_>>(), seats)
    };
    let (labels, seats) = listed(&at_counter, "?all_groups=true").await;
    assert_eq!(labels, ["C1", "C2", "C3", "C4", "P1"]);
    let taken = json!({ "uid": table, "label": "P1", "is_free": false, "inventory_group_uid": table,
        "inventory_group_title": "個室", "capacity_per_stock": 4 });
    assert_eq!(seats[4], taken, "the other party sits there");
    let later = "?all_groups=true&starts_at=20:00&ends_at=22:00";
    assert_eq!(listed(&at_counter, later).await.1[4]["is_free"], true);
    assert_eq!(listed(&at_table, "?all_groups=true").await.0, ["P1", "C1", "C2", "C3", "C4"]);
    assert_eq!(listed(&at_counter, "").await.0, ["C1", "C2", "C3", "C4"], "its own group by default");

    let day = scene.app.day(7);
    let proposals = async |start: &str| {
        let query = format!("?date={day}&guests_count=2&starts_at={start}&inventory_group_uid={table}");
        scene.owner.get(&format!("/owners/api/seat_proposals{query}")).await.data()["seats"].clone()
    };
    assert_eq!(proposals("18:00").await, json!([]));
    assert_eq!(proposals("20:00").await[0]["inventory_item_uids"], json!([table]));
    scene.app.end().await;
}

#[tokio::test]
async fn stale_move_gets_conflict() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    let uid = scene.party(&VisitSpec::default()).await;
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let seen = scene.detail(OFFLINE_RESERVATIONS, &uid).await;
    let later = Scene::seen_at(&seen, json!({ "starts_at": "19:00", "ends_at": "21:00" }));
    scene.owner.put(&path, &later).await.is(200);
    let rejected = scene.owner.put(&path, &later).await.refused(409, "reservation_moved");
    assert!(
        rejected["message"].as_str().is_some_and(|text| text.starts_with("この予約は先に変更されています")),
        "{rejected}"
    );
    let english = scene.owner.put(&format!("{path}?locale=en"), &later).await.json();
    assert!(
        english["message"].as_str().is_some_and(|text| text.starts_with("This reservation has been changed meanwhile")),
        "{english}"
    );
    let now = scene.detail(OFFLINE_RESERVATIONS, &uid).await;
    for (field, stale) in [
        ("expected_starts_at", seen["starts_at"].clone()),
        ("expected_ends_at", seen["ends_at"].clone()),
        ("expected_inventory_item_uids", scene.seats(&[0]).await),
        ("expected_inventory_item_uids", scene.seats(&[0, 2]).await),
    ] {
        let mut body = Scene::seen_at(&now, json!({ "internal_memo": "窓側" }));
        body["offline_reservation"][field] = stale;
        scene.owner.put(&path, &body).await.refused(409, "reservation_moved");
    }
    assert_eq!(scene.detail(OFFLINE_RESERVATIONS, &uid).await, now, "nothing was written");
    let reversed = scene
        .seats(&[1])
        .await
        .as_array()
        .into_iter()
        .chain(scene.seats(&[0]).await.as_array())
        .flatten()
        .cloned()
        .collect::<Value>();
    let mut body = Scene::seen_at(&now, json!({ "starts_at": "20:00", "ends_at": "22:00" }));
    body["offline_reservation"]["expected_inventory_item_uids"] = reversed;
    scene.owner.put(&path, &body).await.is(200);
    scene.app.end().await;
}

#[tokio::test]
async fn a_party_comes_on_another_day_and_for_another_course() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    let limited = scene.add_course("dinner", "松", Some(2)).await;
    let uid = scene.party(&VisitSpec::default()).await;
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let day = scene.app.day(9).to_string();
    let change = |fields: Value| json!({ "offline_reservation": fields });
    let moved = scene.owner.put(&path, &change(json!({ "date": day }))).await.data();
    assert_eq!(
        (&moved["date"], &moved["start_time"], &moved["end_time"], labels(&moved)),
        (&json!(day), &json!("18:00"), &json!("20:00"), vec!["C1", "C2"])
    );
    scene.app.verify().await;
    let other = scene.app.day(8).to_string();
    let fields = json!({ "date": other, "starts_at": "19:00", "ends_at": "20:30", "course_uid": limited });
    let both = scene.owner.put(&path, &change(fields)).await.data();
    assert_eq!(
        (&both["date"], &both["start_time"], &both["course_name"], &both["course_price"], &both["course_uid"]),
        (&json!(other), &json!("19:00"), &json!("松"), &json!(7000), &json!(limited))
    );
    let titles: Vec<_> =
        both["course_choices"].as_array().expect("courses").iter().map(|c| c["title"].clone()).collect();
    assert_eq!(titles, ["おまかせ", "松"]);
    scene.app.verify().await;
    let audited = "SELECT count(*) FROM audit_events WHERE action = 'offline_reservation_changed'";
    assert_eq!(scene.app.count(audited).await, 2);
    scene.app.end().await;
}

#[tokio::test]
async fn course_of_another_meal_changes_the_meal() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    scene
        .app
        .execute(
            "INSERT INTO operations (restaurant_id, name, opens_at, closes_at, default_stay_minutes, cutoff_hours, is_active)
             SELECT restaurant_id, 'lunch', '11:00', '14:00', 90, 0, false FROM operations",
        )
        .await;
    let lunch = scene.add_course("lunch", "昼", None).await;
    let uid = scene.party(&VisitSpec::default()).await;
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let change = json!({ "offline_reservation": { "course_uid": lunch, "starts_at": "12:00", "ends_at": "13:00" } });
    let rejected = scene.owner.put(&path, &change).await.refused(400, "items_not_entered");
    assert_eq!(rejected["message"], "未入力の項目があります。", "lunch is not served");
    scene.app.execute("UPDATE operations SET is_active = true").await;
    let moved = scene.owner.put(&path, &change).await.data();
    assert_eq!((&moved["operation"], &moved["start_time"]), (&json!("lunch"), &json!("12:00")));
    scene.app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn invalid_move_is_rejected_like_creation() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    let Scene { app, owner, .. } = &scene;
    let limited = scene.add_course("dinner", "松", Some(1)).await;
    let hidden = scene.add_course("dinner", "隠し", None).await;
    app.execute("UPDATE courses SET is_active = false WHERE title_ja = '隠し'").await;
    let foreign = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let theirs = app.visit(&foreign, &VisitSpec::default()).await;
    let uid = scene.party(&VisitSpec::default()).await;
    scene.party(&VisitSpec { days: 8, items: vec![1], guests: 1, ..VisitSpec::default() }).await;
    let before = app.state().await;
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let (day, instant) = (app.day(8).to_string(), format!("{}T18:00:00+09:00", app.day(9)));
    let cases = [
        (json!({ "date": day }), 400, "seat_taken"),
        (json!({ "date": day, "starts_at": instant, "ends_at": "20:00" }), 422, "invalid_input"),
        (json!({ "date": "soon" }), 422, "invalid_input"),
        (json!({ "date": "2026-02-30" }), 422, "invalid_input"),
        (json!({ "date": 7 }), 422, "invalid_input"),
        (json!({ "starts_at": "09:00", "ends_at": "11:00" }), 400, "outside_hours"),
        (json!({ "ends_at": "23:30" }), 400, "outside_hours"),
        (json!({ "ends_at": "18:00" }), 400, "outside_hours"),
        (json!({ "course_uid": "foreign" }), 400, "items_not_entered"),
        (json!({ "course_uid": theirs["course_uid"] }), 400, "items_not_entered"),
        (json!({ "course_uid": hidden }), 400, "items_not_entered"),
        (json!({ "course_uid": limited }), 400, "course_full"),
        (json!({ "inventory_item_uids": theirs["inventory_item_uids"] }), 400, "items_not_entered"),
        (json!({ "expected_starts_at": "19:00" }), 422, "invalid_input"),
        (json!({ "expected_ends_at": "never" }), 422, "invalid_input"),
    ];
    for (fields, status, code) in cases {
        owner.put(&path, &json!({ "offline_reservation": fields })).await.refused(status, code);
    }
    let body = json!({ "offline_reservation": { "date": app.day(9).to_string() } });
    app.owner(&foreign).await.put(&path, &body).await.refused(404, "not_found");
    app.anonymous().put(&path, &body).await.refused(401, "sign_in_required");
    assert_eq!(app.state().await, before, "nothing is half done");
    scene.app.end().await;
}

/// G325
#[tokio::test]
async fn another_day_deletes_the_recorded_steps() {
    let scene = Scene::new(RestaurantSpec::default()).await;
    let Scene { app, owner, .. } = &scene;
    let party = async |items| scene.party(&VisitSpec { days: 0, items, guests: 1, ..VisitSpec::default() }).await;
    let (missed, seated, left) = (party(vec![0]).await, party(vec![1]).await, party(vec![2]).await);
    app.advance(9 * HOUR);
    for (uid, state) in [(&missed, "no_show"), (&seated, "seated"), (&left, "left")] {
        owner.put(&format!("/owners/api/reservations/{uid}/service_state"), &json!({ "state": state })).await.is(200);
    }
    let change = async |uid: &str, fields: Value| {
        owner.put(&format!("{OFFLINE_RESERVATIONS}/{uid}"), &json!({ "offline_reservation": fields })).await
    };
    let later = change(&seated, json!({ "ends_at": "20:30" })).await.data();
    assert_eq!(later["service"]["state"], "seated", "the same day keeps the steps");

    let day = app.day(4).to_string();
    for uid in [&missed, &seated] {
        let moved = change(uid, json!({ "date": day })).await.data();
        assert_eq!((&moved["date"], &moved["service"]["state"]), (&json!(day), &Value::Null));
        assert_eq!(moved["service"]["seated_at"], Value::Null);
    }
    let deleted = "SELECT count(*) FROM audit_events WHERE action = 'reservation.service_state'
                       AND detail->>'from' IN ('no_show', 'seated') AND detail->>'to' IS NULL";
    assert_eq!(app.count(deleted).await, 2);
    assert_eq!(app.count("SELECT count(*) FROM reservation_no_shows").await, 0);
    let calendar = owner.get(&format!("/owners/daily_calendars/{day}")).await.data();
    let blocks = calendar["items"].as_array().expect("items");
    let of = |uid: &str| blocks.iter().find(|item| item["uid"] == uid).expect("the party is on its new day");
    assert_eq!(of(&missed)["rendered_till"], "20:00", "with its seats for the whole stay");
    assert_eq!(of(&seated)["rendered_till"], "20:30");

    change(&left, json!({ "date": day })).await.refused(422, "party_left");
    let noted = change(&left, json!({ "internal_memo": "忘れ物あり" })).await.data();
    assert_eq!((&noted["date"], &noted["service"]["state"]), (&json!(app.day(0).to_string()), &json!("left")));
    app.verify().await;
    scene.app.end().await;
}

/// The booking rules of a course with a daily maximum apply to the new day, and the old day's count decreases.
#[tokio::test]
async fn moving_updates_counters_of_both_days() {
    let limited = CourseSpec { daily_max: Some(3), ..CourseSpec::default() };
    let scene = Scene::new(RestaurantSpec { courses: vec![limited], ..RestaurantSpec::default() }).await;
    let uid = scene.party(&VisitSpec::default()).await;
    scene.party(&VisitSpec { days: 8, items: vec![2, 3], ..VisitSpec::default() }).await;
    let path = format!("{OFFLINE_RESERVATIONS}/{uid}");
    let to = |days: i64| json!({ "offline_reservation": { "date": scene.app.day(days).to_string() } });
    scene.owner.put(&path, &to(8)).await.refused(400, "course_full");
    scene.owner.put(&path, &to(9)).await.is(200);
    scene.party(&VisitSpec { items: vec![0, 1, 2], guests: 3, ..VisitSpec::default() }).await;
    scene.app.verify().await;
    scene.app.end().await;
}
