//! The statements of a kind of record, composed from the names of its table and columns. `query!` checks each against the schema.
//!
//! A statement calls the table `t`. A table `of_restaurant` has `restaurant_id`, which is compared with `$1`; one `of_platform` does not.

/// `Key` and `select` of a `Master`: the column and the type of its key, the columns of the record, and their order.
macro_rules! select {
    (of_restaurant $table:literal, $key:literal: $type:ty; $columns:literal $(; join $join:literal)?; order $order:literal) => {
        type Key = $type;

        async fn select(
            conn: &mut sqlx::PgConnection,
            restaurant: Option<$crate::ids::RestaurantId>,
            key: Option<$type>,
        ) -> sqlx::Result<Vec<Self>> {
            sqlx::query_as!(
                Self,
                "SELECT " + $columns + " FROM " + $table + " AS t" $(+ " " + $join)? + " WHERE t.restaurant_id = $1 AND ("
                    + $key + " = $2 OR $2 IS NULL) ORDER BY " + $order,
                restaurant.map_or(0, |id| id.0),
                key
            )
            .fetch_all(conn)
            .await
        }
    };
    (of_platform $table:literal, $key:literal: $type:ty; $columns:literal; order $order:literal) => {
        type Key = $type;

        async fn select(
            conn: &mut sqlx::PgConnection,
            _: Option<$crate::ids::RestaurantId>,
            key: Option<$type>,
        ) -> sqlx::Result<Vec<Self>> {
            sqlx::query_as!(
                Self,
                "SELECT " + $columns + " FROM " + $table + " AS t WHERE (" + $key + " = $1 OR $1 IS NULL) ORDER BY " + $order,
                key
            )
            .fetch_all(conn)
            .await
        }
    };
}

/// `delete` of a `Master`: foreign keys protect a record that is in use, and so does the condition `unless`.
macro_rules! delete {
    (of_restaurant $table:literal, $key:literal: $type:ty $(; unless $kept:literal)?) => {
        async fn delete(
            conn: &mut sqlx::PgConnection,
            edit: &$crate::masters::MasterEdit<'_>,
            key: $type,
        ) -> Result<u64, $crate::masters::MasterError> {
            let gone = sqlx::query!(
                "DELETE FROM " + $table + " AS t WHERE t.restaurant_id = $1 AND " + $key + " = $2" $(+ " AND NOT " + $kept)?,
                edit.restaurant_id(),
                key
            );
            Ok(gone.execute(conn).await.map_err($crate::masters::MasterError::from_deletion)?.rows_affected())
        }
    };
    (of_platform $table:literal, $key:literal: $type:ty) => {
        async fn delete(
            conn: &mut sqlx::PgConnection,
            _: &$crate::masters::MasterEdit<'_>,
            key: $type,
        ) -> Result<u64, $crate::masters::MasterError> {
            let gone = sqlx::query!("DELETE FROM " + $table + " AS t WHERE " + $key + " = $1", key);
            Ok(gone.execute(conn).await.map_err($crate::masters::MasterError::from_deletion)?.rows_affected())
        }
    };
}

/// The query that updates the row of a key, or inserts one if the key is null, and returns the key of the row. The values start at `$3`, or
/// at `$2` for a global table.
macro_rules! upsert {
    (of_restaurant $table:literal, $key:literal = ($edit:expr, $id:expr); update $set:literal; insert $columns:literal, $values:literal;
     $($value:expr),+ $(,)?) => {
        sqlx::query_scalar!(
            "WITH changed AS (UPDATE " + $table + " AS t SET " + $set + " WHERE t.restaurant_id = $1 AND " + $key + " = $2 RETURNING "
                + $key + " AS key), made AS (INSERT INTO " + $table + " AS t (restaurant_id, " + $columns + ") SELECT $1, " + $values
                + " WHERE $2 IS NULL RETURNING " + $key
                + r#" AS key) SELECT key AS "key!" FROM changed UNION ALL SELECT key FROM made"#,
            $edit.restaurant_id(),
            $id,
            $($value),+
        )
    };
    (of_platform $table:literal, $key:literal = $id:expr; update $set:literal; insert $columns:literal, $values:literal;
     $($value:expr),+ $(,)?) => {
        sqlx::query_scalar!(
            "WITH changed AS (UPDATE " + $table + " AS t SET " + $set + " WHERE " + $key + " = $1 RETURNING " + $key
                + " AS key), made AS (INSERT INTO " + $table + " AS t (" + $columns + ") SELECT " + $values
                + " WHERE $1 IS NULL RETURNING " + $key
                + r#" AS key) SELECT key AS "key!" FROM changed UNION ALL SELECT key FROM made"#,
            $id,
            $($value),+
        )
    };
}

pub(super) use {delete, select, upsert};
