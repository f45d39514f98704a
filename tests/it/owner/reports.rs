//! A restaurant's weekly and monthly figures: in a small world with known totals, and after every change that affects a total.

use std::io::{Cursor, Read};

use chrono::{DateTime, Duration, NaiveDate, Utc};
use domain::reports::sweep;
use reqwest::Method;
use serde_json::{Value, json};
use tests::{DAY, GuestSpec, OFFLINE_RESERVATIONS, Persona, Restaurant, RestaurantSpec, TestApp, VisitSpec};

const AUTUMN: &str = "from=2026-10&till=2026-11";

/// A reservation that a test inserts.
#[derive(Clone, Copy)]
pub struct Booked {
    pub kind: &'static str,
    pub status: &'static str,
    pub customer: Option<i64>,
    pub date: &'static str,
    pub hour: u32,
    pub guests: i32,
    pub price: i32,
    /// Days between the booking and the visit.
    pub lead: i64,
    /// Of the restaurant's items, by position.
    pub item: usize,
    pub fee: Option<i32>,
    pub is_no_show: bool,
}

pub const DINNER: Booked = Booked {
    kind: "offline_reservation",
    status: "accepted",
    customer: None,
    date: "2026-11-03",
    hour: 18,
    guests: 2,
    price: 0,
    lead: 0,
    item: 0,
    fee: None,
    is_no_show: false,
};

pub async fn enter(app: &TestApp, restaurant: &Restaurant, booked: Booked) -> i64 {
    let date: NaiveDate = booked.date.parse().expect("a day");
    let starts: DateTime<Utc> = format!("{date}T{:02}:00:00+09:00", booked.hour).parse().expect("a time");
    let id = sqlx::query_scalar(
        "WITH entered AS (
             INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, customer_id, inventory_group_id, operation,
                 date, starts_at, ends_at, guests_count, course_price, held_until, accepted_at, ended_at, cancellation_fee, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10::timestamptz + interval '2 hours', $11, $12,
                 CASE WHEN $5 = 'pending' THEN $10::timestamptz END,
                 CASE WHEN $5 NOT IN ('pending', 'expired') THEN $13::timestamptz END,
                 CASE WHEN $5 NOT IN ('pending', 'accepted') THEN $13::timestamptz END, $14, $13) RETURNING id, created_at),
         seated AS (
             INSERT INTO reservation_seats (restaurant_id, reservation_id, inventory_item_id, during, released_at)
             SELECT $3, id, $15, tstzrange($10, $10::timestamptz + interval '2 hours'),
                 CASE WHEN $5 NOT IN ('pending', 'accepted') THEN created_at END FROM entered),
         missed AS (
             INSERT INTO reservation_no_shows (reservation_id, restaurant_id, recorded_at) SELECT id, $3, $10 FROM entered WHERE $16)
         SELECT id FROM entered",
    )
    .bind(app.rng.uid())
    .bind(app.rng.reservation_code())
    .bind(restaurant.id.0)
    .bind(booked.kind)
    .bind(booked.status)
    .bind(booked.customer)
    .bind(restaurant.group)
    .bind(restaurant.operation)
    .bind(date)
    .bind(starts)
    .bind(booked.guests)
    .bind(booked.price)
    .bind(starts - Duration::days(booked.lead))
    .bind(booked.fee)
    .bind(restaurant.items[booked.item])
    .bind(booked.is_no_show);
    id.fetch_one(&app.pool).await.expect("a reservation")
}

async fn customer(app: &TestApp, restaurant: &Restaurant) -> i64 {
    let uid = app.guest(restaurant, GuestSpec::default()).await;
    sqlx::query_scalar("SELECT id FROM customers WHERE uid = $1")
        .bind(uid)
        .fetch_one(&app.pool)
        .await
        .expect("a customer")
}

/// A restaurant of four tables for four, and its owner.
pub async fn opened(app: &TestApp) -> (Restaurant, Persona) {
    app.restaurant_and_owner(RestaurantSpec { capacity: 4, ..RestaurantSpec::default() }).await
}

