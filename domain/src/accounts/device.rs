//! Browsers that have signed in before. Wrong passwords of strangers lock an account (G037) for browsers that never did; a
//! browser that did has tries and a lock of its own, so that nobody can keep somebody else out. A sign-in with a browser that
//! the person never used is told by mail.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use crate::limits::personal_bucket;
use crate::rng::Rng;
use crate::sessions::AccountId;
use crate::signing::{Signer, fingerprint};

const PURPOSE: &str = "device";
/// A browser that stayed away for so long is a new one again.
const MEMORY: Duration = Duration::days(400);

/// What the cookie of a browser says, signed: a name of its own. Who signed in with it is in `known_browsers`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Device {
    uid: String,
}

impl Device {
    pub fn new(rng: &Rng) -> Self {
        Self { uid: rng.uid() }
    }

    pub fn open(signer: &Signer, cookie: &str) -> Option<Self> {
        signer.open(PURPOSE, cookie)
    }

    pub fn seal(&self, signer: &Signer) -> String {
        signer.seal(PURPOSE, self)
    }

    /// Whether somebody signed in with it.
    pub(super) async fn knows(&self, conn: &mut PgConnection, who: AccountId) -> sqlx::Result<bool> {
        let known = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM known_browsers
                              WHERE side = $1 AND person_id = $2 AND device_hash = $3) AS "known!""#,
            who.side().as_str(),
            who.id(),
            fingerprint(&self.uid),
        );
        known.fetch_one(conn).await
    }

    /// Makes it one of somebody's browsers; whether it is a new one beside others.
    pub async fn remember(&self, conn: &mut PgConnection, now: DateTime<Utc>, who: AccountId) -> sqlx::Result<bool> {
        let is_news = sqlx::query_scalar!(
            r#"WITH others AS (SELECT count(*) AS count FROM known_browsers WHERE side = $1 AND person_id = $2)
               INSERT INTO known_browsers (side, person_id, device_hash, seen_at) VALUES ($1, $2, $3, $4)
               ON CONFLICT (side, person_id, device_hash) DO UPDATE SET seen_at = $4
               RETURNING xmax = 0 AND (SELECT count FROM others) > 0 AS "is_news!""#,
            who.side().as_str(),
            who.id(),
            fingerprint(&self.uid),
            now,
        );
        is_news.fetch_one(conn).await
    }

    /// The counter of this browser's tries at one account.
    pub(super) fn attempts_bucket(&self, who: AccountId) -> String {
        personal_bucket("sign_in_device", &format!("{} {} {}", self.uid, who.side(), who.id()))
    }
}

/// Forgets browsers that nobody has signed in with for long.
pub async fn prune_browsers(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let done = sqlx::query!("DELETE FROM known_browsers WHERE seen_at < $1", now - MEMORY);
    Ok(done.execute(conn).await?.rows_affected())
}

/// Where a password is tried from.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// As rate limits count it.
    pub address: &'a str,
    pub device: Option<&'a Device>,
}

impl<'a> Origin<'a> {
    /// The browser, when it is known to have signed in as this person.
    pub(super) async fn device_of(self, conn: &mut PgConnection, who: AccountId) -> sqlx::Result<Option<&'a Device>> {
        match self.device {
            Some(device) if device.knows(conn, who).await? => Ok(Some(device)),
            _ => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_keeps_its_name_and_cannot_be_forged() {
        let (signer, rng) = (Signer::new("a secret of the tests"), Rng::seeded(1));
        let device = Device::new(&rng);
        let opened = Device::open(&signer, &device.seal(&signer)).expect("our own cookie");
        assert_eq!(opened.uid, device.uid);
        assert_ne!(Device::new(&rng).uid, device.uid);
        assert!(Device::open(&Signer::new("another"), &device.seal(&signer)).is_none());
    }
}
