//! The sub-commands of `seki`, one module each.

pub mod cancel_requests;
pub mod clock;
pub mod config;
pub mod doctor;
pub mod factor;
pub mod generate;
pub mod holds;
pub mod installation;
pub mod jobs;
pub mod legal;
pub mod manual;
pub mod migrate;
pub mod offsite;
pub mod payments;
pub mod postgres;
pub mod programs;
pub mod raffle;
pub mod refill;
pub mod restaurant;
pub mod rounds;
pub mod schedule;
pub mod search;
pub mod seed;
pub mod staff;
pub mod up;
pub mod verify;