/// One booking in October; in November two on the third, a no-show and a cancellation on the tenth, and one without a customer on the 24th.
async fn autumn(app: &TestApp) -> (Restaurant, Persona) {
    let (restaurant, owner) = opened(app).await;
    let (regular, other, third) =
        (customer(app, &restaurant).await, customer(app, &restaurant).await, customer(app, &restaurant).await);
    let online = Booked { kind: "online_reservation", ..DINNER };
    let entries = [
        Booked { customer: Some(regular), date: "2026-10-10", price: 10_000, lead: 5, ..online },
        Booked { kind: "invited_reservation", customer: Some(regular), guests: 3, price: 10_000, ..DINNER },
        Booked { customer: Some(other), lead: 10, item: 1, ..DINNER },
        Booked {
            kind: "offsite_reservation",
            customer: Some(other),
            date: "2026-11-10",
            guests: 4,
            price: 9_000,
            lead: 1,
            is_no_show: true,
            ..DINNER
        },
        Booked { status: "void", customer: Some(third), date: "2026-11-10", fee: Some(5_000), item: 1, ..online },
        Booked { status: "expired", customer: Some(third), date: "2026-11-10", item: 2, ..online },
        Booked { kind: "invited_reservation", status: "pending", date: "2026-11-10", item: 3, ..DINNER },
        Booked { date: "2026-11-24", hour: 19, guests: 1, lead: 100, ..DINNER },
    ];
    for entry in entries {
        enter(app, &restaurant, entry).await;
    }
    (restaurant, owner)
}

/// The bookings of `autumn` have neither slots nor mails, which is irrelevant here; the totals are correct.
pub async fn end(app: TestApp) {
    let findings = domain::verify::run(&app.pool).await.expect("the checks run");
    assert_eq!(findings.iter().filter(|finding| finding.check == "report_sums").count(), 0, "{findings:?}");
    app.end_unverified().await;
}

pub async fn report(owner: &Persona, query: &str) -> Value {
    owner.get(&format!("/owners/reports?{query}")).await.is(200).data()
}

pub async fn swept(app: &TestApp) -> usize {
    sweep::sweep(&app.pool).await.expect("a sweep")
}

#[tokio::test]
async fn months_and_weeks_come_to_what_was_booked() {
    let app = TestApp::start().await;
    let (_, owner) = autumn(&app).await;
    let before = report(&owner, AUTUMN).await;
    assert_eq!((&before["is_behind"], &before["periods"][1]["guests"]), (&json!(true), &json!(0)));
    assert_eq!(swept(&app).await, 4, "every existing day, in the first sweep");

    let data = report(&owner, AUTUMN).await;
    assert_eq!(
        (&data["is_behind"], &data["by"], &data["from"], &data["till"]),
        (&json!(false), &json!("month"), &json!("2026-10"), &json!("2026-11"))
    );
    let (october, november) = (&data["periods"][0], &data["periods"][1]);
    assert_eq!((&october["first_day"], &october["last_day"]), (&json!("2026-10-01"), &json!("2026-10-31")));
    assert_eq!(
        (&october["parties"], &october["guests"], &october["course_total"]),
        (&json!(1), &json!(2), &json!(20_000))
    );
    assert_eq!((&october["leads"], &october["average_lead"]), (&json!([0, 0, 1, 0, 0, 0, 0]), &json!(5.0)));
    let channels = json!([
        { "channel": "online", "parties": 0, "guests": 0 },
        { "channel": "invited", "parties": 1, "guests": 3 },
        { "channel": "in_person", "parties": 2, "guests": 3 },
        { "channel": "walk_in", "parties": 0, "guests": 0 },
        { "channel": "off_site", "parties": 0, "guests": 0 },
    ]);
    assert_eq!(
        november["channels"], channels,
        "neither holds, invitations without an answer nor guests who did not come"
    );
    assert_eq!(
        (&november["parties"], &november["guests"], &november["course_total"]),
        (&json!(3), &json!(6), &json!(30_000))
    );
    assert_eq!((&november["no_shows"], &november["no_show_guests"]), (&json!(1), &json!(4)));
    assert_eq!(
        (&november["cancellations"], &november["cancelled_guests"], &november["cancellation_fees"]),
        (&json!(1), &json!(2), &json!(5_000))
    );
    assert_eq!(
        (&october["new_parties"], &november["new_parties"], &november["returning_parties"]),
        (&json!(1), &json!(1), &json!(1))
    );
    assert_eq!((&november["leads"], &november["average_lead"]), (&json!([1, 1, 0, 1, 0, 0, 1]), &json!(27.8)));
    // Eight Tuesdays and nine Saturdays of four tables.
    let occupancy = &data["occupancy"];
    assert_eq!(occupancy["hours"], json!((11..=22).collect::<Vec<_>>()), "from the opening to the last hour");
    let week = occupancy["weekdays"].as_array().expect("weekdays");
    let evenings: Vec<_> = week.iter().map(|hours| json!([hours[7], hours[8], hours[9]])).collect();
    assert_eq!(json!(evenings), json!([[0, 0, 0], [6, 9, 3], [0, 0, 0], [0, 0, 0], [0, 0, 0], [3, 3, 0], [0, 0, 0]]));
    assert_eq!((&week[1][0], &week[1][11]), (&json!(0), &json!(0)), "served, and empty");

    let weeks = report(&owner, "by=week&from=2026-11&till=2026-11").await;
    let weeks = weeks["periods"].as_array().expect("weeks");
    assert_eq!((weeks.len(), &weeks[0]["first_day"]), (6, &json!("2026-10-26")));
    let guests: Vec<_> = weeks.iter().map(|week| week["guests"].as_i64().expect("a number")).collect();
    assert_eq!(guests, [0, 5, 0, 0, 1, 0]);
    end(app).await;
}

