//! The member of staff behind a request, and their restaurant.

use axum::extract::{FromRequestParts, Query};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum_extra::extract::cookie::{Cookie, CookieJar};
use chrono::{DateTime, Utc};
use domain::accounts::admins::{self, AdminFlag, AdminUser};
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

/// A signed-in owner or member of staff. A request without a session is rejected: 302 to `/owners/sign_in` for HTML, 401 for
/// JSON. The restaurant is named by `owners_restaurant_slug` (stored in the session) or `restaurant_slug` (for this request
/// only). By default it is the last one that the session used. 404 if the account does not belong to the restaurant (gaps G169,
/// G003).
///
/// This is not an extractor: a call takes `AccountStaff`, `FloorStaff` or `OwnerOrAdmin`, and thereby declares the right that it
/// requires. All writes require agreement to the terms.
#[derive(Clone, Debug)]
pub struct Staff {
    pub owner: Owner,
    pub session: TokenHash,
    pub restaurant: Restaurant,
    /// The role of the account at the restaurant (gaps G044).
    pub role: Role,
    /// The right that this call requires, at any restaurant.
    right: Right,
    /// The admin who is also signed in in this browser, or who impersonates the owner (gaps G043).
    pub admin: Option<AdminUser>,
    pub impersonation: Option<Impersonation>,
}

/// An admin who impersonates an owner.
#[derive(Clone, Copy, Debug)]
pub struct Impersonation {
    pub admin: AdminUserId,
    pub until: DateTime<Utc>,
}

impl Staff {
    /// Returns the actor for the audit log.
    pub fn actor(&self) -> Actor {
        self.impersonation.map_or(Actor::Owner(self.owner.id), |by| Actor::Admin(by.admin))
    }

    /// Rejects an impersonating admin (403). For actions that only the owner of the account may do.
    pub fn require_own(&self) -> Result<(), ApiError> {
        match self.impersonation {
            Some(_) => Err(ApiError::new(StatusCode::FORBIDDEN, "impersonated")),
            None => Ok(()),
        }
    }

    /// Rejects users who are not admins, and admins without the permission (403).
    pub fn require_admin(&self, flag: AdminFlag) -> Result<(), ApiError> {
        match &self.admin {
            Some(admin) if admin.flags.has(flag) => Ok(()),
            Some(_) => Err(ApiError::new(StatusCode::FORBIDDEN, "admin_flag_missing")),
            None => Err(ApiError::new(StatusCode::FORBIDDEN, "admin_only")),
        }
    }

    /// Reports whether the user is an admin with the permission.
    pub fn is_admin_with(&self, flag: AdminFlag) -> bool {
        self.require_admin(flag).is_ok()
    }
}

impl Staff {
    /// Returns this member of staff at the restaurant `slug`; 404 if they do not belong to it, 403 if their role there lacks the right of
    /// the call.
    pub async fn at(self, conn: &mut PgConnection, slug: &str) -> Result<Self, ApiError> {
        if slug == self.restaurant.slug {
            return Ok(self);
        }
        let chosen = owners::choose_restaurant(conn, self.owner.id, Some(slug), None).await?;
        let (chosen, role) = chosen.ok_or_else(ApiError::not_found)?;
        let restaurant = restaurants::queries::find(conn, chosen).await?.ok_or_else(ApiError::not_found)?;
        Self { restaurant, role, ..self }.require_right()
    }

    /// Rejects a write before the terms are agreed to (owner §2, gaps G001). Impersonating admins need not agree.
    fn require_terms_agreed(self) -> Result<Self, ApiError> {
        let is_bound = self.owner.terms_agreed_at.is_some() || self.impersonation.is_some();
        match is_bound || !self.right.writes {
            true => Ok(self),
            false => Err(ApiError::new(StatusCode::FORBIDDEN, "terms_not_agreed").redirecting_to("/owners")),
        }
    }

