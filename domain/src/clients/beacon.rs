//! drand's quicknet, a public randomness beacon: a signed round every three seconds, which is unknown before it is published.

use blst::BLST_ERROR;
use blst::min_sig::{PublicKey, Signature};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::http;
use crate::config::BeaconConfig;

/// Publication of quicknet's round 1, in seconds since 1970, and the seconds between rounds.
// `lists::raffles` repeats both numbers as SQL.
const GENESIS: i64 = 1_692_803_367;
const PERIOD: i64 = 3;
/// The scheme `bls-unchained-g1-rfc9380`.
pub const DOMAIN: &[u8] = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";

#[derive(Clone)]
pub struct Beacon {
    http: reqwest::Client,
    url: String,
    pub public_key: String,
}

#[derive(Debug, thiserror::Error)]
pub enum BeaconError {
    #[error("the beacon could not be reached: {0}")]
    Unreachable(#[from] reqwest::Error),
    #[error("the beacon's signature of round {0} does not verify")]
    Forged(i64),
}

impl BeaconError {
    /// Whether the beacon did not respond at all, and therefore will not respond for another round either.
    pub fn is_unreachable(&self) -> bool {
        matches!(self, Self::Unreachable(error) if error.is_connect() || error.is_timeout())
    }
}

#[derive(Deserialize)]
struct BeaconRound {
    signature: String,
}

/// Returns the first round that is published at `at` or later.
pub fn round_at(at: DateTime<Utc>) -> i64 {
    let since = (at - TimeDelta::milliseconds(1)).timestamp() - GENESIS;
    since.div_euclid(PERIOD).max(-1) + 2
}

/// Returns the publication time of a round.
pub fn out_at(round: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(GENESIS + (round - 1) * PERIOD)
}

/// Whether `signature` is the beacon's signature of this round; both texts are hexadecimal.
pub fn is_signed(public_key: &str, round: i64, signature: &str) -> bool {
    let (Some(key), Some(signature)) = (bytes(public_key), bytes(signature)) else { return false };
    let (Ok(key), Ok(signature)) = (PublicKey::key_validate(&key), Signature::sig_validate(&signature, true)) else {
        return false;
    };
    signature.verify(true, &message(round), DOMAIN, &[], &key, true) == BLST_ERROR::BLST_SUCCESS
}

/// Returns the message that the beacon signs.
pub fn message(round: i64) -> [u8; 32] {
    Sha256::digest(round.to_be_bytes()).into()
}

/// Returns the randomness of a signature: SHA-256 of its bytes, in hexadecimal digits. None for a text that is not hexadecimal.
pub fn randomness(signature: &str) -> Option<String> {
    Some(Sha256::digest(bytes(signature)?).iter().map(|byte| format!("{byte:02x}")).collect())
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    let is_hex = text.len().is_multiple_of(2) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let byte = |at| u8::from_str_radix(&text[at..at + 2], 16).ok();
    if is_hex { (0..text.len()).step_by(2).map(byte).collect() } else { None }
}

impl Beacon {
    pub fn new(config: &BeaconConfig) -> Self {
        Self { http: http::client(), url: config.url.clone(), public_key: config.public_key.clone() }
    }

    /// Returns the verified signature of a round, in hexadecimal digits.
    ///
    /// # Errors
    /// The beacon is unavailable or has not published the round yet, or its signature does not verify.
    pub async fn signature(&self, round: i64) -> Result<String, BeaconError> {
        let url = format!("{}/public/{round}", self.url);
        let answer: BeaconRound = self.http.get(url).send().await?.error_for_status()?.json().await?;
        if is_signed(&self.public_key, round, &answer.signature) {
            Ok(answer.signature)
        } else {
            Err(BeaconError::Forged(round))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_three_seconds_apart() {
        assert_eq!(out_at(1).timestamp(), GENESIS);
        for round in [1, 2, 1000, 30_000_000] {
            assert_eq!(round_at(out_at(round)), round);
            assert_eq!(round_at(out_at(round) + TimeDelta::milliseconds(1)), round + 1);
            assert_eq!(round_at(out_at(round) - TimeDelta::milliseconds(2999)), round);
        }
        assert_eq!(round_at(DateTime::UNIX_EPOCH), 1);
    }

    /// Quicknet's published round 1000.
    #[test]
    fn a_round_of_quicknet_verifies() {
        let signature =
            "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
        assert!(is_signed(crate::config::QUICKNET_KEY, 1000, signature));
        assert_eq!(
            randomness(signature).as_deref(),
            Some("fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd")
        );
    }

    /// A separate key signs; only its own round verifies.
    #[test]
    fn signature_verifies_only_for_its_round() {
        let key = blst::min_sig::SecretKey::key_gen(&[7; 32], &[]).unwrap();
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let public_key = hex(&key.sk_to_pk().to_bytes());
        let signature = hex(&key.sign(&message(12), DOMAIN, &[]).to_bytes());
        assert!(is_signed(&public_key, 12, &signature));
        assert!(!is_signed(&public_key, 13, &signature));
        assert!(!is_signed(crate::config::QUICKNET_KEY, 12, &signature));
        for bad in ["", "zz", "é0", &signature[..94], &"00".repeat(48)] {
            assert!(!is_signed(&public_key, 12, bad), "{bad}");
        }
    }
}
