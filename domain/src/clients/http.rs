//! The HTTP client that all of them share.

use std::sync::Once;
use std::time::Duration;

static TLS: Once = Once::new();

/// Answers within five seconds or not at all; never through a proxy of the environment.
pub fn client() -> reqwest::Client {
    TLS.call_once(|| {
        // A second provider could only be installed by a test in the same process; either serves.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
    let builder = || reqwest::Client::builder().timeout(Duration::from_secs(5)).no_proxy().user_agent("seki");
    // A slim container has no certificates, and plain http needs none; calls over https then fail one by one.
    let built = builder().build().or_else(|_| builder().tls_certs_only([]).build());
    built.expect("a client without odd settings can always be built")
}
