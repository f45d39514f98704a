//! Finding a restaurant: the list, the page, and the demo world in both.

mod demo;
mod home;
mod neighbours;
mod restaurant;
mod search;
