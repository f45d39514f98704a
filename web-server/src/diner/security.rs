//! The calls of the diner's security settings. The page is in `profile`.

use crate::account_security::calls_of;
use crate::diner::session::Diner;

calls_of!("accounts", Diner);
