//! The part of a public page that a visitor sees before the application loads. The site's build draws it with the application's own
//! components and leaves templates over the page's envelope (site/src/first-screens).

use std::collections::HashSet;
use std::path::Path;

use domain::i18n::Locale;
use minijinja::{AutoEscape, Environment, Value, context};

#[derive(Debug)]
pub struct FirstScreens {
    templates: Environment<'static>,
    names: HashSet<String>,
}

impl Default for FirstScreens {
    /// Without any drawing.
    fn default() -> Self {
        let mut templates = Environment::new();
        templates.set_auto_escape_callback(|_| AutoEscape::Html);
        Self { templates, names: HashSet::new() }
    }
}

impl FirstScreens {
    /// Reads the drawings of a built site. A page without a drawing starts empty, as do all pages for signed-in diners.
    pub fn load(dist: &Path) -> Self {
        let mut screens = Self::default();
        for locale in Locale::ALL {
            let files = std::fs::read_dir(dist.join("first-screens").join(locale.as_str())).into_iter().flatten();
            for path in files.flatten().map(|file| file.path()) {
                let Some(page) = path.file_name().and_then(|name| name.to_str()) else { continue };
                let name = format!("{}/{page}", locale.as_str());
                match std::fs::read_to_string(&path) {
                    Ok(source) => screens.add(name, source),
                    Err(error) => tracing::error!(%error, name, "cannot read a first screen"),
                }
            }
        }
        screens
    }

    fn add(&mut self, name: String, source: String) {
        match self.templates.add_template_owned(name.clone(), source) {
            Ok(()) => _ = self.names.insert(name),
            Err(error) => tracing::error!(%error, name, "a first screen is not a valid template"),
        }
    }

    /// Draws a page; `None` if it has no drawing, or if rendering fails. `prefix` is the language in the address, such as `/ja`; empty
    /// without one.
    pub fn draw(&self, page: &str, locale: Locale, prefix: &str, envelope: &dyn Fn() -> Value) -> Option<String> {
        let name = format!("{}/{page}.html.j2", locale.as_str());
        if !self.names.contains(&name) {
            return None;
        }
        let template = self.templates.get_template(&name).ok()?;
        let drawn = template.render(context! { prefix, ..envelope() });
        drawn.inspect_err(|error| tracing::error!(%error, name, "cannot draw a first screen")).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn_from(template: &'static str) -> FirstScreens {
        let mut screens = FirstScreens::default();
        screens.add("ja/home.html.j2".into(), template.into());
        screens
    }

    #[test]
    fn drawing_escapes_envelope_data() {
        let screens = drawn_from(r#"<a href="{{ prefix }}/r">{{ data.name }}</a>"#);
        let envelope = || Value::from(minijinja::value::Serde(serde_json::json!({ "data": { "name": "<b>\"鮨\"" } })));
        let drawn = screens.draw("home", Locale::Ja, "/ja", &envelope).unwrap();
        assert_eq!(drawn, r#"<a href="&#x2f;ja/r">&lt;b&gt;&quot;鮨&quot;</a>"#);
        assert!(screens.draw("home", Locale::En, "", &envelope).is_none());
        assert!(screens.draw("restaurant", Locale::Ja, "", &envelope).is_none());
    }

    #[test]
    fn unreadable_drawing_is_omitted() {
        let envelope = || Value::from(minijinja::value::Serde(serde_json::json!({})));
        assert!(drawn_from("{% if %}").draw("home", Locale::Ja, "", &envelope).is_none());
    }
}
