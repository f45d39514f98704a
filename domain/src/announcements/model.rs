use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use crate::accounts::prefectures::{OVERSEAS, is_prefecture};
use crate::ids::{AnnouncementId, RestaurantId};

/// Topics of an announcement. Its mail's subject names the topic.
pub const SUBJECT_TYPES: [&str; 4] = ["notice", "vacancy", "event", "opening_hours"];
/// States of an announcement, from the first draft to the last mail. It is `sending` until no mail waits, and `stopping` until every mail
/// that has not left is dropped.
pub const STATUSES: [&str; 6] = ["draft", "scheduled", "sending", "sent", "stopping", "stopped"];
/// The paid tiers of diners.
pub const PREMIUM_GRADES: [&str; 3] = ["green", "gold", "ohc"];
pub const MAX_BODY_LENGTH: usize = 5_000;

/// Recipients of an announcement; an empty list means all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audience {
    /// 999 means customers without a group.
    pub customer_group_ids: Vec<i64>,
    pub premium_grades: Vec<String>,
    pub prefectures: Vec<String>,
    /// Forced sending: includes customers who do not want such mails. Reserved to admins.
    pub include_unsubscribed: bool,
}

impl Audience {
    pub fn has_unknown_grade(&self) -> bool {
        self.premium_grades.iter().any(|grade| !PREMIUM_GRADES.contains(&grade.as_str()))
    }

    pub fn has_unknown_prefecture(&self) -> bool {
        self.prefectures.iter().any(|code| code != OVERSEAS && !is_prefecture(code))
    }
}

/// An announcement as submitted, not validated.
#[derive(Clone, Debug, Default)]
pub struct AnnouncementForm {
    pub subject_type: String,
    pub body: String,
    pub audience: Audience,
    /// Maximum number of recipients; None for all.
    pub send_count: Option<i64>,
    /// Earliest time of sending; None for immediately.
    pub scheduled_at: Option<DateTime<Utc>>,
}

impl AnnouncementForm {
    /// Whether it uses an option that is reserved to admins (owner §6).
    pub fn needs_admin(&self) -> bool {
        self.audience.include_unsubscribed
            || !self.audience.premium_grades.is_empty()
            || self.send_count.is_some()
            || self.scheduled_at.is_some()
    }

    /// Returns the fields for the audit log. A list that is empty is missing: it means all.
    pub(super) fn audit_fields(&self) -> Value {
        let audience = &self.audience;
        let some = |list: &[String]| (!list.is_empty()).then(|| list.to_vec());
        let groups = (!audience.customer_group_ids.is_empty()).then_some(&audience.customer_group_ids);
        json!({
            "subject_type": self.subject_type,
            "body": self.body,
            "customer_group_ids": groups,
            "premium_grades": some(&audience.premium_grades),
            "prefectures": some(&audience.prefectures),
            "include_unsubscribed_customers": audience.include_unsubscribed,
            "send_count": self.send_count,
            "scheduled_at": self.scheduled_at,
        })
    }
}

/// Changed fields of an announcement. Absent fields remain; an empty list means all, and `None` in a field clears it (gaps G276).
#[derive(Clone, Debug, Default)]
pub struct AnnouncementChange {
    pub subject_type: Option<String>,
    pub body: Option<String>,
    pub customer_group_ids: Option<Vec<i64>>,
    pub premium_grades: Option<Vec<String>>,
    pub prefectures: Option<Vec<String>>,
    pub include_unsubscribed: Option<bool>,
    pub send_count: Option<Option<i64>>,
    pub scheduled_at: Option<Option<DateTime<Utc>>>,
}

impl AnnouncementChange {
    /// Returns the stored fields with the changed ones.
    pub fn onto(self, stored: AnnouncementForm) -> AnnouncementForm {
        let audience = stored.audience;
        AnnouncementForm {
            subject_type: self.subject_type.unwrap_or(stored.subject_type),
            body: self.body.unwrap_or(stored.body),
            audience: Audience {
                customer_group_ids: self.customer_group_ids.unwrap_or(audience.customer_group_ids),
                premium_grades: self.premium_grades.unwrap_or(audience.premium_grades),
                prefectures: self.prefectures.unwrap_or(audience.prefectures),
                include_unsubscribed: self.include_unsubscribed.unwrap_or(audience.include_unsubscribed),
            },
            send_count: self.send_count.unwrap_or(stored.send_count),
            scheduled_at: self.scheduled_at.unwrap_or(stored.scheduled_at),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Announcement {
    pub id: AnnouncementId,
    pub restaurant_id: RestaurantId,
    pub subject_type: String,
    pub body: String,
    pub audience: Audience,
    pub send_count: Option<i32>,
    /// One of `STATUSES`.
    pub status: String,
    pub scheduled_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub confirmed_at: Option<DateTime<Utc>>,
    pub sent_at: Option<DateTime<Utc>>,
    pub stopped_at: Option<DateTime<Utc>>,
    pub is_stopped_by_admin: bool,
    pub announced_count: i64,
    pub re_announced_count: i64,
}

impl Announcement {
    pub fn form(&self) -> AnnouncementForm {
        AnnouncementForm {
            subject_type: self.subject_type.clone(),
            body: self.body.clone(),
            audience: self.audience.clone(),
            send_count: self.send_count.map(i64::from),
            scheduled_at: self.scheduled_at,
        }
    }

    pub fn is_draft(&self) -> bool {
        self.status == "draft"
    }

    pub fn is_sent(&self) -> bool {
        matches!(self.status.as_str(), "sending" | "sent")
    }

    /// Whether it has recipients: it is going out, went out, or was stopped.
    pub fn has_started(&self) -> bool {
        !matches!(self.status.as_str(), "draft" | "scheduled")
    }

    pub fn needs_admin(&self) -> bool {
        self.audience.include_unsubscribed || !self.audience.premium_grades.is_empty() || self.send_count.is_some()
    }
}

/// Splits a column that holds a list into its lines, the format of the specification.
pub fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}
