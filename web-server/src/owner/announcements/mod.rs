//! Announcements (owner §2 to §7, gaps G161): the list, the form, the two steps of sending.

use domain::accounts::admins::AdminFlag;
use domain::announcements::actions::AnnouncementActor;

use crate::console::Staff;
use crate::http::calls::{Calls, routes};

pub mod pages;
pub mod recipients;
pub mod write;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(pages::list, write::create))
        .routes(routes!(pages::new))
        .routes(routes!(write::update))
        .routes(routes!(pages::edit))
        .routes(routes!(pages::confirm, write::confirm))
        .routes(routes!(pages::resend_review))
        .routes(routes!(write::resend))
        .routes(routes!(write::stop))
        .routes(routes!(write::resume))
        .routes(routes!(pages::detail))
        .routes(routes!(recipients::recipients_count))
}

impl Staff {
    /// Returns the actor who prepares or sends an announcement.
    pub fn announcement_actor(&self) -> AnnouncementActor {
        AnnouncementActor {
            restaurant: self.restaurant.id,
            actor: self.actor(),
            owner: Some(self.owner.id),
            is_admin: self.is_admin_with(AdminFlag::Impersonation),
        }
    }
}
