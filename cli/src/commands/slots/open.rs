//! `seki slots open`.

use chrono::NaiveDate;
use clap::Args;
use domain::audit::Actor;
use domain::ids::{CourseId, RestaurantId};
use domain::inventory::model::{CourseChoice, NewSlot, SeatGroup, SlotGroupChoice};
use domain::inventory::slot_form::{AccessRow, AccessRowKind, TimeRow};
use domain::inventory::{actions, queries};
use domain::rounds;
use serde::Serialize;
use sqlx::PgConnection;

use super::arguments::{day, restaurant};
use super::rejection::to_message;
use crate::commands::installation::Shell;
use crate::output::{self, CommandOutcome, UsageError};

/// Creates a slot, as the form of the owner's calendar does.
#[derive(Debug, Args)]
pub struct Open {
    /// Restaurant slug.
    restaurant: String,
    /// The day, YYYY-MM-DD.
    #[arg(long, value_parser = day)]
    date: NaiveDate,
    /// A start and an end time, such as 18:00-20:00; hours of the following day continue after 24. Can be repeated.
    #[arg(long = "time", required = true, value_name = "FROM-TILL", value_parser = stay)]
    times: Vec<OpenTimes>,
    /// A course's id, uid or title. Can be repeated.
    #[arg(long = "course", required = true)]
    courses: Vec<String>,
    /// The inventory group by uid or title; required if there are several.
    #[arg(long)]
    seats: Option<String>,
    /// A seat of that group by uid or label (default: all). Can be repeated.
    #[arg(long = "item")]
    items: Vec<String>,
    /// Party sizes, separated by commas (default: all sizes that the seats take).
    #[arg(long, value_delimiter = ',')]
    guests: Vec<i32>,
    /// Lets one guest take the last seat.
    #[arg(long)]
    last_solo: bool,
    /// A customer group by label, id or uid: only the given groups may book. Can be repeated.
    #[arg(long = "group")]
    groups: Vec<String>,
    /// Reports whether the slot can be created, and creates nothing.
    #[arg(long)]
    dry_run: bool,
    /// Prints JSON instead of text.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Debug)]
struct OpenTimes {
    from: String,
    till: String,
}

/// The form validates the times themselves.
fn stay(text: &str) -> Result<OpenTimes, String> {
    let (from, till) = text.split_once('-').ok_or("expected a time such as HH:MM-HH:MM")?;
    Ok(OpenTimes { from: from.to_owned(), till: till.to_owned() })
}

#[derive(Serialize)]
struct OpenReport {
    /// Uid of the new slot; null after a dry run.
    uid: Option<String>,
    dry_run: bool,
}

impl Open {
    /// Creates the slot. A dry run does the same and rolls it back.
    pub async fn run(self, shell: &Shell) -> anyhow::Result<CommandOutcome> {
        let restaurant = restaurant(shell, &self.restaurant).await?;
        let mut tx = shell.pool.begin().await?;
        let form = self.form(&mut tx, restaurant.id).await?;
        let made =
            actions::create(&mut tx, &shell.rng, shell.clock.now(), Actor::CommandLine, &restaurant, &form).await;
        let uid = made.map_err(to_message)?;
        match self.dry_run {
            true => tx.rollback().await?,
            false => tx.commit().await?,
        }
        let uid = (!self.dry_run).then_some(uid);
        if self.json {
            output::print_json(&OpenReport { uid, dry_run: self.dry_run })?;
        } else {
            output::print(
                &uid.map_or_else(|| "the slot can be created".to_owned(), |uid| format!("created slot {uid}")),
            )?;
        }
        Ok(CommandOutcome::Fine)
    }

    async fn form(&self, conn: &mut PgConnection, restaurant: RestaurantId) -> anyhow::Result<NewSlot> {
        let seats = self.seats(conn, restaurant).await?;
        let items = self.items(&seats)?;
        let access = self.access(conn, restaurant, &items).await?;
        let all_sizes = 1..=seats.capacity_of(items.len());
        let row = |stay: &OpenTimes| TimeRow { start_time: stay.from.clone(), end_time: stay.till.clone() };
        Ok(NewSlot {
            date: self.date,
            courses: self.courses(conn, restaurant).await?,
            guests_counts: if self.guests.is_empty() { all_sizes.collect() } else { self.guests.clone() },
            inventory_group_uid: seats.uid,
            inventory_item_uids: items,
            always_allow_last_solo: self.last_solo,
            times: self.times.iter().map(row).collect(),
            access,
            show_end_time_on_title: false,
            gold: None,
        })
    }

    async fn seats(&self, conn: &mut PgConnection, restaurant: RestaurantId) -> anyhow::Result<SeatGroup> {
        let mut kinds = queries::list_seat_groups(conn, restaurant).await?;
        let titles: Vec<_> = kinds.iter().map(|kind| kind.title.ja.clone()).collect();
        match &self.seats {
            Some(name) => kinds.retain(|kind| [&kind.uid, &kind.title.ja, &kind.title.en].contains(&name)),
            None if kinds.len() > 1 => {
                return Err(UsageError(format!("--seats is required, one of: {}", titles.join(", "))).into());
            }
            None => {}
        }
        let named = kinds.into_iter().next();
        Ok(named.ok_or_else(|| UsageError(format!("unknown seats; available: {}", titles.join(", "))))?)
    }

    /// Returns the uids of the named items.
    fn items(&self, seats: &SeatGroup) -> anyhow::Result<Vec<String>> {
        if self.items.is_empty() {
            return Ok(seats.items.iter().map(|item| item.uid.clone()).collect());
        }
        let find = |name: &String| {
            let found = seats.items.iter().find(|item| item.uid == *name || item.label == *name);
            found
                .map(|item| item.uid.clone())
                .ok_or_else(|| UsageError(format!("there is no seat {name} in this group")))
        };
        Ok(self.items.iter().map(find).collect::<Result<_, _>>()?)
    }

    async fn courses(&self, conn: &mut PgConnection, restaurant: RestaurantId) -> anyhow::Result<Vec<CourseId>> {
        let known = queries::list_courses(conn, restaurant, self.date).await?;
        let is_named = |course: &CourseChoice, name: &str| {
            course.uid == name || course.id.0.to_string() == name || course.title.ja == name || course.title.en == name
        };
        let find = |name: &String| {
            let found = known.iter().find(|course| is_named(course, name));
            found.map(|course| course.id).ok_or_else(|| UsageError(format!("there is no course {name}")))
        };
        Ok(self.courses.iter().map(find).collect::<Result<_, _>>()?)
    }

    async fn access(
        &self,
        conn: &mut PgConnection,
        restaurant: RestaurantId,
        items: &[String],
    ) -> anyhow::Result<Vec<AccessRow>> {
        if self.groups.is_empty() {
            return Ok(Vec::new());
        }
        let known = queries::list_groups(conn, restaurant).await?;
        let mut groups = Vec::new();
        for name in &self.groups {
            let is_named = |group: &&SlotGroupChoice| {
                group.label == *name || group.label_short == *name || group.id.0.to_string() == *name
            };
            let group = match known.iter().find(is_named) {
                Some(group) => Some(group.id),
                None => rounds::queries::find_group(conn, restaurant, name).await?,
            };
            groups.push(group.ok_or_else(|| UsageError(format!("there is no customer group {name}")))?);
        }
        let row = |uid: &String| AccessRow {
            row: AccessRowKind::Item(uid.clone()),
            access_control: "whitelist".to_owned(),
            groups: groups.clone(),
        };
        Ok(items.iter().map(row).collect())
    }
}
