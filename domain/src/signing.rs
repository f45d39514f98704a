//! Signatures of the server: signed tokens, and secrets derived from an id so that no row stores them.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use hmac::{Hmac, Mac};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::rng::Rng;

/// Length of a mask, and of the secret under it, in bytes.
const MASK: usize = 24;

#[derive(Clone)]
pub struct Signer {
    /// Initialised with the key once, then cloned.
    keyed: Hmac<Sha256>,
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signer")
    }
}

impl Signer {
    /// Accepts any secret; the configuration requires 32 random bytes or more.
    pub fn new(secret: &str) -> Self {
        let key = Sha256::digest(secret.as_bytes());
        Self { keyed: Hmac::new_from_slice(&key).expect("HMAC takes keys of any length") }
    }

    /// Returns a MAC over `subject` that is valid for one `purpose` only.
    pub fn mac(&self, purpose: &str, subject: &[u8]) -> [u8; 32] {
        let mut mac = self.keyed.clone();
        mac.update(purpose.as_bytes());
        mac.update(&[0]);
        mac.update(subject);
        mac.finalize().into_bytes().into()
    }

    /// Returns the secret part of a link or cookie, derived from its subject.
    pub fn secret(&self, purpose: &str, subject: &str) -> String {
        URL_SAFE_NO_PAD.encode(&self.mac(purpose, subject.as_bytes())[..24])
    }

    pub fn is_secret(&self, purpose: &str, subject: &str, given: &str) -> bool {
        self.secret(purpose, subject).as_bytes().ct_eq(given.as_bytes()).into()
    }

    /// Returns the same secret under a mask that is new each time: two results share characters only by chance, so the size of a compressed
    /// page does not reveal them.
    pub fn masked_secret(&self, rng: &Rng, purpose: &str, subject: &str) -> String {
        let (mask, mac) = (rng.bytes::<MASK>(), self.mac(purpose, subject.as_bytes()));
        let masked = mask.iter().zip(mac).map(|(mask, byte)| mask ^ byte);
        URL_SAFE_NO_PAD.encode(mask.iter().copied().chain(masked).collect::<Vec<_>>())
    }

    pub fn is_masked_secret(&self, purpose: &str, subject: &str, given: &str) -> bool {
        let Some(bytes) = URL_SAFE_NO_PAD.decode(given).ok().filter(|bytes| bytes.len() == 2 * MASK) else {
            return false;
        };
        let given: [u8; MASK] = std::array::from_fn(|index| bytes[index] ^ bytes[MASK + index]);
        self.mac(purpose, subject.as_bytes())[..MASK].ct_eq(&given).into()
    }

    /// Returns a code of four digits, derived from the id of its challenge.
    pub fn digits(&self, purpose: &str, subject: &str) -> String {
        let mac = self.mac(purpose, subject.as_bytes());
        let number = u32::from_be_bytes([mac[0], mac[1], mac[2], mac[3]]) % 10_000;
        format!("{number:04}")
    }

    pub fn is_digits(&self, purpose: &str, subject: &str, given: &str) -> bool {
        self.digits(purpose, subject).as_bytes().ct_eq(given.as_bytes()).into()
    }

    /// Returns `payload.mac`, both in URL-safe base64. The payload is readable but cannot be changed.
    pub fn seal<T: Serialize>(&self, purpose: &str, value: &T) -> String {
        let payload = serde_json::to_vec(value).expect("sealed values are plain structs");
        let mac = self.mac(purpose, &payload);
        format!("{}.{}", URL_SAFE_NO_PAD.encode(payload), URL_SAFE_NO_PAD.encode(mac))
    }

    /// Returns the value of a sealed text; None if any character was changed.
    pub fn open<T: DeserializeOwned>(&self, purpose: &str, sealed: &str) -> Option<T> {
        let (payload, mac) = sealed.split_once('.')?;
        let payload = URL_SAFE_NO_PAD.decode(payload).ok()?;
        let mac = URL_SAFE_NO_PAD.decode(mac).ok()?;
        let genuine: bool = self.mac(purpose, &payload).as_slice().ct_eq(&mac).into();
        genuine.then(|| serde_json::from_slice(&payload).ok()).flatten()
    }
}

/// Returns the stored form of a secret that only its holder should know.
pub fn fingerprint(secret: &str) -> Vec<u8> {
    Sha256::digest(secret.as_bytes()).to_vec()
}

/// Returns the source of a Content-Security-Policy that allows this inline script and no other.
pub fn script_source(script: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(script.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_source_is_the_hash_of_the_script() {
        let expected = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='";
        assert_eq!(script_source("alert('Hello, world.');"), expected, "the example of the standard");
    }

    #[test]
    fn sealed_value_opens_only_for_its_purpose_and_unchanged() {
        let signer = Signer::new("a secret of the tests");
        let sealed = signer.seal("calendar", &(1, "x"));
        assert_eq!(signer.open("calendar", &sealed), Some((1, "x".to_owned())));
        assert_eq!(signer.open::<(i32, String)>("flash", &sealed), None);
        let mut tampered = sealed.clone().into_bytes();
        tampered[3] ^= 1;
        assert_eq!(signer.open::<(i32, String)>("calendar", std::str::from_utf8(&tampered).unwrap()), None);
        assert_eq!(Signer::new("another").open::<(i32, String)>("calendar", &sealed), None);
    }

    #[test]
    fn masked_secrets_differ_and_all_verify() {
        let (signer, rng) = (Signer::new("a secret of the tests"), Rng::seeded(1));
        let texts: Vec<_> = (0..3).map(|_| signer.masked_secret(&rng, "csrf", "x")).collect();
        assert!(texts[0] != texts[1] && texts[1] != texts[2]);
        assert!(texts.iter().all(|text| signer.is_masked_secret("csrf", "x", text)));
        for wrong in [&texts[0][..32], &texts[0].repeat(2), &texts[0].to_ascii_lowercase(), "", &"A".repeat(64)] {
            assert!(!signer.is_masked_secret("csrf", "x", wrong), "{wrong}");
        }
        assert!(!signer.is_masked_secret("csrf", "y", &texts[0]) && !signer.is_masked_secret("flash", "x", &texts[0]));
    }

    #[test]
    fn digits_are_four_and_belong_to_their_subject() {
        let signer = Signer::new("a secret of the tests");
        let code = signer.digits("sms", "uuid-1");
        assert!(code.len() == 4 && code.bytes().all(|b| b.is_ascii_digit()));
        assert!(signer.is_digits("sms", "uuid-1", &code));
        assert!(!signer.is_digits("sms", "uuid-1", ""));
    }
}
