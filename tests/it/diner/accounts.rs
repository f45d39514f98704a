//! Accounts over HTTP: the complete Seki, with its worker and the outside services.

mod account;
mod account_enumeration;
mod apple;
mod challenge;
mod cookies;
mod deletion;
mod favourites;
mod fresh_proof;
mod intent;
mod interests;
mod language;
mod legal;
mod notifications;
mod one_number;
mod passkeys;
mod people;
mod phone;
mod profile;
mod races;
mod second_factor;
mod security;
mod sign_in;
mod sign_up;
mod sms;
mod sms_ceilings;
mod steps;
