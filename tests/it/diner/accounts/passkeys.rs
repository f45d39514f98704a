//! Passkeys of a diner: an optional second factor in addition to the authenticator app.

use crate::passkeys::{self, Side};

#[tokio::test]
async fn passkey_is_registered_once_and_replaces_the_code() {
    passkeys::passkey_is_registered_once_and_replaces_the_code(Side::Diner).await;
}

#[tokio::test]
async fn only_the_persons_own_fresh_and_verified_answer_signs_in() {
    passkeys::only_the_persons_own_fresh_and_verified_answer_signs_in(Side::Diner).await;
}

#[tokio::test]
async fn a_forged_late_or_unverified_registration_is_refused() {
    passkeys::a_forged_late_or_unverified_registration_is_refused(Side::Diner).await;
}

#[tokio::test]
async fn passkeys_are_changed_by_their_person_only_and_go_with_the_app() {
    passkeys::passkeys_are_changed_by_their_person_only_and_go_with_the_app(Side::Diner).await;
}
