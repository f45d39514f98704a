//! The event streams of open pages: the day that each of them shows, and events for its changes. The pull of changes that feeds the caches
//! feeds them too, so an event arrives at most a few hundred milliseconds after the change.

use std::collections::HashMap;

use chrono::NaiveDate;
use domain::availability::changes::ChangedDay;
use domain::ids::RestaurantId;
use parking_lot::Mutex;
use tokio::sync::broadcast::{self, Receiver};
use tokio::sync::watch;

/// Capacity of the broadcast. A reader that falls behind by more events must reload.
const BACKLOG: usize = 1024;
/// Number of sent changes that are remembered to avoid duplicates; above it all are dropped together.
const MAX_REMEMBERED: usize = 10_000;

/// A day, or the whole restaurant.
pub type EventKey = (RestaurantId, Option<NaiveDate>);

pub struct Events {
    changes: Mutex<Option<broadcast::Sender<EventKey>>>,
    /// Marked by every pull that succeeded.
    pulls: watch::Sender<()>,
    sent: Mutex<HashMap<(EventKey, bool), i64>>,
}

impl Default for Events {
    fn default() -> Self {
        Self {
            changes: Mutex::new(Some(broadcast::channel(BACKLOG).0)),
            pulls: watch::channel(()).0,
            sent: Mutex::default(),
        }
    }
}

impl Events {
    /// Returns a receiver of all changes from now on; `None` when the server is stopping.
    pub fn listen(&self) -> Option<Receiver<EventKey>> {
        self.changes.lock().as_ref().map(broadcast::Sender::subscribe)
    }

    /// Returns a receiver of every successful pull from now on: while none succeeds, a stream cannot report changes.
    pub fn subscribe_pulls(&self) -> watch::Receiver<()> {
        self.pulls.subscribe()
    }

    /// Records a successful pull of the changes.
    pub fn record_pull(&self) {
        self.pulls.send_replace(());
    }

    pub fn has_listeners(&self) -> bool {
        self.changes.lock().as_ref().is_some_and(|changes| changes.receiver_count() > 0)
    }

    /// Sends each change once, even if it is pulled again. `is_action` distinguishes actions of staff from changes of stock.
    pub fn send(&self, changes: &[ChangedDay], is_action: bool) {
        let mut sent = self.sent.lock();
        if sent.len() > MAX_REMEMBERED {
            sent.clear();
        }
        let sender = self.changes.lock();
        for change in changes {
            let place = (change.restaurant, change.date);
            if sent.insert((place, is_action), change.version) == Some(change.version) {
                continue;
            }
            if let Some(sender) = sender.as_ref() {
                // The stream may have just ended.
                let _ = sender.send(place);
            }
        }
    }

    /// Ends every stream, so that its page reloads everything when it reconnects.
    pub fn restart_streams(&self) {
        self.sent.lock().clear();
        if let Some(changes) = self.changes.lock().as_mut() {
            *changes = broadcast::channel(BACKLOG).0;
        }
    }

    /// Ends every stream, so that a stopping server does not wait for pages that only read.
    pub fn close(&self) {
        self.changes.lock().take();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(date: &str, version: i64) -> ChangedDay {
        ChangedDay { restaurant: RestaurantId(1), date: date.parse().ok(), version }
    }

    #[tokio::test]
    async fn changes_are_sent_once_and_not_while_stopping() {
        let events = Events::default();
        assert!(!events.has_listeners());
        let mut listener = events.listen().unwrap();
        let first = change("2026-12-01", 1);
        events.send(std::slice::from_ref(&first), false);
        events.send(&[first.clone(), change("2026-12-01", 2)], false);
        events.send(std::slice::from_ref(&first), true);
        for _ in 0..3 {
            assert_eq!(listener.recv().await, Ok((RestaurantId(1), first.date)));
        }
        assert!(listener.try_recv().is_err());
        events.close();
        assert_eq!(listener.recv().await, Err(broadcast::error::RecvError::Closed));
        assert!(events.listen().is_none());
    }
}
