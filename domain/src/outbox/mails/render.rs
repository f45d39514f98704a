//! Renders mails from templates: one template each for the subject, the text and the HTML, for both languages through `t()`.

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Kwargs, Value};
use minijinja::{AutoEscape, Environment, Error, ErrorKind, State, UndefinedBehavior};
use serde::{Deserialize, Serialize};

use super::model::MailTemplate;
use crate::i18n::{self, Locale};

/// A mail ready to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    pub subject: String,
    pub text: String,
    pub html: String,
    /// The one-click unsubscribe address, for mails that can be unsubscribed from.
    pub one_click_link: Option<String>,
    /// An attached file.
    pub attachment: Option<MailAttachment>,
}

/// A text file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailAttachment {
    pub name: String,
    pub content_type: String,
    pub body: String,
}

/// Key of the attachment in a mail's context.
pub const ATTACHMENT: &str = "attachment";

/// Parts that all mails share.
const SHARED: [(&str, &str); 5] = [
    ("base.txt", include_str!("../../../mail-templates/base.txt.j2")),
    ("base.html", include_str!("../../../mail-templates/base.html.j2")),
    ("consent.txt", include_str!("../../../mail-templates/consent.txt.j2")),
    ("consent.html", include_str!("../../../mail-templates/consent.html.j2")),
    ("parts.html", include_str!("../../../mail-templates/parts.html.j2")),
];

/// Creates the environment that renders these mails.
pub fn environment(templates: impl IntoIterator<Item = MailTemplate>) -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    environment.set_syntax(syntax.expect("the delimiters are the usual ones"));
    environment.set_auto_escape_callback(|name| match name.ends_with(".html") {
        true => AutoEscape::Html,
        false => AutoEscape::None,
    });
    environment.add_function("t", translate);
    let own = templates.into_iter().flat_map(|template| template.sources);
    for (name, source) in SHARED.iter().chain(own) {
        environment.add_template(name, source).expect("the templates are checked by the tests");
    }
    environment
}

/// Implements `t("key", name=value)` in a template, in the language of its `locale`.
fn translate(state: &State<'_, '_>, key: &str, arguments: Kwargs) -> Result<String, Error> {
    let locale = state.lookup("locale").and_then(|value| Locale::parse(value.as_str()?)).unwrap_or_default();
    if !i18n::has(key) {
        return Err(Error::new(ErrorKind::InvalidOperation, format!("there is no text {key:?}")));
    }
    let names: Vec<&str> = arguments.args().collect();
    let values = names.iter().map(|name| arguments.get::<Value>(name)).collect::<Result<Vec<_>, _>>()?;
    let pairs: Vec<(&str, &dyn std::fmt::Display)> =
        names.iter().zip(&values).map(|(name, value)| (*name, value as &dyn std::fmt::Display)).collect();
    Ok(i18n::t(locale, key, &pairs))
}

/// Renders a template of the environment.
pub fn render(environment: &Environment<'_>, template: MailTemplate, context: &Value) -> Result<Rendered, Error> {
    let part = |file: &str| environment.get_template(&format!("{}/{file}", template.name))?.render(context);
    Ok(Rendered {
        subject: part("subject.txt")?.trim().to_owned(),
        text: part("body.txt")?.trim().to_owned() + "\n",
        html: part("body.html")?,
        attachment: context.get_attr(ATTACHMENT).ok().and_then(|file| MailAttachment::deserialize(file).ok()),
        one_click_link: context.get_attr("one_click_link").ok().and_then(|link| link.as_str().map(str::to_owned)),
    })
}

/// Renders a mail with an area's sample data, in one language. Fails if a part that every mail has is missing.
#[cfg(test)]
pub fn rendered(template: MailTemplate, locale: Locale, sample: serde_json::Value) -> Rendered {
    let mut context = serde_json::json!({
        "locale": locale.as_str(),
        "base_url": "https://seki.test",
        "name": locale.pick("山田 花子", "Hanako Yamada"),
    });
    for (key, value) in sample.as_object().unwrap() {
        context[key] = value.clone();
    }
    let context = minijinja::value::Serde(context).into();
    let mail = render(&environment([template]), template, &context)
        .unwrap_or_else(|error| panic!("{} {locale}: {error:#}", template.name));
    let place = format!("{} {locale}", template.name);
    assert!(!mail.subject.is_empty() && !mail.subject.contains('\n'), "{place}: {:?}", mail.subject);
    for body in [&mail.text, &mail.html] {
        assert!(!body.contains('{') || body.contains("{ "), "{place}: an unfilled place in {body}");
        assert!(body.contains("Seki"), "{place} says who writes");
    }
    assert!(mail.html.starts_with("<!doctype html>"), "{place}");
    assert!(mail.html.contains(&format!("lang=\"{locale}\"")), "{place}");
    mail
}

/// As `rendered`, and compares the whole mail with its file below `snapshots/`. `INSTA_UPDATE=always` rewrites the file.
#[cfg(test)]
pub fn snapshot(template: MailTemplate, locale: Locale, sample: serde_json::Value) -> Rendered {
    let mail = rendered(template, locale, sample);
    let whole = format!("{}\n\n{}\n{}", mail.subject, mail.text, mail.html);
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(format!("{}_{locale}", template.name), whole);
    });
    mail
}
