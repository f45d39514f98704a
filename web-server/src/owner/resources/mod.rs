//! The owner's lists and forms for react-admin (`console::resources`).

use crate::http::calls::Calls;

mod announcements;
mod blacklist;
mod invoices;

pub fn calls<C: Calls>() -> C {
    blacklist::calls::<C>().merge(announcements::calls()).merge(invoices::calls())
}
