//! What every page and call has in common: two answers from one address, languages, proofs of origin, refusals, messages.

mod addresses;
mod advisories;
mod answers;
mod bodies;
mod columns;
mod connections;
mod csrf;
mod dev;
mod features;
mod feeds;
mod holidays;
mod hostile;
mod languages;
mod layers;
mod matrix;
mod metrics;
mod queries;
mod refusals;
mod restaurant_writes;
mod rights;
mod robots;
mod sharding;
mod stored_texts;
mod time_zone;
mod tls;
mod traces;
