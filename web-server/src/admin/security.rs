//! The admin's security settings.

use crate::account_security::calls_of;
use crate::console::Admin;
use crate::console::page::respond_to_admin;
use crate::console::security_page::security_page_of;

security_page_of!("admin", Admin, AdminSecuritySettingsPage, respond_to_admin);
calls_of!("admin", Admin);
