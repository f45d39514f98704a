//! Manual refunds and corrections, and their approval by a second admin (gaps G205).

use domain::ids::AdminUserId;
use domain::sessions::AccountId;
use serde_json::{Value, json};
use tests::{DAY, PASSWORD, Persona, Reply, Restaurant, TestApp, cards};
use web_server::http::cookies::ADMIN_COOKIE;

use crate::diner::payments::prepaid_restaurant;

mod corrections;
mod ledger;
mod provider;
mod two_people;

const PAGE: &str = "/admin/payment_adjustments";

/// A signed-in admin with these flags, whose password is `PASSWORD`.
async fn admin(app: &TestApp, flags: &[&str]) -> (Persona, AdminUserId) {
    let (id, _) = app.admin_with_password(flags).await;
    let persona = app.anonymous();
    persona.set_cookie(ADMIN_COOKIE, &app.session_of(AccountId::Admin(id)).await);
    (persona, id)
}

/// A prepaid booking, and an admin who may refund.
struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    hanako: Persona,
    uid: String,
    admin: Persona,
}

/// The booking costs 390 yen and 24,000 yen for each guest.
async fn scene(guests: i32) -> Scene {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, guests).await;
    app.drain_jobs().await;
    let (admin, _) = admin(&app, &["refunds"]).await;
    Scene { app, restaurant, hanako, uid, admin }
}

/// Returns the body of a request with a proof; `key` names the request.
fn body(amount: i64, borne_by: &str, key: &str) -> Value {
    let adjustment = json!({ "amount": amount, "reason": "提供の遅れ", "borne_by": borne_by,
                             "idempotency_key": format!("0000-0000-0000-{key}") });
    json!({ "adjustment": adjustment, "current_password": PASSWORD })
}

impl Scene {
    /// Moves the clock, and signs both people in again.
    async fn later(self, days: i64) -> Self {
        self.app.advance(days * DAY);
        let (admin, _) = admin(&self.app, &["refunds"]).await;
        let hanako = self.app.back(&self.hanako).await;
        Self { admin, hanako, ..self }
    }

    /// Returns the page of the booking's payments.
    async fn page(&self) -> Value {
        let path = format!("/admin/reservations/{}/reservation_charges", self.uid);
        self.admin.get(&path).await.is(200).data()
    }

    /// Returns the address that refunds the charge of a kind.
    async fn refunds_of(&self, kind: &str) -> String {
        let page = self.page().await;
        let charges = page["charges"].as_array().expect("charges");
        let charge = charges.iter().find(|charge| charge["kind"] == kind).expect("a charge");
        let uid = |value: &Value| value.as_str().expect("a uid").to_owned();
        format!("/admin/users/{}/charges/{}/refunds", uid(&page["user_uid"]), uid(&charge["uid"]))
    }

    async fn refund(&self, amount: i64, borne_by: &str, key: &str) -> Reply {
        let path = self.refunds_of("prepaid_course").await;
        self.admin.post(&path, &body(amount, borne_by, key)).await
    }

    async fn correct(&self, amount: i64, borne_by: &str, key: &str) -> Reply {
        let path = format!("/admin/reservations/{}/corrections", self.uid);
        self.admin.post(&path, &body(amount, borne_by, key)).await
    }

    /// Returns the amount that is kept of the diner's payments at the provider.
    async fn kept(&self) -> i64 {
        self.app.kept_of(&self.hanako).await
    }

    /// Returns the statuses of all adjustments, oldest first.
    async fn statuses(&self) -> Vec<String> {
        let listed = listed(&self.admin).await;
        listed.iter().rev().map(|one| one["status"].as_str().expect("a status").to_owned()).collect()
    }
}

/// Returns all adjustments, newest first.
async fn listed(admin: &Persona) -> Vec<Value> {
    let list = "/admin/api/resources/payment_adjustments?sort=%5B%22id%22%2C%22DESC%22%5D";
    let mut listed = Vec::new();
    for row in admin.get(list).await.is(200).json().as_array().expect("a list") {
        let page = format!("{PAGE}/{}", row["uid"].as_str().expect("a uid"));
        listed.push(admin.get(&page).await.is(200).data()["adjustment"].clone());
    }
    listed
}

/// Returns the address of a decision on an adjustment.
fn decision(adjustment: &Value, how: &str) -> String {
    format!("{PAGE}/{}/{how}", adjustment["uid"].as_str().expect("a uid"))
}

