mod accounts;
mod booking;
mod clients;
mod worker;
