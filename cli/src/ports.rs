//! Ports for the servers of a demo.

use std::net::{Ipv4Addr, TcpListener};

use anyhow::{Result, bail};
use domain::rng::Rng;

/// Linux gives outgoing connections ports from 32768 on: none of them takes one of these between its choice and its use.
const FIRST: u16 = 20_000;
const COUNT: u16 = 12_000;
const ATTEMPTS: usize = 100;

/// Whether nothing listens on this port of 127.0.0.1.
#[must_use]
pub fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
}

/// A random free port of 127.0.0.1, so that demos which start at the same time choose different ones.
///
/// # Errors
/// None of a hundred is free.
pub fn free() -> Result<u16> {
    let rng = Rng::from_machine();
    for _ in 0..ATTEMPTS {
        let port = FIRST + u16::from_be_bytes(rng.bytes()) % COUNT;
        if is_free(port) {
            return Ok(port);
        }
    }
    bail!("no port between {FIRST} and {} is free", FIRST + COUNT)
}
