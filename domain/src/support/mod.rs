//! Diners' accounts for admins who help them: search by number, address or name, view, unlock, sign out, mark. Every view and every change
//! writes an audit event (gaps G040, G041, G130, G136). `find` is the search of the whole console, and `bookings` shows a
//! booking and acts on it.

mod actions;
pub mod bookings;
pub mod find;
mod model;
mod queries;
mod search;

pub use actions::{mark, reset_factor, search, sign_out, unlock, view_account};
pub use model::{AccountMarks, AccountView, BookingView, FoundAccount, MailView, PaymentView, UserView};
pub use queries::lock_marks;
pub use search::{SearchTerm, TermPatterns};
