//! A restaurant's questions to each guest, and a gold member's statements about a visit (F075, F106, gaps G091, G096).

use serde_json::{Value, json};
use tests::{Persona, Reply, Restaurant, RestaurantSpec, SlotSpec, TestApp, all_ticked, cards};

const QUESTIONS: &str = "INSERT INTO preference_questions (restaurant_id, id, timing, question_type, question_ja, question_en,
     options_ja, options_en, is_required, position, parent_id, only_option_id)
 SELECT r.id, q.* FROM restaurants r CROSS JOIN (VALUES
     (1::bigint, 'on_booking', 'select', 'アレルギーはありますか', 'Any allergies?', ARRAY['ある', 'ない'], ARRAY['Yes', 'No'], true, 1, NULL::bigint, NULL::integer),
     (2, 'on_booking', 'singleline', '何のアレルギーですか', 'Which ones?', '{}', '{}', true, 2, 1, 1),
     (3, 'after_booking', 'singleline', 'お好きなお酒', 'Favourite drink', '{}', '{}', false, 1, NULL, NULL)) q";

struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    hanako: Persona,
    uid: String,
}

/// Two guests with a hold at a restaurant with questions.
async fn scene_with_questions() -> Scene {
    scene_with_questions_at(RestaurantSpec::default()).await
}

async fn scene_with_questions_at(spec: RestaurantSpec) -> Scene {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(spec).await;
    app.execute(QUESTIONS).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.hold(&restaurant, &slot, 2).await;
    Scene { app, restaurant, hanako, uid }
}

fn no() -> Value {
    json!({ "answers": [{ "preference_question_id": 1, "option_id": 2 }] })
}

fn crab() -> Value {
    json!({ "answers": [
        { "preference_question_id": 1, "option_id": 1 },
        { "preference_question_id": 2, "text": "蟹" },
    ] })
}

impl Scene {
    async fn confirm(&self, part: Value) -> Reply {
        let mut body = all_ticked();
        for (key, value) in part.as_object().expect("an object") {
            body[key] = value.clone();
        }
        self.hanako.post(&format!("/r/sushi-test/reservations/{}/confirm.json", self.uid), &body).await
    }

    async fn booked(self) -> Self {
        self.confirm(json!({ "preferences": [crab(), no()] })).await.is(200);
        self
    }

    async fn groups(&self) -> Value {
        self.hanako.reservation(&self.uid).await["preferences"].clone()
    }

    async fn change(&self, body: Value) -> Reply {
        self.hanako.patch(&format!("/users/reservations/{}", self.uid), &body).await
    }

    async fn answer(&self, body: Value) -> Reply {
        self.hanako.post(&format!("/users/reservations/{}/preferences", self.uid), &body).await
    }
}

#[tokio::test]
async fn each_guest_answers_with_the_booking_and_staff_read_it() {
    let scene = scene_with_questions().await;
    let Scene { app, restaurant, hanako, uid } = &scene;
    let review = hanako.get(&format!("/r/sushi-test/reservations/{uid}/review")).await.data();
    let questions = review["preference_questions"].as_array().unwrap();
    assert_eq!(questions.len(), 2, "later questions are not shown here: {questions:?}");
    assert_eq!(questions[1]["parent_id"], 1);
    let none = scene.confirm(json!({})).await;
    none.refused(422, "preferences_mismatch");
    let missing = scene.confirm(json!({ "preferences": [{ "answers": [] }, { "answers": [{ "preference_question_id": 1, "option_id": 1 }] }] })).await;
    let problem = missing.refused(422, "items_not_entered");
    assert_eq!(problem["message"], "未入力の項目があります。");
    assert_eq!(missing.bad_fields(), ["preferences.0.1", "preferences.1.2"]);
    assert_eq!(hanako.status_of(uid).await, "pending");
    scene.confirm(json!({ "preferences": [crab(), no()] })).await.is(200);
    let groups = scene.groups().await;
    let first = &groups["on_booking"]["answers"][0]["answers"];
    assert_eq!((&first[0]["answer"], &first[1]["answer"]), (&json!("ある"), &json!("蟹")));
    let owner = app.owner(restaurant).await;
    let pane = owner.get(&format!("/owners/api/online_reservations/{uid}")).await.is(200).json();
    let lines = pane["data"]["formated_preferences"].to_string();
    assert!(
        lines.contains("1人目 何のアレルギーですか:蟹") && lines.contains("2人目 アレルギーはありますか:ない"),
        "{lines}"
    );
    // Question and answer of a booking stay when the question is deleted.
    app.execute("DELETE FROM preference_questions WHERE parent_id IS NOT NULL").await;
    assert_eq!(scene.groups().await["on_booking"]["answers"][0]["answers"][1]["question"], "何のアレルギーですか");
    scene.app.end().await;
}

