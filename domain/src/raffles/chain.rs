//! The hash chain of a round's entries: each published link fixes the whole list before it (docs/RAFFLES.md).

use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

/// One entry in a round. Its code is `DINER-NUMBER`: entries of one diner share the part before the hyphen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainEntry {
    pub code: String,
    pub weight: i32,
}

impl ChainEntry {
    /// Returns the code that represents the diner in public.
    pub fn diner(&self) -> &str {
        diner_of(&self.code)
    }
}

pub fn diner_of(code: &str) -> &str {
    code.rsplit_once('-').map_or(code, |(diner, _)| diner)
}

/// Returns the SHA-256 of a text in lower-case hexadecimal digits, as `printf %s TEXT | sha256sum` prints it.
pub fn hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Version of link 0 in new rounds: it contains the close. Version 1, of earlier releases, does not.
pub const VERSION: i16 = 2;

/// Returns link 0, which fixes the number of winners, the beacon's round and the close.
pub fn first_link_with_close(uid: &str, winners_count: i32, beacon_round: i64, closes_at: DateTime<Utc>) -> String {
    hash(&format!("{uid}:{winners_count}:{beacon_round}:{}", closes_at.timestamp()))
}

/// Returns link 0 of version 1, which fixes the number of winners and the beacon's round.
pub fn first_link(uid: &str, winners_count: i32, beacon_round: i64) -> String {
    hash(&format!("{uid}:{winners_count}:{beacon_round}"))
}

/// Returns the link that an entry adds.
pub fn next_link(previous: &str, entry: &ChainEntry) -> String {
    hash(&format!("{previous}:{}:{}", entry.code, entry.weight))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected digests are the output of `printf 'round:3:1000' | sha256sum` and so on.
    #[test]
    fn link_matches_sha256sum_output() {
        let first = first_link("round", 3, 1000);
        assert_eq!(first, "893d5e7393a0a1b70de80e4a16806a72224f044644b1ba5ae60f92440e7f3083");
        assert_eq!(
            next_link(&first, &ChainEntry { code: "BCDF-1".into(), weight: 2 }),
            "533eb7e4c00a0bfbb7da3734c527f3a67f32f7b23c782ce1a3d9d1904b2a13d8"
        );
    }

    /// `printf 'round:3:1000:1765155600' | sha256sum`
    #[test]
    fn first_link_commits_to_the_close() {
        let link = |at: &str| first_link_with_close("round", 3, 1000, at.parse().unwrap());
        assert_eq!(link("2025-12-08T01:00:00Z"), hash("round:3:1000:1765155600"));
        assert_ne!(link("2025-12-08T01:00:00Z"), link("2025-12-08T01:00:01Z"));
    }

    #[test]
    fn entries_of_a_diner_share_the_part_before_the_hyphen() {
        assert_eq!(ChainEntry { code: "BCDF-12".into(), weight: 1 }.diner(), "BCDF");
    }
}
