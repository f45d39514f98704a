//! The definition of the command line.

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::commands;
use crate::output::CommandOutcome;

/// The help lists the exit codes.
#[derive(Parser)]
#[command(
    name = "seki",
    version,
    about = "Operates a Seki installation",
    after_help = "Works on the database in DATABASE_URL; by default on the demo that runs on this machine (make up).\n\n\
                  Exit codes: 0 success, even without anything to do; 1 failure, or a check found errors; 2 invalid usage; \
                  3 a prompt was declined, and nothing was changed."
)]
pub struct Seki {
    #[command(subcommand)]
    command: Command,
}

impl Seki {
    /// Parses the arguments of the process. Prints the help or an error, and exits, if they name no command that can run.
    pub fn from_process() -> Self {
        Self::try_parse().unwrap_or_else(|error| match error.kind() {
            ErrorKind::DisplayHelp
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
            | ErrorKind::DisplayVersion => error.exit(),
            // The usage in an error names each option whose value comes from the environment, as if it were required.
            _ => without_environment(Self::command()).try_get_matches().err().unwrap_or(error).exit(),
        })
    }

    /// # Errors
    /// The error of the command; `UsageError` for an invalid command line, `Declined` if the operator declined the prompt.
    pub async fn run(self) -> anyhow::Result<CommandOutcome> {
        self.command.run().await
    }
}

