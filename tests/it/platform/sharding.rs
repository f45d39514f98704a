//! The schema can be distributed by restaurant (`migrations/citus.sql`): read from the catalogue, without Citus.

use std::path::Path;

use tests::TestApp;

/// The tables that the script names as being at a place, `reference` or `local`.
fn placed(place: &str) -> Vec<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations/citus.sql");
    let script = std::fs::read_to_string(script).expect("the script");
    let (before, _) = script.split_once(&format!("]), '{place}'")).expect("a list of tables");
    let (_, list) = before.rsplit_once("ARRAY[").expect("a list of tables");
    list.split('\'').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Lists the parts of the schema that Citus would reject, one per line. `$1` and `$2` are the reference and the local tables.
const FAULTS: &str = "
    WITH tables AS (
        SELECT c.oid, c.relname AS name, CASE WHEN c.relname = ANY ($1) THEN 'reference' WHEN c.relname = ANY ($2) THEN 'local' ELSE 'distributed' END AS place
        FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
    ), columns AS (
        SELECT t.oid, a.attnum FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'restaurant_id'
            AND a.attnotnull
    )
    SELECT format('%s: no restaurant_id that is never null', t.name) FROM tables t
    WHERE t.place = 'distributed' AND t.oid NOT IN (SELECT oid FROM columns)
    UNION ALL
    SELECT format('%s: the key %s does not begin with restaurant_id', t.name, i.indexrelid::regclass)
    FROM tables t JOIN pg_index i ON i.indrelid = t.oid AND (i.indisunique OR i.indisexclusion) LEFT JOIN columns c ON c.oid = t.oid
    WHERE t.place = 'distributed' AND i.indkey[0] IS DISTINCT FROM c.attnum
    UNION ALL
    SELECT format('%s: the reference %s leaves its restaurant', child.name, f.conname)
    FROM pg_constraint f JOIN tables child ON child.oid = f.conrelid JOIN tables parent ON parent.oid = f.confrelid
    WHERE f.contype = 'f' AND parent.place = 'distributed' AND (child.place <> 'distributed' OR NOT EXISTS (
        SELECT 1 FROM unnest(f.conkey, f.confkey) AS pair (own, other)
        JOIN columns a ON a.oid = child.oid AND a.attnum = pair.own JOIN columns b ON b.oid = parent.oid AND b.attnum = pair.other))
    UNION ALL
    SELECT format('%s: the reference %s names a local table', child.name, f.conname)
    FROM pg_constraint f JOIN tables child ON child.oid = f.conrelid JOIN tables parent ON parent.oid = f.confrelid
    WHERE f.contype = 'f' AND parent.place = 'local' AND child.place <> 'local'
    UNION ALL
    SELECT format('%s: the reference %s sets its restaurant to null or a default', child.name, f.conname)
    FROM pg_constraint f JOIN tables child ON child.oid = f.conrelid JOIN columns a ON a.oid = child.oid AND a.attnum = ANY (f.conkey)
    WHERE f.contype = 'f' AND child.place = 'distributed' AND (f.confdeltype IN ('n', 'd') OR f.confupdtype IN ('n', 'd'))
    UNION ALL
    -- The script drops the triggers of this name.
    SELECT format('%s: the trigger %s', t.name, g.tgname) FROM pg_trigger g JOIN tables t ON t.oid = g.tgrelid
    WHERE t.place <> 'local' AND NOT g.tgisinternal AND g.tgname <> t.name || '_append_only'
    UNION ALL
    SELECT format('%s: named by the script, and no table', name) FROM unnest($1 || $2) AS name WHERE name NOT IN (SELECT t.name FROM tables t)
    ORDER BY 1";

async fn faults(app: &TestApp) -> Vec<String> {
    let found = sqlx::query_scalar(FAULTS).bind(placed("reference")).bind(placed("local"));
    found.fetch_all(&app.pool).await.expect("the catalogue answers")
}

#[tokio::test]
async fn every_key_and_reference_of_a_restaurants_table_shards() {
    let app = TestApp::start().await;
    assert_eq!(faults(&app).await, Vec::<String>::new());
    app.end().await;
}

#[tokio::test]
async fn a_key_or_reference_that_does_not_shard_is_found() {
    let app = TestApp::start().await;
    app.execute(
        "CREATE TABLE planted (id bigint PRIMARY KEY, reservation_id bigint, restaurant_id bigint);
         ALTER TABLE courses ADD CONSTRAINT planted_key UNIQUE (uid);
         ALTER TABLE mail_deliveries ADD CONSTRAINT planted_fkey FOREIGN KEY (restaurant_id, reservation_id)
             REFERENCES reservations (restaurant_id, id);
         ALTER TABLE courses ADD CONSTRAINT planted_null_fkey FOREIGN KEY (restaurant_id, id)
             REFERENCES courses (restaurant_id, id) ON DELETE SET NULL;
         CREATE TRIGGER planted BEFORE UPDATE ON courses FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();
         CREATE UNIQUE INDEX planted_idx ON reservations (user_id) WHERE status = 'void'",
    )
    .await;
    assert_eq!(
        faults(&app).await,
        [
            "courses: the key planted_key does not begin with restaurant_id",
            "courses: the reference planted_null_fkey sets its restaurant to null or a default",
            "courses: the trigger planted",
            "mail_deliveries: the reference planted_fkey leaves its restaurant",
            "planted: no restaurant_id that is never null",
            "planted: the key planted_pkey does not begin with restaurant_id",
            "reservations: the key planted_idx does not begin with restaurant_id",
        ]
    );
    app.end().await;
}

/// Whether a text has a subselect without columns, also as the end of a part of a statement.
fn has_empty_subselect(text: &str) -> bool {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    text.contains(concat!("(SELECT", " FROM ")) || text.contains(concat!("(SELECT", "\")"))
}

fn list_files_with_empty_subselect(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            list_files_with_empty_subselect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && has_empty_subselect(&std::fs::read_to_string(&path).expect("a source"))
        {
            found.push(path.display().to_string());
        }
    }
}

/// A cluster stores the result of a subselect as a file, which needs a column.
#[test]
fn every_subselect_has_a_column() {
    assert!(has_empty_subselect(concat!("SELECT EXISTS (SELECT\n    ", "FROM owners) AS known")));
    assert!(has_empty_subselect(concat!("push(\"SELECT count(*) FROM (SELECT", "\")")));
    assert!(!has_empty_subselect("SELECT EXISTS (SELECT 1 FROM owners) AS known"));
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in ["domain/src", "web-server/src", "worker/src", "cli/src", "tests/endurance", "tests/it", "tests/src"]
    {
        list_files_with_empty_subselect(&workspace.join(folder), &mut found);
    }
    assert!(found.is_empty(), "these need SELECT 1: {found:#?}");
}
