//! The programs that `seki` runs.

use std::path::Path;

use domain::clock::{self, Clock};
use tests::TestApp;
use tokio::process::Command;

/// Part of the document, and of nothing else.
const DESCRIPTION: &str = "Every page route answers HTML to a browser and the same data as JSON.";

/// In the web server, the descriptions of all calls would occupy memory that no request uses.
#[tokio::test]
async fn web_server_does_not_contain_the_openapi_document() {
    let own = std::env::current_exe().expect("our own path");
    let programs = own.parent().and_then(Path::parent).expect("the folder of the build");
    let contains = async |program: &str| {
        let mut search = Command::new("grep");
        search
            .args(["--quiet", "--text", "--fixed-strings", DESCRIPTION])
            .arg(programs.join(program))
            .env("LC_ALL", "C");
        search.status().await.expect("grep").code()
    };
    assert_eq!(contains("openapi-document").await, Some(0));
    assert_eq!(contains("web-server").await, Some(1));
}

/// A token that a test issues would be invalid for a program whose clock is behind the test's.
#[tokio::test]
async fn clocks_of_programs_are_never_behind_a_tests_clock() {
    let app = TestApp::start().await;
    app.programs_follow().await;
    let pace = clock::demo_pace(&mut app.pool.acquire().await.expect("a connection")).await.expect("a demo's clock");
    let program = Clock::system();
    program.set_pace(pace);
    assert!(program.now() >= app.now(), "{} is before {}", program.now(), app.now());
    app.end().await;
}
