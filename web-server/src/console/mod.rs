//! What the owner's and the admin's consoles share: who is signed in, the pages' envelope, keys of records, lists and tables.

pub mod admin;
pub mod announcement;
pub mod csv;
pub mod door;
pub mod months;
pub mod page;
pub mod record_key;
pub mod resources;
pub mod security_page;
pub mod staff;
pub mod staff_accounts;
pub mod table;
pub mod written;
pub mod xlsx;

pub use admin::Admin;
pub use announcement::AnnouncementView;
pub use page::ConsolePage;
pub use record_key::RecordKey;
pub use staff::{AccountStaff, FloorStaff, NewStaff, OwnerOrAdmin, Staff};
pub use written::{Envelope, Written};
