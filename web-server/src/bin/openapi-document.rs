//! Prints the OpenAPI document of the web server: `seki openapi`. A separate program, because the descriptions of all calls would be a seventh
//! of the web server's code.

use std::io::{ErrorKind, Write};

fn main() -> anyhow::Result<()> {
    match writeln!(std::io::stdout().lock(), "{}", web_server::router::openapi().to_pretty_json()?) {
        // A closed pipe (`| head`) is not an error.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
