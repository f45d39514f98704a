//! Booking in a gold round, its second booking, and the request for another plan (F105, F107; G069, gaps G041, G131, G140).

use serde_json::json;
use tests::{HOUR, Persona, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp, cards};

const ROUNDS: &str = "/users/gold/gold_rounds";
const CHANGE: &str = "/users/api/gold_plan_change_requests";

/// Three restaurants with one gold slot each; a second booking opens in an hour.
async fn scene() -> (TestApp, Persona, Vec<(Restaurant, Slot)>) {
    scene_with_fee(0).await
}

/// The same, with a platform fee per guest.
async fn scene_with_fee(fee: i32) -> (TestApp, Persona, Vec<(Restaurant, Slot)>) {
    let app = TestApp::start().await;
    app.plan_price("gold", 9_800).await;
    let mut slots = Vec::new();
    for slug in ["sushi-test", "tempura-test", "soba-test"] {
        let spec = RestaurantSpec { slug, fee, plan: tests::TestPlan::Never, ..RestaurantSpec::default() };
        let restaurant = app.restaurant(spec).await;
        let slot = app.slot(&restaurant, SlotSpec { counts: vec![1, 2], ..SlotSpec::default() }).await;
        slots.push((restaurant, slot));
    }
    sqlx::query(
        "WITH round AS (INSERT INTO gold_rounds (title, slug, created_at) VALUES ('冬', 'winter', $1) RETURNING id)
         INSERT INTO gold_allocations (uid, restaurant_id, gold_round_id, online_stock_group_id, available_as_second_from, created_at)
         SELECT 'gold-' || o.id, o.restaurant_id, round.id, o.id, $2, $1 FROM round, online_stock_groups o",
    )
    .bind(app.now())
    .bind(app.now() + chrono::Duration::seconds(HOUR))
    .execute(&app.pool)
    .await
    .expect("a round");
    for (restaurant, slot) in &slots {
        app.refresh(restaurant, slot.date).await;
    }
    let diner = app.diner("aoi").await.with_card(&app.outside, cards::GOOD).await;
    app.execute("UPDATE users SET is_gold_invited = true").await;
    diner.post("/users/gold/subscriptions", &json!({})).await.is(200);
    (app, diner, slots)
}

async fn hold(diner: &Persona, (restaurant, slot): &(Restaurant, Slot)) -> tests::Reply {
    diner.try_hold(restaurant, slot, 2).await
}

/// Confirms a booking with the answers that gold diners must give.
async fn confirm(diner: &Persona, restaurant: &Restaurant, uid: &str) -> tests::Reply {
    let mut body = tests::all_ticked();
    body["gold_reservation_preference"] =
        json!({ "is_first_visit": true, "usage_scene": "date", "food_amount": "less" });
    diner.post(&format!("/r/{}/reservations/{uid}/confirm.json", restaurant.slug), &body).await
}

/// F105
#[tokio::test]
async fn gold_diner_books_twice_the_second_later() {
    let (app, diner, slots) = scene().await;
    let page = diner.get(ROUNDS).await.data();
    assert_eq!((&page["round"]["slug"], page["slots"].as_array().map(Vec::len)), (&json!("winter"), Some(3)));
    assert_eq!(page["after_delete_path"], ROUNDS);
    assert!(page["slots"].as_array().unwrap().iter().all(|slot| slot["is_bookable"] == true));
    // No other diner sees or takes the gold slots, whatever they send.
    let other = app.diner("other").await;
    assert!(other.guests_options(&slots[0].0, &slots[0].1).await.is_empty());
    hold(&other, &slots[0]).await.refused(422, "slot_gone");
    let uid = hold(&diner, &slots[0]).await.uid();
    confirm(&diner, &slots[0].0, &uid).await.is(200);
    let page = diner.get(ROUNDS).await.data();
    assert_eq!(page["bookings_count"], 1);
    assert_eq!(
        (&page["slots"][1]["is_bookable"], &page["slots"][1]["second_from"]),
        (&json!(false), &json!("2026-12-01T11:00:00+09:00"))
    );
    hold(&diner, &slots[1]).await.refused(422, "gold_second_not_yet");
    app.advance(HOUR);
    let uid = hold(&diner, &slots[1]).await.uid();
    confirm(&diner, &slots[1].0, &uid).await.is(200);
    hold(&diner, &slots[2]).await.refused(422, "gold_limit");
    app.end().await;
}

