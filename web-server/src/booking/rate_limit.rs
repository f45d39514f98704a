//! Limit on the booking requests of one diner in a short time (gaps G025). It is kept in memory, because it protects this process and not
//! the seats.

use std::collections::HashMap;
use std::time::Duration;

use domain::ids::UserId;
use parking_lot::Mutex;
use tokio::time::Instant;

const WINDOW: Duration = Duration::from_secs(10);
pub const MAX_PER_WINDOW: u32 = 20;
/// Number of requests in a window above which a captcha does not help.
pub const FLOOD: u32 = 2 * MAX_PER_WINDOW;
/// Number of known diners above which those with an ended window are evicted.
const MAX_KNOWN_DINERS: usize = 100_000;

/// The windows of diners, each with its start and its requests.
struct Windows {
    of_diners: HashMap<UserId, (Instant, u32)>,
    /// Number of diners at which the next eviction is worth its search: in a rush, few windows have ended.
    evicts_above: usize,
}

impl Default for Windows {
    fn default() -> Self {
        Self { of_diners: HashMap::new(), evicts_above: MAX_KNOWN_DINERS }
    }
}

impl Windows {
    fn evict_ended(&mut self, now: Instant) {
        if self.of_diners.len() > self.evicts_above {
            self.of_diners.retain(|_, (began, _)| now.duration_since(*began) < WINDOW);
            self.evicts_above = MAX_KNOWN_DINERS.max(2 * self.of_diners.len());
        }
    }
}

/// A request beyond the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excess {
    pub retry_after_seconds: i64,
    /// True above `FLOOD`: the diner is rejected without a captcha.
    pub is_flood: bool,
}

#[derive(Default)]
pub struct RateLimit(Mutex<Windows>);

impl RateLimit {
    /// Counts a request; an error when the diner has sent too many.
    pub fn hit(&self, diner: UserId, now: Instant) -> Result<(), Excess> {
        let mut windows = self.0.lock();
        windows.evict_ended(now);
        let (began, hits) = windows.of_diners.entry(diner).or_insert((now, 0));
        if now.duration_since(*began) >= WINDOW {
            (*began, *hits) = (now, 0);
        }
        *hits += 1;
        if *hits > MAX_PER_WINDOW {
            let rest = WINDOW.saturating_sub(now.duration_since(*began));
            let retry_after_seconds = i64::try_from(rest.as_secs()).unwrap_or(0) + 1;
            return Err(Excess { retry_after_seconds, is_flood: *hits > FLOOD });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excess_requests_are_rejected_until_window_ends() {
        let (limit, now) = (RateLimit::default(), Instant::now());
        for _ in 0..MAX_PER_WINDOW {
            limit.hit(UserId(1), now).unwrap();
        }
        let excess = |retry_after_seconds, is_flood| Err(Excess { retry_after_seconds, is_flood });
        for _ in MAX_PER_WINDOW..FLOOD {
            assert_eq!(limit.hit(UserId(1), now), excess(11, false));
        }
        limit.hit(UserId(2), now).unwrap();
        let just_before = now + WINDOW - Duration::from_millis(1);
        assert_eq!(limit.hit(UserId(1), just_before), excess(1, true));
        limit.hit(UserId(1), now + WINDOW).unwrap();
    }

    #[test]
    fn eviction_waits_until_the_diners_have_doubled() {
        let (mut windows, now) = (Windows::default(), Instant::now());
        let known = i64::try_from(MAX_KNOWN_DINERS).unwrap() + 1;
        windows.of_diners.extend((0..known).map(|id| (UserId(id), (now, 1))));
        windows.evict_ended(now);
        assert_eq!((windows.of_diners.len(), windows.evicts_above), (MAX_KNOWN_DINERS + 1, 2 * MAX_KNOWN_DINERS + 2));
        windows.evict_ended(now + WINDOW);
        assert_eq!(windows.of_diners.len(), MAX_KNOWN_DINERS + 1, "no search before they have doubled");
        windows.of_diners.extend((known..2 * known + 1).map(|id| (UserId(id), (now + WINDOW, 1))));
        windows.evict_ended(now + WINDOW);
        assert_eq!(windows.of_diners.len(), MAX_KNOWN_DINERS + 2);
    }
}