#[tokio::test]
async fn closed_days_offer_no_seats() {
    let app = TestApp::start().await;
    let (_, owner) = autumn(&app).await;
    swept(&app).await;
    app.execute(
        "INSERT INTO restaurant_calendar_dates (restaurant_id, date, is_closed)
         SELECT r.id, d::date, true FROM restaurants r, generate_series('2026-10-06'::date, '2026-10-27', '7 days') d",
    )
    .await;
    let data = report(&owner, AUTUMN).await;
    let tuesday = json!([0, 0, 0, 0, 0, 0, 0, 13, 19, 6, 0, 0]);
    assert_eq!(data["occupancy"]["weekdays"][1], tuesday, "four of the eight Tuesdays");
    end(app).await;
}

#[tokio::test]
async fn invalid_or_foreign_report_requests_are_rejected() {
    let app = TestApp::start().await;
    let (_, owner) = autumn(&app).await;
    swept(&app).await;
    let other = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let stranger = app.owner(&other).await;
    for (query, field) in [
        ("from=2026-13&till=2026-11", "from"),
        ("till=november", "till"),
        ("till=1999-12", "till"),
        ("by=day", "by"),
        ("from=2026-11&till=2026-10", "from"),
        ("from=2024-11&till=2026-11", "from"),
    ] {
        for path in ["/owners/reports", "/owners/reports/covers.csv", "/owners/reports/guests.xlsx"] {
            assert_eq!(owner.get(&format!("{path}?{query}")).await.is(422).bad_fields(), [field], "{path}?{query}");
        }
    }
    for file in ["covers", "covers.pdf", "covers.csv.xlsx", "nothing.csv"] {
        owner.get(&format!("/owners/reports/{file}")).await.refused(404, "not_found");
    }
    let usual = report(&owner, "").await;
    assert_eq!(
        (&usual["from"], &usual["till"]),
        (&json!("2026-07"), &json!("2026-12")),
        "half a year until this month"
    );
    let foreign = report(&stranger, AUTUMN).await;
    assert_eq!((&foreign["periods"][1]["guests"], &foreign["occupancy"]["hours"]), (&json!(0), &json!([])));
    stranger.get(&format!("/owners/reports?{AUTUMN}&restaurant_slug=sushi-test")).await.refused(404, "not_found");
    for path in ["/owners/reports", "/owners/reports/covers.csv"] {
        app.anonymous().get(path).await.refused(401, "sign_in_required");
    }
    end(app).await;
}

