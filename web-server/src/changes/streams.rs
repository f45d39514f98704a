//! The open event streams: their readers, the maximum number per reader, and the streams that must end because their reader has signed out,
//! was removed or has lost a right.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use domain::accounts::owners::{self, Reader};
use domain::accounts::roles::{Right, Section};
use domain::clock::Clock;
use domain::db;
use domain::ids::OwnerId;
use parking_lot::Mutex;
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

/// Maximum number of open streams of one session, that is of windows of one browser; each web server counts its own.
const MAX_PER_SESSION: usize = 12;
/// The same for all sessions of one account.
const MAX_PER_ACCOUNT: usize = 40;
/// Interval of the check, and the longest time for which a reader without permission still receives changes.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);
const CHECK_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Clone, Default)]
pub struct Streams(Arc<Mutex<OpenStreams>>);

#[derive(Default)]
struct OpenStreams {
    last: u64,
    readers: HashMap<u64, (OwnerId, Reader, CancellationToken)>,
}

/// An open stream, which counts until this guard is dropped.
pub struct StreamGuard {
    streams: Streams,
    number: u64,
    pub ended: CancellationToken,
}

impl Drop for StreamGuard {
    fn drop(&mut self) {
        self.streams.0.lock().readers.remove(&self.number);
    }
}

impl Streams {
    /// Opens a stream; `None` when the session or the account has reached its limit.
    pub fn open(&self, owner: OwnerId, reader: Reader) -> Option<StreamGuard> {
        let mut open = self.0.lock();
        let of_account = open.readers.values().filter(|(other, ..)| *other == owner);
        let of_session = of_account.clone().filter(|(_, other, _)| other.session == reader.session);
        if of_session.count() >= MAX_PER_SESSION || of_account.count() >= MAX_PER_ACCOUNT {
            return None;
        }
        open.last += 1;
        let (number, ended) = (open.last, CancellationToken::new());
        open.readers.insert(number, (owner, reader, ended.clone()));
        Some(StreamGuard { streams: self.clone(), number, ended })
    }

    /// Ends the streams of readers who no longer have permission to read the calendar.
    async fn end_unauthorized(&self, conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<()> {
        let open: Vec<_> =
            self.0.lock().readers.values().map(|(_, reader, ended)| (reader.clone(), ended.clone())).collect();
        let readers: Vec<_> = open.iter().map(|(reader, _)| reader).collect();
        let roles = owners::list_roles_of_readers(conn, &readers, now).await?;
        let reading = Right { section: Section::Floor, writes: false };
        for (reader, ended) in &open {
            if !roles.get(reader).is_some_and(|role| role.has(reading)) {
                ended.cancel();
            }
        }
        Ok(())
    }
}

/// Maintains the open streams while the future is polled.
pub async fn watch(streams: &Streams, pool: &PgPool, clock: &Clock) {
    loop {
        tokio::time::sleep(CHECK_INTERVAL).await;
        if streams.0.lock().readers.is_empty() {
            continue;
        }
        let check = async { streams.end_unauthorized(&mut *pool.acquire().await?, clock.now()).await };
        match db::with_timeout(CHECK_TIMEOUT, check).await.unwrap_or_else(|unresponsive| Err(unresponsive.into())) {
            Ok(()) => {}
            Err(error) => tracing::warn!(%error, "cannot check the readers of the open streams"),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::ids::RestaurantId;
    use domain::sessions::Token;

    use super::*;

    #[test]
    fn streams_are_limited_per_session_and_account() {
        let streams = Streams::default();
        let reader =
            |session: &str| Reader { session: Token::from_cookie(session).hash(), restaurant: RestaurantId(1) };
        let mut stays: Vec<_> = (0..MAX_PER_SESSION).filter_map(|_| streams.open(OwnerId(1), reader("a"))).collect();
        assert_eq!(stays.len(), MAX_PER_SESSION);
        assert!(streams.open(OwnerId(1), reader("a")).is_none());
        stays.pop();
        stays.extend(streams.open(OwnerId(1), reader("a")));
        let browsers = (0..MAX_PER_ACCOUNT).filter_map(|number| streams.open(OwnerId(1), reader(&number.to_string())));
        stays.extend(browsers);
        assert_eq!(stays.len(), MAX_PER_ACCOUNT);
        assert!(streams.open(OwnerId(2), reader("b")).is_some(), "another account");
        drop(stays);
        assert!(streams.0.lock().readers.is_empty());
    }
}
