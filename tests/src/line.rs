//! A line to the database that a test can cut, with a word or without.

use std::net::Ipv4Addr;
use std::sync::Arc;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::programs::free_port;

/// A TCP proxy in front of a PostgreSQL.
pub struct Line {
    /// The database's address over the line.
    pub url: String,
    port: u16,
    target: String,
    /// Connections that were opened under another number are swallowed: nothing comes through, and nobody is told.
    number: Arc<watch::Sender<u64>>,
    accepting: Option<JoinHandle<()>>,
}

impl Line {
    /// In front of the database of `url`, for its role or another.
    pub async fn to(url: &str, role: Option<&str>) -> Self {
        let (scheme, rest) = url.split_once("://").expect("a URL");
        let (server, database) = rest.split_once('/').expect("a database");
        let (user, target) = server.rsplit_once('@').map_or(("", server), |(user, target)| (user, target));
        let (user, port) = (role.unwrap_or(user), free_port());
        let url = format!("{scheme}://{user}@127.0.0.1:{port}/{database}");
        let number = Arc::new(watch::Sender::new(0));
        let mut line = Self { url, port, target: target.to_owned(), number, accepting: None };
        line.mend().await;
        line
    }

    /// The host behind the line is gone without a word. Whoever connects anew finds another.
    pub fn swallow(&self) {
        self.number.send_modify(|number| *number += 1);
    }

    /// Nobody listens any more, and what was open is closed, as when the server is stopped.
    pub fn cut(&mut self) {
        if let Some(accepting) = self.accepting.take() {
            accepting.abort();
        }
    }

    pub async fn mend(&mut self) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port)).await.expect("our port");
        let (target, number) = (self.target.clone(), self.number.clone());
        self.accepting = Some(tokio::spawn(async move {
            // Ends with the listener, and closes every connection then.
            let mut open = tokio::task::JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                open.spawn(carry(client, target.clone(), number.subscribe()));
            }
        }));
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.cut();
    }
}

async fn carry(mut client: TcpStream, target: String, mut number: watch::Receiver<u64>) {
    let Ok(mut server) = TcpStream::connect(target).await else { return };
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let own = *number.borrow();
    tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => {}
        // Both ends stay open, and hear nothing.
        () = async { drop(number.wait_for(|number| *number != own).await) } => std::future::pending().await,
    }
}
