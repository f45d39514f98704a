//! A confirmed number belongs to one account, and moves to the account that verifies it (F002, F023, R-015).

use serde_json::{Value, json};
use tests::{PASSWORD, Persona, TestApp};
use tokio::task::JoinSet;

use super::people::{PHONE, PHONE_E164, form, signed_up, signed_up_from, verify_phone};

const TEL: &str = "/users/profile/account/tel";

async fn is_confirmed(diner: &Persona) -> Value {
    diner.get("/").await.json()["session"]["user"]["phone_confirmed"].clone()
}

fn moving(mut form: Value) -> Value {
    form["user"]["move_phone"] = json!(true);
    form
}

#[tokio::test]
async fn sign_up_confirms_before_moving_a_number() {
    let app = TestApp::with_jobs().await;
    let hanako = signed_up(&app, "hanako@seki.test").await;
    assert_eq!(is_confirmed(&hanako).await, true);
    // The mail that asks to confirm the address comes first.
    app.outside.message_to("hanako@seki.test", 0).await;
    let second = app.anonymous();
    let uuid = verify_phone(&app, &second, "JP", PHONE, PHONE_E164).await;
    let asked = second.post("/users", &form("hanako2@seki.test", &uuid)).await;
    asked.refused(422, "phone_taken");
    assert_eq!(asked.bad_fields(), ["phone_local_number"]);
    assert_eq!(app.count("SELECT count(*) FROM users").await, 1);
    assert_eq!(is_confirmed(&hanako).await, true, "asking takes nothing away");
    let moved = second.post("/users", &moving(form("hanako2@seki.test", &uuid))).await;
    assert_eq!(moved.status, 200, "the question has not used up the proof: {}", moved.body);
    assert_eq!((is_confirmed(&hanako).await, is_confirmed(&second).await), (json!(false), json!(true)));
    let mail = app.outside.message_to("hanako@seki.test", 1).await;
    assert_eq!(mail["subject"], "【席】電話番号の認証が別のアカウントに移りました");
    assert!(!mail["text"].as_str().unwrap_or_default().contains("9012345678"));
    app.end().await;
}

/// F023: without a confirmed proof the number stays.
#[tokio::test]
async fn a_number_is_changed_by_the_proof_of_a_new_one() {
    let app = TestApp::with_jobs().await;
    let hanako = signed_up(&app, "hanako@seki.test").await;
    let page = hanako.get(&format!("{TEL}/edit")).await.data();
    assert_eq!((&page["phone_display"], &page["is_confirmed"]), (&json!(PHONE), &json!(true)));
    let body = |uuid: &str| json!({ "uuid": "x", "tab": "tel", "phone_verification_uuid": uuid, "current_password": PASSWORD });
    app.anonymous().patch(TEL, &body("x")).await.is(401);
    app.anonymous().get(&format!("{TEL}/edit")).await.is(401);
    for uuid in ["", "nothing", "\u{0}"] {
        let refused = hanako.patch(TEL, &body(uuid)).await;
        assert_eq!(refused.status, 422, "{uuid:?}: {}", refused.body);
    }
    let strangers = verify_phone(&app, &app.anonymous(), "JP", "09010000001", "+819010000001").await;
    assert_eq!(hanako.patch(TEL, &body(&strangers)).await.bad_fields(), ["phone_verification_uuid"]);

    let uuid = verify_phone(&app, &hanako, "US", "4155552671", "+14155552671").await;
    let alone = json!({ "uuid": uuid, "tab": "tel", "current_password": PASSWORD });
    let changed = hanako.patch(TEL, &alone).await;
    assert_eq!(changed.is(200).json()["redirect_to"], "/users/profile");
    let profile = hanako.get("/users/profile").await.data();
    assert_eq!((&profile["phone_display"], &profile["prefecture"]), (&json!("+1 4155552671"), &json!("overseas")));
    assert_eq!(hanako.patch(TEL, &body(&uuid)).await.status, 422, "a proof is good once");
    app.end().await;
}

/// G275: only to addresses of this site.
#[tokio::test]
async fn changed_number_leads_back_to_the_page_that_required_it() {
    let app = TestApp::with_jobs().await;
    let hanako = signed_up(&app, "hanako@seki.test").await;
    let shown = async |next: &str| hanako.get(&format!("{TEL}/edit?next={next}")).await.data()["next"].clone();
    assert_eq!(shown("%2Fr%2Fsushi%2Freservations%2Fnew%3Fslot%3D3").await, "/r/sushi/reservations/new?slot=3");
    for elsewhere in ["", "%2F%2Fevil.example", "https%3A%2F%2Fevil.example%2F", "%2F%5Cevil.example"] {
        assert_eq!(shown(elsewhere).await, json!(null), "{elsewhere}");
    }
    for (number, next, target) in [
        ("4155552671", "/r/sushi/reservations/new?slot=3", "/r/sushi/reservations/new?slot=3"),
        ("4155552672", "//evil.example", "/users/profile"),
    ] {
        let uuid = verify_phone(&app, &hanako, "US", number, &format!("+1{number}")).await;
        let body = json!({ "phone_verification_uuid": uuid, "current_password": PASSWORD, "next": next });
        assert_eq!(hanako.patch(TEL, &body).await.is(200).json()["redirect_to"], target);
    }
    app.end().await;
}

#[tokio::test]
async fn confirmed_change_moves_a_number_and_back() {
    let app = TestApp::with_jobs().await;
    let first = signed_up(&app, "hanako@seki.test").await;
    let second = signed_up_from(&app, "kenji@seki.test", "9010000001").await;
    for (to, from) in [(&second, &first), (&first, &second)] {
        let uuid = verify_phone(&app, to, "JP", PHONE, PHONE_E164).await;
        to.patch(TEL, &json!({ "phone_verification_uuid": uuid })).await.refused(422, "phone_taken");
        let change = json!({ "phone_verification_uuid": uuid, "move_phone": "1", "current_password": PASSWORD });
        to.patch(TEL, &change).await.is(200);
        assert_eq!((is_confirmed(to).await, is_confirmed(from).await), (json!(true), json!(false)));
    }
    let reported = "SELECT count(*) FROM mail_deliveries WHERE context->>'alert' = 'phone_changed'";
    assert_eq!(app.count(reported).await, 1, "the first account has the same number as before");
    app.end().await;
}

#[tokio::test]
async fn concurrent_sign_ups_with_one_number_create_one_account() {
    let app = TestApp::with_jobs().await;
    let mut posts = JoinSet::new();
    for number in 0..4 {
        let visitor = app.anonymous();
        let uuid = verify_phone(&app, &visitor, "JP", PHONE, PHONE_E164).await;
        let body = form(&format!("diner{number}@seki.test"), &uuid);
        // Half of the requests would move the number.
        let body = if number % 2 == 0 { body } else { moving(body) };
        posts.spawn(async move { visitor.post("/users", &body).await });
    }
    let answers = posts.join_all().await;
    assert!(answers.iter().any(|answer| answer.status == 200), "{answers:?}");
    assert!(answers.iter().all(|answer| answer.status == 200 || answer.body.contains("phone_taken")), "{answers:?}");
    assert_eq!(app.count("SELECT count(*) FROM profiles WHERE phone_confirmed_at IS NOT NULL").await, 1);
    app.end().await;
}
