//! A reservation in the admin console: its page and its charges.

use serde_json::{Value, json};
use tests::{CourseSpec, GuestSpec, PASSWORD, Persona, RestaurantSpec, SlotSpec, TestApp, VisitSpec, cards, justified};

/// F204
#[tokio::test]
async fn all_reservations_and_payments_are_admin_only() {
    let (app, restaurant, owner) =
        TestApp::with_restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let uid = app.diner("hanako").await.book(&restaurant, &slot, 2).await;
    let paths = [format!("/admin/reservations/{uid}"), format!("/admin/reservations/{uid}/reservation_charges")];
    for path in &paths {
        for stranger in [&owner, &app.diner(&format!("diner{}", app.next_number())).await, &app.anonymous()] {
            stranger.get(path).await.refused(401, "sign_in_required");
            stranger.open(path).await.goes_to("/admin/sign_in");
        }
    }
    app.sign_in_admin_as_well(&owner).await;
    for path in &paths {
        assert_eq!(owner.get(path).await.data()["reservation"]["uid"], uid.as_str());
        assert_eq!(owner.open(path).await.is(200).embedded()["data"]["reservation"]["guests_count"], 2);
    }
    owner.get("/admin/reservations/none").await.refused(404, "not_found");
    let views = "SELECT count(*) FROM audit_events WHERE action = 'reservation.viewed' AND actor = 'admin'";
    assert_eq!(app.count(views).await, 4, "each view of an admin, and none of the others");
    app.end().await;
}

#[tokio::test]
async fn each_front_end_loads_its_application() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let uid = app.diner("hanako").await.book(&restaurant, &slot, 2).await;
    app.sign_in_admin_as_well(&owner).await;
    let (owners, admins) =
        (owner.open("/owners").await.body, owner.open(&format!("/admin/reservations/{uid}")).await.body);
    for (page, own, other) in [(&owners, "owners", "admins"), (&admins, "admins", "owners")] {
        assert!(page.contains(&format!("<script type=\"module\" src=\"/console/{own}.js\">")), "{own}");
        assert!(page.contains(&format!("/console/{own}-ja.js")), "{own}");
        assert!(!page.contains(&format!("/console/{other}")), "{own}");
    }
    app.end().await;
}

/// A diner's booking of a prepaid course, and an admin with every permission.
async fn prepaid() -> (TestApp, Persona, Persona, String) {
    let course = CourseSpec { price: 12_000, is_prepaid: true, ..CourseSpec::default() };
    let spec = RestaurantSpec { seats: 8, courses: vec![course], ..RestaurantSpec::default() };
    let app = TestApp::start().await;
    let restaurant = app.restaurant(spec).await;
    app.add_notification_address(&restaurant).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    let admin = app.admin().await;
    (app, hanako, admin, uid)
}

async fn page(admin: &Persona, uid: &str) -> Value {
    admin.get(&format!("/admin/reservations/{uid}")).await.is(200).data()
}

#[tokio::test]
async fn booking_page_shows_guest_seats_payments_messages_and_history() {
    let (app, hanako, admin, uid) = prepaid().await;
    app.drain_jobs().await;
    let data = page(&admin, &uid).await;
    assert_eq!((&data["guest"]["name"], &data["guest"]["email"]), (&json!("hanako 太郎"), &json!(hanako.email)));
    assert!(data["guest"]["phone"].as_str().is_some_and(|phone| phone.starts_with('0')), "{data}");
    let account: String = sqlx::query_scalar("SELECT uid FROM users").fetch_one(&app.pool).await.unwrap();
    assert_eq!(data["user_uid"], json!(account));
    assert!(data["seats"].as_str().unwrap().starts_with("カウンター C"), "{data}");
    let charge = data["charges"].as_array().unwrap().iter().find(|charge| charge["kind"] == "prepaid_course").unwrap();
    assert_eq!((&charge["amount"], &charge["status"]), (&json!(24_000), &json!("succeeded")));
    let messages = data["messages"].as_array().unwrap();
    let message = |template: &str| messages.iter().find(|message| message["mail"]["template"] == template).unwrap();
    assert_eq!(message("reservation_accepted")["recipient"], hanako.email.as_str());
    let notice = message("restaurant_new_booking");
    assert_eq!(
        (&notice["recipient"], &notice["is_to_restaurant"], &notice["mail"]["state"]),
        (&json!("bookings@seki.test"), &json!(true), &json!("sent"))
    );
    assert!(!data["history"].as_array().unwrap().is_empty());
    assert!(!data["history"].to_string().contains("reservation.viewed"));
    let views = "SELECT count(*) FROM audit_events WHERE action = 'reservation.viewed' AND actor = 'admin'";
    assert_eq!(app.count(views).await, 1);
    app.end().await;
}

