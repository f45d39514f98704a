//! The measured processes: PostgreSQL, web servers, the worker, and a bare handler as the reference.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use axum::Router;
use axum::http::{StatusCode, header};
use axum::routing::get;
use domain::db::{self, PLANNED};

pub const SECRET: &str = "a secret of the figures, long enough";

/// A child process that ends with this one.
pub struct Process {
    child: Child,
    pub address: SocketAddr,
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Process {
    pub fn new(child: Child, address: SocketAddr) -> Self {
        Self { child, address }
    }

    /// Resident memory in MB, with the pages of the program that are mapped from its file.
    pub fn memory(&self) -> Result<f64> {
        self.megabytes("status", "VmRSS:")
    }

    /// The resident memory in MB that belongs to no file: heap, stacks, and pages of the program that relocation changed.
    pub fn anonymous_memory(&self) -> Result<f64> {
        self.megabytes("smaps_rollup", "Anonymous:")
    }

    /// Resident memory in MB, in which each shared page counts in part for each of its processes.
    pub fn proportional_memory(&self) -> Result<f64> {
        self.megabytes("smaps_rollup", "Pss:")
    }

    /// Clears the marks that the processor sets on each page that the process uses.
    pub fn clear_use_marks(&self) -> Result<()> {
        Ok(std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "1")?)
    }

    /// The memory in MB that the process used since `clear_use_marks`: without pages that the kernel mapped only because they are next to a
    /// used one.
    pub fn used_memory(&self) -> Result<f64> {
        self.megabytes("smaps_rollup", "Referenced:")
    }

    fn megabytes(&self, file: &str, name: &str) -> Result<f64> {
        let text = std::fs::read_to_string(format!("/proc/{}/{file}", self.child.id()))?;
        let line = text.lines().find(|line| line.starts_with(name)).with_context(|| format!("no {name}"))?;
        let kilobytes: f64 = line.split_whitespace().nth(1).context("no figure")?.parse()?;
        Ok(kilobytes / 1024.0)
    }
}

pub fn free_address() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, tests::free_port()).into()
}

pub fn sibling(name: &str) -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    Ok(own.parent().unwrap_or(Path::new(".")).join(name))
}

/// Settings of a web server or worker whose outside services are never called.
fn settings(command: &mut Command, database_url: &str, address: SocketAddr) {
    let nowhere = "http://127.0.0.1:9";
    command.env_clear().envs([
        ("SEKI_ENV", "test"),
        ("DATABASE_URL", database_url),
        ("SEKI_ADDRESS", &address.to_string()),
        ("SEKI_SECRET", SECRET),
        ("STRIPE_API_URL", nowhere),
        ("STRIPE_SECRET_KEY", "sk"),
        ("STRIPE_PUBLISHABLE_KEY", "pk"),
        ("STRIPE_WEBHOOK_SECRET", "whsec"),
        ("TWILIO_API_URL", nowhere),
        ("TWILIO_ACCOUNT_SID", "AC"),
        ("TWILIO_AUTH_TOKEN", "token"),
        ("TWILIO_PHONE_NUMBERS", "+815012345678"),
        ("SMTP_URL", "smtp://127.0.0.1:9"),
        ("RUST_LOG", "error"),
        // All requests of a drop come from one address here.
        ("SEKI_CONNECTIONS_PER_ADDRESS", "10000"),
    ]);
}

/// A web server, and how long it took until it answered.
pub async fn web_server(database_url: &str) -> Result<(Process, Duration)> {
    web_server_at(database_url, free_address(), &[]).await
}

/// A web server at an address, with further settings.
pub async fn web_server_at(
    database_url: &str,
    address: SocketAddr,
    variables: &[(&str, String)],
) -> Result<(Process, Duration)> {
    let mut command = Command::new(sibling("web-server")?);
    settings(&mut command, database_url, address);
    command.envs(variables.iter().map(|(name, value)| (name, value)));
    let began = tokio::time::Instant::now();
    let process = Process { child: command.stdout(Stdio::null()).spawn()?, address };
    wait_for(address, "/health").await?;
    Ok((process, began.elapsed()))
}

pub fn worker(database_url: &str) -> Result<Process> {
    worker_with(database_url, &[])
}

/// A worker with further settings.
pub fn worker_with(database_url: &str, variables: &[(&str, String)]) -> Result<Process> {
    let address = free_address();
    let mut command = Command::new(sibling("worker")?);
    settings(&mut command, database_url, address);
    command.envs(variables.iter().map(|(name, value)| (name, value)));
    Ok(Process { child: command.stdout(Stdio::null()).spawn()?, address })
}

