//! The page of the security settings of a console.

/// The documented page at `AccountHolder::SETTINGS` of an extractor. `$respond` puts it into the console's frame. The name and the
/// title of the page begin with the tag: `owner_security_settings`.
macro_rules! security_page_of {
    ($tag:tt, $holder:ident, $page:ident, $respond:ident) => {
        #[derive(serde::Serialize, utoipa::ToSchema)]
        pub struct $page {
            security: $crate::account_security::AccountSecurity,
            /// In the order of registration.
            passkeys: Vec<$crate::account_security::passkeys::PasskeyView>,
            /// False on a host without a name: passkeys belong to a host name.
            can_add_passkeys: bool,
            /// True if the second factor cannot be switched off in this console.
            is_factor_required: bool,
        }

        impl $crate::http::page::PageData for $page {
            const NAME: &'static str = concat!($tag, "_security_settings");
        }

        #[utoipa::path(get, path = <$holder as $crate::account_security::AccountHolder>::SETTINGS, tag = $tag,
            responses((status = 200, body = $crate::console::ConsolePage<$page>), (status = 302), (status = 401)))]
        pub async fn page(
            axum::extract::State(app): axum::extract::State<$crate::state::App>,
            context: $crate::http::extract::context::Context,
            holder: $holder,
        ) -> Result<axum::response::Response, $crate::http::error::ApiError> {
            let caller = $crate::account_security::AccountHolder::caller(&holder, &app, &context)?;
            let mut conn = app.pool.acquire().await?;
            let data = $page {
                security: caller.security(&mut conn).await?,
                passkeys: caller.passkeys(&mut conn).await?,
                can_add_passkeys: caller.can_add_passkeys(),
                is_factor_required: caller.is_factor_required(),
            };
            drop(conn);
            $respond(&app, &context, &holder, &context.t(concat!($tag, ".security_settings.title")), data).await
        }
    };
}
pub(crate) use security_page_of;
