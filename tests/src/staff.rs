//! Owners and staff of one or more restaurants, and admins.

use domain::accounts::{password, staff};
use domain::ids::{AdminUserId, OwnerId};
use domain::rng::Rng;
use domain::sessions::{self, AccountId};
use serde_json::Value;
use tokio::sync::OnceCell;
use web_server::http::cookies::{ADMIN_COOKIE, OWNER_COOKIE};

use crate::app::{PASSWORD, TestApp};
use crate::persona::Persona;
use crate::restaurant::{Restaurant, RestaurantSpec};

/// Returns the hash of `PASSWORD`, computed once for all tests.
async fn password_hash() -> &'static str {
    static HASH: OnceCell<String> = OnceCell::const_new();
    HASH.get_or_init(|| async {
        let password = password::NewPassword::parse(PASSWORD).expect("a good password");
        password::hash(&Rng::seeded(1), password).await.expect("a hash")
    })
    .await
}

/// Adds a reason and the proof of `PASSWORD` to the body of a privileged call of an admin.
pub fn justified(mut body: Value) -> Value {
    let fields = body.as_object_mut().expect("an object");
    fields.insert("reason".to_owned(), "電話でのご依頼".into());
    fields.insert("current_password".to_owned(), PASSWORD.into());
    body
}

impl TestApp {
    /// Starts a Seki with one restaurant, whose owner is signed in.
    pub async fn with_restaurant(spec: RestaurantSpec) -> (Self, Restaurant, Persona) {
        let app = Self::start().await;
        let (restaurant, owner) = app.restaurant_and_owner(spec).await;
        (app, restaurant, owner)
    }

    /// Creates a restaurant, and its owner, who is signed in.
    pub async fn restaurant_and_owner(&self, spec: RestaurantSpec) -> (Restaurant, Persona) {
        let restaurant = self.restaurant(spec).await;
        let owner = self.owner(&restaurant).await;
        (restaurant, owner)
    }

    /// Creates an owner of a restaurant, who is signed in and has accepted the terms.
    pub async fn owner(&self, restaurant: &Restaurant) -> Persona {
        self.staff_of(&[restaurant]).await
    }

    /// Like `owner`, for several restaurants; the first one is the current restaurant.
    pub async fn staff_of(&self, restaurants: &[&Restaurant]) -> Persona {
        let id = self.insert_owner("-", true).await;
        for restaurant in restaurants {
            self.employ(id, restaurant).await;
        }
        self.sign_in_owner(id).await
    }

    /// Signs in an owner of the demo world.
    pub async fn demo_owner(&self, email: &str) -> Persona {
        let id = sqlx::query_scalar("SELECT id FROM owners WHERE email = $1::citext").bind(email);
        let id: i64 = id.fetch_one(&self.pool).await.expect("an owner of the demo world");
        self.sign_in_owner(OwnerId(id)).await
    }

    /// Creates an owner of a restaurant with `PASSWORD` who is not signed in, and returns the email address.
    pub async fn owner_with_password(&self, restaurant: &Restaurant, has_agreed: bool) -> String {
        let password = password::NewPassword::parse(PASSWORD).expect("a good password");
        let hash = password::hash(&self.rng, password).await.expect("a hash");
        let id = self.insert_owner(&hash, has_agreed).await;
        self.employ(id, restaurant).await;
        let email = sqlx::query_scalar("SELECT email::text FROM owners WHERE id = $1").bind(id.0);
        email.fetch_one(&self.pool).await.expect("an owner")
    }

    /// Creates an admin with every permission flag and `PASSWORD`, who is signed in.
    pub async fn admin(&self) -> Persona {
        let persona = self.anonymous();
        self.sign_in_admin_as_well(&persona).await;
        persona
    }

