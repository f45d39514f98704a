//! The fee of a no-show: requested in one press within its time, announced by mail, charged to the saved card, and withdrawn or refused.

use domain::sessions::AccountId;
use serde_json::{Value, json};
use tests::{
    CourseSpec, HOUR, PASSWORD, Persona, Restaurant, RestaurantSpec, Slot, SlotSpec, TestApp, cards, justified,
    usual_policy, waiting_intents,
};
use web_server::http::cookies::ADMIN_COOKIE;

const HANAKO: &str = "hanako@seki.test";
const ONLINE_RESERVATIONS: &str = "/owners/api/online_reservations";
const CHARGES: &str = "SELECT count(*) FROM charges WHERE kind = 'cancellation_fee'";

const WAIVED: &str =
    "SELECT count(*) FROM audit_events WHERE actor = 'admin' AND action = 'reservation.no_show_fee_waived'";
const WITHDRAWN: &str =
    "SELECT count(*) FROM audit_events WHERE actor = 'admin' AND action = 'reservation.no_show_fee_withdrawn'";

/// A booking of hanako's for two guests at 10,000 yen each.
struct Booking {
    app: TestApp,
    restaurant: Restaurant,
    slot: Slot,
    hanako: Persona,
    uid: String,
}

impl Booking {
    async fn new(spec: RestaurantSpec) -> Self {
        let app = TestApp::start().await;
        let restaurant = app.restaurant(spec).await;
        let slot = app.slot(&restaurant, SlotSpec::default()).await;
        let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
        let uid = hanako.book(&restaurant, &slot, 2).await;
        app.drain_jobs().await;
        Self { app, restaurant, slot, hanako, uid }
    }

    /// Moves the clock to 18:31 on the day of the booking.
    async fn on_its_day(self) -> Scene {
        let Self { app, restaurant, slot, hanako, uid } = self;
        let at = domain::zone::Zone::default().at(slot.date, "18:31:00".parse().expect("a time"));
        app.advance((at - app.now()).num_seconds());
        let owner = app.owner(&restaurant).await;
        Scene { app, restaurant, slot, hanako, owner, uid }
    }
}

fn prepaid() -> RestaurantSpec {
    let course = CourseSpec { is_prepaid: true, ..CourseSpec::default() };
    RestaurantSpec { courses: vec![course], policy: usual_policy(), ..RestaurantSpec::default() }
}

/// A booking on whose day it is 18:31 now.
struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    slot: Slot,
    hanako: Persona,
    owner: Persona,
    uid: String,
}

impl Scene {
    async fn new() -> Self {
        Self::with(RestaurantSpec { policy: usual_policy(), ..RestaurantSpec::default() }).await
    }

    async fn with(spec: RestaurantSpec) -> Self {
        Booking::new(spec).await.on_its_day().await
    }

    fn path(&self) -> String {
        format!("/owners/api/reservations/{}/no_show_fee", self.uid)
    }

    /// Lets hours pass, in steps that keep the sessions of staff alive.
    async fn pass(&self, hours: i64, admin: Option<&Persona>) {
        for _ in 0..hours / 6 {
            self.app.advance(6 * HOUR);
            self.owner.get("/owners/reservations").await.is(200);
            if let Some(admin) = admin {
                admin.get("/admin/no_show_fees").await;
            }
        }
    }

    async fn note_no_show(&self) {
        let path = format!("/owners/api/reservations/{}/service_state", self.uid);
        self.owner.put(&path, &json!({ "state": "no_show" })).await.is(200);
    }

    async fn request(&self) -> tests::Reply {
        self.owner.post(&self.path(), &json!({})).await
    }

    /// Returns the fee as the pane shows it.
    async fn fee(&self) -> Value {
        self.owner.reservation_detail(ONLINE_RESERVATIONS, &self.uid).await["no_show_fee"].clone()
    }

