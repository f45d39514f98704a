//! Checks that the constraints of the database exist. A missing one rejects nothing, and would not be noticed otherwise.

use std::collections::BTreeSet;

use sqlx::PgConnection;

/// The objects of the migrations: kind, table and name on each line. A test compares the list with a newly migrated database.
const EXPECTED: &str = include_str!("constraints.txt");

pub fn expected() -> BTreeSet<String> {
    EXPECTED.lines().map(str::to_owned).collect()
}

pub(super) async fn missing(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    let there = existing_constraints(conn).await?;
    // Citus cannot move a table with a trigger: `migrations/citus.sql` drops the triggers.
    let is_distributed = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus') AS "is_distributed!""#
    );
    let is_distributed = is_distributed.fetch_one(conn).await?;
    let gone = expected().into_iter().filter(|line| !there.contains(line));
    Ok(gone.filter(|line| !(is_distributed && line.starts_with("trigger "))).collect())
}

/// Returns the existing, enforced constraints, unique indexes and triggers, in the format of the list.
pub async fn existing_constraints(conn: &mut PgConnection) -> sqlx::Result<BTreeSet<String>> {
    let lines = sqlx::query_scalar!(
        r#"SELECT format('%s %s %s', kind, t.relname, rule.name) AS "line!"
           FROM (
               SELECT CASE contype WHEN 'x' THEN 'exclusion' WHEN 'c' THEN 'check' WHEN 'f' THEN 'reference' ELSE 'unique' END AS kind,
                      conrelid AS relation, conname AS name
               FROM pg_constraint WHERE contype IN ('x', 'c', 'f', 'u', 'p') AND convalidated
               UNION ALL
               SELECT 'unique', i.indrelid, c.relname
               FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
               WHERE i.indisunique AND i.indisvalid
                 AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x'))
               UNION ALL
               SELECT 'trigger', tgrelid, tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D') rule
           JOIN pg_class t ON t.oid = rule.relation
           WHERE t.relnamespace = 'public'::regnamespace AND t.relname NOT LIKE '\_sqlx%'"#
    );
    Ok(lines.fetch_all(conn).await?.into_iter().collect())
}
