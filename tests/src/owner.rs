//! Records that staff create in tests.

use chrono::NaiveDate;
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::persona::Persona;
use crate::reply::Reply;
use crate::restaurant::Restaurant;

pub const OFFLINE_RESERVATIONS: &str = "/owners/api/offline_reservations";
pub const INVITED_RESERVATIONS: &str = "/owners/api/invited_reservations";

/// A guest whom staff know, and who has no account.
#[derive(Clone, Copy, Debug)]
pub struct GuestSpec {
    pub kind: &'static str,
    pub nickname: &'static str,
    pub email: Option<&'static str>,
    /// A Japanese number without its leading 0.
    pub phone: &'static str,
    pub takes_sms: bool,
}

impl Default for GuestSpec {
    fn default() -> Self {
        Self { kind: "OfflineCustomer", nickname: "伊藤", email: None, phone: "", takes_sms: false }
    }
}

/// A visit as staff enter it; items by position.
#[derive(Clone, Debug)]
pub struct VisitSpec {
    pub days: i64,
    pub items: Vec<usize>,
    pub guests: i32,
    pub times: (&'static str, &'static str),
}

impl Default for VisitSpec {
    fn default() -> Self {
        Self { days: 7, items: vec![0, 1], guests: 2, times: ("18:00", "20:00") }
    }
}

impl TestApp {
    /// Creates a customer of the restaurant without an account, and returns the uid.
    pub async fn guest(&self, restaurant: &Restaurant, spec: GuestSpec) -> String {
        sqlx::query_scalar(
            "WITH customer AS (
                 INSERT INTO customers (uid, restaurant_id, type, invitation_email, allow_send_ivr_sms, created_at)
                 VALUES ($1, $2, $3, $4::text::citext, $5, $6) RETURNING id, uid, restaurant_id),
             profile AS (
                 INSERT INTO customer_profiles (restaurant_id, customer_id, nickname, phone_local_number, phone_e164)
                 SELECT restaurant_id, id, $7, $8, '+81' || nullif($8, '') FROM customer)
             SELECT uid FROM customer",
        )
        .bind(self.rng.uid())
        .bind(restaurant.id.0)
        .bind(spec.kind)
        .bind(spec.email)
        .bind(spec.takes_sms)
        .bind(self.now())
        .bind(spec.nickname)
        .bind(spec.phone)
        .fetch_one(&self.pool)
        .await
        .expect("a customer")
    }

    /// Returns the uid of a diner's customer record at a restaurant.
    pub async fn customer_of(&self, restaurant: &Restaurant, diner: &Persona) -> String {
        let mut conn = self.pool.acquire().await.expect("a connection");
        let ensure = domain::customers::actions::ensure_online_customer;
        let id = ensure(&mut conn, &self.rng, self.now(), restaurant.id, diner.id()).await.expect("a customer");
        let uid = sqlx::query_scalar("SELECT uid FROM customers WHERE id = $1").bind(id.0);
        uid.fetch_one(&mut *conn).await.expect("a uid")
    }

    /// Builds the call that records a visit, without its customer.
    pub async fn visit(&self, restaurant: &Restaurant, spec: &VisitSpec) -> Value {
        let items: Vec<_> = spec.items.iter().map(|index| restaurant.items[*index]).collect();
        let uids: (String, String, Vec<String>) = sqlx::query_as(
            "SELECT (SELECT uid FROM courses WHERE id = $1), (SELECT uid FROM inventory_groups WHERE id = $2),
                    (SELECT array_agg(uid ORDER BY position) FROM inventory_items WHERE id = ANY ($3))",
        )
        .bind(restaurant.courses[0])
        .bind(restaurant.group)
        .bind(&items)
        .fetch_one(&self.pool)
        .await
        .expect("the restaurant's uids");
        let day = self.day(spec.days);
        json!({
            "guests_count": spec.guests, "course_uid": uids.0, "inventory_group_uid": uids.1,
            "inventory_item_uids": uids.2, "operation": restaurant.operation,
            "starts_at": iso(day, spec.times.0), "ends_at": iso(day, spec.times.1), "internal_memo": "窓側を希望",
            "is_day_confirmed": spec.days < 0,
        })
    }
}

impl Persona {
    /// Records a visit of a guest of the restaurant.
    pub async fn record_visit(&self, app: &TestApp, restaurant: &Restaurant, spec: &VisitSpec) -> Reply {
        let mut visit = app.visit(restaurant, spec).await;
        visit["offline_customer_uid"] = app.guest(restaurant, GuestSpec::default()).await.into();
        self.post(OFFLINE_RESERVATIONS, &visit).await
    }

    /// Invites a guest, and returns the reply.
    pub async fn invite(&self, app: &TestApp, restaurant: &Restaurant, spec: &VisitSpec, guest: GuestSpec) -> Reply {
        let mut visit = app.visit(restaurant, spec).await;
        visit["invited_customer_uid"] =
            app.guest(restaurant, GuestSpec { kind: "InvitedCustomer", ..guest }).await.into();
        self.post(INVITED_RESERVATIONS, &visit).await
    }

    /// Invites a diner, and returns the uid of the invitation.
    pub async fn invite_diner(&self, app: &TestApp, restaurant: &Restaurant, spec: &VisitSpec, diner: &Self) -> String {
        let mut visit = app.visit(restaurant, spec).await;
        visit["online_customer_uid"] = app.customer_of(restaurant, diner).await.into();
        let reply = self.post(INVITED_RESERVATIONS, &visit).await;
        reply.uid()
    }

    /// A reservation as staff see it.
    pub async fn reservation_detail(&self, calls: &str, uid: &str) -> Value {
        self.get(&format!("{calls}/{uid}")).await.data()
    }
}

fn iso(day: NaiveDate, time: &str) -> String {
    format!("{day}T{time}:00+09:00")
}
