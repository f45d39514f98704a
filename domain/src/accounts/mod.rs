//! Diners' accounts: signing up and in, passwords, the mailed second factor, confirming a mail address (G035 to G038).

mod actions;
mod device;
mod error;
mod links;
pub mod mails;
pub mod model;
pub mod owners;
pub mod password;
mod phone_number;
pub mod prefectures;
pub mod queries;
mod recovery;
mod return_path;
mod sign_up;
pub mod staff;
mod two_factor;

pub use actions::{SignedIn, authenticate, send_confirmation_mail, set_two_factor, sign_up};
pub use device::{Device, Origin};
pub use error::AccountError;
pub use links::{link_token, uid_of};
pub use model::{Account, HeaderUser, Profile};
pub use phone_number::{PhoneChange, change_phone};
pub use recovery::{
    Confirmed, confirm_email, is_reset_token_valid, prune_links, request_password_reset, reset_password,
};
pub use return_path::local_path;
pub use sign_up::{FieldErrors, SignUp, SignUpForm, email, new_password};
pub use two_factor::{issue_challenge, masked_email, resend_challenge, verify_challenge};
