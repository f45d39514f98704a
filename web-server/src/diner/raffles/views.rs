//! A raffle for a diner, on the restaurant's page and in the list of raffles.

use chrono::{NaiveDate, TimeDelta};
use domain::ids::UserId;
use domain::raffles::entries::OwnEntry;
use domain::raffles::model::WonBy;
use domain::raffles::participation::{self, Participation, ShownRound};
use domain::raffles::publication::RoundProgress;
use domain::restaurants::model::Restaurant;
use domain::zone::Zone;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::state::App;

#[derive(Serialize, ToSchema)]
pub struct RestaurantRaffle {
    uid: String,
    progress: RoundProgress,
    /// ISO 8601 with +09:00, as all instants here.
    registerable_from: String,
    registerable_till: String,
    /// The displayed period: from 00:00 of the first day to 23:59 of the last.
    first_day: NaiveDate,
    last_day: NaiveDate,
    winners_count: i32,
    /// Address of the questionnaire; null when the round has no questions.
    questionnaire_url: Option<String>,
    /// Booking windows of the winners, and the last visit of each.
    #[serde(rename = "prrList")]
    windows: Vec<WinnersRound>,
    /// Null for a visitor.
    participation: Option<RaffleParticipation>,
}

#[derive(Serialize, ToSchema)]
pub struct WinnersRound {
    effective_at: String,
    online_reservable_till: NaiveDate,
}

#[derive(Serialize, ToSchema)]
pub struct RaffleParticipation {
    /// Whether an entry can be made now or, while the period lasts, from `next_release_time_ms` on.
    can_entry: bool,
    /// Time of the next possible entry, in milliseconds since 1970.
    next_release_time_ms: i64,
    registerable_entries_count: i64,
    /// The earliest first.
    entries: Vec<RaffleEntry>,
    win: Option<RaffleWin>,
}

#[derive(Serialize, ToSchema)]
pub struct RaffleWin {
    raffle_round_registration_id: i64,
    won_by: WonBy,
    /// The booking that used the win.
    reservation_uid: Option<String>,
    /// Whether the win can be used for a booking now.
    is_bookable: bool,
}

impl RestaurantRaffle {
    pub async fn load(
        conn: &mut PgConnection,
        app: &App,
        restaurant: &Restaurant,
        diner: Option<UserId>,
    ) -> sqlx::Result<Option<Self>> {
        let now = app.clock.now();
        let Some(shown) = participation::find_shown(conn, restaurant.id, diner, now).await? else { return Ok(None) };
        let participation = match diner {
            Some(diner) => Some(participation::find(conn, &shown, diner, now).await?),
            None => None,
        };
        Ok(Some(Self::new(app, shown, participation, restaurant.zone)))
    }

    pub fn new(app: &App, shown: ShownRound, participation: Option<Participation>, zone: Zone) -> Self {
        let ShownRound { round, progress, windows } = shown;
        let form = round.form;
        Self {
            progress,
            registerable_from: zone.iso(form.registerable_from),
            registerable_till: zone.iso(form.registerable_till),
            first_day: zone.date_of(form.registerable_from),
            last_day: zone.date_of(form.registerable_till - TimeDelta::milliseconds(1)),
            winners_count: form.winners_count,
            questionnaire_url: (!form.questions.is_empty()).then(|| super::questionnaire::address(&round.uid)),
            windows: windows
                .into_iter()
                .map(|round| WinnersRound {
                    effective_at: zone.iso(round.effective_at),
                    online_reservable_till: round.online_reservable_till,
                })
                .collect(),
            participation: participation
                .map(|participation| RaffleParticipation::new(app, participation, progress, zone)),
            uid: round.uid,
        }
    }
}

impl RaffleParticipation {
    fn new(app: &App, participation: Participation, progress: RoundProgress, zone: Zone) -> Self {
        let now = app.clock.now();
        let today = zone.date_of(now);
        let win = participation.win.map(|(win, won_by)| RaffleWin {
            raffle_round_registration_id: win.registration.0,
            won_by,
            is_bookable: win.reservation.is_none()
                && win.rounds.iter().any(|round| round.effective_at <= now && today <= round.online_reservable_till),
            reservation_uid: win.reservation,
        });
        Self {
            can_entry: progress == RoundProgress::Open && participation.remaining.left > 0,
            next_release_time_ms: participation.remaining.next_at.timestamp_millis(),
            registerable_entries_count: participation.remaining.left,
            entries: participation.entries.into_iter().map(RaffleEntry::from_entry).collect::<Vec<_>>(),
            win,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct RaffleEntry {
    code: String,
    /// Head of the entry chain after this entry. The diner can store it and compare it with the published list.
    chain_head: String,
    won_at: Option<String>,
}

impl RaffleEntry {
    pub(super) fn from_entry(entry: OwnEntry) -> Self {
        let won_at = entry.won_at.map(|at| Zone::default().iso(at));
        Self { code: entry.code, chain_head: entry.link, won_at }
    }
}
