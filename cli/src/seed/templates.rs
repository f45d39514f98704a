//! Refill templates of the demo world, from which slots of future days are created.

use std::collections::HashMap;

use anyhow::Context;
use domain::audit::Actor;
use domain::ids::{CourseId, RefillTemplateId, RestaurantId};
use domain::inventory::slot_form::TimeRow;
use domain::refills::actions::{self, GuestsForm, RefillContext, TemplateChange, TemplateForm};
use domain::refills::model::GuestsCountOption;
use domain::refills::schedule::WeeklySchedule;
use sqlx::PgConnection;

use super::tools::Tools;
use super::world::SlotRule;

const WEEK: [chrono::Weekday; 7] = [
    chrono::Weekday::Mon,
    chrono::Weekday::Tue,
    chrono::Weekday::Wed,
    chrono::Weekday::Thu,
    chrono::Weekday::Fri,
    chrono::Weekday::Sat,
    chrono::Weekday::Sun,
];

/// Inserts the template of a slot rule, as an admin does. Does nothing for a rule without a template title.
pub async fn insert(
    conn: &mut PgConnection,
    tools: &Tools<'_>,
    restaurant: i64,
    rule: &SlotRule,
    group: i64,
    courses: &HashMap<String, i64>,
) -> anyhow::Result<Option<RefillTemplateId>> {
    let Some(title) = &rule.template else { return Ok(None) };
    let at = RefillContext { restaurant: RestaurantId(restaurant), actor: Actor::CommandLine, now: tools.now };
    let seats = domain::inventory::queries::list_seat_groups(conn, at.restaurant).await?;
    let seats = seats.into_iter().find(|seats| seats.id.0 == group).context("a kind of seats")?;
    let form = TemplateForm {
        title: title.clone(),
        inventory_group_uid: seats.uid,
        inventory_item_uids: seats.items.into_iter().map(|item| item.uid).collect(),
        operation: rule.operation.clone(),
    };
    let id = actions::create(conn, at, &form).await?;
    let option = |guests_count: &i32| GuestsCountOption { guests_count: *guests_count, max_per_isg: None };
    let guests = GuestsForm {
        group: None,
        always_allow_last_solo: rule.always_allow_last_solo,
        options: rule.guests_counts.iter().map(option).collect(),
    };
    actions::save_guests(conn, at, id, &guests).await?;
    let row = |(from, till): &(String, String)| TimeRow { start_time: from.clone(), end_time: till.clone() };
    actions::save_times(conn, at, id, &rule.times.iter().map(row).collect::<Vec<_>>()).await?;
    let chosen: Vec<_> = rule.courses.iter().map(|key| (CourseId(courses[key]), None)).collect();
    actions::save_courses(conn, at, id, &chosen).await?;
    let schedule =
        WeeklySchedule { weekdays: WEEK.map(|day| rule.weekdays.contains(day)), ..WeeklySchedule::default() };
    actions::update(conn, at, id, &TemplateChange { form: None, schedule: Some(schedule) }).await?;
    Ok(Some(id))
}
