//! The worker's jobs and the system's health, which any admin may view.

use serde_json::{Value, json};

use super::belongings::DEAD_JOBS;
use super::{AccessScope, MatrixRow, MatrixRows, SignInSide};

pub fn lines() -> Vec<MatrixRow> {
    let mut admin = MatrixRows::new(SignInSide::Admin);
    admin.add(AccessScope::Own, "GET /admin/health", &[], Value::Null, 200);
    admin.add(AccessScope::Own, "GET /admin/home", &["?date=2026-12-01"], Value::Null, 200);
    admin.add(AccessScope::Own, "GET /admin/jobs", &[], Value::Null, 200);
    admin.add(AccessScope::Own, "POST /admin/api/jobs/retry", &[], json!({ "queue": "sms" }), 200);
    let [again, given_up] = DEAD_JOBS;
    admin.add(AccessScope::Own, "POST /admin/api/jobs/{id}/retry", &[again], json!({}), 200);
    admin.add(AccessScope::Own, "DELETE /admin/api/jobs/{id}", &[given_up], Value::Null, 200);
    admin.lines
}
