-- Locks the slots of a restaurant in which seats are to be taken, together with the slots that offer the same seats at the same time. This
-- prevents deadlocks between transactions that wait for each other's seats. If a meal has pacing limits, locks the slots of its whole day:
-- bookings of a quarter of an hour are serialised, whatever their seats. Locks are taken in the order of the slots' ids.
CREATE OR REPLACE FUNCTION lock_slots_to_take(p_restaurant_id bigint, p_slots bigint[]) RETURNS TABLE (id bigint, date date)
LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY
    SELECT o.id, o.date FROM online_stock_groups o
    WHERE o.restaurant_id = p_restaurant_id AND o.id IN (
        SELECT unnest(p_slots)
        UNION
        SELECT near.id FROM online_stock_groups w
        JOIN osg_times wanted ON wanted.restaurant_id = w.restaurant_id AND wanted.online_stock_group_id = w.id
        JOIN online_stock_groups near ON near.restaurant_id = w.restaurant_id AND near.deleted_at IS NULL
            AND near.date BETWEEN w.date - 1 AND w.date + 1 AND near.inventory_group_id = w.inventory_group_id
        JOIN osg_times own ON own.restaurant_id = near.restaurant_id AND own.online_stock_group_id = near.id
        WHERE w.restaurant_id = p_restaurant_id AND w.id = ANY (p_slots)
          AND own.starts_at < wanted.ends_at AND wanted.starts_at < own.ends_at
        UNION
        SELECT beside.id FROM online_stock_groups w
        JOIN operations op ON op.restaurant_id = w.restaurant_id AND op.name = w.operation
            AND (op.pacing_max_guests IS NOT NULL OR op.pacing_max_parties IS NOT NULL)
        JOIN online_stock_groups beside ON beside.restaurant_id = w.restaurant_id AND beside.deleted_at IS NULL
            AND beside.date = w.date AND beside.operation = w.operation
        WHERE w.restaurant_id = p_restaurant_id AND w.id = ANY (p_slots))
    ORDER BY o.id FOR NO KEY UPDATE OF o;
END $$;