#[tokio::test]
async fn dead_mail_of_booking_is_failed() {
    let (app, _, admin, uid) = prepaid().await;
    app.execute("UPDATE apalis.jobs SET status = 'Killed' WHERE job_type = 'mail'").await;
    app.execute("UPDATE mail_deliveries SET sent_at = NULL").await;
    let messages = page(&admin, &uid).await["messages"].clone();
    assert!(messages.as_array().is_some_and(|messages| messages.len() > 1), "diner and restaurant: {messages}");
    assert!(messages.as_array().unwrap().iter().all(|message| message["mail"]["state"] == "failed"), "{messages}");
    app.end_unverified().await;
}

#[tokio::test]
async fn guest_of_offsite_reservation_needs_permission() {
    let (app, _, admin, uid) = prepaid().await;
    app.execute("UPDATE reservations SET type = 'offsite_reservation', user_id = NULL").await;
    assert_ne!(page(&admin, &uid).await["guest"], json!(null));
    let (_, email) = app.admin_with_password(&["onr", "ivr"]).await;
    let clerk = app.anonymous();
    clerk.sign_in_as_admin(&email, PASSWORD).await.is(200);
    let data = page(&clerk, &uid).await;
    assert_eq!((&data["guest"], &data["can_cancel"]), (&json!(null), &json!(false)));
    let recipients: Vec<_> = data["messages"].as_array().unwrap().iter().map(|one| one["recipient"].clone()).collect();
    assert!(!recipients.contains(&json!("hanako@seki.test")), "{recipients:?}");
    app.end_unverified().await;
}

/// An invitation without an account has the restaurant of its mail, like the mails to the restaurant.
#[tokio::test]
async fn address_of_invited_guest_needs_permission() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let guest = GuestSpec { nickname: "高橋", email: Some("guest@example.jp"), ..GuestSpec::default() };
    let uid = owner.invite(&app, &restaurant, &VisitSpec::default(), guest).await.uid();
    let admin = app.admin().await;
    let message = page(&admin, &uid).await["messages"][0].clone();
    assert_eq!(
        (&message["mail"]["template"], &message["recipient"], &message["is_to_restaurant"]),
        (&json!("invitation"), &json!("guest@example.jp"), &json!(false))
    );
    let (_, email) = app.admin_with_password(&["onr", "ofsr"]).await;
    let clerk = app.anonymous();
    clerk.sign_in_as_admin(&email, PASSWORD).await.is(200);
    let data = page(&clerk, &uid).await;
    assert_eq!((&data["guest"], &data["messages"][0]["recipient"]), (&json!(null), &json!("")));
    assert!(!data.to_string().contains("guest@example.jp"), "{data}");
    app.end().await;
}

