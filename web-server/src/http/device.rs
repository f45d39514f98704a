//! The known device of a request, to which the account lock does not apply.

use axum_extra::extract::cookie::Cookie;
use domain::accounts::{self, Browser, Device};
use domain::sessions::AccountId;
use sqlx::PgConnection;

use crate::http::cookies::{DEVICE_COOKIE, cookie};
use crate::http::extract::context::Context;
use crate::state::App;

const DAYS: i64 = 365;

pub fn device(app: &App, context: &Context) -> Option<Device> {
    context.cookie(DEVICE_COOKIE).and_then(|sealed| Device::open(&app.signer, sealed))
}

/// Returns the description of the device from the browser's request, for the mails about an account.
pub fn browser(context: &Context) -> Browser<'_> {
    Browser { user_agent: context.user_agent(), locale: context.locale() }
}

/// Records the browser of a completed sign-in, and returns its cookie; a new browser is reported by mail.
pub async fn note_sign_in(
    conn: &mut PgConnection,
    app: &App,
    context: &Context,
    who: AccountId,
) -> sqlx::Result<Cookie<'static>> {
    let device = device(app, context).unwrap_or_else(|| Device::new(&app.rng));
    accounts::note_sign_in(conn, &app.rng, app.clock.now(), who, &device, browser(context)).await?;
    Ok(device_cookie(app, &device))
}

/// Records the browser that set a new password by the mailed link, and returns its cookie. It sends no mail about a new browser, because a
/// mail about the password was sent already. A user whom a stranger's attempts have locked out can sign in from there.
pub async fn note_new_password(
    conn: &mut PgConnection,
    app: &App,
    context: &Context,
    who: AccountId,
) -> sqlx::Result<Cookie<'static>> {
    let device = device(app, context).unwrap_or_else(|| Device::new(&app.rng));
    device.remember(conn, app.clock.now(), who).await?;
    Ok(device_cookie(app, &device))
}

fn device_cookie(app: &App, device: &Device) -> Cookie<'static> {
    cookie(DEVICE_COOKIE, device.seal(&app.signer), &app.config.base_url, Some(DAYS))
}
