//! `seki admin create`, `seki owner create`, `seki restaurant list`.

use domain::accounts::staff::{NewStaff, StaffAccountError, create_admin, create_owner};
use domain::accounts::{admins, find_by_email, password, reset_staff_password};
use domain::restaurants;
use domain::sessions::Side;
use serde_json::json;
use tests::PASSWORD;

use super::{SMALL, with_world};

fn staff<'a>(uid: &'a str, email: &'a str) -> NewStaff<'a> {
    NewStaff { uid, email, nickname: "店長", password_hash: "-" }
}

#[tokio::test]
async fn an_owner_belongs_to_restaurants_that_exist() {
    let (app, _) = with_world(SMALL).await;
    let slugs = ["load-00001".to_owned(), "load-00002".to_owned()];
    let mut tx = app.pool.begin().await.expect("a transaction");
    create_owner(&mut tx, app.now(), &staff("o1", "chef@seki.test"), &slugs).await.expect("an owner");
    tx.commit().await.expect("a commit");
    assert_eq!(app.count("SELECT count(*) FROM restaurant_owners").await, 2);
    assert_eq!(app.count("SELECT count(*) FROM owners WHERE terms_agreed_at IS NULL").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'owner_created'").await, 2);
    let rows = restaurants::queries::list_rows(&mut app.pool.acquire().await.expect("a connection"), app.now()).await;
    let rows = rows.expect("a list");
    assert_eq!((rows[0].slug.as_str(), rows[0].owners, rows[0].slots, rows[0].reservations), ("load-00001", 1, 6, 0));

    for (email, slug, refusal) in [
        ("CHEF@seki.test", "load-00001", "the address has an account already"),
        ("chef", "load-00001", "that is no mail address"),
        ("ch\u{130}ef@seki.test", "load-00001", "that is no mail address"),
        ("other@seki.test", "nowhere", "no restaurant is called \"nowhere\""),
    ] {
        let mut tx = app.pool.begin().await.expect("a transaction");
        let made = create_owner(&mut tx, app.now(), &staff("o2", email), &[slug.to_owned()]).await;
        assert_eq!(made.expect_err("a refusal").to_string(), refusal);
    }
    assert_eq!(app.count("SELECT count(*) FROM owners").await, 1);
    app.end().await;
}

#[tokio::test]
async fn admin_has_only_the_granted_flags() {
    let (app, _) = with_world(SMALL).await;
    let mut tx = app.pool.begin().await.expect("a transaction");
    let flags = ["osg".to_owned(), "cxl".to_owned()];
    create_admin(&mut tx, app.now(), &staff("a1", "chief@seki.test"), &flags).await.expect("an admin");
    tx.commit().await.expect("a commit");
    let given = "SELECT count(*) FROM admin_users WHERE osg AND cxl
                 AND NOT (onr OR ofsr OR ivr OR os OR cpn OR refunds OR privacy_export OR privacy_erase
                          OR impersonation OR staff OR risky_settings)";
    assert_eq!(app.count(given).await, 1);
    let mut tx = app.pool.begin().await.expect("a transaction");
    let again = create_admin(&mut tx, app.now(), &staff("a2", "chief@seki.test"), &[]).await;
    assert!(matches!(again, Err(StaffAccountError::EmailTaken)));
    drop(tx);
    app.end().await;
}

#[tokio::test]
async fn disabling_signs_admin_out_and_last_admin_is_kept() {
    let app = tests::TestApp::start().await;
    let (_, email) = app.admin_with_password(&["osg"]).await;
    let admin = app.anonymous();
    admin.sign_in_as_admin(&email, PASSWORD).await.is(200);
    let disable = async |email: &str| {
        let mut tx = app.pool.begin().await.expect("a transaction");
        let changed = admins::disable(&mut tx, app.now(), email).await;
        tx.commit().await.expect("a commit");
        changed.map_err(|error| error.to_string())
    };
    let last = "the last admin who may sign in cannot be disabled".to_owned();
    assert_eq!(disable(&email).await, Err(last.clone()));
    assert_eq!(disable("nobody@seki.test").await, Err("no admin has this address".to_owned()));
    admin.get("/admin/audit_events").await.is(200);

    let (_, other) = app.admin_with_password(&[]).await;
    assert_eq!(disable(&email.to_uppercase()).await, Ok(true));
    assert_eq!(disable(&email).await, Ok(false), "again changes nothing");
    admin.get("/admin/audit_events").await.refused(401, "sign_in_required");
    admin.sign_in_as_admin(&email, PASSWORD).await.refused(422, "bad_credentials");
    assert_eq!(disable(&other).await, Err(last));

    let mut conn = app.pool.acquire().await.expect("a connection");
    let rows = admins::list(&mut conn).await.expect("a list");
    assert_eq!(rows.iter().map(|row| row.disabled_at.is_some()).collect::<Vec<_>>(), [true, false]);
    assert!(admins::enable(&mut conn, app.now(), &email).await.expect("an answer"));
    assert!(!admins::enable(&mut conn, app.now(), &email).await.expect("an answer"));
    admin.sign_in_as_admin(&email, PASSWORD).await.is(200);
    let kept = "SELECT count(*) FROM audit_events WHERE action IN ('admin_disabled', 'admin_enabled')";
    assert_eq!(app.count(kept).await, 2);
    drop(conn);
    app.end().await;
}

/// If two admins disable each other concurrently, one remains: the rows are locked while they are counted.
#[tokio::test(flavor = "multi_thread")]
async fn concurrent_disables_keep_one_admin() {
    let app = tests::TestApp::start().await;
    let emails = [app.admin_with_password(&[]).await.1, app.admin_with_password(&[]).await.1];
    for _ in 0..10 {
        let disable = async |email: &str| {
            let mut tx = app.pool.begin().await.expect("a transaction");
            let done = admins::disable(&mut tx, app.now(), email).await.is_ok();
            tx.commit().await.expect("a commit");
            done
        };
        let (one, two) = tokio::join!(disable(&emails[0]), disable(&emails[1]));
        assert!(one != two, "exactly one");
        app.execute("UPDATE admin_users SET disabled_at = NULL").await;
    }
    app.end().await;
}

#[tokio::test]
async fn admins_are_listed_get_other_flags_and_a_new_password() {
    let app = tests::TestApp::start().await;
    let (_, email) = app.admin_with_password(&["osg"]).await;
    let admin = app.anonymous();
    admin.sign_in_as_admin(&email, PASSWORD).await.is(200);
    let page = "/admin/security_settings";
    let mut tx = app.pool.begin().await.expect("a transaction");
    let flags = ["cpn", "cxl", "impersonation", "staff", "risky_settings"].map(str::to_owned);
    assert!(!admins::set_flags(&mut tx, app.now(), "nobody@seki.test", &flags).await.expect("an answer"));
    assert!(admins::set_flags(&mut tx, app.now(), &email.to_uppercase(), &flags).await.expect("an answer"));
    tx.commit().await.expect("a commit");
    let shown = admin.get(page).await.is(200).json()["admin"]["flags"].clone();
    assert_eq!((&shown["osg"], &shown["cpn"], &shown["cxl"]), (&json!(false), &json!(true), &json!(true)));
    assert_eq!([&shown["impersonation"], &shown["staff"], &shown["risky_settings"]], [&json!(true); 3]);
    let mut conn = app.pool.acquire().await.expect("a connection");
    let rows = admins::list(&mut conn).await.expect("a list");
    assert_eq!((rows.len(), &rows[0].email, rows[0].flags.as_slice()), (1, &email, flags.as_slice()));
    assert!(!rows[0].has_second_factor && rows[0].locked_until.is_none());

    let person = find_by_email(&mut conn, Side::Admin, &email).await.expect("an answer").expect("an admin");
    let hash = password::hash(&app.rng, password::NewPassword::parse("Newer-2026").expect("a good one")).await;
    let hash = hash.expect("a hash");
    reset_staff_password(&mut conn, &app.rng, app.now(), &person, &hash).await.expect("a new password");
    admin.get(page).await.refused(401, "sign_in_required");
    admin.sign_in_as_admin(&email, PASSWORD).await.refused(422, "bad_credentials");
    admin.sign_in_as_admin(&email, "Newer-2026").await.is(200);
    let kept = "SELECT count(*) FROM audit_events
                WHERE actor = 'command_line' AND action IN ('admin_flags_set', 'account.password_reset')";
    assert_eq!(app.count(kept).await, 2);
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'security_alert'").await, 1);
    drop(conn);
    app.end().await;
}
