mod accounts;
mod booking;
mod clients;
mod mails;
mod payments;
mod worker;
