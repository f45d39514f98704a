-- Locks slots that seats are to be taken in, and with them those that offer the same seats at the same time, so that nobody
-- ever waits for a seat while others wait for theirs.
CREATE OR REPLACE FUNCTION lock_slots_to_take(p_slots bigint[]) RETURNS TABLE (id bigint, date date) LANGUAGE sql AS $$
    SELECT o.id, o.date FROM online_stock_groups o
    WHERE o.id IN (
        SELECT unnest(p_slots)
        UNION
        SELECT near.id FROM online_stock_groups w
        JOIN osg_times wanted ON wanted.online_stock_group_id = w.id
        JOIN online_stock_groups near ON near.restaurant_id = w.restaurant_id AND near.deleted_at IS NULL
            AND near.date BETWEEN w.date - 1 AND w.date + 1 AND near.inventory_group_id = w.inventory_group_id
        JOIN osg_times own ON own.online_stock_group_id = near.id
        WHERE w.id = ANY (p_slots) AND own.starts_at < wanted.ends_at AND wanted.starts_at < own.ends_at)
    ORDER BY o.id FOR NO KEY UPDATE OF o
$$;
