//! The renderers of mails and text messages of all areas, for the outbox.

use domain::outbox::Registry;
use domain::reservations::invitations::messages as invitations;
use domain::{
    accounts, adjustments, announcements, cancellations, disputes, plans, privacy, raffles, receipts, reservations,
};

pub fn all() -> Registry {
    Registry::new(
        &[
            accounts::mails::MAILS,
            reservations::mails::MAILS,
            invitations::MAILS,
            cancellations::standby::MAILS,
            announcements::mails::MAILS,
            raffles::mails::MAILS,
            receipts::mails::MAILS,
            privacy::mails::MAILS,
            plans::mails::MAILS,
            adjustments::mails::MAILS,
            disputes::mails::MAILS,
        ],
        &[invitations::MESSAGES, reservations::mails::MESSAGES],
        &[invitations::FAILURES, accounts::staff_invitations::FAILURES],
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_template_folder_belongs_to_one_area() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../domain/mail-templates");
        let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
        let folders = entries.filter(|entry| entry.path().is_dir());
        let mut folders: Vec<_> = folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
        folders.sort();
        let mut names = all().mail_names();
        names.sort_unstable();
        assert_eq!(names, folders);
    }

    #[test]
    fn every_mail_has_a_name_for_people() {
        let without: Vec<_> =
            all().mail_names().into_iter().filter(|name| !domain::i18n::has(&format!("word.mail.{name}"))).collect();
        assert!(without.is_empty(), "{without:?}");
    }
}
