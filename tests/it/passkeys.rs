//! Passkeys of diners and of owners: a second factor in addition to the authenticator app. Both sides have the same calls, on other paths.

use reqwest::Method;
use serde_json::{Value, json};
use tests::{PASSWORD, Persona, Reply, RestaurantSpec, SecurityKey, TestApp};

/// A change to a key before it responds.
type KeyTampering = fn(&mut SecurityKey);

#[derive(Clone, Copy)]
pub enum Side {
    Diner,
    Owner,
}

/// The paths of a side, and how its audit events name it.
struct Pages {
    side: &'static str,
    settings: &'static str,
    /// The second step of a sign-in.
    step: &'static str,
    /// The call that accepts a code in the second step, and its field.
    verify: (&'static str, &'static str),
    /// A page that requires a sign-in.
    home: &'static str,
    /// The page after a sign-in.
    landing: &'static str,
}

const OF_DINERS: Pages = Pages {
    side: "diner",
    settings: "/users/profile/security_settings",
    step: "/users/two_factor_authentication",
    verify: ("/users/two_factor_authentication/verify", "verification_code"),
    home: "/users/profile",
    landing: "/",
};

const OF_OWNERS: Pages = Pages {
    side: "owner",
    settings: "/owners/security_settings",
    step: "/owners/second_factor",
    verify: ("/owners/second_factor", "code"),
    home: "/owners",
    landing: "/owners",
};

struct Scene {
    app: TestApp,
    side: Side,
    pages: Pages,
    /// The call that issues a challenge for a new passkey.
    options: String,
    passkeys: String,
}

impl Scene {
    async fn of(side: Side) -> Self {
        let pages = match side {
            Side::Diner => OF_DINERS,
            Side::Owner => OF_OWNERS,
        };
        let passkeys = format!("{}/passkeys", pages.settings);
        Self { app: TestApp::start().await, side, options: format!("{passkeys}/options"), passkeys, pages }
    }

    /// A person who is signed in and has an app, their address, and the app's recovery codes.
    async fn with_app(&self, name: &'static str) -> (Persona, String, Vec<String>) {
        let (person, email) = match self.side {
            Side::Diner => {
                let diner = self.app.diner(name).await;
                let email = diner.email.clone();
                (diner, email)
            }
            Side::Owner => {
                let restaurant = self.app.restaurant(RestaurantSpec { slug: name, ..RestaurantSpec::default() }).await;
                let email = self.app.owner_with_password(&restaurant, true).await;
                let owner = self.app.anonymous();
                owner.sign_in_as_owner(&email, PASSWORD).await.is(200);
                (owner, email)
            }
        };
        let (_, codes) = person.add_authenticator(&self.app, self.pages.settings).await;
        (person, email, codes)
    }

    async fn sign_in(&self, browser: &Persona, email: &str) -> Reply {
        match self.side {
            Side::Diner => browser.sign_in_as_diner(email, PASSWORD).await,
            Side::Owner => browser.sign_in_as_owner(email, PASSWORD).await,
        }
    }

    /// Returns the challenge that the settings issue to a browser.
    async fn begin(&self, person: &Persona) -> Value {
        person.post(&self.options, &password()).await.is(200).json()["options"].clone()
    }

    async fn add(&self, person: &Persona, name: &str, credential: &Value) -> Reply {
        person.post(&self.passkeys, &json!({ "name": name, "credential": credential })).await
    }

    /// A browser that has given the password, and what it is to sign.
    async fn waiting(&self, email: &str) -> (Persona, Value) {
        let browser = self.app.anonymous();
        assert_eq!(self.sign_in(&browser, email).await.is(200).json()["redirect_to"], self.pages.step);
        let begun = browser.post(&format!("{}/passkey/options", self.pages.step), &json!({})).await;
        let options = begun.is(200).json()["options"].clone();
        (browser, options)
    }

    async fn answer(&self, browser: &Persona, credential: &Value) -> Reply {
        browser.post(&format!("{}/passkey", self.pages.step), &json!({ "credential": credential })).await
    }

    async fn listed(&self, person: &Persona) -> Vec<Value> {
        person.get(self.pages.settings).await.data()["passkeys"].as_array().unwrap().clone()
    }

