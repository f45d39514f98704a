//! Finding a restaurant: the list, the page, and the demo world in both.

mod demo;
mod first_screens;
mod home;
mod neighbours;
mod restaurant;
mod search;