/// F074, G069, G090: a gold booking grows by the seats and sizes of its slot, and stays one booking of the round.
#[tokio::test]
async fn a_gold_party_grows_and_shrinks_within_its_slot() {
    let (app, diner, slots) = scene().await;
    let (restaurant, slot) = &slots[0];
    app.execute("UPDATE online_stock_groups SET guests_counts = '{1,2,3,5}'").await;
    // Customer groups do not apply to a gold slot, not even for a larger party.
    app.execute("UPDATE online_stocks SET access_control = 'whitelist'").await;
    let uid = hold(&diner, &slots[0]).await.uid();
    confirm(&diner, restaurant, &uid).await.is(200);
    let path = format!("/users/reservations/{uid}");
    let change = async |guests: i32| diner.patch(&path, &json!({ "reservation": { "guests_count": guests } })).await;
    let options = diner.get(&format!("{path}/edit")).await.data()["guests_options"].clone();
    let sizes: Vec<_> = options.as_array().unwrap().iter().map(|option| option["guests_count"].clone()).collect();
    assert_eq!(sizes, [1, 2, 3], "of four seats");
    change(3).await.is(200);
    let seated = "SELECT count(*) FROM reservation_seats WHERE released_at IS NULL";
    let stocks = "SELECT count(*) FROM online_stocks WHERE online_reservable_id IS NOT NULL";
    assert_eq!((app.count(seated).await, app.count(stocks).await), (3, 3));
    change(4).await.refused(422, "not_offered");
    change(5).await.refused(422, "full");
    assert_eq!((app.count(seated).await, app.count(stocks).await), (3, 3));
    assert_eq!(app.count("SELECT count(*) FROM notifications WHERE reason = 'change_guests_count'").await, 1);
    assert_eq!(diner.get(ROUNDS).await.data()["bookings_count"], 1);
    hold(&diner, &slots[1]).await.refused(422, "gold_second_not_yet");
    change(1).await.is(200);
    assert_eq!((app.count(seated).await, app.count(stocks).await), (1, 1));
    // Slots that the party released stay gold.
    let other = app.diner("other").await;
    assert!(other.guests_options(restaurant, slot).await.is_empty());
    hold(&other, &slots[0]).await.refused(422, "slot_gone");
    app.end().await;
}

/// G069: a late payment seats a gold diner again, unless the round has no place for the booking any more.
#[tokio::test]
async fn late_gold_payment_gets_seats_while_round_has_capacity() {
    for has_booked in [false, true] {
        let (app, diner, slots) = scene_with_fee(390).await;
        diner.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
        app.outside.faults(json!({ "drop_webhooks": true })).await;
        let uid = hold(&diner, &slots[0]).await.uid();
        let asked = confirm(&diner, &slots[0].0, &uid).await.is(200).json();
        for (_, secret) in tests::waiting_intents(&asked) {
            assert_eq!(app.outside.card_form(&secret, "", "success").await, "succeeded");
        }
        app.advance(900);
        app.anonymous().month("sushi-test", "2026-12").await;
        if has_booked {
            diner.register_card(&app.outside, cards::GOOD).await.is(200);
            let other = hold(&diner, &slots[2]).await.uid();
            confirm(&diner, &slots[2].0, &other).await.is(200);
        }
        app.drain_jobs().await;
        assert_eq!(diner.status_of(&uid).await, if has_booked { "expired" } else { "accepted" });
        app.end().await;
    }
}

/// F102
#[tokio::test]
async fn the_round_is_seen_by_gold_subscribers_alone() {
    let (app, diner, slots) = scene().await;
    let other = app.diner("other").await.get(ROUNDS).await;
    assert_eq!((other.status, other.location()), (303, "/gold"));
    app.anonymous().get(ROUNDS).await.refused(401, "sign_in_required");
    app.execute("UPDATE users SET is_agent = true").await;
    diner.get(ROUNDS).await.refused(404, "not_found");
    hold(&diner, &slots[0]).await.refused(422, "slot_gone");
    app.end().await;
}

/// G069: of two concurrent bookings, only one counts as the first.
#[tokio::test(flavor = "multi_thread")]
async fn concurrent_first_bookings_count_as_first_and_second() {
    let (app, diner, slots) = scene().await;
    let (diner, slots) = (std::sync::Arc::new(diner), std::sync::Arc::new(slots));
    for _ in 0..5 {
        let mut requests = tokio::task::JoinSet::new();
        for at in 0..slots.len() {
            let (diner, slots) = (diner.clone(), slots.clone());
            requests.spawn(async move { hold(&diner, &slots[at]).await });
        }
        let answers = requests.join_all().await;
        let held: Vec<_> = answers.iter().filter(|answer| answer.status == 201).collect();
        assert_eq!(held.len(), 1, "{answers:?}");
        let uid = held[0].uid();
        diner.cancel(&uid).await.is(204);
    }
    app.end().await;
}

