//! Waiting-list entries for seats of a day: recorded, shown with the free seats, given a seat once, and waiting again if the offer expires.

mod changes;
mod offers;

use chrono::NaiveDate;
use serde_json::{Value, json};
use tests::{DAY, GuestSpec, HOUR, Options, Persona, Restaurant, RestaurantSpec, TestApp, VisitSpec};

const LIST: &str = "/owners/api/waiting_list";

/// A counter of two, both booked for 18:00 to 20:00 a week from now, and a guest who takes text messages.
struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    owner: Persona,
    booking: String,
    guest: String,
    date: NaiveDate,
}

impl Scene {
    async fn new() -> Self {
        Self::of(TestApp::start().await).await
    }

    async fn of(app: TestApp) -> Self {
        let spec = RestaurantSpec { seats: 2, ..RestaurantSpec::default() };
        let (restaurant, owner) = app.restaurant_and_owner(spec).await;
        let booked = owner.record_visit(&app, &restaurant, &VisitSpec::default()).await.is(201).json();
        let booking = booked["uid"].as_str().expect("a uid").to_owned();
        let spec = GuestSpec {
            kind: "InvitedCustomer",
            nickname: "待田 健",
            email: Some("machida@example.jp"),
            ..GuestSpec::default()
        };
        let guest = app.guest(&restaurant, spec).await;
        let date = app.day(7);
        Self { app, restaurant, owner, booking, guest, date }
    }

    fn entry(&self) -> Value {
        json!({
            "customer_uid": self.guest, "date": self.date, "starts_from": "18:00", "starts_till": "19:00",
            "guests_count": 2, "internal_memo": "カウンター希望",
        })
    }

    async fn add(&self) -> String {
        let added = self.owner.post(LIST, &self.entry()).await.is(201).json();
        added["data"]["uid"].as_str().expect("a uid").to_owned()
    }

    async fn shown(&self) -> Value {
        let list = self.owner.get(&format!("{LIST}?date={}", self.date)).await.is(200).json();
        list["data"].clone()
    }

    async fn free_the_seats(&self) {
        self.owner.delete(&format!("/owners/api/offline_reservations/{}", self.booking)).await.is(200);
    }
}

fn seats_of(uid: &str) -> String {
    format!("{LIST}/{uid}/seats")
}

#[tokio::test]
async fn freed_seat_lists_matches_and_offer_holds_until_deadline() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let uid = scene.add().await;
    let waiting = scene.shown().await[0].clone();
    assert_eq!((&waiting["state"], &waiting["seat"]), (&json!("waiting"), &Value::Null), "nothing is free");
    assert_eq!(
        (&waiting["customer_name"], &waiting["from_time"], &waiting["till_time"], &waiting["is_reachable"]),
        (&json!("待田 健"), &json!("18:00"), &json!("19:00"), &json!(true))
    );
    owner.post(&seats_of(&uid), &json!({})).await.refused(400, "not_enough_seats");
    scene.free_the_seats().await;
    let free = scene.shown().await[0]["seat"].clone();
    assert_eq!((&free["labels"], &free["start_time"]), (&json!(["C1", "C2"]), &json!("18:00")));
    owner.post(&seats_of(&uid), &json!({ "deadline_minutes": 30 })).await.is(200);
    let offered = scene.shown().await[0].clone();
    assert_eq!((&offered["state"], &offered["reservation_time"]), (&json!("offered"), &json!("18:00")));
    assert!(offered["offer_ends_at"].as_str().is_some_and(|at| at.contains("T10:30")), "{offered}");
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'invitation'").await, 1, "it is sent");
    owner.post(&seats_of(&uid), &json!({})).await.refused(409, "party_not_waiting");
    let other = VisitSpec { items: vec![0], guests: 1, ..VisitSpec::default() };
    owner.record_visit(app, &scene.restaurant, &other).await.refused(400, "seat_taken");
    app.advance(31 * 60);
    let again = scene.shown().await[0].clone();
    assert_eq!((&again["state"], &again["reservation_uid"]), (&json!("waiting"), &Value::Null), "no answer arrived");
    assert_eq!(scene.add().await, uid, "who waits again is not written down twice");
    app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn open_entries_are_part_of_the_day() {
    let scene = Scene::new().await;
    let Scene { app, owner, date, .. } = &scene;
    let day = format!("/owners/daily_calendars/{date}");
    let waiting = async || owner.get(&day).await.data()["waiting"].clone();
    assert_eq!(waiting().await, json!([]));
    let uid = scene.add().await;
    let mut impatient = scene.entry();
    impatient["guests_count"] = json!(1);
    impatient["waits_until"] = json!("2026-12-01T12:00");
    owner.post(LIST, &impatient).await.is(201);
    let both = scene.shown().await;
    assert_eq!((&both[0]["uid"], &both[1]["waits_until"]), (&json!(uid), &json!("2026-12-01T12:00:00+09:00")));
    assert_eq!(waiting().await, both);
    scene.free_the_seats().await;
    let free = scene.shown().await;
    assert_eq!(free[0]["seat"]["labels"], json!(["C1", "C2"]));
    assert_eq!(waiting().await, free, "with the seats that became free");
    let floor = owner.get(&format!("/owners/floor_plans/{date}")).await.data();
    assert_eq!(floor["day"]["waiting"], free, "on the floor, too");
    app.advance(2 * HOUR);
    assert_eq!(scene.shown().await[1]["state"], "over");
    assert_eq!(waiting().await, json!([scene.shown().await[0]]), "an entry that has ended is omitted");
    app.execute("UPDATE restaurant_owners SET role = 'read_only'").await;
    assert_eq!(waiting().await[0]["uid"], json!(uid), "every role of the restaurant sees the list");
    owner.post(LIST, &scene.entry()).await.refused(403, "right_missing");
    owner.post(&seats_of(&uid), &json!({})).await.refused(403, "right_missing");
    scene.app.end().await;
}

