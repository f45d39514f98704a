//! What `seki up` is started with.

use std::path::PathBuf;

use chrono::{DateTime, Utc};

/// Where `seki up` keeps its things and where it answers.
#[derive(Clone, Debug)]
pub struct Options {
    pub home: PathBuf,
    /// 0 takes a free one.
    pub port: u16,
    /// A PostgreSQL to use in place of a private one.
    pub database_url: Option<String>,
    /// The private PostgreSQL does not wait for the disk.
    pub volatile: bool,
    /// When the demo's time begins; it has begun once the demo world is loaded.
    pub at: Option<DateTime<Utc>>,
}
