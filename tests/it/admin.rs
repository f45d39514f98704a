//! What only admins may see and do, on pages of their own and beside an owner.

mod announcement_release;
mod announcements;
mod audit_events;
mod cancel_requests;
mod features;
mod gold_slots;
mod health;
mod impersonation;
mod jobs;
mod masters;
mod operation_slots;
mod pictures;
mod raffle_rounds;
mod refills;
mod reservations;
mod restaurant_list;
mod restaurants;
mod risky_settings;
mod round_plans;
mod sections;
mod security;
mod sign_in;
mod tiers;
mod users;
