//! The recorder of this process's metrics, in Prometheus's text format.

use std::time::Duration;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

/// Durations of responses and jobs in seconds: from a response out of memory to the timeout of a client.
const SECONDS_BUCKETS: [f64; 14] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];
/// Number of requests in one batch.
const BATCH_SIZE_BUCKETS: [f64; 8] = [1.0, 2.0, 4.0, 8.0, 12.0, 16.0, 24.0, 48.0];
/// Interval at which samples are folded into their buckets, whether metrics are read or not.
const FOLD_INTERVAL: Duration = Duration::from_secs(5);

/// Reads the metrics.
#[derive(Clone)]
pub struct Exporter(PrometheusHandle);

/// Records metrics from now on. Must be called once for a process, before the first handle is created.
///
/// # Errors
/// A recorder exists already.
pub fn install() -> anyhow::Result<Exporter> {
    let builder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS_BUCKETS)?
        .set_buckets_for_metric(Matcher::Suffix("_together".to_owned()), &BATCH_SIZE_BUCKETS)?;
    let handle = builder.install_recorder()?;
    Ok(Exporter(handle))
}

impl Exporter {
    /// Returns all metrics in the format of Prometheus.
    pub fn render(&self) -> String {
        self.0.render()
    }

    /// Limits the number of samples while it is polled.
    pub async fn fold(&self) {
        loop {
            tokio::time::sleep(FOLD_INTERVAL).await;
            self.0.run_upkeep();
        }
    }
}
