//! The statements of a list.

use std::collections::HashMap;

use serde_json::Value;
use sqlx::types::Json;
use sqlx::{PgConnection, Postgres, QueryBuilder};

use super::filter::{Condition, Test};
use super::{ListFilter, ListId, ListRow, ListScope, Listing, MAX_TOTAL};
use crate::pagination::PageWindow;

/// The place of a filter's texts in the SQL of a field that is `filtered_by` a whole condition.
const VALUE: &str = "{value}";

/// A statement of a list under construction. Its parts come from a `Listing`; values are bound.
struct Statement<'a> {
    sql: QueryBuilder<Postgres>,
    listing: Listing,
    scope: &'a ListScope,
    search: Option<Value>,
}

impl<'a> Statement<'a> {
    async fn begin<R: ListRow>(
        conn: &mut PgConnection,
        scope: &'a ListScope,
        filter: &ListFilter,
    ) -> sqlx::Result<Self> {
        let search = match &filter.words {
            Some(words) => Some(R::search(conn, words).await?),
            None => None,
        };
        Ok(Self { sql: QueryBuilder::default(), listing: R::LISTING, scope, search })
    }

    /// Adds a part, with the values that it names in braces.
    fn push(&mut self, part: &'static str) {
        for (index, piece) in part.split('{').enumerate() {
            let rest = match (index, piece.split_once('}')) {
                (0, _) | (_, None) => piece,
                (_, Some((name, rest))) => {
                    self.bind(name);
                    rest
                }
            };
            self.sql.push(rest);
        }
    }

    fn bind(&mut self, name: &str) {
        match name {
            "restaurant" => self.sql.push_bind(self.scope.restaurant.0),
            "guest_kinds" => self.sql.push_bind(self.scope.guest_kinds.clone()),
            "english" => self.sql.push_bind(self.scope.is_english),
            "now" => self.sql.push_bind(self.scope.now),
            _ => self.sql.push_bind(Json(self.search.clone())),
        };
    }

    fn push_columns(&mut self) {
        for (index, field) in self.listing.fields.iter().enumerate() {
            self.sql.push(if index == 0 { "SELECT " } else { ", " });
            self.push(field.sql);
            self.sql.push(" AS ").push(field.name);
        }
    }

    fn push_rows(&mut self, filter: &ListFilter) {
        self.sql.push(" FROM ");
        self.push(self.listing.tables);
        self.sql.push(" WHERE ");
        self.push(self.listing.only);
        for condition in &filter.conditions {
            self.sql.push(" AND ");
            self.push_condition(condition);
        }
        if let (Some(search), true) = (self.listing.search, self.search.is_some()) {
            self.sql.push(" AND (");
            self.push(search);
            self.sql.push(")");
        }
    }

    /// Adds a condition that names the texts of its filter itself.
    fn push_whole_condition(&mut self, condition: &'static str, texts: &[String]) {
        self.sql.push("(");
        for (index, part) in condition.split(VALUE).enumerate() {
            if index > 0 {
                self.sql.push_bind(texts.to_vec());
            }
            self.push(part);
        }
        self.sql.push(")");
    }

    fn push_condition(&mut self, condition: &Condition) {
        if let (Test::Texts(texts), true) = (&condition.test, condition.sql.contains(VALUE)) {
            self.push_whole_condition(condition.sql, texts);
            return;
        }
        if let Test::Contains(pattern) = &condition.test {
            self.sql.push("lower(normalize(");
            self.push(condition.sql);
            self.sql.push(", NFKC)) ~ ").push_bind(pattern.clone());
            return;
        }
        self.sql.push("(");
        self.push(condition.sql);
        self.sql.push(")");
        match &condition.test {
            Test::Texts(texts) => self.sql.push(" = ANY (").push_bind(texts.clone()).push(")"),
            Test::Numbers(numbers) => self.sql.push(" = ANY (").push_bind(numbers.clone()).push(")"),
            Test::Days(days) => self.sql.push(" = ANY (").push_bind(days.clone()).push(")"),
            Test::Is(flag) => self.sql.push(" = ").push_bind(*flag),
            Test::Number(bound, number) => self.sql.push(bound.operator()).push_bind(*number),
            Test::Time(bound, at) => self.sql.push(bound.operator()).push_bind(*at),
            Test::Day(bound, day) => self.sql.push(bound.operator()).push_bind(*day),
            Test::Contains(_) => &mut self.sql,
        };
    }

    fn push_ids<Id: ListId>(&mut self, ids: &[Id]) {
        self.sql.push(" AND ");
        self.push(self.listing.id());
        self.sql.push(" = ANY (");
        Id::bind_all(ids, &mut self.sql);
        self.sql.push(")");
    }

