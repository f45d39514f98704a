//! `seki drop`.

use clap::{Args, Subcommand, value_parser};
use domain::waiting_rooms::rehearsal::{Group, GroupReport, RehearsalPlan, RehearsalReport, rehearse};

use crate::output::{CommandOutcome, number_of, print, print_json, table};

/// Drops: openings with more diners than seats, behind a waiting room.
#[derive(Debug, Args)]
pub struct DropCommand {
    #[command(subcommand)]
    action: DropAction,
}

#[derive(Debug, Subcommand)]
enum DropAction {
    /// Rehearses a drop in virtual time, by the rules of the waiting room, and reports when it is sold out and how long diners wait. Needs no
    /// database.
    Rehearse(Rehearse),
}

#[derive(Debug, Args)]
struct Rehearse {
    /// Number of seats. Each diner takes one.
    #[arg(long, value_parser = value_parser!(u32).range(1..=100_000))]
    seats: u32,
    /// Number of diners who join before the opening.
    #[arg(long, value_parser = value_parser!(u32).range(0..=100_000))]
    diners: u32,
    /// Number of diners who join in the ten minutes after the opening.
    #[arg(long, default_value_t = 0, value_parser = value_parser!(u32).range(0..=100_000))]
    late: u32,
    /// Number of automated browsers, which join before the opening and book within a second.
    #[arg(long, default_value_t = 0, value_parser = value_parser!(u32).range(0..=100_000))]
    bots: u32,
    /// Percentage of the diners who have closed the page when their turn comes.
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u64).range(0..=100))]
    absent: u64,
    /// Seed of the rehearsal. The same seed gives the same report.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Prints JSON instead of text.
    #[arg(long)]
    json: bool,
}

impl DropCommand {
    // Every command is run as a future.
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        match self.action {
            DropAction::Rehearse(asked) => report(&asked),
        }
    }
}

fn report(asked: &Rehearse) -> anyhow::Result<CommandOutcome> {
    let report = rehearse(&RehearsalPlan {
        seats: asked.seats as usize,
        early: asked.diners as usize,
        late: asked.late as usize,
        bots: asked.bots as usize,
        absent_percent: asked.absent,
        seed: asked.seed,
    });
    if asked.json {
        print_json(&report)?;
        return Ok(CommandOutcome::Fine);
    }
    print(&summary(&report))?;
    let headings = ["group", "diners", "turns", "seats", "odds", "median wait", "longest wait"];
    print(&table(&headings, report.groups.iter().filter(|group| group.diners > 0).map(cells)))?;
    Ok(CommandOutcome::Fine)
}

fn summary(report: &RehearsalReport) -> String {
    let sold = number_of(report.seats_sold as u64, "seats");
    let unused = number_of(report.unused_turns as u64, "turns");
    match report.sold_out_after {
        Some(seconds) => format!("{sold} sold out {} after the opening, {unused} unused", minutes(seconds)),
        None => format!("{sold} sold, others are left, {unused} unused"),
    }
}

fn cells(group: &GroupReport) -> Vec<String> {
    let name = match group.group {
        Group::Early => "before the opening",
        Group::Late => "after the opening",
        Group::Bots => "bots",
    };
    let wait = |seconds: Option<i64>| seconds.map_or_else(|| "–".to_owned(), minutes);
    vec![
        name.to_owned(),
        group.diners.to_string(),
        group.admitted.to_string(),
        group.seats.to_string(),
        format!("{:.1} %", group.odds_percent),
        wait(group.median_wait),
        wait(group.longest_wait),
    ]
}

fn minutes(seconds: i64) -> String {
    format!("{}:{:02} min", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summary_names_the_time_of_the_last_seat() {
        let report =
            RehearsalReport { sold_out_after: Some(754), seats_sold: 200, unused_turns: 1, groups: Vec::new() };
        assert_eq!(summary(&report), "200 seats sold out 12:34 min after the opening, 1 turn unused");
        let report = RehearsalReport { sold_out_after: None, ..report };
        assert_eq!(summary(&report), "200 seats sold, others are left, 1 turn unused");
    }
}
