//! Each identifier that a page, a mail or a command shows is accepted by every command that takes such a record.

use domain::ids::ReservationId;
use domain::payments::model::Subject;
use domain::payments::queries::list_charges;
use serde_json::Value;
use tests::{Ran, RestaurantSpec, SlotSpec, TestApp, cards, run_seki};

use crate::diner::payments::prepaid_restaurant;

/// A disputed booking, and the identifiers that lead to it.
struct Disputed {
    app: TestApp,
    code: String,
    uid: String,
    charge: (i64, String),
    payment: String,
    dispute: String,
    email: String,
    user_uid: String,
}

async fn disputed() -> Disputed {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 1).await;
    app.drain_jobs().await;
    let payment = app.intents(&hanako).await.pop().expect("a payment").id;
    let dispute = app.outside.dispute(&payment, &[]).await;
    app.drain_jobs().await;
    let (restaurant_id, id, code): (i64, i64, String) =
        sqlx::query_as("SELECT restaurant_id, id, reservation_code FROM reservations")
            .fetch_one(&app.pool)
            .await
            .expect("a booking");
    let subject = Subject::Reservation(domain::ids::RestaurantId(restaurant_id), ReservationId(id));
    let charges = list_charges(&mut app.pool.acquire().await.expect("a connection"), subject).await.expect("charges");
    let charge = charges.into_iter().find(|one| one.gateway_fid.as_deref() == Some(&payment)).expect("the charge");
    let user_uid = sqlx::query_scalar("SELECT uid FROM users").fetch_one(&app.pool).await.expect("a diner");
    let email = hanako.email.clone();
    Disputed { app, code, uid, charge: (charge.id.0, charge.uid), payment, dispute, email, user_uid }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_key_of_a_payment_and_its_booking_is_accepted() {
    let Disputed { app, code, uid, charge: (id, charge), payment, dispute, email, user_uid } = disputed().await;
    let run = async |arguments: &[&str]| -> Ran { run_seki(arguments, &app.variables()).await };
    let json = async |arguments: &[&str]| -> Value {
        let ran = run(&[arguments, &["--json"]].concat()).await;
        serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{arguments:?}: {ran:?}"))
    };
    let lower = code.to_lowercase();
    let (numbered, id) = (format!("charge {id}"), id.to_string());
    let of_payment = [&payment, &charge, &id, &numbered, &dispute];
    for key in of_payment.into_iter().chain([&code, &lower, &uid]) {
        assert_eq!(json(&["disputes", "show", key]).await[0]["id"], Value::from(dispute.as_str()), "{key}");
        let listed = json(&["payments", "list", key]).await;
        assert!(listed.as_array().is_some_and(|rows| rows.iter().any(|row| row["uid"] == *charge)), "{key}: {listed}");
        let note = run(&["disputes", "note", key, "店舗に確認中"]).await;
        assert_eq!((note.code, note.stdout.as_str()), (0, "note saved\n"), "{key}: {note:?}");
    }
    let (_, admin) = app.admin_with_password(&["refunds", "privacy_export"]).await;
    for key in [&code, &uid, &payment, &dispute, &charge] {
        let rest = ["--amount", "700", "--reason", "x", "--borne-by", "operator", "--as", &admin, "--dry-run"];
        let corrected = run(&[&["payments", "correct", key.as_str()], &rest[..]].concat()).await;
        assert_eq!(corrected.code, 0, "{key}: {corrected:?}");
        let waived = run(&["no-show-fees", "waive", key, "--reason", "x", "--yes"]).await;
        assert!(waived.code == 1 && !waived.stderr.contains("there is no reservation"), "{key}: {waived:?}");
    }
    for key in [&email, &user_uid, &code, &payment] {
        let shown = run(&["privacy", "show", "--diner", key, "--as", &admin]).await;
        assert!(shown.code == 0 && shown.stdout.contains("Profile"), "{key}: {shown:?}");
        assert_eq!(run(&["trials", "show", key]).await.code, 0, "{key}");
    }
    let nickname: String =
        sqlx::query_scalar("SELECT nickname FROM admin_users").fetch_one(&app.pool).await.expect("it");
    let by_nickname = run(&["privacy", "show", "--diner", &email, "--as", &nickname]).await;
    assert_eq!(by_nickname.code, 0, "{by_nickname:?}");

    let refund = ["--reason", "x", "--borne-by", "operator", "--as", &admin, "--yes"];
    let several = run(&[&["payments", "refund", code.as_str()], &refund[..]].concat()).await;
    assert!(several.code == 2 && several.stderr.contains("names 2 charges; choose one"), "{several:?}");
    assert!(several.stderr.contains(&format!("{charge} Course (prepaid), 24,000 yen, Paid")), "{several:?}");
    let table = run(&["payments", "list", &code]).await.stdout;
    for expected in [code.as_str(), "Course (prepaid)", "Paid", "24,000", "Disputed"] {
        assert!(table.contains(expected), "{expected} in {table}");
    }
    let none = run(&["payments", "list", "pi_none"]).await;
    assert_eq!((none.code, none.stdout.as_str()), (0, "no such charges of pi_none\n"));
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn restaurant_is_found_by_slug_and_id() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    app.slot(&restaurant, SlotSpec::default()).await;
    let id: i64 = sqlx::query_scalar("SELECT id FROM restaurants").fetch_one(&app.pool).await.expect("a restaurant");
    for key in ["sushi-test".to_owned(), "Sushi-Test".to_owned(), id.to_string(), format!("restaurant {id}")] {
        for arguments in [
            &["rounds", "list", &key][..],
            &["slots", "list", &key],
            &["refill", "--dry-run", "--restaurant", &key],
            &["ledger", "list", "--restaurant", &key],
            &["announcements", "list", "--restaurant", &key],
            &["reports", "rebuild", "--restaurant", &key],
        ] {
            let ran = run_seki(arguments, &app.variables()).await;
            assert_eq!(ran.code, 0, "{arguments:?}: {ran:?}");
        }
    }
    app.end().await;
}

/// The identifiers that `seki verify` prints for a mail.
#[tokio::test(flavor = "multi_thread")]
async fn job_of_a_mail_is_found_by_the_mail() {
    let app = TestApp::start().await;
    app.execute(
        "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts, done_at, last_result)
         VALUES ('01KILLED', 'mail', '{\"mail_delivery_id\":7}'::bytea, 'Killed', 1, 12, now(), '{\"Err\":\"unknown\"}')",
    )
    .await;
    for key in ["01KILLED", "mail 7"] {
        let ran = run_seki(&["jobs", "show", key], &app.variables()).await;
        assert!(ran.code == 0 && ran.stdout.contains("queue: Email\nstate: Dead\n"), "{key}: {ran:?}");
    }
    let listed = run_seki(&["jobs", "list", "--queue", "Email", "--state", "dead"], &app.variables()).await;
    assert!(listed.code == 0 && listed.stdout.contains("01KILLED"), "{listed:?}");
    let replayed = run_seki(&["jobs", "replay", "mail 7"], &app.variables()).await;
    assert_eq!((replayed.code, replayed.stdout.as_str()), (0, "1 job scheduled for a retry\n"), "{replayed:?}");
    app.end().await;
}
