//! How long each test takes: `tests/run.sh` names the slowest, and one that hangs is named and ends the run.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::sync::{LazyLock, Once};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Several times what the longest test takes on a busy machine.
const HANGS_AFTER: Duration = Duration::from_secs(420);

/// What runs, by the number of its stopwatch.
static RUNNING: LazyLock<Mutex<HashMap<u64, (String, Instant)>>> = LazyLock::new(Mutex::default);
static WATCHING: Once = Once::new();

/// Writes the seconds from its start to its end, and the running test's name, into the file that `SEKI_TEST_TIMES` names.
#[derive(Debug)]
pub struct Stopwatch {
    number: u64,
    name: String,
    begun: Instant,
}

impl Stopwatch {
    pub fn start() -> Self {
        WATCHING.call_once(|| drop(thread::spawn(watch)));
        // The test runner names each thread after its test.
        let (name, begun) = (thread::current().name().unwrap_or("unnamed").to_owned(), Instant::now());
        let mut running = RUNNING.lock();
        let number = running.keys().max().map_or(0, |last| last + 1);
        running.insert(number, (name.clone(), begun));
        Self { number, name, begun }
    }
}

impl Drop for Stopwatch {
    fn drop(&mut self) {
        RUNNING.lock().remove(&self.number);
        let Some(path) = std::env::var_os("SEKI_TEST_TIMES") else { return };
        let line = format!("{:.1} {}\n", self.begun.elapsed().as_secs_f64(), self.name);
        let file = OpenOptions::new().create(true).append(true).open(path);
        if let Err(error) = file.and_then(|mut file| file.write_all(line.as_bytes())) {
            eprintln!("the test's time is not written down: {error}");
        }
    }
}

/// A test that waits for ever would keep all others' results back, and tell nobody which one it is.
fn watch() {
    loop {
        thread::sleep(Duration::from_secs(1));
        let running = RUNNING.lock();
        let hanging: Vec<_> = running.values().filter(|(_, begun)| begun.elapsed() > HANGS_AFTER).collect();
        if !hanging.is_empty() {
            for (name, begun) in hanging {
                eprintln!("test {name} ... hangs for {:.0} s; the run ends here", begun.elapsed().as_secs_f64());
            }
            std::process::exit(1);
        }
    }
}
