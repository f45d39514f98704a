//! The raffle of the first restaurant: open for a week, with a booking window for winners only.

use anyhow::Context as _;
use chrono::{Duration, NaiveTime};
use domain::audit::Actor;
use domain::raffles;
use domain::raffles::model::{DEFAULT_ENTRIES_LIMIT, RoundForm};
use domain::restaurants;
use domain::rounds;
use domain::rounds::actions::NewPlan;
use domain::rounds::plan::CustomRound;
use domain::rounds::queries::RoundPlanKey;
use domain::rounds::window::Round;
use domain::zone::YearMonth;
use sqlx::PgConnection;

use super::tools::Tools;

const RESTAURANT: &str = "sushi-kagura";

pub async fn load(conn: &mut PgConnection, tools: &Tools<'_>) -> anyhow::Result<()> {
    let restaurant = restaurants::queries::find_by_slug(conn, RESTAURANT).await?.context(RESTAURANT)?;
    let zone = restaurant.zone;
    let today = zone.date_of(tools.now);
    let midnight = |days: i64| zone.at(today + Duration::days(days), NaiveTime::MIN);
    let form = RoundForm {
        registerable_from: midnight(-1),
        registerable_till: midnight(7),
        winners_count: 2,
        entries_limit: DEFAULT_ENTRIES_LIMIT,
        questions: vec!["苦手な食材はありますか。".into(), "どなたとお越しになりますか。".into()],
    };
    raffles::actions::create(conn, tools.rng, tools.now, Actor::CommandLine, restaurant.id, &form).await?;
    // Winners book from two days after the close, one month further ahead than other diners.
    let round = Round {
        effective_at: midnight(9) + Duration::hours(10),
        online_reservable_till: YearMonth::containing(today).next().next().last_day(),
    };
    let key = RoundPlanKey { restaurant: restaurant.id, group: None, is_preferred: true };
    let plan = NewPlan::Custom(vec![CustomRound { key: None, round }]);
    rounds::actions::save(conn, tools.rng, tools.now, Actor::CommandLine, key, zone, plan).await?;
    Ok(())
}
