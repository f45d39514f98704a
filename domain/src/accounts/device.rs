//! Browsers that have signed in before. Wrong passwords of strangers lock an account (G037) for browsers that never did; a
//! browser that did has tries and a lock of its own, so that nobody can keep somebody else out.

use serde::{Deserialize, Serialize};

use crate::limits::personal_bucket;
use crate::rng::Rng;
use crate::sessions::Who;
use crate::signing::Signer;

const PURPOSE: &str = "device";
/// A browser remembers so many accounts, the last ones.
const MOST_ACCOUNTS: usize = 8;

/// What the cookie of a browser says, signed: a name of its own, and the accounts that signed in with it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Device {
    uid: String,
    accounts: Vec<String>,
}

impl Device {
    pub fn open(signer: &Signer, cookie: &str) -> Option<Self> {
        signer.open(PURPOSE, cookie)
    }

    pub fn seal(&self, signer: &Signer) -> String {
        signer.seal(PURPOSE, self)
    }

    /// The browser after somebody has signed in with it. It keeps its name, and its tries with it.
    pub fn after_sign_in(former: Option<Self>, rng: &Rng, who: Who) -> Self {
        let Self { uid, mut accounts } = former.unwrap_or_else(|| Self { uid: rng.uid(), accounts: Vec::new() });
        let account = account(who);
        accounts.retain(|known| *known != account);
        accounts.insert(0, account);
        accounts.truncate(MOST_ACCOUNTS);
        Self { uid, accounts }
    }

    pub fn knows(&self, who: Who) -> bool {
        self.accounts.contains(&account(who))
    }

    /// The counter of this browser's tries at one account.
    pub(super) fn tries_bucket(&self, who: Who) -> String {
        personal_bucket("sign_in_device", &format!("{} {}", self.uid, account(who)))
    }
}

fn account(who: Who) -> String {
    match who {
        Who::Diner(id) => format!("diner {id}"),
        Who::Owner(id) => format!("owner {id}"),
        Who::Admin(id) => format!("admin {id}"),
    }
}

/// Where a password is tried from.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// As rate limits count it.
    pub address: &'a str,
    pub device: Option<&'a Device>,
}

impl<'a> Origin<'a> {
    /// The browser, when it is known to have signed in as this person.
    pub(super) fn device_of(self, who: Who) -> Option<&'a Device> {
        self.device.filter(|device| device.knows(who))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{OwnerId, UserId};

    #[test]
    fn a_browser_knows_who_signed_in_with_it_and_cannot_be_forged() {
        let (signer, rng) = (Signer::new("a secret of the tests"), Rng::seeded(1));
        let first = Device::after_sign_in(None, &rng, Who::Diner(UserId(7)));
        let second = Device::after_sign_in(Some(first.clone()), &rng, Who::Owner(OwnerId(9)));
        assert!(second.knows(Who::Diner(UserId(7))) && second.knows(Who::Owner(OwnerId(9))));
        assert!(!second.knows(Who::Owner(OwnerId(7))) && !first.knows(Who::Owner(OwnerId(9))));
        assert_eq!(first.uid, second.uid, "a further sign-in brings no further tries");
        let opened = Device::open(&signer, &second.seal(&signer)).expect("our own cookie");
        assert_eq!(opened.accounts, second.accounts);
        assert!(Device::open(&Signer::new("another"), &second.seal(&signer)).is_none());
        let many = (0..20).fold(second, |device, id| Device::after_sign_in(Some(device), &rng, Who::Diner(UserId(id))));
        assert_eq!((many.accounts.len(), many.knows(Who::Diner(UserId(19)))), (MOST_ACCOUNTS, true));
    }
}