    /// Rejects a role without the required right (403).
    fn require_right(self) -> Result<Self, ApiError> {
        match self.role.has(self.right) {
            true => Ok(self),
            false => Err(ApiError::new(StatusCode::FORBIDDEN, "right_missing")),
        }
    }

    /// Returns this member of staff as the manager of the restaurant's staff.
    pub fn manager(&self) -> StaffManager<'static> {
        let makes_owners = self.role == Role::Owner;
        StaffManager { actor: self.actor(), restaurant: self.restaurant.id, makes_owners, reason: None }
    }
}

#[derive(Default, Deserialize)]
struct RestaurantQuery {
    owners_restaurant_slug: Option<String>,
    restaurant_slug: Option<String>,
}

/// Defines an extractor of staff with the rights of a section: GET requires the right to read, all other methods the right to
/// write.
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
                Staff::of_request(parts, app, Section::$section).await?.require_terms_agreed().map(Self)
            }
        }
    )+};
}

staff_of! {
    /// For calls about the user's own account: every role.
    AccountStaff: Account,
    /// For calls of the service: the calendar, reservations, slots, customers.
    FloorStaff: Floor,
    /// For settings, announcements, invoices, reports and staff: the roles `owner` and `staff`, and `read_only` for reading.
    OwnerOrAdmin: Management,
    /// For exports of guests' data: the roles `owner` and `staff`.
    ExportStaff: Export,
}

impl AccountHolder for AccountStaff {
    const SETTINGS: &'static str = "/owners/security_settings";

    fn caller<'a>(&self, app: &'a App, context: &'a Context) -> Result<SecurityCaller<'a>, ApiError> {
        self.require_own()?;
        let (who, session) = (AccountId::Owner(self.owner.id), self.session.clone());
        Ok(SecurityCaller { app, context, who, session, home: Self::SETTINGS })
    }
}

/// For agreeing to the terms, the only write that does not require the agreement.
#[derive(Clone, Debug)]
pub struct NewStaff(pub Staff);

impl FromRequestParts<App> for NewStaff {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Self::Rejection> {
        Staff::of_request(parts, app, Section::Account).await.map(Self)
    }
}

impl Staff {
    /// Returns the member of staff of the session cookie, whatever the request's address. `None` without a valid session, and when the
    /// database fails.
    pub async fn of_cookies(app: &App, context: &Context) -> Option<Self> {
        let right = Right { section: Section::Account, writes: false };
        Self::find(app, |name| context.cookie(name), &RestaurantQuery::default(), right).await.ok()
    }

    async fn of_request(parts: &Parts, app: &App, section: Section) -> Result<Self, ApiError> {
        let jar = CookieJar::from_headers(&parts.headers);
        let Query(asked) =
            Query::<RestaurantQuery>::try_from_uri(&parts.uri).map_err(|_| ApiError::bad_request("invalid_input"))?;
        let right = Right { section, writes: !parts.method.is_safe() };
        Self::find(app, |name| jar.get(name).map(Cookie::value), &asked, right).await?.require_right()
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
        let admin = match admin.map(|session| session.who) {
            Some(AccountId::Admin(id)) => admins::find(&mut conn, id).await?,
            _ => None,
        };
        // An impersonation is valid only with the admin's own session and permission, so it ends with either.
        let impersonates = |admin: &AdminUser| session.impersonator == Some(admin.id) && admin.flags.impersonation;
        if session.impersonator.is_some() && !admin.as_ref().is_some_and(impersonates) {
            return Err(ApiError::unauthorized());
        }
        let owner = owners::find(&mut conn, id).await?.ok_or_else(ApiError::unauthorized)?;
        let slug = asked.owners_restaurant_slug.as_deref().or(asked.restaurant_slug.as_deref());
        let chosen = owners::choose_restaurant(&mut conn, id, slug, session.restaurant).await?;
        // An account without a restaurant is treated as signed out.
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
