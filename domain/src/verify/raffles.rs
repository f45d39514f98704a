//! Lists of raffles that were changed without their chain.

use sqlx::PgConnection;

use crate::raffles::publication;

/// Recomputes every link and head, and every draw from the beacon's signature.
pub(super) async fn lists(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    let mut found = foreign_codes(conn).await?;
    for proof in publication::list_all(conn).await? {
        if let Err(fault) = proof.check_rows() {
            found.push(format!("raffle {}: {fault}", proof.uid));
        }
    }
    Ok(found)
}

/// Checks the assignment of entries to diners, which the chain does not cover: it contains codes only.
async fn foreign_codes(conn: &mut PgConnection) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"SELECT format('raffle %s: entry %s is not of its diner', r.uid, e.code) AS "detail!"
           FROM raffle_entries e
           JOIN raffle_rounds r ON r.restaurant_id = e.restaurant_id AND r.id = e.raffle_round_id
           JOIN raffle_round_registrations g ON g.restaurant_id = e.restaurant_id AND g.id = e.raffle_round_registration_id
           WHERE NOT starts_with(e.code, g.code || '-') OR g.raffle_round_id <> r.id
           UNION ALL
           SELECT format('raffle %s: pick %s is not of its diner', r.uid, g.pick)
           FROM raffle_round_registrations g
           JOIN raffle_rounds r ON r.restaurant_id = g.restaurant_id AND r.id = g.raffle_round_id
           WHERE NOT starts_with(g.picked_code, g.code || '-')"#
    )
    .fetch_all(conn)
    .await
}
