//! The early booking of a raffle's winner, the questionnaire, and the list of raffles (F089, F090, F092, gaps G053, G070, G125).

use chrono::Duration;
use serde_json::{Value, json};
use tests::{DAY, Persona, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp, TestPlan};

const CALL: &str = "/users/api/reservations";

struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    admin: Persona,
    /// A slot on a day that only winners can book, and one on a day that all diners can.
    late: Slot,
    near: Slot,
    uid: String,
}

/// All diners book ten days ahead. A raffle is open from tomorrow for a day; two days from now its winners book forty days ahead.
async fn scene() -> Scene {
    let app = TestApp::start().await;
    let spec = RestaurantSpec { plan: TestPlan::Till { from_seconds: -DAY, days: 10 }, ..RestaurantSpec::default() };
    let restaurant = app.restaurant(spec).await;
    let late = app.slot(&restaurant, SlotSpec { days: 30, ..SlotSpec::default() }).await;
    let near = app.slot(&restaurant, SlotSpec { days: 8, ..SlotSpec::default() }).await;
    let admin = app.admin().await;
    let day = |days: i64| (app.now() + Duration::days(days)).format("%Y-%m-%d 10:00:00").to_string();
    let round = json!({ "raffle_round": { "registerable_from": day(1), "registerable_till": day(2), "winners_count": 1,
        "entries_limit": 2, "questions": ["苦手な食材は？", "ご同伴の方は？"] } });
    let uid = admin.post("/admin/r/sushi-test/raffle_rounds", &round).await.is(201).json();
    let uid = uid["uid"].as_str().expect("a uid").to_owned();
    let windows = json!({ "customer_group_uid": "", "is_preferred": true,
        "reservation_rounds": [{ "effective_at": day(3), "online_reservable_till": &day(40)[..10] }] });
    admin.post("/admin/api/r/sushi-test/custom_reservation_round_plans", &windows).await.is(201);
    Scene { app, restaurant, admin, late, near, uid }
}

impl Scene {
    /// Registers the diners, makes the first one a winner, and returns the registrations.
    async fn drawn(&self, diners: &[&Persona]) -> Vec<i64> {
        self.app.advance(DAY + DAY / 2);
        for diner in diners {
            diner.post(&format!("/users/api/raffle_rounds/{}/entries", self.uid), &json!({})).await.is(201);
        }
        let ids: Vec<i64> = sqlx::query_scalar("SELECT id FROM raffle_round_registrations ORDER BY id")
            .fetch_all(&self.app.pool)
            .await
            .expect("registrations");
        let body = json!({ "raffle_round_registration_id": ids[0], "send_email_to_winner": false });
        self.admin.post("/admin/api/raffle_round_registrations", &body).await.is(201);
        ids
    }

    /// The page on which a diner books with a win; its data.
    async fn page(&self, diner: &Persona, win: i64) -> Value {
        diner.get(&format!("/r/sushi-test/reservations/new?raffle_round_registration_id={win}")).await.is(200).data()
    }

    /// The body of a request for seats with a win, as the page makes it.
    async fn request(&self, diner: &Persona, slot: &Slot, win: i64) -> Value {
        let token = self.page(diner, win).await["calendar"]["token"].as_str().expect("a token").to_owned();
        let mut body = slot.hold_request(&self.restaurant, 1, &token);
        body["raffle_round_registration_id"] = win.into();
        body
    }

    async fn try_hold(&self, diner: &Persona, slot: &Slot, win: i64) -> tests::Reply {
        let body = self.request(diner, slot, win).await;
        diner.post(CALL, &body).await
    }

    /// Opens the late slot to all diners after some seconds, behind a waiting room.
    async fn open_behind_room(&self, seconds: i64) {
        sqlx::query(
            "INSERT INTO reservation_rounds (restaurant_id, reservation_round_plan_id, key, effective_at, online_reservable_till)
             SELECT restaurant_id, id, 'r2', $1, $2 FROM reservation_round_plans WHERE NOT is_preferred",
        )
        .bind(self.app.now() + Duration::seconds(seconds))
        .bind(self.late.date + Duration::days(20))
        .execute(&self.app.pool)
        .await
        .expect("a round");
        let owner = self.app.owner(&self.restaurant).await;
        let switch = json!({ "waiting_room": { "has_waiting_room": true } });
        owner.patch("/owners/api/waiting_rooms/sushi-test", &switch).await.is(200);
        self.app.caches_follow().await;
    }

