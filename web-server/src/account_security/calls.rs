//! The calls of the security settings. Every side serves the same ones, below its own address and with its own tag in the OpenAPI document.

/// The documented calls below `AccountHolder::SETTINGS` of an extractor, and `calls()` that serves them. The page itself belongs to the
/// side. The module that uses the macro has no other items: the macro brings its own imports.
macro_rules! calls_of {
    ($tag:tt, $holder:ident) => {
        use axum::Json;
        use axum::extract::{Path, State};
        use axum::response::Response;

        use $crate::account_security::passkeys::{NewPasskeyBody, PasskeyNameBody, PasskeyOptions};
        use $crate::account_security::{
            AccountHolder, CodeBody, EnrolmentView, NewPasswordBody, ProofBody, RecoveryCodes,
        };
        use $crate::http::calls::{Calls, routes};
        use $crate::http::write_response::RedirectTo;
        use $crate::http::error::ApiError;
        use $crate::http::extract::context::Context;
        use $crate::http::extract::form::FormOrJson;
        use $crate::state::App;

        pub fn calls<C: Calls>() -> C {
            C::new()
                .routes(routes!(change_password))
                .routes(routes!(end_other_sessions))
                .routes(routes!(end_session))
                .routes(routes!(begin_enrolment, confirm_enrolment, remove_authenticator))
                .routes(routes!(renew_recovery_codes))
                .routes(routes!(begin_passkey))
                .routes(routes!(add_passkey))
                .routes(routes!(rename_passkey, remove_passkey))
        }

        /// Sets a new password; requires the current one. All other sessions end.
        #[utoipa::path(patch, context_path = $holder::SETTINGS, path = "/password", tag = $tag,
            request_body = NewPasswordBody,
            responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 422), (status = 429)))]
        pub async fn change_password(
            State(app): State<App>,
            context: Context,
            holder: $holder,
            FormOrJson(body): FormOrJson<NewPasswordBody>,
        ) -> Result<Response, ApiError> {
            holder.caller(&app, &context)?.change_password(body).await
        }

        /// Ends all sessions except this one.
        #[utoipa::path(delete, context_path = $holder::SETTINGS, path = "/sessions", tag = $tag,
            responses((status = 200, body = RedirectTo), (status = 303), (status = 401)))]
        pub async fn end_other_sessions(
            State(app): State<App>,
            context: Context,
            holder: $holder,
        ) -> Result<Response, ApiError> {
            holder.caller(&app, &context)?.end_other_sessions().await
        }

        /// Ends one session immediately; 404 when it is not a session of this account.
        #[utoipa::path(delete, context_path = $holder::SETTINGS, path = "/sessions/{uid}", tag = $tag,
            params(("uid" = String, Path)),
            responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404)))]
        pub async fn end_session(
            State(app): State<App>,
            context: Context,
            holder: $holder,
            Path(uid): Path<String>,
        ) -> Result<Response, ApiError> {
            holder.caller(&app, &context)?.end_session(&uid).await
        }

        /// Begins to set up an authenticator app; requires the password or a code of the current app. 422 `email_not_confirmed` while the
        /// address of a diner is unconfirmed.
        #[utoipa::path(post, context_path = $holder::SETTINGS, path = "/authenticator", tag = $tag,
            request_body = ProofBody,
            responses((status = 200, body = EnrolmentView), (status = 401), (status = 422), (status = 429)))]
        pub async fn begin_enrolment(
            State(app): State<App>,
            context: Context,
            holder: $holder,
            FormOrJson(proof): FormOrJson<ProofBody>,
        ) -> Result<Json<EnrolmentView>, ApiError> {
            holder.caller(&app, &context)?.begin_enrolment(&proof).await
        }

        /// Accepts the first code of the new app; from now on sign-in requires one.
        #[utoipa::path(patch, context_path = $holder::SETTINGS, path = "/authenticator", tag = $tag,
            request_body = CodeBody,
            responses((status = 200, body = RecoveryCodes), (status = 401), (status = 422), (status = 429)))]
        pub async fn confirm_enrolment(
            State(app): State<App>,
            context: Context,
            holder: $holder,
            FormOrJson(body): FormOrJson<CodeBody>,
        ) -> Result<Json<RecoveryCodes>, ApiError> {
            holder.caller(&app, &context)?.confirm_enrolment(&body).await
        }

        /// Disables the app, its recovery codes and the passkeys; requires the password or a code. 422 if the account must have a second
        /// factor, or has no app.
        #[utoipa::path(delete, context_path = $holder::SETTINGS, path = "/authenticator", tag = $tag,
            request_body = ProofBody,
            responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 422), (status = 429)))]
        pub async fn remove_authenticator(
            State(app): State<App>,
            context: Context,
            holder: $holder,
            FormOrJson(proof): FormOrJson<ProofBody>,
        ) -> Result<Response, ApiError> {
            holder.caller(&app, &context)?.remove_authenticator(&proof).await
        }

        /// Replaces the recovery codes; requires the password or a code.
        #[utoipa::path(post, context_path = $holder::SETTINGS, path = "/recovery_codes", tag = $tag,
            request_body = ProofBody,
            responses((status = 200, body = RecoveryCodes), (status = 401), (status = 422), (status = 429)))]
        pub async fn renew_recovery_codes(
            State(app): State<App>,
            context: Context,
            holder: $holder,
            FormOrJson(proof): FormOrJson<ProofBody>,
        ) -> Result<Json<RecoveryCodes>, ApiError> {
            holder.caller(&app, &context)?.renew_recovery_codes(&proof).await
        }

        /// Begins to register a passkey in addition to the authenticator app; requires the password or a code. 422 `email_not_confirmed`
        /// while the address of a diner is unconfirmed.
        #[utoipa::path(post, context_path = $holder::SETTINGS, path = "/passkeys/options", tag = $tag,
            request_body = ProofBody,
            responses((status = 200, body = PasskeyOptions), (status = 401), (status = 422), (status = 429)))]
        pub async fn begin_passkey(
            State(app): State<App>,
            context: Context,
            holder: $holder,
            FormOrJson(proof): FormOrJson<ProofBody>,
        ) -> Result<Json<PasskeyOptions>, ApiError> {
            holder.caller(&app, &context)?.begin_passkey(&proof).await
        }

        /// Registers the browser's new passkey; from now on sign-in accepts it instead of a code.
        #[utoipa::path(post, context_path = $holder::SETTINGS, path = "/passkeys", tag = $tag,
            request_body = NewPasskeyBody,
            responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 422)))]
        pub async fn add_passkey(
            State(app): State<App>,
            context: Context,
            holder: $holder,
            FormOrJson(body): FormOrJson<NewPasskeyBody>,
        ) -> Result<Response, ApiError> {
            holder.caller(&app, &context)?.add_passkey(body).await
        }

        /// Renames a passkey; 404 when it does not belong to this account.
        #[utoipa::path(patch, context_path = $holder::SETTINGS, path = "/passkeys/{uid}", tag = $tag,
            params(("uid" = String, Path)), request_body = PasskeyNameBody,
            responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 422)))]
        pub async fn rename_passkey(
            State(app): State<App>,
            context: Context,
            holder: $holder,
            Path(uid): Path<String>,
            FormOrJson(body): FormOrJson<PasskeyNameBody>,
        ) -> Result<Response, ApiError> {
            holder.caller(&app, &context)?.rename_passkey(&uid, &body).await
        }

        /// Removes a passkey; requires the password or a code. 404 when it does not belong to this account.
        #[utoipa::path(delete, context_path = $holder::SETTINGS, path = "/passkeys/{uid}", tag = $tag,
            params(("uid" = String, Path)), request_body = ProofBody,
            responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 422),
                (status = 429)))]
        pub async fn remove_passkey(
            State(app): State<App>,
            context: Context,
            holder: $holder,
            Path(uid): Path<String>,
            FormOrJson(proof): FormOrJson<ProofBody>,
        ) -> Result<Response, ApiError> {
            holder.caller(&app, &context)?.remove_passkey(&uid, &proof).await
        }
    };
}
pub(crate) use calls_of;
