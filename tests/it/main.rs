mod accounts;
mod booking;
mod clients;
mod mails;
mod worker;
