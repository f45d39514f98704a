mod accounts;
mod booking;
mod clients;
mod payments;
mod races;
mod worker;
