use domain::config::Config;
use tracing_subscriber::EnvFilter;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,apalis=warn,sqlx=warn"));
    // A log that cannot be written must not cost a job: complaining of it would panic where standard error is gone, too.
    tracing_subscriber::fmt().with_env_filter(filter).log_internal_errors(false).init();
    worker::run(Config::from_environment()?).await
}