    async fn spent(&self) -> i64 {
        self.app.count("SELECT count(*) FROM reservations WHERE raffle_round_registration_id IS NOT NULL").await
    }
}

/// F090
#[tokio::test]
async fn a_winner_books_before_the_public_opening_and_spends_the_win() {
    let scene = scene().await;
    let (hanako, kenji) = (scene.app.diner("hanako").await, scene.app.diner("kenji").await);
    let ids = scene.drawn(&[&hanako, &kenji]).await;
    let (won, lost) = (ids[0], ids[1]);
    scene.try_hold(&hanako, &scene.late, won).await.refused(422, "not_open");
    scene.app.advance(2 * DAY);

    // Only the winner sees the day and may book it, with their own win.
    let page = scene.page(&hanako, won).await;
    assert_eq!(page["raffle_round_registration_id"], won);
    assert_eq!(page["calendar"]["rrp_reservable_till"], "2026-12-11");
    let till = page["calendar"]["reservable_till"].as_str().expect("a date").to_owned();
    assert!(till.as_str() > scene.late.date.to_string().as_str(), "{till}");
    let token = page["calendar"]["token"].as_str().expect("a token").to_owned();
    for (diner, token, listed) in [
        (&hanako, token.clone(), true),
        (&hanako, hanako.calendar_token("sushi-test").await, false),
        (&kenji, kenji.calendar_token("sushi-test").await, false),
    ] {
        let date = scene.late.date;
        let path = format!("/users/api/availability/dates/sushi-test?date={date}&reservation_calendar_token={token}");
        let groups = diner.get(&path).await.is(200).json()["grouped_online_stock_groups"].clone();
        assert_eq!(groups["dinner"].is_array(), listed);
        let month = date.format("%Y-%m");
        let path = format!(
            "/users/api/availability/dates?restaurant_slug=sushi-test&year_month={month}&reservation_calendar_token={token}"
        );
        let dates = diner.get(&path).await.is(200).json()["available_dates"].clone();
        assert_eq!(dates.as_array().is_some_and(|dates| dates.contains(&json!(date))), listed);
    }
    assert_eq!(scene.page(&kenji, lost).await["raffle_round_registration_id"], Value::Null);
    for stolen in [won, lost, 999_999] {
        scene.try_hold(&kenji, &scene.late, stolen).await.refused(422, "not_open");
    }
    hanako.try_hold(&scene.restaurant, &scene.late, 1).await.refused(422, "not_open");

    // A booking that is open to all diners does not spend the win.
    let near = scene.try_hold(&hanako, &scene.near, won).await.is(201).json();
    assert_eq!(scene.spent().await, 0);
    hanako.cancel(near["uid"].as_str().expect("a uid")).await.is(204);

    let uid = scene.try_hold(&hanako, &scene.late, won).await.is(201).json()["uid"].clone();
    let uid = uid.as_str().expect("a uid");
    assert_eq!(scene.spent().await, 1);
    hanako.confirm(&scene.restaurant, uid).await.is(200);
    assert_eq!(hanako.status_of(uid).await, "accepted");
    let other = scene.app.slot(&scene.restaurant, SlotSpec { days: 31, ..SlotSpec::default() }).await;
    scene.try_hold(&hanako, &other, won).await.refused(422, "not_open");
    assert_eq!(scene.page(&hanako, won).await["raffle_round_registration_id"], Value::Null, "it is spent");
    scene.app.end().await;
}

#[tokio::test]
async fn ended_hold_restores_win_and_cancelled_booking_does_not() {
    let scene = scene().await;
    let hanako = scene.app.diner("hanako").await;
    let won = scene.drawn(&[&hanako]).await[0];
    scene.app.advance(2 * DAY);
    scene.try_hold(&hanako, &scene.late, won).await.is(201);
    scene.app.advance(601);
    let uid = scene.try_hold(&hanako, &scene.late, won).await.is(201).json()["uid"].clone();
    hanako.cancel(uid.as_str().expect("a uid")).await.is(204);
    let uid = scene.try_hold(&hanako, &scene.late, won).await.is(201).json()["uid"].clone();
    let uid = uid.as_str().expect("a uid");
    hanako.confirm(&scene.restaurant, uid).await.is(200);
    hanako.cancel(uid).await.is(204);
    scene.try_hold(&hanako, &scene.late, won).await.refused(422, "not_open");
    scene.app.end().await;
}

