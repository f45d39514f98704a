//! The member of staff behind a request, and the restaurant they look at.

use axum::extract::{FromRequestParts, Query};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum_extra::extract::cookie::{Cookie, CookieJar};
use chrono::{DateTime, Utc};
use domain::accounts::members::StaffManager;
use domain::accounts::owners::{self, Owner};
use domain::accounts::roles::{Right, Role, Section};
use domain::audit::Actor;
use domain::ids::AdminUserId;
use domain::restaurants;
use domain::restaurants::model::Restaurant;
use domain::sessions::{self, AccountId, Session, Side, Token, TokenHash};
use serde::Deserialize;
use sqlx::PgConnection;

use crate::account_security::{AccountHolder, SecurityCaller};
use crate::http::cookies::{ADMIN_COOKIE, OWNER_COOKIE};
use crate::http::error::ApiError;
use crate::http::extract::context::Context;
use crate::state::App;

/// A signed-in owner or member of staff; without one the request is refused (302 to `/owners/sign_in` for HTML, 401 for
/// JSON). The restaurant is the one asked for by `owners_restaurant_slug` (remembered for the session) or
/// `restaurant_slug` (for this request), else the one looked at last; 404 when it is not theirs (gaps G169, G003).
///
/// It is no extractor: a call takes `AccountStaff`, `FloorStaff` or `OwnerOrAdmin`, and so says which right it asks for. Nobody
/// writes before they have agreed to the terms.
#[derive(Clone, Debug)]
pub struct Staff {
    pub owner: Owner,
    pub session: TokenHash,
    pub restaurant: Restaurant,
    /// What the log-in may do at the restaurant (gaps G044).
    pub role: Role,
    /// What this call asks for, at whichever restaurant.
    right: Right,
    /// An admin who is signed in beside, or looks through the owner's eyes (gaps G043).
    pub admin: Option<AdminUserId>,
    pub impersonation: Option<Impersonation>,
}

/// An admin who looks through an owner's eyes.
#[derive(Clone, Copy, Debug)]
pub struct Impersonation {
    pub admin: AdminUserId,
    pub until: DateTime<Utc>,
}

impl Staff {
    /// Who the audit names for what is done.
    pub fn actor(&self) -> Actor {
        self.impersonation.map_or(Actor::Owner(self.owner.id), |by| Actor::Admin(by.admin))
    }

    /// Refuses what only the account's own person may do (403), for an admin who looks through their eyes.
    pub fn require_own(&self) -> Result<(), ApiError> {
        match self.impersonation {
            Some(_) => Err(ApiError::new(StatusCode::FORBIDDEN, "impersonated")),
            None => Ok(()),
        }
    }

    /// Refuses what only admins may do (403).
    pub fn require_admin(&self) -> Result<AdminUserId, ApiError> {
        self.admin.ok_or_else(|| ApiError::new(StatusCode::FORBIDDEN, "admin_only"))
    }
}

impl Staff {
    /// The same at the restaurant that an address names; 404 when it is not theirs.
    pub async fn at(self, conn: &mut PgConnection, slug: &str) -> Result<Self, ApiError> {
        if slug == self.restaurant.slug {
            return Ok(self);
        }
        let chosen = owners::choose_restaurant(conn, self.owner.id, Some(slug), None).await?;
        let (chosen, role) = chosen.ok_or_else(ApiError::not_found)?;
        let restaurant = restaurants::queries::find(conn, chosen).await?.ok_or_else(ApiError::not_found)?;
        Self { restaurant, role, ..self }.checked()
    }

    /// Refuses a write before the terms are agreed to (owner §2, gaps G001). An admin who looks through the owner's eyes is bound by none.
    fn bound(self) -> Result<Self, ApiError> {
        let is_bound = self.owner.terms_agreed_at.is_some() || self.impersonation.is_some();
        match is_bound || !self.right.writes {
            true => Ok(self),
            false => Err(ApiError::new(StatusCode::FORBIDDEN, "terms_not_agreed").redirecting_to("/owners")),
        }
    }

    /// Refuses whoever has not the right that the call asks for (403).
    fn checked(self) -> Result<Self, ApiError> {
        match self.role.has(self.right) {
            true => Ok(self),
            false => Err(ApiError::new(StatusCode::FORBIDDEN, "right_missing")),
        }
    }

    /// Who manages the restaurant's staff.
    pub fn manager(&self) -> StaffManager {
        StaffManager { actor: self.actor(), restaurant: self.restaurant.id, makes_owners: self.role == Role::Owner }
    }
}

#[derive(Default, Deserialize)]
struct RestaurantQuery {
    owners_restaurant_slug: Option<String>,
    restaurant_slug: Option<String>,
}

