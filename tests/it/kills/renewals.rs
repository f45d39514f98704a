//! Workers die while subscriptions renew; every renewal is charged and booked once.

use std::time::Duration;

use domain::clients::stripe::PaymentIntentStatus;
use serde_json::json;
use tests::{Program, TestApp, cards, variables};

const DINERS: usize = 6;
const MONTHS: usize = 4;
const KILLS: usize = 10;

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
    let mut told = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    // The test's clock renews.
    told.remove("SEKI_STAND_INS_URL");
    told.insert("DATABASE_CONNECTIONS".into(), "8".into());
    for month in 0..MONTHS {
        app.advance(31 * 86_400 + 60);
        for _ in 0..KILLS / MONTHS {
            let worker = Program::start("worker", &told);
            tokio::time::sleep(Duration::from_millis(400 + 250 * u64::try_from(month).unwrap())).await;
            worker.kill();
            worker.end();
        }
    }
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
        // A worker that dies between sending a mail and noting it has it sent again.
        assert!(receipts.count() > MONTHS);
    }
    let written = app.count("SELECT count(*) FROM mail_deliveries WHERE template = 'plan_receipt'").await;
    assert_eq!(written, i64::try_from(DINERS * (MONTHS + 1)).unwrap());
    app.end().await;
}
