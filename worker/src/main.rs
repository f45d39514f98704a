use domain::clients::http;
use domain::config::Config;
use telemetry::Format;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let traces = telemetry::start("worker", "info,apalis=warn,sqlx=warn", Format::Json, http::client)?;
    let worked = worker::run(Config::from_environment()?).await;
    if let Some(traces) = traces {
        traces.end().await;
    }
    worked
}
