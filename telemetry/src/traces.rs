//! Logs, and traces by OpenTelemetry: spans of requests and jobs, sent to a collector by OTLP over HTTP.
//!
//! Without a collector, no span is created and none of this runs. OpenTelemetry's own variables select a sampler (`OTEL_TRACES_SAMPLER`).
//! Spans contain route templates, statuses and queues, and no client input.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use async_trait::async_trait;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tokio::runtime::Handle;
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

/// The target of exported spans.
pub const SPANS: &str = "seki::spans";

static ARE_TRACED: AtomicBool = AtomicBool::new(false);

/// Whether spans are exported.
pub fn are_traced() -> bool {
    ARE_TRACED.load(Ordering::Relaxed)
}

/// Format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Json,
    Text,
}

/// The exporter of spans; `end` sends the last ones.
pub struct Traces(SdkTracerProvider);

/// Starts the logs of a program (`RUST_LOG`, otherwise `filter`), and its traces if `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector
/// (`http://127.0.0.1:4318`). Requires tokio's runtime.
///
/// # Errors
/// The collector's address is invalid.
pub fn start(
    program: &'static str,
    filter: &str,
    format: Format,
    client: fn() -> reqwest::Client,
) -> anyhow::Result<Option<Traces>> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(filter));
    // A failure to write a log must not fail a response: reporting it would panic if standard error is closed, too.
    let collector = std::env::var("OTEL_EXPORTER_OTLP_ENDPOINT").ok().filter(|collector| !collector.is_empty());
    let Some(collector) = collector else {
        let lines = fmt().with_env_filter(filter).log_internal_errors(false);
        match format {
            Format::Json => lines.json().init(),
            Format::Text => lines.init(),
        }
        return Ok(None);
    };
    let traces = Traces::export_to(&collector, program, client())?;
    let lines = match format {
        Format::Json => fmt::layer().log_internal_errors(false).json().with_filter(filter).boxed(),
        Format::Text => fmt::layer().log_internal_errors(false).with_filter(filter).boxed(),
    };
    tracing_subscriber::registry().with(lines).with(span_layer(&traces, program)).init();
    ARE_TRACED.store(true, Ordering::Relaxed);
    Ok(Some(traces))
}

/// Creates the layer of spans. A request's route is known only at its end; without context activation, a span can still be renamed then.
fn span_layer<S>(traces: &Traces, program: &'static str) -> impl Layer<S>
where
    S: tracing::Subscriber + for<'span> LookupSpan<'span>,
{
    let layer = tracing_opentelemetry::layer().with_tracer(traces.0.tracer(program));
    let named_late = layer.with_context_activation(false);
    let sparse = named_late.with_location(false).with_threads(false).with_target(false).with_tracked_inactivity(false);
    sparse.with_filter(Targets::new().with_target(SPANS, Level::INFO))
}

impl Traces {
    fn export_to(collector: &str, program: &'static str, client: reqwest::Client) -> anyhow::Result<Self> {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(Sender { client, runtime: Handle::current() })
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!("{}/v1/traces", collector.trim_end_matches('/')))
            .build()
            .context("OTEL_EXPORTER_OTLP_ENDPOINT")?;
        let resource = Resource::builder().with_service_name(program).build();
        Ok(Self(SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(resource).build()))
    }

    /// Sends the remaining spans.
    pub async fn end(self) {
        let sent = tokio::task::spawn_blocking(move || self.0.shutdown()).await;
        if !matches!(sent, Ok(Ok(()))) {
            tracing::warn!("the last traces could not be sent");
        }
    }
}

/// OpenTelemetry exports spans on a separate thread, and the program's runtime performs the requests.
#[derive(Debug)]
struct Sender {
    client: reqwest::Client,
    runtime: Handle,
}

#[async_trait]
impl HttpClient for Sender {
    async fn send_bytes(&self, request: http::Request<Bytes>) -> Result<http::Response<Bytes>, HttpError> {
        let client = self.client.clone();
        let sending = self.runtime.spawn(async move {
            let answer = client.execute(request.try_into()?).await?;
            let status = answer.status();
            Ok::<_, reqwest::Error>((status, answer.bytes().await?))
        });
        let (status, body) = sending.await??;
        Ok(http::Response::builder().status(status).body(body)?)
    }
}
