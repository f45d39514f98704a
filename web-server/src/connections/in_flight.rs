//! Connections with a request in flight: from its head until the last piece of its response is passed to the connection.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use http_body::{Frame, SizeHint};

/// Number of requests in flight of one connection.
#[derive(Clone, Default)]
pub struct InFlightRequests(Arc<AtomicUsize>);

impl InFlightRequests {
    pub fn begin(&self) -> InFlightGuard {
        self.0.fetch_add(1, Ordering::Relaxed);
        InFlightGuard(self.clone())
    }

    pub fn is_empty(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

/// One request in flight.
pub struct InFlightGuard(InFlightRequests);

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The body of a response, which holds the guard of its request.
pub struct TrackedBody {
    body: Body,
    _held: InFlightGuard,
}

impl TrackedBody {
    pub fn new(body: Body, held: InFlightGuard) -> Self {
        Self { body, _held: held }
    }
}

impl http_body::Body for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
