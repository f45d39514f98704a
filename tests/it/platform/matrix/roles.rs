//! The roles that call each operation.

use serde_json::json;
use tests::{PASSWORD, Persona, TestApp};
use web_server::http::cookies::{ADMIN_COOKIE, DINER_COOKIE, OWNER_COOKIE};

use super::scene::Scene;
use super::{AccessScope, CLUB, DINER, GOLD, MEMBERS, MatrixRow, PREMIUM, SignInSide};

/// The access of a role to a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleAccess {
    /// Without a session of the side.
    Outside,
    /// With a session of the side, but for other objects.
    Stranger,
    Rightful,
}

pub struct MatrixRole {
    pub name: &'static str,
    pub persona: Persona,
    diner: RoleAccess,
    owner: RoleAccess,
    admin: RoleAccess,
    lacks: MissingRights,
}

/// Rights that a signed-in role lacks (403).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MissingRights {
    Nothing,
    /// The permission flags of the sections.
    Flags,
    /// The account belongs to an owner whom an admin impersonates.
    OwnAccount,
    /// The terms are not agreed to yet.
    Terms,
}

/// Roles whose reads show that they have an owner's rights.
const READERS: [&str; 3] = ["staff", "staff before the terms", "an impersonating admin"];

impl MatrixRole {
    /// Whether a second check rejects this role on a row.
    pub fn is_forbidden(&self, line: &MatrixRow) -> bool {
        match self.lacks {
            MissingRights::Nothing => false,
            MissingRights::Flags => line.needs_flag,
            MissingRights::OwnAccount => {
                line.call.contains("/owners/security_settings") || line.call.ends_with("/terms_agreed")
            }
            MissingRights::Terms => {
                let is_staffs = line.side == SignInSide::Owner && line.scope != AccessScope::Entrance;
                is_staffs && !line.call.starts_with("GET ") && !line.call.ends_with("/terms_agreed")
            }
        }
    }

    pub fn access(&self, line: &MatrixRow) -> RoleAccess {
        if line.rightful != DINER {
            return match self.diner {
                RoleAccess::Outside => RoleAccess::Outside,
                _ if self.name == line.rightful => RoleAccess::Rightful,
                _ => RoleAccess::Stranger,
            };
        }
        match line.side {
            // Objects of a browser belong to the diner there.
            SignInSide::Anyone if self.diner == RoleAccess::Rightful => RoleAccess::Rightful,
            SignInSide::Anyone => RoleAccess::Stranger,
            SignInSide::Diner => self.diner,
            SignInSide::Owner => self.owner,
            SignInSide::Admin => self.admin,
        }
    }

    /// Whether a row is called to show that this role gets nothing. Rows of sign-in are called only without a session: a session would be
    /// lost there.
    pub fn is_foreign_to(&self, line: &MatrixRow) -> bool {
        // Elsewhere a subscriber is another diner, and one is enough.
        if MEMBERS.contains(&self.name) && line.rightful == DINER {
            return false;
        }
        match line.scope {
            AccessScope::Entrance => self.name == "signed out",
            AccessScope::Bound | AccessScope::Own => {
                self.access(line) != RoleAccess::Rightful || self.is_forbidden(line)
            }
        }
    }

    /// Whether this role shows that the rightful person succeeds. Staff have an owner's rights, which reading shows.
    pub fn answers_for(&self, line: &MatrixRow) -> bool {
        match line.side {
            SignInSide::Anyone | SignInSide::Diner => self.name == line.rightful,
            SignInSide::Admin => self.name == "the admin",
            SignInSide::Owner if line.call.contains("/resend") => self.name == "the owner with an admin's session",
            SignInSide::Owner if line.call == "DELETE /owners/impersonation" => self.name == "an impersonating admin",
            SignInSide::Owner => {
                let reads = READERS.contains(&self.name) && line.call.starts_with("GET ") && !self.is_forbidden(line);
                self.name == "the owner" || (reads && line.scope != AccessScope::Entrance)
            }
        }
    }
}