/// A win is no way around a waiting room (gaps G300): after the opening a booking spends no win, and needs a turn.
#[tokio::test]
async fn win_needs_no_turn_only_until_the_opening() {
    let scene = scene().await;
    let app = &scene.app;
    let (hanako, kenji) = (app.diner("hanako").await, app.diner("kenji").await);
    let won = scene.drawn(&[&hanako, &kenji]).await[0];
    app.advance(2 * DAY);
    let beyond = app.slot(&scene.restaurant, SlotSpec { days: 45, ..SlotSpec::default() }).await;
    scene.open_behind_room(700).await;

    scene.try_hold(&hanako, &beyond, won).await.refused(409, "waiting_room_place_needed");
    scene.try_hold(&kenji, &scene.late, won).await.refused(409, "waiting_room_place_needed");
    let uid = scene.try_hold(&hanako, &scene.late, won).await.uid();
    assert_eq!(scene.spent().await, 1);
    hanako.cancel(&uid).await.is(204);
    app.advance(701);
    scene.try_hold(&hanako, &scene.late, won).await.refused(409, "waiting_room_place_needed");
    scene.try_hold(&hanako, &scene.near, won).await.is(201);
    scene.app.end().await;
}

/// The win lets the request pass the waiting room, and is spent even if the seats are held only after the opening (gaps G300).
#[tokio::test]
async fn win_that_replaces_a_turn_is_spent_after_the_opening() {
    let scene = scene().await;
    let app = &scene.app;
    let hanako = app.diner("hanako").await;
    let won = scene.drawn(&[&hanako]).await[0];
    app.advance(2 * DAY);
    scene.open_behind_room(700).await;
    let request = scene.request(&hanako, &scene.late, won).await;
    // The check of the win waits here.
    let mut unread = app.pool.begin().await.expect("a transaction");
    let lock = sqlx::raw_sql("LOCK TABLE raffle_round_registrations IN ACCESS EXCLUSIVE MODE");
    lock.execute(&mut *unread).await.expect("a lock");
    let opening = async {
        app.wait_for_blocked_lock().await;
        app.advance(701);
        unread.rollback().await.expect("the end of the lock");
    };
    let (held, ()) = tokio::join!(hanako.post(CALL, &request), opening);
    held.is(201);
    assert_eq!(scene.spent().await, 1);
    scene.app.end().await;
}

/// One win, several tabs that book different days concurrently: one booking.
#[tokio::test]
async fn concurrent_requests_spend_a_win_once() {
    let scene = scene().await;
    let hanako = scene.app.diner("hanako").await;
    let won = scene.drawn(&[&hanako]).await[0];
    scene.app.advance(2 * DAY);
    let mut slots = Vec::new();
    for days in 31..37 {
        slots.push(scene.app.slot(&scene.restaurant, SlotSpec { days, ..SlotSpec::default() }).await);
    }
    let holds = futures_util::future::join_all(slots.iter().map(|slot| scene.try_hold(&hanako, slot, won))).await;
    let confirmed = holds.iter().filter(|reply| reply.status == 201).map(|reply| {
        let uid = reply.uid();
        let (hanako, restaurant) = (&hanako, &scene.restaurant);
        async move { hanako.confirm(restaurant, &uid).await.status }
    });
    futures_util::future::join_all(confirmed).await;
    let spent =
        "SELECT count(*) FROM reservations WHERE raffle_round_registration_id IS NOT NULL AND status = 'accepted'";
    assert_eq!(scene.app.count(spent).await, 1);
    scene.app.end().await;
}

