//! The admin's security settings.

use crate::account_security::calls_of;
use crate::console::Admin;
use crate::console::page::answer_admin;
use crate::console::security_page::security_page_of;

security_page_of!("admin", Admin, AdminSecuritySettingsPage, answer_admin);
calls_of!("admin", Admin);
