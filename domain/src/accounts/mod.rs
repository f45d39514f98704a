//! Accounts: sign-up and sign-in, passwords, second factors by mail and app, and confirmation of email addresses (G035 to G038).

mod actions;
mod address_attempts;
pub mod admins;
mod alert_kind;
pub mod audit_trail;
pub mod authenticators;
mod device;
mod email_change;
mod error;
mod factor_reset;
pub mod gold_profile;
pub mod identities;
pub mod impersonation;
pub mod interests;
mod links;
pub mod mails;
pub mod members;
pub mod model;
pub mod owners;
pub mod passkeys;
pub mod password;
mod password_change;
pub mod person;
mod phone_number;
pub mod prefectures;
pub mod preferences;
pub mod queries;
mod recovery;
mod relying_party;
mod reset_mail;
mod return_path;
pub mod roles;
mod security_alerts;
mod sign_up;
pub mod staff;
mod staff_invitation;
pub mod staff_invitations;
mod staff_links;
mod staff_sign_in;
mod two_factor;

pub use crate::names::{email, masked_email};
pub use actions::{
    SignedIn, authenticate, open, require_verified_number, send_confirmation_mail, set_two_factor, sign_up,
};
pub use address_attempts::count_sign_up;
pub use alert_kind::Alert;
pub use device::{Device, Origin, prune_browsers};
pub use email_change::{
    confirm_email_change, count_email_change, find_pending_email, is_email_change, request_email_change,
};
pub use error::AccountError;
pub use factor_reset::{find_by_email, list_with_factor, reset_factor};
pub use links::{link_token, uid_of};
pub use model::{Account, HeaderUser, Profile};
pub use password_change::{change_password, reset_staff_password};
pub use phone_number::{PhoneChange, change_phone, is_own_number};
pub use recovery::{
    Confirmed, confirm_email, is_reset_token_valid, prune_links, request_password_reset, reset_password,
};
pub use relying_party::RelyingParty;
pub use return_path::local_path;
pub use security_alerts::{Browser, alert, alert_diner, note_sign_in};
pub use sign_up::{FieldErrors, SignUp, SignUpForm, new_password};
pub use staff_links::find_by_reset_token;
pub use staff_sign_in::authenticate_staff;
pub use two_factor::{consume_proof_code, issue_challenge, issue_proof_code, resend_challenge, verify_challenge};
