//! The numbers of the blacklist.

use domain::customers::blacklist::{self, BlacklistFilter, SORTS};
use domain::ids::BlacklistedNumberId;
use domain::pagination::PageWindow;
use serde::Deserialize;
use sqlx::PgConnection;

use crate::console::FloorStaff;
use crate::console::resources::{Editable, Resource, ResourcePage, ResourceRequest, calls_of};
use crate::http::error::ApiError;
use crate::owner::blacklist::{BlacklistBody, BlacklistedNumber, change};

pub struct Blacklist;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BlacklistResourceFilter {
    /// A part of the number or of the memo.
    q: Option<String>,
}

impl Resource for Blacklist {
    const NAME: &'static str = "restaurant_blacklisted_phone_numbers";
    const SORTS: &'static [&'static str] = &SORTS;
    type Viewer = FloorStaff;
    type Filter = BlacklistResourceFilter;
    type Row = BlacklistedNumber;

    async fn list(
        asking: ResourceRequest<'_, FloorStaff>,
        conn: &mut PgConnection,
        BlacklistResourceFilter { q }: BlacklistResourceFilter,
        window: PageWindow,
    ) -> Result<ResourcePage<BlacklistedNumber>, ApiError> {
        let staff = asking.viewer;
        let asked = q
            .filter(|words| !words.trim().is_empty())
            .map(|words| BlacklistFilter::from_search(&words))
            .unwrap_or_default();
        let total = blacklist::count(conn, staff.restaurant.id, &asked).await?;
        let entries = blacklist::list(conn, staff.restaurant.id, &asked, window).await?;
        Ok(ResourcePage {
            rows: entries.into_iter().map(|entry| BlacklistedNumber::new(staff, entry)).collect(),
            total,
        })
    }

    async fn find(
        asking: ResourceRequest<'_, FloorStaff>,
        conn: &mut PgConnection,
        id: i64,
    ) -> Result<Option<BlacklistedNumber>, ApiError> {
        let entry = blacklist::find(conn, asking.viewer.restaurant.id, BlacklistedNumberId(id)).await?;
        Ok(entry.map(|entry| BlacklistedNumber::new(asking.viewer, entry)))
    }
}

impl Editable for Blacklist {
    type Fields = BlacklistBody;

    async fn save(
        asking: ResourceRequest<'_, FloorStaff>,
        conn: &mut PgConnection,
        id: Option<i64>,
        fields: BlacklistBody,
    ) -> Result<i64, ApiError> {
        let (now, staff) = (asking.app.clock.now(), asking.viewer);
        match id {
            None => Ok(blacklist::add(conn, now, staff.actor(), staff.restaurant.id, fields.into()).await?.0),
            Some(id) => {
                change(conn, now, staff, BlacklistedNumberId(id), fields).await?;
                Ok(id)
            }
        }
    }

    async fn remove(asking: ResourceRequest<'_, FloorStaff>, conn: &mut PgConnection, id: i64) -> Result<(), ApiError> {
        let (staff, entry) = (asking.viewer, BlacklistedNumberId(id));
        Ok(blacklist::remove(conn, asking.app.clock.now(), staff.actor(), staff.restaurant.id, entry).await?)
    }
}

calls_of! {
    Blacklist of FloorStaff, "owner", BlacklistedNumber, BlacklistBody;
    "/owners/api/resources/restaurant_blacklisted_phone_numbers",
    "/owners/api/resources/restaurant_blacklisted_phone_numbers/{id}";
    /// Lists the numbers. `filter` accepts `q`, `sort` accepts `id`, `created_at` and `phone_local_number`.
    list;
    /// Returns one number.
    one;
    /// Adds a number to the blacklist.
    create (status = 201, body = BlacklistedNumber), (status = 401), (status = 422);
    /// Changes a number or its memo.
    update (status = 200, body = BlacklistedNumber), (status = 401), (status = 404), (status = 409), (status = 422);
    /// Removes a number from the blacklist.
    destroy (status = 200, body = RemovedResource), (status = 401), (status = 404);
}
