//! When a mixed batch begins, and how many requests it takes. Both follow the load, the time that batches take, and the number of batches
//! that may run concurrently, which is that of the database's processors.

use std::time::Duration;

/// Maximum pause between the starts of two batches: the latency that sharing their cost is worth.
pub const MAX_PAUSE: Duration = Duration::from_millis(20);
/// Reciprocal of the part of the database's processors that batches use while few requests arrive. Pages are read at the same time.
const PARTS: u32 = 16;

/// Sizes of batches.
#[derive(Clone, Copy, Debug)]
pub struct Batches {
    /// Maximum number of requests of a batch: a larger batch would make its first request wait for the last.
    pub max_size: usize,
    /// Maximum number of concurrent mixed batches. With two, one is read while the other is written; each further processor of the database
    /// allows one more.
    pub max_concurrent: usize,
}

/// Decides from the batches so far. It reads no clock.
#[derive(Clone, Copy, Debug)]
pub struct BatchTiming {
    batches: Batches,
    /// Smoothed time that a batch takes. `None` before the first has ended.
    usual: Option<Duration>,
    /// Number of requests that waited or were written when the last batches ended.
    load: usize,
}

impl BatchTiming {
    pub const fn new(batches: Batches) -> Self {
        Self { batches, usual: None, load: 0 }
    }

    /// Records a batch that took `duration`. At its end, `load` requests waited or were written, its own included.
    pub fn record(&mut self, duration: Duration, load: usize) {
        self.usual = Some(self.usual.map_or(duration, |usual| (usual * 7 + duration) / 8));
        self.load = load.max(self.load * 3 / 4);
    }

    /// Returns the pause after the start of a batch before the next one, if fewer requests than `enough` wait.
    pub fn pause(&self) -> Duration {
        let processors = u32::try_from(self.batches.max_concurrent).unwrap_or(u32::MAX).max(1);
        self.usual.map_or(MAX_PAUSE, |usual| (usual * PARTS / processors).min(MAX_PAUSE))
    }

    /// Returns the number of waiting requests with which a batch begins without a pause: at least the maximum size divided by the number of
    /// concurrent batches. While another batch is written, also seven eighths of an equal part of the load: the diners whose requests were
    /// just answered may join it, and it does not wait for the last of them.
    pub fn enough(&self, is_another_running: bool) -> usize {
        let part = self.load * 7 / 8 / self.concurrent();
        if is_another_running { part.clamp(self.least(), self.batches.max_size) } else { self.least() }
    }

    /// Returns the number of requests that the next batch may take when `waiting` requests wait and `free` batches may begin: an equal part,
    /// if that is enough for each batch.
    pub fn limit(&self, waiting: usize, free: usize) -> usize {
        let part = waiting.div_ceil(free.max(1));
        if part >= self.least() { part.min(self.batches.max_size) } else { self.batches.max_size }
    }

    fn least(&self) -> usize {
        (self.batches.max_size / self.concurrent()).max(1)
    }

    fn concurrent(&self) -> usize {
        self.batches.max_concurrent.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn timing(max_concurrent: usize) -> BatchTiming {
        BatchTiming::new(Batches { max_size: 24, max_concurrent })
    }

    #[test]
    fn pause_follows_duration_of_batches_and_processors() {
        let pause = |processors, duration: Duration| {
            let mut timing = timing(processors);
            timing.record(duration, 1);
            timing.pause()
        };
        assert_eq!(timing(2).pause(), MAX_PAUSE, "no batch has ended yet");
        assert_eq!([pause(2, MS), pause(2, 3 * MS)], [8 * MS, MAX_PAUSE]);
        assert_eq!([pause(8, 3 * MS), pause(16, 3 * MS)], [6 * MS, 3 * MS]);
    }

    #[test]
    fn pause_is_smoothed() {
        let mut timing = timing(8);
        timing.record(2 * MS, 1);
        timing.record(10 * MS, 1);
        assert_eq!(timing.pause(), 6 * MS, "of three milliseconds");
        for _ in 0..40 {
            timing.record(2 * MS, 1);
        }
        assert!(timing.pause() < 5 * MS, "{:?}", timing.pause());
    }

    #[test]
    fn batch_waits_for_its_part_of_the_load_while_another_runs() {
        let mut two = timing(2);
        assert_eq!([two.enough(true), two.enough(false)], [12, 12]);
        two.record(MS, 32);
        assert_eq!([two.enough(true), two.enough(false)], [14, 12]);
        two.record(MS, 200);
        assert_eq!([two.enough(true), two.enough(false)], [24, 12], "a full batch is enough");
        for _ in 0..8 {
            two.record(MS, 4);
        }
        assert_eq!(two.enough(true), 12, "the load is over");
    }

    #[test]
    fn more_processors_begin_smaller_batches() {
        let mut eight = timing(8);
        assert_eq!(eight.enough(false), 3);
        eight.record(MS, 64);
        assert_eq!(eight.enough(true), 7);
        assert_eq!(timing(64).enough(true), 1);
    }

    #[test]
    fn free_batches_share_the_waiting_requests() {
        let two = timing(2);
        assert_eq!([two.limit(36, 2), two.limit(18, 1), two.limit(100, 2)], [18, 18, 24]);
        assert_eq!(two.limit(20, 2), 24, "too few for two batches");
        assert_eq!(timing(4).limit(20, 4), 24);
        assert_eq!(timing(4).limit(26, 4), 7);
    }
}
