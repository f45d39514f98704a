//! `seki migrate`: numbered files once, functions whenever their text changed.

use std::path::{Path, PathBuf};

use domain::db;
use sqlx::PgPool;
use tests::TestApp;

/// A copy of the project's migrations that a test may change; it is deleted with the value.
struct Folder(PathBuf);

impl Folder {
    fn copy(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("seki-migrations-{}-{name}", std::process::id()));
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
        for part in ["", "functions"] {
            std::fs::create_dir_all(folder.join(part)).expect("a folder");
            for file in std::fs::read_dir(project.join(part)).expect("the migrations") {
                let file = file.expect("a file").path();
                if file.extension().is_some_and(|extension| extension == "sql") {
                    std::fs::copy(&file, folder.join(part).join(file.file_name().expect("a name"))).expect("a copy");
                }
            }
        }
        Self(folder)
    }

    fn function(&self, file: &str) -> PathBuf {
        self.0.join("functions").join(file)
    }

    fn change(&self, file: &str, from: &str, to: &str) {
        let text = std::fs::read_to_string(self.function(file)).expect("the function's text");
        assert!(text.contains(from), "{file} has no {from:?}");
        std::fs::write(self.function(file), text.replace(from, to)).expect("a changed file");
    }

    async fn apply(&self, pool: &PgPool) -> anyhow::Result<Vec<String>> {
        db::migrate_from(pool, &self.0).await
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The definitions of all functions in the database.
async fn functions(app: &TestApp) -> Vec<String> {
    let known =
        "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
        AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e') ORDER BY 1";
    sqlx::query_scalar(known).fetch_all(&app.pool).await.expect("the functions")
}

#[tokio::test]
async fn missing_changed_or_unknown_migration_is_reported() {
    let app = TestApp::start().await;
    let state = db::migration_state(&app.pool).await.expect("a state");
    assert!(state.is_current() && state.unknown.is_empty() && state.applied > 0, "{state:?}");
    app.execute(
        "UPDATE _sqlx_migrations SET checksum = 'x' WHERE version = 2;
         UPDATE _sqlx_migrations SET version = 900000 WHERE version = 3",
    )
    .await;
    let state = db::migration_state(&app.pool).await.expect("a state");
    assert_eq!((state.pending, state.changed, state.unknown), (vec![3], vec![2], vec![900_000]));
    app.end().await;
}

#[tokio::test]
async fn a_function_is_applied_when_its_text_changed_and_only_then() {
    let app = TestApp::start().await;
    let folder = Folder::copy("changed");
    assert!(folder.apply(&app.pool).await.expect("nothing to do").is_empty());
    folder.change("206_subscribed_grades.sql", "SELECT coalesce(", "SELECT /* planted */ coalesce(");
    assert_eq!(folder.apply(&app.pool).await.expect("one function"), ["subscribed_grades"]);
    assert_eq!(functions(&app).await.iter().filter(|text| text.contains("planted")).count(), 1);
    assert!(folder.apply(&app.pool).await.expect("nothing to do").is_empty());

    let state = db::migration_state(&app.pool).await.expect("a state");
    assert_eq!(state.stale_functions, ["subscribed_grades"], "the program was built with another text");
    assert!(!state.is_current());
    app.execute("DROP FUNCTION subscribed_grades").await;
    assert_eq!(folder.apply(&app.pool).await.expect("it is made again"), ["subscribed_grades"]);
    app.end().await;
}

#[tokio::test]
async fn changed_sql_signature_replaces_function_and_dependents() {
    let app = TestApp::start().await;
    let folder = Folder::copy("signature");
    let guests = "p_guests integer[])";
    folder.change("308_count_course_guests.sql", guests, "p_guests integer[], p_more integer DEFAULT 0)");
    folder.change(
        "302_lock_idle_slots.sql",
        "OUT have_neighbours boolean)",
        "OUT have_neighbours boolean, OUT more integer)",
    );
    let done = folder.apply(&app.pool).await.expect("both functions");
    assert_eq!(done, ["lock_idle_slots", "count_course_guests"], "other arguments, another result");
    assert_eq!(functions(&app).await.iter().filter(|text| text.contains("public.count_course_guests(")).count(), 1);

    folder.change("102_chosen_stock.sql", "during tstzrange)", "during tstzrange, more integer)");
    let done = folder.apply(&app.pool).await.expect("the type and what uses it");
    assert_eq!(done, ["chosen_stock", "choose_stocks_in_turn", "choose_stocks", "update_day_summaries"]);

    let places_holds = async || functions(&app).await.iter().any(|text| text.contains("place_holds"));
    assert!(places_holds().await);
    std::fs::remove_file(folder.function("310_place_holds.sql")).expect("the file is gone");
    assert!(folder.apply(&app.pool).await.expect("nothing to make").is_empty());
    assert!(!places_holds().await);
    app.end().await;
}

#[tokio::test]
async fn a_function_that_fails_leaves_the_database_as_it_was() {
    let app = TestApp::start().await;
    let folder = Folder::copy("failing");
    let before = functions(&app).await;
    folder.change("105_quarter_takes.sql", "SELECT (p_max", "SELECT /* planted */ (p_max");
    folder.change("102_chosen_stock.sql", "during tstzrange)", "during tstzrange, more integer)");
    folder.change("206_subscribed_grades.sql", "FROM subscriptions", "FROM subscriptions_of_old");
    let refused = folder.apply(&app.pool).await.expect_err("there is no such table");
    assert!(format!("{refused:#}").contains("subscribed_grades"), "{refused:#}");
    assert_eq!(functions(&app).await, before);
    assert!(db::migration_state(&app.pool).await.expect("a state").is_current());
    app.end().await;
}

#[tokio::test]
async fn migrations_at_the_same_time_apply_a_change_once() {
    let app = TestApp::start().await;
    let folder = Folder::copy("together");
    folder.change("206_subscribed_grades.sql", "SELECT coalesce(", "SELECT /* planted */ coalesce(");
    let (one, other) = tokio::join!(folder.apply(&app.pool), folder.apply(&app.pool));
    assert_eq!(one.expect("one run").len() + other.expect("another run").len(), 1);
    app.end().await;
}

#[tokio::test]
async fn concurrent_migrations_build_an_index_without_a_deadlock() {
    let app = TestApp::start().await;
    app.execute("DROP INDEX profiles_name_words_idx; DELETE FROM _sqlx_migrations WHERE version = 139").await;
    let (one, other) = tokio::join!(db::migrate(&app.pool), db::migrate(&app.pool));
    one.and(other).expect("both runs");
    let state = db::migration_state(&app.pool).await.expect("a state");
    assert!(state.is_current(), "{state:?}");
    app.end().await;
}

#[tokio::test]
async fn an_index_whose_build_was_interrupted_is_reported_and_built_again() {
    let app = TestApp::start().await;
    app.execute(
        "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'profiles_name_words_idx'::regclass;
         DELETE FROM _sqlx_migrations WHERE version = 139",
    )
    .await;
    let state = db::migration_state(&app.pool).await.expect("a state");
    assert_eq!(state.invalid_indexes, ["profiles_name_words_idx"]);
    assert!(!state.is_current());
    db::migrate(&app.pool).await.expect("the index is built");
    let state = db::migration_state(&app.pool).await.expect("a state");
    assert!(state.is_current(), "{state:?}");
    assert_eq!(app.count("SELECT count(*) FROM pg_class WHERE relname LIKE 'profiles_name_words_idx%'").await, 1);
    app.end().await;
}
