//! The committed query cache (`.sqlx`) matches the database and the queries of the code, so no build without a database uses an outdated
//! file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqlSafeStr};
use tests::TestDatabase;

const CRATES: [&str; 7] = ["domain", "web-server", "worker", "cli", "telemetry", "fixtures/stand-ins", "tests"];

pub(super) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Query text → its description, of each file of the cache.
fn committed() -> BTreeMap<String, Value> {
    let files = fs::read_dir(workspace().join(".sqlx")).expect("the query cache");
    let cached = files.map(|file| {
        let text = fs::read_to_string(file.expect("an entry").path()).expect("a cached query");
        let mut cached: Value = serde_json::from_str(&text).expect("JSON");
        (cached["query"].as_str().expect("its text").to_owned(), cached["describe"].take())
    });
    cached.collect()
}

/// All string literals of the sources below a folder.
pub(super) fn literals_below(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            literals_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            literals_in(&path, found);
        }
    }
}

/// All string literals of a source file.
pub(super) fn literals_in(path: &Path, found: &mut BTreeSet<String>) {
    let source = fs::read_to_string(path).expect("a source file");
    let tokens = source.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    literals_of(tokens, found);
}

fn literals_of(tokens: TokenStream, found: &mut BTreeSet<String>) {
    for tree in tokens {
        match tree {
            TokenTree::Group(group) => literals_of(group.stream(), found),
            TokenTree::Literal(literal) => {
                found.extend(syn::parse_str::<syn::LitStr>(&literal.to_string()).ok().map(|text| text.value()));
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// Whether a text is one of the literals, or a concatenation of several, as our macro composes them.
fn is_composed(text: &str, literals: &BTreeSet<String>) -> bool {
    let starts = |literal: &&String| !literal.is_empty() && text.starts_with(literal.as_str());
    text.is_empty() || literals.iter().filter(starts).any(|literal| is_composed(&text[literal.len()..], literals))
}

#[test]
fn a_query_is_composed_of_literals() {
    let mut literals = BTreeSet::new();
    let source = r##"fn f() { join!(query_as!(Row, r#"SELECT "a""#, id), rows!(query, "FROM t" + " WHERE ")); }"##;
    literals_of(source.parse().expect("tokens"), &mut literals);
    assert!(is_composed(r#"SELECT "a""#, &literals));
    assert!(is_composed("FROM t WHERE ", &literals));
    assert!(!is_composed("FROM t WHERE x", &literals));
}

#[test]
fn every_cached_query_is_one_of_the_code() {
    let mut literals = BTreeSet::new();
    for name in CRATES {
        literals_below(&workspace().join(name), &mut literals);
    }
    // A prefix of one or two letters would match almost anything.
    literals.retain(|literal| literal.len() > 2 || literal == " ");
    let cached = committed();
    assert!(cached.len() > 100, "{} queries in the cache", cached.len());
    let left: Vec<_> = cached.keys().filter(|query| !is_composed(query, &literals)).collect();
    assert!(left.is_empty(), "make prepare removes these: {left:#?}");
}

/// Returns the part of a description that the macros use. Whether a column may be null is guessed from the query's plan, which differs with
/// the tables' statistics; it counts only if the query has no `!` or `?` for the column.
fn used(mut described: Value) -> Value {
    let columns = described["columns"].as_array().expect("columns").clone();
    for (index, column) in columns.iter().enumerate() {
        let name = column["name"].as_str().expect("a name").split(':').next().unwrap_or_default();
        if name.ends_with(['!', '?']) {
            described["nullable"][index] = Value::Null;
        }
    }
    described
}

#[tokio::test]
async fn cached_queries_match_the_schema() {
    let database = TestDatabase::create().await;
    let mut connection = PgConnection::connect(&database.url).await.expect("the test's database answers");
    let mut differing = Vec::new();
    for (query, cached) in committed() {
        let described = connection.describe(AssertSqlSafe(query.clone()).into_sql_str()).await;
        let described = described.map(|described| used(serde_json::to_value(&described).expect("JSON")));
        let cached = used(cached);
        if !described.as_ref().is_ok_and(|described| *described == cached) {
            differing.push(format!("{query}\n  cached:    {cached}\n  described: {described:?}"));
        }
    }
    assert!(differing.is_empty(), "make prepare rewrites these:\n{}", differing.join("\n"));
    connection.close().await.expect("the connection closes");
    database.drop().await;
}
