//! The credentials of an account: password, email address, and what restaurants should know (diner §2, §5).

use serde_json::{Value, json};
use tests::{DAY, PASSWORD, Persona, Reply, TestApp};

use super::people::{signed_up, signed_up_from};

const EMAIL: &str = "hanako@seki.test";
const NEW: &str = "hana@seki.test";
const PASSWORD_PATH: &str = "/users/profile/account/password";
const EMAIL_PATH: &str = "/users/profile/account/email";

/// A plan of every diner.
const GOLD_PLAN: &str = "WITH price AS (
        INSERT INTO plan_prices (stripe_price_id, grade, amount, \"interval\", interval_count, created_at)
        VALUES ('price_of_the_menu', 'gold', 1000, 'month', 1, '2026-01-01') RETURNING id)
    INSERT INTO subscriptions (uid, user_id, grade, plan_price_id, status, gateway_fid, access_until, check_at, created_at, updated_at)
    SELECT 'plan_of_the_menu', u.id, 'gold', price.id, 'active', 'sub_of_the_menu', '2099-01-01', '2099-01-01', '2026-01-01', '2026-01-01'
    FROM users u CROSS JOIN price";

fn new_password(current: &str, password: &str, confirmation: &str) -> Value {
    let user = json!({ "current_password": current, "password": password, "password_confirmation": confirmation });
    json!({ "tab": "password", "user": user })
}

async fn ask_for(visitor: &Persona, email: &str) -> Reply {
    ask_with(visitor, email, PASSWORD).await
}

async fn ask_with(visitor: &Persona, email: &str, password: &str) -> Reply {
    visitor.patch(EMAIL_PATH, &json!({ "user": { "email": email }, "current_password": password })).await
}

/// The path of the link in the newest mail to an address after `seen` of them.
async fn link_to(app: &TestApp, email: &str, seen: usize) -> String {
    let mail = app.outside.message_to(email, seen).await;
    let text = mail["text"].as_str().unwrap_or_default().to_owned();
    let link = text.lines().find(|line| line.contains("confirmation_token=")).unwrap_or_default().trim();
    link.trim_start_matches(app.config.base_url.as_str()).to_owned()
}

/// F022: a wrong current password changes nothing; with the right one the new password signs in.
#[tokio::test]
async fn a_password_is_changed_by_the_current_one() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, EMAIL).await;
    let page = visitor.get("/users/profile/account?tab=password").await;
    assert_eq!((&page.data()["tab"], &page.data()["has_password"]), (&json!("password"), &json!(true)));
    assert_eq!(visitor.get("/users/profile/account?tab=tel").await.data()["tab"], "tel");
    let elsewhere = app.anonymous();
    elsewhere.sign_in_as_diner(EMAIL, PASSWORD).await;

    let wrong = visitor.patch(PASSWORD_PATH, &new_password("Wrong-2026", "Newer-2026", "Newer-2026")).await;
    assert_eq!(wrong.is(422).bad_fields(), ["current_password"]);
    for (password, confirmation, field) in [
        ("short", "short", "password"),
        ("alllower1", "alllower1", "password"),
        ("Newer-2026", "Newer-2027", "password_confirmation"),
        ("", "", "password"),
        ("Password1", "Password1", "password"),
        (PASSWORD, PASSWORD, "password"),
    ] {
        let refused = visitor.patch(PASSWORD_PATH, &new_password(PASSWORD, password, confirmation)).await;
        assert_eq!(refused.is(422).bad_fields(), [field], "F211: {password}");
    }
    app.anonymous().patch(PASSWORD_PATH, &new_password(PASSWORD, "Newer-2026", "Newer-2026")).await.is(401);
    assert_eq!(app.anonymous().sign_in_as_diner(EMAIL, PASSWORD).await.status, 200, "nothing was changed");

    let done = visitor.patch(PASSWORD_PATH, &new_password(PASSWORD, "Newer-2026", "Newer-2026")).await;
    assert_eq!(done.is(200).json()["redirect_to"], "/users/profile/account?tab=password");
    assert!(visitor.is_signed_in().await && !elsewhere.is_signed_in().await);
    app.anonymous().sign_in_as_diner(EMAIL, PASSWORD).await.is(422);
    app.anonymous().sign_in_as_diner(EMAIL, "Newer-2026").await.is(200);
    app.end().await;
}

#[tokio::test]
async fn form_without_script_returns_to_its_tab() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, EMAIL).await;
    let fields = [
        ("_method", "PATCH"),
        ("tab", "password"),
        ("user[current_password]", PASSWORD),
        ("user[password]", "Newer-2026"),
        ("user[password_confirmation]", "Newer-2026"),
    ];
    let done = visitor.submit(PASSWORD_PATH, &fields).await;
    assert_eq!((done.status, done.location()), (303, "/users/profile/account?tab=password"));
    app.end().await;
}

