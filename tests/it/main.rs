mod accounts;
mod booking;
mod clients;
mod kills;
mod mails;
mod payments;
mod races;
mod worker;
