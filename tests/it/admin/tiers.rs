//! The master data of the paid tiers, and tickets that diners book with (gaps G071, G131, G135).

use serde_json::{Value, json};
use tests::{DAY, Persona, Reply, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp};

const GLOBAL_MASTERS: &str = "/admin/api/resources";
const TICKETS: &str = "/admin/api/resources/r/sushi-test/tickets";

/// For each global kind: a record, a valid change, and a field of the record with an invalid value.
fn samples() -> [(&'static str, Value, Value, (&'static str, Value)); 4] {
    let price = json!({ "stripe_price_id": "price_green", "grade": "green", "amount": 980, "interval": "month",
                        "interval_count": 1, "is_active": true });
    let code = json!({ "code": "spring-2027", "title": "春", "grade": "green", "trial_months": 2, "valid_from": "2027-03-01",
                       "valid_till": "2027-04-30" });
    let coupon = json!({ "title": "初月半額", "amount_off": 490, "duration_in_months": 1 });
    [
        (
            "gold_rounds",
            json!({ "title": "冬", "slug": "winter-2027" }),
            json!({ "title": "冬の会" }),
            ("slug", "Winter".into()),
        ),
        ("plan_prices", price, json!({ "is_active": false }), ("grade", "silver".into())),
        ("campaign_codes", code, json!({ "trial_months": 3 }), ("valid_till", "2027-02-28".into())),
        ("coupons", coupon, json!({ "title": "半額" }), ("amount_off", 0.into())),
    ]
}

async fn hold_with(diner: &Persona, restaurant: &Restaurant, slot: &Slot, ticket: &str) -> Reply {
    let token = diner.calendar_token(restaurant.slug).await;
    let mut request = slot.hold_request(restaurant, 2, &token);
    request["ticket_code"] = ticket.into();
    diner.post("/users/api/reservations", &request).await
}

fn with(record: &Value, change: &Value) -> Value {
    let mut changed = record.clone();
    changed.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    changed
}

#[tokio::test]
async fn tier_masters_are_listed_and_edited() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (admin, owner) = (app.admin().await, app.owner(&restaurant).await);
    for (name, given, change, (field, bad)) in samples() {
        let all = format!("{GLOBAL_MASTERS}/{name}");
        let saved = admin.post(&all, &given).await.is(201).json();
        let one = format!("{all}/{}", saved["id"]);
        let changed = admin.put(&one, &with(&given, &change)).await.is(200).json();
        for (field, value) in change.as_object().unwrap() {
            assert_eq!(changed[field], *value, "{name}: {field}");
        }
        let refused = admin.post(&all, &with(&given, &json!({ field: bad }))).await.is(422).json();
        assert!(refused["fields"][field].is_string(), "{name}: {refused}");
        for stranger in [&owner, &app.anonymous()] {
            stranger.post(&all, &given).await.refused(401, "sign_in_required");
            stranger.get(&all).await.refused(401, "sign_in_required");
        }
        admin.get(&format!("/admin/masters/{name}")).await.is(200);
        admin.delete(&one).await.is(200);
        admin.delete(&one).await.refused(404, "not_found");
    }
    let price = &samples()[1].1;
    let saved = admin.post(&format!("{GLOBAL_MASTERS}/plan_prices"), price).await.is(201).json();
    let dearer = with(price, &json!({ "amount": 9800 }));
    let kept = admin.put(&format!("{GLOBAL_MASTERS}/plan_prices/{}", saved["id"]), &dearer).await.is(200).json();
    assert_eq!(kept["amount"], 980, "the provider's price does not change");
    app.end().await;
}

