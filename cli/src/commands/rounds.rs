//! `seki rounds`.

use clap::{Args, Subcommand};
use domain::i18n::{self, Locale};
use domain::inventory;
use domain::rounds::actions;
use domain::rounds::lint::{self, PlanWarning};
use domain::rounds::plan::write_effective_at;
use domain::rounds::queries::{self, StoredPlan};
use serde::Serialize;

use super::installation::{Installation, Shell};
use crate::lookup;
use crate::output::{self, CommandOutcome, ReportOptions, TableRow};
use crate::words::word;

/// Round plans: how far ahead the customer groups of a restaurant can book.
#[derive(Debug, Args)]
pub struct RoundsCommand {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    action: RoundsAction,
}

#[derive(Debug, Subcommand)]
enum RoundsAction {
    /// Lists the plans of a restaurant with their rounds.
    List {
        /// Restaurant slug.
        restaurant: String,
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Lists plans that never open or open twice, and groups without a plan, of all restaurants that diners can reach.
    Lint {
        /// Prints JSON instead of text.
        #[arg(long)]
        json: bool,
    },
    /// Creates the next rounds of all periodic plans that run out, as the worker does every night.
    Make(ReportOptions),
}

#[derive(Serialize)]
struct RoundRow {
    /// The group's name.
    #[serde(skip)]
    label: String,
    /// Empty for all groups without their own plan.
    customer_group_uid: String,
    is_preferred: bool,
    kind: String,
    /// The time at which a round takes effect, in the restaurant's zone. Empty for a plan without rounds.
    effective_at: String,
    online_reservable_till: String,
}

impl TableRow for RoundRow {
    const HEADINGS: &'static [&'static str] = &["group", "preferred", "plan", "from", "bookable until"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.label.clone(),
            if self.is_preferred { "yes" } else { "" }.to_owned(),
            word("word.plan_kind", &self.kind),
            self.effective_at.clone(),
            self.online_reservable_till.clone(),
        ]
    }
}

#[derive(Serialize)]
struct PlanFindingRow {
    restaurant: String,
    /// Empty for the general plan, and for diners without a group.
    customer_group_uid: String,
    is_preferred: bool,
    oddity: PlanWarning,
    /// The group's name.
    #[serde(skip)]
    label: String,
}

fn no_group() -> String {
    i18n::t(Locale::En, "admin.rounds.no_group", &[])
}

impl TableRow for PlanFindingRow {
    const HEADINGS: &'static [&'static str] = &["restaurant", "group", "preferred", "warning"];

    fn cells(&self) -> Vec<String> {
        vec![
            self.restaurant.clone(),
            self.label.clone(),
            if self.is_preferred { "yes" } else { "" }.to_owned(),
            i18n::t(Locale::En, &format!("admin.rounds.{}", self.oddity), &[("group", &self.label)]),
        ]
    }
}

impl RoundsCommand {
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        let shell = self.installation.open().await?;
        match self.action {
            RoundsAction::List { restaurant, json } => list(&shell, &restaurant, json).await?,
            RoundsAction::Lint { json } => return lint(&shell, json).await,
            RoundsAction::Make(report) => {
                let now = shell.clock.now();
                let count = match report.dry_run {
                    true => actions::count_due(&mut *shell.pool.acquire().await?, now).await?,
                    false => actions::sweep(&shell.pool, &shell.rng, now, None).await? as u64,
                };
                report.print_count(count, "plans", "extended")?;
            }
        }
        Ok(CommandOutcome::Fine)
    }
}

async fn list(shell: &Shell, slug: &str, as_json: bool) -> anyhow::Result<()> {
    let mut conn = shell.pool.acquire().await?;
    let restaurant = lookup::restaurant(&mut conn, slug).await?;
    let plans = queries::list(&mut conn, restaurant.id, shell.clock.now()).await?;
    let groups = inventory::queries::list_groups(&mut conn, restaurant.id).await?;
    let label = |plan: &StoredPlan| {
        let group = groups.iter().find(|group| plan.key.group == Some(group.id));
        group.map_or_else(no_group, |group| group.label.clone())
    };
    let line = |plan: &StoredPlan, from: String, till: String| RoundRow {
        label: label(plan),
        customer_group_uid: plan.group_uid.clone().unwrap_or_default(),
        is_preferred: plan.key.is_preferred,
        kind: plan.kind.as_str().to_owned(),
        effective_at: from,
        online_reservable_till: till,
    };
    let lines = plans.iter().flat_map(|plan| {
        let rounds = plan.rounds.iter().map(|(_, round)| {
            let from = write_effective_at(restaurant.zone, round.effective_at);
            line(plan, from, round.online_reservable_till.to_string())
        });
        let rounds: Vec<_> = rounds.collect();
        if rounds.is_empty() { vec![line(plan, String::new(), String::new())] } else { rounds }
    });
    output::print_list(&lines.collect::<Vec<_>>(), as_json, "the restaurant has no plan, so no diner can book")
}

async fn lint(shell: &Shell, as_json: bool) -> anyhow::Result<CommandOutcome> {
    let linted = lint::list(&mut *shell.pool.acquire().await?, shell.clock.now()).await?;
    let findings = linted.into_iter().flat_map(|restaurant| {
        restaurant.findings.into_iter().map(move |finding| PlanFindingRow {
            restaurant: restaurant.slug.clone(),
            label: finding
                .group
                .as_ref()
                .map(|group| group.label.clone())
                .filter(|label| !label.is_empty())
                .unwrap_or_else(no_group),
            customer_group_uid: finding.group.and_then(|group| group.uid).unwrap_or_default(),
            is_preferred: finding.is_preferred,
            oddity: finding.code,
        })
    });
    let findings: Vec<_> = findings.collect();
    output::print_list(&findings, as_json, "no warnings")?;
    Ok(CommandOutcome::found(!findings.is_empty()))
}
