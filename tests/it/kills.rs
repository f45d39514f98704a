//! All programs are killed repeatedly while diners book and pay; no acknowledged write may be lost.

mod announcement;
mod draws;
mod machine;
mod renewals;
mod storm;
mod supervised;
mod takeover;
