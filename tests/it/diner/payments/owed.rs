//! A fee that could not be collected: its diner is notified, sees it, and can pay it; nothing is charged silently.

use domain::payments::{self, list::ChargeFilter};
use serde_json::{Value, json};
use tests::{
    DAY, Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp, cards, seki, usual_policy, variables, waiting_intents,
};

const EDIT: &str = "/users/profile/credit_card/edit";
const HANAKO: &str = "hanako@seki.test";

struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    hanako: Persona,
    uid: String,
}

/// A booking, paid at the restaurant, that is cancelled on the day before for 10,000 yen; its card is `card` by then, and the worker has
/// charged it.
async fn cancelled_with(card: Option<&str>) -> Scene {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { policy: usual_policy(), ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    match card {
        Some(card) => _ = hanako.register_card(&app.outside, card).await.is(200),
        None => app.execute("DELETE FROM payment_methods").await,
    }
    app.drain_jobs().await;
    app.advance(6 * DAY);
    hanako.cancel(&uid).await.is(204);
    app.drain_jobs().await;
    Scene { app, restaurant, hanako, uid }
}

impl Scene {
    /// Returns the open payment that the booking's page and the list both show.
    async fn open_payment(&self) -> Value {
        let page = self.hanako.reservation(&self.uid).await["reservation"].clone();
        let list = self.hanako.get("/users/upcoming_reservations").await.data();
        let listed = list["past"].as_array().unwrap().iter().find(|one| one["uid"] == *self.uid).unwrap();
        assert_eq!(listed["open_payment"], page["open_payment"]);
        assert_eq!(listed["needs_3ds"], page["needs_3ds"]);
        page["open_payment"].clone()
    }

    /// Subjects of the mails, the oldest first.
    async fn subjects(&self) -> Vec<String> {
        let mails = self.app.outside.booking_mails(HANAKO).await;
        mails.iter().rev().map(|mail| mail["subject"].as_str().unwrap().to_owned()).collect()
    }

    async fn retry(&self) -> tests::Reply {
        let path = format!("/r/sushi-test/reservations/{}/retry_3ds", self.uid);
        self.hanako.post(&path, &json!({})).await
    }

    /// Returns the unpaid charges of `seki payments list --owed`, each with what it waits for.
    async fn owed(&self) -> Vec<String> {
        let shown = ChargeFilter { ids: None, status: None, only_unsettled: false, only_owed: true };
        let mut conn = self.app.pool.acquire().await.unwrap();
        let rows = payments::list::list_rows(&mut conn, shown, 50).await.unwrap();
        rows.into_iter().map(|row| format!("{} yen: {}", row.amount.0, row.waits_for.unwrap_or_default())).collect()
    }
}

#[tokio::test]
async fn fee_needing_authentication_is_notified_and_paid() {
    let scene = cancelled_with(Some(cards::ALWAYS_CHALLENGED)).await;
    let Scene { app, restaurant, hanako, uid } = &scene;
    let open = scene.open_payment().await;
    assert_eq!((&open["amount"], &open["needs_card"]), (&json!(10_000), &json!(false)));
    assert!(open["reason"].as_str().unwrap().contains("本人認証"), "{open}");
    assert_eq!(hanako.reservation(uid).await["reservation"]["needs_3ds"], true);
    assert_eq!(scene.owed().await, ["10000 yen: authentication"]);
    let mails = app.outside.booking_mails(HANAKO).await;
    assert_eq!(scene.subjects().await.len(), 3, "booked, cancelled, to be paid: {:?}", scene.subjects().await);
    let asked = mails[0]["text"].as_str().unwrap();
    for expected in ["10,000円", "本人認証", &format!("/users/reservations/{uid}")] {
        assert!(asked.contains(expected), "{expected} in {asked}");
    }

    let answer = scene.retry().await.is(200).json();
    assert_eq!(answer["requires_action"], true);
    let intents = waiting_intents(&answer);
    let ids: Vec<_> = intents.iter().map(|(id, _)| id.clone()).collect();
    let refused = hanako.report(restaurant, uid, "succeeded", &ids).await.refused(422, "payment_failed");
    assert_eq!(refused["redirect_to"], format!("/users/reservations/{uid}"), "the browser's statement is not enough");
    assert_eq!(app.outside.card_form(&intents[0].1, "", "success").await, "succeeded");
    let paid = hanako.report(restaurant, uid, "succeeded", &ids).await.is(200).json();
    assert_eq!(paid["redirect_to"], format!("/users/reservations/{uid}"));
    assert_eq!(paid["message"], "お支払いが完了しました。");
    app.drain_jobs().await;
    assert_eq!(scene.open_payment().await, Value::Null);
    assert_eq!(app.kept_of(hanako).await, 10_000);
    let subjects = scene.subjects().await;
    assert_eq!(subjects.len(), 4, "{subjects:?}");
    assert!(subjects[3].contains("お支払いが完了"), "{subjects:?}");
    scene.app.end().await;
}

/// Gaps G322: the diner was answered that the payment is processing.
#[tokio::test]
async fn fee_declined_after_processing_is_notified_again_and_paid() {
    let scene = cancelled_with(Some(cards::ALWAYS_CHALLENGED)).await;
    let Scene { app, restaurant, hanako, uid } = &scene;
    let (id, secret) = waiting_intents(&scene.retry().await.is(200).json()).remove(0);
    assert_eq!(app.outside.card_form(&secret, "", "process").await, "processing");
    hanako.report(restaurant, uid, "succeeded", &[id]).await.is(200);
    app.drain_jobs().await;
    assert_eq!((scene.open_payment().await, scene.subjects().await.len()), (Value::Null, 3));
    assert_eq!(app.outside.card_form(&secret, "", "fail").await, "requires_payment_method");
    for _ in 0..2 {
        app.drain_jobs().await;
        app.advance(60);
    }
    assert_eq!((&scene.open_payment().await["amount"], scene.subjects().await.len()), (&json!(10_000), 4));
    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    app.drain_jobs().await;
    assert_eq!((scene.open_payment().await, app.kept_of(hanako).await), (Value::Null, 10_000));
    scene.app.end().await;
}

#[tokio::test]
async fn open_fee_is_queried_at_most_hourly() {
    let scene = cancelled_with(Some(cards::ALWAYS_CHALLENGED)).await;
    let Scene { app, hanako, uid, .. } = &scene;
    scene.retry().await.is(200);
    let jobs = "SELECT count(*) FROM apalis.jobs WHERE job_type = 'payment'";
    app.drain_jobs().await;
    let before = app.count(jobs).await;
    for _ in 0..3 {
        app.advance(60);
        domain::settlement::sweep(&app.pool, &app.rng, app.now()).await.unwrap();
        app.drain_jobs().await;
    }
    assert_eq!(app.count(jobs).await, before);
    app.advance(3_700);
    assert_eq!(domain::settlement::sweep(&app.pool, &app.rng, app.now()).await.unwrap(), 1);
    app.drain_jobs().await;
    assert_eq!(app.outside.booking_mails(HANAKO).await.len(), 3, "and no second mail");
    hanako.report(&scene.restaurant, uid, "failed", &[]).await.refused(422, "payment_failed");
    scene.app.end_unverified().await;
}

#[tokio::test]
async fn declined_fee_is_reported_and_paid_by_another_card() {
    let scene = cancelled_with(Some(cards::SAVES_BUT_DECLINES)).await;
    let Scene { app, hanako, uid, .. } = &scene;
    let open = scene.open_payment().await;
    let reason = open["reason"].as_str().unwrap().to_owned();
    assert!(reason.contains("カード"), "{open}");
    assert_eq!(hanako.reservation(uid).await["reservation"]["needs_3ds"], false);
    let refused = scene.retry().await.refused(422, "payment_failed");
    assert!(refused["message"].as_str().unwrap().contains(&reason), "{refused}");

    let page = hanako.get(EDIT).await.data();
    assert_eq!((&page["owed_total"], &page["owed"][0]["amount"]), (&json!(10_000), &json!(10_000)));
    assert_eq!(page["owed"][0]["display_time"], "2026年12月08日 18:00");
    let registered = hanako.register_card(&app.outside, cards::GOOD).await.is(200).json();
    assert!(registered["message"].as_str().unwrap().contains("10,000円"), "{registered}");
    app.drain_jobs().await;
    assert_eq!(app.kept_of(hanako).await, 10_000);
    assert!(scene.subjects().await.last().unwrap().contains("お支払いが完了"));
    assert_eq!(hanako.get(EDIT).await.data()["owed"], json!([]));
    let again = hanako.register_card(&app.outside, cards::GOOD).await.is(200).json();
    assert_eq!(again["message"], "カードを登録しました。");
    scene.app.end().await;
}

#[tokio::test]
async fn fee_without_a_card_requests_one() {
    let scene = cancelled_with(None).await;
    let Scene { app, hanako, .. } = &scene;
    let open = scene.open_payment().await;
    assert_eq!((&open["amount"], &open["needs_card"]), (&json!(10_000), &json!(true)));
    assert_eq!(scene.owed().await, ["10000 yen: card"]);
    scene.retry().await.refused(422, "card_needed");
    assert!(scene.subjects().await.last().unwrap().contains("お支払いのお願い"));
    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    app.drain_jobs().await;
    assert_eq!(scene.open_payment().await, Value::Null);
    assert!(scene.subjects().await.last().unwrap().contains("お支払いが完了"));
    scene.app.end().await;
}

#[tokio::test]
async fn fee_is_visible_to_its_diner_only() {
    let scene = cancelled_with(Some(cards::ALWAYS_CHALLENGED)).await;
    let Scene { app, restaurant, uid, .. } = &scene;
    let kenji = app.diner("kenji").await.with_card(&app.outside, cards::GOOD).await;
    let path = format!("/r/sushi-test/reservations/{uid}/retry_3ds");
    kenji.post(&path, &json!({})).await.refused(404, "not_found");
    kenji.report(restaurant, uid, "succeeded", &[]).await.refused(404, "not_found");
    app.anonymous().post(&path, &json!({})).await.refused(401, "sign_in_required");
    assert_eq!(kenji.get(EDIT).await.data()["owed"], json!([]));
    scene.app.end_unverified().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_sees_what_is_owed() {
    let scene = cancelled_with(Some(cards::ALWAYS_CHALLENGED)).await;
    let app = &scene.app;
    let environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    let (is_fine, listed) = seki(&["payments", "list", "--owed", "--json"], &environment).await;
    assert!(is_fine, "{listed}");
    let listed: Value = serde_json::from_str(&listed).unwrap();
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");
    assert_eq!((&listed[0]["kind"], &listed[0]["waits_for"]), (&json!("cancellation_fee"), &json!("authentication")));
    scene.app.end_unverified().await;
}

#[tokio::test]
async fn payments_for_a_hold_that_is_given_up_come_back_with_a_mail() {
    let app = TestApp::start().await;
    let (restaurant, slot) = super::prepaid_restaurant(&app, 1).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::ALWAYS_CHALLENGED).await;
    let uid = hanako.hold(&restaurant, &slot, 1).await;
    let intents = waiting_intents(&hanako.confirm(&restaurant, &uid).await.is(200).json());
    assert_eq!(app.outside.card_form(&intents[0].1, "", "success").await, "succeeded");
    hanako.cancel(&uid).await.is(204);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(&hanako).await, 0);
    let mails = app.outside.booking_mails(HANAKO).await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0]["text"].as_str().unwrap().contains("390円を返金しました"), "{}", mails[0]["text"]);
    app.end().await;
}
