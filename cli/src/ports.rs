//! Ports for the servers of a demo.

use std::net::{Ipv4Addr, TcpListener};

use anyhow::{Result, bail};
use domain::rng::Rng;

/// Linux uses ports from 32768 on for outgoing connections, so they cannot take a chosen port before it is used.
const FIRST: u16 = 20_000;
const COUNT: u16 = 12_000;
const ATTEMPTS: usize = 100;

/// Reports whether no server listens on this port of 127.0.0.1.
#[must_use]
pub fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
}

/// Returns a random free port of 127.0.0.1. Demos that start at the same time therefore choose different ones.
///
/// # Errors
/// None of a hundred tried ports is free.
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
