//! Many diners who act concurrently. One statement creates them, each with a session and a CSRF token.

use domain::availability::token::CalendarToken;
use domain::ids::UserId;
use domain::sessions::{LIFETIME, Token};

use crate::app::TestApp;
use crate::persona::Persona;
use crate::reply::Reply;
use crate::restaurant::{Restaurant, Slot};

/// A diner of a crowd, with all that a booking requires.
pub struct Contender {
    pub persona: Persona,
    pub token: String,
}

impl Contender {
    pub async fn try_hold(&self, restaurant: &Restaurant, slot: &Slot, guests: i32) -> Reply {
        self.persona.post(crate::booking::RESERVATIONS, &slot.hold_request(restaurant, guests, &self.token)).await
    }
}

impl TestApp {
    /// Creates `size` diners before a restaurant, spread over the web servers.
    pub async fn crowd(&self, restaurant: &Restaurant, size: usize) -> Vec<Contender> {
        let ids = self.insert_diners(size).await;
        let sessions: Vec<_> = ids.iter().map(|_| Token::generate(&self.rng)).collect();
        let hashes: Vec<_> = sessions.iter().map(|token| token.hash().0).collect();
        sqlx::query(
            "INSERT INTO sessions (token_hash, uid, user_id, user_agent, created_at, last_seen_at, idle_seconds, expires_at)
             SELECT s.hash, encode(s.hash, 'hex'), s.id, '', $3, $3, 2592000, $4 FROM unnest($1::bytea[], $2::bigint[]) AS s (hash, id)",
        )
        .bind(hashes)
        .bind(&ids)
        .bind(self.now())
        .bind(self.now() + LIFETIME)
        .execute(&self.pool)
        .await
        .expect("sessions");
        let people = ids.iter().zip(&sessions).enumerate();
        people.map(|(index, (id, session))| self.contender(restaurant, index, UserId(*id), session)).collect()
    }

    fn contender(&self, restaurant: &Restaurant, index: usize, id: UserId, session: &Token) -> Contender {
        let base_url = &self.base_urls[index % self.base_urls.len()];
        let persona = self.anonymous().at(base_url).signed_in_as(id, &format!("diner{id}@seki.test"));
        let visitor = self.rng.uid();
        persona.set_cookie(web_server::http::cookies::VISITOR_COOKIE, &visitor);
        persona.set_cookie(web_server::http::cookies::DINER_COOKIE, session.as_str());
        let sessions = [session.as_str(), "", ""];
        persona.set_csrf_token(&web_server::http::csrf::token(&self.signer, &self.rng, &visitor, sessions));
        Contender { persona, token: self.token_for(restaurant, id) }
    }

    /// A calendar token as the page would have issued it.
    pub fn token_for(&self, restaurant: &Restaurant, diner: UserId) -> String {
        CalendarToken::issue(restaurant.id, Some(diner), None, self.now()).seal(&self.signer)
    }

    async fn insert_diners(&self, size: usize) -> Vec<i64> {
        sqlx::query_scalar(
            "WITH people AS (
                 INSERT INTO users (uid, email, password_hash, terms_agreed_at, email_confirmed_at, created_at)
                 SELECT $1 || n, $1 || n || '@seki.test', '-', $3, $3, $3 FROM generate_series(1, $2) AS n RETURNING id)
             INSERT INTO profiles (user_id, name_last, name_first, prefecture, phone_country, phone_local_number, phone_e164,
                 phone_confirmed_at)
             SELECT id, '行列', '太郎', '東京都', 'JP', '8' || lpad(id::text, 9, '0'), '+818' || lpad(id::text, 9, '0'), $3
             FROM people ORDER BY id RETURNING user_id",
        )
        .bind(self.rng.uid())
        .bind(i32::try_from(size).expect("a crowd of reasonable size"))
        .bind(self.now())
        .fetch_all(&self.pool)
        .await
        .expect("many diners")
    }
}
