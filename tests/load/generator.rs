//! The load: connections that write prepared requests and read responses.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Barrier, watch};
use tokio::time::Instant;

/// An answer's status and how long it took.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    pub status: u16,
    /// Since the connection began to write, or since the start signal of a drop.
    pub took: Duration,
}

pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::with_capacity(8192) })
    }

    /// Writes a request and reads its answer to the end; the status.
    pub async fn ask(&mut self, request: &[u8]) -> Result<u16> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            if let Some((status, length)) = head(&self.buffer)? {
                while self.buffer.len() < length {
                    self.read().await?;
                }
                return Ok(status);
            }
            self.read().await?;
        }
    }

    /// Writes a request and reads its response, a CSV of unknown length, up to the end of its first record; returns the status. The
    /// connection cannot be used afterwards.
    pub async fn ask_for_record(&mut self, request: &[u8]) -> Result<u16> {
        self.stream.write_all(request).await?;
        self.buffer.clear();
        loop {
            // The head of the table ends one line, the record the next.
            let lines = self.buffer.windows(3).filter(|window| window == b"\"\r\n").count();
            match head(&self.buffer)? {
                Some((status, _)) if status != 200 || lines > 1 => return Ok(status),
                _ => self.read().await?,
            }
        }
    }

    /// The body of the last answer.
    pub fn body(&self) -> &[u8] {
        let end = self.buffer.windows(4).position(|window| window == b"\r\n\r\n").map_or(0, |at| at + 4);
        &self.buffer[end..]
    }

    /// A header of the last answer.
    pub fn header(&self, name: &str) -> Option<&str> {
        let end = self.buffer.windows(4).position(|window| window == b"\r\n\r\n")?;
        let lines = std::str::from_utf8(&self.buffer[..end]).ok()?.lines();
        let mut fields = lines.filter_map(|line| line.split_once(':'));
        fields.find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    async fn read(&mut self) -> Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            bail!("the server closed the connection");
        }
        Ok(())
    }
}

/// Status and whole length of an answer whose head has been read.
fn head(buffer: &[u8]) -> Result<Option<(u16, usize)>> {
    let Some(end) = buffer.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(None) };
    let text = std::str::from_utf8(&buffer[..end])?;
    let status = text.get(9..12).and_then(|status| status.parse().ok()).context("no status")?;
    let length = text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    Ok(Some((status, end + 4 + length.unwrap_or(0))))
}

/// The result of a run of requests.
#[derive(Debug)]
pub struct Run {
    pub per_second: f64,
    pub answers: Vec<Answer>,
}

impl Run {
    pub fn percentile(&self, percent: f64) -> Duration {
        percentile(self.answers.iter().map(|answer| answer.took).collect(), percent)
    }

    pub fn count(&self, status: u16) -> usize {
        self.answers.iter().filter(|answer| answer.status == status).count()
    }
}

pub fn percentile(mut times: Vec<Duration>, percent: f64) -> Duration {
    times.sort_unstable();
    let last = times.len().saturating_sub(1);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "an index"
    )]
    let at = (last as f64 * percent / 100.0).round() as usize;
    times.get(at).copied().unwrap_or_default()
}

/// Repeats a request on `connections` connections for `span`.
pub async fn repeat(address: SocketAddr, request: Vec<u8>, connections: usize, span: Duration) -> Result<Run> {
    let request = Arc::new(request);
    let mut tasks = tokio::task::JoinSet::new();
    let began = Instant::now();
    for _ in 0..connections {
        let request = request.clone();
        tasks.spawn(async move {
            let mut connection = Connection::open(address).await?;
            let mut answers = Vec::new();
            while began.elapsed() < span {
                let asked = Instant::now();
                let status = connection.ask(&request).await?;
                answers.push(Answer { status, took: asked.elapsed() });
            }
            Ok::<_, anyhow::Error>(answers)
        });
    }
    finish(tasks, began).await
}

