use std::io::{ErrorKind, Write};

use domain::clients::http;
use domain::config::Config;
use mimalloc::MiMalloc;
use telemetry::Format;

/// In a rush, small pieces are allocated on one thread and freed on another, which is slow with the system's allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    if std::env::args().nth(1).as_deref() == Some("openapi") {
        return match writeln!(std::io::stdout().lock(), "{}", web_server::router::openapi().to_pretty_json()?) {
            // A closed pipe (`| head`) is not an error.
            Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
            _ => Ok(()),
        };
    }
    let traces = telemetry::start("web-server", "info", Format::Json, http::client)?;
    let served = web_server::serve::run(Config::from_environment()?).await;
    if let Some(traces) = traces {
        traces.end().await;
    }
    served
}
