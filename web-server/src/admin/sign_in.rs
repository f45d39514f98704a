//! Sign-in to the admin console (gaps G043): the form, the second step, and password reset (gaps G037).

use crate::console::sign_in::{ADMINS, calls_of};

calls_of! {
    "admin", ADMINS, admin_user;
    /// Signs an admin in, or redirects to the second step. 422 if email address and password do not match, 429 after ten failures
    /// in a row.
    AdminSignInPage, AdminSignInBody, AdminCredentials;
    AdminSecondFactorPage;
    AdminPasswordNewPage, AdminPasswordEditPage, AdminPasswordBody;
}
