//! The menu of a signed-in diner (diner §2). The header's dropdown and the sheet of small screens show it unchanged.

use domain::accounts::HeaderUser;
use serde::Serialize;
use utoipa::ToSchema;

/// Addresses of the menus. An entry without an address is hidden.
#[derive(Serialize, ToSchema)]
pub struct Links {
    pub mall: Option<String>,
    pub inbound: Option<String>,
    pub help: Option<String>,
    pub owners: Option<String>,
    /// Page about the benefits of the premium plan, for diners to whom it is offered.
    pub premium: Option<String>,
}

/// One entry; its text is the site's `menu.<key>`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct MenuItem {
    pub key: MenuKey,
    /// A path on this site, or an address of another site.
    pub to: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MenuKey {
    Gold,
    GoldRounds,
    Mall,
    Inbound,
    Invitations,
    Reservations,
    Favorites,
    Raffles,
    PremiumJoin,
    Premium,
    Ohc,
    PremiumCalendar,
    Account,
    Email,
    Help,
}

/// Returns the entries in the order of the specification; `month` is the current one, 1 to 12. An unconfigured link is left out.
pub fn signed_in(user: &HeaderUser, links: &Links, month: u32) -> Vec<MenuItem> {
    use MenuKey as Key;
    let ours = |path: &str| Some(path.to_owned());
    let lines = [
        (user.is_gold_invited && !user.is_agent, Key::Gold, ours("/gold")),
        (user.is_gold && !user.is_agent, Key::GoldRounds, ours("/users/gold/gold_rounds")),
        (true, Key::Mall, links.mall.clone()),
        (true, Key::Inbound, links.inbound.clone()),
        (user.has_invitations, Key::Invitations, ours("/users/invited_reservations")),
        (true, Key::Reservations, ours("/users/upcoming_reservations")),
        (true, Key::Favorites, ours("/users/customers")),
        (true, Key::Raffles, ours("/users/preferred")),
        (!user.is_premium, Key::PremiumJoin, ours("/premium/green")),
        (user.is_premium, Key::Premium, ours("/users/premium")),
        (user.is_ohc, Key::Ohc, ours("/ohc")),
        (user.is_premium, Key::PremiumCalendar, Some(format!("/users/premium/calendar/{month}"))),
        (true, Key::Account, ours("/users/profile")),
        (true, Key::Email, ours("/users/profile/account/email/edit")),
        (true, Key::Help, links.help.clone()),
    ];
    lines.into_iter().filter_map(|(is_shown, key, to)| Some(MenuItem { key, to: to.filter(|_| is_shown)? })).collect()
}

#[cfg(test)]
mod tests {
    use super::MenuKey::*;
    use super::*;

    fn user() -> HeaderUser {
        HeaderUser {
            name_last: "山田".into(),
            name_first: "花子".into(),
            email: "hanako@seki.test".into(),
            email_confirmed: true,
            phone_confirmed: true,
            is_jp: true,
            has_card: false,
            is_premium: false,
            is_gold_invited: false,
            is_gold: false,
            is_ohc: false,
            is_agent: false,
            has_invitations: false,
        }
    }

    fn keys(user: &HeaderUser) -> Vec<MenuKey> {
        let links = Links { mall: None, inbound: None, help: Some("/help".into()), owners: None, premium: None };
        signed_in(user, &links, 12).into_iter().map(|item| item.key).collect()
    }

    /// F093, F102
    #[test]
    fn menu_depends_on_diner_state() {
        let plain = [Reservations, Favorites, Raffles, PremiumJoin, Account, Email, Help];
        assert_eq!(keys(&user()), plain);
        let invited = HeaderUser { has_invitations: true, ..user() };
        assert_eq!(keys(&invited)[0], Invitations);
        let premium = HeaderUser { is_premium: true, ..user() };
        assert_eq!(keys(&premium), [Reservations, Favorites, Raffles, Premium, PremiumCalendar, Account, Email, Help]);
        let gold = HeaderUser { is_gold_invited: true, is_gold: true, ..user() };
        assert_eq!(keys(&gold)[..2], [Gold, GoldRounds]);
        let agent = HeaderUser { is_agent: true, ..gold };
        assert_eq!(keys(&agent), plain, "agents do not see gold");
        let club = HeaderUser { is_ohc: true, is_premium: true, ..user() };
        assert!(keys(&club).contains(&Ohc));
    }

    #[test]
    fn premium_calendar_link_names_current_month() {
        let premium = HeaderUser { is_premium: true, ..user() };
        let links =
            Links { mall: Some("https://mall.test/".into()), inbound: None, help: None, owners: None, premium: None };
        let menu = signed_in(&premium, &links, 3);
        assert_eq!(menu[0].to, "https://mall.test/");
        let calendar = menu.iter().find(|item| item.key == PremiumCalendar).map(|item| item.to.as_str());
        assert_eq!(calendar, Some("/users/premium/calendar/3"));
        assert!(menu.iter().all(|item| item.key != Help), "unconfigured links are omitted");
    }
}
