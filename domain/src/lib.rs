//! The business of Seki: rules, SQL, job payloads, mails and the clients of outside services.
//!
//! Each area has the same rooms: `model` (rows and ids), other nouns (pure rules), `queries` (SQL only), `actions` (the
//! use cases that a handler, a job or a command calls) and `error`. Time and randomness come in as parameters.

pub mod accounts;
pub mod announcements;
pub mod audit;
pub mod availability;
pub mod calendar;
pub mod cancellations;
pub mod charge_invoices;
pub mod clients;
pub mod clock;
pub mod config;
pub mod customers;
pub mod db;
pub mod entitlements;
pub mod health;
pub mod holidays;
pub mod i18n;
pub mod idempotency;
pub mod ids;
pub mod inventory;
pub mod jobs;
pub mod ledger;
pub mod legal;
pub mod limits;
pub mod maintenance;
pub mod masters;
pub mod money;
pub mod names;
pub mod offsite;
pub mod outbox;
pub mod pagination;
pub mod payments;
pub mod phone;
pub mod plans;
pub mod privacy;
pub mod progress;
pub mod raffles;
pub mod receipts;
pub mod refills;
pub mod reports;
pub mod reservations;
pub mod restaurants;
pub mod reviews;
pub mod rng;
pub mod rounds;
pub mod sessions;
pub mod settings;
pub mod settlement;
pub mod signing;
pub mod support;
pub mod text_enum;
pub mod verify;
pub mod waiting_list;
pub mod zone;
