//! Prompts of irreversible commands, answered in a pseudo-terminal.

use std::path::Path;
use std::process::Stdio;

use tests::TestApp;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdout, Command};

/// Transactions that `seki` has open in this test's database.
const OPEN_TRANSACTIONS: &str = "SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'seki' AND xact_start IS NOT NULL";

/// A command that waits for the answer to its prompt.
struct Prompted {
    child: Child,
    output: BufReader<ChildStdout>,
    question: String,
}

/// Runs a command up to its prompt, and checks that no transaction is open.
async fn prompted(app: &TestApp, arguments: &str) -> Prompted {
    let own = std::env::current_exe().expect("our own path");
    let seki = own.parent().and_then(Path::parent).expect("the folder of the build").join("seki");
    let mut command = Command::new("script");
    command.args(["-qec", &format!("{} {arguments}", seki.display()), "/dev/null"]).envs(app.variables());
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true).spawn().expect("a pseudo-terminal");
    let mut output = BufReader::new(child.stdout.take().expect("its output"));
    let mut question = String::new();
    while !question.contains("Type yes:") {
        question.clear();
        assert_ne!(output.read_line(&mut question).await.expect("a line"), 0, "{arguments} ended without a prompt");
    }
    assert_eq!(app.count(OPEN_TRANSACTIONS).await, 0, "{arguments}");
    Prompted { child, output, question }
}

impl Prompted {
    /// Types yes, and returns the rest of the output.
    async fn confirm(mut self) -> String {
        // The input remains open: its end would be sent to the command as well.
        let mut input = self.child.stdin.take().expect("its input");
        input.write_all(b"yes\n").await.expect("an answer");
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).await.expect("the rest");
        let ended = self.child.wait().await.expect("an end");
        assert!(ended.success(), "{}{rest}", self.question);
        rest
    }
}

async fn confirmed(app: &TestApp, arguments: &str) -> String {
    prompted(app, arguments).await.confirm().await
}

#[tokio::test(flavor = "multi_thread")]
async fn prompt_blocks_no_transaction() {
    let app = TestApp::start().await;
    app.execute(
        "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts) VALUES ('01DEAD', 'sms', '{}'::bytea, 'Killed', 1, 6)",
    )
    .await;
    let output = confirmed(&app, "jobs drop 01DEAD").await;
    assert!(output.contains("1 job deleted"), "{output}");
    assert_eq!(app.count("SELECT count(*) FROM apalis.jobs").await, 0);

    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("prompts-{}.txt", std::process::id()));
    std::fs::write(&file, "# Address\nTokyo\n").expect("a file");
    let file = file.display();
    let output = confirmed(&app, &format!("legal publish contact --ja {file} --en {file}")).await;
    assert!(output.contains("version 1 of contact is valid from now on"), "{output}");
    assert_eq!(app.count("SELECT count(*) FROM legal_documents").await, 1);
    app.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn drop_deletes_only_the_dead_letters_of_its_question() {
    let app = TestApp::start().await;
    app.execute(
        "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts)
         VALUES ('01SHOWN', 'sms', '{}'::bytea, 'Killed', 1, 6), ('02SHOWN', 'mail', '{}'::bytea, 'Killed', 1, 12)",
    )
    .await;
    let prompt = prompted(&app, "jobs drop --all-dead").await;
    assert!(prompt.question.contains("Delete 2 dead letters?"), "{}", prompt.question);
    // One of them is retried meanwhile, and another job fails for the last time: the number remains two.
    app.execute("UPDATE apalis.jobs SET status = 'Pending', attempts = 0 WHERE id = '02SHOWN'").await;
    app.execute(
        "INSERT INTO apalis.jobs (id, job_type, job, status, attempts, max_attempts) VALUES ('03LATER', 'sms', '{}'::bytea, 'Killed', 1, 6)",
    )
    .await;
    let output = prompt.confirm().await;
    assert!(output.contains("1 job deleted"), "{output}");
    let left = sqlx::query_scalar::<_, String>("SELECT id FROM apalis.jobs ORDER BY id").fetch_all(&app.pool).await;
    assert_eq!(left.expect("the jobs"), ["02SHOWN", "03LATER"]);
    app.end().await;
}
