-- Locks slots, and slots of the same group of seats at the same time, without waiting. `busy` contains the slots of p_slots that another
-- transaction has locked, or that have a locked neighbour; `have_neighbours` is true if any slot of the same group is at the same time as
-- one of p_slots. p_restaurant_id is the restaurant if all are of one, as in place_holds.
CREATE OR REPLACE FUNCTION lock_idle_slots(p_restaurant_id bigint, p_restaurants bigint[], p_slots bigint[],
    OUT busy bigint[], OUT have_neighbours boolean)
LANGUAGE plpgsql AS $$
BEGIN
    WITH asked AS MATERIALIZED (
        SELECT restaurant_id, id AS wanted, id FROM unnest(p_restaurants, p_slots) AS asked (restaurant_id, id)
        UNION
        SELECT near.restaurant_id, w.id, near.id FROM unnest(p_restaurants, p_slots) AS asked (restaurant_id, id)
        JOIN online_stock_groups w ON w.restaurant_id = coalesce(p_restaurant_id, asked.restaurant_id) AND w.id = asked.id
        JOIN osg_times wanted ON wanted.restaurant_id = w.restaurant_id AND wanted.online_stock_group_id = w.id
        JOIN online_stock_groups near ON near.restaurant_id = w.restaurant_id AND near.deleted_at IS NULL
            AND near.date BETWEEN w.date - 1 AND w.date + 1 AND near.inventory_group_id = w.inventory_group_id
        JOIN osg_times own ON own.restaurant_id = near.restaurant_id AND own.online_stock_group_id = near.id
        WHERE own.starts_at < wanted.ends_at AND wanted.starts_at < own.ends_at
    ), locked AS MATERIALIZED (
        SELECT o.id FROM online_stock_groups o WHERE (o.restaurant_id, o.id) IN (SELECT restaurant_id, id FROM asked)
          AND o.restaurant_id = coalesce(p_restaurant_id, o.restaurant_id)
        ORDER BY o.id FOR NO KEY UPDATE OF o SKIP LOCKED
    )
    SELECT coalesce(array_agg(wanted) FILTER (WHERE id NOT IN (SELECT id FROM locked) AND EXISTS (
               SELECT 1 FROM online_stock_groups o WHERE o.restaurant_id = coalesce(p_restaurant_id, asked.restaurant_id) AND o.id = asked.id)), '{}'),
           bool_or(id <> wanted)
    INTO busy, have_neighbours FROM asked;
END $$;
