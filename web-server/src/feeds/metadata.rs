//! Metadata of every feed, and the one service of all feeds.

use serde::Serialize;
use utoipa::ToSchema;

use crate::state::App;

/// The only service: a table.
pub const SERVICE: &str = "reservation";
/// Shards of one hour belong together.
const NONCE_SECONDS: i64 = 3_600;

/// Metadata of a feed.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FeedMetadata {
    /// `PROCESS_AS_COMPLETE`: entries that a feed omits are deleted.
    pub processing_instruction: &'static str,
    /// The first is 0.
    pub shard_number: usize,
    pub total_shards: usize,
    /// The same in all shards of a set; an unsigned number.
    pub nonce: String,
    /// Seconds since 1970.
    pub generation_timestamp: i64,
}

impl FeedMetadata {
    pub fn new(app: &App, shard_number: usize, total_shards: usize) -> Self {
        let generation_timestamp = app.clock.now().timestamp();
        let nonce = generation_timestamp - generation_timestamp.rem_euclid(NONCE_SECONDS);
        let processing_instruction = "PROCESS_AS_COMPLETE";
        Self { processing_instruction, shard_number, total_shards, nonce: nonce.to_string(), generation_timestamp }
    }
}
