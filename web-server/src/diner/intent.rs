//! The intent of a visitor whom sign-in interrupted (R-051, gaps G002, G035, G128): a booking, a favourite or an invitation. It is kept
//! during sign-in and sign-up, and the pages in between name it.

use axum_extra::extract::cookie::Cookie;
use chrono::NaiveDate;
use domain::accounts::local_path;
use domain::customers::actions::add_favorite;
use domain::customers::model::FavoriteConsent;
use domain::i18n::Locale;
use domain::ids::UserId;
use domain::reservations::invitations::{self, invite_uid_of};
use domain::restaurants::model::{Restaurant, Visibility};
use domain::restaurants::queries::{self as restaurants, find_by_slug};
use reqwest::Url;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::http::cookies::{RETURN_COOKIE, cookie, removal};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

const INTENT_COOKIE: &str = "seki_intent";
const INTENT: &str = "intent";
const RETURN: &str = "return_to";
const ADD_FAVORITE: &str = "add_favorite";

/// It is kept for the second factor too.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Intent {
    pub restaurant_slug: Option<String>,
    pub user_action: Option<String>,
    /// A path on this site.
    pub path: Option<String>,
}

/// Description of the intent on a page between the request and its fulfilment.
#[derive(Serialize, ToSchema)]
pub struct PendingIntent {
    kind: PendingIntentKind,
    restaurant_name: String,
    /// YYYY-MM-DD, if a day was chosen.
    date: Option<NaiveDate>,
    /// Path at which the intent continues; on this site.
    path: String,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PendingIntentKind {
    Booking,
    Favorite,
    Invitation,
}

impl Intent {
    /// Reads the intent from the address or the form; without a path there, from the page that redirected the visitor to sign-in.
    pub fn from_request(
        app: &App,
        context: &Context,
        restaurant_slug: Option<String>,
        user_action: Option<String>,
        path: Option<&str>,
    ) -> Self {
        let path = path.and_then(|path| local_path(&app.config.base_url, path)).or_else(|| return_path(app, context));
        Self { restaurant_slug, user_action, path }
    }

    /// Returns the intent of a sign-in that waits for its code.
    pub fn from_cookie(app: &App, context: &Context) -> Self {
        let kept = context.cookie(INTENT_COOKIE).and_then(|sealed| app.signer.open(INTENT, sealed));
        kept.unwrap_or_else(|| Self::from_request(app, context, None, None, None))
    }

    pub fn to_cookie(&self, app: &App) -> Cookie<'static> {
        cookie(INTENT_COOKIE, app.signer.seal(INTENT, self), &app.config.base_url, None)
    }

    /// Carries out the visitor's intent, and returns the restaurant that it leads to, if any.
    pub async fn fulfil(&self, conn: &mut PgConnection, app: &App, diner: UserId) -> sqlx::Result<Option<String>> {
        let Some(restaurant) = self.restaurant(conn).await? else { return Ok(None) };
        if self.user_action.as_deref() == Some(ADD_FAVORITE) {
            add_favorite(conn, &app.rng, app.clock.now(), restaurant.id, diner, FavoriteConsent::Given(None)).await?;
        }
        Ok(Some(restaurant_path(&restaurant)))
    }

    /// Returns the target of a visitor who is signed in already; carries out nothing.
    pub async fn place(&self, conn: &mut PgConnection) -> sqlx::Result<String> {
        let restaurant = self.restaurant(conn).await?.map(|restaurant| restaurant_path(&restaurant));
        Ok(restaurant.or_else(|| self.path.clone()).unwrap_or_else(|| "/".to_owned()))
    }

    pub async fn restaurant(&self, conn: &mut PgConnection) -> sqlx::Result<Option<Restaurant>> {
        match &self.restaurant_slug {
            Some(slug) => visible(conn, slug).await,
            None => Ok(None),
        }
    }

    /// Returns the description for the pages in between; `None` for a path that needs none.
    pub async fn pending_intent(
        &self,
        conn: &mut PgConnection,
        app: &App,
        context: &Context,
    ) -> Result<Option<PendingIntent>, ApiError> {
        let favorite = self.user_action.as_deref() == Some(ADD_FAVORITE);
        if let Some(restaurant) = self.restaurant(conn).await?.filter(|_| favorite) {
            let path = restaurant_path(&restaurant);
            return Ok(Some(PendingIntent::new(context, PendingIntentKind::Favorite, &restaurant, None, &path)));
        }
        match &self.path {
            Some(path) => PendingIntent::at(conn, app, context, None, path).await,
            None => Ok(None),
        }
    }

