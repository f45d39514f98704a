//! Sign-in of admins, and the pages that they may view.

use serde_json::{Value, json};

use super::belongings::Keys;
use super::scene::Scene;
use super::{AccessScope, MatrixRow, MatrixRows, SignInSide};

pub fn lines(scene: &Scene) -> Vec<MatrixRow> {
    let mut admin = MatrixRows::new(SignInSide::Admin);
    safety(&mut admin, scene);
    impersonation(&mut admin);
    support(&mut admin, scene);
    let mut lines = admin.lines;
    lines.extend(sign_in());
    lines
}

/// Diners' accounts, the audit log, and requests to cancel.
fn support(admin: &mut MatrixRows, scene: &Scene) {
    use AccessScope::Bound;
    let user: &[&str] = &[&scene.user];
    let marks = json!({ "user": { "is_agent": false, "is_gold_invited": false, "is_ohc_invited": false } });
    admin.add(Bound, "GET /admin/users", &[], Value::Null, 200);
    admin.add(Bound, "GET /admin/users/{uid}", user, Value::Null, 200);
    admin.add(Bound, "PATCH /admin/users/{uid}", user, marks, 200);
    admin.add(Bound, "DELETE /admin/users/{uid}/lock", user, Value::Null, 200);
    // The diner keeps the sessions that her rows need.
    let other: &[&str] = &[&scene.bystander];
    admin.add(Bound, "DELETE /admin/users/{uid}/second_factor", other, tests::justified(json!({})), 200);
    admin.add(Bound, "DELETE /admin/users/{uid}/sessions", other, Value::Null, 200);
    admin.add(Bound, "GET /admin/audit_events", &[], Value::Null, 200);
    admin.add(Bound, "GET /admin/reservations", &[], Value::Null, 200);
    admin.add(Bound, "GET /admin/raffle_rounds", &[], Value::Null, 200);
    admin.add(Bound, "GET /admin/cancel_requests", &["?filter=%7B%7D"], Value::Null, 200);
    admin.add(Bound, "GET /admin/no_show_fees", &["?filter=%7B%7D"], Value::Null, 200);
    let waive = "POST /admin/reservations/{uid}/no_show_fee/waive";
    admin.add(Bound, waive, &[&scene.booking], json!({ "reason": "来店していた" }), 400);
    admin.add(Bound, "GET /admin/gold_plan_change_requests", &["?filter=%7B%7D"], Value::Null, 200);
    admin.add(Bound, "GET /admin/gold_plan_change_requests/{id}", &["1"], Value::Null, 200);
    let done = json!({ "outcome": "done", "note": "電話で確認" });
    admin.add(Bound, "POST /admin/gold_plan_change_requests/{id}/close", &["1"], done, 200);
    let dispute: &[&str] = &["dp_matrix"];
    admin.add(Bound, "GET /admin/disputes", &["?state=all"], Value::Null, 200);
    admin.add(Bound, "GET /admin/disputes/{id}", dispute, Value::Null, 200);
    admin.add(Bound, "PATCH /admin/disputes/{id}", dispute, json!({ "note": "銀行に確認" }), 200);
    // Whether a request waits depends on whose lines came before: the reservation was found.
    let decide = "POST /admin/reservations/{uid}/cancel_request/approve";
    admin.add(Bound, decide, &[&scene.booking], json!({}), 400);
    let decide = "POST /admin/reservations/{uid}/cancel_request/reject";
    admin.add(Bound, decide, &[&scene.booking], json!({}), 400);
}

fn impersonation(admin: &mut MatrixRows) {
    let (call, own) = ("GET /admin/owners/{id}/login_as", ["1", "?owners_restaurant_slug=sushi-test"]);
    let first = admin.lines.len();
    admin.add(AccessScope::Bound, call, &own, Value::Null, 200);
    let call = "POST /admin/owners/{id}/login_as";
    admin.add(AccessScope::Bound, call, &own, tests::justified(json!({})), 200);
    admin.require_flags_from(first);
}

/// Sign-in of the admins' side; signing out comes last.
fn sign_in() -> Vec<MatrixRow> {
    use AccessScope::Entrance;
    let mut sign_in = MatrixRows::new(SignInSide::Admin);
    let wrong = json!({ "admin_user": { "email": "admin@seki.test", "password": "Wrong-2026" } });
    let forged = json!({ "admin_user": { "reset_password_token": "none", "password": "Other-2026",
        "password_confirmation": "Other-2026" } });
    let code = json!({ "code": "000000" });
    sign_in.add(Entrance, "GET /admin/sign_in", &[], Value::Null, 303);
    sign_in.add(Entrance, "POST /admin/sign_in", &[], wrong, 422);
    sign_in.add(Entrance, "GET /admin/password/new", &[], Value::Null, 200);
    sign_in.add(Entrance, "POST /admin/password", &[], json!({ "admin_user": { "email": "admin@seki.test" } }), 200);
    sign_in.add(Entrance, "GET /admin/password/edit", &["?reset_password_token=none"], Value::Null, 200);
    sign_in.add(Entrance, "PATCH /admin/password", &[], forged, 422);
    sign_in.add(Entrance, "GET /admin/second_factor", &[], Value::Null, 401);
    sign_in.add(Entrance, "POST /admin/second_factor", &[], code.clone(), 401);
    sign_in.add(Entrance, "POST /admin/second_factor/authenticator", &[], code, 401);
    sign_in.add(Entrance, "POST /admin/second_factor/passkey/options", &[], json!({}), 401);
    sign_in.add(Entrance, "POST /admin/second_factor/passkey", &[], json!({}), 401);
    sign_in.add(Entrance, "DELETE /admin/sign_out", &[], Value::Null, 200);
    sign_in.lines
}

/// The admin's own account.
fn safety(admin: &mut MatrixRows, scene: &Scene) {
    use AccessScope::{Bound, Own};
    let wrong = json!({ "current_password": "Wrong-2026", "password": "Other-2026", "code": "000000", "name": "Key" });
    admin.add(Own, "GET /admin/security_settings", &[], Value::Null, 200);
    for call in [
        "PATCH /admin/security_settings/password",
        "POST /admin/security_settings/authenticator",
        "PATCH /admin/security_settings/authenticator",
        "DELETE /admin/security_settings/authenticator",
        "POST /admin/security_settings/recovery_codes",
        "POST /admin/security_settings/passkeys/options",
        "POST /admin/security_settings/passkeys",
    ] {
        admin.add(Own, call, &[], wrong.clone(), 422);
    }
    let name = json!({ "name": "Key" });
    let [_, _, Keys { session, passkey }] = &scene.keys;
    let proof = json!({ "current_password": tests::PASSWORD });
    admin.add(Bound, "PATCH /admin/security_settings/passkeys/{uid}", &[passkey], name, 200);
    admin.add(Bound, "DELETE /admin/security_settings/passkeys/{uid}", &[passkey], proof, 200);
    admin.add(Bound, "DELETE /admin/security_settings/sessions/{uid}", &[session], Value::Null, 200);
    admin.add(Own, "DELETE /admin/security_settings/sessions", &[], Value::Null, 200);
}