#[tokio::test]
async fn new_address_applies_once_confirmed() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, EMAIL).await;
    app.outside.message_to(EMAIL, 0).await;
    let elsewhere = app.anonymous();
    elsewhere.sign_in_as_diner(EMAIL, PASSWORD).await;
    app.outside.message_to(EMAIL, 1).await;
    let asked = ask_for(&visitor, NEW).await;
    assert_eq!(asked.is(200).json()["redirect_to"], "/users/profile/account/email/edit");
    let data = visitor.get("/users/profile/account/email/edit").await.data();
    let ways = json!(["password"]);
    let waiting = json!({ "email": EMAIL, "email_confirmed": false, "pending_email": NEW, "proof_ways": ways });
    assert_eq!(data, waiting, "nothing changed yet");

    let notice = app.outside.message_to(EMAIL, 2).await;
    let text = notice["text"].as_str().unwrap_or_default();
    assert!(text.contains("h•••••@seki.test") && !text.contains(NEW) && !text.contains("confirmation_token"), "{text}");
    let link = link_to(&app, NEW, 0).await;
    visitor.open(&format!("{link}x")).await.is(303);
    assert_eq!(visitor.get("/").await.json()["flash"][0]["kind"], "alert");

    let opened = visitor.open(&link).await;
    assert_eq!((opened.status, opened.location()), (303, "/users/profile/account/email/edit"));
    let data = visitor.get("/users/profile/account/email/edit").await.data();
    assert_eq!(data, json!({ "email": NEW, "email_confirmed": true, "pending_email": null, "proof_ways": ways }));
    assert!(visitor.is_signed_in().await && !elsewhere.is_signed_in().await, "only here one stays signed in");
    let word = app.outside.message_to(EMAIL, 3).await;
    assert_eq!(word["subject"], "【席】メールアドレスが変更されました", "the previous address is notified");
    let text = word["text"].as_str().unwrap_or_default();
    let advice = "お心当たりのない場合は、このメールアドレスと上記の日時を添えて、すぐにお問い合わせください。";
    let (contact, settings) = (format!("{}/ja/legal/contact", app.config.base_url), "/users/profile/security_settings");
    assert!(text.contains(advice) && text.contains(&contact), "{text}");
    assert!(!text.contains("パスワードを変更") && !text.contains(settings), "its reader cannot sign in: {text}");
    app.anonymous().sign_in_as_diner(EMAIL, PASSWORD).await.is(422);
    app.anonymous().sign_in_as_diner(NEW, PASSWORD).await.is(200);
    assert_eq!(visitor.get(&link).await.json()["code"], "link_invalid", "a link is good once");
    app.end().await;
}

#[tokio::test]
async fn an_address_belongs_to_one_account() {
    let app = TestApp::with_jobs().await;
    let hanako = signed_up(&app, EMAIL).await;
    let kenji = signed_up_from(&app, "kenji@seki.test", "9010000001").await;
    for (email, code) in [("kenji@seki.test", "email"), (EMAIL, "email"), ("no address", "email"), ("", "email")] {
        let refused = ask_for(&hanako, email).await;
        assert_eq!(refused.is(422).bad_fields(), [code], "{email}: {}", refused.body);
    }
    ask_for(&app.anonymous(), NEW).await.is(401);
    // Both request the same address; the first to confirm gets it.
    ask_for(&hanako, NEW).await;
    let first = link_to(&app, NEW, 0).await;
    ask_for(&kenji, NEW).await;
    let second = link_to(&app, NEW, 1).await;
    kenji.open(&second).await.is(303);
    let refused = hanako.get(&first).await;
    let said = "このメールアドレスは、先に別のアカウントで登録されたため使用できません。アカウントのメールアドレスは変更されていません。";
    assert_eq!(refused.refused(422, "new_email_taken")["message"], said);
    assert_eq!(refused.bad_fields(), ["email"]);
    hanako.open(&first).await.goes_to("/users/profile/account/email/edit");
    assert_eq!(hanako.get("/").await.json()["flash"][0]["message"], said);
    let data = hanako.get("/users/profile/account/email/edit").await.data();
    assert_eq!(data["email"], EMAIL);
    app.end().await;
}

#[tokio::test]
async fn email_change_ends_by_expiry_newer_change_or_password() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, EMAIL).await;
    ask_for(&visitor, NEW).await;
    let first = link_to(&app, NEW, 0).await;
    ask_for(&visitor, "other@seki.test").await;
    assert_eq!(visitor.get(&first).await.json()["code"], "link_invalid", "a newer one was requested");
    let other = link_to(&app, "other@seki.test", 0).await;
    visitor.patch(PASSWORD_PATH, &new_password(PASSWORD, "Newer-2026", "Newer-2026")).await;
    assert_eq!(visitor.get(&other).await.json()["code"], "link_invalid", "the link of the notified address was used");
    ask_with(&visitor, NEW, "Newer-2026").await;
    let late = link_to(&app, NEW, 1).await;
    app.advance(DAY);
    assert_eq!(visitor.get(&late).await.json()["code"], "link_invalid", "a day is over");
    for _ in 0..5 {
        ask_with(&visitor, NEW, "Newer-2026").await.is(200);
    }
    ask_with(&visitor, NEW, "Newer-2026").await.is(429);
    app.end().await;
}

