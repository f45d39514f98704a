//! Master data: the records of each restaurant that admins configure, and the global areas, cuisines and holidays (gaps G112, G195). All kinds work
//! the same way: a record is listed, saved and deleted, with the same consequences of a change.

mod charge_rates;
pub mod checklist;
mod context;
mod coupons;
pub mod course_units;
mod courses;
mod customer_groups;
mod error;
mod fields;
mod global;
mod holidays;
mod operations;
mod picture_colours;
pub mod pictures;
mod questions;
pub mod restaurants;
mod review_items;
mod seats;
mod statements;
mod tags;
mod tickets;
mod tiers;
pub mod unbookable;

pub use charge_rates::ChargeRateRecord;
pub use context::{Master, MasterEdit, find, list, lock, remove, save};
pub use coupons::{CouponRecord, UserCouponCodeRecord};
pub use courses::CourseRecord;
pub use customer_groups::CustomerGroupRecord;
pub use error::MasterError;
pub use global::{AreaRecord, CuisineRecord};
pub use holidays::HolidayRecord;
pub use operations::OperationRecord;
pub use questions::QuestionRecord;
pub use review_items::ReviewItemRecord;
pub use seats::{InventoryGroupRecord, InventoryItemRecord};
pub use tags::CalendarTagRecord;
pub use tickets::TicketRecord;
pub use tiers::{CampaignCodeRecord, GoldRoundRecord, PlanPriceRecord};
