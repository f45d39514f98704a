mod accounts;
mod clients;
mod worker;