/// F089, F092: the restaurant's page has the content of the dialog, and the list shows the result.
#[tokio::test]
async fn a_raffle_is_shown_on_the_restaurants_page_and_in_the_diners_list() {
    let scene = scene().await;
    let (hanako, kenji) = (scene.app.diner("hanako").await, scene.app.diner("kenji").await);
    let raffle = async |who: &Persona| who.get("/r/sushi-test").await.is(200).data()["raffle"].clone();
    let planned = raffle(&scene.app.anonymous()).await;
    assert_eq!((&planned["progress"], &planned["participation"]), (&json!("planned"), &Value::Null));
    assert_eq!(planned["prrList"][0]["online_reservable_till"].as_str().map(str::len), Some(10));
    let asks = format!("/users/raffle_round/product_registrations/{}/register", scene.uid);
    assert_eq!(planned["questionnaire_url"], asks);
    let ids = scene.drawn(&[&hanako, &kenji]).await;
    let open = raffle(&hanako).await;
    assert_eq!((&open["progress"], &open["participation"]["can_entry"]), (&json!("open"), &json!(false)));
    assert_eq!(open["participation"]["win"]["won_by"], "admin");
    scene.app.advance(2 * DAY);
    let closed = raffle(&scene.app.anonymous()).await;
    assert_eq!(
        (&closed["uid"], &closed["participation"]),
        (&json!(scene.uid), &Value::Null),
        "strangers may check the draw"
    );
    let win = raffle(&hanako).await["participation"]["win"].clone();
    assert_eq!((&win["raffle_round_registration_id"], &win["is_bookable"]), (&json!(ids[0]), &json!(true)));

    scene.app.anonymous().get("/users/preferred").await.refused(401, "sign_in_required");
    let list = hanako.get("/users/preferred").await.is(200).data();
    let own = &list["raffles"][0];
    assert_eq!((&own["restaurant_slug"], &own["raffle"]["uid"]), (&json!("sushi-test"), &json!(scene.uid)));
    assert_eq!(own["raffle"]["participation"]["entries"].as_array().map(Vec::len), Some(1));
    assert_eq!(own["raffle"]["participation"]["win"]["won_by"], "admin");
    let lost = kenji.get("/users/preferred").await.is(200).data();
    assert_eq!(lost["raffles"][0]["raffle"]["participation"]["win"], Value::Null);
    let ren = scene.app.diner("ren").await;
    assert_eq!(ren.get("/users/preferred").await.is(200).data()["raffles"], json!([]));
    for path in ["/raffle", "/raffle/bulk_entry"] {
        scene.app.anonymous().get(path).await.is(200);
    }
    let round = format!("/raffle/rounds/{}", scene.uid);
    let page = scene.app.anonymous().get(&round).await.is(200).data();
    assert_eq!((&page["entries_count"], &page["manual_winners"]), (&json!(2), &json!(1)));
    let browser = scene.app.anonymous();
    let led = browser.open(&format!("{round}/proof")).await;
    assert_eq!(led.is(303).location(), round, "a browser is led to the page");
    scene.app.end().await;
}

/// F089
#[tokio::test]
async fn questionnaire_can_be_answered_again() {
    let scene = scene().await;
    let hanako = scene.app.diner("hanako").await;
    let path = format!("/users/raffle_round/product_registrations/{}/register", scene.uid);
    scene.app.anonymous().get(&path).await.refused(401, "sign_in_required");
    scene.app.anonymous().post(&path, &json!({ "answers": [] })).await.refused(401, "sign_in_required");
    hanako.get("/users/raffle_round/product_registrations/none/register").await.refused(404, "not_found");
    let asked = hanako.get(&path).await.is(200).json();
    assert_eq!(asked, json!({ "questions": ["苦手な食材は？", "ご同伴の方は？"], "answers": [] }));
    let form = hanako.open(&path).await;
    assert_eq!(form.header("cache-control"), "private, no-store", "it has the diner's answers");
    assert!(form.body.contains("苦手な食材は？") && form.body.contains("authenticity_token"), "{}", form.body);
    let thanks = hanako.submit(&path, &[("answers[]", "<b>貝</b>"), ("answers[]", "")]).await;
    assert!(thanks.body.contains("ご回答ありがとうございました"), "{}", thanks.body);
    assert_eq!(hanako.get(&path).await.json()["answers"], json!(["<b>貝</b>", ""]));
    assert!(hanako.open(&path).await.body.contains("&lt;b&gt;"), "answers are text");
    hanako.post(&path, &json!({ "answers": ["なし"] })).await.is(200);
    assert_eq!(hanako.get(&path).await.json()["answers"], json!(["なし", ""]));
    for wrong in [json!(["a", "b", "c"]), json!(["あ".repeat(501)])] {
        hanako.post(&path, &json!({ "answers": wrong })).await.is(422);
    }
    let kept = hanako.submit(&path, &[("answers[]", &"い".repeat(501))]).await;
    assert!(kept.is(422).body.contains("いいい"), "what was typed is not lost");
    let kenji = scene.app.diner("kenji").await;
    assert_eq!(kenji.get(&path).await.json()["answers"], json!([]), "answers are one's own");
    scene.app.end().await;
}
