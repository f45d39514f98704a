//! A database proxy that a test can slow down, or cut, with or without an error for its clients.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::programs::free_port;

/// A TCP proxy in front of a PostgreSQL.
pub struct DatabaseProxy {
    /// The database's address through the proxy.
    pub url: String,
    port: u16,
    target: String,
    /// Connections that were opened under another number are swallowed: no bytes pass, and neither end gets an error.
    number: Arc<watch::Sender<u64>>,
    /// Delay of each answer of the server.
    delay: Arc<watch::Sender<Duration>>,
    accepting: Option<JoinHandle<()>>,
}

/// Returns the password of a database's URL.
pub fn password_of(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    Some(rest.rsplit_once('@')?.0.split_once(':')?.1)
}

impl DatabaseProxy {
    /// Starts a proxy before the database of `url`, for its role or another.
    pub async fn to(url: &str, role: Option<&str>) -> Self {
        let (scheme, rest) = url.split_once("://").expect("a URL");
        let (server, database) = rest.split_once('/').expect("a database");
        let (user, target) = server.rsplit_once('@').map_or(("", server), |(user, target)| (user, target));
        let user = match (role, password_of(url)) {
            (Some(role), Some(password)) => format!("{role}:{password}"),
            (role, _) => role.unwrap_or(user).to_owned(),
        };
        let port = free_port();
        let url = format!("{scheme}://{user}@127.0.0.1:{port}/{database}");
        let number = Arc::new(watch::Sender::new(0));
        let delay = Arc::new(watch::Sender::new(Duration::ZERO));
        let mut proxy = Self { url, port, target: target.to_owned(), number, delay, accepting: None };
        proxy.reopen().await;
        proxy
    }

    /// Simulates a database host that disappears silently. New connections reach another host.
    pub fn swallow(&self) {
        self.number.send_modify(|number| *number += 1);
    }

    /// Delays each answer of the server.
    pub fn slow(&self, delay: Duration) {
        self.delay.send_replace(delay);
    }

    /// Stops listening and closes open connections, like a stopped server.
    pub fn cut(&mut self) {
        if let Some(accepting) = self.accepting.take() {
            accepting.abort();
        }
    }

    pub async fn reopen(&mut self) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port)).await.expect("our port");
        let (target, number, delay) = (self.target.clone(), self.number.clone(), self.delay.clone());
        self.accepting = Some(tokio::spawn(async move {
            // Ends with the listener, which also closes every connection.
            let mut open = tokio::task::JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                open.spawn(carry(client, target.clone(), number.subscribe(), delay.subscribe()));
            }
        }));
    }
}

impl Drop for DatabaseProxy {
    fn drop(&mut self) {
        self.cut();
    }
}

async fn carry(
    mut client: TcpStream,
    target: String,
    mut number: watch::Receiver<u64>,
    delay: watch::Receiver<Duration>,
) {
    let Ok(mut server) = TcpStream::connect(target).await else { return };
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let own = *number.borrow();
    let ((mut from_client, mut to_client), (mut from_server, mut to_server)) = (client.split(), server.split());
    tokio::select! {
        _ = copy(&mut from_client, &mut to_server) => {}
        () = answer(&mut from_server, &mut to_client, delay) => {}
        // Both ends stay open, and no bytes pass.
        () = async { drop(number.wait_for(|number| *number != own).await) } => std::future::pending().await,
    }
}

async fn answer(
    from: &mut (impl AsyncRead + Unpin),
    to: &mut (impl AsyncWrite + Unpin),
    delay: watch::Receiver<Duration>,
) {
    let mut answer = vec![0; 64 * 1024];
    while let Ok(length @ 1..) = from.read(&mut answer).await {
        let late = *delay.borrow();
        if !late.is_zero() {
            tokio::time::sleep(late).await;
        }
        if to.write_all(&answer[..length]).await.is_err() {
            return;
        }
    }
}
