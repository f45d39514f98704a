//! Whether cancelled bookings make cancellation slots, and when these open to which group (owner §3 to §5).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgConnection;

use super::queries::find_policy;
use super::release::CancellationSlotPolicy;
use crate::audit::{self, Actor};
use crate::ids::{CustomerGroupId, RestaurantId};
use crate::restaurants::actions::set_online_cancellation;

/// Changes the policy. A None stays as it is; disabling clears the days (gaps G165). Days must fit the column.
pub async fn set_policy(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    is_enabled: Option<bool>,
    within_days: Option<Option<i32>>,
) -> sqlx::Result<CancellationSlotPolicy> {
    let previous = find_policy(conn, restaurant).await?;
    let is_enabled = is_enabled.unwrap_or(previous.is_enabled);
    let within_days = within_days.unwrap_or(previous.within_days).filter(|_| is_enabled);
    set_online_cancellation(conn, now, actor, restaurant, is_enabled, within_days).await?;
    Ok(CancellationSlotPolicy { is_enabled, within_days })
}

/// When a customer group is notified of cancellation slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupStandby {
    pub id: CustomerGroupId,
    pub label: String,
    pub label_short: String,
    pub allow_standby: bool,
    pub is_immediate: bool,
    pub before_days: i32,
    pub before_hours: i32,
}

pub async fn list_group_standby(conn: &mut PgConnection, restaurant: RestaurantId) -> sqlx::Result<Vec<GroupStandby>> {
    sqlx::query_as!(
        GroupStandby,
        r#"SELECT id AS "id: CustomerGroupId", label, label_short, allow_standby, standby_notify_immediate AS is_immediate,
                  standby_notify_before_days AS before_days, standby_notify_before_hours AS before_hours
           FROM customer_groups WHERE restaurant_id = $1 AND archived_at IS NULL ORDER BY id"#,
        restaurant.0,
    )
    .fetch_all(conn)
    .await
}

/// Changes of a group's standby settings; a None stays as it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct StandbyChange {
    pub allow_standby: Option<bool>,
    pub is_immediate: Option<bool>,
    pub before_days: Option<i32>,
    pub before_hours: Option<i32>,
}

impl GroupStandby {
    /// Days and hours are 0 for a group without standby (owner §5).
    fn with_change(self, change: StandbyChange) -> Self {
        let allow_standby = change.allow_standby.unwrap_or(self.allow_standby);
        let number = |changed: Option<i32>, previous: i32| if allow_standby { changed.unwrap_or(previous) } else { 0 };
        Self {
            allow_standby,
            is_immediate: allow_standby && change.is_immediate.unwrap_or(self.is_immediate),
            before_days: number(change.before_days, self.before_days),
            before_hours: number(change.before_hours, self.before_hours),
            ..self
        }
    }
}

/// Changes when cancellation slots open to a group, by its id or uid, from now on. Returns the settings before and after the change; None if
/// the group is not the restaurant's.
pub async fn set_group_standby(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    actor: Actor,
    restaurant: RestaurantId,
    id: Option<CustomerGroupId>,
    uid: Option<&str>,
    change: StandbyChange,
) -> sqlx::Result<Option<(GroupStandby, GroupStandby)>> {
    let id = sqlx::query_scalar!(
        r#"SELECT id AS "id: CustomerGroupId" FROM customer_groups
           WHERE restaurant_id = $1 AND archived_at IS NULL AND (id = $2 OR uid = $3) FOR NO KEY UPDATE"#,
        restaurant.0,
        id.map(|id| id.0),
        uid,
    );
    let Some(id) = id.fetch_optional(&mut *conn).await? else { return Ok(None) };
    let groups = list_group_standby(conn, restaurant).await?;
    let Some(previous) = groups.into_iter().find(|group| group.id == id) else { return Ok(None) };
    let changed = previous.clone().with_change(change);
    sqlx::query!(
        "UPDATE customer_groups SET allow_standby = $2, standby_notify_immediate = $3, standby_notify_before_days = $4,
             standby_notify_before_hours = $5 WHERE restaurant_id = $6 AND id = $1",
        id.0,
        changed.allow_standby,
        changed.is_immediate,
        changed.before_days,
        changed.before_hours,
        restaurant.0,
    )
    .execute(&mut *conn)
    .await?;
    let event = audit::Event {
        actor,
        action: "customer_group_standby_updated",
        restaurant: Some(restaurant),
        reservation: None,
        detail: json!({ "customer_group_id": id }),
    };
    audit::record(conn, now, event).await?;
    Ok(Some((previous, changed)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_without_notifications_have_no_timing() {
        let group = GroupStandby {
            id: CustomerGroupId(1),
            label: "常連".into(),
            label_short: "常".into(),
            allow_standby: true,
            is_immediate: true,
            before_days: 3,
            before_hours: 6,
        };
        let change = StandbyChange { allow_standby: Some(false), before_days: Some(5), ..StandbyChange::default() };
        let off = group.clone().with_change(change);
        assert_eq!((off.is_immediate, off.before_days, off.before_hours), (false, 0, 0));
        let later = group.with_change(StandbyChange {
            is_immediate: Some(false),
            before_days: Some(5),
            ..StandbyChange::default()
        });
        assert_eq!((later.is_immediate, later.before_days, later.before_hours), (false, 5, 6));
    }
}