/// G044
#[tokio::test]
async fn floor_role_sees_no_money_and_read_only_sees_all() {
    let app = TestApp::start().await;
    let (restaurant, _) = opened(&app).await;
    let date = app.day(3).to_string().leak();
    enter(&app, &restaurant, Booked { date, price: 8_000, ..DINNER }).await;
    swept(&app).await;
    let person = app.owner(&restaurant).await;
    let narrow = async |role: &str| {
        sqlx::query("UPDATE restaurant_owners SET role = $1").bind(role).execute(&app.pool).await.expect("a role");
    };
    narrow("floor").await;
    let home = person.get("/owners").await.data();
    assert_eq!((&home["days"][3]["guests"], &home["days"][3]["course_total"]), (&json!(2), &Value::Null));
    for path in ["", "/covers.csv", "/covers.xlsx", "/turn_times.csv", "/turn_times.xlsx"] {
        person.get(&format!("/owners/reports{path}")).await.refused(403, "right_missing");
    }
    narrow("read_only").await;
    assert_eq!(person.get("/owners").await.data()["days"][3]["course_total"], 16_000);
    assert_eq!(report(&person, "till=2026-12").await["periods"][5]["course_total"], 16_000);
    person.get("/owners/reports/covers.csv").await.is(200);
    app.end().await;
}

#[tokio::test]
async fn each_report_part_exports_csv() {
    let app = TestApp::start().await;
    let (_, owner) = autumn(&app).await;
    swept(&app).await;
    let csv = async |part: &str| {
        let reply = owner.get(&format!("/owners/reports/{part}.csv?{AUTUMN}")).await;
        assert_eq!(reply.is(200).header("content-type"), "text/csv; charset=utf-8");
        reply.body.trim_start_matches('\u{feff}').lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let covers = csv("covers").await;
    assert!(covers[0].starts_with("\"開始日\",\"終了日\",\"Web予約 組数\",\"Web予約 人数\""), "{covers:?}");
    assert_eq!(
        covers[1],
        "\"2026-10-01\",\"2026-10-31\",\"1\",\"2\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"0\",\"1\",\"2\",\"20000\""
    );
    assert_eq!(
        covers[2],
        "\"2026-11-01\",\"2026-11-30\",\"0\",\"0\",\"1\",\"3\",\"2\",\"3\",\"0\",\"0\",\"0\",\"0\",\"3\",\"6\",\"30000\""
    );
    assert_eq!(csv("cancellations").await[2], "\"2026-11-01\",\"2026-11-30\",\"1\",\"4\",\"1\",\"2\",\"5000\"");
    let leads = csv("lead_times").await;
    assert!(leads[0].contains("\"当日\",\"1〜3日前\"") && leads[0].ends_with("\"平均（日前）\""), "{leads:?}");
    assert_eq!(leads[2], "\"2026-11-01\",\"2026-11-30\",\"1\",\"1\",\"0\",\"1\",\"0\",\"0\",\"1\",\"27.8\"");
    assert_eq!(csv("guests").await[2], "\"2026-11-01\",\"2026-11-30\",\"1\",\"1\",\"1\",\"3\"");
    let occupancy = csv("occupancy").await;
    assert_eq!(occupancy.len(), 8);
    assert!(occupancy[0].starts_with("\"曜日\",\"11:00 (%)\",\"12:00 (%)\""), "{}", occupancy[0]);
    assert!(occupancy[0].ends_with("\"21:00 (%)\",\"22:00 (%)\""), "{}", occupancy[0]);
    let zeros = "\"0\",".repeat(7);
    assert_eq!(occupancy[2], format!("\"火曜日\",{zeros}\"6\",\"9\",\"3\",\"0\",\"0\""));
    let named = owner.get("/owners/reports/covers.csv?by=week&from=2026-11&till=2026-11").await;
    assert_eq!(named.header("content-disposition"), "attachment; filename=\"covers_weeks_2026-11_2026-11.csv\"");
    end(app).await;
}

/// The parts of a workbook by their names.
pub async fn workbook(owner: &Persona, path: &str) -> impl Fn(&str) -> String + use<> {
    let (headers, bytes) = owner.call(Method::GET, path).download().await;
    assert_eq!(headers["content-type"], "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    move |name: &str| {
        let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).expect("a workbook");
        let mut text = String::new();
        archive.by_name(name).expect("a part").read_to_string(&mut text).expect("a text");
        text
    }
}