    async fn kept(&self, action: &str) -> i64 {
        let count = "SELECT count(*) FROM audit_events WHERE action = $1 AND detail->>'side' = $2";
        let count = sqlx::query_scalar(count).bind(action).bind(self.pages.side);
        count.fetch_one(&self.app.pool).await.expect("a count")
    }
}

fn password() -> Value {
    json!({ "current_password": PASSWORD })
}

pub async fn passkey_is_registered_once_and_replaces_the_code(side: Side) {
    let scene = Scene::of(side).await;
    let (app, pages) = (&scene.app, &scene.pages);
    let (person, email, _) = scene.with_app("hanako").await;
    let mut key = SecurityKey::named(app, "a");
    let options = scene.begin(&person).await;
    assert_eq!(options["rp"]["id"], "localhost");
    assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
    assert_eq!(options["timeout"], 300_000);
    let credential = key.create(&options);
    scene.add(&person, " ", &credential).await.refused(422, "invalid_input");
    scene.add(&person, " 自分の鍵 ", &credential).await.is(200);
    assert_eq!((app.alerts(&email, "passkey_added").await, scene.kept("account.passkey_added").await), (1, 1));
    assert_eq!(scene.listed(&person).await[0]["name"], "自分の鍵");
    assert_eq!(scene.listed(&person).await[0]["last_used_at"], Value::Null);
    scene.add(&person, "again", &credential).await.refused(422, "passkey_refused");
    let again = scene.begin(&person).await;
    assert_eq!(again["excludeCredentials"][0]["id"], credential["id"]);
    scene.add(&person, "the same key", &key.create(&again)).await.refused(422, "passkey_refused");

    let (browser, options) = scene.waiting(&email).await;
    assert_eq!(browser.get(pages.step).await.data()["has_passkeys"], true);
    assert_eq!(options["userVerification"], "required");
    browser.get(pages.home).await.refused(401, "sign_in_required");
    browser.post(&scene.options, &password()).await.refused(401, "sign_in_required");
    let signed = key.get(&options);
    assert_eq!(scene.answer(&browser, &signed).await.is(200).json()["redirect_to"], pages.landing);
    browser.get(pages.home).await.is(200);
    assert!(scene.listed(&person).await[0]["last_used_at"].is_string());
    scene.answer(&browser, &signed).await.refused(401, "sign_in_required");
    scene.app.end().await;
}

pub async fn only_the_persons_own_fresh_and_verified_answer_signs_in(side: Side) {
    let scene = Scene::of(side).await;
    let (app, pages) = (&scene.app, &scene.pages);
    let (person, email, codes) = scene.with_app("hanako").await;
    let mut key = SecurityKey::named(app, "a");
    scene.add(&person, "key", &key.create(&scene.begin(&person).await)).await.is(200);
    let (foreign, foreign_email, _) = scene.with_app("jiro").await;
    let mut foreign_key = SecurityKey::named(app, "b");
    scene.add(&foreign, "key", &foreign_key.create(&scene.begin(&foreign).await)).await.is(200);

    let spoilt: [(&str, KeyTampering); 4] = [
        ("another site", |key| key.origin = "https://seki.example".to_owned()),
        ("another host", |key| key.rp_id = "seki.example".to_owned()),
        ("unverified user", |key| key.verifies = false),
        ("a counter that ran back", |key| key.counter = 0),
    ];
    for (name, spoil) in spoilt {
        let (browser, options) = scene.waiting(&email).await;
        let mut bad = key.clone();
        spoil(&mut bad);
        assert_eq!(
            scene.answer(&browser, &bad.get(&options)).await.refused(422, "passkey_refused")["code"],
            "passkey_refused",
            "{name}"
        );
        browser.get(pages.home).await.refused(401, "sign_in_required");
        scene.answer(&browser, &key.clone().get(&options)).await.refused(422, "passkey_refused"); // the challenge is used up
    }
    assert_eq!(scene.kept("account.passkey_refused").await, 8);

    let (browser, options) = scene.waiting(&email).await;
    let (other, _) = scene.waiting(&foreign_email).await;
    scene.answer(&other, &key.clone().get(&options)).await.refused(422, "passkey_refused");
    scene.answer(&browser, &foreign_key.get(&options)).await.refused(422, "passkey_refused");
    let (browser, options) = scene.waiting(&email).await;
    for nonsense in [json!(null), json!("a"), json!({}), json!({ "id": [] })] {
        scene.answer(&browser, &nonsense).await.refused(422, "passkey_refused");
    }
    scene.answer(&app.anonymous(), &key.clone().get(&options)).await.refused(401, "sign_in_required");

    let (browser, options) = scene.waiting(&email).await;
    app.advance(5 * 60);
    scene.answer(&browser, &key.clone().get(&options)).await.refused(422, "passkey_refused");
    let (path, field) = pages.verify;
    browser.post(path, &json!({ field: codes[0] })).await.is(200);
    scene.app.end().await;
}