/// F024: what was saved reappears; without the tick there is no allergy.
#[tokio::test]
async fn preferences_are_kept() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, EMAIL).await;
    let save = async |profile: Value| visitor.patch("/users/profile", &json!({ "profile": profile })).await;
    let saved = async || {
        let data = visitor.get("/users/profile").await.data();
        json!([data["allergy_description"], data["dislikes"]])
    };
    assert_eq!(saved().await, json!(["", ""]));
    let done = save(json!({ "has_allergy": true, "allergy_description": "えび\nかに", "dislikes": "セロリ" })).await;
    assert_eq!(done.is(200).json()["redirect_to"], "/users/profile");
    assert_eq!(saved().await, json!(["えび\nかに", "セロリ"]));
    let blank = save(json!({ "has_allergy": "1", "allergy_description": " " })).await;
    assert_eq!(blank.is(422).bad_fields(), ["allergy_description"]);
    let long = save(json!({ "dislikes": "x".repeat(501) })).await;
    assert_eq!(long.bad_fields(), ["dislikes"]);
    save(json!({ "has_allergy": "maybe" })).await.is(422);
    assert_eq!(saved().await, json!(["えび\nかに", "セロリ"]), "refusals change nothing");
    save(json!({ "has_allergy": false, "allergy_description": "えび", "dislikes": "セロリ" })).await;
    assert_eq!(saved().await, json!(["", "セロリ"]));
    save(json!({ "has_allergy": true, "allergy_description": "そば" })).await.is(200);
    assert_eq!(saved().await, json!(["そば", "セロリ"]), "what is left out remains");
    save(json!({ "dislikes": "ねぎ" })).await.is(200);
    assert_eq!(saved().await, json!(["そば", "ねぎ"]));
    for body in [json!({}), json!({ "nonsense": 1 }), json!({ "profile": { "nonsense": 1 } })] {
        visitor.patch("/users/profile", &body).await.refused(422, "no_known_field");
    }
    assert_eq!(saved().await, json!(["そば", "ねぎ"]));
    let form = [("_method", "patch"), ("utf8", "✓"), ("commit", "保存"), ("profile[dislikes]", "セロリ")];
    visitor.submit("/users/profile", &form).await.is(303);
    assert_eq!(saved().await, json!(["そば", "セロリ"]), "the fields of every form are no unknown ones");
    app.anonymous().patch("/users/profile", &json!({})).await.is(401);
    app.end().await;
}

/// F093, F102: the menu of the header is the page's data, by state (diner §2).
#[tokio::test]
async fn menu_depends_on_session() {
    let app = TestApp::with_jobs().await;
    let visitor = signed_up(&app, EMAIL).await;
    let menu = async || -> Vec<String> {
        let items = visitor.get("/").await.json()["session"]["menu"].as_array().cloned().unwrap_or_default();
        items.iter().filter_map(|item| item["to"].as_str().map(str::to_owned)).collect()
    };
    let plain = [
        "/users/upcoming_reservations",
        "/users/customers",
        "/users/preferred",
        "/premium/green",
        "/users/profile",
        "/users/profile/account/email/edit",
        "/help",
    ];
    assert_eq!(menu().await, plain);
    app.execute("UPDATE users SET is_gold_invited = true").await;
    app.execute(GOLD_PLAN).await;
    let gold = menu().await;
    assert_eq!(gold[..2], ["/gold", "/users/gold/gold_rounds"]);
    assert!(gold.contains(&"/users/premium".to_owned()) && gold.contains(&"/users/premium/calendar/12".to_owned()));
    app.execute("UPDATE users SET is_agent = true").await;
    assert!(menu().await.iter().all(|to| !to.contains("gold")), "agents see nothing of gold");
    app.execute("UPDATE subscriptions SET grade = 'ohc'").await;
    assert!(menu().await.contains(&"/ohc".to_owned()));
    app.execute("DELETE FROM subscriptions").await;
    let guest = app.anonymous().get("/").await;
    assert_eq!(guest.json()["session"]["menu"], json!([]));
    app.end().await;
}

/// The response reveals that an account exists, so it is given at most five times an hour.
#[tokio::test]
async fn requests_for_taken_addresses_are_rate_limited() {
    let app = TestApp::with_jobs().await;
    let hanako = signed_up(&app, EMAIL).await;
    signed_up_from(&app, "kenji@seki.test", "9010000001").await;
    for _ in 0..5 {
        assert_eq!(ask_for(&hanako, "no address").await.status, 422, "an invalid address reveals nothing");
    }
    for _ in 0..5 {
        ask_for(&hanako, "kenji@seki.test").await.is(422);
    }
    ask_for(&hanako, "kenji@seki.test").await.is(429);
    app.end().await;
}
