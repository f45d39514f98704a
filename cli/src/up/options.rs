//! Options of `seki up`.

use std::path::PathBuf;

use chrono::{DateTime, Utc};

/// The folder of `seki up`, its address and its database.
#[derive(Clone, Debug)]
pub struct Options {
    pub home: PathBuf,
    /// 0 takes a free port.
    pub port: u16,
    /// A PostgreSQL that replaces the private one.
    pub database_url: Option<String>,
    /// The private PostgreSQL does not wait for the disk.
    pub volatile: bool,
    /// Start of the demo's clock. Ignored once the demo world is loaded.
    pub at: Option<DateTime<Utc>>,
}
