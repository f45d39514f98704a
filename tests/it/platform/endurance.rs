//! A short run of `make endurance`: nothing is lost, double or orphaned, no write is refused for an unexpected reason, and damaged rows
//! are found.

use std::process::Stdio;
use std::time::Duration;

use serde_json::Value;
use tokio::process::Command;

/// Several times the duration on a busy machine.
const ENDS_WITHIN: Duration = Duration::from_secs(300);

struct Run {
    code: Option<i32>,
    /// The lines that are JSON.
    lines: Vec<Value>,
    output: String,
}

impl Run {
    /// Runs the program over a separate database.
    async fn new(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_endurance"));
        command.args(arguments).env_remove("SEKI_TEST_TIMES").env_remove("SEKI_ENDURANCE_DATABASE");
        command.stdin(Stdio::null()).kill_on_drop(true);
        let ended = tokio::time::timeout(ENDS_WITHIN, command.output()).await;
        let ended = ended.expect("the run ends").expect("the program starts");
        let stdout = String::from_utf8_lossy(&ended.stdout).into_owned();
        let lines = stdout.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let output = stdout + &String::from_utf8_lossy(&ended.stderr);
        Self { code: ended.status.code(), lines, output }
    }

    /// Returns the sum of the figures whose name starts with `class`.
    fn sum(&self, class: &str) -> f64 {
        let figures =
            self.lines.iter().filter(|line| line["figure"].as_str().is_some_and(|name| name.starts_with(class)));
        figures.filter_map(|line| line["value"].as_f64()).sum()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn short_endurance_run_loses_nothing() {
    let disturbance = ["--disturbance", "true", "--disturbance-pause", "0.3"];
    let run = Run::new(&[["--kills", "5", "--writes", "200"].as_slice(), &disturbance].concat()).await;
    assert_eq!(run.code, Some(0), "{}", run.output);
    let summary = run.lines.iter().find_map(|line| line.get("run")).expect("a summary");
    assert!(summary["writes"].as_u64().is_some_and(|writes| writes >= 200), "{summary}");
    assert!(summary["disturbances"].as_u64().is_some_and(|count| count > 0), "{summary}");
    for kind in ["reservations", "cancellations", "notes"] {
        assert!(summary["acknowledged"][kind].as_u64().is_some_and(|count| count > 0), "{kind}: {summary}");
    }
    for kind in ["hold", "release", "visit", "deletion", "note"] {
        assert!(summary["done"][kind].as_u64().is_some_and(|count| count > 0), "{kind}: {summary}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn endurance_run_finds_damaged_rows() {
    let classes = ["lost", "double", "orphaned", "refused"];
    let sabotages: Vec<_> = classes.into_iter().flat_map(|name| ["--sabotage", name]).collect();
    let run = Run::new(&[["--kills", "0", "--writes", "100"].as_slice(), &sabotages[..]].concat()).await;
    assert_eq!(run.code, Some(1), "{}", run.output);
    assert!(run.output.contains("The database seki_test_"), "it remains: {}", run.output);
    for class in ["lost", "double", "orphaned", "refused"] {
        assert!(run.sum(class) > 0.0, "{class}: {}", run.output);
    }
}
