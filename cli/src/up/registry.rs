//! The registry of running demos, in which commands find them: `~/.local/state/seki/demos`, one file per demo, readable by its
//! owner only. The file is locked while the demo runs.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
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
pub fn enter(folder: &Path, demo: &Demo) -> Result<RegistryEntry> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    // Two demos of a machine never have the same address.
    let name: String = demo.base_url.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let path = folder.join(format!("{name}.json"));
    let mut file = OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&path)?;
    file.lock()?;
    file.write_all(&serde_json::to_vec_pretty(demo)?)?;
    Ok(RegistryEntry { path, _lock: file })
}

/// Returns the running demos. Killed ones are left out.
///
/// # Errors
/// An entry of the folder cannot be read or locked. A folder that cannot be opened counts as empty.
pub fn running(folder: &Path) -> Result<Vec<Demo>> {
    let mut demos = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry?.path();
        let Ok(mut file) = File::open(&path) else { continue };
        match file.try_lock_shared() {
            // The file is unlocked, so its demo was killed.
            Ok(()) => {
                let _ = fs::remove_file(&path);
                continue;
            }
            Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(error).context(path.display().to_string()),
        }
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        demos.extend(serde_json::from_str::<Demo>(&text).ok());
    }
    demos.sort_by(|a, b| a.base_url.cmp(&b.base_url));
    Ok(demos)
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
        assert!(running(&folder).unwrap().is_empty(), "there is no folder yet");
        let entry = enter(&folder, &demo(8080)).unwrap();
        let other = enter(&folder, &demo(8081)).unwrap();
        assert_eq!(running(&folder).unwrap().len(), 2);
        drop(other);
        assert_eq!(fs::metadata(&entry.path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(running(&folder).unwrap()[0].base_url, "http://127.0.0.1:8080");
        drop(entry);
        assert!(running(&folder).unwrap().is_empty());
        let left_behind = folder.join("killed.json");
        fs::write(&left_behind, serde_json::to_vec(&demo(8082)).unwrap()).unwrap();
        assert!(running(&folder).unwrap().is_empty() && !left_behind.exists());
        fs::remove_dir_all(&folder).unwrap();
    }
}
