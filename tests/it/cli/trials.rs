//! `seki trials`, run as operators run it.

use serde_json::json;
use tests::{TestApp, cards, seki};

#[tokio::test(flavor = "multi_thread")]
async fn reassigned_number_is_released_for_its_new_holder() {
    let app = TestApp::start().await;
    let price = app.plan_price("green", 980).await;
    let trial = json!({ "is_monthly_green_trial": true });
    let previous = app.diner("previous").await.with_card(&app.outside, cards::GOOD).await;
    previous.subscribe("green", &price, trial.clone()).await.is(200);
    let holder = app.diner("holder").await.with_card(&app.outside, cards::ALSO_GOOD).await;
    let environment = app.variables();
    let trials = async |arguments: &[&str]| seki(&[&["trials"], arguments].concat(), &environment).await;
    let (is_fine, said) = trials(&["show", &holder.email]).await;
    assert!(is_fine && said.contains("gets a trial"), "{said}");
    // The carrier gives the previous diner's number to another person.
    sqlx::query(
        "WITH given_up AS (UPDATE profiles SET phone_confirmed_at = NULL WHERE user_id = $1 RETURNING phone_e164)
         UPDATE profiles SET phone_e164 = given_up.phone_e164, phone_confirmed_at = NULL FROM given_up WHERE user_id = $2",
    )
    .bind(previous.id().0)
    .bind(holder.id().0)
    .execute(&app.pool)
    .await
    .expect("a moved number");
    assert!(trials(&["show", &holder.email]).await.1.contains("not confirmed"));
    sqlx::query("UPDATE profiles SET phone_confirmed_at = $2 WHERE user_id = $1")
        .bind(holder.id().0)
        .bind(app.now())
        .execute(&app.pool)
        .await
        .expect("a confirmed number");
    let (is_fine, said) = trials(&["show", &holder.email]).await;
    assert!(is_fine && said.contains("had one"), "{said}");
    for (arguments, refusal) in [
        (vec!["release", "nobody@seki.test", "--yes"], "there is no diner nobody@seki.test"),
        (vec!["release", &*holder.email], "--yes"),
    ] {
        let (is_fine, said) = trials(&arguments).await;
        assert!(!is_fine && said.contains(refusal), "{arguments:?}: {said}");
    }
    // The card of another person who had a trial is released on request only.
    sqlx::query(
        "UPDATE payment_methods SET fingerprint = (SELECT fingerprint FROM payment_methods WHERE user_id = $1) WHERE user_id = $2",
    )
    .bind(previous.id().0)
    .bind(holder.id().0)
    .execute(&app.pool)
    .await
    .expect("a card of both");
    let (is_fine, said) = trials(&["release", &holder.email, "--yes"]).await;
    assert!(is_fine && said.contains("1 trials"), "{said}");
    let kept = "SELECT count(*) FROM audit_events WHERE action = 'trial.released' AND actor = 'command_line'
                AND (detail->>'claims')::int = 1";
    assert_eq!(app.count(kept).await, 1);
    assert!(trials(&["show", &holder.email]).await.1.contains("had one"), "the card had one");
    let (is_fine, said) = trials(&["release", &holder.email, "--card", "--yes"]).await;
    assert!(is_fine && said.contains("1 trials"), "{said}");
    assert_eq!(holder.subscribe("green", &price, trial.clone()).await.is(200).json()["status"], "trialing");
    // The holder's own trial is not forgotten.
    assert!(trials(&["release", &holder.email, "--yes"]).await.1.contains("0 trials"));
    assert!(trials(&["show", &holder.email]).await.1.contains("had one"));
    app.end().await;
}
