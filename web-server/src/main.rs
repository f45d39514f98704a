use std::io::Write;

use domain::config::Config;
use mimalloc::MiMalloc;
use tracing_subscriber::EnvFilter;

/// A rush allocates small pieces on one thread and frees them on another. The system's allocator is slow at that.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    if std::env::args().nth(1).as_deref() == Some("openapi") {
        writeln!(std::io::stdout().lock(), "{}", web_server::router::openapi().to_pretty_json()?)?;
        return Ok(());
    }
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| "info".into());
    // A log that cannot be written must not cost an answer: complaining of it would panic where standard error is gone, too.
    tracing_subscriber::fmt().json().with_env_filter(filter).log_internal_errors(false).init();
    web_server::serve::run(Config::from_environment()?).await
}
