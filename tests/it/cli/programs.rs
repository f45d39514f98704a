//! The programs that `seki` runs.

use std::path::Path;

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
