//! A database behind TLS, whose certificate is not verified: a version 3 certificate works; with a version 1 certificate the error states
//! the remedy. The certificates are self-signed, as `openssl req -x509` and `openssl x509 -req -signkey` make them.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

use cli::postgres::{Options, Postgres};
use domain::config::TimeoutFactor;
use domain::db;
use sqlx::Connection;
use tests::eventually;

const KEY: &str = include_str!("certificates/server.key");
const VERSION_1: &str = include_str!("certificates/version_1.crt");
const VERSION_3: &str = include_str!("certificates/version_3.crt");

/// A PostgreSQL for this test.
struct Encrypted {
    home: PathBuf,
    server: Postgres,
}

impl Encrypted {
    async fn start() -> Self {
        let home = std::env::temp_dir().join(format!("seki-tls-{}", std::process::id()));
        let server = Postgres::start(&home, &options()).await.expect("a PostgreSQL");
        Self { home, server }
    }

    /// From now on it presents this certificate.
    async fn present(&self, certificate: &str) {
        let data = self.home.join("postgres").canonicalize().expect("its folder").join("data");
        give(&data, "server.key", KEY);
        give(&data, "server.crt", certificate);
        let mut conn = db::connect_once(&self.url("disable")).await.expect("it answers");
        for statement in ["ALTER SYSTEM SET ssl = on", "SELECT pg_reload_conf()"] {
            sqlx::query(statement).execute(&mut conn).await.expect("a setting");
        }
        conn.close().await.expect("it closes");
    }

    async fn is_reached(&self) -> bool {
        db::connect_once(&self.url("require")).await.is_ok()
    }

    fn url(&self, mode: &str) -> String {
        format!("{}?sslmode={mode}", self.server.url)
    }
}

fn options() -> Options {
    let node_modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../node_modules");
    Options { node_modules: Some(node_modules), ..Options::default() }
}

/// Writes a file that only the folder's owner may read.
fn give(folder: &Path, name: &str, text: &str) {
    let (owner, file) = (fs::metadata(folder).expect("the data folder"), folder.join(name));
    fs::write(&file, text).expect("a file");
    fs::set_permissions(&file, Permissions::from_mode(0o600)).expect("its mode");
    chown(&file, Some(owner.uid()), Some(owner.gid())).expect("its owner");
}

#[tokio::test]
async fn unreadable_certificate_error_names_the_remedies() {
    let postgres = Encrypted::start().await;
    postgres.present(VERSION_3).await;
    eventually("it speaks TLS", || postgres.is_reached()).await;
    for mode in ["prefer", "require"] {
        let pool = db::connect(&postgres.url(mode), "test", 1).await.unwrap_or_else(|error| panic!("{mode}: {error}"));
        let is_encrypted = sqlx::query_scalar::<_, bool>("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
        assert!(is_encrypted.fetch_one(&pool).await.unwrap(), "{mode}");
        pool.close().await;
    }
    postgres.present(VERSION_1).await;
    eventually("it presents the other", || async { !postgres.is_reached().await }).await;
    for mode in ["prefer", "require", "verify-full"] {
        let url = postgres.url(mode);
        let refusals = [
            db::connect(&url, "test", 1).await.map(drop),
            db::connect_planned(&url, "test", 1, TimeoutFactor::USUAL).await.map(drop),
            db::connect_without_timeouts(&url, "test", 1).await.map(drop),
            db::connect_once(&url).await.map(drop),
        ];
        for refusal in refusals {
            let text = refusal.expect_err("it cannot be read").to_string();
            for part in ["X.509 version 1", "openssl req -x509", "sslmode=disable"] {
                assert!(text.contains(part), "{mode}: {text}");
            }
        }
    }
    db::connect_once(&postgres.url("disable")).await.expect("the remedy helps").close().await.expect("it closes");
    postgres.server.stop().await.expect("it stops");
    fs::remove_dir_all(&postgres.home).expect("the folder is ours");
}