pub async fn all(scene: &Scene) -> Vec<MatrixRole> {
    use RoleAccess::{Outside, Rightful, Stranger};
    let app = &scene.app;
    let role = |name, persona, diner, owner, admin| MatrixRole {
        name,
        persona,
        diner,
        owner,
        admin,
        lacks: MissingRights::Nothing,
    };
    let copy = |persona: &Persona| persona.at(&app.base_urls[0]);
    let unverified = app.unconfirmed("unverified").await;
    let neighbour = app.owner(&scene.elsewhere).await;
    let staff = app.owner(&scene.restaurant).await;
    app.execute("UPDATE restaurant_owners SET role = 'staff' WHERE owner_id = (SELECT max(id) FROM owners)").await;
    let owner_and_admin = copy(&scene.owner);
    app.sign_in_admin_as_well(&owner_and_admin).await;
    let admin = copy(&scene.admin);
    let clerk = app.admin().await;
    app.execute("UPDATE admin_users SET osg = false, onr = false, ofsr = false, ivr = false, os = false, cpn = false, cxl = false,
                     refunds = false, privacy_export = false, privacy_erase = false, impersonation = false, staff = false,
                     risky_settings = false
                 WHERE id = (SELECT max(id) FROM admin_users)").await;
    let newcomer = app.owner(&scene.restaurant).await;
    app.execute(
        "UPDATE owners SET terms_agreed_at = NULL WHERE id = (SELECT max(id) FROM owners);
                 UPDATE restaurant_owners SET role = 'staff' WHERE owner_id = (SELECT max(id) FROM owners)",
    )
    .await;
    let impersonator = app.admin().await;
    let login_as = "/admin/owners/1/login_as?owners_restaurant_slug=sushi-test";
    impersonator.post(login_as, &tests::justified(json!({}))).await.is(200);
    let token = |persona: &Persona, name: &str| persona.cookie(name).expect("a session");
    let swapped = app.anonymous();
    swapped.set_cookie(DINER_COOKIE, &token(&scene.owner, OWNER_COOKIE));
    swapped.set_cookie(OWNER_COOKIE, &token(&admin, ADMIN_COOKIE));
    swapped.set_cookie(ADMIN_COOKIE, &token(&scene.hanako, DINER_COOKIE));
    let turned = app.anonymous();
    turned.set_cookie(DINER_COOKIE, &token(&admin, ADMIN_COOKIE));
    turned.set_cookie(OWNER_COOKIE, &token(&scene.hanako, DINER_COOKIE));
    turned.set_cookie(ADMIN_COOKIE, &token(&scene.owner, OWNER_COOKIE));
    let half = half_signed_in(scene).await;
    let roles = vec![
        role("signed out", app.anonymous(), Outside, Outside, Outside),
        role("another diner", app.diner("kenji").await, Stranger, Outside, Outside),
        role("a diner without a proven number", unverified, Stranger, Outside, Outside),
        role("awaiting the second factor", half, Outside, Outside, Outside),
        role("the cookies of other sides", swapped, Outside, Outside, Outside),
        role("the cookies of other sides, turned", turned, Outside, Outside, Outside),
        role("an owner elsewhere", neighbour, Outside, Stranger, Outside),
        role("staff", staff, Outside, Rightful, Outside),
        role("the owner", copy(&scene.owner), Outside, Rightful, Outside),
        role("the owner with an admin's session", owner_and_admin, Outside, Rightful, Rightful),
        role("the admin", admin, Outside, Outside, Rightful),
        MatrixRole { lacks: MissingRights::Flags, ..role("a clerk", clerk, Outside, Outside, Rightful) },
        MatrixRole {
            lacks: MissingRights::Terms,
            ..role("staff before the terms", newcomer, Outside, Rightful, Outside)
        },
        MatrixRole {
            lacks: MissingRights::OwnAccount,
            ..role("an impersonating admin", impersonator, Outside, Rightful, Rightful)
        },
        role(DINER, copy(&scene.hanako), Rightful, Outside, Outside),
        role(PREMIUM, copy(&scene.members[0].persona), Stranger, Outside, Outside),
        role(GOLD, copy(&scene.members[1].persona), Stranger, Outside, Outside),
        role(CLUB, copy(&scene.members[2].persona), Stranger, Outside, Outside),
    ];
    all_have_the_password(app).await;
    roles
}

/// Gives all accounts the same password, so a rejection is due to the foreign object and not to a wrong password.
async fn all_have_the_password(app: &TestApp) {
    let people = "WITH u AS (UPDATE users SET password_hash = $1), o AS (UPDATE owners SET password_hash = $1)
                  UPDATE admin_users SET password_hash = $1";
    sqlx::query(people).bind(super::belongings::hash(app).await).execute(&app.pool).await.expect("passwords");
}

/// The diner's own password, without the code that was mailed.
async fn half_signed_in(scene: &Scene) -> Persona {
    let app = &scene.app;
    let hash = super::belongings::hash(app).await;
    sqlx::query("UPDATE users SET password_hash = $1, two_factor_with_email_enabled = true WHERE id = $2")
        .bind(hash)
        .bind(scene.hanako.id().0)
        .execute(&app.pool)
        .await
        .expect("a careful diner");
    let persona = app.anonymous();
    let answer = persona.sign_in_as_diner(&scene.hanako.email, PASSWORD).await.is(200).json();
    assert_eq!(answer["redirect_to"], "/users/two_factor_authentication");
    persona
}