/// Removes the variables that options take their values from.
fn without_environment(command: clap::Command) -> clap::Command {
    command.mut_args(|argument| argument.env(None::<&'static str>)).mut_subcommands(without_environment)
}

/// Defines the subcommands, and `run`, which runs the given one. Some subcommands receive the definition of the whole command
/// line.
macro_rules! commands {
    ($($name:ident($module:ident::$command:ident $(, $seki:expr)?)),+ $(,)?) => {
        #[derive(Subcommand)]
        enum Command {
            $($name(commands::$module::$command)),+
        }

        impl Command {
            async fn run(self) -> anyhow::Result<CommandOutcome> {
                match self {
                    $(Self::$name(command) => command.run($($seki)?).await),+
                }
            }
        }
    };
}

commands!(
    Up(up::UpCommand),
    Migrate(migrate::MigrateCommand),
    Seed(seed::SeedCommand),
    Generate(generate::GenerateCommand),
    Serve(programs::ServeCommand),
    Work(programs::WorkCommand),
    Verify(verify::VerifyCommand),
    Admin(staff::AdminCommand),
    Owner(staff::OwnerCommand),
    Factor(factor::FactorCommand),
    Privacy(privacy::PrivacyCommand),
    Restaurant(restaurant::RestaurantCommand),
    Reports(reports::ReportsCommand),
    Search(search::SearchCommand),
    Holidays(holidays::HolidaysCommand),
    Legal(legal::LegalCommand),
    Holds(holds::HoldsCommand),
    Raffle(raffle::RaffleCommand),
    Drop(drop::DropCommand),
    Slots(slots::SlotsCommand),
    Rounds(rounds::RoundsCommand),
    Refill(refill::RefillCommand),
    Releases(releases::ReleasesCommand),
    CancelRequests(cancel_requests::CancelRequestsCommand),
    NoShowFees(no_show_fees::NoShowFeesCommand),
    Announcements(announcements::AnnouncementsCommand),
    Outbox(outbox::OutboxCommand),
    Phone(phone::PhoneCommand),
    Payments(payments::PaymentsCommand),
    Disputes(disputes::DisputesCommand),
    Trials(trials::TrialsCommand),
    Ledger(ledger::LedgerCommand),
    Offsite(offsite::OffsiteCommand),
    Jobs(jobs::JobsCommand),
    Schedule(schedule::ScheduleCommand),
    Clock(clock::ClockCommand),
    Config(config::ConfigCommand),
    Doctor(doctor::DoctorCommand),
    Openapi(programs::OpenapiCommand),
    Postgres(postgres::PostgresCommand),
    Completions(manual::CompletionsCommand, Seki::command()),
    Man(manual::ManCommand, Seki::command()),
);

#[cfg(test)]
mod tests {
    use super::*;

    fn render_help(command: &mut clap::Command, help: &mut String) {
        let text = command.render_long_help().to_string();
        help.push_str(&format!("$ {} --help\n{text}\n", command.get_bin_name().unwrap_or("seki")));
        for sub in command.get_subcommands_mut().filter(|sub| sub.get_name() != "help") {
            render_help(sub, help);
        }
    }

    /// `INSTA_UPDATE=always cargo test -p cli app` updates the snapshot.
    #[test]
    fn the_help_of_every_command() {
        let mut command = Seki::command().term_width(100).hide_possible_values(false);
        command.build();
        let mut help = String::new();
        render_help(&mut command, &mut help);
        insta::assert_snapshot!(help.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    }

    #[test]
    fn command_definitions_are_valid() {
        Seki::command().debug_assert();
    }

    #[test]
    fn every_argument_has_a_help_text() {
        fn without_help(command: &clap::Command, found: &mut Vec<String>) {
            let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
            let silent = command.get_arguments().filter(|argument| {
                argument.get_help().or_else(|| argument.get_long_help()).is_none_or(|help| help.to_string().is_empty())
            });
            found.extend(silent.map(|argument| format!("{name} {}", argument.get_id())));
            command.get_subcommands().for_each(|sub| without_help(sub, found));
        }
        let mut command = Seki::command();
        command.build();
        let mut found = Vec::new();
        without_help(&command, &mut found);
        assert!(found.is_empty(), "{found:#?}");
    }

    #[test]
    fn next_steps_of_checks_name_commands_and_flags() {
        let seki = Seki::command();
        let overdue = domain::verify::OVERDUE.iter().map(|check| check.action);
        for action in domain::verify::CHECKS.iter().map(|check| check.action).chain(overdue) {
            for step in action.split("seki ").skip(1) {
                let mut command = &seki;
                for word in step.split([' ', '.', ',', ';', '(', ')']) {
                    if let Some(flag) = word.strip_prefix("--") {
                        assert!(command.get_arguments().any(|one| one.get_long() == Some(flag)), "{action}: {flag}");
                    } else if let Some(found) = command.find_subcommand(word) {
                        command = found;
                    } else {
                        break;
                    }
                }
                assert!(command.get_name() != "seki" && !command.has_subcommands(), "{action}");
            }
        }
    }

    /// Checks the words after a command's name: flags exist, and there are no more values than positional arguments.
    fn check_arguments<'a>(command: &clap::Command, words: impl Iterator<Item = &'a str>, text: &str) {
        let is_list =
            command.get_positionals().any(|one| one.get_num_args().is_some_and(|range| range.max_values() > 1));
        let mut values_left = if is_list { usize::MAX } else { command.get_positionals().count() };
        let mut is_value_of_flag = false;
        for word in words {
            if let Some(flag) = word.strip_prefix("--") {
                let found = command.get_arguments().find(|one| one.get_long() == Some(flag));
                let found = found.unwrap_or_else(|| panic!("{text}: --{flag}"));
                is_value_of_flag = found.get_action().takes_values();
            } else if !std::mem::take(&mut is_value_of_flag) && word != "…" {
                assert!(values_left > 0, "{text}: {word}");
                values_left -= 1;
            }
        }
    }

    #[test]
    fn commands_of_the_documents_exist() {
        const DOCUMENTS: [&str; 2] = [include_str!("../../docs/OPERATIONS.md"), include_str!("../../docs/RAFFLES.md")];
        let mut seki = Seki::command();
        seki.build();
        let spans = DOCUMENTS.iter().flat_map(|text| text.split('`').skip(1).step_by(2));
        // `pg_stat_activity` names the programs so.
        let spans = spans.filter(|span| span.starts_with("seki ") && !span.starts_with("seki web-server"));
        for text in spans {
            let mut command = &seki;
            let mut words = text.split_whitespace().skip(1).peekable();
            while let Some(found) = words.peek().and_then(|word| command.find_subcommand(word)) {
                command = found;
                words.next();
            }
            assert!(command.get_name() != "seki", "{text}");
            // A group of commands stands for all of them.
            if !command.has_subcommands() {
                check_arguments(command, words, text);
            }
        }
    }

    #[test]
    fn uid_that_begins_with_a_hyphen_is_a_key() {
        for line in [
            "seki no-show-fees waive -Ab3-_fghijklmnopqrstuv --reason x --yes",
            "seki payments refund -Ab3-_fghijklmnopqrstuv --reason x --borne-by Restaurant --as a --yes",
            "seki disputes show -Ab3-_fghijklmnopqrstuv --json",
            "seki privacy show --diner -Ab3-_fghijklmnopqrstuv --as a",
        ] {
            let read = Seki::try_parse_from(line.split(' '));
            assert!(read.is_ok(), "{line}: {}", read.err().map(|error| error.to_string()).unwrap_or_default());
        }
    }

    #[test]
    fn secrets_are_not_arguments() {
        fn check_arguments(command: &clap::Command) {
            for argument in command.get_arguments() {
                let name = argument.get_id().as_str();
                let is_secret = ["password", "secret", "token", "database_url"].iter().any(|word| name.contains(word));
                assert!(!is_secret || name.ends_with("_stdin"), "{} {name}", command.get_name());
            }
            command.get_subcommands().for_each(check_arguments);
        }
        check_arguments(&Seki::command());
    }
}