    /// Returns the diner's charge for the fee.
    async fn charge(&self) -> Option<Value> {
        let charges = self.hanako.reservation(&self.uid).await["charges"].as_array().cloned().expect("charges");
        charges.into_iter().find(|charge| charge["kind"] == "cancellation_fee")
    }

    /// Returns the texts of the guest's mails about the booking, the latest first.
    async fn mails(&self) -> Vec<String> {
        let mails = self.app.outside.booking_mails(HANAKO).await;
        mails.into_iter().map(|mail| mail["text"].as_str().expect("a text").to_owned()).collect()
    }
}

#[tokio::test]
async fn fee_is_requested_mailed_and_charged_once() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let booked = scene.mails().await;
    assert!(booked[0].contains("無断キャンセルの場合 20,000円（100%）"), "named with the booking: {}", booked[0]);
    scene.request().await.refused(422, "no_show_missing");
    scene.note_no_show().await;
    let offered = scene.fee().await;
    assert_eq!((&offered["amount"], &offered["status"]), (&json!(20_000), &Value::Null));
    assert_eq!(offered["request_until"], "2026-12-11T18:00:00+09:00");
    scene.request().await.is(200);
    scene.request().await.is(200);
    let requested = scene.fee().await;
    assert_eq!(
        (&requested["status"], &requested["charge_due_at"]),
        (&json!("requested"), &json!("2026-12-09T06:31:00+09:00"))
    );
    app.drain_jobs().await;
    let mails = scene.mails().await;
    assert_eq!(mails.len(), booked.len() + 1, "one mail: {mails:?}");
    for expected in ["20,000円", "2026年12月09日 06:31"] {
        assert!(mails[0].contains(expected), "{expected} in {}", mails[0]);
    }
    assert_eq!(app.count(CHARGES).await, 0, "it can still be withdrawn");
    let page = scene.hanako.reservation(&scene.uid).await;
    let text = page["no_show_fee_text"].as_str().expect("a sentence");
    assert!(text.contains("20,000円") && text.contains("2026年12月09日 06:31"), "{text}");
    let before = scene.mails().await.len();
    scene.pass(12, None).await;
    app.drain_jobs().await;
    app.drain_jobs().await;
    let charge = scene.charge().await.expect("a charge");
    assert_eq!((&charge["amount"], &charge["status"]), (&json!(20_000), &json!("succeeded")));
    assert_eq!((app.count(CHARGES).await, app.kept_of(&scene.hanako).await), (1, 20_000));
    assert_eq!(scene.fee().await["status"], "charged");
    let mails = scene.mails().await;
    assert_eq!(mails.len(), before + 1, "one mail: {mails:?}");
    assert!(mails[0].contains("お支払いいただきました") && mails[0].contains("20,000円"), "the payment: {}", mails[0]);
    owner.delete(&scene.path()).await.refused(409, "no_show_fee_decided");
    let back = format!("/owners/api/reservations/{}/no_show", scene.uid);
    owner.put(&back, &json!({ "no_show": false })).await.refused(409, "no_show_fee_decided");
    scene.app.end().await;
}

#[tokio::test]
async fn fee_is_withdrawn_before_it_is_charged() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    owner.delete(&scene.path()).await.refused(400, "request_closed");
    scene.note_no_show().await;
    scene.request().await.is(200);
    owner.delete(&scene.path()).await.is(200);
    assert_eq!(scene.fee().await["status"], Value::Null, "it may be requested again");
    app.advance(1);
    scene.request().await.is(200);
    // The party comes after all.
    let path = format!("/owners/api/reservations/{}/service_state", scene.uid);
    owner.put(&path, &json!({ "state": "seated" })).await.is(200);
    assert_eq!(scene.fee().await, Value::Null);
    scene.pass(12, None).await;
    app.drain_jobs().await;
    assert_eq!(app.count(CHARGES).await, 0);
    let mails = scene.mails().await;
    assert!(mails[0].contains("取り消しました"), "the guest is notified: {}", mails[0]);
    let audited = "SELECT count(*) FROM audit_events WHERE action LIKE 'reservation.no_show_fee%'";
    assert_eq!(app.count(audited).await, 4);
    scene.app.end().await;
}

