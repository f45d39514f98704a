//! Finding a restaurant: the list, the page, and the demo world in both.

mod demo;
mod external_lists;
mod first_screens;
mod home;
mod restaurant;
mod search;
