mod accounts;
mod clients;
mod mails;
mod worker;
