//! The sections of a restaurant's "other" menu, each behind a permission flag (F186, gaps G109, G186).

use serde_json::{Value, json};
use tests::{Persona, RestaurantSpec, SlotSpec, TestApp};

mod checked_days;
mod coupon_codes;
mod destroyer;
pub mod gold;
mod lists;
mod offsite_guests;
mod offsite_import;

/// An admin with these flags alone.
async fn admin_with(app: &TestApp, flags: &[&str]) -> Persona {
    let persona = app.anonymous();
    let id = app.sign_in_admin_as_well(&persona).await;
    for flag in ["osg", "onr", "ofsr", "ivr", "os", "cpn", "cxl"] {
        let set = format!("UPDATE admin_users SET {flag} = $2 WHERE id = $1");
        let set = sqlx::query(sqlx::AssertSqlSafe(set)).bind(id.0).bind(flags.contains(&flag));
        set.execute(&app.pool).await.expect("a flag");
    }
    persona
}

/// Asks a call; reads have no body.
async fn ask(who: &Persona, (method, path): (&str, &str), body: &Value) -> tests::Reply {
    match method {
        "POST" => who.post(path, body).await,
        "PATCH" => who.patch(path, body).await,
        "DELETE" => who.delete(path).await,
        _ => who.get(path).await,
    }
}

/// F186
#[tokio::test]
async fn sections_need_their_admin_flag() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let uid: String = sqlx::query_scalar("SELECT uid FROM online_stock_groups WHERE id = $1")
        .bind(slot.id)
        .fetch_one(&app.pool)
        .await
        .expect("a uid");
    let slot = format!("/admin/r/sushi-test/online_stock_groups/{uid}");
    let gold = format!("{slot}/gold_allocations/none");
    let calls = [
        ("osg", "GET", "/admin/r/sushi-test/online_stock_groups", 200),
        ("osg", "GET", &slot, 200),
        ("osg", "GET", &gold, 404),
        ("osg", "PATCH", &gold, 422),
        ("osg", "DELETE", &gold, 404),
        ("onr", "GET", "/admin/r/sushi-test/online_reservations", 200),
        ("ofsr", "GET", "/admin/r/sushi-test/offsite_reservations", 200),
        ("ofsr", "POST", "/admin/r/sushi-test/offsite_reservations/import", 422),
        ("ivr", "GET", "/admin/r/sushi-test/invited_reservations", 200),
        ("os", "GET", "/admin/r/sushi-test/online_stock_destroyer", 200),
        ("os", "POST", "/admin/r/sushi-test/online_stock_destroyer", 422),
        ("cpn", "GET", "/admin/r/sushi-test/bulk_cancel_user_coupon_codes/new", 200),
        ("cpn", "POST", "/admin/r/sushi-test/bulk_cancel_user_coupon_codes", 422),
        ("cxl", "GET", "/admin/r/sushi-test/bulk_checked_calendars", 200),
        ("cxl", "POST", "/admin/r/sushi-test/bulk_checked_calendars", 422),
    ];
    let owner = app.owner(&restaurant).await;
    let diner = app.diner("hanako").await;
    for flag in ["osg", "onr", "ofsr", "ivr", "os", "cpn", "cxl"] {
        let others: Vec<_> =
            ["osg", "onr", "ofsr", "ivr", "os", "cpn", "cxl"].into_iter().filter(|other| *other != flag).collect();
        let (may, may_not) = (admin_with(&app, &[flag]).await, admin_with(&app, &others).await);
        for (_, method, path, status) in calls.iter().filter(|call| call.0 == flag) {
            let call = (*method, *path);
            ask(&may, call, &json!({})).await.is(*status);
            // The right is checked before the body.
            ask(&may_not, call, &json!({})).await.refused(403, "admin_flag_missing");
            ask(&may, (method, &path.replace("sushi-test", "nowhere")), &json!({})).await.refused(404, "not_found");
            for stranger in [&owner, &diner, &app.anonymous()] {
                ask(stranger, call, &json!({})).await.refused(401, "sign_in_required");
            }
        }
    }
    app.end().await;
}
