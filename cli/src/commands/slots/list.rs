//! `seki slots list`.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, NaiveDate, Utc};
use clap::Args;
use domain::inventory::queries::list::{SlotFilter, SlotRow, SlotState, list_slots};
use domain::inventory::queries::offers::{SlotOffer, StockOffer, list_offers};
use domain::zone::Zone;
use serde::Serialize;

use super::arguments::{day, restaurant};
use crate::commands::installation::Shell;
use crate::output::{self, CommandOutcome, TableRow, UsageError};
use crate::words::{coded, word};

/// Number of days after the first one, if no last day is given.
const DEFAULT_DAYS: Days = Days::new(6);
const MAX_DAYS: i64 = 366;

/// Lists slots by day, with free seats, groups that may book, courses, and the refill template of the slot.
#[derive(Debug, Args)]
pub struct List {
    /// Restaurant slug.
    restaurant: String,
    /// One day, YYYY-MM-DD.
    #[arg(long, value_parser = day, conflicts_with_all = ["from", "till"])]
    date: Option<NaiveDate>,
    /// The first day (default: today).
    #[arg(long, value_parser = day)]
    from: Option<NaiveDate>,
    /// The last day (default: a week after the first).
    #[arg(long, value_parser = day)]
    till: Option<NaiveDate>,
    /// Only slots in this state.
    #[arg(long, value_parser = coded("word.slot_state", SlotState::ALL.map(SlotState::as_str)))]
    state: Option<String>,
    /// Prints JSON instead of text.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct SlotListRow {
    id: i64,
    uid: String,
    date: NaiveDate,
    operation: &'static str,
    /// `18:00-20:00`; hours of the following day continue after 24.
    times: Vec<String>,
    seats: String,
    guests_counts: Vec<i32>,
    stocks: Vec<StockColumns>,
    /// Number of stocks that a diner could book at one of the times.
    free: i64,
    state: &'static str,
    courses: Vec<String>,
    /// The refill template that created the slot.
    template: Option<String>,
    gold_round: Option<String>,
}

#[derive(Serialize)]
struct StockColumns {
    item: String,
    is_taken: bool,
    /// Only the listed groups may book it (whitelist), or all except them (blacklist).
    access_control: &'static str,
    customer_groups: Vec<String>,
}

impl From<StockOffer> for StockColumns {
    fn from(stock: StockOffer) -> Self {
        let access_control = if stock.is_whitelist { "whitelist" } else { "blacklist" };
        Self { item: stock.item, is_taken: stock.is_taken, access_control, customer_groups: stock.groups }
    }
}

impl StockColumns {
    fn access_text(&self) -> String {
        let groups = self.customer_groups.join(", ");
        match (self.access_control, groups.is_empty()) {
            ("whitelist", _) => format!("only {groups}"),
            (_, true) => "all customers".to_owned(),
            (_, false) => format!("not {groups}"),
        }
    }
}

impl SlotListRow {
    fn new(zone: Zone, row: SlotRow, offer: SlotOffer) -> Self {
        let clock = |at: DateTime<Utc>| zone.clock_time(row.date, at);
        let times = row.starts.iter().zip(&row.ends).map(|(start, end)| format!("{}-{}", clock(*start), clock(*end)));
        Self {
            times: times.collect(),
            id: offer.id.0,
            uid: row.uid,
            date: row.date,
            operation: row.operation.as_str(),
            seats: row.group_title.ja,
            guests_counts: row.guests_counts,
            stocks: offer.stocks.into_iter().map(StockColumns::from).collect(),
            free: row.free_stocks,
            state: row.state.as_str(),
            courses: offer.courses,
            template: offer.template,
            gold_round: row.gold_round_title,
        }
    }

    /// Formats the groups that may book, with the seats if they differ.
    fn access_text(&self) -> String {
        let mut by_access: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for stock in &self.stocks {
            by_access.entry(stock.access_text()).or_default().push(&stock.item);
        }
        match by_access.len() {
            0 | 1 => by_access.into_keys().collect(),
            _ => by_access
                .iter()
                .map(|(who, items)| format!("{}: {who}", items.join(" ")))
                .collect::<Vec<_>>()
                .join("\n"),
        }
    }
}

impl TableRow for SlotListRow {
    const HEADINGS: &'static [&'static str] =
        &["id", "date", "times", "seats", "free", "guests", "who may book", "courses", "from template", "state"];

    fn cells(&self) -> Vec<String> {
        let guests: Vec<_> = self.guests_counts.iter().map(i32::to_string).collect();
        let taken: Vec<_> =
            self.stocks.iter().filter(|stock| stock.is_taken).map(|stock| stock.item.as_str()).collect();
        let taken = if taken.is_empty() { String::new() } else { format!("\ntaken: {}", taken.join(" ")) };
        vec![
            self.id.to_string(),
            self.date.to_string(),
            self.times.join("\n"),
            self.seats.clone(),
            format!("{} of {}{taken}", self.free, self.stocks.len()),
            guests.join(" "),
            self.access_text(),
            self.courses.join("\n"),
            self.template.clone().unwrap_or_default(),
            word("word.slot_state", self.state),
        ]
    }
}

impl List {
    pub async fn run(self, shell: &Shell) -> anyhow::Result<CommandOutcome> {
        let restaurant = restaurant(shell, &self.restaurant).await?;
        let now = shell.clock.now();
        let from = self.date.or(self.from).unwrap_or_else(|| restaurant.zone.date_of(now));
        let till = self.date.or(self.till).unwrap_or(from + DEFAULT_DAYS);
        if !(0..MAX_DAYS).contains(&(till - from).num_days()) {
            let fault = format!("the last day is before the first, or the range has more than {MAX_DAYS} days");
            return Err(UsageError(fault).into());
        }
        let state = self.state.as_deref().and_then(SlotState::named);
        let filter = SlotFilter { from, till: Some(till), group: None, state, is_gold: None };
        let mut conn = shell.pool.acquire().await?;
        let rows = list_slots(&mut conn, restaurant.id, &filter, None, i64::MAX, now).await?;
        let uids: Vec<_> = rows.iter().map(|row| row.uid.clone()).collect();
        let mut offers = list_offers(&mut conn, restaurant.id, &uids, now).await?;
        // A slot that was deleted between the two reads has no offer.
        let line = |row: SlotRow| offers.remove(&row.uid).map(|offer| SlotListRow::new(restaurant.zone, row, offer));
        let lines: Vec<_> = rows.into_iter().filter_map(line).collect();
        output::print_list(&lines, self.json, &format!("no slots from {from} to {till}"))?;
        Ok(CommandOutcome::Fine)
    }
}
