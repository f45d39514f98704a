//! The lists of slots and reservations.

use serde_json::{Value, json};
use tests::{GuestSpec, RestaurantSpec, SlotSpec, TestApp, VisitSpec};

const SLOTS: &str = "/admin/r/sushi-test/online_stock_groups";
const ONLINE: &str = "/admin/r/sushi-test/online_reservations";
const INVITED: &str = "/admin/r/sushi-test/invited_reservations";
const OFFSITE: &str = "/admin/r/sushi-test/offsite_reservations";

fn uids(data: &Value, list: &str) -> Vec<String> {
    let rows = data[list].as_array().expect("rows");
    rows.iter().map(|row| row["uid"].as_str().expect("a uid").to_owned()).collect()
}

#[tokio::test]
async fn slots_are_listed_by_day_with_what_a_diner_would_find() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    app.slot(&elsewhere, SlotSpec::default()).await;
    let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
    let on = |days: i64| SlotSpec { days, ..SlotSpec::default() };
    let open = app.slot(&restaurant, on(3)).await;
    let full = app.slot(&restaurant, on(4)).await;
    app.diner("hanako").await.book(&restaurant, &full, 2).await;
    app.slot(&restaurant, on(5)).await;
    owner.record_visit(&app, &restaurant, &VisitSpec { days: 5, ..VisitSpec::default() }).await.is(201);
    let closed = app.slot(&restaurant, on(6)).await;
    app.close_day(&restaurant, closed.date).await;
    let gold = app.slot(&restaurant, on(7)).await;
    super::gold::allocate(&app, &restaurant, &gold, "december").await;
    let today =
        app.slot(&restaurant, SlotSpec { days: 0, times: vec![("00:00", "01:00")], ..SlotSpec::default() }).await;
    app.slot(&restaurant, on(-1)).await;

    let data = admin.get(SLOTS).await.data();
    let rows = data["online_stock_groups"].as_array().expect("rows").clone();
    let states: Vec<_> = rows.iter().map(|row| row["state"].as_str().unwrap_or_default()).collect();
    assert_eq!(
        states,
        ["past", "open", "full", "full", "closed", "open"],
        "from today on; seats count all their parties"
    );
    assert_eq!(rows[0]["date"], today.date.to_string());
    assert_eq!((&rows[1]["stocks"], &rows[1]["free_stocks"]), (&json!(2), &json!(2)));
    assert_eq!(rows[1]["times"], json!([{ "from": "18:00", "till": "20:00" }]));
    assert_eq!((&rows[4]["gold"], &rows[5]["gold"]["round_title"]), (&Value::Null, &json!("december")));
    assert_eq!(data["next"], Value::Null);

    let asked = async |query: &str| {
        let data = admin.get(&format!("{SLOTS}?{query}")).await.data();
        data["online_stock_groups"].as_array().expect("rows").iter().map(|row| row["date"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(asked("state=open").await, [json!(open.date), json!(gold.date)]);
    assert_eq!(asked("state=open&is_gold=0").await, [json!(open.date)]);
    assert_eq!(asked("is_gold=1").await, [json!(gold.date)]);
    assert_eq!(asked(&format!("date_from={0}&date_till={0}", full.date)).await, [json!(full.date)]);
    assert_eq!(asked(&format!("inventory_group_id={}", elsewhere.group)).await.len(), 0);
    assert_eq!(asked(&format!("date_from={}", app.day(-1))).await.len(), 7);
    for bad in ["state=gone", "is_gold=yes", "date_from=soon", "date_till=2026-13-01", "inventory_group_id=x"] {
        admin.get(&format!("{SLOTS}?{bad}")).await.refused(422, "invalid_input");
    }

    let uid = rows[2]["uid"].as_str().expect("a uid");
    let slot = admin.get(&format!("{SLOTS}/{uid}")).await.data()["online_stock_group"].clone();
    let taken: Vec<_> =
        slot["stocks"].as_array().expect("stocks").iter().map(|stock| stock["reservation_id"].is_i64()).collect();
    assert_eq!(taken, [true, true], "{slot}");
    assert_eq!(slot["courses"].as_array().map(Vec::len), Some(1));
    admin.get(&format!("{}/{uid}", SLOTS.replace("sushi", "tempura"))).await.refused(404, "not_found");
    admin.get(&format!("{SLOTS}/none")).await.refused(404, "not_found");
    let page = admin.open(&format!("{SLOTS}/{uid}")).await;
    assert_eq!(page.is(200).embedded()["data"]["online_stock_group"]["uid"], uid);
    app.end().await;
}

#[tokio::test]
async fn a_list_is_read_on_from_its_last_row_fifty_rows_a_page() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 1, ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    sqlx::query(
        "INSERT INTO online_stock_groups (uid, restaurant_id, inventory_group_id, operation, date, guests_counts, created_at)
         SELECT 'slot-' || n, $1, $2, 'dinner', $3::date + n / 2, '{1}', $4 FROM generate_series(1, 120) AS n",
    )
    .bind(restaurant.id.0)
    .bind(restaurant.group)
    .bind(app.day(1))
    .bind(app.now())
    .execute(&app.pool)
    .await
    .expect("slots");
    // Two visits share each instant, so the last row alone does not determine the start of the next page.
    sqlx::query(
        "INSERT INTO reservations (uid, reservation_code, restaurant_id, type, status, inventory_group_id, operation, date, starts_at,
             ends_at, guests_count, accepted_at, created_at)
         SELECT 'visit-' || n, 'C' || n, $1, 'online_reservation', 'void', $2, 'dinner', $3::date + n / 2,
                ($3::date + n / 2) + time '09:00', ($3::date + n / 2) + time '10:00', 1, $4, $4 FROM generate_series(1, 120) AS n",
    )
    .bind(restaurant.id.0)
    .bind(restaurant.group)
    .bind(app.day(1))
    .bind(app.now())
    .execute(&app.pool)
    .await
    .expect("visits");
    for (path, list) in [(SLOTS, "online_stock_groups"), (ONLINE, "reservations")] {
        let mut seen = Vec::new();
        let mut after = String::new();
        let mut sizes = Vec::new();
        loop {
            let data = admin.get(&format!("{path}?after={after}")).await.data();
            let page = uids(&data, list);
            sizes.push(page.len());
            seen.extend(page);
            match data["next"].as_str() {
                Some(next) => after = next.to_owned(),
                None => break,
            }
        }
        assert_eq!(sizes, [50, 50, 20], "{path}");
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 120, "{path}: each row once");
    }
    app.end_unverified().await;
}

