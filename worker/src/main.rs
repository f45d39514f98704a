use domain::clients::http;
use domain::config::Config;
use telemetry::Format;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let traces = telemetry::start("worker", "info,apalis=warn,sqlx=warn", Format::Json, http::client)?;
    let config = Config::from_environment()?;
    let worked = match std::env::args().nth(1).as_deref() {
        Some("once") => worker::run_once(config).await,
        _ => worker::run(config).await,
    };
    if let Some(traces) = traces {
        traces.end().await;
    }
    worked
}
