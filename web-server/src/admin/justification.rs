//! The justification of a privileged call (gaps G220): the admin's permission, a reason for the audit log, and a fresh proof of identity.

use domain::accounts::admins::AdminFlag;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::account_security::{AccountHolder, ProofBody};
use crate::console::Admin;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

const MAX_REASON_LENGTH: usize = 500;

/// The reason of a privileged call, and a proof of identity: a code of the authenticator app, or the password.
#[derive(Default, Deserialize, ToSchema)]
pub struct Justification {
    /// Stored in the audit log; 1 to 500 characters.
    reason: Option<String>,
    current_password: Option<String>,
    code: Option<String>,
}

impl Justification {
    /// Checks the permission, the reason and the proof, in this order, and returns the reason. Call it outside a transaction: a wrong proof
    /// counts as an attempt.
    ///
    /// # Errors
    /// 403 `admin_flag_missing`; 422 about `reason`; 422 `proof_missing` or about the proof; 429 after too many wrong proofs.
    pub async fn require(
        &self,
        app: &App,
        context: &Context,
        admin: &Admin,
        flag: AdminFlag,
    ) -> Result<&str, ApiError> {
        admin.require(flag)?;
        self.require_proof(app, context, admin).await
    }

    /// The same for an action that every admin may do: the reason and the proof.
    pub async fn require_proof(&self, app: &App, context: &Context, admin: &Admin) -> Result<&str, ApiError> {
        let reason = self.require_reason()?;
        let given = |text: Option<&String>| text.filter(|text| !text.trim().is_empty()).cloned();
        let proof =
            ProofBody { current_password: given(self.current_password.as_ref()), code: given(self.code.as_ref()) };
        if proof.is_empty() {
            let how = context.t("proof.how.password_or_app");
            let missing = ApiError { arguments: vec![("how", how)], ..ApiError::unprocessable("proof_missing") };
            return Err(missing.about("current_password"));
        }
        admin.caller(app, context)?.require_proof(&proof).await?;
        Ok(reason)
    }

    /// The reason alone.
    pub fn require_reason(&self) -> Result<&str, ApiError> {
        let reason = self.reason.as_deref().unwrap_or_default().trim();
        match fault_of(reason) {
            Some(code) => Err(ApiError::invalid_fields([("reason", code)])),
            None => Ok(reason),
        }
    }
}

fn fault_of(reason: &str) -> Option<&'static str> {
    match reason.chars().count() {
        0 => Some("reason_missing"),
        length if length > MAX_REASON_LENGTH => Some("reason_too_long"),
        _ => None,
    }
}
