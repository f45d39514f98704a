//! The business of Seki: rules, SQL, job payloads, mails and the clients of outside services.
//!
//! Each area has the same rooms: `model` (rows and ids), other nouns (pure rules), `queries` (SQL only), `actions` (the
//! use cases that a handler, a job or a command calls) and `error`. Time and chance come in as parameters.

pub mod accounts;
pub mod audit;
pub mod chance;
pub mod clock;
pub mod config;
pub mod db;
pub mod i18n;
pub mod ids;
pub mod jobs;
pub mod limits;
pub mod mail;
pub mod money;
pub mod phone;
pub mod sessions;
pub mod signing;
pub mod availability;
pub mod inventory;
pub mod restaurants;
pub mod rounds;
pub mod zone;
