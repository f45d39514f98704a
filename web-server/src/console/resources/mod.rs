//! Lists for react-admin, in the dialect of `ra-data-simple-rest`: `filter`, `range` and `sort` as JSON in the query, the total
//! in `Content-Range`. Each resource has the calls that its list and form make, and runs the same actions as the specification's
//! own calls.

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::pagination::PageWindow;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::{IntoParams, ToSchema};

use crate::console::record_key::id_of;
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

const MAX_ROWS: i64 = 200;
const MAX_OFFSET: i64 = 1_000_000;

/// The query of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
pub struct ListQuery {
    /// A JSON object with the filter of the list.
    filter: Option<String>,
    /// A JSON pair: first and last row, counted from 0.
    range: Option<String>,
    /// A JSON pair: field, and ASC or DESC.
    sort: Option<String>,
}

/// The deleted row.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemovedResource {
    pub id: i64,
}

fn json<T: DeserializeOwned>(name: &'static str, text: Option<&str>) -> Result<Option<T>, ApiError> {
    let text = text.filter(|text| !text.is_empty());
    let parsed = text.map(serde_json::from_str).transpose();
    parsed.map_err(|_| invalid(name))
}

/// Rejects a parameter of a list.
pub fn invalid(name: &'static str) -> ApiError {
    ApiError::invalid_fields([(name, "field_invalid")])
}

impl ListQuery {
    /// Returns the filter as `F`; 422 if it is malformed or has a field that the list does not filter by.
    pub fn filter<F: DeserializeOwned + Default>(&self) -> Result<F, ApiError> {
        Ok(json("filter", self.filter.as_deref())?.unwrap_or_default())
    }

    /// Returns the requested rows and order. Default: the first 20 rows, newest first. A longer range is cut to `MAX_ROWS`. 422 if a value
    /// is malformed, or the list cannot be sorted by the field.
    pub fn window(&self, sorts: &[&'static str]) -> Result<PageWindow, ApiError> {
        let window = self.range()?;
        let Some((field, is_descending)) = self.sort()? else { return Ok(window) };
        let sort = sorts.iter().find(|sort| **sort == field).ok_or_else(|| invalid("sort"))?;
        Ok(PageWindow { sort, is_descending, ..window })
    }

    /// Returns the requested rows, newest first.
    pub fn range(&self) -> Result<PageWindow, ApiError> {
        let (first, last) = json("range", self.range.as_deref())?.unwrap_or((0, 19));
        if !(0..=MAX_OFFSET).contains(&first) || last < first {
            return Err(invalid("range"));
        }
        Ok(PageWindow::newest(i64::min(last - first, MAX_ROWS - 1) + 1, first))
    }

    /// Returns the field of the order, and whether it is descending.
    pub fn sort(&self) -> Result<Option<(String, bool)>, ApiError> {
        let Some((field, order)) = json::<(String, String)>("sort", self.sort.as_deref())? else { return Ok(None) };
        match order.as_str() {
            "ASC" => Ok(Some((field, false))),
            "DESC" => Ok(Some((field, true))),
            _ => Err(invalid("sort")),
        }
    }
}

/// A request for a resource, with the user who makes it.
pub struct ResourceRequest<'a, V> {
    pub app: &'a App,
    pub context: &'a Context,
    pub viewer: &'a V,
}

/// Rows of a list, and the total number of rows.
pub struct ResourcePage<T> {
    pub rows: Vec<T>,
    pub total: i64,
}

/// A list for react-admin. `Viewer` is the user who may read it: a member of staff, or an admin.
pub trait Resource {
    const NAME: &'static str;
    /// Fields by which the list can be sorted.
    const SORTS: &'static [&'static str];
    type Viewer: Send + Sync;
    type Filter: DeserializeOwned + Default + Send;
    type Row: Serialize + Send + Sync;

    fn list(
        asking: ResourceRequest<'_, Self::Viewer>,
        conn: &mut PgConnection,
        filter: Self::Filter,
        window: PageWindow,
    ) -> impl Future<Output = Result<ResourcePage<Self::Row>, ApiError>> + Send;

    /// Returns one row that the viewer may read. A list without a form has no single rows.
    fn find(
        _asking: ResourceRequest<'_, Self::Viewer>,
        _conn: &mut PgConnection,
        _id: i64,
    ) -> impl Future<Output = Result<Option<Self::Row>, ApiError>> + Send {
        async { Ok(None) }
    }
}

/// A list with a form.
pub trait Editable: Resource {
    type Fields: DeserializeOwned + Send;

