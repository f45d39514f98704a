//! Meals whose hours are off the columns of the calendar, or end after midnight: the dialog's proposals are booked (F129, gaps G239).

use serde_json::{Value, json};
use tests::{GuestSpec, HOUR, OFFLINE_RESERVATIONS, Persona, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

/// The cases that `admin-ui/src/owner/reservation-dialog/model.test.ts` compares with the dialog.
const CASES: &str = include_str!("../../../admin-ui/src/owner/reservation-dialog/odd-hours.json");

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

async fn set_hours(admin: &Persona, name: &str, opens_at: &str, closes_at: &str) -> Value {
    let path = format!("/admin/api/resources/r/sushi-test/operations/{name}");
    let mut meal = admin.get(&path).await.is(200).json();
    meal["opens_at"] = opens_at.into();
    meal["closes_at"] = closes_at.into();
    admin.put(&path, &meal).await.is(200).json()
}

#[tokio::test]
async fn dialog_proposals_for_odd_hours_are_bookable() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let guest = app.guest(&restaurant, GuestSpec::default()).await;
    let cases: Vec<Value> = serde_json::from_str(CASES).expect("cases");
    let mut day = 7;
    for case in cases {
        let name = text(&case["name"]);
        let saved =
            set_hours(&admin, text(&case["operation"]), text(&case["opens_at"]), text(&case["closes_at"])).await;
        assert_eq!(
            (&saved["closes_at"], &saved["default_stay_minutes"]),
            (&case["closes_at"], &case["stay"]),
            "{name}"
        );
        let quarter_hour = u8::from(case["is_quarter_hour"] == true);
        let path = format!("/owners/daily_calendars/{}?quarter_hour={quarter_hour}", app.day(day));
        let calendar = owner.get(&path).await.data();
        let proposals = case["proposals"].as_array().expect("proposals");
        let columns = calendar["columns"].as_array().expect("columns").iter();
        let shown: Vec<_> = columns.map(|column| json!([column["from"], column["till"]])).collect();
        let wanted: Vec<_> = proposals.iter().map(|proposal| proposal["column"].clone()).collect();
        assert_eq!(shown, wanted, "{name}");
        for proposal in proposals {
            let mut visit = app.visit(&restaurant, &VisitSpec { days: day, ..VisitSpec::default() }).await;
            let date = app.day(day);
            visit["starts_at"] = format!("{date}T{}", text(&proposal["starts"])).into();
            visit["ends_at"] = format!("{date}T{}", text(&proposal["ends"])).into();
            visit["offline_customer_uid"] = guest.clone().into();
            let uid = owner.post(OFFLINE_RESERVATIONS, &visit).await.is(201).uid();
            let detail = owner.reservation_detail(OFFLINE_RESERVATIONS, &uid).await;
            let stored = (&detail["date"], &detail["start_time"], &detail["end_time"]);
            assert_eq!(stored, (&json!(date.to_string()), &proposal["starts"], &proposal["ends"]), "{name}");
            day += 1;
        }
    }
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn visit_past_midnight_is_on_the_evenings_day() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    set_hours(&admin, "dinner", "18:00", "26:00").await;
    let guest = app.guest(&restaurant, GuestSpec::default()).await;
    let (evening, next) = (app.day(7), app.day(8));
    let mut visit = app.visit(&restaurant, &VisitSpec::default()).await;
    visit["offline_customer_uid"] = guest.into();
    let book = async |starts: &str, ends: &str| {
        let mut visit = visit.clone();
        visit["starts_at"] = starts.into();
        visit["ends_at"] = ends.into();
        owner.post(OFFLINE_RESERVATIONS, &visit).await
    };
    let uid = book(&format!("{evening}T23:30"), &format!("{evening}T25:00")).await.is(201).uid();
    // The same hour, by the clock of the next day.
    let late = book(&format!("{next}T01:00"), &format!("{next}T02:00")).await.is(201).uid();
    for (uid, from, till) in [(&uid, "23:30", "25:00"), (&late, "25:00", "26:00")] {
        let detail = owner.reservation_detail(OFFLINE_RESERVATIONS, uid).await;
        let stored = (&detail["date"], &detail["start_time"], &detail["end_time"]);
        assert_eq!(stored, (&json!(evening.to_string()), &json!(from), &json!(till)));
    }
    let items = async |date: chrono::NaiveDate| {
        let calendar = owner.get(&format!("/owners/daily_calendars/{date}")).await.data();
        calendar["items"].as_array().expect("items").len()
    };
    assert_eq!((items(evening).await, items(next).await), (2, 0));
    // The edit takes hours past midnight, too.
    let change = json!({ "offline_reservation": { "starts_at": "24:00", "ends_at": "24:45" } });
    owner.put(&format!("{OFFLINE_RESERVATIONS}/{uid}"), &change).await.is(200);
    let detail = owner.reservation_detail(OFFLINE_RESERVATIONS, &uid).await;
    assert_eq!((&detail["date"], &detail["start_time"]), (&json!(evening.to_string()), &json!("24:00")));
    for (starts, ends) in [("25:30", "26:30"), ("17:30", "18:30"), ("26:00", "27:00")] {
        let reply = book(&format!("{evening}T{starts}"), &format!("{evening}T{ends}")).await;
        reply.refused(400, "outside_hours");
    }
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn evening_is_today_until_its_last_meal_ends() {
    let (app, _, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    set_hours(&admin, "dinner", "18:00", "26:00").await;
    let evening = app.day(0);
    let is_today = async || {
        let calendar = owner.get(&format!("/owners/daily_calendars/{evening}")).await.data();
        calendar["is_today"].as_bool().expect("a flag")
    };
    // From ten in the morning to one, and to half past two.
    app.advance(15 * HOUR);
    assert!(is_today().await);
    app.advance(HOUR + HOUR / 2);
    assert!(!is_today().await);
    app.end().await;
}

/// At half past midnight the evening is today for everything that staff do (gaps G267).
#[tokio::test]
async fn evening_after_midnight_is_today_for_staff() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    set_hours(&admin, "dinner", "18:00", "26:00").await;
    let guest = app.guest(&restaurant, GuestSpec::default()).await;
    let (evening, next) = (app.day(0), app.day(1));
    app.advance(14 * HOUR + HOUR / 2);
    let mut visit = app.visit(&restaurant, &VisitSpec::default()).await;
    visit["offline_customer_uid"] = guest.into();
    visit["starts_at"] = format!("{next}T01:00").into();
    visit["ends_at"] = format!("{next}T02:00").into();
    let uid = owner.post(OFFLINE_RESERVATIONS, &visit).await.is(201).uid();
    let detail = owner.reservation_detail(OFFLINE_RESERVATIONS, &uid).await;
    assert_eq!((&detail["date"], &detail["start_time"]), (&json!(evening.to_string()), &json!("25:00")));
    visit["starts_at"] = format!("{}T18:00", app.day(-2)).into();
    visit["ends_at"] = format!("{}T20:00", app.day(-2)).into();
    owner.post(OFFLINE_RESERVATIONS, &visit).await.refused(422, "past_unconfirmed");

    let home = owner.get("/owners").await.is(200).json();
    assert_eq!(home["session"]["restaurant"]["today"], json!(evening.to_string()));
    assert_eq!(home["data"]["days"][0]["date"], json!(evening.to_string()));
    let visitors = owner.get("/owners/api/customers?type=visitorName&q=").await.data();
    assert_eq!(visitors.as_array().map(Vec::len), Some(1));
    let list = owner.get("/owners/reservations").await.data();
    assert_eq!(list["presets"][0]["from"], json!(evening.to_string()));
    let month = evening.format("%Y-%m");
    for path in [format!("/owners/monthly_calendars/{month}"), format!("/owners/holidays?month={month}")] {
        let days = owner.get(&path).await.data()["days"].clone();
        let day = days.as_array().expect("days").iter().find(|day| day["date"] == evening.to_string()).cloned();
        let day = day.expect("the evening");
        assert_eq!((&day["is_today"], &day["is_past"]), (&json!(true), &json!(false)), "{path}");
    }

    // The last meal has ended.
    app.advance(2 * HOUR);
    let home = owner.get("/owners").await.is(200).json();
    assert_eq!(home["session"]["restaurant"]["today"], json!(next.to_string()));
    assert_eq!(home["data"]["days"][0]["date"], json!(next.to_string()));
    app.end().await;
}

/// A slot after midnight is bookable until its cut-off, also once its day is over by the calendar.
#[tokio::test]
async fn slot_after_midnight_is_bookable_until_its_cutoff() {
    let (app, restaurant, _) =
        TestApp::with_restaurant(RestaurantSpec { cutoff_hours: 0, ..RestaurantSpec::default() }).await;
    set_hours(&app.admin().await, "dinner", "18:00", "26:00").await;
    let slot = app.slot(&restaurant, SlotSpec { days: 0, ..SlotSpec::default() }).await;
    app.execute(
        "UPDATE osg_times SET starts_at = starts_at + interval '7 hours', ends_at = ends_at + interval '6 hours'",
    )
    .await;
    app.refresh(&restaurant, slot.date).await;
    let hanako = app.diner("hanako").await;
    app.advance(14 * HOUR + HOUR / 2);
    let calendar = hanako.calendar("sushi-test").await;
    assert_eq!(calendar["today"], json!(slot.date.to_string()));
    let month = slot.date.format("%Y-%m").to_string();
    assert_eq!(hanako.month("sushi-test", &month).await["available_dates"], json!([slot.date.to_string()]));
    assert_eq!(hanako.guests_options(&restaurant, &slot).await, [1, 2, 3, 4]);
    hanako.hold(&restaurant, &slot, 2).await;
    app.advance(HOUR / 2);
    app.diner("kenji").await.try_hold(&restaurant, &slot, 1).await.refused(422, "past_cutoff");
    app.end().await;
}

#[tokio::test]
async fn booking_starts_in_its_own_meals_hours() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    app.execute("INSERT INTO operations (restaurant_id, name, opens_at, closes_at, default_stay_minutes) SELECT id, 'lunch', '09:00', '10:30', 60 FROM restaurants").await;
    let guest = app.guest(&restaurant, GuestSpec::default()).await;
    let mut visit = app.visit(&restaurant, &VisitSpec { times: ("10:00", "12:00"), ..VisitSpec::default() }).await;
    visit["offline_customer_uid"] = guest.into();
    owner.post(OFFLINE_RESERVATIONS, &visit).await.refused(400, "outside_hours");
    let mut gap = visit.clone();
    gap["starts_at"] = format!("{}T10:35", app.day(7)).into();
    owner.post(OFFLINE_RESERVATIONS, &gap).await.refused(400, "outside_hours");
    app.end().await;
}

#[tokio::test]
async fn meals_end_at_29_at_the_latest() {
    let (app, _, _) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let path = "/admin/api/resources/r/sushi-test/operations/dinner";
    let meal = admin.get(path).await.is(200).json();
    for (opens_at, closes_at) in [("18:00", "29:05"), ("18:00", "24:60"), ("04:00", "28:30"), ("18:00", "midnight")] {
        let mut odd = meal.clone();
        odd["opens_at"] = opens_at.into();
        odd["closes_at"] = closes_at.into();
        let refused = admin.put(path, &odd).await.is(422).json();
        assert!(refused["fields"]["closes_at"].is_string(), "{closes_at}: {refused}");
    }
    assert_eq!(set_hours(&admin, "dinner", "18:00", "29:00").await["closes_at"], "29:00");
    assert_eq!(set_hours(&admin, "dinner", "18:00", "22:30").await["closes_at"], "22:30", "an earlier end again");
    app.end().await;
}
