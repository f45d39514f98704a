//! The owners' console over HTTP: who may come in, what they see of their own restaurant, and that they see no other.

mod cancellation_slots;
mod daily_calendar;
mod days;
mod home;
mod in_person;
mod invitations;
mod live;
mod moving;
mod noted_later;
mod notifications;
mod overtaken;
mod pacing;
mod passkeys;
mod password;
pub mod people;
mod reports;
mod reservations;
mod security;
mod service;
mod sign_in;
pub mod slots;
pub mod staff;
mod switcher;
mod tables;
mod terms;
mod waiting_list;
mod walk_ins;
