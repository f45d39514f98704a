//! What the owner's and the admin's consoles share: who is signed in, the pages' envelope, keys of records, lists and tables.

pub mod admin;
pub mod cookies;
pub mod csv;
pub mod door;
pub mod page;
pub mod record_key;
pub mod resources;
pub mod staff;
pub mod staff_accounts;

pub use admin::Admin;
pub use page::OwnerPage;
pub use record_key::RecordKey;
pub use staff::{AccountStaff, FloorStaff, OfficeStaff, Staff};
