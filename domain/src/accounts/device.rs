//! Known devices: browsers that have signed in to an account before. Wrong passwords from unknown devices lock an account (G037) only
//! for unknown devices. A known device has separate attempts and a separate lock, so an attacker cannot lock a person out. A sign-in
//! from an unknown device is reported to the person by mail, unless it is the account's first device.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use crate::limits::personal_bucket;
use crate::rng::Rng;
use crate::sessions::AccountId;
use crate::signing::{Signer, fingerprint};

const PURPOSE: &str = "device";
/// Time after which an unused browser is forgotten.
const MEMORY: Duration = Duration::days(400);

/// The signed content of a browser's cookie: a random id. The accounts that signed in with it are in `known_browsers`.
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

    /// Reports whether the person has signed in with it.
    pub(super) async fn knows(&self, conn: &mut PgConnection, who: AccountId) -> sqlx::Result<bool> {
        let known = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM known_browsers
                              WHERE side = $1 AND person_id = $2 AND device_hash = $3) AS "known!""#,
            who.side().as_str(),
            who.id(),
            fingerprint(&self.uid),
        );
        known.fetch_one(conn).await
    }

    /// Stores it as a known device of the person. Reports whether it is new and the person has others.
    pub async fn remember(&self, conn: &mut PgConnection, now: DateTime<Utc>, who: AccountId) -> sqlx::Result<bool> {
        let has_devices = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT 1 FROM known_browsers WHERE side = $1 AND person_id = $2) AS "has_devices!""#,
            who.side().as_str(),
            who.id(),
        );
        let has_devices = has_devices.fetch_one(&mut *conn).await?;
        let is_new = sqlx::query_scalar!(
            r#"INSERT INTO known_browsers (side, person_id, device_hash, seen_at) VALUES ($1, $2, $3, $4)
               ON CONFLICT (side, person_id, device_hash) DO UPDATE SET seen_at = $4 RETURNING xmax = 0 AS "is_new!""#,
            who.side().as_str(),
            who.id(),
            fingerprint(&self.uid),
            now,
        );
        Ok(is_new.fetch_one(conn).await? && has_devices)
    }

    /// Returns the bucket of this browser's attempts at one account.
    pub(super) fn attempts_bucket(&self, who: AccountId) -> String {
        personal_bucket("sign_in_device", &format!("{} {} {}", self.uid, who.side(), who.id()))
    }
}

/// Forgets all known devices of the person.
pub(super) async fn forget_browsers(conn: &mut PgConnection, who: AccountId) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM known_browsers WHERE side = $1 AND person_id = $2", who.side().as_str(), who.id())
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes browsers without a recent sign-in.
pub async fn prune_browsers(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let done = sqlx::query!("DELETE FROM known_browsers WHERE seen_at < $1", now - MEMORY);
    Ok(done.execute(conn).await?.rows_affected())
}

/// The origin of a sign-in attempt.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// Network address, in the form that rate limits use.
    pub address: &'a str,
    pub device: Option<&'a Device>,
}

impl<'a> Origin<'a> {
    /// Returns the browser if it is a known device of this person.
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
    fn device_cookie_is_stable_and_cannot_be_forged() {
        let (signer, rng) = (Signer::new("a secret of the tests"), Rng::seeded(1));
        let device = Device::new(&rng);
        let opened = Device::open(&signer, &device.seal(&signer)).expect("our own cookie");
        assert_eq!(opened.uid, device.uid);
        assert_ne!(Device::new(&rng).uid, device.uid);
        assert!(Device::open(&Signer::new("another"), &device.seal(&signer)).is_none());
    }
}
