//! Passwords: the policy, and their hashes (argon2id with its standard costs).

use std::collections::HashSet;
use std::sync::LazyLock;

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::db;
use crate::rng::Rng;
use crate::sessions::Side;

/// Requests that wait at a gate. A queue of this length is worked off within a second or two; further requests are rejected.
const MAX_WAITING: usize = 64;

/// Permits, and places for requests that wait for one.
struct Gate {
    permits: Semaphore,
    places: Semaphore,
}

/// The gates of a side. Sign-ins that wait take no place from requests that hash a new password.
struct HashQueue {
    /// Limit of concurrent hashes. Each takes 19 MiB and tens of milliseconds of a core.
    hashes: Gate,
    /// Sign-ins wait here before they take a connection, so under load only the ones that hash hold one.
    verifications: Gate,
}

/// Staff have a separate queue, so an attack by diners' forms does not stop restaurants. New passwords of all sides are hashed in the
/// diners' queue: they require a link, a verified number or the present password.
static DINERS: HashQueue = HashQueue::new(4, MAX_WAITING);
static STAFF: HashQueue = HashQueue::new(2, MAX_WAITING);

#[derive(Debug, thiserror::Error)]
pub enum PasswordError {
    /// Too many requests wait; nothing was hashed or counted.
    #[error("too many requests wait for a hash")]
    Busy,
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

impl Gate {
    const fn new(concurrent: usize, waiting: usize) -> Self {
        Self { permits: Semaphore::const_new(concurrent), places: Semaphore::const_new(waiting) }
    }

    /// Waits for a permit, unless too many requests wait already.
    async fn enter(&self) -> Result<SemaphorePermit<'_>, PasswordError> {
        if let Ok(permit) = self.permits.try_acquire() {
            return Ok(permit);
        }
        let _place = self.places.try_acquire().map_err(|_| PasswordError::Busy)?;
        Ok(db::wait_in_queue(self.permits.acquire()).await.map_err(anyhow::Error::from)?)
    }
}

impl HashQueue {
    const fn new(concurrent: usize, waiting: usize) -> Self {
        Self { hashes: Gate::new(concurrent, waiting), verifications: Gate::new(concurrent, waiting) }
    }

    const fn of(side: Side) -> &'static Self {
        match side {
            Side::Diner => &DINERS,
            Side::Owner | Side::Admin => &STAFF,
        }
    }
}

/// Waits for a permit to verify a password of a side. The caller holds it while it holds its connection, and counts nothing before it.
///
/// # Errors
/// `Busy` if too many requests wait.
pub async fn verification_permit(side: Side) -> Result<SemaphorePermit<'static>, PasswordError> {
    HashQueue::of(side).verifications.enter().await
}

/// The hash that is compared if no account has the given address, so the response takes the same time as for an existing account.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

const MIN_LENGTH: usize = 8;
const MAX_LENGTH: usize = 128;

/// The commonest passwords that have the policy's length, a digit and a letter, in lowercase. They are the entries of Django's list
/// (`django/contrib/auth/common-passwords.txt.gz`, BSD licence) that meet these conditions.
static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("common_passwords.txt").lines().collect());

/// A new password that passed the policy. Its Debug output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct NewPassword(String);

impl std::fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewPassword")
    }
}

impl NewPassword {
    /// Checks the policy: at least 8 characters with a digit, an uppercase and a lowercase letter, and none of the commonest passwords in any
    /// case (gaps G314).
    ///
    /// # Errors
    /// The code of the field error: `password_weak`, `password_common` or `password_too_long`.
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
        match strong {
            false => Err("password_weak"),
            true if COMMON.contains(text.to_ascii_lowercase().as_str()) => Err("password_common"),
            true => Ok(Self(text.to_owned())),
        }
    }
}

/// Hashes a new password in a blocking thread. Call it before the transaction begins.
///
/// # Errors
/// `Busy` if too many requests wait.
pub async fn hash(rng: &Rng, password: NewPassword) -> Result<String, PasswordError> {
    let salt = rng.bytes::<16>();
    let _permit = DINERS.hashes.enter().await?;
    let hashed = tokio::task::spawn_blocking(move || {
        let salt = SaltString::encode_b64(&salt).map_err(|error| anyhow::anyhow!("salt: {error}"))?;
        let hash = Argon2::default().hash_password(password.0.as_bytes(), &salt);
        hash.map(|hash| hash.to_string()).map_err(|error| anyhow::anyhow!("argon2: {error}"))
    });
    Ok(hashed.await.map_err(anyhow::Error::from)??)
}

/// Reports whether `given` is the password of the hash `stored`. Without a valid hash, such as the `-` of an account without a
/// password, it takes the same time and returns false.
///
/// It waits however many requests wait: the caller has counted the attempt, and permits and limits bound the callers.
pub async fn verify(side: Side, stored: Option<&str>, given: &str) -> anyhow::Result<bool> {
    let stored = stored.filter(|stored| PasswordHash::new(stored).is_ok());
    let has_password = stored.is_some();
    let stored = stored.unwrap_or(DUMMY_HASH).to_owned();
    let given: String = given.chars().take(MAX_LENGTH + 1).collect();
    let _permit = db::wait_in_queue(HashQueue::of(side).hashes.permits.acquire()).await?;
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
        assert!(NewPassword::parse("Abcdefk1").is_ok());
        for weak in ["abcdefgh", "Abcdef1", "ABCDEFG1", "abcdefg1", "Abcdefgh", ""] {
            assert_eq!(NewPassword::parse(weak), Err("password_weak"), "{weak}");
        }
        assert_eq!(NewPassword::parse(&"Aa1".repeat(50)), Err("password_too_long"));
        assert_eq!(format!("{:?}", NewPassword::parse("Abcdefk1").unwrap()), "NewPassword");
    }

    #[test]
    fn common_passwords_are_rejected_in_any_case() {
        for common in ["Password1", "PASSWORd123", "Passw0rd", "Qwerty123", "Abcd1234"] {
            assert_eq!(NewPassword::parse(common), Err("password_common"), "{common}");
        }
        assert!(NewPassword::parse("Password1-of-Hanako").is_ok());
    }

    #[tokio::test]
    async fn hash_matches_its_password_only() {
        let rng = Rng::seeded(1);
        let stored = hash(&rng, NewPassword::parse("Seki-2026").unwrap()).await.unwrap();
        assert!(stored.starts_with("$argon2id$"));
        assert!(verify(Side::Diner, Some(&stored), "Seki-2026").await.unwrap());
        assert!(!verify(Side::Diner, Some(&stored), "Seki-2027").await.unwrap());
        assert!(!verify(Side::Diner, None, "Seki-2026").await.unwrap());
        assert!(!verify(Side::Diner, Some("-"), "Seki-2026").await.unwrap());
    }

    #[tokio::test]
    async fn full_queue_rejects_further_requests() {
        let queue: &'static HashQueue = Box::leak(Box::new(HashQueue::new(1, 1)));
        let signing_in = queue.verifications.enter().await.unwrap();
        let waiting = tokio::spawn(queue.verifications.enter());
        tokio::task::yield_now().await;
        assert!(matches!(queue.verifications.enter().await, Err(PasswordError::Busy)));
        assert!(queue.hashes.enter().await.is_ok(), "sign-ins that wait keep nobody from a new password");
        drop(signing_in);
        assert!(waiting.await.unwrap().is_ok());
        assert!(!std::ptr::eq(HashQueue::of(Side::Diner), HashQueue::of(Side::Owner)));
    }
}
