//! The reservation calendar token (gaps G064): the state with which a new-reservation page was opened, signed by the server.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::{RaffleRegistrationId, RestaurantId, UserId};
use crate::signing::Signer;

const PURPOSE: &str = "reservation_calendar";
/// Time for which a page may use one token.
pub const TOKEN_LIFETIME: Duration = Duration::minutes(10);

/// `onr_not_creatable_before` is the next opening when it falls into the token's lifetime, otherwise the time of issue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Sealed", into = "Sealed")]
pub struct CalendarToken {
    pub restaurant: RestaurantId,
    pub diner: Option<UserId>,
    pub issued_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub onr_not_creatable_before: DateTime<Utc>,
    /// The raffle registration with which the diner views and books. Valid only on the page for which the token was issued.
    pub win: Option<RaffleRegistrationId>,
}

/// The sealed fields of a token, instants in milliseconds. It is short because every address of a drop contains one.
type Sealed = (RestaurantId, Option<UserId>, i64, i64, i64, Option<RaffleRegistrationId>);

impl From<CalendarToken> for Sealed {
    fn from(token: CalendarToken) -> Self {
        let [issued, expires, opening] =
            [token.issued_at, token.expires_at, token.onr_not_creatable_before].map(|at| at.timestamp_millis());
        (token.restaurant, token.diner, issued, expires, opening, token.win)
    }
}

impl From<Sealed> for CalendarToken {
    fn from((restaurant, diner, issued, expires, opening, win): Sealed) -> Self {
        let [issued_at, expires_at, onr_not_creatable_before] =
            [issued, expires, opening].map(|at| DateTime::from_timestamp_millis(at).unwrap_or_default());
        Self { restaurant, diner, issued_at, expires_at, onr_not_creatable_before, win }
    }
}

impl CalendarToken {
    pub fn issue(
        restaurant: RestaurantId,
        diner: Option<UserId>,
        next_opening: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Self {
        let expires_at = now + TOKEN_LIFETIME;
        let opening = next_opening.filter(|at| *at > now && *at < expires_at);
        let onr_not_creatable_before = opening.unwrap_or(now);
        Self { restaurant, diner, issued_at: now, expires_at, onr_not_creatable_before, win: None }
    }

    /// Returns the token with which no hold is requested before an instant, or at all if its lifetime ends before.
    pub fn not_before(self, at: Option<DateTime<Utc>>) -> Self {
        let at = at.unwrap_or(self.issued_at).min(self.expires_at);
        Self { onr_not_creatable_before: self.onr_not_creatable_before.max(at), ..self }
    }

    /// Returns the token of a page that was opened with a raffle win.
    pub fn with_win(self, win: Option<RaffleRegistrationId>) -> Self {
        Self { win, ..self }
    }

    pub fn seal(&self, signer: &Signer) -> String {
        signer.seal(PURPOSE, self)
    }

    /// Returns the token if the server sealed it and it has not expired.
    pub fn open(signer: &Signer, sealed: &str, now: DateTime<Utc>) -> Option<Self> {
        signer.open::<Self>(PURPOSE, sealed).filter(|token| now < token.expires_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_reveals_opening_only_until_it_expires() {
        let now = DateTime::UNIX_EPOCH;
        let issue = |minutes| CalendarToken::issue(RestaurantId(1), None, Some(now + Duration::minutes(minutes)), now);
        assert_eq!(issue(5).onr_not_creatable_before, now + Duration::minutes(5));
        assert_eq!(issue(11).onr_not_creatable_before, now);
        assert_eq!(issue(-1).onr_not_creatable_before, now);
    }

    #[test]
    fn a_pause_delays_holds_within_the_lifetime() {
        let now = DateTime::UNIX_EPOCH;
        let token = |opening, pause: Option<i64>| {
            let opening = (opening > 0).then(|| now + Duration::minutes(opening));
            let token = CalendarToken::issue(RestaurantId(1), None, opening, now);
            let token = token.not_before(pause.map(|minutes| now + Duration::minutes(minutes)));
            (token.onr_not_creatable_before - now).num_minutes()
        };
        assert_eq!(
            [token(0, None), token(3, None), token(3, Some(2)), token(3, Some(4)), token(0, Some(60))],
            [0, 3, 3, 4, 10]
        );
    }

    #[test]
    fn token_expires() {
        let signer = Signer::new("a secret of the tests");
        let now = DateTime::UNIX_EPOCH;
        let sealed = CalendarToken::issue(RestaurantId(1), Some(UserId(2)), None, now).seal(&signer);
        assert!(CalendarToken::open(&signer, &sealed, now + Duration::seconds(599)).is_some());
        assert!(CalendarToken::open(&signer, &sealed, now + Duration::seconds(600)).is_none());
        assert!(CalendarToken::open(&signer, &format!("x{sealed}"), now).is_none());
    }
}
