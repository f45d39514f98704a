mod accounts;
mod booking;
mod clients;
mod mails;
mod payments;
mod races;
mod worker;
