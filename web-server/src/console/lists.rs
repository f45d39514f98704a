//! The lists of `domain::lists` for react-admin, in the dialect of `console::resources`: pages of rows, one row, and all rows as a CSV
//! file. Every field of a row is a column of the file; most are sorts and filters, too. A file is in the reader's language.

use std::collections::HashSet;

use axum::Json;
use axum::http::{HeaderName, HeaderValue, Uri, header};
use axum::response::Response;
use chrono::DateTime;
use domain::audit::{self, Actor, Event};
use domain::db;
use domain::i18n::Locale;
use domain::listing::{self, Field, FieldKind, ListFilter, ListId, ListRow, ListScope, MAX_TOTAL};
use domain::pagination::PageWindow;
use domain::zone::Zone;
use serde::Serialize;
use serde_json::{Map, Value, json};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::csv;
use super::list_texts::ListTexts;
use super::resources::{ListQuery, ResourceRequest, invalid, respond_with_list};
use super::table::{BATCH, RowsFuture, TableCell};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// Number of rows in the data of a page that shows a list.
const START_ROWS: i64 = 50;
/// Present if the list has more rows than its total.
const TOTAL_EXCEEDED: HeaderName = HeaderName::from_static("x-total-exceeded");
const EXPOSED: HeaderValue = HeaderValue::from_static("Content-Range, X-Total-Exceeded");

/// A list, and its readers.
pub trait ConsoleList: ListRow {
    /// The last part of its address.
    const NAME: &'static str;
    /// Whether a page of it writes an audit event: its rows show people.
    const IS_READING_RECORDED: bool = false;
    type Viewer: Send + Sync;

    /// Returns the part of the list that the viewer sees; 403 if they may not read it.
    fn scope(app: &App, context: &Context, viewer: &Self::Viewer) -> Result<ListScope, ApiError>;

    /// Rejects a viewer who may not export the list (403).
    fn check_export(viewer: &Self::Viewer) -> Result<(), ApiError>;

    fn actor(viewer: &Self::Viewer) -> Actor;
}

/// The first rows of a list, for the page that shows it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListStart<T> {
    /// In the page's default order; at most fifty.
    pub rows: Vec<T>,
    /// At most 10,000.
    pub total: i64,
}

/// The order and the filter in which a page shows a list until the reader chooses others. The page in `admin-ui` has the same ones.
#[derive(Clone, Copy, Debug)]
pub struct ListDefaults {
    pub sort: &'static str,
    pub is_descending: bool,
    /// Fields with their values.
    pub filter: &'static [(&'static str, &'static str)],
}

impl ListDefaults {
    /// All rows, newest first.
    pub const NEWEST: Self = Self { sort: "id", is_descending: true, filter: &[] };

    fn of_list<L: ListRow>(self) -> Result<(ListFilter, PageWindow), ApiError> {
        let given: Map<_, _> =
            self.filter.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))).collect();
        let filter = ListFilter::parse(&L::LISTING, &given).map_err(ApiError::internal)?;
        let Self { sort, is_descending, .. } = self;
        Ok((filter, PageWindow { sort, is_descending, ..PageWindow::newest(START_ROWS, 0) }))
    }
}

impl ListQuery {
    /// Returns the filter and the requested rows of a list; 422 for an unknown field or value, or rows beyond `MAX_TOTAL`.
    fn of_list<L: ListRow>(&self) -> Result<(ListFilter, PageWindow), ApiError> {
        let given: Map<String, Value> = self.filter()?;
        let filter = ListFilter::parse(&L::LISTING, &given).map_err(|_| invalid("filter"))?;
        let window = self.window(&L::LISTING.sorts())?;
        if window.offset >= MAX_TOTAL {
            return Err(invalid("range"));
        }
        // Rows beyond the total would make an invalid `Content-Range`.
        Ok((filter, PageWindow { limit: window.limit.min(MAX_TOTAL - window.offset), ..window }))
    }
}

