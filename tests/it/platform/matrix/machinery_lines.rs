//! The worker's jobs and how the house stands, which any admin may look at.

use serde_json::{Value, json};

use super::{Door, Line, Lines, Scope};

pub fn lines() -> Vec<Line> {
    let mut admin = Lines::of(Door::Admin);
    admin.add(Scope::Own, "GET /admin/health", &[], Value::Null, 200);
    admin.add(Scope::Own, "GET /admin/jobs", &[], Value::Null, 200);
    admin.add(Scope::Own, "POST /admin/api/jobs/retry", &[], json!({ "queue": "sms" }), 200);
    // Let in, and told that there is no such job.
    admin.add(Scope::Own, "POST /admin/api/jobs/{id}/retry", &["01NOTHING"], json!({}), 404);
    admin.add(Scope::Own, "DELETE /admin/api/jobs/{id}", &["01NOTHING"], Value::Null, 404);
    admin.lines
}
