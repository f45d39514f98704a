//! The sign-in pages of diners, owners and admins, and what is reported of accounts.

use serde_json::json;

use crate::app::TestApp;
use crate::persona::Persona;
use crate::reply::Reply;

impl TestApp {
    /// Counts the security notices of a kind to an address.
    pub async fn alerts(&self, email: &str, alert: &str) -> i64 {
        let count = "SELECT count(*) FROM mail_deliveries WHERE recipient = $1::citext AND context->>'alert' = $2";
        sqlx::query_scalar(count).bind(email).bind(alert).fetch_one(&self.pool).await.expect("a count")
    }
}

impl Persona {
    /// Signs in on the diners' page, whatever the response.
    pub async fn sign_in_as_diner(&self, email: &str, password: &str) -> Reply {
        self.post("/users/sign_in", &json!({ "user": { "email": email, "password": password } })).await
    }

    /// Like `sign_in_as_diner`, on the owners' page.
    pub async fn sign_in_as_owner(&self, email: &str, password: &str) -> Reply {
        self.post("/owners/sign_in", &json!({ "owner": { "email": email, "password": password } })).await
    }

    /// Like `sign_in_as_diner`, on the admins' page.
    pub async fn sign_in_as_admin(&self, email: &str, password: &str) -> Reply {
        self.post("/admin/sign_in", &json!({ "admin_user": { "email": email, "password": password } })).await
    }

    /// Reports whether the site treats the browser as a signed-in diner's.
    pub async fn is_signed_in(&self) -> bool {
        self.get("/").await.json()["session"]["signed_in"] == true
    }
}