/// This program as the bare handler: `/hello`, and `/bytes`, which returns the file's bytes.
pub async fn bare_handler(bytes: &Path) -> Result<Process> {
    let address = free_address();
    let child = Command::new(std::env::current_exe()?).arg("hello").arg(address.to_string()).arg(bytes).spawn()?;
    let process = Process { child, address };
    wait_for(address, "/hello").await?;
    Ok(process)
}

pub async fn serve_hello(address: &str, bytes: &str) -> Result<()> {
    let body = axum::body::Bytes::from(std::fs::read(bytes)?);
    let json = [(header::CONTENT_TYPE, "application/json")];
    let router = Router::new()
        .route("/hello", get(|| async { "hello" }))
        .route("/bytes", get(move || async move { (json, body) }));
    axum::serve(tokio::net::TcpListener::bind(address).await?, router).await?;
    Ok(())
}

/// This program as the server of `/one`, whose only work is `select 1` over a pool: the reference of reads.
pub async fn select_one_server(database_url: &str) -> Result<Process> {
    let address = free_address();
    let mut command = Command::new(std::env::current_exe()?);
    let child = command.arg("one").arg(address.to_string()).env("DATABASE_URL", database_url).spawn()?;
    let process = Process { child, address };
    wait_for(address, "/one").await?;
    Ok(process)
}

pub async fn serve_select_one(address: &str) -> Result<()> {
    let url = std::env::var("DATABASE_URL").context("DATABASE_URL")?;
    let pool = db::connect(&url, "seki bench", 8).await?;
    let one = move || {
        let pool = pool.clone();
        async move {
            let read = sqlx::query_scalar::<_, i32>("SELECT 1").fetch_one(&pool).await;
            read.map(|one| one.to_string()).map_err(|_| StatusCode::SERVICE_UNAVAILABLE)
        }
    };
    let router = Router::new().route("/one", get(one));
    axum::serve(tokio::net::TcpListener::bind(address).await?, router).await?;
    Ok(())
}

async fn wait_for(address: SocketAddr, path: &str) -> Result<()> {
    let request = crate::world::get(path, "");
    for _ in 0..2_000 {
        if let Ok(mut connection) = crate::generator::Connection::open(address).await
            && connection.ask(&request).await.is_ok_and(|status| status == 200)
        {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    bail!("{address}{path} does not answer")
}

/// Transactions per second of a pgbench script.
pub fn pgbench(database_url: &str, script: &Path, clients: u32, transactions: u32) -> Result<f64> {
    let text = run_pgbench(database_url, script, clients, transactions, &[])?;
    let line = text.lines().find(|line| line.starts_with("tps = ")).context("pgbench printed no tps")?;
    Ok(line.split_whitespace().nth(2).context("no tps")?.parse()?)
}

/// Transactions per second of a pgbench script on warm connections: the first transaction of each client, which plans the statements, does
/// not count.
pub fn warm_pgbench(database_url: &str, script: &Path, clients: u32, transactions: u32) -> Result<f64> {
    let logs = script.with_extension("log");
    if logs.exists() {
        std::fs::remove_dir_all(&logs)?;
    }
    std::fs::create_dir_all(&logs)?;
    let prefix = format!("--log-prefix={}", logs.join("pgbench").display());
    run_pgbench(database_url, script, clients, transactions, &["--log", &prefix])?;
    let mut text = String::new();
    for entry in std::fs::read_dir(&logs)? {
        text += &std::fs::read_to_string(entry?.path())?;
    }
    warm_rate(&text)
}

/// Adds up the clients' rates of a transaction log: client, number and microseconds are the first columns of a line.
fn warm_rate(log: &str) -> Result<f64> {
    let mut clients: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for line in log.lines() {
        let mut columns = line.split_whitespace();
        let client = columns.next().context("no client")?;
        let microseconds: f64 = columns.nth(1).context("no time")?.parse()?;
        clients.entry(client).or_default().push(microseconds / 1e6);
    }
    let mut rate = 0.0;
    for times in clients.values() {
        let warm = times.get(1..).unwrap_or_default();
        ensure!(!warm.is_empty(), "a client of pgbench ran one transaction only");
        rate += f64::from(u32::try_from(warm.len())?) / warm.iter().sum::<f64>();
    }
    Ok(rate)
}

fn run_pgbench(database_url: &str, script: &Path, clients: u32, transactions: u32, more: &[&str]) -> Result<String> {
    let options = PLANNED.map(|(name, value)| format!("-c {name}={value}")).join(" ");
    let output = Command::new("pgbench")
        .env("PGOPTIONS", options)
        .args(["--no-vacuum", "--protocol=prepared", "--jobs=1"])
        .arg(format!("--client={clients}"))
        .arg(format!("--transactions={transactions}"))
        .arg(format!("--file={}", script.display()))
        .args(more)
        .arg(database_url)
        .output()
        .context("pgbench (Debian's postgresql-client or postgresql package) is needed as the reference")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        bail!("pgbench: {text}{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(text)
}