/// An extractor of staff who may do what a section's calls do: read with GET, write with every other method.
macro_rules! staff_of {
    ($($(#[$meta:meta])* $name:ident: $section:ident,)+) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug)]
        pub struct $name(pub Staff);

        impl std::ops::Deref for $name {
            type Target = Staff;

            fn deref(&self) -> &Staff {
                &self.0
            }
        }

        impl FromRequestParts<App> for $name {
            type Rejection = ApiError;

            async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
                Staff::of_request(parts, app, Section::$section).await?.bound().map(Self)
            }
        }
    )+};
}

staff_of! {
    /// For calls about the own account: whoever is signed in.
    AccountStaff: Account,
    /// For calls of the service: the calendar, reservations, slots, customers.
    FloorStaff: Floor,
    /// For settings, announcements, CSV exports, invoices and staff: the roles `owner` and `staff`, and `read_only` to read.
    OwnerOrAdmin: Office,
}

impl AccountHolder for AccountStaff {
    const SETTINGS: &'static str = "/owners/security_settings";

    fn caller<'a>(&self, app: &'a App, context: &'a Context) -> Result<SecurityCaller<'a>, ApiError> {
        self.require_own()?;
        let (who, session) = (AccountId::Owner(self.owner.id), self.session.clone());
        Ok(SecurityCaller { app, context, who, session, home: Self::SETTINGS })
    }
}

/// For the one write that comes before the terms are agreed to: agreeing.
#[derive(Clone, Debug)]
pub struct NewStaff(pub Staff);

impl FromRequestParts<App> for NewStaff {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        Staff::of_request(parts, app, Section::Account).await.map(Self)
    }
}

impl Staff {
    /// Who is signed in, by the cookies alone, whatever the request's address.
    pub async fn of_cookies(app: &App, context: &Context) -> Option<Self> {
        let right = Right { section: Section::Account, writes: false };
        Self::find(app, |name| context.cookie(name), &RestaurantQuery::default(), right).await.ok()
    }

    async fn of_request(parts: &Parts, app: &App, section: Section) -> Result<Self, ApiError> {
        let jar = CookieJar::from_headers(&parts.headers);
        let Query(asked) =
            Query::<RestaurantQuery>::try_from_uri(&parts.uri).map_err(|_| ApiError::bad_request("invalid_input"))?;
        let right = Right { section, writes: !parts.method.is_safe() };
        Self::find(app, |name| jar.get(name).map(Cookie::value), &asked, right).await?.checked()
    }

    async fn find<'c>(
        app: &App,
        cookie: impl Fn(&str) -> Option<&'c str>,
        asked: &RestaurantQuery,
        right: Right,
    ) -> Result<Self, ApiError> {
        let mut conn = app.pool.acquire().await?;
        let session = find_session(&mut conn, app, cookie(OWNER_COOKIE), Side::Owner).await?;
        let session = session.ok_or_else(ApiError::unauthorized)?;
        let AccountId::Owner(id) = session.who else { return Err(ApiError::unauthorized()) };
        let admin = find_session(&mut conn, app, cookie(ADMIN_COOKIE), Side::Admin).await?;
        let admin = admin.and_then(|session| match session.who {
            AccountId::Admin(id) => Some(id),
            _ => None,
        });
        // An impersonation counts beside the admin's own session only, so it ends with that.
        if session.impersonator.is_some() && session.impersonator != admin {
            return Err(ApiError::unauthorized());
        }
        let owner = owners::find(&mut conn, id).await?.ok_or_else(ApiError::unauthorized)?;
        let slug = asked.owners_restaurant_slug.as_deref().or(asked.restaurant_slug.as_deref());
        let chosen = owners::choose_restaurant(&mut conn, id, slug, session.restaurant).await?;
        // Whoever has no restaurant any more is as good as signed out.
        let missing = || if slug.is_none() { ApiError::unauthorized() } else { ApiError::not_found() };
        let (chosen, role) = chosen.ok_or_else(missing)?;
        if asked.owners_restaurant_slug.is_some() && session.restaurant != Some(chosen) {
            sessions::set_restaurant(&mut conn, &session.hash, chosen).await?;
        }
        let restaurant = restaurants::queries::find(&mut conn, chosen).await?.ok_or_else(ApiError::not_found)?;
        Ok(Self {
            owner,
            session: session.hash,
            restaurant,
            role,
            right,
            admin,
            impersonation: session.impersonator.map(|admin| Impersonation { admin, until: session.expires_at }),
        })
    }
}

async fn find_session(
    conn: &mut PgConnection,
    app: &App,
    cookie: Option<&str>,
    side: Side,
) -> sqlx::Result<Option<Session>> {
    match cookie {
        Some(cookie) => sessions::find_by_token(conn, side, &Token::from_cookie(cookie), app.clock.now()).await,
        None => Ok(None),
    }
}