#[tokio::test]
async fn reservations_are_listed_by_their_kind_and_found_by_number_and_name() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
    let hanako = app.diner("hanako").await;
    let early = app.slot(&restaurant, SlotSpec { days: 3, ..SlotSpec::default() }).await;
    let late = app.slot(&restaurant, SlotSpec { days: 4, ..SlotSpec::default() }).await;
    let booked = hanako.book(&restaurant, &early, 2).await;
    let held = app.diner("kenji").await.hold(&restaurant, &late, 1).await;
    let there = app.slot(&elsewhere, SlotSpec::default()).await;
    hanako.book(&elsewhere, &there, 1).await;
    let visit = VisitSpec { days: 9, ..VisitSpec::default() };
    let guest = GuestSpec { nickname: "招待 太郎", email: Some("guest@seki.test"), ..GuestSpec::default() };
    let invited = owner.invite(&app, &restaurant, &visit, guest).await.is(201).json()["uid"].clone();
    owner.record_visit(&app, &restaurant, &VisitSpec { days: 10, ..visit.clone() }).await.is(201);
    let offsite =
        owner.record_visit(&app, &restaurant, &VisitSpec { days: 11, ..visit }).await.is(201).json()["uid"].clone();
    sqlx::query(
        "WITH changed AS (UPDATE reservations SET type = 'offsite_reservation' WHERE uid = $1 RETURNING restaurant_id, id)
         INSERT INTO offsite_reservations (restaurant_id, reservation_id, offsite_source, external_id, full_name_string)
         SELECT restaurant_id, id, 'inbound_hotel', 'H-77', 'J. Smith' FROM changed",
    )
    .bind(offsite.as_str())
    .execute(&app.pool)
    .await
    .expect("an off-site reservation");

    let listed =
        async |path: &str, query: &str| uids(&admin.get(&format!("{path}?{query}")).await.data(), "reservations");
    assert_eq!(listed(ONLINE, "").await, [held.clone(), booked.clone()], "the latest visit first");
    let views = "SELECT count(*) FROM audit_events WHERE action = 'reservation_list.viewed' AND actor = 'admin'
        AND detail = '{\"type\": \"online_reservation\", \"reservations\": 2}'";
    assert_eq!(app.count(views).await, 1, "names and phone numbers are not shown without a trace");
    let rows = admin.get(ONLINE).await.data()["reservations"].clone();
    assert_eq!(
        (&rows[0]["full_name"], &rows[0]["display_phone_number"]),
        (&json!(""), &json!("")),
        "a hold has no customer yet"
    );
    assert_eq!((&rows[1]["status"], &rows[1]["guests_count"]), (&json!("accepted"), &json!(2)));
    let code = rows[1]["reservation_code"].as_str().expect("a code").to_lowercase();
    assert_eq!(listed(ONLINE, &format!("keyword={code}")).await, std::slice::from_ref(&booked));
    let grouped = format!("{}ー{}", &code[..4], &code[4..]);
    assert_eq!(listed(ONLINE, &format!("keyword={grouped}")).await, std::slice::from_ref(&booked));
    assert_eq!(listed(ONLINE, "status=pending").await, [held]);
    assert_eq!(listed(ONLINE, &format!("date_till={}", early.date)).await, std::slice::from_ref(&booked));
    assert_eq!(listed(ONLINE, &format!("date_from={}", late.date)).await.len(), 1);
    assert_eq!(listed(ONLINE, "keyword=H-77").await.len(), 0, "of another kind");
    let name = rows[1]["full_name"].as_str().expect("a name").split(' ').next().expect("a family name").to_owned();
    assert_eq!(listed(ONLINE, &format!("keyword={name}")).await, [booked]);

    let rows = admin.get(INVITED).await.data()["reservations"].clone();
    assert_eq!((&rows[0]["uid"], &rows[0]["invite_type"]), (&invited, &json!("emailInvited")));
    assert_eq!((&rows[0]["full_name"], &rows[1]), (&json!("招待 太郎"), &Value::Null));
    let rows = admin.get(&format!("{OFFSITE}?keyword=H-77")).await.data()["reservations"].clone();
    assert_eq!((&rows[0]["uid"], &rows[0]["offsite_source"]), (&offsite, &json!("inbound_hotel")));
    assert_eq!(listed(OFFSITE, "keyword=Smith").await.len(), 1);
    for bad in ["status=gone", "date_from=soon", "date_till=x"] {
        admin.get(&format!("{ONLINE}?{bad}")).await.refused(422, "invalid_input");
    }
    app.end().await;
}
