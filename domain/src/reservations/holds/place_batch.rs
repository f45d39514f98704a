//! Holds for several diners at once: what a statement, a round trip and a commit cost is shared by those who come together.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::place::{Choice, Placed};
use super::rules::{self, Party};
use super::write::{self, Locks, NewHold, Written};
use crate::availability;
use crate::availability::actions::Viewer;
use crate::availability::day::Slot;
use crate::db::is_transient;
use crate::ids::{OnlineStockGroupId, RestaurantId, UserId};
use crate::reservations::error::ReservationError;
use crate::restaurants::model::Restaurant;
use crate::rng::Rng;
use crate::sessions::{self, Session, Side, TokenHash, Who};

/// A diner's wish for seats. `restaurant` may come from memory: what decides whether it can be booked is read with the wish,
/// and so is whether the diner is signed in.
#[derive(Clone, Debug)]
pub struct Wish {
    pub restaurant: Arc<Restaurant>,
    pub diner: UserId,
    pub session: TokenHash,
    pub choice: Choice,
}

impl Wish {
    /// `session` is that of the wish, while it lasts.
    pub fn require_diner(&self, session: Option<&Session>) -> Result<(), ReservationError> {
        match session {
            Some(session) if session.awaits_second_factor => Err(ReservationError::SignedOut),
            Some(session) if session.who == Who::Diner(self.diner) => Ok(()),
            Some(session) if session.who.side() == Side::Diner => Err(ReservationError::TokenInvalid),
            _ => Err(ReservationError::SignedOut),
        }
    }
}

/// What became of a wish that was not refused.
#[derive(Debug)]
pub enum Tried {
    Placed(Placed),
    /// Its rules count other parties, which only `place_hold` can do.
    Alone,
    /// Somebody else has the slot, for which nobody waits here.
    Busy,
}

type Slots = HashMap<(RestaurantId, OnlineStockGroupId), Slot>;

/// Holds seats for diners who have none yet where they wish to go, and answers each in its place: the rules are decided without
/// a lock, and what may have changed since is looked at again behind it. All are written together, or each alone when one of
/// them fails the others. A refusal of which `may_rest_on_a_dead_hold` is worth `expire::sweep_restaurant` and `place_hold`.
pub async fn try_holds(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    wishes: &[Wish],
    locks: Locks,
) -> Vec<Result<Tried, ReservationError>> {
    match try_together(conn, rng, now, wishes, locks).await {
        Ok(tried) => tried,
        Err(error) if wishes.len() == 1 => vec![Err(error)],
        // Who waited in vain for somebody would wait in vain once more.
        Err(ReservationError::Database(error)) if is_transient(&error) => {
            wishes.iter().map(|_| Err(ReservationError::Raced)).collect()
        }
        Err(_) => {
            let mut tried = Vec::new();
            for wish in wishes {
                let alone = try_together(conn, rng, now, std::slice::from_ref(wish), locks).await;
                tried.push(alone.and_then(|mut tried| tried.pop().unwrap_or(Ok(Tried::Alone))));
            }
            tried
        }
    }
}

/// In one write. After an error nobody has anything.
async fn try_together(
    conn: &mut PgConnection,
    rng: &Rng,
    now: DateTime<Utc>,
    wishes: &[Wish],
    locks: Locks,
) -> Result<Vec<Result<Tried, ReservationError>>, ReservationError> {
    let asked: Vec<_> = wishes.iter().map(|wish| (wish.restaurant.id, Some(wish.diner))).collect();
    let tokens: Vec<_> = wishes.iter().map(|wish| &wish.session).collect();
    let sessions = sessions::find_all(conn, &tokens, now).await?;
    let viewers = Viewer::find_all(conn, &asked).await?;
    let mut slots = find_slots(conn, wishes, now).await?;
    let mut answers: Vec<_> = wishes.iter().map(|_| Ok(Tried::Alone)).collect();
    let mut parties = Vec::new();
    for (place, (wish, viewer)) in wishes.iter().zip(&viewers).enumerate() {
        let signed_in = wish.require_diner(sessions.get(&wish.session));
        match signed_in.and_then(|()| admit(&mut slots, wish, viewer, now)) {
            Ok(Some(party)) => parties.push((place, party)),
            Ok(None) => {}
            Err(error) => answers[place] = Err(error),
        }
    }
    let (mut places, mut holds) = (Vec::new(), Vec::new());
    for (place, party) in parties {
        let wish = &wishes[place];
        if let Some(slot) = slots.get(&(wish.restaurant.id, wish.choice.slot)) {
            places.push(place);
            let viewer = &viewers[place];
            holds.push(NewHold::new(rng, &wish.restaurant, wish.diner, viewer, &wish.choice, party, slot));
        }
    }
    if holds.is_empty() {
        return Ok(answers);
    }
    for (place, written) in places.into_iter().zip(write::write(conn, &holds, now, locks).await?) {
        answers[place] = match written {
            Written::Held(placed) => Ok(Tried::Placed(placed)),
            Written::Busy => Ok(Tried::Busy),
            Written::Refused(error) => Err(error),
        };
    }
    Ok(answers)
}

async fn find_slots(conn: &mut PgConnection, wishes: &[Wish], now: DateTime<Utc>) -> sqlx::Result<Slots> {
    let asked: BTreeSet<_> = wishes.iter().map(|wish| (wish.restaurant.id, wish.choice.slot)).collect();
    let asked: Vec<_> = asked.into_iter().collect();
    let found = availability::queries::find_slots(conn, &asked, now).await?;
    Ok(found.into_iter().map(|slot| ((slot.restaurant, slot.id), slot)).collect())
}

/// The party, which those who come after find seated; nothing when its rules count other parties.
fn admit(
    slots: &mut Slots,
    wish: &Wish,
    viewer: &Viewer,
    now: DateTime<Utc>,
) -> Result<Option<Party>, ReservationError> {
    let choice = &wish.choice;
    let slot = slots.get_mut(&(wish.restaurant.id, choice.slot)).ok_or(ReservationError::SlotGone)?;
    let party = rules::admit(slot, viewer, &wish.restaurant, choice, now)?;
    if !slot.asks_for_seats_alone(choice.guests) {
        return Ok(None);
    }
    slot.take(&party.stocks[..party.needed], choice.course, choice.guests);
    Ok(Some(party))
}
