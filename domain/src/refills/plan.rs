//! The slots that a refill would create, and the reasons to skip days.

use std::collections::{HashMap, HashSet};

use sqlx::PgConnection;

use super::day::{PlannedDay, SkipReason};
use super::model::{RefilledDays, StoredTemplate};
use super::queries::{self, TemplateDay};

/// Plans the days of templates: skips open days that have an obstacle. If two templates would put a slot on the same item at the same time,
/// the older one takes precedence.
pub async fn plan(
    conn: &mut PgConnection,
    templates: &[StoredTemplate],
    chosen: Vec<Vec<PlannedDay>>,
) -> sqlx::Result<Vec<RefilledDays>> {
    let open: Vec<TemplateDay> =
        templates.iter().zip(&chosen).flat_map(|(template, days)| places(template, days)).collect();
    let obstacles = queries::obstacles(conn, &open).await?;
    let blocked = open.iter().enumerate().filter_map(|(index, place)| Some((*place, *obstacles.get(&index)?)));
    let blocked: HashMap<_, _> = blocked.collect();
    let planned = templates.iter().zip(chosen).map(|(template, mut days)| {
        for day in days.iter_mut().filter(|day| day.skipped.is_none()) {
            day.skipped = blocked.get(&(template.restaurant, template.id, day.date)).copied();
        }
        RefilledDays { restaurant: template.restaurant, template: template.id, days }
    });
    let mut planned: Vec<_> = planned.collect();
    skip_conflicts(templates, &mut planned);
    Ok(planned)
}

/// Returns the days of a template that are not skipped.
fn places<'a>(template: &'a StoredTemplate, days: &'a [PlannedDay]) -> impl Iterator<Item = TemplateDay> + 'a {
    days.iter().filter(|day| day.skipped.is_none()).map(|day| (template.restaurant, template.id, day.date))
}

/// Returns the slots to create.
pub fn slots_to_create(templates: &[StoredTemplate], planned: &[RefilledDays]) -> Vec<TemplateDay> {
    templates.iter().zip(planned).flat_map(|(template, refilled)| places(template, &refilled.days)).collect()
}

fn skip_conflicts(templates: &[StoredTemplate], planned: &mut [RefilledDays]) {
    for (index, template) in templates.iter().enumerate() {
        let (before, own) = planned.split_at_mut(index);
        let rivals = templates[..index].iter().zip(before).filter(|(other, _)| other.blocks(template));
        let taken: HashSet<_> = rivals.flat_map(|(other, refilled)| places(other, &refilled.days)).collect();
        let taken: HashSet<_> = taken.into_iter().map(|(.., date)| date).collect();
        for day in own[0].days.iter_mut().filter(|day| day.skipped.is_none() && taken.contains(&day.date)) {
            day.skipped = Some(SkipReason::Slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::{NaiveDate, NaiveTime};

    use super::*;
    use crate::ids::{InventoryGroupId, InventoryItemId, RefillTemplateId, RestaurantId};
    use crate::refills::schedule::WeeklySchedule;
    use crate::restaurants::model::OperationName;

    fn template(id: i64, items: &[i64], from: u32, till: u32) -> StoredTemplate {
        let time = |hour| NaiveTime::from_hms_opt(hour, 0, 0).unwrap();
        StoredTemplate {
            restaurant: RestaurantId(1),
            id: RefillTemplateId(id),
            title: String::new(),
            group: InventoryGroupId(1),
            capacity_per_stock: 1,
            operation: OperationName::Dinner,
            is_operation_active: true,
            items: items.iter().map(|id| InventoryItemId(*id)).collect(),
            schedule: WeeklySchedule::default(),
            guests: Vec::new(),
            times: vec![(time(from), time(till))],
            courses: Vec::new(),
        }
    }

    #[test]
    fn template_yields_only_to_older_templates_of_the_day() {
        let day = |day| NaiveDate::from_ymd_opt(2026, 12, day).unwrap();
        let templates = [
            template(1, &[1, 2], 18, 20),
            template(2, &[2, 3], 19, 21),
            template(3, &[3], 20, 22),
            template(4, &[1], 20, 22),
        ];
        let open =
            |dates: &[u32]| dates.iter().map(|date| PlannedDay { date: day(*date), skipped: None }).collect::<Vec<_>>();
        let days = [open(&[1]), open(&[1, 2]), open(&[1, 2]), open(&[1, 2])];
        let mut planned: Vec<_> = templates
            .iter()
            .zip(days)
            .map(|(template, days)| RefilledDays { restaurant: template.restaurant, template: template.id, days })
            .collect();
        skip_conflicts(&templates, &mut planned);
        let skipped: Vec<Vec<_>> =
            planned.iter().map(|refilled| refilled.days.iter().map(|day| day.skipped).collect()).collect();
        let slot = Some(SkipReason::Slot);
        // The second yields on the first day only, so the third has no competitor there; the fourth shares no time.
        assert_eq!(skipped, [vec![None], vec![slot, None], vec![None, slot], vec![None, None]]);
        assert_eq!(slots_to_create(&templates, &planned).len(), 5);
    }
}
