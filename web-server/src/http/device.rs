//! The browser of a request, as one that signed in before: what a lock of the account does not concern.

use axum_extra::extract::cookie::Cookie;
use domain::accounts::Device;
use domain::sessions::Who;

use crate::http::cookies::{DEVICE_COOKIE, cookie};
use crate::http::extract::context::Context;
use crate::state::App;

const DAYS: i64 = 365;

pub fn device(app: &App, context: &Context) -> Option<Device> {
    context.cookie(DEVICE_COOKIE).and_then(|sealed| Device::open(&app.signer, sealed))
}

/// The cookie after somebody has signed in, or has followed the link to a new password.
pub fn remembering(app: &App, context: &Context, who: Who) -> Cookie<'static> {
    let device = Device::after_sign_in(device(app, context), &app.rng, who);
    cookie(DEVICE_COOKIE, device.seal(&app.signer), &app.config.base_url, Some(DAYS))
}
