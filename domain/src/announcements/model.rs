use chrono::{DateTime, Utc};

use crate::accounts::prefectures::{OVERSEAS, is_prefecture};
use crate::ids::{AnnouncementId, RestaurantId};

/// What an announcement is about; its mail's subject says so.
pub const SUBJECT_TYPES: [&str; 4] = ["notice", "vacancy", "event", "opening_hours"];
/// From its first draft to its last mail.
pub const STATUSES: [&str; 4] = ["draft", "scheduled", "sending", "sent"];
/// The paid tiers of diners.
pub const PREMIUM_GRADES: [&str; 3] = ["green", "gold", "ohc"];
pub const MAX_BODY_LENGTH: usize = 5_000;

/// Whom an announcement is for; empty means all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audience {
    /// 999 stands for customers without a group.
    pub customer_group_ids: Vec<i64>,
    pub premium_grades: Vec<String>,
    pub prefectures: Vec<String>,
    /// Forced: also to customers who do not want such mails. Only an admin may.
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

/// An announcement as its form says it, unchecked.
#[derive(Clone, Debug, Default)]
pub struct AnnouncementForm {
    pub subject_type: String,
    pub body: String,
    pub audience: Audience,
    /// Only to so many of them; to all when absent.
    pub send_count: Option<i64>,
    /// Not before then; at once when absent.
    pub scheduled_at: Option<DateTime<Utc>>,
}

impl AnnouncementForm {
    /// Whether it asks for what only an admin may do (owner §6).
    pub fn needs_admin(&self) -> bool {
        self.audience.include_unsubscribed
            || !self.audience.premium_grades.is_empty()
            || self.send_count.is_some()
            || self.scheduled_at.is_some()
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
    /// draft, scheduled, sending or sent.
    pub status: String,
    pub scheduled_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub confirmed_at: Option<DateTime<Utc>>,
    pub sent_at: Option<DateTime<Utc>>,
    pub announced_count: i64,
    pub re_announced_count: i64,
}

impl Announcement {
    pub fn is_draft(&self) -> bool {
        self.status == "draft"
    }

    pub fn is_sent(&self) -> bool {
        matches!(self.status.as_str(), "sending" | "sent")
    }

    pub fn needs_admin(&self) -> bool {
        self.audience.include_unsubscribed || !self.audience.premium_grades.is_empty() || self.send_count.is_some()
    }
}

/// The lines of a column that holds a list, as the specification keeps them.
pub fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}
