//! A diner's bursts of booking requests (gaps G025). Kept in memory, because it protects this process and not the seats.

use std::collections::HashMap;
use std::time::Duration;

use domain::ids::UserId;
use parking_lot::Mutex;
use tokio::time::Instant;

use crate::http::error::ApiError;

const WINDOW: Duration = Duration::from_secs(10);
const MOST_PER_WINDOW: u32 = 20;

#[derive(Default)]
pub struct Bursts(Mutex<HashMap<UserId, (Instant, u32)>>);

impl Bursts {
    /// 429 with the time to wait when a diner asks too often.
    pub fn hit(&self, diner: UserId, now: Instant) -> Result<(), ApiError> {
        let mut windows = self.0.lock();
        if windows.len() > 100_000 {
            windows.retain(|_, (began, _)| now.duration_since(*began) < WINDOW);
        }
        let (began, hits) = windows.entry(diner).or_insert((now, 0));
        if now.duration_since(*began) >= WINDOW {
            (*began, *hits) = (now, 0);
        }
        *hits += 1;
        if *hits > MOST_PER_WINDOW {
            let rest = WINDOW.saturating_sub(now.duration_since(*began));
            return Err(ApiError::too_many(i64::try_from(rest.as_secs()).unwrap_or(0) + 1));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_refused_until_its_window_ends() {
        let (bursts, now) = (Bursts::default(), Instant::now());
        for _ in 0..MOST_PER_WINDOW {
            bursts.hit(UserId(1), now).unwrap();
        }
        assert_eq!(bursts.hit(UserId(1), now).unwrap_err().status.as_u16(), 429);
        bursts.hit(UserId(2), now).unwrap();
        let just_before = now + WINDOW - Duration::from_millis(1);
        assert_eq!(bursts.hit(UserId(1), just_before).unwrap_err().status.as_u16(), 429);
        bursts.hit(UserId(1), now + WINDOW).unwrap();
    }
}
