-- Returns the slots for which another slot of the day offers an item at the time at which it was taken: each position of the four arrays is
-- one stock. p_restaurant_id is the restaurant if all slots are of one, as in place_holds.
CREATE OR REPLACE FUNCTION slots_that_share(p_restaurant_id bigint, p_restaurants bigint[], p_slots bigint[], p_items bigint[], p_during tstzrange[])
RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
    v_slots bigint[];
BEGIN
    SELECT array_agg(o.id) INTO v_slots
    FROM online_stock_groups o
    WHERE (o.restaurant_id, o.id) IN (SELECT * FROM unnest(p_restaurants, p_slots))
      AND o.restaurant_id = coalesce(p_restaurant_id, o.restaurant_id) AND (
        SELECT true FROM online_stock_groups other
        JOIN osg_times t ON t.restaurant_id = other.restaurant_id AND t.online_stock_group_id = other.id
        JOIN online_stocks s ON s.restaurant_id = other.restaurant_id AND s.online_stock_group_id = other.id
        JOIN unnest(p_slots, p_items, p_during) AS taken (slot, item, during)
            ON taken.slot = o.id AND taken.item = s.inventory_item_id AND taken.during && tstzrange(t.starts_at, t.ends_at)
        WHERE other.restaurant_id = coalesce(p_restaurant_id, o.restaurant_id) AND other.date = o.date AND other.id <> o.id AND other.deleted_at IS NULL LIMIT 1);
    RETURN v_slots;
END $$;