    /// Returns the sign-up page with the intent, by the specification's parameters.
    pub fn sign_up_path(&self) -> String {
        let restaurant = self.restaurant_slug.as_deref();
        let after = restaurant.map(|slug| format!("/r/{slug}")).or_else(|| self.path.clone());
        let token = self.path.as_deref().and_then(|path| ParsedPath::parse(path)?.query("invited_token"));
        let parameters = [
            ("restaurant_slug", self.restaurant_slug.clone()),
            ("user_action", self.user_action.clone()),
            ("invited_token", token.filter(|_| restaurant.is_none())),
            ("after_sign_up_url", after),
        ];
        with_query("/users/sign_up", &parameters)
    }

    /// Returns the sign-in page for a visitor who has an account after all. The cookie stores its path.
    pub fn sign_in_path(&self) -> String {
        let Some(slug) = &self.restaurant_slug else { return "/users/sign_in".to_owned() };
        let parameters = [
            ("sapm", Some(String::new())),
            ("restaurant_slug", Some(slug.clone())),
            ("user_action", self.user_action.clone()),
        ];
        with_query("/users/sign_in", &parameters)
    }
}

impl PendingIntent {
    fn new(
        context: &Context,
        kind: PendingIntentKind,
        restaurant: &Restaurant,
        date: Option<NaiveDate>,
        path: &str,
    ) -> Self {
        Self { kind, restaurant_name: context.pick(&restaurant.name), date, path: path.to_owned() }
    }

    /// Returns the intent from before the account was opened, if it is not fulfilled yet.
    pub async fn remembered(
        conn: &mut PgConnection,
        app: &App,
        context: &Context,
        diner: UserId,
    ) -> Result<Option<Self>, ApiError> {
        match return_path(app, context) {
            Some(path) => Self::at(conn, app, context, Some(diner), &path).await,
            None => Ok(None),
        }
    }

    async fn at(
        conn: &mut PgConnection,
        app: &App,
        context: &Context,
        diner: Option<UserId>,
        path: &str,
    ) -> Result<Option<Self>, ApiError> {
        let Some(address) = ParsedPath::parse(path) else { return Ok(None) };
        let segments: Vec<_> = address.segments.iter().map(String::as_str).collect();
        match segments[..] {
            ["r", slug, "reservations", "new"] | ["r", slug, "reservations", _, "review"] => {
                let Some(restaurant) = visible(conn, slug).await? else { return Ok(None) };
                let today = restaurants::today(conn, &restaurant, app.clock.now()).await?;
                let date = address.query("date").and_then(|date| date.parse().ok()).filter(|date| today <= *date);
                Ok(Some(Self::new(context, PendingIntentKind::Booking, &restaurant, date, path)))
            }
            ["users", "invited_reservations", uid] => {
                let token = address.query("invited_token");
                Self::for_invitation(conn, app, context, uid, diner, token.as_deref(), path).await
            }
            _ => Ok(None),
        }
    }

    /// Describes an invitation, with the data that its diner or the holder of its link may see.
    async fn for_invitation(
        conn: &mut PgConnection,
        app: &App,
        context: &Context,
        uid: &str,
        diner: Option<UserId>,
        token: Option<&str>,
        path: &str,
    ) -> Result<Option<Self>, ApiError> {
        let link = token.and_then(|token| invite_uid_of(&app.signer, token));
        let found = invitations::find_for(conn, uid, diner, link).await?;
        let open = found.map(|found| found.reservation).filter(|invited| invited.is_held_at(app.clock.now()));
        let Some(invited) = open else { return Ok(None) };
        let restaurant = restaurants::find(conn, invited.restaurant_id).await?.ok_or_else(ApiError::not_found)?;
        Ok(Some(Self::new(context, PendingIntentKind::Invitation, &restaurant, Some(invited.date), path)))
    }
}

/// Returns the cookie with the return path for the sign-in page and the pages after registering.
pub fn return_cookie(app: &App, path: &str) -> Cookie<'static> {
    cookie(RETURN_COOKIE, app.signer.seal(RETURN, &path), &app.config.base_url, None)
}

