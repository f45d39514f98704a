//! Operations of admins in the sections of a restaurant, and on announcements.

use serde_json::{Value, json};

use super::scene::Scene;
use super::{AccessScope, MatrixRow, MatrixRows, SignInSide};

pub fn lines(scene: &Scene) -> Vec<MatrixRow> {
    let mut admin = MatrixRows::new(SignInSide::Admin);
    let slug = [scene.restaurant.slug];
    let slot = [scene.restaurant.slug, scene.free_slot.as_str()];
    let gold = [scene.restaurant.slug, scene.gold.slot.as_str(), scene.gold.allocation.as_str()];
    admin.add(AccessScope::Bound, "GET /admin/r/{slug}/online_stock_groups", &slug, Value::Null, 200);
    admin.add(AccessScope::Bound, "GET /admin/r/{slug}/online_stock_groups/{uid}", &slot, Value::Null, 200);
    let pane = "GET /admin/r/{slug}/online_stock_groups/{uid}/gold_allocations/{allocation_uid}";
    admin.add(AccessScope::Bound, pane, &gold, Value::Null, 200);
    let pane = "PATCH /admin/r/{slug}/online_stock_groups/{uid}/gold_allocations/{allocation_uid}";
    admin.add(AccessScope::Bound, pane, &gold, json!({ "gold_round_id": scene.gold.round }), 200);
    let pane = "DELETE /admin/r/{slug}/online_stock_groups/{uid}/gold_allocations/{allocation_uid}";
    admin.add(AccessScope::Bound, pane, &gold, Value::Null, 200);
    for call in [
        "GET /admin/r/{slug}/online_reservations",
        "GET /admin/r/{slug}/offsite_reservations",
        "GET /admin/r/{slug}/invited_reservations",
        "GET /admin/r/{slug}/online_stock_destroyer",
        "GET /admin/r/{slug}/bulk_cancel_user_coupon_codes/new",
        "GET /admin/r/{slug}/bulk_checked_calendars",
    ] {
        admin.add(AccessScope::Bound, call, &slug, Value::Null, 200);
    }
    let range =
        json!({ "date_from": "2027-02-01", "date_till": "2027-02-02", "inventory_group_id": scene.restaurant.group });
    admin.add(AccessScope::Bound, "POST /admin/r/{slug}/online_stock_destroyer", &slug, range, 200);
    let list = json!({ "list": "external_id,source,status\nX-1,inbound,cancelled" });
    admin.add(AccessScope::Bound, "POST /admin/r/{slug}/offsite_reservations/import", &slug, list, 200);
    let codes = json!({ "codes": "NONE-1" });
    admin.add(AccessScope::Bound, "POST /admin/r/{slug}/bulk_cancel_user_coupon_codes", &slug, codes, 422);
    let days = json!({ "dates": ["2027-02-01"], "checked": true });
    admin.add(AccessScope::Bound, "POST /admin/r/{slug}/bulk_checked_calendars", &slug, days, 200);
    let proof = json!({ "current_password": tests::PASSWORD });
    admin.add(AccessScope::Bound, "GET /admin/payment_adjustments", &[], Value::Null, 200);
    admin.add(AccessScope::Bound, "GET /admin/payment_adjustments/{uid}", &["none"], Value::Null, 404);
    let refund = "POST /admin/users/{uid}/charges/{charge_uid}/refunds";
    admin.add(AccessScope::Bound, refund, &[&scene.user, "none"], proof.clone(), 404);
    let correct = "POST /admin/reservations/{uid}/corrections";
    admin.add(AccessScope::Bound, correct, &[&scene.booking], proof.clone(), 422);
    admin.add(AccessScope::Bound, "POST /admin/payment_adjustments/{uid}/approve", &["none"], proof, 404);
    let reject = json!({ "reason": "金額が違います" });
    admin.add(AccessScope::Bound, "POST /admin/payment_adjustments/{uid}/reject", &["none"], reject, 404);
    admin.add(AccessScope::Bound, "POST /admin/payment_adjustments/{uid}/withdraw", &["none"], Value::Null, 404);
    admin.add(AccessScope::Bound, "GET /admin/disputes/{id}/evidence", &["dp_matrix"], Value::Null, 200);
    admin.add(AccessScope::Bound, "POST /admin/disputes/{id}/answer", &["dp_matrix"], json!({}), 200);
    admin.add(AccessScope::Bound, "DELETE /admin/disputes/{id}/answer", &["dp_matrix"], Value::Null, 200);
    privacy(&mut admin, scene);
    admin.require_flags_from(0);
    // The announcement that the owners' rows confirmed and stopped: its page exists, and nothing is left to release, to withdraw, to stop
    // or, until its mails are dropped, to resume.
    let [sent, ..] = scene.announcements.map(|id| id.to_string());
    admin.add(AccessScope::Bound, "GET /admin/announcements/{id}/release", &[&sent], Value::Null, 200);
    admin.add(AccessScope::Bound, "POST /admin/announcements/{id}/release", &[&sent], json!({}), 422);
    admin.add(AccessScope::Bound, "DELETE /admin/announcements/{id}/release", &[&sent], Value::Null, 422);
    admin.add(AccessScope::Bound, "POST /admin/announcements/{id}/stop", &[&sent], json!({}), 422);
    admin.add(AccessScope::Bound, "POST /admin/announcements/{id}/resume", &[&sent], json!({}), 422);
    admin.lines
}

fn privacy(admin: &mut MatrixRows, scene: &Scene) {
    let person = ["diners", scene.user.as_str()];
    admin.add(AccessScope::Bound, "GET /admin/privacy", &[], Value::Null, 200);
    admin.add(AccessScope::Bound, "GET /admin/privacy/{kind}/{uid}", &person, Value::Null, 200);
    let export = tests::justified(json!({}));
    admin.add(AccessScope::Bound, "POST /admin/privacy/{kind}/{uid}/export", &person, export, 200);
    let erasure = json!({ "reason": "person", "current_password": tests::PASSWORD });
    admin.add(AccessScope::Bound, "DELETE /admin/privacy/{kind}/{uid}", &["diners", "none"], erasure, 404);
}
