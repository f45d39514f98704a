//! The published data of a round, and its public verification (docs/RAFFLES.md).

use chrono::{DateTime, FixedOffset, TimeDelta};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::chain::{self, ChainEntry};
use super::draw;
use crate::clients::beacon;

/// The published round. Before its close it has no entries, and before the draw no signature and no winners.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PublishedProof {
    pub uid: String,
    /// ISO 8601: the first instant without entries.
    #[schema(value_type = String)]
    pub closes_at: DateTime<FixedOffset>,
    pub winners_count: i32,
    /// Winners who were drawn in addition, one for each drawn winner who cannot book; 0 before the draw.
    #[serde(default)]
    #[schema(required)]
    pub replacements: i32,
    /// 2 if link 0 contains the close.
    #[serde(default = "version_without_close")]
    #[schema(required)]
    pub chain_version: i16,
    pub beacon_round: i64,
    /// Hexadecimal digits, as all following fields.
    pub beacon_public_key: String,
    pub beacon_signature: Option<String>,
    /// SHA-256 of the signature's bytes.
    pub randomness: Option<String>,
    /// In the order of the chain.
    pub entries: Vec<PublishedEntry>,
    /// The last link of the chain; link 0 before the close.
    pub chain_head: String,
    pub winners: Vec<PublishedWinner>,
}

const fn version_without_close() -> i16 {
    1
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PublishedEntry {
    pub code: String,
    pub weight: i32,
    pub link: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PublishedWinner {
    /// Number of the pick, from 1.
    pub pick: i64,
    pub code: String,
}

/// Minimum time from the close to the beacon's round, so that neither entrants nor the operator can know it.
pub const AFTER_CLOSE: TimeDelta = TimeDelta::seconds(60);

/// The first violated condition.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    #[error("the raffle has not been drawn")]
    NotDrawn,
    #[error("the version of the chain is unknown")]
    Version,
    #[error("entry {0} has an impossible weight")]
    Weight(usize),
    /// Counted from 1.
    #[error("the link of entry {0} is not the hash of the previous link and the entry")]
    Link(usize),
    #[error("the chain's head is not its last link")]
    Head,
    #[error("the link that was seen is not in the chain")]
    Unseen,
    #[error("the beacon's round was published less than a minute after the close, or before it")]
    BeforeClose,
    #[error("the beacon's signature does not verify")]
    Signature,
    #[error("the randomness is not the hash of the beacon's signature")]
    Randomness,
    #[error("the winners do not follow from the list and the beacon")]
    Winners,
}

impl PublishedProof {
    /// Recomputes everything. `public_key` is the beacon's key from a source that the reader trusts, and `seen` are links that diners
    /// received with their entries: without one of them, nothing shows that the list was not replaced as a whole.
    ///
    /// # Errors
    /// The first violated condition.
    pub fn check(&self, public_key: &str, seen: &[String]) -> Result<(), ProofError> {
        if beacon::out_at(self.beacon_round) < self.closes_at + AFTER_CLOSE {
            return Err(ProofError::BeforeClose);
        }
        let entries = self.check_chain(seen)?;
        let (Some(signature), Some(randomness)) = (&self.beacon_signature, &self.randomness) else {
            return Err(ProofError::NotDrawn);
        };
        if !beacon::is_signed(public_key, self.beacon_round, signature) {
            return Err(ProofError::Signature);
        }
        if beacon::randomness(signature).as_ref() != Some(randomness) {
            return Err(ProofError::Randomness);
        }
        self.check_winners(randomness, &entries)
    }

    /// Checks only the list and, after the draw, the winners: whether the rows in the database are unchanged. To trust no stored data, use
    /// [`check`](Self::check).
    ///
    /// # Errors
    /// The first violated condition.
    pub fn check_rows(&self) -> Result<(), ProofError> {
        let entries = self.check_chain(&[])?;
        match &self.randomness {
            Some(randomness) => self.check_winners(randomness, &entries),
            None if self.winners.is_empty() => Ok(()),
            None => Err(ProofError::Winners),
        }
    }

    pub(super) fn first_link(&self) -> Result<String, ProofError> {
        match self.chain_version {
            1 => Ok(chain::first_link(&self.uid, self.winners_count, self.beacon_round)),
            chain::VERSION => {
                let closes_at = self.closes_at.to_utc();
                Ok(chain::first_link_with_close(&self.uid, self.winners_count, self.beacon_round, closes_at))
            }
            _ => Err(ProofError::Version),
        }
    }

    fn check_winners(&self, randomness: &str, entries: &[ChainEntry]) -> Result<(), ProofError> {
        let count = |number: i32| usize::try_from(number).map_err(|_| ProofError::Winners);
        let wanted = count(self.winners_count)? + count(self.replacements)?;
        let picks = draw::draw(randomness, &self.chain_head, entries, wanted);
        let is_same = picks.len() == self.winners.len()
            && picks.iter().zip(&self.winners).all(|(pick, won)| pick.number == won.pick && pick.code == won.code);
        if is_same { Ok(()) } else { Err(ProofError::Winners) }
    }

    fn check_chain(&self, seen: &[String]) -> Result<Vec<ChainEntry>, ProofError> {
        let mut link = self.first_link()?;
        let mut unseen: Vec<&String> = seen.iter().filter(|seen| **seen != link).collect();
        let mut entries = Vec::with_capacity(self.entries.len());
        for (at, published) in self.entries.iter().enumerate() {
            if published.weight < 1 {
                return Err(ProofError::Weight(at + 1));
            }
            let entry = ChainEntry { code: published.code.clone(), weight: published.weight };
            link = chain::next_link(&link, &entry);
            if link != published.link {
                return Err(ProofError::Link(at + 1));
            }
            unseen.retain(|seen| **seen != link);
            entries.push(entry);
        }
        if link != self.chain_head {
            return Err(ProofError::Head);
        }
        if unseen.is_empty() { Ok(entries) } else { Err(ProofError::Unseen) }
    }
}

#[cfg(test)]
mod tests;
