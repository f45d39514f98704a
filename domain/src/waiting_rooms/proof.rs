//! The published form of a room's order, and its verification (docs/WAITING_ROOMS.md).

use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::order;
use crate::clients::beacon;

/// The published order. Before the list closes it has no codes, and before the draw no seed and no order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PublishedOrder {
    pub uid: String,
    /// Seconds since 1970.
    pub opens_at: i64,
    /// SHA-256 of the seed, in hexadecimal digits, as all following hashes.
    pub seed_hash: String,
    pub beacon_round: i64,
    pub beacon_public_key: String,
    /// The codes of the diners who came before the opening, in the order of the list.
    pub codes: Vec<String>,
    pub list_head: Option<String>,
    pub seed: Option<String>,
    /// Null after the draw if the beacon did not answer in time; `randomness` is then empty.
    pub beacon_signature: Option<String>,
    pub randomness: Option<String>,
    /// The codes in the order of the draw.
    pub order: Vec<String>,
}

/// A fault of a published order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderFault {
    #[error("the order is not drawn yet")]
    NotDrawn,
    #[error("the seed does not have the hash that was published before")]
    Seed,
    #[error("the list does not lead to its head")]
    List,
    #[error("the beacon did not sign its round with this signature")]
    Beacon,
    #[error("the order does not follow from seed, randomness and list")]
    Order,
}

impl PublishedOrder {
    /// Verifies the order with the beacon's key.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self, public_key: &str) -> Result<(), OrderFault> {
        let (Some(seed), Some(head)) = (&self.seed, &self.list_head) else { return Err(OrderFault::NotDrawn) };
        if order::seed_hash(seed) != self.seed_hash {
            return Err(OrderFault::Seed);
        }
        let first = order::list_start(&self.uid, self.opens_at, &self.seed_hash, self.beacon_round);
        if order::list_head(first, self.codes.iter().map(String::as_str)) != *head {
            return Err(OrderFault::List);
        }
        let randomness = match &self.beacon_signature {
            Some(signature) if beacon::is_signed(public_key, self.beacon_round, signature) => {
                beacon::randomness(signature).unwrap_or_default()
            }
            Some(_) => return Err(OrderFault::Beacon),
            None => String::new(),
        };
        let drawn = order::draw(seed, &randomness, head, self.codes.iter().map(String::as_str));
        if drawn == self.order { Ok(()) } else { Err(OrderFault::Order) }
    }
}

/// Returns the published order of a room, by its uid.
pub async fn find(conn: &mut PgConnection, uid: &str, public_key: &str) -> sqlx::Result<Option<PublishedOrder>> {
    let row = sqlx::query!(
        r#"SELECT w.opens_at, w.seed, w.beacon_round, w.list_head, w.drawn_at IS NOT NULL AS "is_drawn!", w.beacon_signature,
                  p.codes AS "codes!", p.drawn AS "drawn!"
           FROM waiting_rooms w
           CROSS JOIN LATERAL (
               SELECT coalesce(array_agg(code ORDER BY list_position), '{}') AS codes,
                      coalesce(array_agg(code ORDER BY drawn_rank) FILTER (WHERE drawn_rank IS NOT NULL), '{}') AS drawn
               FROM waiting_room_places
               WHERE restaurant_id = w.restaurant_id AND waiting_room_id = w.id AND list_position IS NOT NULL) p
           WHERE w.uid = $1"#,
        uid,
    );
    let Some(row) = row.fetch_optional(conn).await? else { return Ok(None) };
    let randomness = row.beacon_signature.as_deref().and_then(beacon::randomness).unwrap_or_default();
    Ok(Some(PublishedOrder {
        uid: uid.to_owned(),
        opens_at: row.opens_at.timestamp(),
        seed_hash: order::seed_hash(&row.seed),
        beacon_round: row.beacon_round,
        beacon_public_key: public_key.to_owned(),
        codes: row.codes,
        list_head: row.list_head,
        seed: row.is_drawn.then_some(row.seed),
        beacon_signature: row.beacon_signature,
        randomness: row.is_drawn.then_some(randomness),
        order: row.drawn,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn published() -> PublishedOrder {
        let codes: Vec<_> = (0..20).map(|number| format!("CODE{number}")).collect();
        let texts = || codes.iter().map(String::as_str);
        let seed_hash = order::seed_hash("seed");
        let head = order::list_head(order::list_start("room", 7, &seed_hash, 1000), texts());
        let drawn = order::draw("seed", "", &head, texts()).into_iter().map(str::to_owned).collect();
        PublishedOrder {
            uid: "room".into(),
            opens_at: 7,
            seed_hash,
            beacon_round: 1000,
            beacon_public_key: "key".into(),
            codes,
            list_head: Some(head),
            seed: Some("seed".into()),
            beacon_signature: None,
            randomness: Some(String::new()),
            order: drawn,
        }
    }

    #[test]
    fn every_change_of_a_published_order_is_found() {
        assert_eq!(published().check("key"), Ok(()));
        let fault = |change: fn(&mut PublishedOrder)| {
            let mut changed = published();
            change(&mut changed);
            changed.check("key")
        };
        assert_eq!(fault(|proof| proof.seed = None), Err(OrderFault::NotDrawn));
        assert_eq!(fault(|proof| proof.seed = Some("other".into())), Err(OrderFault::Seed));
        assert_eq!(fault(|proof| proof.codes.truncate(19)), Err(OrderFault::List));
        assert_eq!(fault(|proof| proof.codes.swap(0, 1)), Err(OrderFault::List));
        assert_eq!(fault(|proof| proof.opens_at = 8), Err(OrderFault::List));
        assert_eq!(fault(|proof| proof.beacon_signature = Some("ab".into())), Err(OrderFault::Beacon));
        assert_eq!(fault(|proof| proof.order.swap(0, 1)), Err(OrderFault::Order));
    }
}
