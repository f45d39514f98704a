//! Mails about freed slots to diners on standby: who accepts them, how a mail program unsubscribes, and that unsubscribing leaves the
//! restaurant's announcements alone (F144, R-052, RFC 8058).

use serde_json::{Value, json};
use tests::{Persona, Restaurant, RestaurantSpec, SlotSpec, TestApp};

use super::announcements::{LIST, draft};
use super::text;

const STANDBY: &str = "【席】試し鮨にキャンセルが出ました";

struct Setup {
    app: TestApp,
    restaurant: Restaurant,
    owner: Persona,
    booker: Persona,
}

/// All four are regulars, who are notified of freed slots immediately: hanako and kenji have default mail settings, emma rejects the
/// restaurant's mails, ren rejects mails about freed slots.
async fn setup() -> Setup {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let freeing = json!({ "restaurant_operation": {
        "enable_online_cancellation": true, "can_create_online_cancellation_within_days": 30 } });
    owner.patch(&format!("/owners/api/restaurant_operations/{}", restaurant.slug), &freeing).await.is(200);
    let group = app.customer_group(&restaurant, "常連", false).await;
    let waits = json!({ "customer_group": { "allow_standby": true, "standby_notify_immediate": true } });
    owner.patch(&format!("/owners/api/customer_groups/{group}"), &waits).await.is(200);
    for name in ["hanako", "kenji", "emma", "ren"] {
        let diner = app.diner(name).await;
        app.put_into_group(&restaurant, &diner, group).await;
    }
    app.execute(
        "UPDATE customers c SET shop_notification = false FROM users u WHERE u.id = c.user_id AND u.email = 'emma@seki.test';
         UPDATE customers c SET subscribe_to_standby = false FROM users u WHERE u.id = c.user_id AND u.email = 'ren@seki.test'",
    )
    .await;
    let booker = app.diner("booker").await;
    Setup { app, restaurant, owner, booker }
}

impl Setup {
    /// Cancels a booking of that day, and waits until `mails` standby mails are sent in total.
    async fn a_slot_is_freed(&self, days: i64, mails: i64) {
        let slot = self.app.slot(&self.restaurant, SlotSpec { days, items: vec![0, 1], ..SlotSpec::default() }).await;
        let booked = self.booker.book(&self.restaurant, &slot, 2).await;
        self.booker.cancel(&booked).await.is(204);
        let worker = self.app.start_job_runner();
        self.app.becomes("SELECT count(*) FROM online_cancellation_releases WHERE released_at IS NULL", 0).await;
        self.app.advance(11 * 60);
        let queued = "SELECT count(*) FROM mail_deliveries WHERE template = 'standby_released'";
        self.app.becomes(queued, mails).await;
        self.app.advance(45 * 60);
        let sent = "SELECT count(*) FROM mail_deliveries WHERE template = 'standby_released' AND sent_at IS NOT NULL";
        self.app.becomes(sent, mails).await;
        worker.stop().await;
    }

    async fn announce(&self) {
        self.owner.post(LIST, &draft(json!({}))).await.is(200);
        let id = self.app.count("SELECT max(id) FROM announcements").await;
        self.owner.post(&format!("{LIST}/{id}/confirm"), &json!({})).await.is(200);
        let worker = self.app.start_job_runner();
        self.app.becomes("SELECT count(*) FROM announcements WHERE status = 'sending'", 0).await;
        self.app.jobs_done().await;
        worker.stop().await;
    }

    async fn inbox(&self, name: &str) -> Vec<Value> {
        self.app.outside.inbox(&format!("{name}@seki.test")).await
    }

    /// Returns a diner's number of mails about freed slots, and of announcements.
    async fn counted(&self, name: &str) -> (usize, usize) {
        let mails = self.inbox(name).await;
        let standby = mails.iter().filter(|mail| mail["subject"] == STANDBY).count();
        let about_news = |mail: &&Value| text(&mail["subject"]).contains("イベントのご案内");
        (standby, mails.iter().filter(about_news).count())
    }
}

