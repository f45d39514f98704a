use domain::clients::http;
use domain::config::Config;
use mimalloc::MiMalloc;
use telemetry::Format;

/// In a rush, small pieces are allocated on one thread and freed on another, which is slow with the system's allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let traces = telemetry::start("web-server", "info", Format::Json, http::client)?;
    let served = web_server::serve::run(Config::from_environment()?).await;
    if let Some(traces) = traces {
        traces.end().await;
    }
    served
}