/// Returns the requested rows. The total in `Content-Range` is at most `MAX_TOTAL`.
pub async fn list<L: ConsoleList>(
    request: ResourceRequest<'_, L::Viewer>,
    query: &ListQuery,
) -> Result<Response, ApiError> {
    let scope = L::scope(request.app, request.context, request.viewer)?;
    let (filter, window) = query.of_list::<L>()?;
    let ListStart { rows, total } = read::<L>(&request, &scope, &filter, window).await?;
    let mut response = respond_with_list(L::NAME, window, &rows, total.min(MAX_TOTAL))?;
    if total > MAX_TOTAL {
        response.headers_mut().insert(TOTAL_EXCEEDED, HeaderValue::from_static("true"));
        response.headers_mut().insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    }
    Ok(response)
}

/// Returns the first rows of a list, for a page at `uri`; None if the address has a query, which the call of the list answers. 403 if the
/// viewer may not read the list.
pub async fn start<L: ConsoleList>(
    request: ResourceRequest<'_, L::Viewer>,
    uri: &Uri,
    defaults: ListDefaults,
) -> Result<Option<ListStart<L>>, ApiError> {
    let scope = L::scope(request.app, request.context, request.viewer)?;
    if uri.query().is_some() {
        return Ok(None);
    }
    let (filter, window) = defaults.of_list::<L>()?;
    let found = read::<L>(&request, &scope, &filter, window).await?;
    Ok(Some(ListStart { total: found.total.min(MAX_TOTAL), ..found }))
}

/// Returns the rows of a window, and a total of at most one more than `MAX_TOTAL`.
async fn read<L: ConsoleList>(
    request: &ResourceRequest<'_, L::Viewer>,
    scope: &ListScope,
    filter: &ListFilter,
    window: PageWindow,
) -> Result<ListStart<L>, ApiError> {
    let mut tx = request.app.pool.begin().await?;
    let (rows, total) = listing::counted_page::<L>(&mut tx, scope, filter, window).await?;
    if L::IS_READING_RECORDED && !rows.is_empty() {
        record::<L>(&mut tx, request, scope, "list.viewed", rows.len()).await?;
    }
    tx.commit().await?;
    Ok(ListStart { rows, total })
}

/// Responds with one row; 404 if the viewer sees no row with this id.
pub async fn one<L: ConsoleList>(request: ResourceRequest<'_, L::Viewer>, id: &str) -> Result<Json<L>, ApiError> {
    row::<L>(request, id).await.map(Json)
}

/// Returns one row; 404 if the viewer sees no row with this id.
pub async fn row<L: ConsoleList>(request: ResourceRequest<'_, L::Viewer>, id: &str) -> Result<L, ApiError> {
    let scope = L::scope(request.app, request.context, request.viewer)?;
    let id = <L::Id as ListId>::parse(id).ok_or_else(ApiError::not_found)?;
    let mut tx = request.app.pool.begin().await?;
    let row = listing::rows::<L>(&mut tx, &scope, &[id]).await?.pop().ok_or_else(ApiError::not_found)?;
    if L::IS_READING_RECORDED {
        record::<L>(&mut tx, &request, &scope, "list.viewed", 1).await?;
    }
    tx.commit().await?;
    Ok(row)
}

