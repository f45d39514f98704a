//! The cost of cancelling a booking: the policy's share of the courses; the platform's fee is never refunded.

use domain::restaurants::actions::SettingsChange;
use domain::restaurants::policy::{CancellationPolicy, FeeTier};
use domain::settlement;
use serde_json::json;
use tests::{CourseSpec, DAY, RestaurantSpec, SlotSpec, TestApp, TestPlan, cards, usual_policy};

#[tokio::test]
async fn the_prepaid_course_comes_back_less_the_fee_of_the_day() {
    for (days_ahead, fee) in [(3, 0), (1, 24_000), (0, 48_000)] {
        let app = TestApp::start().await;
        let (restaurant, slot) = super::prepaid_restaurant(&app, 4).await;
        let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
        let uid = hanako.book(&restaurant, &slot, 2).await;
        app.drain_jobs().await;
        app.advance((7 - days_ahead) * DAY);
        let page = hanako.reservation(&uid).await;
        assert_eq!(
            (&page["cancellation"]["fee"], &page["cancellation"]["refund"]),
            (&json!(fee), &json!(48_000 - fee))
        );
        hanako.cancel(&uid).await.is(204);
        app.drain_jobs().await;
        assert_eq!(app.kept_of(&hanako).await, 780 + fee, "{days_ahead} days ahead");
        let page = hanako.reservation(&uid).await;
        assert_eq!(page["charges"].as_array().unwrap().len(), 2, "no further charge");
        assert_eq!(page["charges"][1]["refunded_amount"], 48_000 - fee);
        assert_eq!(app.outside.booking_mails("hanako@seki.test").await.len(), 2);
        app.end().await;
    }
}

#[tokio::test]
async fn a_fee_that_no_prepayment_covers_is_charged_to_the_card() {
    let app = TestApp::start().await;
    let restaurant =
        app.restaurant(RestaurantSpec { fee: 390, policy: usual_policy(), ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    app.advance(6 * DAY);
    hanako.cancel(&uid).await.is(204);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(&hanako).await, 780 + 10_000);
    let page = hanako.reservation(&uid).await;
    assert_eq!(
        (&page["charges"][1]["kind"], &page["charges"][1]["status"]),
        (&json!("cancellation_fee"), &json!("succeeded"))
    );
    app.drain_jobs().await;
    assert_eq!(app.kept_of(&hanako).await, 780 + 10_000, "once");
    app.end().await;
}

#[tokio::test]
async fn bookings_keep_the_policy_of_their_creation() {
    let app = TestApp::start().await;
    let policy = json!([{ "days_before": 7, "percent": 30 }]);
    let course = CourseSpec { price: 10_000, is_prepaid: true, ..CourseSpec::default() };
    let spec = RestaurantSpec { policy, courses: vec![course], plan: TestPlan::Forever, ..RestaurantSpec::default() };
    let restaurant = app.restaurant(spec).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 1).await;
    let dearer = CancellationPolicy::new(vec![FeeTier { days_before: 30, percent: 100 }]);
    app.change(&restaurant, SettingsChange { policy: Some(dearer), ..SettingsChange::default() }).await;
    hanako.cancel(&uid).await.is(204);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(&hanako).await, 3_000);
    app.end().await;
}

#[tokio::test]
async fn card_that_declines_the_fee_is_not_charged_repeatedly() {
    let app = TestApp::start().await;
    let restaurant =
        app.restaurant(RestaurantSpec { fee: 390, policy: usual_policy(), ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    hanako.register_card(&app.outside, cards::SAVES_BUT_DECLINES).await.is(200);
    app.advance(6 * DAY);
    hanako.cancel(&uid).await.is(204);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(&hanako).await, 780);
    for _ in 0..3 {
        app.advance(60);
        settlement::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep");
        app.drain_jobs().await;
    }
    assert_eq!(app.count("SELECT attempt::bigint FROM charges WHERE kind = 'cancellation_fee'").await, 1);
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs WHERE status IN ('Failed', 'Killed')").await, 0);
    let hanako = app.sign_in(hanako.id(), "hanako@seki.test").await;
    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(&hanako).await, 780 + 10_000, "a new card pays what is owed");
    app.end().await;
}

#[tokio::test]
async fn fee_without_a_card_is_not_retried_endlessly() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { policy: usual_policy(), ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 1).await;
    app.execute("DELETE FROM payment_methods").await;
    app.advance(6 * DAY);
    hanako.cancel(&uid).await.is(204);
    for _ in 0..3 {
        app.advance(60);
        settlement::sweep(&app.pool, &app.rng, app.now()).await.expect("a sweep");
        app.drain_jobs().await;
    }
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs WHERE status IN ('Failed', 'Killed')").await, 0);
    assert_eq!(hanako.reservation(&uid).await["cancellation"]["fee"], 5_000, "it is still owed");
    hanako.register_card(&app.outside, cards::GOOD).await.is(200);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(&hanako).await, 5_000);
    app.end().await;
}