/// Returns the page that redirected the visitor to sign-in; `None` without the cookie, and for a page of a console.
pub fn return_path(app: &App, context: &Context) -> Option<String> {
    let path: String = app.signer.open(RETURN, context.cookie(RETURN_COOKIE)?)?;
    let is_of_a_console = ["/owners", "/admin"].iter().any(|side| path.starts_with(side));
    local_path(&app.config.base_url, &path).filter(|_| !is_of_a_console)
}

/// Returns the cookies that delete the state of the steps before sign-in.
pub fn removal_cookies(app: &App) -> [Cookie<'static>; 2] {
    [removal(RETURN_COOKIE, &app.config.base_url), removal(INTENT_COOKIE, &app.config.base_url)]
}

/// Returns a path on this site with the link of an invitation added to it.
pub fn with_invitation(path: &str, token: &str) -> String {
    let separator = if path.contains('?') { '&' } else { '?' };
    let query = with_query("", &[("invited_token", Some(token.to_owned()))]);
    format!("{path}{separator}{}", query.trim_start_matches('?'))
}

async fn visible(conn: &mut PgConnection, slug: &str) -> sqlx::Result<Option<Restaurant>> {
    // PostgreSQL rejects texts with a NUL, which no slug contains.
    if slug.contains('\0') {
        return Ok(None);
    }
    Ok(find_by_slug(conn, slug).await?.filter(|restaurant| restaurant.visibility != Visibility::Hidden))
}

fn restaurant_path(restaurant: &Restaurant) -> String {
    format!("/r/{}", restaurant.slug)
}

fn with_query(path: &str, parameters: &[(&str, Option<String>)]) -> String {
    let given: Vec<_> = parameters.iter().filter_map(|(name, value)| Some((*name, value.as_deref()?))).collect();
    let url = Url::parse_with_params("local:/", &given).ok();
    match url.as_ref().and_then(Url::query).filter(|query| !query.is_empty()) {
        Some(query) => format!("{path}?{query}"),
        None => path.to_owned(),
    }
}

/// A path on this site in its parts, without the language prefix.
struct ParsedPath {
    segments: Vec<String>,
    query: Vec<(String, String)>,
}

impl ParsedPath {
    fn parse(path: &str) -> Option<Self> {
        let url = Url::parse("local://here").ok()?.join(path).ok()?;
        let mut segments: Vec<String> = url.path_segments()?.map(str::to_owned).collect();
        if segments.first().is_some_and(|first| Locale::parse(first).is_some()) {
            segments.remove(0);
        }
        Some(Self { segments, query: url.query_pairs().into_owned().collect() })
    }

    fn query(&self, name: &str) -> Option<String> {
        self.query.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_up_address_carries_the_intent() {
        let booking =
            Intent { path: Some("/r/sushi/reservations/new?date=2026-12-14&slot=3".into()), ..Intent::default() };
        assert_eq!(
            booking.sign_up_path(),
            "/users/sign_up?after_sign_up_url=%2Fr%2Fsushi%2Freservations%2Fnew%3Fdate%3D2026-12-14%26slot%3D3"
        );
        assert_eq!(booking.sign_in_path(), "/users/sign_in");
        let favorite = Intent {
            restaurant_slug: Some("sushi".into()),
            user_action: Some("add_favorite".into()),
            path: Some("/users/profile".into()),
        };
        assert_eq!(
            favorite.sign_up_path(),
            "/users/sign_up?restaurant_slug=sushi&user_action=add_favorite&after_sign_up_url=%2Fr%2Fsushi"
        );
        assert_eq!(favorite.sign_in_path(), "/users/sign_in?sapm=&restaurant_slug=sushi&user_action=add_favorite");
        let invited =
            Intent { path: Some(with_invitation("/users/invited_reservations/u", "a.b")), ..Intent::default() };
        assert!(
            invited.sign_up_path().contains("?invited_token=a.b&after_sign_up_url=%2Fusers%2Finvited_reservations")
        );
        assert_eq!(Intent::default().sign_up_path(), "/users/sign_up");
    }

    #[test]
    fn address_is_parsed_without_language() {
        let address = ParsedPath::parse("/en/r/sushi/reservations/new?date=2026-12-14").unwrap();
        assert_eq!(address.segments, ["r", "sushi", "reservations", "new"]);
        assert_eq!(address.query("date").as_deref(), Some("2026-12-14"));
    }
}
