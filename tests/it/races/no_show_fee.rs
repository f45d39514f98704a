//! The charge of a no-show fee, its withdrawal, its refusal by the operator and an approved cancel request cross each other.

use domain::reservations::no_show_fees;
use serde_json::json;
use tests::{HOUR, Persona, RestaurantSpec, SlotSpec, cards, justified, usual_policy};

use super::{end, many_servers};

const ROUNDS: i64 = 8;
const STATES: &str = "SELECT count(*) FROM reservation_no_show_fees WHERE status NOT IN ('withdrawn', 'waived')";

/// However they cross, a fee is charged at most once, and nothing is kept of one that was withdrawn, refused or cancelled.
#[tokio::test(flavor = "multi_thread")]
async fn fee_is_charged_or_withdrawn_and_never_both() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { policy: usual_policy(), ..RestaurantSpec::default() }).await;
    for round in 0..ROUNDS {
        // Each round is a visit later, and outlasts the session of the one before.
        let hanako = app.diner(&format!("hanako{round}")).await.with_card(&app.outside, cards::GOOD).await;
        let slot = app.slot(&restaurant, SlotSpec::default()).await;
        let uid = hanako.book(&restaurant, &slot, 2).await;
        app.drain_jobs().await;
        let begun = domain::zone::Zone::default().at(slot.date, "18:31:00".parse().expect("a time"));
        app.advance((begun - app.now()).num_seconds());
        let owner = app.owner(&restaurant).await;
        owner.put(&format!("/owners/api/reservations/{uid}/no_show"), &json!({ "no_show": true })).await.is(200);
        owner.post(&format!("/owners/api/reservations/{uid}/no_show_fee"), &json!({})).await.is(200);
        app.advance(12 * HOUR);
        // The sessions of half a day ago have ended.
        let (owner, admin) = (app.owner(&restaurant).await, app.admin().await);
        let fee = format!("/owners/api/reservations/{uid}/no_show_fee");
        let sweep = || no_show_fees::sweep(&app.pool, &app.rng, app.now());
        let (withdrawn, ended, first, second) =
            tokio::join!(owner.delete(&fee), end_fee(&owner, &admin, &uid, round), sweep(), sweep());
        let charged = first.expect("a sweep") + second.expect("a sweep");
        assert!(charged <= 1, "round {round}: charged {charged} times");
        for status in [withdrawn.status, ended] {
            assert!(matches!(status, 200 | 400 | 409), "round {round}: {status}");
        }
        // One of the two has ended the fee. If a sweep came before both, it was not the withdrawal.
        assert!(withdrawn.status == 200 || ended == 200, "round {round}");
        app.drain_jobs().await;
        assert_eq!(app.count(STATES).await, 0, "round {round}");
        assert_eq!(app.kept_of(&hanako).await, 0, "round {round}: nothing is kept");
    }
    end(app).await;
}

/// Ends the fee by the operator's refusal, or in every other round by an approved cancel request. Returns the status of the response.
async fn end_fee(owner: &Persona, admin: &Persona, uid: &str, round: i64) -> u16 {
    if round % 2 == 0 {
        // The sweep may charge the fee first: then it needs the proof, too.
        let path = format!("/admin/reservations/{uid}/no_show_fee/waive");
        return admin.post(&path, &justified(json!({}))).await.status;
    }
    let form = json!({ "uid": uid, "reason": "customer", "delete_os": false, "fee_waived": true, "agreed_with_customer": true });
    owner.post("/owners/reservation_cancel_requests", &form).await.is(200);
    admin.post(&format!("/admin/reservations/{uid}/cancel_request/approve"), &json!({})).await.status
}