#[tokio::test]
async fn fee_has_a_time_a_policy_and_a_card() {
    let scene = Scene::new().await;
    scene.note_no_show().await;
    let elsewhere = scene.app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    scene.app.owner(&elsewhere).await.post(&scene.path(), &json!({})).await.refused(404, "not_found");
    scene.app.anonymous().post(&scene.path(), &json!({})).await.refused(401, "sign_in_required");
    scene.pass(72, None).await;
    assert_eq!(scene.fee().await, Value::Null);
    scene.request().await.refused(422, "no_show_fee_too_late");
    scene.app.end().await;

    let free = Scene::with(RestaurantSpec::default()).await;
    free.note_no_show().await;
    free.request().await.refused(422, "no_show_fee_unavailable");
    free.app.end().await;

    // Its guest confirmed it before the policy named the fee of a no-show.
    let older = Scene::new().await;
    older.note_no_show().await;
    assert_eq!(older.fee().await["amount"], 20_000);
    older.app.execute("UPDATE reservations SET consent = consent - 'no_show_percent'").await;
    assert_eq!(older.fee().await, Value::Null);
    older.request().await.refused(422, "no_show_fee_unavailable");
    older.app.end().await;

    let paid = Scene::with(prepaid()).await;
    paid.note_no_show().await;
    paid.request().await.refused(422, "no_show_fee_unavailable");
    paid.app.end().await;
}

/// The price of a guest who was added is owed: the fee does not contain it once more.
#[tokio::test]
async fn open_price_of_a_grown_party_is_charged_once() {
    let booking = Booking::new(prepaid()).await;
    let Booking { app, hanako, uid, .. } = &booking;
    hanako.register_card(&app.outside, cards::ALWAYS_CHALLENGED).await.is(200);
    let grown = json!({ "reservation": { "guests_count": 3 } });
    let answer = hanako.patch(&format!("/users/reservations/{uid}"), &grown).await.is(200).json();
    for (_, secret) in waiting_intents(&answer) {
        assert_eq!(app.outside.card_form(&secret, "", "fail").await, "requires_payment_method");
    }
    app.drain_jobs().await;
    let scene = booking.on_its_day().await;
    assert_eq!(scene.app.kept_of(&scene.hanako).await, 20_000);
    scene.note_no_show().await;
    assert_eq!(scene.fee().await, Value::Null);
    scene.request().await.refused(422, "no_show_fee_unavailable");
    scene.hanako.register_card(&scene.app.outside, cards::GOOD).await.is(200);
    scene.app.drain_jobs().await;
    assert_eq!(scene.app.kept_of(&scene.hanako).await, 30_000);
    scene.app.end().await;
}

#[tokio::test]
async fn declined_fee_is_owed() {
    let scene = Scene::new().await;
    let admin = scene.app.admin().await;
    scene.hanako.register_card(&scene.app.outside, cards::SAVES_BUT_DECLINES).await.is(200);
    scene.note_no_show().await;
    scene.request().await.is(200);
    scene.pass(12, Some(&admin)).await;
    scene.app.drain_jobs().await;
    let open = scene.hanako.reservation(&scene.uid).await["reservation"]["open_payment"].clone();
    assert_eq!(open["amount"], 20_000, "{open}");
    let shown = async || scene.hanako.reservation(&scene.uid).await["no_show_fee_text"].to_string();
    assert!(shown().await.contains("お支払いが済んでいません"), "{}", shown().await);
    assert_eq!(scene.fee().await["is_owed"], true);
    let listed = admin.get("/admin/api/resources/no_show_fees").await.is(200).json()[0].clone();
    assert_eq!((&listed["status"], &listed["charge_status"]), (&json!("charged"), &json!("requires_payment_method")));
    scene.hanako.register_card(&scene.app.outside, cards::GOOD).await.is(200);
    scene.app.drain_jobs().await;
    assert_eq!(scene.charge().await.expect("a charge")["status"], "succeeded");
    assert!(shown().await.contains("カードに請求しました"), "{}", shown().await);
    assert_eq!(scene.fee().await["is_owed"], false);
    scene.app.end().await;
}