/// Responds with all rows of the filter as a CSV file, in the requested order. Its first row has the names of the fields in the reader's
/// language, and its codes are words. The audit event has the total of the list, at most `MAX_TOTAL`.
pub async fn export<L: ConsoleList>(
    request: ResourceRequest<'_, L::Viewer>,
    query: &ListQuery,
) -> Result<Response, ApiError> {
    let scope = L::scope(request.app, request.context, request.viewer)?;
    L::check_export(request.viewer)?;
    let (filter, window) = query.of_list::<L>()?;
    db::extend_for_bulk();
    let mut tx = request.app.pool.begin().await?;
    let total = listing::total::<L>(&mut tx, &scope, &filter).await?;
    let first = PageWindow { limit: BATCH as i64, offset: 0, ..window };
    let first = listing::ids::<L>(&mut tx, &scope, &filter, first).await?;
    let counted = usize::try_from(total.min(MAX_TOTAL)).unwrap_or_default();
    record::<L>(&mut tx, &request, &scope, "list.exported", counted).await?;
    tx.commit().await?;
    let texts = texts_of::<L>(&scope);
    let header: Vec<_> = L::LISTING.fields.iter().map(|field| texts.head(field.name)).collect();
    let name = format!("{}-{}", L::NAME, Zone::default().date_of(scope.now));
    let rest = rest::<L>(request.app.clone(), scope.clone(), filter, window, first.clone());
    csv::respond_before(&name, &header, first, rest, lines::<L>(request.app, scope))
}

/// Returns the ids of a file except the first ones. To read a million ids takes longer than to read the first rows.
async fn rest<L: ListRow>(
    app: App,
    scope: ListScope,
    filter: ListFilter,
    window: PageWindow,
    first: Vec<L::Id>,
) -> sqlx::Result<Vec<L::Id>> {
    if first.len() < BATCH {
        return Ok(Vec::new());
    }
    let all = PageWindow { limit: i64::MAX, offset: 0, ..window };
    let mut ids = listing::ids::<L>(&mut *app.acquire_for_file().await?, &scope, &filter, all).await?;
    let first: HashSet<_> = first.into_iter().collect();
    ids.retain(|id| !first.contains(id));
    Ok(ids)
}

async fn record<L: ConsoleList>(
    conn: &mut PgConnection,
    request: &ResourceRequest<'_, L::Viewer>,
    scope: &ListScope,
    action: &str,
    rows: usize,
) -> sqlx::Result<()> {
    let detail = json!({ "list": L::NAME, "rows": rows });
    let restaurant = Some(scope.restaurant).filter(|id| id.0 != 0);
    let event = Event { actor: L::actor(request.viewer), action, restaurant, reservation: None, detail };
    audit::record(conn, request.app.clock.now(), event).await
}

fn texts_of<L: ConsoleList>(scope: &ListScope) -> ListTexts<'static> {
    ListTexts { list: L::NAME, locale: if scope.is_english { Locale::En } else { Locale::Ja } }
}

/// Reads the table rows of ids, in their order.
fn lines<L: ConsoleList>(app: &App, scope: ListScope) -> impl Fn(Vec<L::Id>) -> RowsFuture + Send + 'static {
    let (app, texts) = (app.clone(), texts_of::<L>(&scope));
    move |ids| {
        let (app, scope) = (app.clone(), scope.clone());
        Box::pin(async move {
            let rows = listing::rows::<L>(&mut *app.acquire_for_file().await?, &scope, &ids).await?;
            rows.iter().map(|row| cells(texts, row)).collect::<sqlx::Result<_>>()
        })
    }
}

fn cells<L: ListRow>(texts: ListTexts<'_>, row: &L) -> sqlx::Result<Vec<TableCell>> {
    let row = serde_json::to_value(row).map_err(|error| sqlx::Error::Encode(Box::new(error)))?;
    Ok(L::LISTING.fields.iter().map(|field| cell(texts, field, &row[field.name])).collect())
}

fn cell(texts: ListTexts<'_>, field: &Field, value: &Value) -> TableCell {
    match (field.kind, value) {
        (_, Value::Null) => TableCell::Nothing,
        (FieldKind::Phone | FieldKind::ShownPhone, Value::String(number)) => TableCell::Phone(number.clone()),
        (FieldKind::Time, Value::String(at)) => match DateTime::parse_from_rfc3339(at) {
            Ok(at) => TableCell::Instant(at.naive_local()),
            Err(_) => TableCell::Text(at.clone()),
        },
        _ => TableCell::Text(texts.value(field.name, value)),
    }
}