#[tokio::test]
async fn restaurant_coupon_code_is_unique_even_after_cancellation() {
    let app = TestApp::start().await;
    app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let codes = "/admin/api/resources/r/sushi-test/user_coupon_codes";
    let coupon = admin.post(&format!("{GLOBAL_MASTERS}/coupons"), &samples()[3].1).await.is(201).json()["id"].clone();
    let typed = admin.post(codes, &json!({ "coupon_id": coupon, "code": "kagura-1" })).await.is(201).json();
    assert_eq!(typed["code"], "KAGURA-1");
    let made_up = admin.post(codes, &json!({ "coupon_id": coupon, "code": "" })).await.is(201).json();
    assert_eq!(made_up["code"].as_str().map(str::len), Some(8));
    admin.post(codes, &json!({ "coupon_id": coupon, "code": "KAGURA-1" })).await.is(422);
    admin.post(codes, &json!({ "coupon_id": 0, "code": "KAGURA-2" })).await.is(422);
    admin.put(&format!("{codes}/{}", typed["id"]), &typed).await.is(422);
    admin.delete(&format!("{GLOBAL_MASTERS}/coupons/{coupon}")).await.refused(409, "master_in_use");
    let cancelled = json!({ "codes": "KAGURA-1" });
    admin.post("/admin/r/sushi-test/bulk_cancel_user_coupon_codes", &cancelled).await.is(200);
    admin.delete(&format!("{codes}/{}", typed["id"])).await.refused(409, "master_in_use");
    admin.delete(&format!("{codes}/{}", made_up["id"])).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn a_diner_books_with_a_ticket_of_the_restaurant_until_its_last_day() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let admin = app.admin().await;
    let today = domain::zone::Zone::default().date_of(app.now());
    let ticket = json!({ "code": "thanks-7", "note": "お詫び", "valid_till": today });
    let saved = admin.post(TICKETS, &ticket).await.is(201).json();
    admin.post(TICKETS, &ticket).await.is(422);
    admin.post(TICKETS, &json!({ "code": "桜" })).await.is(422);
    admin.post("/admin/api/resources/r/tempura-test/tickets", &json!({ "code": "OTHERS-1" })).await.is(201);

    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    // The page shows the value of a ticket before anything is chosen.
    let checked_code = async |diner: &Persona, code: &str| {
        diner.get(&format!("/r/sushi-test/reservations/new?ticket_code={code}")).await.data()["ticket"].clone()
    };
    assert_eq!(checked_code(&hanako, "").await, json!(null));
    let good = json!({ "code": "THANKS-7", "is_good": true, "valid_till": today });
    assert_eq!(checked_code(&hanako, "thanks-7").await, good);
    for unknown in ["NO-SUCH-1", "OTHERS-1"] {
        assert_eq!(
            checked_code(&hanako, unknown).await,
            json!({ "code": unknown, "is_good": false, "valid_till": null })
        );
        assert_eq!(hold_with(&hanako, &restaurant, &slot, unknown).await.is(422).bad_fields(), ["ticket_code"]);
    }
    hold_with(&hanako, &restaurant, &slot, " ＴＨanks-7 ").await.is(201);
    assert_eq!(app.count("SELECT count(*) FROM reservations WHERE ticket_code = 'THANKS-7'").await, 1);
    let shown = admin.get(TICKETS).await.json()[0].clone();
    assert_eq!((&shown["bookings"], &shown["id"]), (&json!(0), &saved["id"]), "a hold is no booking yet");
    app.advance(DAY);
    let kenji = app.diner("kenji").await;
    let over = json!({ "code": "THANKS-7", "is_good": false, "valid_till": today });
    assert_eq!(checked_code(&kenji, "THANKS-7").await, over);
    let late = hold_with(&kenji, &restaurant, &slot, "THANKS-7").await;
    assert_eq!(late.is(422).bad_fields(), ["ticket_code"]);
    app.end().await;
}

#[tokio::test]
async fn restaurant_rate_applies_from_a_day_and_past_rates_stay() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let (admin, owner) = (app.admin().await, app.owner(&restaurant).await);
    let rates = "/admin/api/resources/r/sushi-test/charge_rates";
    let (yesterday, today, next_week) = (app.day(-1), app.day(0), app.day(7));
    let rate = |from: chrono::NaiveDate, amount: i64| json!({ "valid_from": from, "amount": amount });
    for (wrong, field) in
        [(rate(yesterday, 300), "valid_from"), (rate(today, -1), "amount"), (rate(today, 1_000_001), "amount")]
    {
        let refused = admin.post(rates, &wrong).await.is(422).json();
        assert!(refused["fields"][field].is_string(), "{wrong}: {refused}");
    }
    admin.post(rates, &json!({ "valid_from": "soon", "amount": 300 })).await.is(422);
    let first = admin.post(rates, &rate(today, 300)).await.is(201).json();
    assert_eq!((&first["id"], &first["amount"]), (&json!(today), &json!(300)));
    admin.post(rates, &rate(next_week, 500)).await.is(201);
    let later = format!("{rates}/{next_week}");
    let changed = admin.put(&later, &rate(today, 0)).await.is(200).json();
    assert_eq!((&changed["valid_from"], &changed["amount"]), (&json!(next_week), &json!(0)), "its day stays");
    admin.put(&format!("{rates}/{}", app.day(9)), &rate(today, 0)).await.refused(404, "not_found");
    admin.delete("/admin/api/resources/r/tempura-test/charge_rates/nothing").await.refused(404, "not_found");
    for stranger in [&owner, &app.anonymous()] {
        stranger.post(rates, &rate(today, 1)).await.refused(401, "sign_in_required");
    }
    let listed = admin.get(rates).await.is(200).json();
    assert_eq!(listed.as_array().map(Vec::len), Some(2));
    admin.get("/admin/r/sushi-test/masters/charge_rates").await.is(200);
    admin.delete(&later).await.is(200);
    let audited = "SELECT count(*) FROM audit_events WHERE detail->>'master' = 'charge_rates' AND
                   (action = 'master_created' AND detail->'new'->'amount' = '500' AND NOT detail ? 'old'
                    OR action = 'master_updated' AND detail->'old' = '{\"amount\": 500}' AND detail->'new' = '{\"amount\": 0}'
                    OR action = 'master_removed' AND detail->'old'->'amount' = '0' AND NOT detail ? 'new')";
    assert_eq!(app.count(audited).await, 3, "old and new values");
    app.advance(DAY);
    admin.delete(&format!("{rates}/{today}")).await.refused(409, "master_in_use");
    let refused = admin.put(&format!("{rates}/{today}"), &rate(today, 1)).await.is(422).json();
    assert!(refused["fields"]["valid_from"].is_string(), "{refused}");
    app.end().await;
}
