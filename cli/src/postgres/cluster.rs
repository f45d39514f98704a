//! The data folder: its creation, its configuration at every start, and its `postmaster.pid`.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::account::{Account, own_uid};

/// The address of a socket has at most about a hundred bytes, including `/.s.PGSQL.65535`.
const MAX_SOCKET_FOLDER_LENGTH: usize = 85;

/// The content of `postmaster.pid`, written by a running or killed server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Postmaster {
    pub pid: u32,
    pub port: u16,
}

/// Returns the folder `<home>/postgres`, which `account` can enter.
///
/// Below a folder that the account may not enter (root's home, for instance) it is a link to a folder under `/var/lib`.
pub fn prepare_folder(home: &Path, account: Account) -> Result<PathBuf> {
    let place = home.join("postgres");
    fs::create_dir_all(&place).with_context(|| format!("making {}", place.display()))?;
    let place = place.canonicalize()?;
    if account.can_enter(&place) {
        return Ok(place);
    }
    link_elsewhere(&place)
}

fn link_elsewhere(place: &Path) -> Result<PathBuf> {
    let name = format!("seki{}", place.display()).replace('/', "-");
    let parent = if Path::new("/var/lib").is_dir() { PathBuf::from("/var/lib") } else { std::env::temp_dir() };
    let elsewhere = parent.join(name);
    tracing::info!(
        to = %elsewhere.display(),
        "PostgreSQL's account cannot enter {}: its data is stored elsewhere",
        place.display()
    );
    fs::create_dir_all(&elsewhere)?;
    // Its name is predictable: another account may have created it, also as a link.
    let found = fs::symlink_metadata(&elsewhere)?;
    let is_ours = found.is_dir() && found.uid() == own_uid()?;
    ensure!(is_ours, "{} belongs to another account", elsewhere.display());
    fs::set_permissions(&elsewhere, fs::Permissions::from_mode(0o755))?;
    // Succeeds only for an empty folder, so no data is lost.
    fs::remove_dir(place).with_context(|| format!("{} holds data its account cannot enter", place.display()))?;
    symlink(&elsewhere, place)?;
    Ok(elsewhere)
}

/// Creates the data folder and changes its owner to the account.
pub fn make_data_folder(data: &Path, account: Account) -> Result<()> {
    fs::create_dir_all(data)?;
    fs::set_permissions(data, fs::Permissions::from_mode(0o700))?;
    account.take(data)
}

/// Reports whether `initdb` completed here.
pub fn is_initialised(data: &Path) -> bool {
    data.join("PG_VERSION").exists() && data.join("global/pg_control").exists()
}

/// Writes the whole configuration for a developer's machine. It is as durable as in production unless `volatile` is set.
pub fn write_settings(data: &Path, port: u16, volatile: bool, account: Account) -> Result<()> {
    let file = data.join("postgresql.conf");
    fs::write(&file, settings(data, port, volatile)).with_context(|| format!("writing {}", file.display()))?;
    account.take(&file)
}

fn settings(data: &Path, port: u16, volatile: bool) -> String {
    let folder = data.display().to_string();
    let socket = if folder.len() <= MAX_SOCKET_FOLDER_LENGTH { folder.replace('\'', "''") } else { String::new() };
    let durable = if volatile { "off" } else { "on" };
    format!(
        "# Written at every start.\n\
         listen_addresses = '127.0.0.1'\n\
         port = {port}\n\
         unix_socket_directories = '{socket}'\n\
         max_connections = 400\n\
         # A booking touches some eighty tables and indexes: with 64, the default, their locks go by the shared table.\n\
         max_locks_per_transaction = 256\n\
         shared_buffers = 256MB\n\
         fsync = {durable}\n\
         full_page_writes = {durable}\n\
         synchronous_commit = {durable}\n\
         jit = off\n\
         # Containers often give /dev/shm 64 MB only, which parallel plans overrun.\n\
         max_parallel_workers_per_gather = 0\n\
         max_wal_size = 1GB\n\
         min_wal_size = 80MB\n\
         timezone = 'UTC'\n\
         log_timezone = 'UTC'\n\
         datestyle = 'iso, ymd'\n\
         lc_messages = 'C'\n\
         default_text_search_config = 'pg_catalog.simple'\n"
    )
}

/// Returns the server in `postmaster.pid`, if its process is alive and is a PostgreSQL.
pub fn live_postmaster(data: &Path) -> Option<Postmaster> {
    read_postmaster(data).filter(|found| is_postgres(found.pid))
}

/// Removes a `postmaster.pid` of a killed server. PostgreSQL itself refuses to start if another process has the number.
pub fn clear_stale_lock(data: &Path) -> Result<()> {
    let file = data.join("postmaster.pid");
    if live_postmaster(data).is_some() {
        return Ok(());
    }
    match fs::remove_file(&file) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("removing {}", file.display()))
        }
        Ok(()) => {
            tracing::info!("the last PostgreSQL here was killed: it recovers from its log");
            Ok(())
        }
        Err(_) => Ok(()),
    }
}

/// Returns the port of the last configuration, so addresses survive a restart.
pub fn last_port(data: &Path) -> Option<u16> {
    let settings = fs::read_to_string(data.join("postgresql.conf")).ok()?;
    settings.lines().find_map(|line| line.strip_prefix("port = ")?.trim().parse().ok())
}

fn read_postmaster(data: &Path) -> Option<Postmaster> {
    parse_postmaster(&fs::read_to_string(data.join("postmaster.pid")).ok()?)
}

fn parse_postmaster(text: &str) -> Option<Postmaster> {
    let mut lines = text.lines();
    let pid = lines.next()?.trim().parse().ok()?;
    let port = lines.nth(2)?.trim().parse().ok()?;
    Some(Postmaster { pid, port })
}

fn is_postgres(pid: u32) -> bool {
    let name = match fs::read(format!("/proc/{pid}/cmdline")) {
        Ok(line) => String::from_utf8_lossy(&line).split('\0').next().unwrap_or_default().to_owned(),
        Err(_) if Path::new("/proc/self").exists() => return false,
        Err(_) => process_name(pid),
    };
    Path::new(name.trim()).file_name().is_some_and(|name| name == "postgres")
}

fn process_name(pid: u32) -> String {
    let output = Command::new("ps").args(["-o", "comm=", "-p", &pid.to_string()]).output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pid_file_contains_process_and_port() {
        let text = "4711\n/home/seki/var/postgres/data\n1700000000\n54321\n/home/seki\n127.0.0.1\n  12 3\nready   \n";
        assert_eq!(parse_postmaster(text), Some(Postmaster { pid: 4711, port: 54321 }));
        assert_eq!(parse_postmaster("4711\n/home\n"), None);
    }

    #[test]
    fn long_folder_disables_socket() {
        let long = format!("/{}", "a".repeat(MAX_SOCKET_FOLDER_LENGTH));
        assert!(settings(Path::new(&long), 5432, false).contains("unix_socket_directories = ''"));
        assert!(settings(Path::new("/o'k"), 5432, false).contains("unix_socket_directories = '/o''k'"));
    }

    #[test]
    fn only_volatile_server_skips_disk_sync() {
        let waits = |volatile| {
            let text = settings(Path::new("/data"), 5432, volatile);
            ["fsync", "full_page_writes", "synchronous_commit"].map(|name| text.contains(&format!("\n{name} = on\n")))
        };
        assert_eq!((waits(false), waits(true)), ([true; 3], [false; 3]));
    }
}
