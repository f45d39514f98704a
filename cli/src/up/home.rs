//! The folder of one `seki up`, which uses it exclusively while it runs. Different homes are independent.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::ports;

/// The lock of a running `seki up`. Only a killed process leaves the file behind.
#[derive(Debug)]
pub struct Home {
    path: PathBuf,
    lock: File,
    was_killed: bool,
}

/// A program that lost its `seki up` finishes its running work: the web server may need twenty seconds.
const PORT_RELEASE_TIMEOUT: Duration = Duration::from_secs(30);
const CHECK_INTERVAL: Duration = Duration::from_millis(200);

impl Home {
    /// Locks the folder.
    ///
    /// # Errors
    /// Another `seki up` runs in it, or it is not writable.
    pub fn lock(home: &Path) -> Result<Self> {
        let path = home.join("up.pid");
        let was_killed = path.exists();
        let file = || path.display().to_string();
        let mut lock =
            OpenOptions::new().create(true).truncate(false).read(true).write(true).open(&path).with_context(file)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut process = String::new();
                lock.read_to_string(&mut process).with_context(file)?;
                bail!(
                    "seki up runs in {} already (process {}); SEKI_HOME names another home",
                    home.display(),
                    process.trim()
                );
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(file),
        }
        fs::write(&path, std::process::id().to_string()).with_context(file)?;
        Ok(Self { path, lock, was_killed })
    }

    /// Waits until the programs of a killed `seki up` release the port. Does not wait for other programs.
    ///
    /// # Errors
    /// The port is taken.
    pub async fn wait_for_port(&self, port: u16) -> Result<()> {
        let is_free = || ports::is_free(port);
        let checks = if self.was_killed { PORT_RELEASE_TIMEOUT.as_millis() / CHECK_INTERVAL.as_millis() } else { 0 };
        if !is_free() && self.was_killed {
            tracing::warn!(port, "seki up was killed: its programs are about to stop");
        }
        for _ in 0..checks {
            if is_free() {
                break;
            }
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
        if !is_free() {
            self.remove_file();
            bail!("port {port} is taken; set PORT to another");
        }
        Ok(())
    }

    /// Removes the file at a regular end.
    pub fn remove_file(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// A process that another thread is starting shares the lock until it executes its program, so closing the file may not release it.
impl Drop for Home {
    fn drop(&mut self) {
        let _ = self.lock.unlock();
    }
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpListener};

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let home = std::env::temp_dir().join(format!("seki-home-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&home);
        fs::create_dir_all(&home).unwrap();
        home
    }

    #[tokio::test]
    async fn homes_are_exclusive_and_independent() {
        let (ours, other) = (folder("ours"), folder("other"));
        let first = Home::lock(&ours).unwrap();
        let refused = Home::lock(&ours).unwrap_err().to_string();
        assert!(refused.contains("already") && refused.contains(&std::process::id().to_string()), "{refused}");
        let elsewhere = Home::lock(&other).unwrap();
        assert!(!first.was_killed && !elsewhere.was_killed);
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let refused = elsewhere.wait_for_port(port).await.unwrap_err().to_string();
        assert!(refused.contains("is taken"), "{refused}");
        drop(first);
        let again = Home::lock(&ours).unwrap();
        assert!(again.was_killed, "the first left its file behind");
        let freed = tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(300)).await;
            drop(taken);
        });
        again.wait_for_port(port).await.unwrap();
        freed.await.unwrap();
        again.remove_file();
        drop(again);
        assert!(!Home::lock(&ours).unwrap().was_killed);
        fs::remove_dir_all(&ours).unwrap();
        fs::remove_dir_all(&other).unwrap();
    }
}