#[tokio::test]
async fn days_with_waiting_parties_are_listed_with_the_parties_that_fit() {
    let scene = Scene::new().await;
    let Scene { app, owner, date, .. } = &scene;
    let path = format!("{LIST}/matches");
    let matches = async || owner.get(&path).await.data();
    assert_eq!(matches().await, json!([]));
    let uid = scene.add().await;
    let mut single = scene.entry();
    single["guests_count"] = json!(1);
    owner.post(LIST, &single).await.is(201);
    for days in [8, 14, 15] {
        single["date"] = json!(app.day(days));
        owner.post(LIST, &single).await.is(201);
    }
    let free = |days: i64| {
        let first = json!({ "customer_name": "待田 健", "guests_count": 1, "start_time": "18:00", "labels": ["C1"] });
        json!({ "date": app.day(days), "parties_count": 1, "fitting_count": 1, "first": first })
    };
    let full = json!({ "date": date, "parties_count": 2, "fitting_count": 0, "first": null });
    assert_eq!(matches().await, json!([full, free(8), free(14)]), "of two weeks");
    assert_eq!(owner.get("/owners").await.data()["waiting"], matches().await, "on the first page, too");
    scene.free_the_seats().await;
    let freed = matches().await[0].clone();
    assert_eq!((&freed["parties_count"], &freed["fitting_count"]), (&json!(2), &json!(1)), "both need the same seats");
    assert_eq!((&freed["first"]["guests_count"], &freed["first"]["labels"]), (&json!(2), &json!(["C1", "C2"])));
    owner.post(&seats_of(&uid), &json!({})).await.is(200);
    let offered = matches().await[0].clone();
    assert_eq!((&offered["parties_count"], &offered["fitting_count"]), (&json!(1), &json!(0)), "the seats are held");
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    assert_eq!(app.owner(&elsewhere).await.get(&path).await.data(), json!([]));
    app.anonymous().get(&path).await.refused(401, "sign_in_required");
    scene.app.end().await;
}

#[tokio::test]
async fn parties_with_the_same_best_seat_are_counted_while_another_is_free() {
    let scene = Scene::new().await;
    let Scene { app, owner, restaurant, .. } = &scene;
    scene.free_the_seats().await;
    let mut single = scene.entry();
    single["guests_count"] = json!(1);
    for nickname in ["並木 葵", "並木 楓", "並木 桜"] {
        single["customer_uid"] = json!(app.guest(restaurant, GuestSpec { nickname, ..GuestSpec::default() }).await);
        owner.post(LIST, &single).await.is(201);
    }
    let shown = scene.shown().await;
    let shown: Vec<_> = shown.as_array().expect("entries").iter().collect();
    assert!(shown.iter().all(|entry| entry["seat"]["labels"] == json!(["C1"])), "each by itself: {shown:?}");
    let fits: Vec<_> = shown.iter().map(|entry| entry["fits_with_earlier"].as_bool()).collect();
    assert_eq!(fits, [Some(true), Some(true), Some(false)], "a counter of two");
    let day = owner.get(&format!("{LIST}/matches")).await.data()[0].clone();
    assert_eq!((&day["parties_count"], &day["fitting_count"]), (&json!(3), &json!(2)));
    scene.app.end().await;
}