#[tokio::test]
async fn admin_cancels_booking_without_fee_and_refunds_it() {
    let (app, hanako, admin, uid) = prepaid().await;
    let path = format!("/admin/reservations/{uid}/cancel");
    let reason = justified(json!({}));
    assert_eq!(admin.post(&path, &json!({})).await.bad_fields(), ["reason"]);
    assert_eq!(admin.post(&path, &json!({ "reason": "あ".repeat(501) })).await.bad_fields(), ["reason"]);
    admin.post(&path, &json!({ "reason": "店舗の休業" })).await.refused(422, "proof_missing");
    assert_eq!(page(&admin, &uid).await["reservation"]["status"], "accepted");
    let (_, email) = app.admin_with_password(&["onr"]).await;
    let clerk = app.anonymous();
    clerk.sign_in_as_admin(&email, PASSWORD).await.is(200);
    clerk.post(&path, &reason).await.refused(403, "admin_flag_missing");
    for stranger in [&hanako, &app.anonymous()] {
        stranger.post(&path, &reason).await.refused(401, "sign_in_required");
    }
    admin.post("/admin/reservations/none/cancel", &reason).await.refused(404, "not_found");
    assert_eq!(page(&admin, &uid).await["can_cancel"], true);
    admin.post(&path, &reason).await.is(200);
    app.drain_jobs().await;
    let data = page(&admin, &uid).await;
    assert_eq!((&data["reservation"]["status"], &data["can_cancel"]), (&json!("admin_delete"), &json!(false)));
    let charge = data["charges"].as_array().unwrap().iter().find(|charge| charge["kind"] == "prepaid_course").unwrap();
    assert_eq!(charge["refunded_amount"], 24_000);
    assert!(data["history"].to_string().contains("電話でのご依頼"), "the audit row has the reason");
    let mails = app.outside.booking_mails(&hanako.email).await;
    assert!(
        mails.iter().any(|mail| mail["subject"].as_str().unwrap().contains("ご予約をキャンセルしました")),
        "{mails:?}"
    );
    assert_eq!(app.count("SELECT count(*) FROM notifications WHERE reason = 'cancel'").await, 1);
    admin.post(&path, &reason).await.refused(400, "reservation_ended");
    app.end().await;
}

#[tokio::test]
async fn confirmation_is_not_sent_again_after_a_cancellation_in_progress() {
    let (app, _, admin, uid) = prepaid().await;
    let mut tx = app.pool.begin().await.unwrap();
    let cancel = "UPDATE reservations SET status = 'void', ended_at = created_at";
    sqlx::query(cancel).execute(&mut *tx).await.unwrap();
    let (path, nothing) = (format!("/admin/reservations/{uid}/confirmation"), json!({}));
    let end = async {
        app.wait_for_blocked_lock().await;
        tx.commit().await.unwrap();
    };
    let (answer, ()) = tokio::join!(admin.post(&path, &nothing), end);
    answer.refused(400, "reservation_ended");
    app.end_unverified().await;
}

#[tokio::test]
async fn confirmation_is_sent_again_at_most_once_a_minute() {
    let (app, hanako, admin, uid) = prepaid().await;
    app.drain_jobs().await;
    let sent = async || {
        app.drain_jobs().await;
        app.count(
            "SELECT count(*) FROM mail_deliveries WHERE template = 'reservation_accepted' AND sent_at IS NOT NULL",
        )
        .await
    };
    let path = format!("/admin/reservations/{uid}/confirmation");
    assert_eq!(sent().await, 1);
    admin.post(&path, &json!({})).await.is(200);
    admin.post(&path, &json!({})).await.is(200);
    assert_eq!(sent().await, 2);
    app.advance(61);
    app.sign_in_admin_as_well(&admin).await;
    admin.post(&path, &json!({})).await.is(200);
    assert_eq!(sent().await, 3);
    for stranger in [&hanako, &app.anonymous()] {
        stranger.post(&path, &json!({})).await.refused(401, "sign_in_required");
    }
    hanako.cancel(&uid).await.is(204);
    admin.post(&path, &json!({})).await.refused(400, "reservation_ended");
    app.end().await;
}
