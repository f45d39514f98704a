//! The registry of running demos, in which commands find them: `~/.local/state/seki/demos`, one file per demo, readable by its
//! owner only. The file is locked while the demo runs.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

/// The data that a command needs to work on a demo.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Demo {
    pub base_url: String,
    pub home: PathBuf,
    /// The environment of its programs.
    pub variables: HashMap<String, String>,
}

/// An entry of the registry. Dropping it, when the demo stops, removes its file.
#[derive(Debug)]
pub struct RegistryEntry {
    path: PathBuf,
    _lock: File,
}

impl Drop for RegistryEntry {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns the folder of the demos; None if the account has no home.
pub fn folder() -> Option<PathBuf> {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let state = set("XDG_STATE_HOME").or_else(|| Some(set("HOME")?.join(".local/state")))?;
    Some(state.join("seki/demos"))
}

/// Registers a demo while the returned entry exists.
///
/// # Errors
/// The folder or the file cannot be written.
pub fn register(folder: &Path, demo: &Demo) -> Result<RegistryEntry> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    // Two demos of a machine never have the same address.
    let name: String = demo.base_url.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let (path, draft) = (folder.join(format!("{name}.json")), folder.join(format!("{name}.draft")));
    // The entry appears when it is locked and complete: a reader removes an unlocked one.
    let mut file = OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&draft)?;
    file.lock()?;
    file.write_all(&serde_json::to_vec_pretty(demo)?)?;
    fs::rename(&draft, &path)?;
    Ok(RegistryEntry { path, _lock: file })
}

/// Returns the running demos. Killed ones are left out.
///
/// # Errors
/// The folder or an entry cannot be read or locked, or an entry is invalid. A folder that does not exist is empty.
pub fn list(folder: &Path) -> Result<Vec<Demo>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(|| folder.display().to_string())?,
    };
    let mut demos = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| folder.display().to_string())?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            demos.extend(read(&path).with_context(|| path.display().to_string())?);
        }
    }
    demos.sort_by(|a, b| a.base_url.cmp(&b.base_url));
    Ok(demos)
}

/// Returns the demo of an entry; None if it has stopped.
fn read(path: &Path) -> Result<Option<Demo>> {
    let mut file = match File::open(path) {
        // It stopped since the folder was read.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        file => file?,
    };
    match file.try_lock_shared() {
        // The file is unlocked, so its demo was killed.
        Ok(()) => {
            let _ = fs::remove_file(path);
            return Ok(None);
        }
        Err(TryLockError::WouldBlock) => {}
        Err(TryLockError::Error(error)) => return Err(error.into()),
    }
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    Ok(Some(serde_json::from_str(&text)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn demo(port: u16) -> Demo {
        let base_url = format!("http://127.0.0.1:{port}");
        let variables = HashMap::from([("DATABASE_URL".to_owned(), "postgres://127.0.0.1:9/none".to_owned())]);
        Demo { base_url, home: PathBuf::from("var"), variables }
    }

    #[test]
    fn running_demos_are_listed_and_killed_ones_removed() {
        let folder = std::env::temp_dir().join(format!("seki-registry-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        assert!(list(&folder).unwrap().is_empty(), "there is no folder yet");
        let entry = register(&folder, &demo(8080)).unwrap();
        let other = register(&folder, &demo(8081)).unwrap();
        assert_eq!(list(&folder).unwrap().len(), 2);
        drop(other);
        assert_eq!(fs::metadata(&entry.path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(list(&folder).unwrap()[0].base_url, "http://127.0.0.1:8080");
        drop(entry);
        assert!(list(&folder).unwrap().is_empty());
        let left_behind = folder.join("killed.json");
        fs::write(&left_behind, serde_json::to_vec(&demo(8082)).unwrap()).unwrap();
        assert!(list(&folder).unwrap().is_empty() && !left_behind.exists());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn unreadable_folder_and_invalid_entry_are_errors() {
        let folder = std::env::temp_dir().join(format!("seki-registry-errors-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let _entry = register(&folder, &demo(8080)).unwrap();
        let path = folder.join("of-another-version.json");
        let mut file = File::create(&path).unwrap();
        file.lock().unwrap();
        file.write_all(b"{}").unwrap();
        let fault = format!("{:#}", list(&folder).unwrap_err());
        assert!(fault.contains("of-another-version.json"), "{fault}");
        list(&path).expect_err("a file is not a folder");
        drop(file);
        assert_eq!(list(&folder).unwrap().len(), 1, "its demo has stopped");
        fs::remove_dir_all(&folder).unwrap();
    }
}
