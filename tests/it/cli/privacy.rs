//! `seki privacy`.

use serde_json::Value;
use tests::{GuestSpec, Ran, RestaurantSpec, TestApp, run_seki};

async fn privacy(app: &TestApp, arguments: &[&str]) -> Ran {
    run_seki(&[&["privacy"], arguments].concat(), &app.variables()).await
}

fn parsed(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("no JSON: {ran:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn command_exports_and_erases_in_the_name_of_an_admin() {
    let app = TestApp::start().await;
    let hanako = app.diner("hanako").await;
    let (_, chief) = app.admin_with_password(&["privacy_export", "privacy_erase"]).await;
    let (_, clerk) = app.admin_with_password(&["privacy_export"]).await;
    let person = ["--diner", hanako.email.as_str(), "--as"];
    let shown = privacy(&app, &[&["show"], &person[..], &[clerk.as_str(), "--json"]].concat()).await;
    assert!(
        parsed(&shown).as_array().is_some_and(|rows| rows.iter().any(|row| row["table"] == "profiles")),
        "{shown:?}"
    );
    let exported = privacy(&app, &[&["export"], &person[..], &[clerk.as_str()]].concat()).await;
    assert_eq!((exported.code, &parsed(&exported)["account"]["email"]), (0, &Value::from(hanako.email.as_str())));

    for (admin, rest, code, text) in [
        (&clerk, &["--reason", "person"][..], 2, "permission privacy_erase"),
        (&clerk, &["--reason", "person", "--yes"][..], 2, "permission privacy_erase"),
        (&chief, &["--reason", "person"][..], 2, "add --yes"),
        (&chief, &["--reason", "whim", "--yes"][..], 2, "whim"),
        (&chief, &["--reason", "person", "--reference", "a b", "--yes"][..], 2, "reference: "),
        (&chief, &["--reason", "person", "--dry-run"][..], 0, "would be erased"),
    ] {
        let ran = privacy(&app, &[&["erase"], &person[..], &[admin.as_str()], rest].concat()).await;
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(ran.code == code && said.contains(text), "{rest:?}: {ran:?}");
    }
    let unknown = ["erase", "--diner", "nobody@seki.test", "--as", chief.as_str(), "--reason", "person", "--yes"];
    let unknown = privacy(&app, &unknown).await;
    assert!(unknown.code == 2 && unknown.stderr.contains("there is no diner nobody@seki.test"), "{unknown:?}");
    app.execute("UPDATE users SET premium_grade = 'green'").await;
    let reason = ["--reason", "person", "--yes"];
    let obstructed = privacy(&app, &[&["erase"], &person[..], &[chief.as_str()], &reason[..]].concat()).await;
    assert!(
        obstructed.code == 1 && obstructed.stderr.contains("Paid tier Premium: Wait until it ends. (/admin/users/"),
        "{obstructed:?}"
    );
    app.execute("UPDATE users SET premium_grade = NULL").await;
    assert_eq!(app.count("SELECT count(*) FROM users WHERE deleted_at IS NOT NULL").await, 0);

    let done = privacy(&app, &[&["erase"], &person[..], &[chief.as_str()], &reason[..]].concat()).await;
    assert_eq!(done.code, 0, "{done:?}");
    let erased = "SELECT count(*) FROM audit_events WHERE actor = 'command_line' AND action = 'privacy.erased'
                  AND detail->>'user_id' IS NOT NULL AND detail->>'admin_user_id' IS NOT NULL";
    assert_eq!(app.count(erased).await, 1);
    assert_eq!(app.count("SELECT count(*) FROM users WHERE deleted_at IS NOT NULL").await, 1);
    app.end().await;
}

/// The number of a record that was merged into another names the other.
#[tokio::test(flavor = "multi_thread")]
async fn number_of_merged_record_finds_the_guest() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    app.guest(&restaurant, GuestSpec { phone: "9012345678", ..GuestSpec::default() }).await;
    let uid = app.guest(&restaurant, GuestSpec { phone: "9087654321", ..GuestSpec::default() }).await;
    app.execute("UPDATE customers SET merged_into_id = (SELECT max(id) FROM customers) WHERE id = (SELECT min(id) FROM customers)")
        .await;
    let (_, admin) = app.admin_with_password(&["privacy_erase"]).await;
    let rest = ["--as", admin.as_str(), "--reason", "person", "--yes"];
    let done = privacy(&app, &[&["erase", "--guest", "090-1234-5678"], &rest[..]].concat()).await;
    assert!(done.code == 0 && done.stdout.contains(&uid), "{done:?}");
    assert_eq!(app.count("SELECT count(*) FROM customer_profiles WHERE phone_e164 IS NOT NULL").await, 0);
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn number_of_several_guests_needs_a_uid() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let guest = GuestSpec { phone: "9012345678", ..GuestSpec::default() };
    let uid = app.guest(&restaurant, guest).await;
    app.guest(&elsewhere, guest).await;
    let (_, admin) = app.admin_with_password(&["privacy_export", "privacy_erase"]).await;
    let rest = ["--as", admin.as_str(), "--reason", "representative", "--yes"];
    let several = privacy(&app, &[&["erase", "--guest", "090-1234-5678"], &rest[..]].concat()).await;
    assert!(
        several.code == 2 && several.stderr.contains(&uid) && several.stderr.contains("tempura-test"),
        "{several:?}"
    );
    let one = privacy(&app, &[&["erase", "--guest", uid.as_str()], &rest[..]].concat()).await;
    assert_eq!(one.code, 0, "{one:?}");
    assert_eq!(app.count("SELECT count(*) FROM customer_profiles WHERE phone_e164 IS NOT NULL").await, 1);

    let folder = std::env::temp_dir().join(format!("seki-privacy-{}", app.rng.uid()));
    let path = folder.to_str().expect("a path");
    let export = ["export", "--guest", uid.as_str(), "--as", admin.as_str(), "--output", path];
    assert_eq!(privacy(&app, &export).await.code, 0);
    let again = privacy(&app, &export).await;
    assert!(again.code == 1 && again.stderr.contains("cannot be created"), "no file is overwritten: {again:?}");
    std::fs::remove_file(path).expect("the file");
    app.end().await;
}
