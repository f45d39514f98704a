//! The admins' lists, and the permissions to read and to export them.

use serde_json::Value;

use super::{AccessScope, MatrixRow, MatrixRows, SignInSide};

/// Lists that every admin reads.
const OPEN: [&str; 31] = [
    "GET /admin/api/resources/restaurants",
    "GET /admin/api/resources/restaurants.csv",
    "GET /admin/api/resources/users",
    "GET /admin/api/resources/reservations",
    "GET /admin/api/resources/disputes",
    "GET /admin/api/resources/restaurants/{id}",
    "GET /admin/api/resources/users/{id}",
    "GET /admin/api/resources/reservations/{id}",
    "GET /admin/api/resources/disputes/{id}",
    "GET /admin/api/resources/cancel_requests",
    "GET /admin/api/resources/cancel_requests/{id}",
    "GET /admin/api/resources/no_show_fees",
    "GET /admin/api/resources/no_show_fees/{id}",
    "GET /admin/api/resources/announcements",
    "GET /admin/api/resources/announcements/{id}",
    "GET /admin/api/resources/raffle_rounds",
    "GET /admin/api/resources/raffle_rounds.csv",
    "GET /admin/api/resources/raffle_rounds/{id}",
    "GET /admin/api/resources/audit_events",
    "GET /admin/api/resources/audit_events/{id}",
    "GET /admin/api/resources/gold_plan_change_requests",
    "GET /admin/api/resources/gold_plan_change_requests/{id}",
    "GET /admin/api/resources/jobs",
    "GET /admin/api/resources/jobs.csv",
    "GET /admin/api/resources/jobs/{id}",
    "GET /admin/api/resources/dead_letters",
    "GET /admin/api/resources/dead_letters.csv",
    "GET /admin/api/resources/dead_letters/{id}",
    "GET /admin/api/resources/schedules",
    "GET /admin/api/resources/schedules.csv",
    "GET /admin/api/resources/schedules/{id}",
];

/// Lists, files and pages that need a permission.
const WITH_FLAG: [&str; 39] = [
    "GET /admin/api/resources/users.csv",
    "GET /admin/api/resources/reservations.csv",
    "GET /admin/api/resources/disputes.csv",
    "GET /admin/api/resources/charges",
    "GET /admin/api/resources/charges.csv",
    "GET /admin/api/resources/refunds",
    "GET /admin/api/resources/refunds.csv",
    "GET /admin/api/resources/payment_adjustments",
    "GET /admin/api/resources/payment_adjustments.csv",
    "GET /admin/api/resources/ledger_transfers",
    "GET /admin/api/resources/ledger_transfers.csv",
    "GET /admin/api/resources/payouts",
    "GET /admin/api/resources/payouts.csv",
    "GET /admin/api/resources/charges/{id}",
    "GET /admin/api/resources/refunds/{id}",
    "GET /admin/api/resources/payment_adjustments/{id}",
    "GET /admin/api/resources/ledger_transfers/{id}",
    "GET /admin/api/resources/payouts/{id}",
    "GET /admin/api/resources/audit_events.csv",
    "GET /admin/api/resources/gold_plan_change_requests.csv",
    "GET /admin/api/resources/cancel_requests.csv",
    "GET /admin/api/resources/no_show_fees.csv",
    "GET /admin/api/resources/announcements.csv",
    "GET /admin/api/resources/admin_users",
    "GET /admin/api/resources/admin_users.csv",
    "GET /admin/api/resources/admin_users/{id}",
    "GET /admin/api/resources/staff",
    "GET /admin/api/resources/staff.csv",
    "GET /admin/api/resources/staff/{id}",
    "GET /admin/charges",
    "GET /admin/charges/{id}",
    "GET /admin/refunds",
    "GET /admin/refunds/{id}",
    "GET /admin/ledger_transfers",
    "GET /admin/ledger_transfers/{id}",
    "GET /admin/payouts",
    "GET /admin/payouts/{id}",
    "GET /admin/admin_users",
    "GET /admin/admin_users/{id}",
];

/// No row has this id, which is answered after the check of rights.
const NO_ROW: &[&str] = &["999999999"];

pub fn lines() -> Vec<MatrixRow> {
    let mut admin = MatrixRows::new(SignInSide::Admin);
    OPEN.into_iter().for_each(|call| add(&mut admin, call));
    let first = admin.lines.len();
    WITH_FLAG.into_iter().for_each(|call| add(&mut admin, call));
    admin.require_flags_from(first);
    admin.lines
}

fn add(admin: &mut MatrixRows, call: &'static str) {
    let (ids, answers) = if call.contains("{id}") { (NO_ROW, 404) } else { (&[] as &[&str], 200) };
    admin.add(AccessScope::Own, call, ids, Value::Null, answers);
}
