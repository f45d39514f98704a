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
    pub fn hit(&self, diner: UserId) -> Result<(), ApiError> {
        let mut windows = self.0.lock();
        if windows.len() > 100_000 {
            windows.retain(|_, (began, _)| began.elapsed() < WINDOW);
        }
        let (began, hits) = windows.entry(diner).or_insert_with(|| (Instant::now(), 0));
        if began.elapsed() >= WINDOW {
            (*began, *hits) = (Instant::now(), 0);
        }
        *hits += 1;
        if *hits > MOST_PER_WINDOW {
            let rest = WINDOW.saturating_sub(began.elapsed());
            return Err(ApiError::too_many(i64::try_from(rest.as_secs()).unwrap_or(0) + 1));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_burst_is_refused_until_its_window_ends() {
        let bursts = Bursts::default();
        for _ in 0..MOST_PER_WINDOW {
            bursts.hit(UserId(1)).unwrap();
        }
        assert_eq!(bursts.hit(UserId(1)).unwrap_err().status.as_u16(), 429);
        bursts.hit(UserId(2)).unwrap();
        tokio::time::advance(WINDOW).await;
        bursts.hit(UserId(1)).unwrap();
    }
}