#[tokio::test]
async fn workbook_has_numeric_numbers_and_dates() {
    let app = TestApp::start().await;
    let (_, owner) = autumn(&app).await;
    swept(&app).await;
    let part = workbook(&owner, &format!("/owners/reports/covers.xlsx?{AUTUMN}")).await;
    assert!(part("xl/workbook.xml").contains("name=\"来店数\""));
    assert!(part("xl/sharedStrings.xml").contains("Web予約 組数"));
    let sheet = part("xl/worksheets/sheet1.xml");
    assert!(sheet.contains("<v>30000</v>") && sheet.contains("<v>20000</v>"), "{sheet}");
    // Excel counts days from 1899: 46327 is the first of November 2026.
    let cell = |reference: &str| {
        let (_, rest) = sheet.split_once(&format!("<c r=\"{reference}\"")).expect("a cell");
        rest.split_once("<v>").and_then(|(_, rest)| rest.split_once("</v>")).expect("a value").0.to_owned()
    };
    assert_eq!(["A3", "E3", "F3", "O3"].map(cell), ["46327", "1", "3", "30000"]);
    for file in ["cancellations", "lead_times", "occupancy", "turn_times", "guests"] {
        let part = workbook(&owner, &format!("/owners/reports/{file}.xlsx?{AUTUMN}")).await;
        assert!(part("xl/worksheets/sheet1.xml").contains("<row r=\"3\""), "{file}");
    }
    end(app).await;
}

/// Every change that affects a total is in the next report, and no report contains anything else.
#[tokio::test]
async fn sums_follow_what_staff_do() {
    let app = TestApp::start().await;
    let (restaurant, owner) = opened(&app).await;
    swept(&app).await;
    assert_eq!(swept(&app).await, 0);
    let december = async || report(&owner, "from=2026-12&till=2026-12").await["periods"][0].clone();
    let visit = |days: i64, items: Vec<usize>| VisitSpec { days, items, guests: 3, times: ("18:00", "20:00") };
    let first = owner.record_visit(&app, &restaurant, &visit(2, vec![0])).await.is(201).json();
    let second = owner.record_visit(&app, &restaurant, &visit(2, vec![1])).await.is(201).json();
    assert_eq!(december().await["guests"], 0);
    assert_eq!(report(&owner, "").await["is_behind"], true);
    assert_eq!(swept(&app).await, 1);
    assert_eq!(
        (&december().await["guests"], &december().await["in_person"], &report(&owner, "").await["is_behind"]),
        (&json!(6), &Value::Null, &json!(false))
    );
    assert_eq!(december().await["new_parties"], 2);

    let uid = |reply: &Value| reply["uid"].as_str().expect("a uid").to_owned();
    owner.delete(&format!("{OFFLINE_RESERVATIONS}/{}", uid(&second))).await.is(200);
    swept(&app).await;
    let after = december().await;
    assert_eq!(
        (&after["guests"], &after["cancellations"], &after["cancelled_guests"]),
        (&json!(3), &json!(0), &json!(0)),
        "the restaurant deleted it"
    );

    app.advance(3 * DAY);
    let no_show = format!("/owners/api/reservations/{}/no_show", uid(&first));
    owner.put(&no_show, &json!({ "no_show": true })).await.is(200);
    swept(&app).await;
    let after = december().await;
    assert_eq!((&after["guests"], &after["no_shows"], &after["no_show_guests"]), (&json!(0), &json!(1), &json!(3)));
    app.verify().await;
    app.end().await;
}

