//! The only source of randomness: uids, codes and shuffles. Seeded in tests, otherwise by the operating system.

use std::sync::Arc;

use parking_lot::Mutex;
use rand::{Rng as _, RngCore, SeedableRng};
use rand_chacha::ChaCha20Rng;

/// No vowels and no similar characters: a code read out over the phone must be unambiguous and must not spell a word.
const CODE_LETTERS: &[u8] = b"BCDFGHJKLMNPQRSTVWXZ23456789";
const UID_LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

#[derive(Clone, Debug)]
pub struct Rng(Arc<Mutex<ChaCha20Rng>>);

impl Rng {
    pub fn from_machine() -> Self {
        Self(Arc::new(Mutex::new(ChaCha20Rng::from_os_rng())))
    }

    pub fn seeded(seed: u64) -> Self {
        Self(Arc::new(Mutex::new(ChaCha20Rng::seed_from_u64(seed))))
    }

    /// Returns 22 URL-safe characters (132 bits), never all digits, so that a uid cannot be read as a numeric id.
    pub fn uid(&self) -> String {
        let mut source = self.0.lock();
        let first = UID_LETTERS[source.random_range(0..52)];
        let rest = (0..21).map(|_| UID_LETTERS[source.random_range(0..UID_LETTERS.len())]);
        std::iter::once(first).chain(rest).map(char::from).collect()
    }

    /// Returns eight unambiguous upper-case characters: a reservation code.
    pub fn reservation_code(&self) -> String {
        self.letters(8)
    }

    /// Returns twelve unambiguous upper-case characters (57 bits), which represent a diner in a raffle's published list.
    pub fn raffle_code(&self) -> String {
        self.letters(12)
    }

    /// Returns `XXXX-XXXX-XXXX`, 57 bits.
    pub fn recovery_code(&self) -> String {
        [self.letters(4), self.letters(4), self.letters(4)].join("-")
    }

    fn letters(&self, count: usize) -> String {
        let mut source = self.0.lock();
        (0..count).map(|_| char::from(CODE_LETTERS[source.random_range(0..CODE_LETTERS.len())])).collect()
    }

    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.lock().fill_bytes(&mut bytes);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_uids() {
        let (a, b) = (Rng::seeded(7), Rng::seeded(7));
        assert_eq!(a.uid(), b.uid());
        assert_ne!(a.uid(), a.uid());
        assert_eq!(a.uid().len(), 22);
        assert!(a.uid().starts_with(|c: char| c.is_ascii_alphabetic()));
        assert!(a.reservation_code().bytes().all(|b| CODE_LETTERS.contains(&b)));
    }
}
