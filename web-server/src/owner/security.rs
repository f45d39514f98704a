//! The owner's security settings. An admin who impersonates the owner gets 403 from all of them.

use crate::account_security::calls_of;
use crate::console::AccountStaff;
use crate::console::page::respond;
use crate::console::security_page::security_page_of;

security_page_of!("owner", AccountStaff, OwnerSecuritySettingsPage, respond);
calls_of!("owner", AccountStaff);