/// F107
#[tokio::test]
async fn plan_change_request_is_unique_and_notifies_admins() {
    let (app, diner, _) = scene().await;
    app.admin().await;
    let asked = diner.post(CHANGE, &json!({})).await.is(200).json();
    assert!(asked["message"].as_str().is_some_and(|message| message.contains("受け付けました")), "{asked}");
    diner.post(CHANGE, &json!({})).await.refused(422, "plan_change_requested");
    app.diner("other").await.post(CHANGE, &json!({})).await.refused(403, "plan_by_invitation");
    app.anonymous().post(CHANGE, &json!({})).await.refused(401, "sign_in_required");
    assert_eq!(app.count("SELECT count(*) FROM gold_plan_change_requests").await, 1);
    app.drain_jobs().await;
    let mailed =
        "SELECT count(*) FROM mail_deliveries WHERE template = 'gold_change_requested' AND sent_at IS NOT NULL";
    assert!(app.count(mailed).await > 0);
    app.end().await;
}

const PROFILE: &str = "/users/profile/gold_user_profile";

/// G249: gold members write their profiles, other diners have none, and a blank profile is deleted.
#[tokio::test]
async fn gold_profile_is_written_by_gold_members_only() {
    let (app, diner, _) = scene().await;
    let body = |fields: serde_json::Value| json!({ "gold_user_profile": fields });
    let whole = json!({
        "omakase_recommendation": "鮨あお", "birthplace": "京都府", "birth_date": "1980-04-01", "industry_type": "出版",
    });
    let blank = json!({ "omakase_recommendation": "", "birthplace": "", "birth_date": null, "industry_type": "" });
    let shown = async || diner.get("/users/profile").await.data()["gold_user_profile"].clone();
    assert_eq!(shown().await, blank);
    diner.patch(PROFILE, &body(whole.clone())).await.is(200);
    assert_eq!(shown().await, whole);
    let bad = json!({
        "omakase_recommendation": "", "birth_date": "2027-01-01", "birthplace": "x".repeat(101), "industry_type": "a\u{7}",
    });
    let refused = diner.patch(PROFILE, &body(bad)).await.is(422).json();
    for field in ["birth_date", "birthplace", "industry_type"] {
        assert!(refused["fields"][field].is_string(), "{field}: {refused}");
    }
    let unknown = json!({ "gold_user_profile": whole, "birthplace": "京都府" });
    for incomplete in
        [json!({}), json!({ "birthplace": "京都府" }), body(json!({})), body(json!({ "birthplace": "" })), unknown]
    {
        diner.patch(PROFILE, &incomplete).await.is(422);
    }
    assert_eq!(shown().await, whole, "a rejected form changes nothing");
    let export = diner.get("/users/profile/export").await.is(200).json();
    assert_eq!(export["gold_profile"]["birthplace"], "京都府", "{export}");

    let other = app.diner("other").await;
    other.patch(PROFILE, &body(whole.clone())).await.refused(403, "plan_by_invitation");
    assert_eq!(other.get("/users/profile").await.data()["gold_user_profile"], json!(null));
    app.anonymous().patch(PROFILE, &body(whole.clone())).await.refused(401, "sign_in_required");
    let form = [
        ("_method", "patch"),
        ("gold_user_profile[omakase_recommendation]", ""),
        ("gold_user_profile[birthplace]", ""),
        ("gold_user_profile[birth_date]", ""),
        ("gold_user_profile[industry_type]", ""),
    ];
    diner.submit(PROFILE, &form).await.goes_to("/users/profile");
    assert_eq!(app.count("SELECT count(*) FROM gold_user_profiles").await, 0);
    app.execute("UPDATE users SET is_agent = true").await;
    diner.patch(PROFILE, &body(whole)).await.refused(404, "not_found");
    app.end().await;
}

