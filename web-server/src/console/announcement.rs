//! An announcement as owners and admins see it.

use chrono::{DateTime, Utc};
use domain::announcements::model::Announcement;
use domain::ids::CustomerGroupId;
use domain::zone::Zone;
use serde::Serialize;
use utoipa::ToSchema;

use crate::console::Staff;
use crate::http::extract::context::Context;

/// An announcement in lists and on pages. Fields that only admins may set are shown to admins only (owner §6).
#[derive(Debug, Serialize, ToSchema)]
pub struct AnnouncementView {
    pub id: i64,
    /// notice, vacancy, event or opening_hours.
    pub subject_type: String,
    pub body: String,
    /// draft, scheduled, sending, sent, stopping or stopped.
    pub status: String,
    pub created_at: String,
    pub scheduled_at: Option<String>,
    pub confirmed_at: Option<String>,
    pub sent_at: Option<String>,
    /// When it was stopped; null unless it is stopped.
    pub stopped_at: Option<String>,
    /// Newline-separated; empty for all. 999 means customers without a group.
    pub only_customer_group_ids: String,
    pub only_premium_grades: String,
    pub only_prefectures: String,
    /// The groups of `only_customer_group_ids`, and their labels.
    pub customer_group_ids: Vec<i64>,
    pub customer_group_labels: Vec<String>,
    pub premium_grades: Vec<String>,
    pub prefectures: Vec<String>,
    pub include_unsubscribed_customers: bool,
    pub send_count: Option<i32>,
    /// Number of recipients of the first sending, and of later ones.
    pub announced_count: i64,
    pub re_announced_count: i64,
}

impl AnnouncementView {
    /// `labels` are the labels of all groups of the restaurant.
    pub fn new(context: &Context, staff: &Staff, labels: &[(CustomerGroupId, String)], found: Announcement) -> Self {
        Self::for_reader(context, staff.restaurant.zone, staff.admin.is_some(), labels, found)
    }

    /// Returns the view for a reader at a restaurant in `zone`; `is_admin` adds the fields for admins.
    pub fn for_reader(
        context: &Context,
        zone: Zone,
        is_admin: bool,
        labels: &[(CustomerGroupId, String)],
        found: Announcement,
    ) -> Self {
        let iso = |at: DateTime<Utc>| zone.iso(at);
        let audience = found.audience;
        let label = |id: &i64| match labels.iter().find(|(known, _)| known.0 == *id) {
            Some((_, label)) => label.clone(),
            None => context.t("console.announcements.no_group"),
        };
        let grades = if is_admin { audience.premium_grades } else { Vec::new() };
        let ids: Vec<_> = audience.customer_group_ids.iter().map(ToString::to_string).collect();
        Self {
            id: found.id.0,
            stopped_at: found.stopped_at.filter(|_| found.status.starts_with("stop")).map(iso),
            subject_type: found.subject_type,
            body: found.body,
            status: found.status,
            created_at: iso(found.created_at),
            scheduled_at: found.scheduled_at.map(iso),
            confirmed_at: found.confirmed_at.map(iso),
            sent_at: found.sent_at.map(iso),
            only_customer_group_ids: ids.join("\n"),
            only_premium_grades: grades.join("\n"),
            only_prefectures: audience.prefectures.join("\n"),
            customer_group_labels: audience.customer_group_ids.iter().map(label).collect(),
            customer_group_ids: audience.customer_group_ids,
            premium_grades: grades,
            prefectures: audience.prefectures,
            include_unsubscribed_customers: audience.include_unsubscribed && is_admin,
            send_count: found.send_count.filter(|_| is_admin),
            announced_count: found.announced_count,
            re_announced_count: found.re_announced_count,
        }
    }
}
