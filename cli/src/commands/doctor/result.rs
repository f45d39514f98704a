//! A check of `seki doctor`, and its result.

use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Ok,
    /// Works, but needs attention in the long run.
    Warn,
    Fail,
}

/// The result of a check.
#[derive(Debug, Serialize)]
pub struct CheckResult {
    pub verdict: Verdict,
    pub subject: &'static str,
    pub message: String,
    pub hint: Option<&'static str>,
}

impl CheckResult {
    pub fn ok(subject: &'static str, message: impl Into<String>) -> Self {
        Self { verdict: Verdict::Ok, subject, message: message.into(), hint: None }
    }

    pub fn warn(subject: &'static str, message: impl Into<String>, hint: &'static str) -> Self {
        Self { verdict: Verdict::Warn, subject, message: message.into(), hint: Some(hint) }
    }

    pub fn fail(subject: &'static str, message: impl Into<String>, hint: &'static str) -> Self {
        Self { verdict: Verdict::Fail, subject, message: message.into(), hint: Some(hint) }
    }
}
