//! The HTTP client that all of them share.

use std::sync::Once;
use std::time::Duration;

static TLS: Once = Once::new();

/// Has every client of this process do TLS with ring.
pub fn use_ring() {
    TLS.call_once(|| {
        // A second provider could only be installed by a test in the same process; either serves.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}

/// Answers within five seconds or not at all; never through a proxy of the environment. With HTTP/2 a connection that dies without a
/// word would take all calls with it, so each call has its own.
pub fn client() -> reqwest::Client {
    use_ring();
    let builder =
        || reqwest::Client::builder().timeout(Duration::from_secs(5)).http1_only().no_proxy().user_agent("seki");
    // A slim container has no certificates, and plain http needs none; calls over https then fail one by one.
    let built = builder().build().or_else(|_| builder().tls_certs_only([]).build());
    built.expect("a client without odd settings can always be built")
}
