//! Diners' accounts for support: list, view, unlock, sign out, mark (gaps G040, G041, G130, G136). Every view and change is recorded in the
//! audit log.

use axum::extract::{Path, State};
use axum::http::Uri;
use axum::response::Response;
use domain::audit::Actor;
use domain::lists::UserEntry;
use domain::support::{self, AccountMarks};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::justification::Justification;
use super::user_view::AdminUserView;
use crate::console::lists::{self, ListDefaults, ListStart};
use crate::console::resources::ResourceRequest;
use crate::console::{Admin, Expected, page};
use crate::http::calls::{Calls, routes};
use crate::http::error::ApiError;
use crate::http::extract::context::{Context, Flash};
use crate::http::extract::form::{FormOrJson, tick};
use crate::http::page::PageData;
use crate::http::write_response::{RedirectTo, WriteResponse};
use crate::state::App;

pub fn calls<C: Calls>() -> C {
    C::new()
        .routes(routes!(index))
        .routes(routes!(show, mark))
        .routes(routes!(unlock))
        .routes(routes!(sign_out))
        .routes(routes!(reset_factor))
}

#[derive(Serialize, ToSchema)]
pub struct AdminUsersPage {
    /// The first rows of the list of all accounts; null if the address has a query: the call of the list answers it.
    first: Option<ListStart<UserEntry>>,
}

impl PageData for AdminUsersPage {
    const NAME: &'static str = "admin_users";
}

#[derive(Serialize, ToSchema)]
pub struct AdminUserPage {
    user: AdminUserView,
}

impl PageData for AdminUserPage {
    const NAME: &'static str = "admin_user";
}

#[derive(Deserialize, ToSchema)]
pub struct MarksBody {
    user: MarksFields,
    /// The values of these fields that the form showed.
    #[serde(default)]
    expected: Expected,
}

/// The changed marks. The others remain.
#[derive(Deserialize, ToSchema)]
pub struct MarksFields {
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    is_agent: Option<bool>,
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    is_gold_invited: Option<bool>,
    #[serde(default, deserialize_with = "tick::optional")]
    #[schema(nullable = false)]
    is_ohc_invited: Option<bool>,
}

impl MarksFields {
    fn is_empty(&self) -> bool {
        [self.is_agent, self.is_gold_invited, self.is_ohc_invited].iter().all(Option::is_none)
    }

    /// Returns the marks after the change of the stored ones.
    fn onto(&self, stored: AccountMarks) -> AccountMarks {
        AccountMarks {
            is_agent: self.is_agent.unwrap_or(stored.is_agent),
            is_gold_invited: self.is_gold_invited.unwrap_or(stored.is_gold_invited),
            is_ohc_invited: self.is_ohc_invited.unwrap_or(stored.is_ohc_invited),
        }
    }
}

/// Starts the list of all accounts, newest first. The call of the list searches them.
#[utoipa::path(get, path = "/admin/users", tag = "admin",
    responses((status = 200, body = page::ConsolePage<AdminUsersPage>), (status = 302), (status = 401)))]
pub async fn index(State(app): State<App>, context: Context, admin: Admin, uri: Uri) -> Result<Response, ApiError> {
    let request = ResourceRequest { app: &app, context: &context, viewer: &admin };
    let first = lists::start::<UserEntry>(request, &uri, ListDefaults::NEWEST).await?;
    let data = AdminUsersPage { first };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.users.title"), data).await
}

/// Returns an account with its sessions, bookings, payments and mails.
#[utoipa::path(get, path = "/admin/users/{uid}", tag = "admin", params(("uid" = String, Path)),
    responses((status = 200, body = page::ConsolePage<AdminUserPage>), (status = 302), (status = 401), (status = 404)))]
pub async fn show(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(uid): Path<String>,
) -> Result<Response, ApiError> {
    let now = app.clock.now();
    let mut tx = app.pool.begin().await?;
    let seen =
        support::view_account(&mut tx, now, Actor::Admin(admin.id), &uid).await?.ok_or_else(ApiError::not_found)?;
    tx.commit().await?;
    let approval_above = app.config.adjustment_approval_above;
    let data = AdminUserPage { user: AdminUserView::new(&context, &admin, approval_above, seen, now) };
    page::respond_to_admin(&app, &context, &admin, &context.t("admin.user.title"), data).await
}