/// F075: stored answers must match the number of guests.
#[tokio::test]
async fn a_party_of_another_size_keeps_one_set_of_answers_for_each_guest() {
    let scene = scene_with_questions().await.booked().await;
    let groups = scene.groups().await;
    let ids: Vec<_> =
        groups["on_booking"]["answers"].as_array().unwrap().iter().map(|set| set["id"].as_i64().unwrap()).collect();
    let to = |guests: i32| json!({ "guests_count": guests });
    for body in [
        json!({ "reservation": to(1) }),
        json!({ "reservation": to(1), "delete_preference_ids": ids }),
        json!({ "reservation": to(1), "delete_preference_ids": [ids[0], 999] }),
        json!({ "reservation": { "special_request": "静かな席" }, "delete_preference_ids": [ids[0]] }),
        json!({ "reservation": to(3) }),
    ] {
        scene.change(body).await.refused(422, "preferences_mismatch");
    }
    assert_eq!(scene.groups().await, groups);
    scene.change(json!({ "reservation": to(1), "delete_preference_ids": [ids[0]] })).await.is(200);
    let left = scene.groups().await["on_booking"]["answers"].clone();
    assert_eq!((left.as_array().unwrap().len(), &left[0]["id"]), (1, &json!(ids[1])));
    let mut added = crab();
    added["timing"] = json!("on_booking");
    scene.change(json!({ "reservation": to(2), "preferences": [added] })).await.is(200);
    assert_eq!(scene.groups().await["on_booking"]["answers"].as_array().unwrap().len(), 2);
    scene.app.end().await;
}

#[tokio::test]
async fn declined_increase_drops_the_answers_of_the_other_guests() {
    let spec = RestaurantSpec { fee: 390, ..RestaurantSpec::default() };
    let scene = scene_with_questions_at(spec).await.booked().await;
    let groups = scene.groups().await;
    scene.hanako.register_card(&scene.app.outside, cards::SAVES_BUT_DECLINES).await.is(200);
    let mut added = crab();
    added["timing"] = json!("on_booking");
    let larger = json!({ "reservation": { "guests_count": 3 }, "preferences": [added] });
    scene.change(larger).await.refused(422, "payment_failed");
    assert_eq!(scene.groups().await, groups);
    scene.app.drain_jobs().await;
    scene.app.end().await;
}

#[tokio::test]
async fn questions_after_the_booking_are_answered_on_its_page() {
    let scene = scene_with_questions().await.booked().await;
    let Scene { app, hanako, uid, .. } = &scene;
    assert_eq!(hanako.reservation(uid).await["after_booking_questions"][0]["id"], 3);
    let drink = |text: &str| json!({ "answers": [{ "preference_question_id": 3, "text": text }] });
    scene.answer(json!({ "preferences": [drink("日本酒")] })).await.refused(422, "preferences_mismatch");
    let long = scene.answer(json!({ "preferences": [drink(&"酒".repeat(201)), drink("")] })).await;
    long.refused(422, "items_not_entered");
    assert_eq!(long.bad_fields(), ["preferences.0.3"]);
    scene.answer(json!({ "preferences": [drink("日本酒"), drink("")] })).await.is(200);
    scene.answer(json!({ "preferences": [drink("麦酒"), drink("茶")] })).await.is(200);
    let answers = scene.groups().await["after_booking"]["answers"].clone();
    assert_eq!(answers.as_array().unwrap().len(), 2, "the latest answers apply");
    assert_eq!(answers[0]["answers"][0]["answer"], "麦酒");
    let body = json!({ "preferences": [] });
    let path = format!("/users/reservations/{uid}/preferences");
    app.diner("kenji").await.post(&path, &body).await.refused(404, "not_found");
    app.anonymous().post(&path, &body).await.refused(401, "sign_in_required");
    scene.app.end().await;
}

/// F106: the form of a gold member.
#[tokio::test]
async fn gold_member_states_the_purpose_of_the_visit() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.hold(&restaurant, &slot, 2).await;
    app.execute("INSERT INTO gold_rounds (title, slug, created_at) VALUES ('冬', 'winter', now())").await;
    app.execute(
        "INSERT INTO gold_allocations (uid, restaurant_id, online_stock_group_id, gold_round_id, created_at)
         SELECT 'gold', o.restaurant_id, o.id, (SELECT min(id) FROM gold_rounds), now() FROM online_stock_groups o",
    )
    .await;
    app.refresh(&restaurant, slot.date).await;
    let review = hanako.get(&format!("/r/sushi-test/reservations/{uid}/review")).await.data();
    assert_eq!(review["gold"]["usage_scenes"].as_array().unwrap().len(), 6);
    assert_eq!(review["gold"]["last_visit_periods"][0]["label"], "1か月以内");
    let scene = Scene { app, restaurant, hanako, uid };
    let gold = |part: Value| json!({ "gold_reservation_preference": part });
    let missing = scene.confirm(gold(json!({ "last_visit_period": "within_1_year", "food_amount": "normal" }))).await;
    assert_eq!(missing.refused(422, "items_not_entered")["message"], "未入力の項目があります。");
    assert_eq!(missing.bad_fields(), ["gold_reservation_preference.usage_scene"]);
    assert_eq!(scene.confirm(json!({})).await.is(422).bad_fields().len(), 3);
    let odd = scene.confirm(gold(json!({ "is_first_visit": "1", "usage_scene": "nap", "food_amount": "less" }))).await;
    assert_eq!(odd.bad_fields(), ["gold_reservation_preference.usage_scene"]);
    let valid = json!({ "is_first_visit": true, "last_visit_period": "within_1_year", "usage_scene": "date", "food_amount": "less" });
    scene.confirm(gold(valid)).await.is(200);
    let owner = scene.app.owner(&scene.restaurant).await;
    let pane = owner.get(&format!("/owners/api/online_reservations/{}", scene.uid)).await.is(200).json();
    let kept = &pane["data"]["gold_reservation_preference"];
    assert_eq!((&kept["is_first_visit"], &kept["last_visit_period"]), (&json!(true), &json!("")));
    assert!(pane["data"]["formated_preferences"].to_string().contains("デート"), "{pane}");
    scene.app.end().await;
}
