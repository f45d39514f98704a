//! Mails from templates: one subject, text and HTML template each, which serve both languages through `t()`.

use std::sync::LazyLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Kwargs, Value};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, State, UndefinedBehavior};

use super::model::Template;
use crate::i18n::{self, Locale};

/// A mail as it goes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Where a single request ends such mails; for those one may end.
    pub one_click_link: Option<String>,
}

macro_rules! sources {
    ($($mail:literal),+ $(,)?) => {
        &[
            ("base.txt", include_str!("../../../mail-templates/base.txt.j2")),
            ("base.html", include_str!("../../../mail-templates/base.html.j2")),
            ("parts.html", include_str!("../../../mail-templates/parts.html.j2")),
            ("reservation.txt", include_str!("../../../mail-templates/reservation.txt.j2")),
            ("reservation.html", include_str!("../../../mail-templates/reservation.html.j2")),
            $(
                (concat!($mail, "/subject.txt"), include_str!(concat!("../../../mail-templates/", $mail, "/subject.txt.j2"))),
                (concat!($mail, "/body.txt"), include_str!(concat!("../../../mail-templates/", $mail, "/body.txt.j2"))),
                (concat!($mail, "/body.html"), include_str!(concat!("../../../mail-templates/", $mail, "/body.html.j2"))),
            )+
        ]
    };
}

static SOURCES: &[(&str, &str)] = sources!(
    "email_confirmation",
    "password_reset",
    "two_factor_code",
    "reservation_accepted",
    "reservation_cancelled",
    "reservation_expired_refunded",
    "reservation_reseated",
    "standby_released",
    "announcement",
    "invitation",
    "invitation_withdrawn",
);

static ENVIRONMENT: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    environment.set_syntax(syntax.expect("the delimiters are the usual ones"));
    environment.set_auto_escape_callback(|name| match name.ends_with(".html") {
        true => AutoEscape::Html,
        false => AutoEscape::None,
    });
    environment.add_function("t", translate);
    for (name, source) in SOURCES {
        environment.add_template(name, source).expect("the templates are checked by the tests");
    }
    environment
});

/// `t("key", name=value)` in a template, in the language of its `locale`.
fn translate(state: &State<'_, '_>, key: &str, arguments: Kwargs) -> Result<String, Error> {
    let locale = state.lookup("locale").and_then(|value| Locale::parse(value.as_str()?)).unwrap_or_default();
    if !i18n::has(key) {
        return Err(Error::new(ErrorKind::InvalidOperation, format!("no text is called {key:?}")));
    }
    let names: Vec<&str> = arguments.args().collect();
    let values = names.iter().map(|name| arguments.get::<Value>(name)).collect::<Result<Vec<_>, _>>()?;
    let pairs: Vec<(&str, &dyn std::fmt::Display)> =
        names.iter().zip(&values).map(|(name, value)| (*name, value as &dyn std::fmt::Display)).collect();
    Ok(i18n::t(locale, key, &pairs))
}

pub fn render(template: Template, context: &Value) -> Result<Rendered, Error> {
    let part = |file: &str| ENVIRONMENT.get_template(&format!("{}/{file}", template.name()))?.render(context);
    Ok(Rendered {
        subject: part("subject.txt")?.trim().to_owned(),
        text: part("body.txt")?.trim().to_owned() + "\n",
        html: part("body.html")?,
        one_click_link: context
            .get_attr("a")
            .and_then(|view| view.get_attr("one_click_link"))
            .ok()
            .and_then(|link| link.as_str().map(str::to_owned)),
    })
}

#[cfg(test)]
mod tests {
    use minijinja::value::Serde;

    use super::*;
    use crate::outbox::mails::samples;

    #[test]
    fn every_mail_renders_in_both_languages() {
        for template in Template::ALL {
            for locale in Locale::ALL {
                let mail = render(template, &samples::context(template, locale))
                    .unwrap_or_else(|error| panic!("{} {locale}: {error:#}", template.name()));
                let place = format!("{} {locale}", template.name());
                assert!(!mail.subject.is_empty() && !mail.subject.contains('\n'), "{place}: {:?}", mail.subject);
                for body in [&mail.text, &mail.html] {
                    assert!(!body.contains('{') || body.contains("{ "), "{place}: an unfilled place in {body}");
                    assert!(body.contains("Seki"), "{place} says who writes");
                }
                assert!(mail.html.starts_with("<!doctype html>"), "{place}");
                assert!(mail.html.contains(&format!("lang=\"{locale}\"")), "{place}");
            }
        }
    }

    #[test]
    fn names_are_escaped_in_html_only() {
        let mut context = samples::json(Template::PasswordReset, Locale::En);
        context["name"] = "<b>Hanako</b>".into();
        let mail = render(Template::PasswordReset, &Serde(context).into()).unwrap();
        assert!(mail.text.contains("<b>Hanako</b>"));
        assert!(mail.html.contains("&lt;b&gt;Hanako&lt;") && !mail.html.contains("<b>Hanako"));
    }

    #[test]
    fn the_accepted_mail_says_where_when_and_how_much() {
        let mail = render(Template::ReservationAccepted, &samples::context(Template::ReservationAccepted, Locale::Ja));
        let mail = mail.unwrap();
        for expected in ["鮨かぐら", "2026年11月28日（土）", "18:00", "2名様", "BCDF2345", "48,000円", "当日"]
        {
            assert!(mail.text.contains(expected), "{expected} in {}", mail.text);
        }
        assert!(mail.subject.contains("鮨かぐら"));
    }
}