#[tokio::test]
async fn operator_refuses_a_fee_with_a_reason() {
    for is_charged in [false, true] {
        let scene = Scene::new().await;
        let app = &scene.app;
        let admin = app.admin().await;
        scene.note_no_show().await;
        scene.request().await.is(200);
        if is_charged {
            scene.pass(12, Some(&admin)).await;
            app.drain_jobs().await;
        }
        let listed = admin.get("/admin/api/resources/no_show_fees").await.is(200).json()[0].clone();
        assert_eq!((&listed["reservation_uid"], &listed["amount"]), (&json!(scene.uid), &json!(20_000)));
        let path = format!("/admin/reservations/{}/no_show_fee/waive", scene.uid);
        let refused = admin.post(&path, &json!({ "reason": " " })).await;
        assert_eq!(refused.is(422).bad_fields(), ["reason"]);
        let why = json!({ "reason": "来店していたとの連絡" });
        scene.owner.post(&path, &why).await.refused(401, "sign_in_required");
        let limited = app.anonymous();
        let (id, _) = app.admin_with_password(&[]).await;
        limited.set_cookie(ADMIN_COOKIE, &app.session_of(AccountId::Admin(id)).await);
        if is_charged {
            let justified = json!({ "reason": why["reason"], "current_password": PASSWORD });
            limited.post(&path, &justified).await.refused(403, "admin_flag_missing");
            admin.post(&path, &why).await.refused(422, "proof_missing");
            admin.post(&path, &justified).await.is(200);
        } else {
            limited.post(&path, &why).await.is(200);
        }
        admin.post(&path, &why).await.refused(400, "request_closed");
        scene.pass(12, Some(&admin)).await;
        app.drain_jobs().await;
        let fee = scene.fee().await;
        assert_eq!((&fee["status"], &fee["waiver_reason"]), (&json!("waived"), &why["reason"]));
        scene.request().await.refused(409, "no_show_fee_decided");
        assert_eq!(app.kept_of(&scene.hanako).await, 0, "nothing is kept, charged before: {is_charged}");
        let mails = scene.mails().await;
        let waived = mails.iter().find(|text| text.contains("のご請求を取り消しました")).expect("a mail");
        assert_eq!(waived.contains("返金します"), is_charged, "{waived}");
        let audited =
            "SELECT count(*) FROM audit_events WHERE actor = 'admin' AND action = 'reservation.no_show_fee_waived'
                       AND detail->>'reason' = '来店していたとの連絡'";
        assert_eq!(app.count(audited).await, 1);
        scene.app.end().await;
    }
}

/// The mail announces our refund only where we make one, and says when it is made.
#[tokio::test]
async fn mail_about_a_refused_fee_considers_disputes() {
    for (is_decided, expected) in [(false, Some("異議申し立ての審査中")), (true, None)] {
        let scene = Scene::new().await;
        let app = &scene.app;
        let admin = app.admin().await;
        scene.note_no_show().await;
        scene.request().await.is(200);
        scene.pass(12, Some(&admin)).await;
        app.drain_jobs().await;
        let payment = app.intents(&scene.hanako).await.pop().expect("a payment").id;
        let dispute = app.outside.dispute(&payment, &[]).await;
        app.drain_jobs().await;
        if is_decided {
            app.outside.decide(&dispute, false).await;
            app.drain_jobs().await;
        }
        let path = format!("/admin/reservations/{}/no_show_fee/waive", scene.uid);
        admin.post(&path, &justified(json!({}))).await.is(200);
        app.drain_jobs().await;
        let mails = scene.mails().await;
        let waived = mails.iter().find(|text| text.contains("20,000円のご請求を取り消しました")).expect("a mail");
        assert_eq!(waived.contains("返金します"), expected.is_some(), "{waived}");
        assert!(expected.is_none_or(|note| waived.contains(note)), "{waived}");
        // The dispute is not settled with the restaurant yet.
        scene.app.end_unverified().await;
    }
}

