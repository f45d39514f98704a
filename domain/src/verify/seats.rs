//! Seats of reservations.

use sqlx::PgConnection;

type Rows = sqlx::Result<Vec<String>>;

pub(super) async fn overlapping(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('item %s: reservation %s sits down at %s, when it is taken until %s',
                         inventory_item_id, reservation_id, lower(during), taken_until) AS "detail!"
           FROM (SELECT inventory_item_id, reservation_id, during, max(upper(during)) OVER (
                     PARTITION BY inventory_item_id ORDER BY lower(during), reservation_id
                     ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS taken_until
                 FROM reservation_seats WHERE released_at IS NULL) s
           WHERE lower(during) < taken_until ORDER BY 1"#
    )
    .fetch_all(conn)
    .await
}

pub(super) async fn miscounted(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('reservation %s (%s, %s): %s guests need %s and %s joined, seats %s, stocks %s',
                         r.id, r.type, r.status, r.guests_count, n.needed, r.extra_items, coalesce(s.seats, 0),
                         coalesce(k.stocks, 0)) AS "detail!"
           FROM reservations r
           JOIN inventory_groups g ON g.restaurant_id = r.restaurant_id AND g.id = r.inventory_group_id
           CROSS JOIN LATERAL (SELECT (r.guests_count + g.capacity_per_stock - 1) / g.capacity_per_stock AS needed) n
           LEFT JOIN (SELECT reservation_id, count(*) AS seats FROM reservation_seats WHERE released_at IS NULL GROUP BY 1) s
               ON s.reservation_id = r.id
           LEFT JOIN (SELECT online_reservable_id, count(*) AS stocks FROM online_stocks
                      WHERE online_reservable_id IS NOT NULL GROUP BY 1) k ON k.online_reservable_id = r.id
           WHERE r.status IN ('pending', 'accepted') AND CASE
               WHEN r.created_at <= g.capacity_changed_at THEN
                   r.type = 'online_reservation' AND coalesce(k.stocks, 0) <> coalesce(s.seats, 0)
                   OR r.ends_at > g.capacity_changed_at AND coalesce(s.seats, 0) < n.needed
               -- A server of a release without joined tables gives a party the seats that its size needs, and leaves extra_items unchanged.
               ELSE coalesce(s.seats, 0) NOT IN (n.needed, n.needed + r.extra_items) OR r.type = 'online_reservation' AND coalesce(k.stocks, 0) <> n.needed
           END
           ORDER BY r.id"#
    )
    .fetch_all(conn)
    .await
}

pub(super) async fn misplaced(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('reservation %s: item %s is taken for %s, the visit is from %s till %s',
                         r.id, s.inventory_item_id, s.during, r.starts_at, r.ends_at) AS "detail!"
           FROM reservation_seats s JOIN reservations r ON r.restaurant_id = s.restaurant_id AND r.id = s.reservation_id
           LEFT JOIN reservation_service_times v ON v.restaurant_id = r.restaurant_id AND v.reservation_id = r.id
           LEFT JOIN reservation_no_shows n ON n.restaurant_id = r.restaurant_id AND n.reservation_id = r.id
           WHERE s.released_at IS NULL AND s.during <> tstzrange(r.starts_at, r.ends_at)
             AND NOT (s.during <@ tstzrange(r.starts_at, r.ends_at)
                      AND (upper(s.during) = r.ends_at OR coalesce(n.recorded_at, v.left_at) IS NOT NULL)
                      AND (lower(s.during) = r.starts_at OR EXISTS (
                          SELECT 1 FROM reservation_seats f WHERE f.restaurant_id = s.restaurant_id
                              AND f.inventory_item_id = s.inventory_item_id AND f.reservation_id <> s.reservation_id
                              AND lower(f.during) < lower(s.during))))
           ORDER BY r.id, s.inventory_item_id"#
    )
    .fetch_all(conn)
    .await
}

pub(super) async fn seats_of_ended_reservations(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('reservation %s (%s): seats %s, stocks %s', r.id, r.status, s.seats, k.stocks) AS "detail!"
           FROM reservations r
           CROSS JOIN LATERAL (SELECT count(*) AS seats FROM reservation_seats x
                               WHERE x.restaurant_id = r.restaurant_id AND x.reservation_id = r.id AND x.released_at IS NULL) s
           CROSS JOIN LATERAL (SELECT count(*) AS stocks FROM online_stocks x
                               WHERE x.restaurant_id = r.restaurant_id
                                   AND x.online_stock_group_id = r.online_stock_group_id AND x.online_reservable_id = r.id) k
           WHERE r.status NOT IN ('pending', 'accepted') AND s.seats + k.stocks > 0 ORDER BY r.id"#
    )
    .fetch_all(conn)
    .await
}

pub(super) async fn mismatched_holders(conn: &mut PgConnection) -> Rows {
    sqlx::query_scalar!(
        r#"SELECT format('stock %s of slot %s is held by reservation %s (%s) of slot %s, which sits on its item: %s',
                         k.id, k.online_stock_group_id, r.id, r.status, coalesce(r.online_stock_group_id::text, 'none'),
                         CASE WHEN s.reservation_id IS NULL THEN 'no' ELSE 'yes' END) AS "detail!"
           FROM online_stocks k
           JOIN reservations r ON r.restaurant_id = k.restaurant_id AND r.id = k.online_reservable_id
           LEFT JOIN (SELECT DISTINCT restaurant_id, reservation_id, inventory_item_id FROM reservation_seats
                      WHERE released_at IS NULL) s
               ON s.restaurant_id = k.restaurant_id AND s.reservation_id = r.id AND s.inventory_item_id = k.inventory_item_id
           LEFT JOIN reservation_service_times v ON v.restaurant_id = r.restaurant_id AND v.reservation_id = r.id
           LEFT JOIN reservation_no_shows n ON n.restaurant_id = r.restaurant_id AND n.reservation_id = r.id
           WHERE r.status NOT IN ('pending', 'accepted')
              -- Whoever has left, or did not come, may have got the stock of another seat for theirs.
              OR s.reservation_id IS NULL AND coalesce(n.recorded_at, v.left_at) IS NULL
              OR r.online_stock_group_id IS DISTINCT FROM k.online_stock_group_id
           ORDER BY k.id"#
    )
    .fetch_all(conn)
    .await
}
