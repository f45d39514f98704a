//! `seki factor reset`, run as operators run it.

use domain::accounts::staff::{NewStaff, create_admin};
use domain::accounts::{authenticators, person};
use domain::sessions::AccountId;
use domain::signing::Signer;
use tests::{Authenticator, PASSWORD, RestaurantSpec, TestApp, seki, variables};

const SETTINGS: &str = "/owners/security_settings";

#[tokio::test(flavor = "multi_thread")]
async fn factor_removal_is_mailed_and_audited() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let email = app.owner_with_password(&restaurant, true).await;
    let owner = app.anonymous();
    owner.sign_in_as_owner(&email, PASSWORD).await.is(200);
    owner.add_authenticator(&app, SETTINGS).await;

    let environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    let reset = async |arguments: &[&str]| seki(&[&["factor", "reset"], arguments].concat(), &environment).await;
    for (arguments, refusal) in [
        (vec!["--diner", &*email, "--yes"], "there is no diner"),
        (vec!["--admin", &*email, "--yes"], "there is no admin"),
        (vec!["--owner", "nobody@seki.test", "--yes"], "there is no owner"),
        (vec!["--owner", &*email], "--yes"),
        (vec!["--owner", &*email, "--all", "--yes"], "cannot be used with"),
        (vec!["--yes"], "required"),
    ] {
        let (is_fine, said) = reset(&arguments).await;
        assert!(!is_fine && said.contains(refusal), "{arguments:?}: {said}");
    }
    owner.get("/owners").await.is(200);
    let upper = email.to_uppercase();
    let (is_fine, said) = reset(&["--owner", &upper, "--yes"]).await;
    assert!(is_fine && said.contains("1 second factor reset"), "{said}");
    assert!(!reset(&["--owner", &email, "--yes"]).await.0, "there is none left");
    assert!(reset(&["--all", "--yes"]).await.1.contains("no account has a second factor"));

    owner.get("/owners").await.refused(401, "sign_in_required");
    let browser = app.anonymous();
    assert_eq!(browser.sign_in_as_owner(&email, PASSWORD).await.is(200).json()["redirect_to"], "/owners");
    assert_eq!(app.count("SELECT count(*) FROM recovery_codes").await, 0);
    let mails = "SELECT count(*) FROM mail_deliveries WHERE context->>'alert' = 'factor_removed'";
    assert_eq!(app.count(mails).await, 1);
    let kept = "SELECT count(*) FROM audit_events WHERE action = 'account.factor_reset' AND actor = 'command_line'
                AND detail->>'side' = 'owner' AND detail->>'person_id' IS NOT NULL";
    assert_eq!(app.count(kept).await, 1);
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_admin_has_the_same_factor_and_is_written_to_likewise() {
    let app = TestApp::start().await;
    let (email, signer) = ("chief@seki.test", Signer::new(&app.config.secret));
    let mut conn = app.pool.acquire().await.unwrap();
    let admin = NewStaff { uid: "a1", email, nickname: "管理者", password_hash: "-" };
    let who = AccountId::Admin(create_admin(&mut conn, app.now(), &admin, &[]).await.unwrap());
    let person = person::get(&mut conn, who).await.unwrap();
    let begun = authenticators::begin(&mut conn, &signer, &app.rng, app.now(), &person).await.unwrap();
    let code = Authenticator::with(&begun.secret).code(&app);
    let codes = authenticators::confirm(&mut conn, &signer, &app.rng, app.now(), who, &code).await.unwrap();
    assert_eq!(codes.len(), 10);
    let environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    let (is_fine, said) = seki(&["factor", "reset", "--admin", "ch\u{130}ef@seki.test", "--yes"], &environment).await;
    assert!(!is_fine && said.contains("there is no admin"), "citext alone equates it with {email}: {said}");
    let (is_fine, said) = seki(&["factor", "reset", "--admin", email, "--yes"], &environment).await;
    assert!(is_fine, "{said}");
    assert!(authenticators::find_enabled(&mut conn, who).await.unwrap().is_none());
    app.drain_jobs().await;
    let text = app.outside.inbox(email).await[0]["text"].as_str().unwrap().to_owned();
    assert!(text.contains("/admin/security_settings"), "{text}");
    drop(conn);
    app.end().await;
}
