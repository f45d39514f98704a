//! The private PostgreSQL: no connection without its generated password, also after an upgrade.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use cli::postgres::{Options, Postgres};
use domain::db;

fn options() -> Options {
    let node_modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../node_modules");
    Options { node_modules: Some(node_modules), ..Options::default() }
}

async fn require_password(server: &Postgres) {
    let (before, rest) = server.url.split_once("seki:").expect("a password");
    let (password, place) = rest.split_once('@').expect("a host");
    assert!(password.len() >= 40, "{}", server.url);
    let conn = db::connect_once(&server.url).await.expect("the password is right");
    sqlx::Connection::close(conn).await.expect("it closes");
    for wrong in [format!("{before}seki@{place}"), format!("{before}seki:wrong@{place}")] {
        assert!(db::connect_once(&wrong).await.is_err(), "{wrong}");
    }
}

/// Turns the stopped cluster into one of the version that trusted every local connection.
fn make_trusting(folder: &Path) {
    fs::remove_file(folder.join("password")).expect("a password");
    let access = "local all all trust\nhost all all 127.0.0.1/32 trust\n";
    fs::write(folder.join("data/pg_hba.conf"), access).expect("the rules of access");
}

fn folder(home: &Path) -> PathBuf {
    home.join("postgres").canonicalize().expect("its folder")
}

#[tokio::test]
async fn private_server_requires_its_password() {
    let home = std::env::temp_dir().join(format!("seki-password-{}", std::process::id()));
    let server = Postgres::start(&home, &options()).await.expect("a PostgreSQL");
    require_password(&server).await;
    let file = fs::metadata(folder(&home).join("password")).expect("a file");
    let data = fs::metadata(folder(&home).join("data")).expect("a folder");
    assert_eq!((file.permissions().mode() & 0o777, file.uid()), (0o600, data.uid()));
    let url = server.url.clone();
    server.stop().await.expect("it stops");

    let again = Postgres::start(&home, &options()).await.expect("the same PostgreSQL");
    assert_eq!(again.url, url, "the address survives a restart");
    again.stop().await.expect("it stops");

    make_trusting(&folder(&home));
    let upgraded = Postgres::start(&home, &options()).await.expect("the PostgreSQL of an earlier version");
    require_password(&upgraded).await;
    assert_ne!(upgraded.url, url);
    upgraded.stop().await.expect("it stops");
    fs::remove_dir_all(&home).expect("the folder is ours");
}
