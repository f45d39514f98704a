//! The owners' back office over HTTP: who may come in, what they see of their own restaurant, and that they see no other.

mod home;
mod people;
mod sign_in;
mod switcher;
mod terms;
