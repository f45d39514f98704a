//! Lists that are sorted, filtered and exported by the fields of their rows, in any number of rows.
//!
//! A list is the `Listing` of its row type: the SQL of each field, and the tables. A statement consists of the parts of a `Listing`, which
//! are literals, and of bound values; no text of a request becomes SQL. The statements read one page, a bounded total, or the rows of
//! some ids.

mod filter;
mod statements;

use std::hash::Hash;

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};
use serde_json::Value;
use sqlx::postgres::PgRow;
use sqlx::{Decode, FromRow, PgConnection, Postgres, QueryBuilder, Type};
use utoipa::ToSchema;

use crate::ids::RestaurantId;
use crate::zone::Zone;

pub use filter::{InvalidFilter, ListFilter};
pub use statements::{counted_page, ids, page, rows, sorted, total};

/// The largest total. A list with more rows has a narrower filter, or is exported.
pub const MAX_TOTAL: i64 = 10_000;
/// The field of a filter that searches several fields.
pub const SEARCH: &str = "q";

/// How a field is filtered. A number, a time or a day also has bounds: `amount_gte`, `amount_lte`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// Equals one text, or one of several.
    Text,
    /// The same, of a fixed set.
    Choice(&'static [&'static str]),
    /// Contains the text in any spelling.
    Words,
    Number,
    Flag,
    Time,
    Day,
    /// A phone number in E.164.
    Phone,
    /// The same, not filtered.
    ShownPhone,
    /// Not filtered.
    Shown,
}

impl FieldKind {
    pub const fn is_filtered(self) -> bool {
        !matches!(self, Self::Shown | Self::ShownPhone)
    }
}

/// A field of the rows.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: &'static str,
    pub kind: FieldKind,
    pub is_sortable: bool,
    sql: &'static str,
    /// The SQL that its filter compares.
    filter: &'static str,
    /// The SQL that its sort compares.
    order: &'static str,
    is_nullable: bool,
}

macro_rules! kinds {
    ($($name:ident = $kind:ident $sortable:literal),+ $(,)?) => {$(
        pub const fn $name(name: &'static str, sql: &'static str) -> Self {
            let kind = FieldKind::$kind;
            let is_sortable = $sortable;
            Self { name, kind, is_sortable, sql, filter: sql, order: sql, is_nullable: false }
        }
    )+};
}

impl Field {
    kinds!(text = Text true, words = Words true, number = Number true, flag = Flag true, time = Time true, day = Day true);
    kinds!(phone = Phone true, shown_phone = ShownPhone false, shown = Shown false);

    pub const fn choice(name: &'static str, sql: &'static str, names: &'static [&'static str]) -> Self {
        Self { kind: FieldKind::Choice(names), ..Self::text(name, sql) }
    }

    /// Rows without a value come last in both orders.
    pub const fn nullable(self) -> Self {
        Self { is_nullable: true, ..self }
    }

    /// The filter compares another SQL, which an index supports. SQL with `{value}`, an array of texts, is the whole condition of a field
    /// of texts.
    pub const fn filtered_by(self, filter: &'static str) -> Self {
        Self { filter, ..self }
    }

    /// The sort compares another SQL, which has the same order and an index.
    pub const fn sorted_by(self, order: &'static str) -> Self {
        Self { order, ..self }
    }

    /// The list has too many rows to sort them by this field.
    pub const fn unsorted(self) -> Self {
        Self { is_sortable: false, ..self }
    }
}

/// The SQL of a list. The parts may contain values of the `ListScope` in braces: `{restaurant}`, `{guest_kinds}`, `{english}`, `{now}`.
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    /// The first one is the id: a number or a text that is unique in the list.
    pub fields: &'static [Field],
    /// Tables with the joins of all fields.
    pub tables: &'static str,
    /// Condition of every row.
    pub only: &'static str,
    /// Condition of a search; `{search}` is the value of `ListRow::search`.
    pub search: Option<&'static str>,
}

impl Listing {
    /// Returns the names of the fields that the list can be sorted by.
    pub fn sorts(&self) -> Vec<&'static str> {
        self.fields.iter().filter(|field| field.is_sortable).map(|field| field.name).collect()
    }

    fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    fn is_id(&self, field: &Field) -> bool {
        self.fields.first().is_some_and(|id| id.name == field.name)
    }

    /// Returns the SQL of the id.
    fn id(&self) -> &'static str {
        self.fields.first().map_or("NULL", |field| field.sql)
    }
}

/// The id of a list's rows.
pub trait ListId:
    Clone + Eq + Hash + Send + Sync + Unpin + Type<Postgres> + for<'r> Decode<'r, Postgres> + 'static
{
    /// Parses the id of an address; None if no row can have it.
    fn parse(text: &str) -> Option<Self>;

    /// Binds ids as an array.
    fn bind_all(ids: &[Self], sql: &mut QueryBuilder<Postgres>);
}

impl ListId for i64 {
    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    fn bind_all(ids: &[Self], sql: &mut QueryBuilder<Postgres>) {
        sql.push_bind(ids.to_vec());
    }
}

impl ListId for String {
    fn parse(text: &str) -> Option<Self> {
        // PostgreSQL has no text with a NUL.
        (!text.contains('\0')).then(|| text.to_owned())
    }

    fn bind_all(ids: &[Self], sql: &mut QueryBuilder<Postgres>) {
        sql.push_bind(ids.to_vec());
    }
}

/// The row of a list. Its columns are the fields of its `Listing`.
pub trait ListRow: for<'r> FromRow<'r, PgRow> + Serialize + Send + Sync + Unpin + 'static {
    const LISTING: Listing;
    type Id: ListId;

    fn id(&self) -> Self::Id;

    /// Returns the value of `{search}` in the listing.
    fn search(_conn: &mut PgConnection, words: &str) -> impl Future<Output = sqlx::Result<Value>> + Send {
        let words = Value::from(words);
        async { Ok(words) }
    }
}

/// Adds a condition of a list to another statement, with `now` for `{now}`: the statement counts exactly the rows that the list finds.
pub fn push_condition(sql: &mut QueryBuilder<Postgres>, condition: &'static str, now: DateTime<Utc>) {
    for (index, piece) in condition.split("{now}").enumerate() {
        if index > 0 {
            sql.push_bind(now);
        }
        sql.push(piece);
    }
}

/// Values that restrict and present a list for its reader.
#[derive(Clone, Debug)]
pub struct ListScope {
    pub now: DateTime<Utc>,
    /// Names are in English.
    pub is_english: bool,
    /// Kinds of reservations whose guests without an account the reader may see.
    pub guest_kinds: Vec<String>,
    /// The restaurant whose rows the reader may see; 0 in a list of all restaurants.
    pub restaurant: RestaurantId,
}

/// An instant in a row: ISO 8601 with +09:00.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type, ToSchema)]
#[sqlx(transparent)]
#[schema(value_type = String)]
pub struct ListedTime(pub DateTime<Utc>);

impl Serialize for ListedTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&Zone::default().iso(self.0))
    }
}
