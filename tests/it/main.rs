mod accounts;
mod clients;
