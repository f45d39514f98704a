//! The superuser's password: generated once, in a file of the home that only the server's account reads. Every connection requires it,
//! because any program of the machine can connect to 127.0.0.1.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use domain::rng::Rng;

use super::account::Account;

/// Hexadecimal digits, so that an address contains it as it is.
const LENGTH: usize = 48;

/// `pg_hba.conf`: a password from everyone, also on the socket.
const ACCESS: &str = "# Written at every start.\n\
    local all all scram-sha-256\n\
    host all all 127.0.0.1/32 scram-sha-256\n\
    local replication all scram-sha-256\n\
    host replication all 127.0.0.1/32 scram-sha-256\n";

/// Returns the path of the password's file in the folder `<home>/postgres`.
pub fn file(place: &Path) -> PathBuf {
    place.join("password")
}

/// Reads the password; `None` before one was generated, as in a home of an earlier version.
pub fn read(place: &Path) -> Result<Option<String>> {
    let file = file(place);
    match fs::read_to_string(&file) {
        Ok(text) if text.trim().len() == LENGTH => Ok(Some(text.trim().to_owned())),
        // An interrupted start.
        Ok(_) => Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("reading {}", file.display())),
    }
}

/// Reads the password, or generates one.
pub fn read_or_generate(place: &Path, account: Account) -> Result<String> {
    if let Some(password) = read(place)? {
        return Ok(password);
    }
    let bytes = Rng::from_machine().bytes::<{ LENGTH / 2 }>();
    let password = bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    let file = file(place);
    if let Err(error) = fs::remove_file(&file) {
        ensure!(error.kind() == ErrorKind::NotFound, "removing {}: {error}", file.display());
    }
    let mut opened = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&file)?;
    opened.write_all(password.as_bytes()).with_context(|| format!("writing {}", file.display()))?;
    account.take(&file)?;
    Ok(password)
}

/// Reports whether the cluster already requires the password.
pub fn is_required(data: &Path) -> bool {
    fs::read_to_string(data.join("pg_hba.conf")).is_ok_and(|text| text == ACCESS)
}

/// Requires the password from the next start on. The superuser has it already.
pub fn require(data: &Path, account: Account) -> Result<()> {
    let file = data.join("pg_hba.conf");
    fs::write(&file, ACCESS).with_context(|| format!("writing {}", file.display()))?;
    account.take(&file)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn password_is_generated_once_and_readable_by_its_owner_only() {
        let place = std::env::temp_dir().join(format!("seki-password-{}", std::process::id()));
        fs::create_dir_all(&place).unwrap();
        assert_eq!(read(&place).unwrap(), None);
        let password = read_or_generate(&place, Account::Own).unwrap();
        assert!(password.len() == LENGTH && password.bytes().all(|byte| byte.is_ascii_hexdigit()), "{password}");
        assert_eq!(fs::metadata(file(&place)).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(read_or_generate(&place, Account::Own).unwrap(), password);
        fs::write(file(&place), "half").unwrap();
        assert_ne!(read_or_generate(&place, Account::Own).unwrap(), password);
        fs::remove_dir_all(&place).unwrap();
    }

    #[test]
    fn cluster_that_trusts_anyone_does_not_require_the_password() {
        let data = std::env::temp_dir().join(format!("seki-access-{}", std::process::id()));
        fs::create_dir_all(&data).unwrap();
        assert!(!is_required(&data));
        fs::write(data.join("pg_hba.conf"), "host all all 127.0.0.1/32 trust\n").unwrap();
        assert!(!is_required(&data));
        require(&data, Account::Own).unwrap();
        assert!(is_required(&data) && !ACCESS.contains("trust"));
        fs::remove_dir_all(&data).unwrap();
    }
}
