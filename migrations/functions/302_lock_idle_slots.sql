-- Locks slots and those that offer the same seats at the same time, as lock_slots_to_take does, but waits for none. `busy` has
-- those of p_slots that another transaction has locked, or a neighbour of which is locked; `have_neighbours` is true when any slot offers the same
-- seats at the same time as one of p_slots.
CREATE OR REPLACE FUNCTION lock_idle_slots(p_slots bigint[], OUT busy bigint[], OUT have_neighbours boolean) LANGUAGE plpgsql AS $$
BEGIN
    WITH asked AS MATERIALIZED (
        SELECT slot AS wanted, slot AS id FROM unnest(p_slots) AS slot
        UNION
        SELECT w.id, near.id FROM online_stock_groups w
        JOIN osg_times wanted ON wanted.online_stock_group_id = w.id
        JOIN online_stock_groups near ON near.restaurant_id = w.restaurant_id AND near.deleted_at IS NULL
            AND near.date BETWEEN w.date - 1 AND w.date + 1 AND near.inventory_group_id = w.inventory_group_id
        JOIN osg_times own ON own.online_stock_group_id = near.id
        WHERE w.id = ANY (p_slots) AND own.starts_at < wanted.ends_at AND wanted.starts_at < own.ends_at
    ), locked AS MATERIALIZED (
        SELECT o.id FROM online_stock_groups o WHERE o.id IN (SELECT id FROM asked)
        ORDER BY o.id FOR NO KEY UPDATE OF o SKIP LOCKED
    )
    SELECT coalesce(array_agg(wanted) FILTER (WHERE id NOT IN (SELECT id FROM locked)
               AND EXISTS (SELECT 1 FROM online_stock_groups o WHERE o.id = asked.id)), '{}'),
           bool_or(id <> wanted)
    INTO busy, have_neighbours FROM asked;
END $$;
