//! The sign-in calls of a console: signing in and out, the second step, password reset. Both consoles serve the same calls, below
//! `ConsoleSignIn::root` and with their own tag in the OpenAPI document.

/// The documented sign-in calls of a console, and `calls()` that serves them. The names of the pages begin with the tag:
/// `owner_sign_in`. `$account` is the key under which the forms send their fields. The module that uses the macro has no other
/// items: the macro contains its own imports.
macro_rules! calls_of {
    ($tag:tt, $console:ident, $account:ident;
     $(#[$sign_in:meta])+ $sign_in_page:ident, $sign_in_body:ident, $credentials:ident;
     $second_factor_page:ident;
     $password_new_page:ident, $password_edit_page:ident, $password_body:ident;) => {
        use axum::Json;
        use axum::extract::{Query, State};
        use axum::http::request::Parts;
        use axum::response::Response;
        use serde::{Deserialize, Serialize};
        use utoipa::ToSchema;

        use $crate::account_security::passkeys::{PasskeyResponseBody, PasskeyOptions};
        use $crate::account_security::{CodeBody, EnrolmentView};
        use $crate::console::ConsolePage;
        use $crate::console::sign_in::password::{ResetFields, ResetLinkQuery};
        use $crate::console::sign_in::second_factor::{FirstRecoveryCodes, SecondFactorStep};
        use $crate::http::calls::{Calls, routes};
        use $crate::http::write_response::{RedirectTo, RedirectWith};
        use $crate::http::error::ApiError;
        use $crate::http::extract::context::Context;
        use $crate::http::extract::form::FormOrJson;
        use $crate::http::page::PageData;
        use $crate::state::App;

        pub fn calls<C: Calls>() -> C {
            C::new()
                .routes(routes!(sign_in_page, sign_in))
                .routes(routes!(sign_out))
                .routes(routes!(second_factor_page, verify_code))
                .routes(routes!(enrol))
                .routes(routes!(begin_passkey))
                .routes(routes!(verify_passkey))
                .routes(routes!(password_new_page))
                .routes(routes!(password_edit_page))
                .routes(routes!(mail_reset_link, reset_password))
        }

        #[derive(Serialize, ToSchema)]
        pub struct $sign_in_page {}

        impl PageData for $sign_in_page {
            const NAME: &'static str = concat!($tag, "_sign_in");
        }

        #[derive(Default, Deserialize, ToSchema)]
        pub struct $sign_in_body {
            #[serde(default)]
            $account: $credentials,
        }

        #[derive(Default, Deserialize, ToSchema)]
        pub struct $credentials {
            email: Option<String>,
            password: Option<String>,
        }

        /// Returns the sign-in form. A signed-in user is redirected to the first page.
        #[utoipa::path(get, context_path = $console.root, path = "/sign_in", tag = $tag,
            responses((status = 200, body = ConsolePage<$sign_in_page>), (status = 303)))]
        pub async fn sign_in_page(
            State(app): State<App>,
            context: Context,
            parts: Parts,
        ) -> Result<Response, ApiError> {
            $console.sign_in_page(&app, &context, parts, $sign_in_page {}).await
        }

        $(#[$sign_in])+
        #[utoipa::path(post, context_path = $console.root, path = "/sign_in", tag = $tag, request_body = $sign_in_body,
            responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
        pub async fn sign_in(
            State(app): State<App>,
            context: Context,
            FormOrJson(body): FormOrJson<$sign_in_body>,
        ) -> Result<Response, ApiError> {
            $console.sign_in(&app, &context, body.$account.email, body.$account.password).await
        }

        /// Signs out. Has no effect without a session.
        #[utoipa::path(delete, context_path = $console.root, path = "/sign_out", tag = $tag,
            responses((status = 200, body = RedirectTo), (status = 303)))]
        pub async fn sign_out(State(app): State<App>, context: Context) -> Result<Response, ApiError> {
            $console.sign_out(&app, &context).await
        }

        #[derive(Serialize, ToSchema)]
        pub struct $second_factor_page {
            #[serde(flatten)]
            step: SecondFactorStep,
        }

        impl PageData for $second_factor_page {
            const NAME: &'static str = concat!($tag, "_second_factor");
        }

        /// Returns the form for a code, or the set-up of an authenticator app. Redirects to the sign-in page if no sign-in waits
        /// for its second step.
        #[utoipa::path(get, context_path = $console.root, path = "/second_factor", tag = $tag,
            responses((status = 200, body = ConsolePage<$second_factor_page>), (status = 303), (status = 401)))]
        pub async fn second_factor_page(State(app): State<App>, context: Context) -> Result<Response, ApiError> {
            $console.second_factor_page(&app, &context, |step| $second_factor_page { step }).await
        }

        /// Verifies the code: of the app, a recovery code, or the first code of an app that is being set up. At most 30 attempts
        /// a day.
        #[utoipa::path(post, context_path = $console.root, path = "/second_factor", tag = $tag, request_body = CodeBody,
            responses((status = 200, body = RedirectWith<FirstRecoveryCodes>), (status = 303), (status = 401), (status = 422),
                (status = 429)))]
        pub async fn verify_code(
            State(app): State<App>,
            context: Context,
            FormOrJson(body): FormOrJson<CodeBody>,
        ) -> Result<Response, ApiError> {
            $console.verify(&app, &context, body).await
        }

        /// Starts the set-up of the first app for an account that needs a second factor; 422 if it has an app.
        #[utoipa::path(post, context_path = $console.root, path = "/second_factor/authenticator", tag = $tag,
            responses((status = 200, body = EnrolmentView), (status = 401), (status = 422), (status = 429)))]
        pub async fn enrol(State(app): State<App>, context: Context) -> Result<Json<EnrolmentView>, ApiError> {
            $console.enrol(&app, &context).await
        }

        /// Returns the challenge for a passkey at the second step of a sign-in; 422 if the account has no passkey.
        #[utoipa::path(post, context_path = $console.root, path = "/second_factor/passkey/options", tag = $tag,
            responses((status = 200, body = PasskeyOptions), (status = 401), (status = 422), (status = 429)))]
        pub async fn begin_passkey(
            State(app): State<App>,
            context: Context,
        ) -> Result<Json<PasskeyOptions>, ApiError> {
            $console.begin_passkey(&app, &context).await
        }

        /// Verifies the passkey's response in place of a code.
        #[utoipa::path(post, context_path = $console.root, path = "/second_factor/passkey", tag = $tag,
            request_body = PasskeyResponseBody,
            responses((status = 200, body = RedirectWith<FirstRecoveryCodes>), (status = 303), (status = 401), (status = 422),
                (status = 429)))]
        pub async fn verify_passkey(
            State(app): State<App>,
            context: Context,
            FormOrJson(body): FormOrJson<PasskeyResponseBody>,
        ) -> Result<Response, ApiError> {
            $console.verify_passkey(&app, &context, &body).await
        }

        #[derive(Serialize, ToSchema)]
        pub struct $password_new_page {}

        impl PageData for $password_new_page {
            const NAME: &'static str = concat!($tag, "_password_new");
        }

        #[derive(Serialize, ToSchema)]
        pub struct $password_edit_page {
            reset_password_token: String,
            /// False if the link is used, expired or invalid.
            valid: bool,
        }

        impl PageData for $password_edit_page {
            const NAME: &'static str = concat!($tag, "_password_edit");
        }

        #[derive(Default, Deserialize, ToSchema)]
        pub struct $password_body {
            #[serde(default)]
            $account: ResetFields,
        }

        /// Returns the form for the email address.
        #[utoipa::path(get, context_path = $console.root, path = "/password/new", tag = $tag,
            responses((status = 200, body = ConsolePage<$password_new_page>)))]
        pub async fn password_new_page(State(app): State<App>, context: Context) -> Result<Response, ApiError> {
            $console.page(&app, &context, "password_new", $password_new_page {})
        }

        /// Returns the page of the mailed link.
        #[utoipa::path(get, context_path = $console.root, path = "/password/edit", tag = $tag, params(ResetLinkQuery),
            responses((status = 200, body = ConsolePage<$password_edit_page>)))]
        pub async fn password_edit_page(
            State(app): State<App>,
            context: Context,
            Query(query): Query<ResetLinkQuery>,
        ) -> Result<Response, ApiError> {
            let reset_password_token = query.reset_password_token.unwrap_or_default();
            let valid = $console.is_reset_link(&app, &reset_password_token).await?;
            $console.page(&app, &context, "password_edit", $password_edit_page { reset_password_token, valid })
        }

        /// Mails the link. The response is the same for addresses without an account.
        #[utoipa::path(post, context_path = $console.root, path = "/password", tag = $tag, request_body = $password_body,
            responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
        pub async fn mail_reset_link(
            State(app): State<App>,
            context: Context,
            FormOrJson(body): FormOrJson<$password_body>,
        ) -> Result<Response, ApiError> {
            $console.mail_reset_link(&app, &context, body.$account).await
        }

        /// Sets the new password, ends all sessions of the account, and redirects to the sign-in page.
        #[utoipa::path(patch, context_path = $console.root, path = "/password", tag = $tag, request_body = $password_body,
            responses((status = 200, body = RedirectTo), (status = 303), (status = 422), (status = 429)))]
        pub async fn reset_password(
            State(app): State<App>,
            context: Context,
            FormOrJson(body): FormOrJson<$password_body>,
        ) -> Result<Response, ApiError> {
            $console.reset_password(&app, &context, body.$account).await
        }
    };
}
pub(crate) use calls_of;
