//! How long each test takes: `tests/run.sh` names the slowest.

use std::fs::OpenOptions;
use std::io::Write;
use std::time::Instant;

/// Writes the seconds from its start to its end, and the running test's name, into the file that `SEKI_TEST_TIMES` names.
#[derive(Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Drop for Stopwatch {
    fn drop(&mut self) {
        let Some(path) = std::env::var_os("SEKI_TEST_TIMES") else { return };
        // The test runner names each thread after its test.
        let thread = std::thread::current();
        let line = format!("{:.1} {}\n", self.0.elapsed().as_secs_f64(), thread.name().unwrap_or("unnamed"));
        let file = OpenOptions::new().create(true).append(true).open(path);
        if let Err(error) = file.and_then(|mut file| file.write_all(line.as_bytes())) {
            eprintln!("the test's time is not written down: {error}");
        }
    }
}
