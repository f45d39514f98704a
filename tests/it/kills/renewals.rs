//! Workers die while subscriptions renew; every renewal is charged and booked once.

use std::collections::{BTreeSet, HashMap};

use domain::clients::stripe::PaymentIntentStatus;
use serde_json::json;
use tests::{DAY, Program, TestApp, cards, eventually, variables};

const DINERS: usize = 6;
/// Number of workers that are killed in each month.
const KILLS: [usize; 4] = [3, 2, 3, 2];
const MONTHS: usize = KILLS.len();

/// Returns the workers with payments in progress, including workers that died during one.
async fn busy_workers(app: &TestApp) -> BTreeSet<String> {
    let busy = "SELECT DISTINCT lock_by FROM apalis.jobs WHERE job_type = 'payment' AND status = 'Running' AND lock_by IS NOT NULL";
    let names: Vec<String> = sqlx::query_scalar(busy).fetch_all(&app.pool).await.expect("the jobs");
    names.into_iter().collect()
}

/// Starts a worker, and kills it while it processes a payment. Returns whether it died during the payment: it may have finished at that
/// moment.
async fn dies_over_a_payment(app: &TestApp, environment: &HashMap<String, String>) -> bool {
    let before = busy_workers(app).await;
    let worker = Program::start("worker", environment);
    eventually("a worker has a payment in hand", async || !busy_workers(app).await.is_subset(&before)).await;
    worker.end();
    !busy_workers(app).await.is_subset(&before)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_renewal_is_charged_and_booked_once_though_workers_die() {
    let app = TestApp::start().await;
    let price = app.plan_price("green", 980).await;
    let mut diners = Vec::new();
    for number in 0..DINERS {
        let diner = app.diner(&format!("diner{number}")).await.with_card(&app.outside, cards::GOOD).await;
        diner.subscribe("green", &price, json!({})).await.is(200);
        diners.push(diner);
    }
    let mut environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    // The test's clock renews.
    environment.remove("SEKI_STAND_INS_URL");
    environment.insert("DATABASE_CONNECTIONS".into(), "8".into());
    // Each payment takes several calls of the provider, so a worker can die during it.
    app.outside.faults(json!({ "latency_ms": 150 })).await;
    for kills in KILLS {
        app.advance(31 * DAY + 60);
        let mut died = 0;
        while died < kills {
            died += usize::from(dies_over_a_payment(&app, &environment).await);
        }
    }
    app.outside.clear_faults().await;
    let worker = app.start_worker();
    let booked = "SELECT count(*) FROM charges WHERE kind = 'subscription_fee' AND status = 'succeeded'";
    app.becomes(booked, i64::try_from(DINERS * (MONTHS + 1)).unwrap()).await;
    app.becomes("SELECT count(*) FROM subscriptions WHERE status = 'active' AND access_until > current_period_end", 6)
        .await;
    app.jobs_done().await;
    worker.stop().await;
    for diner in &diners {
        let intents = app.intents(diner).await;
        let paid = intents.iter().filter(|intent| intent.status == PaymentIntentStatus::Succeeded).count();
        assert_eq!(paid, MONTHS + 1);
        let mails = app.outside.booking_mails(&diner.email).await;
        let receipts = mails.iter().filter(|mail| mail["subject"].as_str().unwrap().contains("お支払いが完了"));
        // A mail is sent again if a worker dies between sending and recording it.
        assert!(receipts.count() > MONTHS);
    }
    let written = app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'plan_receipt'").await;
    assert_eq!(written, i64::try_from(DINERS * (MONTHS + 1)).unwrap());
    app.end().await;
}
