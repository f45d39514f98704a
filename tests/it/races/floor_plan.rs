//! Members of staff save one version of the floor plan concurrently: one succeeds, and the stored plan is that one.

use reqwest::Method;
use serde_json::{Value, json};
use tests::{RestaurantSpec, TestApp};

use super::{STAFF, call_concurrently, count, end, many_servers, staff_sessions, statuses};

const PLAN: &str = "/owners/api/floor_plan";
const ROUNDS: i32 = 4;

/// Returns a plan of each session: the table at another place, and for every second session a second table.
fn plans(uids: &[String], version: i32) -> Vec<Value> {
    let table = |uid: &String, x: usize, y: usize| json!({ "inventory_item_uid": uid, "x": x, "y": y, "width": 4, "height": 4, "shape": "rectangle" });
    let plan = |session: usize| {
        let mut tables = vec![table(&uids[0], 4 * session, 0)];
        if session % 2 == 1 {
            tables.push(table(&uids[1], 4 * session, 8));
        }
        json!({ "version": version, "tables": tables })
    };
    (0..STAFF).map(plan).collect()
}

async fn uids(app: &TestApp) -> Vec<String> {
    let uids = sqlx::query_scalar("SELECT uid FROM inventory_items ORDER BY position");
    uids.fetch_all(&app.pool).await.expect("seats")
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_saves_of_one_version_store_the_winner() {
    let app = many_servers().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec { seats: 2, ..RestaurantSpec::default() }).await;
    let uids = uids(&app).await;
    for version in 0..ROUNDS {
        let plans = plans(&uids, version);
        let calls: Vec<_> = plans.iter().map(|plan| (PLAN.to_owned(), plan.clone())).collect();
        let replies = call_concurrently(&Method::PUT, staff_sessions(&app, &restaurant).await, calls).await;
        let statuses = statuses(&replies);
        assert_eq!((count(&statuses, 200), count(&statuses, 409)), (1, STAFF - 1), "{statuses:?}");
        let winner = statuses.iter().position(|status| *status == 200).expect("one succeeds");
        let stored = json!({ "version": version + 1, "tables": plans[winner]["tables"] });
        assert_eq!(owner.get(PLAN).await.data(), stored, "no table of another plan");
        assert_eq!(replies[winner].data(), stored);
        app.verify().await;
    }
    // One after another, each of the plans can be saved: the rejections above are due to the version.
    for (version, mut plan) in (ROUNDS..).zip(plans(&uids, ROUNDS)) {
        plan["version"] = json!(version);
        owner.put(PLAN, &plan).await.is(200);
    }
    let saved = i64::from(ROUNDS) + i64::try_from(STAFF).expect("few");
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'floor_plan.saved'").await, saved);
    end(app).await;
}
