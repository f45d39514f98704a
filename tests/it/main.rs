mod accounts;
mod booking;
mod clients;
mod kills;
mod payments;
mod races;
mod worker;