/// The two headers by which a mail program ends such mails with one click, if there are any.
fn one_click(mail: &Value) -> Option<String> {
    assert_eq!(mail["list_unsubscribe"].is_null(), mail["list_unsubscribe_post"].is_null(), "both or none: {mail}");
    let link = mail["list_unsubscribe"].as_str()?;
    assert_eq!(mail["list_unsubscribe_post"], "List-Unsubscribe=One-Click");
    let link = link.strip_prefix('<').and_then(|link| link.strip_suffix('>')).expect("in brackets");
    Some(link[link.find("/webhooks/").expect("our own address")..].to_owned())
}

#[tokio::test]
async fn standby_mail_needs_consent_and_unsubscribe_is_specific() {
    let setup = setup().await;
    setup.a_slot_is_freed(7, 2).await;
    setup.announce().await;
    for (name, expected) in [("hanako", (1, 1)), ("kenji", (1, 1)), ("emma", (0, 0)), ("ren", (0, 1))] {
        assert_eq!(setup.counted(name).await, expected, "{name}");
    }
    let mails = setup.inbox("hanako").await;
    let standby = mails.iter().find(|mail| mail["subject"] == STANDBY).expect("the mail");
    let link = one_click(standby).expect("a way out");
    assert!(text(&standby["text"]).contains("/ja/announcement_subscription?token="), "and a page for whoever reads it");
    let reader = setup.app.anonymous();
    let call = reader.call(reqwest::Method::POST, &link).csrf(tests::Csrf::None);
    call.form(&[("List-Unsubscribe", "One-Click")]).send().await.is(200);
    setup.a_slot_is_freed(8, 3).await;
    setup.announce().await;
    for (name, expected) in [("hanako", (1, 2)), ("kenji", (2, 2)), ("emma", (0, 0)), ("ren", (0, 2))] {
        assert_eq!(setup.counted(name).await, expected, "{name}: the announcements still come");
    }
    setup.app.end().await;
}

#[tokio::test]
async fn mails_that_one_may_refuse_name_their_way_out_and_others_have_none() {
    let setup = setup().await;
    setup.announce().await;
    let slot = setup.app.slot(&setup.restaurant, SlotSpec::default()).await;
    setup.booker.book(&setup.restaurant, &slot, 1).await;
    setup.app.drain_jobs().await;
    let announcement = setup.inbox("kenji").await.remove(0);
    assert!(
        one_click(&announcement).is_some_and(|link| link.starts_with("/webhooks/announcement_unsubscription?token="))
    );
    let confirmation = setup.app.outside.booking_mails("booker@seki.test").await.remove(0);
    assert!(text(&confirmation["subject"]).contains("確定"), "{confirmation}");
    assert_eq!(one_click(&confirmation), None, "nobody can want not to know");
    setup.app.end().await;
}

/// The slot of a hidden restaurant, on a closed day or outside the reader's booking window cannot be booked.
#[tokio::test]
async fn slot_that_cannot_be_booked_is_not_mailed() {
    for end in [
        "UPDATE restaurants SET visibility = 'hidden'",
        "INSERT INTO restaurant_calendar_dates (restaurant_id, date, is_closed)
         SELECT restaurant_id, date, true FROM online_stock_groups",
        "UPDATE reservation_round_plans SET kind = 'never'",
    ] {
        let setup = setup().await;
        let app = &setup.app;
        let slot = app.slot(&setup.restaurant, SlotSpec { items: vec![0, 1], ..SlotSpec::default() }).await;
        let booked = setup.booker.book(&setup.restaurant, &slot, 2).await;
        setup.booker.cancel(&booked).await.is(204);
        app.drain_jobs().await;
        app.execute(end).await;
        app.advance(11 * 60);
        app.drain_jobs().await;
        app.advance(45 * 60);
        app.drain_jobs().await;
        let sent = "SELECT count(*) FROM mail_deliveries WHERE template = 'standby_released' AND sent_at IS NOT NULL";
        assert_eq!(app.count(sent).await, 0, "{end}");
        let queued =
            "SELECT count(*) FROM mail_deliveries WHERE template = 'standby_released' AND dropped_at IS NOT NULL";
        assert_eq!(app.count(queued).await, 2, "{end}");
        setup.app.end_unverified().await;
    }
}
