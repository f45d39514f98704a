use domain::config::Config;
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,apalis=warn,sqlx=warn"));
    tracing_subscriber::fmt().with_env_filter(filter).init();
    worker::run(Config::from_environment()?).await
}
