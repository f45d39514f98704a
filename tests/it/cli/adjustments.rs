//! `seki payments refund`, `correct` and `adjustments`.

use domain::payments::queries::list_charges;
use serde_json::{Value, json};
use tests::{Ran, TestApp, cards, run_seki};

use crate::diner::payments::prepaid_restaurant;

async fn payments(app: &TestApp, arguments: &[&str]) -> Ran {
    run_seki(&[&["payments"], arguments].concat(), &app.variables()).await
}

fn parsed(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("no JSON: {ran:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn command_refunds_and_corrects_in_the_name_of_an_admin() {
    let app = TestApp::start().await;
    let (restaurant, slot) = prepaid_restaurant(&app, 4).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    app.drain_jobs().await;
    let subject = app.only_reservation().await;
    let mut conn = app.pool.acquire().await.expect("a connection");
    let course = list_charges(&mut conn, subject).await.expect("charges").remove(1);
    drop(conn);
    let (_, email) = app.admin_with_password(&["refunds"]).await;
    let (_, clerk) = app.admin_with_password(&["osg"]).await;
    let id = course.id.to_string();
    let common = ["--reason", "提供の遅れ", "--borne-by", "operator", "--as"];
    let refund = |amount: &'static str, rest: &[&'static str]| {
        [&["refund", &id, "--amount", amount], &common[..], &[email.as_str()], rest].concat().join("\u{1f}")
    };
    let run = async |line: String| payments(&app, &line.split('\u{1f}').collect::<Vec<_>>()).await;

    let asked = run(refund("5000", &[])).await;
    assert_eq!(asked.code, 2, "without a terminal it needs --yes: {asked:?}");
    let dry = run(refund("5000", &["--dry-run", "--json"])).await;
    assert_eq!((dry.code, &parsed(&dry)["dry_run"], &parsed(&dry)["status"]), (0, &json!(true), &json!("processing")));
    assert_eq!(app.count("SELECT count(*) FROM payment_adjustments").await, 0);

    let key = "0000-0000-0000-0001";
    for _ in 0..2 {
        let made = run(refund("5000", &["--yes", "--json", "--key", key])).await;
        assert_eq!(made.code, 0, "{made:?}");
    }
    let correct = [&["correct", &uid, "--amount", "700"], &common[..], &[email.as_str(), "--yes"]].concat();
    assert_eq!(payments(&app, &correct).await.code, 0);
    app.drain_jobs().await;
    assert_eq!(app.kept_of(&hanako).await, 48_780 - 5_000 + 700);
    let audited = "SELECT count(*) FROM audit_events WHERE actor = 'command_line' AND action = 'adjustment.requested'";
    assert_eq!(app.count(audited).await, 2);

    let large = run(refund("30000", &["--yes"])).await;
    assert!(large.code == 0 && large.stdout.contains("another admin must approve it"), "{large:?}");
    let listed = payments(&app, &["adjustments", "--json"]).await;
    let open = parsed(&listed);
    assert_eq!((open.as_array().map(Vec::len), &open[0]["status"]), (Some(1), &json!("awaiting_approval")));
    assert_eq!(open[0]["is_by_command_line"], true);
    app.drain_jobs().await;
    let mailed = app.outside.inbox(&email).await;
    let named =
        mailed.iter().filter(|mail| mail["subject"].as_str().is_some_and(|text| text.contains("あなたの名前で")));
    assert_eq!(named.count(), 3, "one for each request, also below the limit: {mailed:?}");
    let all = payments(&app, &["adjustments", "--all", "--json"]).await;
    assert_eq!(parsed(&all).as_array().map(Vec::len), Some(3));

    let too_much = run(refund("40000", &["--yes"])).await;
    assert!(too_much.code == 1 && too_much.stderr.contains("at most 13000 yen"), "{too_much:?}");
    let unknown = [&["refund", "none", "--amount", "1"], &common[..], &[email.as_str(), "--yes"]].concat();
    let unknown = payments(&app, &unknown).await;
    assert!(unknown.code == 2 && unknown.stderr.contains("there is no charge none"), "{unknown:?}");
    let stranger = [&["refund", &id, "--amount", "1"], &common[..], &["nobody@seki.test", "--yes"]].concat();
    let stranger = payments(&app, &stranger).await;
    assert!(stranger.code == 2 && stranger.stderr.contains("there is no admin nobody@seki.test"), "{stranger:?}");
    let powerless = [&["refund", &id, "--amount", "1"], &common[..], &[clerk.as_str(), "--yes"]].concat();
    let powerless = payments(&app, &powerless).await;
    assert!(powerless.code == 2 && powerless.stderr.contains("has no permission refunds"), "{powerless:?}");
    for (admin, reason, code, message) in [
        (&clerk, "二重の支払い", 2, "permission refunds"),
        (&email, " ", 2, "a reason has 1 to 500 characters"),
        (&email, "二重の支払い", 1, "the provider knows no such payment"),
    ] {
        let orphan = ["refund-orphan", "pi_none", "--reason", reason, "--as", admin.as_str(), "--yes"];
        let rejected = payments(&app, &orphan).await;
        assert!(rejected.code == code && rejected.stderr.contains(message), "{rejected:?}");
    }
    app.end().await;
}
