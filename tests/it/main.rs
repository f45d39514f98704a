mod accounts;
mod booking;
mod clients;
mod command_line;
mod mails;
mod payments;
mod races;
mod worker;