#[tokio::test]
async fn guest_entered_by_phone_gets_an_offer_once_a_contact_is_stored() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let spec = GuestSpec { nickname: "電話 のみ", phone: "9087654321", ..GuestSpec::default() };
    let guest = app.guest(&scene.restaurant, spec).await;
    let mut entry = scene.entry();
    entry["customer_uid"] = json!(guest);
    let added = owner.post(LIST, &entry).await.is(201).json();
    let path = seats_of(added["data"]["uid"].as_str().expect("a uid"));
    scene.free_the_seats().await;
    assert_eq!(scene.shown().await[0]["is_reachable"], false);
    owner.post(&path, &json!({})).await.refused(400, "customer_unreachable");
    let contact = format!("/owners/api/customers/{guest}/contact");
    owner.put(&contact, &json!({ "allow_send_ivr_sms": true })).await.is(200);
    assert_eq!(scene.shown().await[0]["is_reachable"], true);
    owner.post(&path, &json!({ "deadline_minutes": 60 })).await.is(200);
    assert_eq!(scene.shown().await[0]["state"], "offered");
    let texts = app.count("SELECT count(*) FROM sms_deliveries WHERE phone_e164 = '+819087654321'");
    assert_eq!(texts.await, 1, "it is sent");
    app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn address_reaches_no_guest_where_mail_invitations_are_off() {
    let scene = Scene::new().await;
    let Scene { app, owner, guest, .. } = &scene;
    let uid = scene.add().await;
    scene.free_the_seats().await;
    app.execute("INSERT INTO restaurant_feature_availabilities (restaurant_id, allow_email_invitation) SELECT id, false FROM restaurants").await;
    assert_eq!(scene.shown().await[0]["is_reachable"], false);
    let contact = json!({ "allow_send_ivr_sms": true, "phone_local_number": "09087654321" });
    owner.put(&format!("/owners/api/customers/{guest}/contact"), &contact).await.is(200);
    assert_eq!(scene.shown().await[0]["is_reachable"], true);
    owner.post(&seats_of(&uid), &json!({})).await.is(200);
    app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn offer_to_a_stored_contact_counts_as_one_text_message() {
    let settings = &[("SMS_PER_RESTAURANT", "1/1")];
    let scene = Scene::of(TestApp::with(Options { settings, ..Options::STANDARD }).await).await;
    let Scene { app, owner, .. } = &scene;
    scene.free_the_seats().await;
    let mut offers = Vec::new();
    for (nickname, phone) in [("電話 一", "9087654321"), ("電話 二", "9087654322")] {
        let guest = app.guest(&scene.restaurant, GuestSpec { nickname, phone, ..GuestSpec::default() }).await;
        let contact = format!("/owners/api/customers/{guest}/contact");
        owner.put(&contact, &json!({ "allow_send_ivr_sms": true })).await.is(200);
        let mut entry = scene.entry();
        entry["customer_uid"] = json!(guest);
        entry["guests_count"] = json!(1);
        let added = owner.post(LIST, &entry).await.is(201).json();
        offers.push(seats_of(added["data"]["uid"].as_str().expect("a uid")));
    }
    owner.post(&offers[0], &json!({})).await.is(200);
    owner.post(&offers[1], &json!({})).await.refused(429, "too_many_requests");
    assert_eq!(scene.shown().await[1]["state"], "waiting", "no seats are held without a message");
    assert_eq!(app.count("SELECT count(*) FROM sms_deliveries").await, 1);
    app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn seats_are_given_with_the_course_that_was_chosen() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let uid = scene.add().await;
    scene.free_the_seats().await;
    app.execute(
        "INSERT INTO courses (uid, restaurant_id, operation, title_ja, title_en, price)
         SELECT 'feast', restaurant_id, operation, '宴', 'Feast', 90000 FROM courses",
    )
    .await;
    for course in ["foreign", "Feast"] {
        let refused = owner.post(&seats_of(&uid), &json!({ "course_uid": course })).await;
        refused.refused(400, "items_not_entered");
        assert_eq!(refused.bad_fields(), ["course_uid"]);
    }
    assert_eq!(scene.shown().await[0]["state"], "waiting", "they wait on");
    owner.post(&seats_of(&uid), &json!({ "course_uid": "feast" })).await.is(200);
    let offered = app.count("SELECT count(*) FROM reservations WHERE status = 'pending' AND course_title_en = 'Feast'");
    assert_eq!(offered.await, 1);
    scene.app.end().await;
}

#[tokio::test]
async fn party_entered_twice_waits_once() {
    let scene = Scene::new().await;
    let (one, other) = tokio::join!(scene.add(), scene.add());
    assert_eq!(one, other);
    assert_eq!(scene.shown().await.as_array().map(Vec::len), Some(1));
    let mut more = scene.entry();
    more["guests_count"] = json!(1);
    assert_ne!(scene.owner.post(LIST, &more).await.is(201).json()["data"]["uid"], one, "another wish is another entry");
    scene.owner.delete(&format!("{LIST}/{one}")).await.is(200);
    assert_ne!(scene.add().await, one, "a removed entry is created again");
    scene.app.end().await;
}

#[tokio::test]
async fn phone_offer_is_a_reservation_and_leaves_list_at_end() {
    let scene = Scene::new().await;
    let uid = scene.add().await;
    scene.free_the_seats().await;
    scene.owner.post(&seats_of(&uid), &json!({ "by": "telephone" })).await.is(200);
    let seated = scene.shown().await[0].clone();
    assert_eq!((&seated["state"], &seated["reservation_time"]), (&json!("seated"), &json!("18:00")));
    let path = format!("/owners/api/offline_reservations/{}", seated["reservation_uid"].as_str().expect("a uid"));
    // An entry that was recorded with an invitation is booked as an invitation.
    let detail = scene.owner.get(&path).await.data();
    assert_eq!((&detail["nickname"], &detail["internal_memo"]), (&json!("待田 健"), &json!("カウンター希望")));
    scene.owner.delete(&path).await.is(200);
    assert_eq!(scene.shown().await[0]["state"], "waiting");
    scene.owner.delete(&format!("{LIST}/{uid}")).await.is(200);
    assert_eq!(scene.shown().await, json!([]));
    scene.owner.post(&format!("{LIST}/{uid}/restore"), &json!({})).await.is(200);
    assert_eq!(scene.shown().await[0]["state"], "waiting");
    scene.app.advance(8 * DAY);
    assert_eq!(scene.shown().await[0]["state"], "over");
    scene.owner.post(&seats_of(&uid), &json!({})).await.refused(409, "party_not_waiting");
    scene.app.end().await;
}

#[tokio::test]
async fn removal_from_an_outdated_list_conflicts_with_the_offer_or_reservation_of_a_colleague() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let uid = scene.add().await;
    scene.free_the_seats().await;
    let path = format!("{LIST}/{uid}");
    let removal = |state: &str| format!("{path}?expected_state={state}");
    owner.post(&seats_of(&uid), &json!({ "deadline_minutes": 30 })).await.is(200);
    for outdated in [path.clone(), removal("waiting"), removal("seated")] {
        owner.delete(&outdated).await.refused(409, "party_offered");
    }
    owner.delete(&removal("lost")).await.is(400);
    assert_eq!(scene.shown().await[0]["state"], "offered");
    app.advance(31 * 60);
    owner.delete(&removal("offered")).await.is(200);
    assert_eq!(scene.shown().await, json!([]), "nothing is open after the deadline");
    owner.post(&format!("{path}/restore"), &json!({})).await.is(200);
    owner.post(&seats_of(&uid), &json!({ "by": "telephone" })).await.is(200);
    for outdated in ["waiting", "offered"] {
        owner.delete(&removal(outdated)).await.refused(409, "party_seated");
    }
    owner.delete(&removal("seated")).await.is(200);
    assert_eq!(scene.shown().await, json!([]));
    app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn removal_that_expects_the_offer_keeps_it_open() {
    let scene = Scene::new().await;
    let uid = scene.add().await;
    scene.free_the_seats().await;
    scene.owner.post(&seats_of(&uid), &json!({})).await.is(200);
    scene.owner.delete(&format!("{LIST}/{uid}?expected_state=offered")).await.is(200);
    assert_eq!(scene.shown().await, json!([]));
    assert_eq!(scene.app.count("SELECT count(*) FROM reservations WHERE status = 'pending'").await, 1);
    scene.app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn concurrent_offers_to_one_party_conflict() {
    let scene = Scene::new().await;
    let uid = scene.add().await;
    scene.free_the_seats().await;
    let colleague = scene.app.staff_of(&[&scene.restaurant]).await;
    let (path, body) = (seats_of(&uid), json!({ "by": "telephone" }));
    let (first, second) = tokio::join!(scene.owner.post(&path, &body), colleague.post(&path, &body));
    let mut answers = [first.status, second.status];
    answers.sort_unstable();
    assert_eq!(answers, [200, 409]);
    let made = "SELECT count(*) FROM reservations WHERE status = 'accepted'";
    assert_eq!(scene.app.count(made).await, 1);
    scene.app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn one_seat_goes_to_one_waiting_party() {
    let scene = Scene::new().await;
    let one = scene.add().await;
    let mut entry = scene.entry();
    entry["starts_till"] = json!("19:30");
    let other = scene.owner.post(LIST, &entry).await.is(201).json()["data"]["uid"].as_str().expect("a uid").to_owned();
    scene.free_the_seats().await;
    let (first, second) = (seats_of(&one), seats_of(&other));
    let body = json!({ "by": "telephone" });
    let (first, second) = tokio::join!(scene.owner.post(&first, &body), scene.owner.post(&second, &body));
    let mut answers = [first.status, second.status];
    answers.sort_unstable();
    assert_eq!(answers, [200, 400], "{} {}", first.body, second.body);
    scene.app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn invalid_or_foreign_waiting_party_is_rejected() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let wrong = [
        ("date", json!("soon"), "date"),
        ("starts_from", json!("late"), "starts_from"),
        ("starts_from", json!("03:00"), "starts_from"),
        ("starts_till", json!("17:00"), "starts_till"),
        ("date", json!(app.day(-1)), "starts_till"),
        ("guests_count", json!(0), "guests_count"),
        ("waits_until", json!("2026-12-01T09:00"), "waits_until"),
        ("waits_until", json!("23:00"), "waits_until"),
        ("internal_memo", json!("長".repeat(5_001)), "internal_memo"),
    ];
    for (field, value, bad_field) in wrong {
        let mut body = scene.entry();
        body[field] = value;
        assert_eq!(owner.post(LIST, &body).await.is(422).bad_fields(), [bad_field], "{body}");
    }
    let mut unknown = scene.entry();
    unknown["customer_uid"] = json!("nobody");
    owner.post(LIST, &unknown).await.refused(400, "customer_unknown");
    app.anonymous().post(LIST, &scene.entry()).await.refused(401, "sign_in_required");
    assert_eq!(owner.get(&format!("{LIST}?date=soon")).await.is(422).bad_fields(), ["date"]);
    let uid = scene.add().await;
    for minutes in [4, 1_441] {
        let refused = owner.post(&seats_of(&uid), &json!({ "deadline_minutes": minutes })).await;
        assert_eq!(refused.is(422).bad_fields(), ["deadline_minutes"]);
    }
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let stranger = app.owner(&elsewhere).await;
    stranger.post(LIST, &scene.entry()).await.refused(400, "customer_unknown");
    stranger.post(&seats_of(&uid), &json!({})).await.refused(404, "not_found");
    stranger.delete(&format!("{LIST}/{uid}")).await.refused(404, "not_found");
    stranger.post(&format!("{LIST}/{uid}/restore"), &json!({})).await.refused(404, "not_found");
    assert_eq!(stranger.get(&format!("{LIST}?date={}", scene.date)).await.data(), json!([]));
    let spec = GuestSpec { nickname: "電話 のみ", phone: "9087654321", ..GuestSpec::default() };
    let quiet = app.guest(&scene.restaurant, spec).await;
    let mut body = scene.entry();
    body["customer_uid"] = json!(quiet);
    let kept = owner.post(LIST, &body).await.is(201).json();
    scene.free_the_seats().await;
    let path = seats_of(kept["data"]["uid"].as_str().expect("a uid"));
    owner.post(&path, &json!({})).await.refused(400, "customer_unreachable");
    owner.post(&path, &json!({ "by": "telephone" })).await.is(200);
    scene.app.end().await;
}
