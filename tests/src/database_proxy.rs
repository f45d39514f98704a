//! A line to the database that a test can slow down, or cut, with a word or without.

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
    /// The database's address over the line.
    pub url: String,
    port: u16,
    target: String,
    /// Connections that were opened under another number are swallowed: nothing comes through, and nobody is told.
    number: Arc<watch::Sender<u64>>,
    /// So much later comes each answer.
    delay: Arc<watch::Sender<Duration>>,
    accepting: Option<JoinHandle<()>>,
}

impl DatabaseProxy {
    /// In front of the database of `url`, for its role or another.
    pub async fn to(url: &str, role: Option<&str>) -> Self {
        let (scheme, rest) = url.split_once("://").expect("a URL");
        let (server, database) = rest.split_once('/').expect("a database");
        let (user, target) = server.rsplit_once('@').map_or(("", server), |(user, target)| (user, target));
        let (user, port) = (role.unwrap_or(user), free_port());
        let url = format!("{scheme}://{user}@127.0.0.1:{port}/{database}");
        let number = Arc::new(watch::Sender::new(0));
        let delay = Arc::new(watch::Sender::new(Duration::ZERO));
        let mut line = Self { url, port, target: target.to_owned(), number, delay, accepting: None };
        line.mend().await;
        line
    }

    /// The host behind the line is gone without a word. Whoever connects anew finds another.
    pub fn swallow(&self) {
        self.number.send_modify(|number| *number += 1);
    }

    /// Each answer of the server comes so much later.
    pub fn slow(&self, delay: Duration) {
        self.delay.send_replace(delay);
    }

    /// Nobody listens any more, and what was open is closed, as when the server is stopped.
    pub fn cut(&mut self) {
        if let Some(accepting) = self.accepting.take() {
            accepting.abort();
        }
    }

    pub async fn mend(&mut self) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port)).await.expect("our port");
        let (target, number, delay) = (self.target.clone(), self.number.clone(), self.delay.clone());
        self.accepting = Some(tokio::spawn(async move {
            // Ends with the listener, and closes every connection then.
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
    let ((mut asking, mut told), (mut answering, mut asked)) = (client.split(), server.split());
    tokio::select! {
        _ = copy(&mut asking, &mut asked) => {}
        () = answer(&mut answering, &mut told, delay) => {}
        // Both ends stay open, and hear nothing.
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
