//! Passwords: the policy, and their hashes (argon2id with its standard costs).

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::db;
use crate::rng::Rng;

/// Limit of concurrent hashes. Each takes 19 MiB and tens of milliseconds of a core; further ones wait.
static HASHING: Semaphore = Semaphore::const_new(4);

/// Sign-ins wait here before they take a connection, so under load only the ones that hash hold one.
static VERIFICATION_SLOTS: Semaphore = Semaphore::const_new(4);

/// Waits for a permit to verify a password. The caller holds it while it holds its connection.
pub async fn verification_permit() -> anyhow::Result<SemaphorePermit<'static>> {
    Ok(db::wait_in_queue(VERIFICATION_SLOTS.acquire()).await?)
}

/// The hash that is compared if no account has the given address, so the response takes the same time as for an existing account.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

const MIN_LENGTH: usize = 8;
const MAX_LENGTH: usize = 128;

/// A new password that passed the policy. Its Debug output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct NewPassword(String);

impl std::fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewPassword")
    }
}

impl NewPassword {
    /// Checks the policy: at least 8 characters with a digit, an uppercase and a lowercase letter.
    ///
    /// # Errors
    /// The code of the field error: `password_weak` or `password_too_long`.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let length = text.chars().count();
        if length > MAX_LENGTH {
            return Err("password_too_long");
        }
        let has = |test: fn(char) -> bool| text.chars().any(test);
        let strong = length >= MIN_LENGTH
            && has(|c| c.is_ascii_digit())
            && has(|c| c.is_ascii_uppercase())
            && has(|c| c.is_ascii_lowercase());
        if strong { Ok(Self(text.to_owned())) } else { Err("password_weak") }
    }
}

/// Hashes a password in a blocking thread. Call it before the transaction begins.
pub async fn hash(rng: &Rng, password: NewPassword) -> anyhow::Result<String> {
    let salt = rng.bytes::<16>();
    let _permit = db::wait_in_queue(HASHING.acquire()).await?;
    tokio::task::spawn_blocking(move || {
        let salt = SaltString::encode_b64(&salt).map_err(|error| anyhow::anyhow!("salt: {error}"))?;
        let hash = Argon2::default().hash_password(password.0.as_bytes(), &salt);
        hash.map(|hash| hash.to_string()).map_err(|error| anyhow::anyhow!("argon2: {error}"))
    })
    .await?
}

/// Reports whether `given` is the password of the hash `stored`. Without a valid hash, such as the `-` of an account without a
/// password, it takes the same time and returns false.
pub async fn verify(stored: Option<&str>, given: &str) -> anyhow::Result<bool> {
    let stored = stored.filter(|stored| PasswordHash::new(stored).is_ok());
    let has_password = stored.is_some();
    let stored = stored.unwrap_or(DUMMY_HASH).to_owned();
    let given: String = given.chars().take(MAX_LENGTH + 1).collect();
    let _permit = db::wait_in_queue(HASHING.acquire()).await?;
    let matches = tokio::task::spawn_blocking(move || {
        let hash = PasswordHash::new(&stored).map_err(|error| anyhow::anyhow!("stored hash: {error}"))?;
        anyhow::Ok(Argon2::default().verify_password(given.as_bytes(), &hash).is_ok())
    })
    .await??;
    Ok(matches && has_password)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn password_needs_length_digit_and_both_cases() {
        assert!(NewPassword::parse("Abcdefg1").is_ok());
        for weak in ["abcdefgh", "Abcdef1", "ABCDEFG1", "abcdefg1", "Abcdefgh", ""] {
            assert_eq!(NewPassword::parse(weak), Err("password_weak"), "{weak}");
        }
        assert_eq!(NewPassword::parse(&"Aa1".repeat(50)), Err("password_too_long"));
        assert_eq!(format!("{:?}", NewPassword::parse("Abcdefg1").unwrap()), "NewPassword");
    }

    #[tokio::test]
    async fn hash_matches_its_password_only() {
        let rng = Rng::seeded(1);
        let stored = hash(&rng, NewPassword::parse("Seki-2026").unwrap()).await.unwrap();
        assert!(stored.starts_with("$argon2id$"));
        assert!(verify(Some(&stored), "Seki-2026").await.unwrap());
        assert!(!verify(Some(&stored), "Seki-2027").await.unwrap());
        assert!(!verify(None, "Seki-2026").await.unwrap());
        assert!(!verify(Some("-"), "Seki-2026").await.unwrap());
    }
}
