//! Prompts of irreversible commands, answered in a pseudo-terminal.

use std::path::Path;
use std::process::Stdio;

use tests::TestApp;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::Command;

/// Transactions that `seki` has open in this test's database.
const OPEN_TRANSACTIONS: &str = "SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'seki' AND xact_start IS NOT NULL";

/// Runs a command up to its prompt, checks that no transaction is open, answers yes, and returns the rest of its output.
async fn confirmed(app: &TestApp, arguments: &str) -> String {
    let own = std::env::current_exe().expect("our own path");
    let seki = own.parent().and_then(Path::parent).expect("the folder of the build").join("seki");
    let mut command = Command::new("script");
    command.args(["-qec", &format!("{} {arguments}", seki.display()), "/dev/null"]).envs(app.variables());
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true).spawn().expect("a pseudo-terminal");
    let mut output = BufReader::new(child.stdout.take().expect("its output"));
    let mut line = String::new();
    while !line.contains("Type yes:") {
        line.clear();
        assert_ne!(output.read_line(&mut line).await.expect("a line"), 0, "{arguments} ended without a prompt");
    }
    assert_eq!(app.count(OPEN_TRANSACTIONS).await, 0, "{arguments}");
    // The input remains open: its end would be sent to the command as well.
    let mut input = child.stdin.take().expect("its input");
    input.write_all(b"yes\n").await.expect("an answer");
    let mut rest = String::new();
    output.read_to_string(&mut rest).await.expect("the rest");
    let ended = child.wait().await.expect("an end");
    assert!(ended.success(), "{arguments}: {rest}");
    rest
}

#[tokio::test(flavor = "multi_thread")]
async fn prompt_blocks_no_transaction() {
    let app = TestApp::start().await;
    app.execute(
        "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts) VALUES ('01DEAD', 'sms', '{}'::bytea, 'Killed', 1, 6)",
    )
    .await;
    let output = confirmed(&app, "jobs drop 01DEAD").await;
    assert!(output.contains("1 jobs deleted"), "{output}");
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs").await, 0);

    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("prompts-{}.txt", std::process::id()));
    std::fs::write(&file, "# Address\nTokyo\n").expect("a file");
    let file = file.display();
    let output = confirmed(&app, &format!("legal publish contact --ja {file} --en {file}")).await;
    assert!(output.contains("version 1 of contact is valid from now on"), "{output}");
    assert_eq!(app.count("SELECT count(*) FROM legal_documents").await, 1);
    app.end().await;
}
