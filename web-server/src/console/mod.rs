//! Code that the owner console and the admin console share: signed-in users, the envelope of pages, record keys, lists and
//! tables.

pub mod admin;
pub mod announcement;
pub mod csv;
pub mod detail_text;
pub mod expected;
pub mod list_texts;
pub mod lists;
pub mod months;
pub mod page;
pub mod record_key;
pub mod resources;
pub mod responses;
pub mod security_page;
pub mod sign_in;
pub mod staff;
pub mod staff_accounts;
pub mod table;
pub mod xlsx;

pub use admin::Admin;
pub use announcement::AnnouncementView;
pub use expected::Expected;
pub use page::ConsolePage;
pub use record_key::RecordKey;
pub use responses::{ConsoleWriteResult, Envelope};
pub use staff::{AccountStaff, ExportStaff, FloorStaff, NewStaff, OwnerOrAdmin, Staff};