    /// Inserts a row, or updates the row `id`. Returns the row's id.
    fn save(
        asking: ResourceRequest<'_, Self::Viewer>,
        conn: &mut PgConnection,
        id: Option<i64>,
        fields: Self::Fields,
    ) -> impl Future<Output = Result<i64, ApiError>> + Send;

    fn remove(
        asking: ResourceRequest<'_, Self::Viewer>,
        conn: &mut PgConnection,
        id: i64,
    ) -> impl Future<Output = Result<(), ApiError>> + Send;
}

/// Returns the requested rows of a list.
pub async fn list<R: Resource>(asking: ResourceRequest<'_, R::Viewer>, query: ListQuery) -> Result<Response, ApiError> {
    let (filter, window) = (query.filter()?, query.window(R::SORTS)?);
    let mut conn = asking.app.pool.acquire().await?;
    let page = R::list(asking, &mut conn, filter, window).await?;
    drop(conn);
    respond_with_list(R::NAME, window, &page.rows, page.total)
}

/// Returns one row; 404 if the viewer has no row with this id.
pub async fn one<R: Resource>(asking: ResourceRequest<'_, R::Viewer>, id: &str) -> Result<Json<R::Row>, ApiError> {
    let id = id_of(id)?;
    let mut conn = asking.app.pool.acquire().await?;
    Ok(Json(R::find(asking, &mut conn, id).await?.ok_or_else(ApiError::not_found)?))
}

/// Saves a row and returns it as saved, in one transaction.
pub async fn save<R: Editable>(
    asking: ResourceRequest<'_, R::Viewer>,
    id: Option<&str>,
    fields: R::Fields,
) -> Result<Json<R::Row>, ApiError> {
    let id = id.map(id_of).transpose()?;
    let mut tx = asking.app.pool.begin().await?;
    let id = R::save(asking.again(), &mut tx, id, fields).await?;
    let saved = R::find(asking, &mut tx, id).await?.ok_or_else(ApiError::not_found)?;
    tx.commit().await?;
    Ok(Json(saved))
}

pub async fn remove<R: Editable>(
    asking: ResourceRequest<'_, R::Viewer>,
    id: &str,
) -> Result<Json<RemovedResource>, ApiError> {
    let id = id_of(id)?;
    let mut tx = asking.app.pool.begin().await?;
    R::remove(asking, &mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(RemovedResource { id }))
}

impl<V> ResourceRequest<'_, V> {
    fn again(&self) -> ResourceRequest<'_, V> {
        ResourceRequest { app: self.app, context: self.context, viewer: self.viewer }
    }
}

