//! The account of the server: PostgreSQL does not run as root.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The account that runs all PostgreSQL programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Account {
    /// The current account, which is not root.
    Own,
    /// The account to which root passes the server.
    Unprivileged { uid: u32, gid: u32 },
}

impl Account {
    /// Chooses the account: the current one unless it is root; otherwise the data's owner, or `unprivileged_account` for new
    /// data.
    pub fn choose(data: &Path) -> Result<Self> {
        if own_uid()? != 0 {
            return Ok(Self::Own);
        }
        match fs::metadata(data) {
            Ok(owner) if owner.uid() != 0 => Ok(Self::Unprivileged { uid: owner.uid(), gid: owner.gid() }),
            _ => Ok(unprivileged_account()),
        }
    }

    /// Returns a command that runs as this account.
    pub fn command(self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.stdin(Stdio::null());
        if let Self::Unprivileged { uid, gid } = self {
            command.uid(uid).gid(gid);
        }
        command
    }

    /// Changes the owner of a file or folder to this account.
    pub fn take(self, path: &Path) -> Result<()> {
        if let Self::Unprivileged { uid, gid } = self {
            std::os::unix::fs::chown(path, Some(uid), Some(gid))
                .with_context(|| format!("chown {}", path.display()))?;
        }
        Ok(())
    }

    /// Reports whether this account can enter a folder, by trying it.
    pub fn can_enter(self, folder: &Path) -> bool {
        let mut command = self.command(Path::new("/bin/sh"));
        command.args(["-c", "cd \"$1\"", "sh"]).arg(folder).current_dir("/");
        succeeds(command)
    }

    /// Reports whether this account can run a program.
    pub fn can_run(self, program: &Path) -> bool {
        let mut command = self.command(program);
        command.arg("--version").current_dir("/");
        succeeds(command)
    }
}

fn succeeds(mut command: Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Returns the user id of this process. Runs `id`, because the standard library does not provide it.
pub fn own_uid() -> Result<u32> {
    let output = Command::new("id").arg("-u").output().context("running id -u")?;
    if !output.status.success() {
        bail!("id -u failed");
    }
    String::from_utf8_lossy(&output.stdout).trim().parse().context("reading what id -u printed")
}

fn unprivileged_account() -> Account {
    let passwd = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let (uid, gid) = account_in(&passwd, "nobody").unwrap_or((65534, 65534));
    Account::Unprivileged { uid, gid }
}

fn account_in(passwd: &str, name: &str) -> Option<(u32, u32)> {
    let mut fields = passwd.lines().map(|line| line.split(':')).find(|line| line.clone().next() == Some(name))?.skip(2);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn account_lookup_matches_whole_name() {
        let passwd = "nobodyelse:x:7:8::/:/bin/sh\nnobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin\n";
        assert_eq!(account_in(passwd, "nobody"), Some((65534, 65533)));
        assert_eq!(account_in(passwd, "root"), None);
    }
}
