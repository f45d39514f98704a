//! The charge of a no-show fee, its withdrawal, its refusal by the operator and an approved cancel request cross each other.

use domain::reservations::no_show_fees;
use serde_json::json;
use tests::{RestaurantSpec, SlotSpec, cards, usual_policy};

use super::{end, many_servers};

const ROUNDS: i64 = 8;
const STATES: &str = "SELECT count(*) FROM reservation_no_show_fees WHERE status NOT IN ('withdrawn', 'waived')";

/// However they cross, a fee is charged at most once, and nothing is kept of one that was withdrawn, refused or cancelled.
#[tokio::test(flavor = "multi_thread")]
async fn fee_is_charged_or_withdrawn_and_never_both() {
    let app = many_servers().await;
    let restaurant = app.restaurant(RestaurantSpec { policy: usual_policy(), ..RestaurantSpec::default() }).await;
    let hanako = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
    for round in 0..ROUNDS {
        let slot = app.slot(&restaurant, SlotSpec::default()).await;
        let uid = hanako.book(&restaurant, &slot, 2).await;
        app.drain_jobs().await;
        let begun = domain::zone::Zone::default().at(slot.date, "18:31:00".parse().expect("a time"));
        app.advance((begun - app.now()).num_seconds());
        let owner = app.owner(&restaurant).await;
        owner.put(&format!("/owners/api/reservations/{uid}/no_show"), &json!({ "no_show": true })).await.is(200);
        owner.post(&format!("/owners/api/reservations/{uid}/no_show_fee"), &json!({})).await.is(200);
        app.advance(12 * 3_600);
        // The sessions of half a day ago have ended.
        let (owner, admin) = (app.owner(&restaurant).await, app.anonymous());
        app.sign_in_admin_as_well(&admin).await;
        let fee = format!("/owners/api/reservations/{uid}/no_show_fee");
        let waive = format!("/admin/reservations/{uid}/no_show_fee/waive");
        let reason = json!({ "reason": "来店していた" });
        let sweep = || no_show_fees::sweep(&app.pool, &app.rng, app.now());
        let (withdrawn, refused, first, second) =
            tokio::join!(owner.delete(&fee), admin.post(&waive, &reason), sweep(), sweep());
        let charged = first.expect("a sweep") + second.expect("a sweep");
        assert!(charged <= 1, "round {round}: charged {charged} times");
        for status in [withdrawn.status, refused.status] {
            assert!(matches!(status, 200 | 400 | 409), "round {round}: {status}");
        }
        // One of the two has ended the fee, or the sweep came before both: then the operator's refusal did.
        assert!(withdrawn.status == 200 || refused.status == 200, "round {round}");
        app.drain_jobs().await;
        assert_eq!(app.count(STATES).await, 0, "round {round}");
        assert_eq!(app.kept_of(&hanako).await, 0, "round {round}: nothing is kept");
    }
    end(app).await;
}
