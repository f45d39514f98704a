//! A context for every mail, as the tests render it.

use minijinja::Value;
use minijinja::value::Serde;
use serde_json::json;

use super::announcement::AnnouncementView;
use super::invitation::InvitationView;
use super::model::Template;
use super::reservation::{ChargeView, ReservationView};
use super::standby::StandbyView;
use crate::i18n::Locale;
use crate::restaurants::policy::{Policy, Tier};

pub fn context(template: Template, locale: Locale) -> Value {
    Serde(json(template, locale)).into()
}

pub fn json(template: Template, locale: Locale) -> serde_json::Value {
    let mut context = json!({
        "locale": locale.as_str(),
        "base_url": "https://seki.test",
        "name": locale.pick("山田 花子", "Hanako Yamada"),
    });
    let more = match template {
        Template::EmailConfirmation => {
            json!({ "link": "https://seki.test/users/confirmation?confirmation_token=Uabc.def", "days": 3 })
        }
        Template::PasswordReset => {
            json!({ "link": "https://seki.test/users/password/edit?reset_password_token=Uabc.def", "hours": 2 })
        }
        Template::TwoFactorCode => json!({ "code": "0427", "minutes": 10 }),
        Template::StandbyReleased => json!({ "s": standby(locale) }),
        Template::Announcement => json!({ "a": announcement(locale) }),
        Template::Invitation | Template::InvitationWithdrawn => json!({ "i": invitation(locale) }),
        _ => json!({ "r": reservation(locale) }),
    };
    for (key, value) in more.as_object().unwrap() {
        context[key] = value.clone();
    }
    context
}

fn announcement(locale: Locale) -> AnnouncementView {
    let pick = |ja: &str, en: &str| locale.pick(ja, en).to_owned();
    AnnouncementView {
        restaurant: pick("鮨かぐら", "Sushi Kagura"),
        subject_type: "event".into(),
        paragraphs: vec![pick("新酒の会を催します。", "An evening of new sake.")],
        address: pick("東京都中央区銀座1-2-3", "1-2-3 Ginza, Chuo-ku, Tokyo"),
        phone: "03-0000-0000".into(),
        email: "kagura@seki.test".into(),
        link: "https://seki.test/r/sushi-kagura".into(),
        unsubscribe_link: "https://seki.test/announcement_subscription?token=Uabc.def".into(),
        one_click_link: "https://seki.test/webhooks/announcement_unsubscription?token=Uabc.def".into(),
    }
}

fn invitation(locale: Locale) -> InvitationView {
    let pick = |ja: &str, en: &str| locale.pick(ja, en).to_owned();
    InvitationView {
        guest: pick("山田", "Yamada"),
        restaurant: pick("鮨かぐら", "Sushi Kagura"),
        date: pick("2026年11月28日（土）", "Sat, 28 Nov 2026"),
        time: "18:00".into(),
        guests: pick("2名様", "Party of 2"),
        course: pick("おまかせ", "Omakase"),
        seat: pick("カウンター", "Counter"),
        deadline: pick("2026年11月25日 18:00", "25 Nov 2026 18:00"),
        link: "https://seki.test/users/invited_reservations/Uabc?invited_token=Uabc.def".into(),
    }
}

fn standby(locale: Locale) -> StandbyView {
    let pick = |ja: &str, en: &str| locale.pick(ja, en).to_owned();
    StandbyView {
        restaurant: pick("鮨かぐら", "Sushi Kagura"),
        date: pick("2026年11月28日（土）", "Sat, 28 Nov 2026"),
        time: "18:00".into(),
        seat: pick("カウンター", "Counter"),
        guests: pick("2名様", "Party of 2"),
        link: "https://seki.test/r/sushi-kagura".into(),
    }
}

fn reservation(locale: Locale) -> ReservationView {
    let pick = |ja: &str, en: &str| locale.pick(ja, en).to_owned();
    ReservationView {
        restaurant: pick("鮨かぐら", "Sushi Kagura"),
        address: pick("東京都中央区銀座1-2-3", "1-2-3 Ginza, Chuo-ku, Tokyo"),
        phone: "03-0000-0000".into(),
        date: pick("2026年11月28日（土）", "Sat, 28 Nov 2026"),
        time: "18:00".into(),
        guests: pick("2名様", "Party of 2"),
        course: pick("おまかせ", "Omakase"),
        course_price: pick("24,000円", "¥24,000"),
        seat: pick("カウンター", "Counter"),
        code: "BCDF2345".into(),
        link: "https://seki.test/users/reservations/Uabc".into(),
        charges: vec![ChargeView { label: pick("コース代金", "Course"), amount: pick("48,000円", "¥48,000") }],
        paid: pick("48,000円", "¥48,000"),
        refund: pick("24,000円", "¥24,000"),
        cancellation_fee: pick("24,000円", "¥24,000"),
        policy: Policy::new(vec![Tier { days_before: 0, percent: 100 }])
            .in_words(locale)
            .lines()
            .map(str::to_owned)
            .collect(),
    }
}