/// The calls of a list: a module with `list`, `one` and `export`, and `calls()` that serves them. The first extractor is for readers, the
/// second for exports. Paths and types are matched as single tokens, because the documentation's macro does not see through captured
/// fragments.
macro_rules! list_calls {
    ($($(#[$note:meta])+ $module:ident: $row:ident of $viewer:ident, $exporter:ident, $tag:tt; $path:tt, $member:tt, $file:tt;)+) => {
        $(pub mod $module {
            use axum::Json;
            use axum::extract::{Path, Query, State};
            use axum::response::Response;

            use super::*;
            use $crate::console::lists;
            use $crate::console::resources::{ListQuery, ResourceRequest};
            use $crate::http::calls::{Calls, routes};
            use $crate::http::error::ApiError;
            use $crate::http::extract::context::Context;
            use $crate::state::App;

            $(#[$note])+
            #[utoipa::path(get, path = $path, tag = $tag, params(ListQuery),
                responses((status = 200, body = Vec<$row>), (status = 401), (status = 403), (status = 422)))]
            pub async fn list(
                State(app): State<App>,
                context: Context,
                viewer: $viewer,
                Query(query): Query<ListQuery>,
            ) -> Result<Response, ApiError> {
                let viewer: &<$row as ConsoleList>::Viewer = &viewer;
                lists::list::<$row>(ResourceRequest { app: &app, context: &context, viewer }, &query).await
            }

            /// Returns one row of the list.
            #[utoipa::path(get, path = $member, tag = $tag, params(("id" = String, Path)),
                responses((status = 200, body = $row), (status = 401), (status = 403), (status = 404)))]
            pub async fn one(
                State(app): State<App>,
                context: Context,
                viewer: $viewer,
                Path(id): Path<String>,
            ) -> Result<Json<$row>, ApiError> {
                let viewer: &<$row as ConsoleList>::Viewer = &viewer;
                lists::one::<$row>(ResourceRequest { app: &app, context: &context, viewer }, &id).await
            }

            /// Returns all rows of the filter as a CSV file; `range` is ignored. The export is recorded in the audit log.
            #[utoipa::path(get, path = $file, tag = $tag, params(ListQuery),
                responses((status = 200, body = String, content_type = "text/csv"), (status = 401), (status = 403), (status = 422)))]
            pub async fn export(
                State(app): State<App>,
                context: Context,
                viewer: $exporter,
                Query(query): Query<ListQuery>,
            ) -> Result<Response, ApiError> {
                let viewer: &<$row as ConsoleList>::Viewer = &viewer;
                lists::export::<$row>(ResourceRequest { app: &app, context: &context, viewer }, &query).await
            }

            pub fn calls<C: Calls>() -> C {
                C::new().routes(routes!(list)).routes(routes!(one)).routes(routes!(export))
            }
        })+

        pub fn calls<C: $crate::http::calls::Calls>() -> C {
            C::new()$(.merge($module::calls()))+
        }
    };
}
pub(crate) use list_calls;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_follow_the_kind_of_their_field() {
        let texts = ListTexts { list: "reviews", locale: Locale::Ja };
        let text = |field: Field, value: Value| cell(texts, &field, &value).text();
        for field in [Field::phone("phone_e164", ""), Field::shown_phone("guest_phone", "")] {
            assert_eq!(text(field, json!("+819012345678")), "090-1234-5678");
        }
        let time = Field::time("created_at", "");
        assert_eq!(text(time, json!("2026-12-01T10:00:00+09:00")), "2026-12-01 10:00");
        assert_eq!(text(time, Value::Null), "");
        assert_eq!(text(Field::number("guests_count", ""), json!(-390)), "-390");
        assert_eq!(text(Field::flag("is_walk_in", ""), json!(true)), "はい");
        assert_eq!(text(Field::text("rating", ""), json!("good")), "良い");
        assert_eq!(text(Field::shown("reasons", ""), json!(["tardiness", "perfume"])), "遅刻、香水");
        assert_eq!(text(Field::words("guest_name", ""), json!("good")), "good");
    }
}