/// G273: a stored profile stays visible to its diner, who can only delete it.
#[tokio::test]
async fn gold_profile_is_deleted_after_the_membership() {
    for (ending, refusal) in [
        ("UPDATE users SET is_agent = true", (404, "not_found")),
        ("UPDATE subscriptions SET access_until = '2020-01-01'", (403, "plan_by_invitation")),
    ] {
        let (app, diner, _) = scene().await;
        let body = |place: &str| {
            json!({ "gold_user_profile": {
                "omakase_recommendation": "", "birthplace": place, "birth_date": null, "industry_type": "",
            } })
        };
        let shown = async || {
            let page = diner.get("/users/profile").await.data();
            (page["gold_user_profile"]["birthplace"].clone(), page["may_edit_gold_profile"].clone())
        };
        diner.patch(PROFILE, &body("京都府")).await.is(200);
        assert_eq!(shown().await, (json!("京都府"), json!(true)));
        app.execute(ending).await;
        assert_eq!(shown().await, (json!("京都府"), json!(false)), "{ending}");
        diner.patch(PROFILE, &body("大阪府")).await.refused(refusal.0, refusal.1);
        diner.patch(PROFILE, &body("")).await.is(200);
        assert_eq!(shown().await, (json!(null), json!(false)));
        diner.patch(PROFILE, &body("")).await.refused(refusal.0, refusal.1);
        app.end().await;
    }
}

/// F120, F121: staff get the profile for a gold slot, or of a gold member if the calendar shows gold members; otherwise the server
/// does not send it.
#[tokio::test]
async fn staff_see_gold_profile_only_of_candidates() {
    let (app, diner, slots) = scene().await;
    let (restaurant, slot) = &slots[0];
    let owner = app.owner(restaurant).await;
    let profile = json!({ "gold_user_profile": {
        "omakase_recommendation": "", "birthplace": "京都府", "birth_date": "", "industry_type": "",
    } });
    let gold = hold(&diner, &slots[0]).await.uid();
    confirm(&diner, restaurant, &gold).await.is(200);
    let open = app.restaurant(RestaurantSpec { slug: "udon-test", ..RestaurantSpec::default() }).await;
    let ordinary_slot = app.slot(&open, SlotSpec::default()).await;
    let ordinary = diner.book(&open, &ordinary_slot, 1).await;
    let other_owner = app.owner(&open).await;
    let candidate = async |owner: &Persona, date: chrono::NaiveDate| {
        let day = owner.get(&format!("/owners/daily_calendars/{date}")).await.data();
        let items = day["items"].as_array().cloned().unwrap_or_default();
        let item = items.into_iter().find(|item| item["calendar_item_type"] == "OnlineReservation");
        item.expect("the reservation")["is_gold_candidate"].clone()
    };
    let detail =
        async |owner: &Persona, uid: &str| owner.get(&format!("/owners/api/online_reservations/{uid}")).await.data();
    let (at_gold, at_ordinary) = (slot.date, ordinary_slot.date);

    assert_eq!(candidate(&owner, at_gold).await, false, "a gold slot without a profile");
    assert_eq!(detail(&owner, &gold).await["gold_user_profile"], json!(null));
    diner.patch(PROFILE, &profile).await.is(200);
    assert_eq!(
        (candidate(&owner, at_gold).await, candidate(&other_owner, at_ordinary).await),
        (json!(true), json!(false))
    );
    let shown = detail(&owner, &gold).await;
    assert_eq!((&shown["gold_allocated"], &shown["gold_user_profile"]["birthplace"]), (&json!(true), &json!("京都府")));
    let preference = &shown["gold_reservation_preference"];
    assert_eq!((&preference["usage_scene"], &preference["usage_scene_label"]), (&json!("date"), &json!("デート")));
    assert_eq!(
        detail(&other_owner, &ordinary).await["gold_user_profile"],
        json!(null),
        "the same member, in an ordinary slot"
    );

    let shows = "INSERT INTO restaurant_feature_availabilities (restaurant_id, show_gold_users) SELECT id, true FROM restaurants";
    app.execute(shows).await;
    assert_eq!(candidate(&other_owner, at_ordinary).await, true);
    assert_eq!(detail(&other_owner, &ordinary).await["gold_user_profile"]["birthplace"], "京都府");
    app.execute("UPDATE users SET is_agent = true").await;
    for (owner, uid, date) in [(&owner, &gold, at_gold), (&other_owner, &ordinary, at_ordinary)] {
        assert_eq!(candidate(owner, date).await, false, "an agent");
        assert_eq!(detail(owner, uid).await["gold_user_profile"], json!(null), "an agent");
    }
    app.execute("UPDATE users SET is_agent = false").await;
    app.execute("UPDATE users SET premium_grade = NULL").await;
    assert_eq!(candidate(&other_owner, at_ordinary).await, false);
    assert_eq!(detail(&other_owner, &ordinary).await["gold_user_profile"], json!(null), "no gold member any more");
    app.end().await;
}
