//! A stranger learns of only a few addresses per phone number whether an account exists, and of none by differences in side effects.

use serde_json::{Value, json};
use tests::{RestaurantSpec, TestApp};

use super::people::{PHONE, PHONE_E164, form, signed_up_from, verify_phone};

const EMAIL: &str = "hanako@seki.test";

#[tokio::test]
async fn number_reveals_taken_emails_five_times_an_hour() {
    let app = TestApp::with_jobs().await;
    signed_up_from(&app, EMAIL, "9011110001").await;
    let prober = app.anonymous();
    let uuid = verify_phone(&app, &prober, "JP", PHONE, PHONE_E164).await;
    let mut without = form(EMAIL, &uuid);
    without["user"]["password"] = "short".into();
    for _ in 0..6 {
        assert_eq!(prober.post("/users", &without).await.bad_fields(), ["password"], "counts for nothing");
    }
    for _ in 0..5 {
        assert_eq!(prober.post("/users", &form(EMAIL, &uuid)).await.bad_fields(), ["email"]);
    }
    let free = prober.post("/users", &form("nobody@seki.test", &uuid)).await;
    assert_eq!((free.status, &free.json()["code"]), (429, &json!("too_many_requests")), "whatever the address");
    assert!(free.header("retry-after").parse::<i64>().expect("seconds") > 3_000);
    app.advance(50 * 60);
    let spent = prober.post("/users", &form("nobody@seki.test", &uuid)).await;
    assert_eq!(spent.bad_fields(), ["phone_verification_uuid"], "the proof is used up");
    let again = verify_phone(&app, &prober, "JP", PHONE, PHONE_E164).await;
    assert_eq!(prober.post("/users", &form("nobody@seki.test", &again)).await.status, 429, "the number is the same");
    app.advance(11 * 60);
    let last = verify_phone(&app, &prober, "JP", PHONE, PHONE_E164).await;
    prober.post("/users", &form("nobody@seki.test", &last)).await.is(200);
    app.end().await;
}

#[tokio::test]
async fn concurrent_lookups_share_the_limit() {
    let app = TestApp::with_jobs().await;
    signed_up_from(&app, EMAIL, "9011110001").await;
    let prober = app.anonymous();
    let uuid = verify_phone(&app, &prober, "JP", PHONE, PHONE_E164).await;
    let body = form(EMAIL, &uuid);
    let asked = (0..12).map(|_| prober.post("/users", &body));
    let answers = futures_util::future::join_all(asked).await;
    let revealing = answers.iter().filter(|answer| answer.bad_fields() == ["email"]).count();
    assert!((1..=5).contains(&revealing), "{revealing} of {}", answers.len());
    app.end().await;
}

/// A number that belongs to another account reveals no address: moving it is not a guess.
#[tokio::test]
async fn uninformative_requests_are_not_counted() {
    let app = TestApp::with_jobs().await;
    signed_up_from(&app, EMAIL, "9012345678").await;
    let mover = app.anonymous();
    let uuid = verify_phone(&app, &mover, "JP", PHONE, PHONE_E164).await;
    for _ in 0..8 {
        mover.post("/users", &form("mover@seki.test", &uuid)).await.refused(422, "phone_taken");
    }
    let mut moving = form("mover@seki.test", &uuid);
    moving["user"]["move_phone"] = true.into();
    mover.post("/users", &moving).await.is(200);
    app.end().await;
}

/// Returns the jobs and mails that a request for a new password leaves behind, until the worker processes them.
async fn left(app: &TestApp) -> Vec<Value> {
    let rows =
        "SELECT jsonb_build_object('template', template, 'locale', locale, 'user', user_id, 'side', context->'side',
                    'keys', (SELECT jsonb_agg(k ORDER BY k) FROM jsonb_object_keys(context) AS k))
                FROM mail_deliveries ORDER BY id";
    sqlx::query_scalar(rows).fetch_all(&app.pool).await.expect("mails")
}

#[tokio::test]
async fn a_request_for_a_password_does_the_same_for_every_address() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let owner = app.owner_with_password(&restaurant, true).await;
    let (_, admin) = app.admin_with_password(&[]).await;
    app.diner("hanako").await;
    let visitor = app.anonymous();
    let sides = [("users", "user", EMAIL), ("owners", "owner", &owner), ("admin", "admin_user", &admin)];
    for (number, (side, key, email)) in sides.into_iter().enumerate() {
        let (path, typed) = (format!("/{side}/password"), email.to_uppercase());
        for address in [typed.as_str(), "nobody@seki.test"] {
            visitor.post(&path, &json!({ key: { "email": address } })).await.is(200);
        }
        let rows = left(&app).await.split_off(number * 2);
        assert!(rows.len() == 2 && rows[0] == rows[1], "{rows:?}");
    }
    assert_eq!(app.count("SELECT count(*) FROM mail_tokens").await, 0, "the request itself searches no account");
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs WHERE job_type = 'mail'").await, 6);

    app.drain_jobs().await;
    for (_, _, email) in sides {
        let mails = app.outside.inbox(email).await;
        assert_eq!(mails.len(), 1, "{email}");
        assert_eq!(mails[0]["to"], email, "as the account spells it");
        assert!(mails[0]["text"].as_str().expect("a text").contains("password/edit?reset_password_token="), "{email}");
    }
    assert!(app.outside.inbox("nobody@seki.test").await.is_empty());
    let forgotten = "SELECT count(*) FROM mail_deliveries WHERE recipient = '' AND dropped_at IS NOT NULL";
    assert_eq!(app.count(forgotten).await, 3, "unknown addresses are not stored");
    let own =
        "SELECT count(*) FROM mail_deliveries WHERE user_id = (SELECT id FROM users WHERE email = 'hanako@seki.test')";
    assert_eq!(app.count(own).await, 1, "the diner's mail is theirs: it is exported and deleted with the account");
    app.end().await;
}
