//! One address, two representations (docs/ARCHITECTURE.md): a page is an HTML shell with its data inside, or the same data as JSON.

use std::fmt::Display;
use std::sync::LazyLock;

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use chrono::Datelike;
use domain::accounts;
use domain::accounts::model::HeaderUser;
use domain::config::Environment;
use domain::i18n::Locale;
use domain::ids::UserId;
use domain::zone::Zone;
use minijinja::context;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

use crate::http::cookies::{COOKIE_AGREEMENT_COOKIE, FLASH_COOKIE, removal};
use crate::http::csrf::CSRF_HEADER;
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::menu::{self, Links, MenuItem};
use crate::state::App;

/// The HTML shell of every page, compiled once.
static SHELL: LazyLock<minijinja::Environment<'static>> = LazyLock::new(|| {
    let mut environment = minijinja::Environment::new();
    let added = environment.add_template("shell", include_str!("../../templates/shell.html.j2"));
    added.expect("the shell is a template");
    environment
});

/// Data of a page. `NAME` is the envelope's `page`, by which a client identifies the type of its data.
pub trait PageData: Serialize + ToSchema {
    const NAME: &'static str;
}

fn page_name<D: PageData>() -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some([D::NAME])).build()
}

/// The envelope of every page (`data` is the page's own).
#[derive(Serialize, ToSchema)]
pub struct Page<D: PageData> {
    #[schema(schema_with = page_name::<D>)]
    pub page: &'static str,
    pub locale: Locale,
    /// The server's clock, ISO 8601 with +09:00.
    pub now: String,
    pub csrf_token: String,
    pub session: SessionInfo,
    pub flash: Vec<Flash>,
    pub config: SiteConfig,
    pub data: D,
    /// Further fields that the specification requires in the envelope.
    #[serde(flatten)]
    #[schema(ignore)]
    pub extra: serde_json::Value,
}

#[derive(Serialize, ToSchema)]
pub struct SessionInfo {
    pub signed_in: bool,
    pub user: Option<HeaderUser>,
    /// A language that the visitor's browser prefers to the page's, unless the visitor has chosen one.
    pub offered_locale: Option<Locale>,
    /// Menu of the signed-in diner, in order; empty for visitors.
    pub menu: Vec<MenuItem>,
    /// Whether this browser's visitor has agreed to cookies.
    pub cookies_agreed: bool,
}

/// Configuration of the site's environment.
#[derive(Serialize, ToSchema)]
pub struct SiteConfig {
    pub environment: Environment,
    pub card_script_url: String,
    pub card_publishable_key: String,
    pub captcha_site_key: String,
    pub captcha_script_url: String,
    pub sms_resend_after_seconds: i64,
    pub links: Links,
    /// Phone number of the concierge for travel arrangements; null without a concierge.
    pub concierge_phone: Option<String>,
    /// Whether sign-in with Apple is available.
    pub apple_sign_in: bool,
    pub dev_inbox: bool,
}

/// Metadata of a page for search engines and link previews.
#[derive(Clone, Debug, Default)]
pub struct Meta {
    pub title: String,
    pub description: String,
    pub image: Option<String>,
    pub json_ld: Option<serde_json::Value>,
    pub is_noindex: bool,
}

impl Meta {
    pub fn titled(name: impl Display) -> Self {
        Self { title: title_of(name), ..Self::default() }
    }

    /// Returns the metadata of a page that belongs to one diner: no robot may index it.
    pub fn private(name: impl Display) -> Self {
        Self { title: title_of(name), is_noindex: true, ..Self::default() }
    }
}

/// Returns the title of a page by its name, as the application formats it too.
fn title_of(name: impl Display) -> String {
    format!("{name} | Seki")
}

/// A page response under construction.
pub struct PageOf<D> {
    pub status: StatusCode,
    pub meta: Meta,
    pub data: D,
    /// See `with_fields`.
    pub extra: serde_json::Value,
}

impl<D: PageData> PageOf<D> {
    pub fn new(meta: Meta, data: D) -> Self {
        Self { status: StatusCode::OK, meta, data, extra: serde_json::json!({}) }
    }

    /// Adds fields to the top level of the response, in addition to the envelope's.
    pub fn with_fields(self, extra: serde_json::Value) -> Self {
        Self { extra, ..self }
    }

    pub async fn respond(self, app: &App, context: &Context, diner: Option<UserId>) -> Result<Response, ApiError> {
        let (session, config) = session_and_config(app, context, diner).await?;
        let page = Page {
            page: D::NAME,
            locale: context.locale(),
            now: Zone::default().iso(app.clock.now()),
            csrf_token: context.csrf_token(app),
            session,
            flash: context.flash().to_vec(),
            config,
            data: self.data,
            extra: self.extra,
        };
        let first_screen = page.first_screen(app, context);
        let sheet = PageShell {
            app,
            context,
            name: D::NAME,
            status: self.status,
            meta: &self.meta,
            front: FrontEnd::Site,
            first_screen,
        };
        sheet.respond(&page)
    }
}

impl<D: PageData> Page<D> {
    /// Returns the first screen of a visitor's page; `None` for signed-in diners, JSON and addresses with a query, because only the
    /// application draws search results and a diner's own data.
    fn first_screen(&self, app: &App, context: &Context) -> Option<String> {
        if self.session.signed_in || context.wants_json() || context.path_and_query().contains('?') {
            return None;
        }
        let prefix = context.requested_locale().map(|locale| format!("/{}", locale.as_str())).unwrap_or_default();
        app.first_screens.draw(D::NAME, self.locale, &prefix, &|| minijinja::Value::from(minijinja::value::Serde(self)))
    }
}