    /// Adds the order, by the field and then by the id, and the rows of the page.
    fn push_window(&mut self, window: PageWindow) {
        let direction = if window.is_descending { " DESC" } else { "" };
        self.sql.push(" ORDER BY ");
        if let Some(field) = self.listing.field(window.sort).filter(|field| field.order != self.listing.id()) {
            self.push(field.order);
            self.sql.push(direction).push(if field.is_nullable { " NULLS LAST, " } else { ", " });
        }
        self.push(self.listing.id());
        self.sql.push(direction);
        self.sql.push(" LIMIT ").push_bind(window.limit).push(" OFFSET ").push_bind(window.offset);
    }
}

/// Returns one page of a list.
pub async fn page<R: ListRow>(
    conn: &mut PgConnection,
    scope: &ListScope,
    filter: &ListFilter,
    window: PageWindow,
) -> sqlx::Result<Vec<R>> {
    // The order needs few of the joins that the rows need.
    let ids = ids::<R>(conn, scope, filter, window).await?;
    rows(conn, scope, &ids).await
}

/// Returns one page of a list, and the number of its rows, at most one more than `MAX_TOTAL`.
pub async fn counted_page<R: ListRow>(
    conn: &mut PgConnection,
    scope: &ListScope,
    filter: &ListFilter,
    window: PageWindow,
) -> sqlx::Result<(Vec<R>, i64)> {
    if filter.is_empty() {
        let total = total::<R>(conn, scope, filter).await?;
        return Ok((page(conn, scope, filter, window).await?, total));
    }
    let (ids, total) = filtered::<R>(conn, scope, filter, window).await?;
    Ok((rows(conn, scope, &ids).await?, total))
}

/// Returns the ids of one page of a filtered list, and the number of its rows. The conditions may read every row, so they are evaluated once
/// if at most `MAX_TOTAL` rows match.
async fn filtered<R: ListRow>(
    conn: &mut PgConnection,
    scope: &ListScope,
    filter: &ListFilter,
    window: PageWindow,
) -> sqlx::Result<(Vec<R::Id>, i64)> {
    let mut statement = Statement::begin::<R>(conn, scope, filter).await?;
    statement.sql.push("SELECT ");
    statement.push(R::LISTING.id());
    statement.push_rows(filter);
    statement.sql.push(" LIMIT ").push_bind(MAX_TOTAL + 1);
    let found: Vec<R::Id> = statement.sql.build_query_scalar().persistent(false).fetch_all(&mut *conn).await?;
    let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let ids = match total > MAX_TOTAL {
        true => ids::<R>(conn, scope, filter, window).await?,
        false => sorted::<R>(conn, scope, &found, window).await?,
    };
    Ok((ids, total))
}

/// Returns the number of rows, at most one more than `MAX_TOTAL`.
pub async fn total<R: ListRow>(conn: &mut PgConnection, scope: &ListScope, filter: &ListFilter) -> sqlx::Result<i64> {
    let mut statement = Statement::begin::<R>(conn, scope, filter).await?;
    statement.sql.push("SELECT count(*) FROM (SELECT 1");
    statement.push_rows(filter);
    statement.sql.push(" LIMIT ").push_bind(MAX_TOTAL + 1).push(") AS counted");
    statement.sql.build_query_scalar().persistent(false).fetch_one(conn).await
}

/// Returns the ids of one page in their order.
pub async fn ids<R: ListRow>(
    conn: &mut PgConnection,
    scope: &ListScope,
    filter: &ListFilter,
    window: PageWindow,
) -> sqlx::Result<Vec<R::Id>> {
    let mut statement = Statement::begin::<R>(conn, scope, filter).await?;
    statement.sql.push("SELECT ");
    statement.push(R::LISTING.id());
    statement.push_rows(filter);
    statement.push_window(window);
    // Each combination of fields is a separate statement, and its plan depends on the values.
    statement.sql.build_query_scalar().persistent(false).fetch_all(conn).await
}

/// Sorts the rows of some ids, which another filter has found. Returns the ids of one page of them.
pub async fn sorted<R: ListRow>(
    conn: &mut PgConnection,
    scope: &ListScope,
    ids: &[R::Id],
    window: PageWindow,
) -> sqlx::Result<Vec<R::Id>> {
    let filter = ListFilter::default();
    let mut statement = Statement::begin::<R>(conn, scope, &filter).await?;
    statement.sql.push("SELECT ");
    statement.push(R::LISTING.id());
    statement.push_rows(&filter);
    statement.push_ids(ids);
    statement.push_window(window);
    statement.sql.build_query_scalar().persistent(false).fetch_all(conn).await
}

/// Returns the rows of some ids in their order. A row that no longer exists, or is outside the scope, is left out.
pub async fn rows<R: ListRow>(conn: &mut PgConnection, scope: &ListScope, ids: &[R::Id]) -> sqlx::Result<Vec<R>> {
    let filter = ListFilter::default();
    let mut statement = Statement::begin::<R>(conn, scope, &filter).await?;
    statement.push_columns();
    statement.push_rows(&filter);
    statement.push_ids(ids);
    let found: Vec<R> = statement.sql.build_query_as().persistent(false).fetch_all(conn).await?;
    let mut by_id: HashMap<_, _> = found.into_iter().map(|row| (row.id(), row)).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}