pub async fn a_forged_late_or_unverified_registration_is_refused(side: Side) {
    let scene = Scene::of(side).await;
    let (person, _, _) = scene.with_app("hanako").await;
    let key = SecurityKey::named(&scene.app, "a");
    let spoilt: [KeyTampering; 3] = [
        |key| key.origin = "https://seki.example".to_owned(),
        |key| key.rp_id = "seki.example".to_owned(),
        |key| key.verifies = false,
    ];
    for spoil in spoilt {
        let mut bad = key.clone();
        spoil(&mut bad);
        scene.add(&person, "key", &bad.create(&scene.begin(&person).await)).await.refused(422, "passkey_refused");
    }
    let credential = key.clone().create(&scene.begin(&person).await);
    scene.app.advance(5 * 60);
    scene.add(&person, "key", &credential).await.refused(422, "passkey_refused");
    assert_eq!(scene.listed(&person).await.len(), 0);
    scene.app.end().await;
}

pub async fn passkeys_are_changed_by_their_person_only_and_go_with_the_app(side: Side) {
    let scene = Scene::of(side).await;
    let app = &scene.app;
    let (person, email, codes) = scene.with_app("hanako").await;
    for body in [json!({}), json!({ "current_password": "Wrong-2026" })] {
        person.post(&scene.options, &body).await.refused(422, "password_wrong");
    }
    for name in ["a", "b"] {
        let mut key = SecurityKey::named(app, name);
        scene.add(&person, name, &key.create(&scene.begin(&person).await)).await.is(200);
    }
    let listed = scene.listed(&person).await;
    assert_eq!(listed[0]["user_handle"], listed[1]["user_handle"], "both belong to the account");
    assert_ne!(listed[0]["credential_id"], listed[1]["credential_id"]);
    let uid = listed[0]["uid"].as_str().unwrap().to_owned();
    let path = format!("{}/{uid}", scene.passkeys);
    let (foreign, _, _) = scene.with_app("jiro").await;
    foreign.patch(&path, &json!({ "name": "mine" })).await.refused(404, "not_found");
    foreign.call(Method::DELETE, &path).json(&password()).send().await.refused(404, "not_found");
    app.anonymous().patch(&path, &json!({ "name": "mine" })).await.refused(401, "sign_in_required");
    app.anonymous().call(Method::DELETE, &path).json(&password()).send().await.refused(401, "sign_in_required");
    app.anonymous().post(&scene.options, &password()).await.refused(401, "sign_in_required");
    scene.add(&app.anonymous(), "mine", &json!({})).await.refused(401, "sign_in_required");

    person.patch(&path, &json!({ "name": "" })).await.refused(422, "invalid_input");
    person.patch(&path, &json!({ "name": "c" })).await.is(200);
    assert_eq!(scene.listed(&person).await[0]["name"], "c");
    person.delete(&path).await.refused(422, "password_wrong");
    person.call(Method::DELETE, &path).json(&json!({ "code": codes[0] })).send().await.is(200);
    assert_eq!((app.alerts(&email, "passkey_removed").await, scene.listed(&person).await.len()), (1, 1));

    let authenticator = format!("{}/authenticator", scene.pages.settings);
    person.call(Method::DELETE, &authenticator).json(&password()).send().await.is(200);
    assert_eq!(scene.listed(&person).await.len(), 0);
    assert_eq!(scene.sign_in(&app.anonymous(), &email).await.json()["redirect_to"], scene.pages.landing);
    person.post(&scene.options, &password()).await.refused(422, "factor_missing");
    scene.app.end().await;
}
