//! `seki` without environment variables: the demo that runs on this machine, and the environment of a cron job.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use cli::up::registry::{self, Demo};
use tests::{TestApp, seki, variables};

/// A separate home folder, whose demos no other test sees.
pub(super) struct Home(PathBuf);

impl Home {
    pub(super) fn make(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub(super) fn environment(&self) -> HashMap<String, String> {
        HashMap::from([("HOME".to_owned(), self.0.display().to_string())])
    }

    pub(super) fn demos(&self) -> PathBuf {
        self.0.join(".local/state/seki/demos")
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn running_demo_is_found_and_none_or_two_reported() {
    let app = TestApp::start().await;
    let home = Home::make("demos");
    let (is_fine, said) = seki(&["holds", "list"], &home.environment()).await;
    assert!(!is_fine && said.contains("no demo runs on this machine (make up starts one)"), "{said}");

    let of_the_demo = variables(&app.config.database_url, &app.base_urls[0], "demo", &app.outside);
    let demo = |port: u16| Demo {
        base_url: format!("http://127.0.0.1:{port}"),
        home: PathBuf::from(format!("/demos/{port}")),
        variables: of_the_demo.clone(),
    };
    let one = registry::register(&home.demos(), &demo(8080)).expect("written down");
    let (is_fine, said) = seki(&["holds", "list"], &home.environment()).await;
    assert!(
        is_fine && said.contains("no seats are held") && said.contains("the demo at http://127.0.0.1:8080"),
        "{said}"
    );
    let (is_fine, said) = seki(&["clock", "show"], &home.environment()).await;
    assert!(is_fine, "a demo's clock may be read: {said}");
    let (is_fine, said) = seki(&["payments", "reconcile", "--now"], &home.environment()).await;
    assert!(is_fine && said.contains("no unsettled payments"), "its keys are known: {said}");
    let (is_fine, said) = seki(&["--env", "production", "holds", "list"], &home.environment()).await;
    assert!(!is_fine && said.contains("unexpected argument"), "an installation is named after its command: {said}");
    let (is_fine, said) = seki(&["holds", "list", "--env", "production"], &home.environment()).await;
    assert!(!is_fine && said.contains("DATABASE_URL is not set"), "{said}");

    let two = registry::register(&home.demos(), &demo(8090)).expect("written down");
    let (is_fine, said) = seki(&["holds", "list"], &home.environment()).await;
    assert!(!is_fine && said.contains("several demos") && said.contains("SEKI_HOME=/demos/8090"), "{said}");
    let mut chosen = home.environment();
    chosen.insert("SEKI_HOME".to_owned(), "/demos/8090".to_owned());
    let (is_fine, said) = seki(&["holds", "list"], &chosen).await;
    assert!(is_fine && said.contains("the demo at http://127.0.0.1:8090"), "{said}");
    drop((one, two));
    assert!(!seki(&["holds", "list"], &home.environment()).await.0, "both have stopped");
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cron_commands_have_dry_run_and_json() {
    let app = TestApp::start().await;
    let environment = variables(&app.config.database_url, &app.base_urls[0], "test", &app.outside);
    for (line, count) in [
        (&["schedule", "run", "prune"][..], "done"),
        (&["holds", "expire"], "count"),
        (&["rounds", "make"], "count"),
        (&["payments", "reconcile"], "count"),
        (&["schedule", "run", "ledger"], "done"),
    ] {
        for dry_run in [true, false] {
            let options: &[&str] = if dry_run { &["--json", "--dry-run"] } else { &["--json"] };
            let (is_fine, said) = seki(&[line, options].concat(), &environment).await;
            // The log follows on the other stream.
            let answer = serde_json::Deserializer::from_str(&said).into_iter::<serde_json::Value>().next();
            let answer = answer.and_then(Result::ok).unwrap_or_else(|| panic!("{line:?}: {said}"));
            assert!(is_fine && answer[count] == 0 && answer["dry_run"] == dry_run, "{line:?}: {said}");
        }
    }
    let (is_fine, said) = seki(&["schedule", "set", "refill"], &environment).await;
    assert!(!is_fine && said.contains("required"), "nothing to set: {said}");
    let (is_fine, said) = seki(&["schedule", "disable", "verify", "--json"], &environment).await;
    let schedules: serde_json::Value = serde_json::from_str(&said).expect("a list");
    assert!(
        is_fine && schedules.as_array().is_some_and(|rows| rows.iter().any(|row| row["is_enabled"] == false)),
        "{said}"
    );
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'schedule_changed'").await, 1);
    let (is_fine, said) = seki(&["schedule", "set", "verify", "--cron", "at dawn"], &environment).await;
    assert!(!is_fine && said.contains("is no cron expression"), "{said}");
    let (is_fine, said) = seki(&["jobs", "drop", "--all-dead"], &environment).await;
    assert!(is_fine && said.contains("0 jobs deleted"), "{said}");
    app.execute("INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts) VALUES ('01DEAD', 'sms', '{}'::bytea, 'Killed', 1, 6)").await;
    let (is_fine, said) = seki(&["jobs", "drop", "01DEAD"], &environment).await;
    assert!(!is_fine && said.contains("add --yes"), "{said}");
    let (is_fine, said) = seki(&["jobs", "drop", "01DEAD", "--yes"], &environment).await;
    assert!(is_fine && said.contains("1 job deleted"), "{said}");
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs").await, 0);
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn shells_and_man_know_every_command() {
    let (is_fine, script) = seki(&["completions", "bash"], &HashMap::new()).await;
    assert!(is_fine && script.contains("seki__subcmd__schedule") && script.contains("--dry-run"), "{script}");
    let home = Home::make("man");
    let folder = home.0.join("man1");
    assert!(seki(&["man", &folder.display().to_string()], &HashMap::new()).await.0);
    let page = std::fs::read_to_string(folder.join("seki-schedule-run.1")).expect("a page for each command");
    assert!(page.contains("dry\\-run"), "{page}");
}