/// The application that a page belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontEnd {
    Site,
    Owner,
    Admin,
}

/// A page before its response: everything except its envelope.
pub struct PageShell<'a> {
    pub app: &'a App,
    pub context: &'a Context,
    pub name: &'static str,
    pub status: StatusCode,
    pub meta: &'a Meta,
    pub front: FrontEnd,
    /// HTML that is shown until the application replaces it.
    pub first_screen: Option<String>,
}

impl PageShell<'_> {
    /// The envelope as JSON, or an HTML shell around it.
    pub fn respond<E: Serialize>(self, envelope: &E) -> Result<Response, ApiError> {
        self.respond_with(serde_json::to_string(envelope).map_err(ApiError::internal)?)
    }

    /// Is compiled once, and not for each type of envelope.
    fn respond_with(self, json: String) -> Result<Response, ApiError> {
        let Self { app, context, .. } = self;
        let csrf_token = context.csrf_token(app);
        let mut response = if context.wants_json() {
            ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], json).into_response()
        } else {
            let html = self.shell(&csrf_token, &json)?;
            ([(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"))], html).into_response()
        };
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(
            HeaderName::from_static(CSRF_HEADER),
            HeaderValue::from_str(&csrf_token).map_err(ApiError::internal)?,
        );
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
        headers.append(header::VARY, HeaderValue::from_static("Accept, X-Requested-With, Cookie"));
        if !context.flash().is_empty() {
            let spent = removal(FLASH_COOKIE, &app.config.base_url);
            headers.append(header::SET_COOKIE, HeaderValue::from_str(&spent.to_string()).map_err(ApiError::internal)?);
        }
        Ok(response)
    }

    fn shell(&self, csrf_token: &str, json: &str) -> Result<String, ApiError> {
        let Self { app, context, meta, .. } = self;
        let path = context.path_and_query();
        let base = &app.config.base_url;
        let alternate = |locale: &str| format!("{base}/{locale}{}", path.split('?').next().unwrap_or("/"));
        let locale = context.locale().as_str();
        let assets = match self.front {
            FrontEnd::Site => app.assets.head("src/main.tsx", self.name, locale),
            FrontEnd::Owner => app.console.head("src/owner/main.tsx", self.name, locale),
            FrontEnd::Admin => app.console.head("src/admin/main.tsx", self.name, locale),
        };
        let shell = SHELL.get_template("shell").map_err(ApiError::internal)?;
        shell
            .render(context! {
                lang => locale,
                title => &meta.title,
                description => &meta.description,
                image => meta.image.as_ref().map(|image| format!("{base}{image}")),
                url => alternate(locale),
                alternate_ja => alternate("ja"),
                alternate_en => alternate("en"),
                noindex => meta.is_noindex,
                csrf_token => csrf_token,
                json_ld => meta.json_ld.as_ref().map(|json| script_safe(&json.to_string())),
                styles => assets.styles,
                scripts => assets.scripts,
                first_screen => &self.first_screen,
                first_screen_script => app.assets.first_screen_script(),
                page_data => script_safe(json),
            })
            .map_err(ApiError::internal)
    }
}

/// Returns the parts of the envelope that depend on the visitor. They are compiled once, and not for each page.
async fn session_and_config(
    app: &App,
    context: &Context,
    diner: Option<UserId>,
) -> Result<(SessionInfo, SiteConfig), ApiError> {
    let user = match diner {
        Some(id) => accounts::queries::header_user(&mut *app.pool.acquire().await?, id, app.clock.now()).await?,
        None => None,
    };
    let config = site_config(app, user.as_ref());
    let month = Zone::default().date_of(app.clock.now()).month();
    let session = SessionInfo {
        signed_in: user.is_some(),
        offered_locale: context.offered_locale().filter(|_| user.is_none()),
        menu: user.as_ref().map(|user| menu::signed_in(user, &config.links, month)).unwrap_or_default(),
        cookies_agreed: context.cookie(COOKIE_AGREEMENT_COOKIE).is_some(),
        user,
    };
    Ok((session, config))
}

fn site_config(app: &App, user: Option<&HeaderUser>) -> SiteConfig {
    let config = &app.config;
    SiteConfig {
        environment: config.environment,
        card_script_url: config.stripe.script_url.clone(),
        card_publishable_key: config.stripe.publishable_key.clone(),
        captcha_site_key: config.captcha.site_key.clone(),
        captcha_script_url: config.captcha.script_url.clone(),
        sms_resend_after_seconds: config.sms.resend_after_seconds,
        links: Links {
            mall: config.mall_url.clone(),
            inbound: config.inbound_url.clone(),
            help: config.help_url.clone().or_else(|| Some("/help".to_owned())),
            owners: Some("/owners".to_owned()),
            premium: Some("/premium/green".to_owned()),
        },
        concierge_phone: config.concierge.phone(user.is_some_and(|user| user.is_ohc)).map(str::to_owned),
        apple_sign_in: config.apple.is_some(),
        dev_inbox: config.stand_ins_url.is_some(),
    }
}

/// Escapes JSON so that it cannot end the script element that contains it.
fn script_safe(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_data_cannot_end_its_script() {
        assert_eq!(script_safe(r#"{"a":"</script><b>"}"#), r#"{"a":"\u003c/script>\u003cb>"}"#);
    }
}