#[tokio::test]
async fn approved_cancel_request_ends_the_fee() {
    for is_charged in [false, true] {
        let scene = Scene::new().await;
        let app = &scene.app;
        let admin = app.admin().await;
        scene.note_no_show().await;
        scene.request().await.is(200);
        if is_charged {
            scene.pass(12, Some(&admin)).await;
            app.drain_jobs().await;
        }
        let form = json!({ "uid": scene.uid, "reason": "customer", "delete_os": false, "fee_waived": true,
                           "agreed_with_customer": true });
        scene.owner.post("/owners/reservation_cancel_requests", &form).await.is(200);
        scene.pass(12, Some(&admin)).await;
        app.drain_jobs().await;
        assert_eq!(app.count(CHARGES).await, i64::from(is_charged), "an open request delays the charge");
        let approve = format!("/admin/reservations/{}/cancel_request/approve", scene.uid);
        admin.post(&approve, &json!({})).await.is(200);
        app.drain_jobs().await;
        assert_eq!(app.kept_of(&scene.hanako).await, 0, "charged before: {is_charged}");
        let (status, audited) = if is_charged { ("waived", WAIVED) } else { ("withdrawn", WITHDRAWN) };
        assert_eq!(scene.fee().await["status"], status);
        assert_eq!(app.count(audited).await, 1, "{status}");
        let mailed = scene.mails().await.into_iter().filter(|text| text.contains("20,000円のご請求を取り消しました"));
        assert_eq!(mailed.count(), 1, "the guest is notified");
        scene.app.end().await;
    }
}

/// Without guests there is no visit to count or to review. The next booking shows the no-show.
#[tokio::test]
async fn no_show_is_no_visit() {
    let scene = Scene::new().await;
    let Scene { app, owner, restaurant, slot, hanako, .. } = &scene;
    app.advance(3 * HOUR);
    let reviews = format!("/owners/api/not_reviewed_reservations?date={}", slot.date);
    assert!(owner.get(&reviews).await.is(200).body.contains(&scene.uid), "a visit is offered for review");
    scene.note_no_show().await;
    assert!(!owner.get(&reviews).await.is(200).body.contains(&scene.uid), "offered for no review");
    let review = json!({ "reviews": [{ "reservation_uid": scene.uid, "rating": "good", "reasons": [] }] });
    owner.put("/owners/api/reviews", &review).await.refused(422, "review_unknown_reservation");
    let day = owner.get(&format!("/owners/daily_calendars/{}", slot.date)).await.data();
    assert_eq!(day["has_unreviewed"], false);
    let again = app.slot(restaurant, SlotSpec { days: 14, ..SlotSpec::default() }).await;
    let next = hanako.book(restaurant, &again, 2).await;
    let pane = owner.reservation_detail(ONLINE_RESERVATIONS, &next).await;
    assert_eq!((&pane["visit_count"], &pane["no_show_count"]), (&json!(0), &json!(1)));
    let day = owner.get(&format!("/owners/daily_calendars/{}", again.date)).await.data();
    let block = day["items"].as_array().expect("items").iter().find(|item| item["uid"] == next.as_str()).cloned();
    let block = block.expect("the booking is on its day");
    assert_eq!((&block["visit_count"], &block["no_show_count"]), (&json!(0), &json!(1)));
    scene.app.end().await;
}
