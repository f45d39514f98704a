//! Announcements: their list, and the form of a draft. The specification's own calls send them.

use domain::announcements::queries::{self, AnnouncementFilter, SORTS};
use domain::announcements::{actions, model};
use domain::customers::groups;
use domain::ids::AnnouncementId;
use domain::pagination::PageWindow;
use serde::Deserialize;
use sqlx::PgConnection;

use crate::console::AnnouncementView;
use crate::console::OwnerOrAdmin;
use crate::console::resources::{Editable, Resource, ResourcePage, ResourceRequest, calls_of};
use crate::http::error::ApiError;
use crate::owner::announcements::pages::view;
use crate::owner::announcements::write::AnnouncementFields;

pub struct Announcements;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnerAnnouncementsFilter {
    /// draft, scheduled, sending or sent.
    status: Option<String>,
    subject_type: Option<String>,
}

impl OwnerAnnouncementsFilter {
    fn into_filter(self) -> Result<AnnouncementFilter, ApiError> {
        let known = |value: &Option<String>, list: &[&str]| value.as_deref().is_none_or(|value| list.contains(&value));
        if !known(&self.status, &model::STATUSES) || !known(&self.subject_type, &model::SUBJECT_TYPES) {
            return Err(ApiError::invalid_fields([("filter", "field_invalid")]));
        }
        Ok(AnnouncementFilter { id: None, status: self.status, subject_type: self.subject_type })
    }
}

impl Resource for Announcements {
    const NAME: &'static str = "announcements";
    const SORTS: &'static [&'static str] = &SORTS;
    type Viewer = OwnerOrAdmin;
    type Filter = OwnerAnnouncementsFilter;
    type Row = AnnouncementView;

    async fn list(
        asking: ResourceRequest<'_, OwnerOrAdmin>,
        conn: &mut PgConnection,
        filter: OwnerAnnouncementsFilter,
        window: PageWindow,
    ) -> Result<ResourcePage<AnnouncementView>, ApiError> {
        let (staff, asked) = (asking.viewer, filter.into_filter()?);
        let total = queries::count(conn, staff.restaurant.id, &asked).await?;
        let found = queries::list(conn, staff.restaurant.id, &asked, window).await?;
        let labels = groups::labels(conn, staff.restaurant.id).await?;
        let row = |one| AnnouncementView::new(asking.context, staff, &labels, one);
        Ok(ResourcePage { rows: found.into_iter().map(row).collect(), total })
    }

    async fn find(
        asking: ResourceRequest<'_, OwnerOrAdmin>,
        conn: &mut PgConnection,
        id: i64,
    ) -> Result<Option<AnnouncementView>, ApiError> {
        match queries::find(conn, asking.viewer.restaurant.id, AnnouncementId(id)).await? {
            Some(found) => Ok(Some(view(conn, asking.context, asking.viewer, found).await?)),
            None => Ok(None),
        }
    }
}

impl Editable for Announcements {
    type Fields = AnnouncementFields;

    async fn save(
        asking: ResourceRequest<'_, OwnerOrAdmin>,
        conn: &mut PgConnection,
        id: Option<i64>,
        fields: AnnouncementFields,
    ) -> Result<i64, ApiError> {
        Ok(fields.save(conn, asking.app.clock.now(), asking.viewer, id.map(AnnouncementId)).await?.0)
    }

    async fn remove(
        asking: ResourceRequest<'_, OwnerOrAdmin>,
        conn: &mut PgConnection,
        id: i64,
    ) -> Result<(), ApiError> {
        Ok(actions::remove(conn, asking.app.clock.now(), asking.viewer.announcement_actor(), AnnouncementId(id))
            .await?)
    }
}

calls_of! {
    Announcements of OwnerOrAdmin, "owner", AnnouncementView, AnnouncementFields;
    "/owners/api/resources/announcements", "/owners/api/resources/announcements/{id}";
    /// Lists announcements. `filter` accepts `status` and `subject_type`, `sort` accepts `id`, `created_at`, `status`,
    /// `subject_type` and `announced_count`.
    list;
    /// Returns one announcement.
    one;
    /// Creates a draft.
    create (status = 201, body = AnnouncementView), (status = 401), (status = 403), (status = 404), (status = 422);
    /// Changes the given fields of a draft. 409 with the stored values if another user has changed one of them since the form showed it.
    update (status = 200, body = AnnouncementView), (status = 401), (status = 403), (status = 404), (status = 409), (status = 422);
    /// Deletes a draft; 422 if it is no longer a draft.
    destroy (status = 200, body = RemovedResource), (status = 401), (status = 403), (status = 404), (status = 422);
}