#[tokio::test]
async fn refund_reaches_the_card_and_notifies_both_sides() {
    let scene = scene(1).await;
    let Scene { app, hanako, admin, .. } = &scene;
    app.execute(
        "INSERT INTO restaurant_email_subscriptions (restaurant_id, email, created_at)
         SELECT id, 'hall@sushi.test', now() FROM restaurants",
    )
    .await;
    let course = scene.page().await["charges"][1].clone();
    assert_eq!((&course["kind"], &course["refundable"]), (&json!("prepaid_course"), &json!(24_000)));
    let done = scene.refund(5_000, "restaurant", "refund").await.is(200).json();
    assert_eq!(done["redirect_to"], PAGE);
    app.drain_jobs().await;
    assert_eq!(scene.kept().await, 390 + 19_000);
    assert_eq!(scene.statuses().await, ["succeeded"]);
    let course = scene.page().await["charges"][1].clone();
    assert_eq!((&course["refunded_amount"], &course["refundable"]), (&json!(5_000), &json!(19_000)));

    for (address, link) in
        [("hanako@seki.test", "/users/profile/payment_histories"), ("hall@sushi.test", "/owners/reservations/")]
    {
        let mails = app.outside.inbox(address).await;
        let found: Vec<_> = mails.iter().filter(|mail| mail["subject"].as_str().unwrap().contains("5,000円")).collect();
        assert_eq!(found.len(), 1, "{address}: {mails:?}");
        let text = found[0]["text"].as_str().unwrap();
        assert!(text.contains("提供の遅れ") && text.contains(link), "{text}");
    }
    let history = hanako.get("/users/profile/payment_histories").await.is(200).data();
    let charges = history["charges"].as_array().unwrap();
    assert!(charges.iter().any(|charge| charge["refunded_amount"] == 5_000), "{history}");
    let user = listed(admin).await[0]["user_uid"].as_str().unwrap().to_owned();
    let seen = admin.get(&format!("/admin/users/{user}")).await.is(200).data()["user"].clone();
    assert_eq!(seen["adjustments"].as_array().map(Vec::len), Some(1));
    let audited = "SELECT count(*) FROM audit_events WHERE actor = 'admin' AND action = 'adjustment.requested'
                   AND (detail->>'amount')::integer = 5000";
    assert_eq!(app.count(audited).await, 1);
    scene.app.end().await;
}

#[tokio::test]
async fn restaurant_without_notification_addresses_is_notified_through_its_owners() {
    let scene = scene(1).await;
    let Scene { app, restaurant, .. } = &scene;
    let owner = app.owner(restaurant).await;
    app.owner(restaurant).await;
    app.execute("UPDATE restaurant_owners SET role = 'staff' WHERE owner_id = (SELECT max(id) FROM owners)").await;
    scene.refund(5_000, "restaurant", "refund").await.is(200);
    app.drain_jobs().await;
    let mailed = "SELECT count(*) FROM mail_deliveries WHERE template = 'restaurant_adjustment' AND sent_at IS NOT NULL
                  AND recipient = (SELECT email FROM owners ORDER BY id LIMIT 1)";
    assert_eq!(app.count(mailed).await, 1);
    let all = "SELECT count(*) FROM mail_deliveries WHERE template = 'restaurant_adjustment'";
    assert_eq!(app.count(all).await, 1, "staff are no owners");
    let page = owner.get("/owners/restaurant_charge_invoices").await.data();
    let made = &page["adjustments"][0];
    let shown = (&made["kind"], &made["amount"], &made["borne_by"], &made["reason"]);
    assert_eq!(shown, (&json!("refund"), &json!(5_000), &json!("restaurant"), &json!("提供の遅れ")), "{page}");
    scene.app.end().await;
}