/// The documented calls of a resource, each with the text of its documentation, and `calls()` that serves them: a list, and for
/// an `Editable` also one row, `create`, `update` and `destroy` with their possible responses. Paths and types are matched as
/// single tokens, because the documentation's macro does not see through captured fragments.
macro_rules! calls_of {
    ($resource:ident of $viewer:ident, $tag:tt, $row:ident; $path:tt; $(#[$list:meta])+ list;) => {
        $crate::console::resources::calls_of!(@list $resource, $viewer, $tag, $row, $path, $(#[$list])+);

        pub fn calls<C: $crate::http::calls::Calls>() -> C {
            C::new().routes($crate::http::calls::routes!(list))
        }
    };
    ($resource:ident of $viewer:ident, $tag:tt, $row:ident, $fields:ident; $path:tt, $member:tt;
     $(#[$list:meta])+ list;
     $(#[$one:meta])+ one;
     $(#[$create:meta])+ create $($created:tt),+;
     $(#[$update:meta])+ update $($updated:tt),+;
     $(#[$destroy:meta])+ destroy $($destroyed:tt),+;) => {
        use axum::Json;
        use axum::extract::{Path, State};
        use axum::http::StatusCode;
        use axum::response::IntoResponse;

        use $crate::console::resources::{self, RemovedResource};
        use $crate::http::extract::context::Context;
        use $crate::http::extract::form::FormOrJson;
        use $crate::state::App;

        $crate::console::resources::calls_of!(@list $resource, $viewer, $tag, $row, $path, $(#[$list])+);

        $(#[$one])+
        #[utoipa::path(get, path = $member, tag = $tag, params(("id" = String, Path)),
            responses((status = 200, body = $row), (status = 401), (status = 404)))]
        pub async fn one(
            State(app): State<App>,
            context: Context,
            viewer: $viewer,
            Path(id): Path<String>,
        ) -> Result<Json<$row>, ApiError> {
            let asking = ResourceRequest { app: &app, context: &context, viewer: &viewer };
            resources::one::<$resource>(asking, &id).await
        }

        $(#[$create])+
        #[utoipa::path(post, path = $path, tag = $tag, request_body = $fields, responses($($created),+))]
        pub async fn create(
            State(app): State<App>,
            context: Context,
            viewer: $viewer,
            FormOrJson(fields): FormOrJson<$fields>,
        ) -> Result<axum::response::Response, ApiError> {
            let asking = ResourceRequest { app: &app, context: &context, viewer: &viewer };
            let saved = resources::save::<$resource>(asking, None, fields).await?;
            Ok((StatusCode::CREATED, saved).into_response())
        }

        $(#[$update])+
        #[utoipa::path(put, path = $member, tag = $tag, params(("id" = String, Path)), request_body = $fields,
            responses($($updated),+))]
        pub async fn update(
            State(app): State<App>,
            context: Context,
            viewer: $viewer,
            Path(id): Path<String>,
            FormOrJson(fields): FormOrJson<$fields>,
        ) -> Result<Json<$row>, ApiError> {
            let asking = ResourceRequest { app: &app, context: &context, viewer: &viewer };
            resources::save::<$resource>(asking, Some(&id), fields).await
        }

        $(#[$destroy])+
        #[utoipa::path(delete, path = $member, tag = $tag, params(("id" = String, Path)), responses($($destroyed),+))]
        pub async fn destroy(
            State(app): State<App>,
            context: Context,
            viewer: $viewer,
            Path(id): Path<String>,
        ) -> Result<Json<RemovedResource>, ApiError> {
            let asking = ResourceRequest { app: &app, context: &context, viewer: &viewer };
            resources::remove::<$resource>(asking, &id).await
        }

        pub fn calls<C: $crate::http::calls::Calls>() -> C {
            C::new()
                .routes($crate::http::calls::routes!(list, create))
                .routes($crate::http::calls::routes!(one, update, destroy))
        }
    };
    (@list $resource:ident, $viewer:ident, $tag:tt, $row:ident, $path:tt, $(#[$list:meta])+) => {
        $(#[$list])+
        #[utoipa::path(get, path = $path, tag = $tag, params($crate::console::resources::ListQuery),
            responses((status = 200, body = Vec<$row>), (status = 401), (status = 422)))]
        pub async fn list(
            axum::extract::State(app): axum::extract::State<$crate::state::App>,
            context: $crate::http::extract::context::Context,
            viewer: $viewer,
            axum::extract::Query(query): axum::extract::Query<$crate::console::resources::ListQuery>,
        ) -> Result<axum::response::Response, ApiError> {
            let asking = ResourceRequest { app: &app, context: &context, viewer: &viewer };
            $crate::console::resources::list::<$resource>(asking, query).await
        }
    };
}
pub(crate) use calls_of;

/// Returns rows of a list, with their range and the total in `Content-Range`.
pub fn respond_with_list<T: Serialize>(
    resource: &str,
    window: PageWindow,
    rows: &[T],
    total: i64,
) -> Result<Response, ApiError> {
    let last = window.offset + i64::try_from(rows.len()).unwrap_or_default() - 1;
    let range = format!("{resource} {}-{}/{total}", window.offset, last.max(window.offset));
    let range = HeaderValue::from_str(&range).map_err(ApiError::internal)?;
    let headers = [
        (header::CONTENT_RANGE, range),
        (header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("Content-Range")),
    ];
    Ok((headers, Json(rows)).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(range: &str, sort: &str) -> Result<PageWindow, ApiError> {
        ListQuery { filter: None, range: Some(range.into()), sort: Some(sort.into()) }.window(&["id", "status"])
    }

    #[test]
    fn window_is_parsed_and_bounded() {
        let asked = window("[20,39]", r#"["status","ASC"]"#).expect("a valid window");
        assert_eq!(asked, PageWindow { sort: "status", is_descending: false, limit: 20, offset: 20 });
        assert_eq!(window("[0,999999]", "").expect("a valid window").limit, MAX_ROWS);
        assert_eq!(window("", "").expect("a valid window"), PageWindow::newest(20, 0));
    }

    #[test]
    fn unreadable_parameters_are_rejected() {
        for (range, sort, field) in [
            ("nonsense", "", "range"),
            ("[9,0]", "", "range"),
            ("[-1,9]", "", "range"),
            ("[0,9]", r#"["body","ASC"]"#, "sort"),
            ("[0,9]", r#"["id","UP"]"#, "sort"),
            ("[0,9]", "id", "sort"),
        ] {
            let refused = window(range, sort).expect_err(sort);
            assert!(refused.fields.contains_key(field), "{range} {sort}");
        }
        let query = ListQuery { filter: Some("{".into()), ..ListQuery::default() };
        assert!(query.filter::<serde_json::Value>().is_err());
    }
}
