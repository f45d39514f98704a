//! The side that bears a manual refund, and the effect of the refund on the booking.

use domain::charge_invoices::close::close;
use domain::ledger::queries::payable;
use domain::verify;

use super::{Scene, scene};

impl Scene {
    /// Closes the past days, and returns what the restaurant is owed.
    async fn payable(&self) -> i64 {
        close(&self.app.pool, self.app.now(), false).await.expect("a close");
        let mut conn = self.app.pool.acquire().await.expect("a connection");
        payable(&mut conn, self.restaurant.id).await.expect("a sum").0
    }
}

#[tokio::test]
async fn bearer_decides_what_the_restaurant_is_owed_after_the_visit() {
    let scene = scene(1).await.later(8).await;
    assert_eq!(scene.payable().await, 24_000);
    scene.refund(3_000, "operator", "operators").await.is(200);
    scene.app.drain_jobs().await;
    assert_eq!(scene.payable().await, 24_000);
    scene.refund(2_000, "restaurant", "restaurants").await.is(200);
    scene.app.drain_jobs().await;
    assert_eq!((scene.payable().await, scene.kept().await), (22_000, 24_390 - 5_000));
    assert_eq!(verify::ledger(&scene.app.pool).await.expect("the checks run"), []);
    scene.app.end().await;
}

#[tokio::test]
async fn close_compensates_refunds_made_before_the_visit() {
    let scene = scene(1).await;
    scene.refund(3_000, "operator", "operators").await.is(200);
    scene.refund(2_000, "restaurant", "restaurants").await.is(200);
    scene.app.drain_jobs().await;
    let scene = scene.later(8).await;
    assert_eq!(scene.payable().await, 22_000);
    assert_eq!(scene.payable().await, 22_000, "once");
    assert_eq!(scene.app.count("SELECT sum(goodwill_due) FROM charges").await, 0);
    assert_eq!(verify::ledger(&scene.app.pool).await.expect("the checks run"), []);
    scene.app.end().await;
}

#[tokio::test]
async fn lost_dispute_leaves_the_compensation_of_an_earlier_refund() {
    let scene = scene(1).await;
    scene.refund(3_000, "operator", "operators").await.is(200);
    scene.app.drain_jobs().await;
    let course = scene.app.intents(&scene.hanako).await.pop().expect("a payment").id;
    let dispute = scene.app.outside.dispute(&course, &[("amount", "21000")]).await;
    scene.app.drain_jobs().await;
    scene.app.outside.decide(&dispute, false).await;
    scene.app.drain_jobs().await;
    let scene = scene.later(8).await;
    assert_eq!(scene.payable().await, 24_000, "the operator bears the refund, and the platform the fraud");
    scene.app.end().await;
}

#[tokio::test]
async fn complete_goodwill_pays_the_restaurant_in_full() {
    let scene = scene(1).await;
    scene.refund(24_000, "operator", "whole").await.is(200);
    scene.app.drain_jobs().await;
    let scene = scene.later(8).await;
    assert_eq!((scene.payable().await, scene.kept().await), (24_000, 390));
    scene.app.end().await;
}

#[tokio::test]
async fn free_cancellation_refunds_only_the_rest() {
    let scene = scene(1).await;
    scene.refund(5_000, "operator", "before").await.is(200);
    scene.app.drain_jobs().await;
    scene.hanako.cancel(&scene.uid).await.is(204);
    scene.app.drain_jobs().await;
    assert_eq!(scene.kept().await, 390);
    let scene = scene.later(8).await;
    assert_eq!(scene.payable().await, 0, "the rules would have refunded it anyway");
    scene.app.end().await;
}

#[tokio::test]
async fn cancellation_fee_is_lower_by_the_refund() {
    let scene = scene(1).await;
    scene.refund(5_000, "operator", "before").await.is(200);
    scene.app.drain_jobs().await;
    let scene = scene.later(6).await;
    scene.hanako.cancel(&scene.uid).await.is(204);
    scene.app.drain_jobs().await;
    assert_eq!(scene.kept().await, 390 + 12_000 - 5_000, "half of 24,000 yen is due on the day before");
    assert_eq!(scene.app.count("SELECT count(*) FROM charges WHERE kind = 'cancellation_fee'").await, 0);
    let scene = scene.later(2).await;
    assert_eq!(scene.payable().await, 12_000, "the operator bears the difference");
    assert_eq!(verify::ledger(&scene.app.pool).await.expect("the checks run"), []);
    scene.app.end().await;
}

#[tokio::test]
async fn change_of_the_party_does_not_charge_the_refund_again() {
    let scene = scene(2).await;
    scene.refund(10_000, "operator", "before").await.is(200);
    scene.app.drain_jobs().await;
    let path = format!("/users/reservations/{}", scene.uid);
    let change = serde_json::json!({ "reservation": { "guests_count": 1 } });
    scene.hanako.patch(&path, &change).await.is(200);
    scene.app.drain_jobs().await;
    assert_eq!(scene.kept().await, 780 + 48_000 - 10_000 - 24_000);
    assert_eq!(scene.app.count("SELECT count(*) FROM charges WHERE position > 2").await, 0);
    scene.app.end().await;
}

#[tokio::test]
async fn refund_and_cancellation_never_exceed_the_payment() {
    for amount in [5_000, 24_000] {
        let scene = scene(1).await;
        let refund = scene.refund(amount, "restaurant", "race");
        let (refunded, cancelled) = tokio::join!(refund, scene.hanako.cancel(&scene.uid));
        cancelled.is(204);
        assert!(matches!(refunded.status, 200 | 422), "{}", refunded.body);
        scene.app.drain_jobs().await;
        assert_eq!(scene.kept().await, 390);
        assert_eq!(scene.app.count("SELECT count(*) FROM charges WHERE refunded_amount > amount").await, 0);
        scene.app.end().await;
    }
}