/// Marks an account as an agent, as invited to gold, or as invited to the club. 409 if a given mark does not have the expected value any
/// more.
#[utoipa::path(patch, path = "/admin/users/{uid}", tag = "admin", params(("uid" = String, Path)), request_body = MarksBody,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 409), (status = 422)))]
pub async fn mark(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(uid): Path<String>,
    FormOrJson(MarksBody { user, expected }): FormOrJson<MarksBody>,
) -> Result<Response, ApiError> {
    if user.is_empty() {
        return Err(ApiError::unprocessable("no_known_field"));
    }
    let mut tx = app.pool.begin().await?;
    let stored = support::lock_marks(&mut tx, &uid).await?.ok_or_else(ApiError::not_found)?;
    let marks = user.onto(stored);
    for (name, given, old) in [
        ("is_agent", user.is_agent, stored.is_agent),
        ("is_gold_invited", user.is_gold_invited, stored.is_gold_invited),
        ("is_ohc_invited", user.is_ohc_invited, stored.is_ohc_invited),
    ] {
        if let Some(given) = given {
            expected.require_one(name, &old, &given)?;
        }
    }
    let is_there = support::mark(&mut tx, app.clock.now(), Actor::Admin(admin.id), &uid, marks).await?;
    tx.commit().await?;
    done(&app, &context, &uid, is_there, "admin.updated")
}

/// Removes a lock that wrong passwords caused.
#[utoipa::path(delete, path = "/admin/users/{uid}/lock", tag = "admin", params(("uid" = String, Path)),
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404)))]
pub async fn unlock(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(uid): Path<String>,
) -> Result<Response, ApiError> {
    let (now, actor) = (app.clock.now(), Actor::Admin(admin.id));
    let is_there = app.transaction(async |tx| support::unlock(tx, now, actor, &uid).await).await?;
    done(&app, &context, &uid, is_there, "admin.user.unlocked")
}

/// Ends all sessions of a diner.
#[utoipa::path(delete, path = "/admin/users/{uid}/sessions", tag = "admin", params(("uid" = String, Path)),
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404)))]
pub async fn sign_out(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(uid): Path<String>,
) -> Result<Response, ApiError> {
    let (now, actor) = (app.clock.now(), Actor::Admin(admin.id));
    let is_there = app.transaction(async |tx| support::sign_out(tx, now, actor, &uid).await).await?;
    done(&app, &context, &uid, is_there, "admin.user.signed_out")
}

/// Removes a lost authenticator app, with a reason and a proof of identity of the admin (gaps G220); 422 if the account has none.
#[utoipa::path(delete, path = "/admin/users/{uid}/second_factor", tag = "admin", params(("uid" = String, Path)),
    request_body = Justification,
    responses((status = 200, body = RedirectTo), (status = 303), (status = 401), (status = 404), (status = 422), (status = 429)))]
pub async fn reset_factor(
    State(app): State<App>,
    context: Context,
    admin: Admin,
    Path(uid): Path<String>,
    FormOrJson(justification): FormOrJson<Justification>,
) -> Result<Response, ApiError> {
    let reason = justification.require_proof(&app, &context, &admin).await?;
    let (now, actor) = (app.clock.now(), Actor::Admin(admin.id));
    let is_there =
        app.transaction(async |tx| support::reset_factor(tx, &app.rng, now, actor, &uid, reason).await).await?;
    done(&app, &context, &uid, is_there, "admin.user.factor_reset")
}

fn done(app: &App, context: &Context, uid: &str, is_there: bool, key: &str) -> Result<Response, ApiError> {
    if !is_there {
        return Err(ApiError::not_found());
    }
    WriteResponse::redirect_to(format!("/admin/users/{uid}")).flash(Flash::notice(context.t(key))).respond(app, context)
}
