//! Everything is killed, again and again, while diners book and pay; nothing that was promised may be lost.

mod announcement;
mod diners;
mod draws;
mod machine;
mod renewals;
mod storm;
mod supervised;
mod takeover;
