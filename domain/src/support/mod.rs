//! Diners' accounts as admins see them when somebody asks for help: found by number, address or name, looked at, unlocked, signed
//! out, marked. Every look and every change leaves a row of the audit (gaps G040, G041, G130, G136).

mod actions;
mod model;
mod queries;
mod search;

pub use actions::{mark, reset_factor, search, sign_out, unlock, view_account};
pub use model::{AccountMarks, AccountView, BookingView, FoundAccount, MailView, PaymentView, UserView};
pub use search::SearchTerm;