/// Sends each request once, distributed over `connections` connections.
pub async fn once_each(address: SocketAddr, requests: Vec<Vec<u8>>, connections: usize) -> Result<Run> {
    let (requests, next) = (Arc::new(requests), Arc::new(AtomicUsize::new(0)));
    let mut tasks = tokio::task::JoinSet::new();
    let began = Instant::now();
    for _ in 0..connections {
        let (requests, next) = (requests.clone(), next.clone());
        tasks.spawn(async move {
            let mut connection = Connection::open(address).await?;
            let mut answers = Vec::new();
            while let Some(request) = requests.get(next.fetch_add(1, Ordering::Relaxed)) {
                let asked = Instant::now();
                let status = connection.ask(request).await?;
                answers.push(Answer { status, took: asked.elapsed() });
            }
            Ok::<_, anyhow::Error>(answers)
        });
    }
    finish(tasks, began).await
}

/// Sends each request once, `per_second` a second however long the responses take, over a few connections in turn.
pub async fn paced(address: SocketAddr, requests: Vec<Vec<u8>>, per_second: u32) -> Result<Run> {
    const CONNECTIONS: u32 = 8;
    let (requests, next) = (Arc::new(requests), Arc::new(AtomicUsize::new(0)));
    let mut tasks = tokio::task::JoinSet::new();
    let began = Instant::now();
    for turn in 0..CONNECTIONS {
        let (requests, next) = (requests.clone(), next.clone());
        tasks.spawn(async move {
            let mut connection = Connection::open(address).await?;
            let mut answers = Vec::new();
            let mut due = tokio::time::interval_at(
                began + Duration::from_secs(1) * turn / per_second,
                Duration::from_secs(1) * CONNECTIONS / per_second,
            );
            loop {
                due.tick().await;
                let Some(request) = requests.get(next.fetch_add(1, Ordering::Relaxed)) else { return Ok(answers) };
                let asked = Instant::now();
                let status = connection.ask(request).await?;
                answers.push(Answer { status, took: asked.elapsed() });
            }
        });
    }
    finish(tasks, began).await
}

/// Sends concurrently: each list of requests has its own connection, opened before the signal, and is timed from the signal. The
/// connections stay open until all responses have arrived, like browsers' connections.
pub async fn run_concurrently(requests: Vec<(SocketAddr, Vec<Vec<u8>>)>) -> Result<Run> {
    let ready = Arc::new(Barrier::new(requests.len() + 1));
    let (signal, signalled) = watch::channel(None);
    let mut tasks = tokio::task::JoinSet::new();
    for (address, requests) in requests {
        let (ready, mut signalled) = (ready.clone(), signalled.clone());
        tasks.spawn(async move {
            let connection = Connection::open(address).await;
            ready.wait().await;
            let began: Instant = signalled.wait_for(Option::is_some).await?.context("no signal")?;
            let mut connection = connection?;
            let mut status = 0;
            for request in &requests {
                status = connection.ask(request).await?;
            }
            Ok::<_, anyhow::Error>((connection, Answer { status, took: began.elapsed() }))
        });
    }
    ready.wait().await;
    let began = Instant::now();
    signal.send_replace(Some(began));
    let (mut connections, mut answers) = (Vec::new(), Vec::new());
    while let Some(done) = tasks.join_next().await {
        let (connection, answer) = done??;
        connections.push(connection);
        answers.push(answer);
    }
    Ok(Run { per_second: per_second(&answers, began), answers })
}

async fn finish(mut tasks: tokio::task::JoinSet<Result<Vec<Answer>>>, began: Instant) -> Result<Run> {
    let mut answers = Vec::new();
    while let Some(done) = tasks.join_next().await {
        answers.extend(done??);
    }
    Ok(Run { per_second: per_second(&answers, began), answers })
}

#[expect(clippy::cast_precision_loss, reason = "a rate")]
fn per_second(answers: &[Answer], began: Instant) -> f64 {
    answers.len() as f64 / began.elapsed().as_secs_f64()
}