    /// Signs an admin with every permission flag in on the same browser, and returns the admin's id.
    pub async fn sign_in_admin_as_well(&self, persona: &Persona) -> AdminUserId {
        let number = self.next_number();
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO admin_users (uid, email, password_hash, nickname, osg, onr, ofsr, ivr, os, cpn, cxl, refunds,
                 privacy_export, privacy_erase, impersonation, staff, risky_settings, created_at)
             VALUES ($1, $2, $3, '管理', true, true, true, true, true, true, true, true, true, true, true, true, true, $4)
             RETURNING id",
        )
        .bind(self.rng.uid())
        .bind(format!("admin{number}@seki.test"))
        .bind(password_hash().await)
        .bind(self.now())
        .fetch_one(&self.pool)
        .await
        .expect("an admin");
        persona.set_cookie(ADMIN_COOKIE, &self.session_of(AccountId::Admin(AdminUserId(id))).await);
        AdminUserId(id)
    }

    /// Creates an admin with `PASSWORD` and these permission flags who is not signed in; returns the id and the email address.
    pub async fn admin_with_password(&self, flags: &[&str]) -> (AdminUserId, String) {
        let password = password::NewPassword::parse(PASSWORD).expect("a good password");
        let hash = password::hash(&self.rng, password).await.expect("a hash");
        let email = format!("admin{}@seki.test", self.next_number());
        let admin = staff::NewStaff { uid: &self.rng.uid(), email: &email, nickname: "管理", password_hash: &hash };
        let flags: Vec<_> = flags.iter().map(|flag| (*flag).to_owned()).collect();
        let mut conn = self.pool.acquire().await.expect("a connection");
        let id = staff::create_admin(&mut conn, self.now(), &admin, &flags).await.expect("an admin");
        (id, email)
    }

    async fn insert_owner(&self, password_hash: &str, has_agreed: bool) -> OwnerId {
        let number = self.next_number();
        let id = sqlx::query_scalar(
            "INSERT INTO owners (uid, email, password_hash, nickname, terms_agreed_at, created_at)
             VALUES ($1, $2, $3, '店主', CASE WHEN $4 THEN $5::timestamptz END, $5) RETURNING id",
        )
        .bind(self.rng.uid())
        .bind(format!("owner{number}@seki.test"))
        .bind(password_hash)
        .bind(has_agreed)
        .bind(self.now());
        OwnerId(id.fetch_one(&self.pool).await.expect("an owner"))
    }

    /// Adds an owner and a notification address, which a restaurant needs before it can be opened.
    pub async fn add_recipients(&self, restaurant: &Restaurant) {
        self.owner(restaurant).await;
        self.add_notification_address(restaurant).await;
    }

    pub async fn add_notification_address(&self, restaurant: &Restaurant) {
        let insert =
            "INSERT INTO restaurant_email_subscriptions (restaurant_id, email, created_at) VALUES ($1, $2, $3)";
        let insert = sqlx::query(insert).bind(restaurant.id.0).bind("bookings@seki.test").bind(self.now());
        insert.execute(&self.pool).await.expect("a notification address");
    }

    async fn employ(&self, id: OwnerId, restaurant: &Restaurant) {
        let insert = "INSERT INTO restaurant_owners (restaurant_id, owner_id) VALUES ($1, $2)";
        sqlx::query(insert).bind(restaurant.id.0).bind(id.0).execute(&self.pool).await.expect("a member of staff");
    }

    /// Signs an owner in without the sign-in page; the persona has no diner's id.
    async fn sign_in_owner(&self, id: OwnerId) -> Persona {
        let persona = self.anonymous();
        persona.set_cookie(OWNER_COOKIE, &self.session_of(AccountId::Owner(id)).await);
        persona
    }

    /// Creates a session of an account without the sign-in page, and returns its cookie's value.
    pub async fn session_of(&self, who: AccountId) -> String {
        let mut conn = self.pool.acquire().await.expect("a connection");
        let start = sessions::SessionStart::default();
        let token = sessions::start(&mut conn, &self.rng, self.now(), who, None, start).await;
        token.expect("a session").as_str().to_owned()
    }
}
