//! The worker's jobs and how the house stands, which any admin may look at.

use serde_json::{Value, json};

use super::belongings::DEAD_JOBS;
use super::{Door, Line, Lines, Scope};

pub fn lines() -> Vec<Line> {
    let mut admin = Lines::of(Door::Admin);
    admin.add(Scope::Own, "GET /admin/health", &[], Value::Null, 200);
    admin.add(Scope::Own, "GET /admin/jobs", &[], Value::Null, 200);
    admin.add(Scope::Own, "POST /admin/api/jobs/retry", &[], json!({ "queue": "sms" }), 200);
    let [again, given_up] = DEAD_JOBS;
    admin.add(Scope::Own, "POST /admin/api/jobs/{id}/retry", &[again], json!({}), 200);
    admin.add(Scope::Own, "DELETE /admin/api/jobs/{id}", &[given_up], Value::Null, 200);
    admin.lines
}