/// First visits are recomputed when a visit is cancelled, and when two customers are merged.
#[tokio::test]
async fn first_visits_follow_cancellations_and_merges() {
    let app = TestApp::start().await;
    let (restaurant, owner) = opened(&app).await;
    swept(&app).await;
    let december = async || {
        let data = report(&owner, "from=2026-12&till=2027-01").await;
        let of = |index: usize| {
            let period = &data["periods"][index];
            (period["new_parties"].as_i64().unwrap(), period["returning_parties"].as_i64().unwrap())
        };
        (of(0), of(1))
    };
    let guest = app.guest(&restaurant, GuestSpec::default()).await;
    let mut uids = Vec::new();
    for (days, item) in [(2, 0), (40, 1)] {
        let spec = VisitSpec { days, items: vec![item], ..VisitSpec::default() };
        let mut visit = app.visit(&restaurant, &spec).await;
        visit["offline_customer_uid"] = guest.clone().into();
        let reply = owner.post(OFFLINE_RESERVATIONS, &visit).await.is(201).json();
        uids.push(reply["uid"].as_str().expect("a uid").to_owned());
    }
    swept(&app).await;
    assert_eq!(december().await, ((1, 0), (0, 1)));
    owner.delete(&format!("{OFFLINE_RESERVATIONS}/{}", uids[0])).await.is(200);
    swept(&app).await;
    assert_eq!(december().await, ((0, 0), (1, 0)), "the second visit is the first now");

    let other = app.guest(&restaurant, GuestSpec { nickname: "いとう", ..GuestSpec::default() }).await;
    let spec = VisitSpec { days: 3, items: vec![2], ..VisitSpec::default() };
    let mut visit = app.visit(&restaurant, &spec).await;
    visit["offline_customer_uid"] = other.clone().into();
    owner.post(OFFLINE_RESERVATIONS, &visit).await.is(201);
    swept(&app).await;
    assert_eq!(december().await, ((1, 0), (1, 0)));
    let id = async |uid: &str| {
        let id = sqlx::query_scalar::<_, i64>("SELECT id FROM customers WHERE uid = $1").bind(uid.to_owned());
        id.fetch_one(&app.pool).await.expect("a customer")
    };
    let body = json!({ "primary_customer_id": id(&guest).await, "merged_customer_ids": [id(&other).await] });
    owner.post("/owners/api/offline_customer_merges", &body).await.is(200);
    swept(&app).await;
    assert_eq!(december().await, ((1, 0), (0, 1)), "they are one guest");
    let merge = sqlx::query_scalar::<_, i64>("SELECT id FROM customer_merges").fetch_one(&app.pool).await;
    owner.delete(&format!("/owners/api/offline_customer_merges/{}", merge.expect("a merge"))).await.is(200);
    swept(&app).await;
    assert_eq!(december().await, ((1, 0), (1, 0)), "and two again");
    app.verify().await;
    app.end().await;
}

/// G327
#[tokio::test]
async fn first_visits_follow_a_corrected_guest() {
    let app = TestApp::start().await;
    let (restaurant, owner) = opened(&app).await;
    let guest = app.guest(&restaurant, GuestSpec::default()).await;
    let other = app.guest(&restaurant, GuestSpec { nickname: "いとう", ..GuestSpec::default() }).await;
    let book = async |days: i64| {
        let spec = VisitSpec { days, items: vec![0], ..VisitSpec::default() };
        let mut visit = app.visit(&restaurant, &spec).await;
        visit["offline_customer_uid"] = guest.clone().into();
        owner.post(OFFLINE_RESERVATIONS, &visit).await.is(201).json()["uid"].clone()
    };
    let first = book(2).await;
    book(40).await;
    let january = async || report(&owner, "from=2026-12&till=2027-01").await["periods"][1]["new_parties"].clone();
    swept(&app).await;
    assert_eq!(january().await, 0);
    let path = format!("/owners/api/walk_ins/{}/customer", first.as_str().expect("a uid"));
    owner.put(&path, &json!({ "customer_uid": other, "expected_customer_uid": guest })).await.is(200);
    swept(&app).await;
    assert_eq!(january().await, 1, "the second visit is the first of the previous guest");
    app.verify().await;
    app.end().await;
}

#[tokio::test]
async fn earliest_visit_is_first_despite_several_between_runs() {
    let app = TestApp::start().await;
    let (restaurant, owner) = opened(&app).await;
    swept(&app).await;
    let guest = app.guest(&restaurant, GuestSpec::default()).await;
    let book = async |days: i64| {
        let spec = VisitSpec { days, items: vec![0], ..VisitSpec::default() };
        let mut visit = app.visit(&restaurant, &spec).await;
        visit["offline_customer_uid"] = guest.clone().into();
        owner.post(OFFLINE_RESERVATIONS, &visit).await.is(201);
    };
    book(40).await;
    swept(&app).await;
    for days in [4, 3, 2] {
        book(days).await;
    }
    swept(&app).await;
    let data = report(&owner, "from=2026-12&till=2027-01").await;
    let of = |index: usize| (&data["periods"][index]["new_parties"], &data["periods"][index]["returning_parties"]);
    assert_eq!((of(0), of(1)), ((&json!(1), &json!(2)), (&json!(0), &json!(1))));
    end(app).await;
}
