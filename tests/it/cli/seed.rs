//! `seki seed`.

use cli::seed::{self, Tools};
use domain::clients::stripe::Stripe;
use tests::TestApp;

/// Numbers of rows: of the first step, and of the steps that call the card provider.
async fn counts(app: &TestApp) -> [i64; 5] {
    [
        app.count("SELECT count(*) FROM users").await,
        app.count("SELECT count(*) FROM payment_methods").await,
        app.count("SELECT count(*) FROM plan_prices").await,
        app.count("SELECT count(*) FROM subscriptions").await,
        app.count("SELECT count(*) FROM gold_user_profiles").await,
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn interrupted_seed_continues_with_its_next_step() {
    let app = TestApp::start().await;
    let unreachable = Stripe::new("http://127.0.0.1:1", "sk_test_unreachable");
    let tools = |stripe| Tools { stripe, rng: &app.rng, signer: &app.signer, now: app.now() };
    let (none, stripe) = (tools(&unreachable), tools(&app.outside.stripe));
    seed::load(&app.pool, &none).await.expect_err("a load without the card provider");
    assert_eq!(counts(&app).await[1..], [0; 4]);
    assert!(seed::load(&app.pool, &stripe).await.expect("a load of the rest"));
    let complete = counts(&app).await;
    assert!(complete.iter().all(|count| *count > 0), "{complete:?}");

    app.execute("DELETE FROM milestones WHERE name = 'demo_world'").await;
    assert!(seed::load(&app.pool, &stripe).await.expect("a load that was killed before its end"));
    assert_eq!(counts(&app).await, complete, "no row is loaded twice");
    assert!(!seed::load(&app.pool, &stripe).await.expect("a load of a complete world"));
    app.end().await;
}
