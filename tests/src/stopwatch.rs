//! Measures how long each test takes, from which `tests/run.sh` lists the slowest, and ends tests that hang.

use std::collections::{BTreeMap, HashMap};
use std::fs::OpenOptions;
use std::io::Write;
use std::sync::{LazyLock, Once};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Several times the duration of the longest test on a busy machine.
const HANGS_AFTER: Duration = Duration::from_secs(420);
/// Time in which a test must fail after its app was stopped.
const FAILURE_TIMEOUT: Duration = Duration::from_secs(90);

/// Running tests, by the number of their stopwatch.
static RUNNING: LazyLock<Mutex<HashMap<u64, Running>>> = LazyLock::new(Mutex::default);
/// Ended tests, and whether each passed.
static ENDED: LazyLock<Mutex<BTreeMap<String, bool>>> = LazyLock::new(Mutex::default);
static WATCHING: Once = Once::new();

struct Running {
    name: String,
    begun: Instant,
    /// `None` after the call.
    stop: Option<Box<dyn FnOnce() + Send>>,
}

/// Writes the test's seconds and name into the file that `SEKI_TEST_TIMES` names, when it is dropped.
#[derive(Debug)]
pub struct Stopwatch {
    number: u64,
    name: String,
    begun: Instant,
    has_ended: bool,
}

impl Stopwatch {
    /// Starts the stopwatch of a test. If the test hangs, `stop` is called, so the test fails by itself.
    pub fn start(stop: impl FnOnce() + Send + 'static) -> Self {
        WATCHING.call_once(|| drop(thread::spawn(watch)));
        // The test runner names each thread after its test.
        let (name, begun) = (thread::current().name().unwrap_or("unnamed").to_owned(), Instant::now());
        let mut running = RUNNING.lock();
        let number = running.keys().max().map_or(0, |last| last + 1);
        running.insert(number, Running { name: name.clone(), begun, stop: Some(Box::new(stop)) });
        Self { number, name, begun, has_ended: false }
    }

    /// Marks the end of the test.
    pub fn end(&mut self) {
        self.has_ended = true;
    }
}

impl Drop for Stopwatch {
    fn drop(&mut self) {
        RUNNING.lock().remove(&self.number);
        let has_passed = self.has_ended && !thread::panicking();
        *ENDED.lock().entry(self.name.clone()).or_insert(true) &= has_passed;
        let Some(path) = std::env::var_os("SEKI_TEST_TIMES") else { return };
        let line = format!("{:.1} {}\n", self.begun.elapsed().as_secs_f64(), self.name);
        let file = OpenOptions::new().create(true).append(true).open(path);
        if let Err(error) = file.and_then(|mut file| file.write_all(line.as_bytes())) {
            eprintln!("the test's time is not written down: {error}");
        }
    }
}

/// Stops the app of a test that hangs: its requests and queries end with errors, and the test fails in its own thread like any other. If it
/// still hangs, it would hold back all results, so the run then ends and reports the results so far.
fn watch() {
    let begun = Instant::now();
    loop {
        thread::sleep(Duration::from_secs(1));
        let mut running = RUNNING.lock();
        for test in running.values_mut().filter(|test| test.begun.elapsed() > HANGS_AFTER) {
            if let Some(stop) = test.stop.take() {
                eprintln!(
                    "test {} hangs for {:.0} s: its app is stopped",
                    test.name,
                    test.begun.elapsed().as_secs_f64()
                );
                stop();
            }
        }
        let lost = running.values().filter(|test| test.begun.elapsed() > HANGS_AFTER + FAILURE_TIMEOUT);
        let lost: Vec<_> = lost.map(|test| test.name.clone()).collect();
        if !lost.is_empty() {
            give_up(&lost, begun.elapsed());
        }
    }
}

/// Ends the process with the output lines of the test runner, for the tests that have an app.
fn give_up(lost: &[String], took: Duration) -> ! {
    for name in lost {
        println!("test {name} ... FAILED");
        eprintln!(
            "test {name} does not end although its app was stopped: tests that have not ended by now have no result"
        );
    }
    let ended = ENDED.lock();
    let passed = ended.iter().filter(|(name, has_passed)| **has_passed && !lost.contains(name)).count();
    let failed = ended.iter().filter(|(name, has_passed)| !**has_passed && !lost.contains(name)).count() + lost.len();
    println!(
        "test result: FAILED. {passed} passed; {failed} failed; 0 ignored; 0 measured; 0 filtered out; finished in {:.2}s",
        took.as_secs_f64()
    );
    std::process::exit(101)
}