#[tokio::test]
async fn invalid_requests_change_nothing() {
    let scene = scene(1).await;
    let Scene { app, admin, .. } = &scene;
    let course = scene.refunds_of("prepaid_course").await;
    let (clerk, _) = self::admin(app, &["osg", "onr"]).await;
    let correction = format!("/admin/reservations/{}/corrections", scene.uid);
    for path in [&course, &correction] {
        clerk.post(path, &body(100, "operator", "clerk")).await.refused(403, "admin_flag_missing");
        scene.hanako.post(path, &body(100, "operator", "diner")).await.refused(401, "sign_in_required");
        let mut unproven = body(100, "operator", "unproven");
        unproven["current_password"] = json!("Wrong-2026");
        assert_eq!(admin.post(path, &unproven).await.bad_fields(), ["current_password"]);
        unproven["current_password"] = Value::Null;
        assert_eq!(admin.post(path, &unproven).await.bad_fields(), ["current_password"]);
        for (field, value) in [
            ("amount", json!(0)),
            ("amount", json!(-5)),
            ("amount", json!(3_000_000_000_i64)),
            ("reason", json!(" ")),
            ("reason", json!("あ".repeat(501))),
            ("borne_by", json!("nobody")),
            ("idempotency_key", json!("short")),
        ] {
            let mut wrong = body(100, "operator", "wrong");
            wrong["adjustment"][field] = value;
            let reply = admin.post(path, &wrong).await;
            assert_eq!((reply.status, reply.bad_fields()), (422, vec![field.to_owned()]), "{wrong}");
        }
    }
    for amount in [49, 100_000_000] {
        let reply = admin.post(&correction, &body(amount, "operator", "not-chargeable")).await;
        assert_eq!((reply.status, reply.bad_fields()), (422, vec!["amount".to_owned()]), "{amount}");
    }
    clerk.get(PAGE).await.refused(403, "admin_flag_missing");
    scene.refund(24_001, "operator", "too-much").await.refused(422, "refund_too_high");
    let fee = scene.refunds_of("reservation_fee").await;
    admin.post(&fee, &body(390, "restaurant", "fee")).await.refused(422, "adjustment_operator_only");
    let kenji = app.diner("kenji").await;
    let foreign = sqlx::query_scalar::<_, String>("SELECT uid FROM users WHERE id = $1").bind(kenji.id().0);
    let foreign = foreign.fetch_one(&app.pool).await.expect("a uid");
    let (_, charge) = course.split_once("/charges/").expect("a charge");
    for path in ["/admin/users/none/charges/none/refunds", &format!("/admin/users/{foreign}/charges/{charge}")] {
        admin.post(path, &body(1, "operator", "none")).await.refused(404, "not_found");
    }
    admin.post("/admin/reservations/none/corrections", &body(1, "operator", "none")).await.refused(404, "not_found");
    app.drain_jobs().await;
    assert_eq!((scene.kept().await, listed(admin).await.len()), (24_390, 0));
    scene.app.end().await;
}

#[tokio::test]
async fn repeated_request_refunds_once() {
    let scene = scene(1).await;
    let (first, second) =
        tokio::join!(scene.refund(5_000, "operator", "double-click"), scene.refund(5_000, "operator", "double-click"));
    first.is(200);
    second.is(200);
    scene.app.drain_jobs().await;
    scene.refund(5_000, "operator", "double-click").await.is(200);
    scene.refund(4_000, "operator", "double-click").await.refused(422, "idempotency_key_reused");
    scene.app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (19_390, vec!["succeeded".to_owned()]));
    scene.app.end().await;
}

#[tokio::test]
async fn refunds_of_every_charge_count_in_the_total_of_a_cancelled_booking() {
    let scene = scene(1).await;
    let Scene { app, hanako, uid, admin, .. } = &scene;
    hanako.cancel(uid).await.is(204);
    app.drain_jobs().await;
    let fee = scene.refunds_of("reservation_fee").await;
    admin.post(&fee, &body(1, "operator", "fee")).await.is(200);
    app.drain_jobs().await;
    assert_eq!(scene.kept().await, 389);
    let page = hanako.reservation(uid).await;
    assert_eq!(page["cancellation"]["refund"], 24_001, "{}", page["charges"]);
    scene.app.end().await;
}

#[tokio::test]
async fn payment_of_a_hold_is_not_refunded_manually() {
    let scene = scene(1).await;
    let path = scene.refunds_of("prepaid_course").await;
    scene.app.execute("UPDATE reservations SET accepted_at = NULL").await;
    scene.admin.post(&path, &body(100, "operator", "hold")).await.refused(422, "charge_not_paid");
    scene.correct(100, "operator", "hold").await.refused(422, "correction_impossible");
    assert_eq!(scene.page().await["charges"][1]["refundable"], 0);
    scene.app.end_unverified().await;
}

#[tokio::test]
async fn dispute_stops_manual_refunds_and_an_inquiry_does_not() {
    let scene = scene(1).await;
    let Scene { app, hanako, admin, .. } = &scene;
    let payments = app.intents(hanako).await;
    let (fee, course) = (&payments[0].id, &payments[1].id);
    app.outside.dispute(course, &[("inquiry", "true")]).await;
    let dispute = app.outside.dispute(fee, &[]).await;
    app.drain_jobs().await;
    scene.refund(5_000, "operator", "inquiry").await.is(200);
    app.drain_jobs().await;
    assert_eq!((scene.kept().await, scene.statuses().await), (19_390, vec!["succeeded".to_owned()]));

    let fee = scene.refunds_of("reservation_fee").await;
    admin.post(&fee, &body(100, "operator", "disputed")).await.refused(422, "charge_disputed");
    app.outside.decide(&dispute, false).await;
    app.drain_jobs().await;
    admin.post(&fee, &body(100, "operator", "lost")).await.refused(422, "charge_dispute_lost");
    scene.app.end().await;
}
