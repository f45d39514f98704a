-- Returns the seats on an item of a restaurant that are taken at some time between two instants. The conditions let either index find only
-- these: the exclusion constraint's index by the overlap, the ordinary and cheaper one by the start, because no seat is taken for longer
-- than a day (reservation_seats_length_check). Without them, the planner might read every seat that an item ever had.
CREATE OR REPLACE FUNCTION seats_within(p_restaurant_id bigint, p_item bigint, p_since timestamptz, p_till timestamptz)
RETURNS SETOF reservation_seats LANGUAGE sql STABLE AS $$
    SELECT s.* FROM reservation_seats s
    WHERE s.inventory_item_id = p_item AND s.restaurant_id = p_restaurant_id AND s.released_at IS NULL
      AND s.during && tstzrange(p_since, p_till)
      AND lower(s.during) >= p_since - interval '1 day' AND lower(s.during) < p_till AND upper(s.during) > p_since
$$;
