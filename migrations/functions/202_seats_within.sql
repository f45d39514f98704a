-- The seats on an item of a restaurant that are taken at some time between two instants. Nobody sits longer than a day
-- (reservation_seats_length_check), so an ordinary index finds them. The restaurant is compared in a way that no index serves: by
-- equality the planner takes the exclusion constraint's index, which reads every seat that an item ever had.
CREATE OR REPLACE FUNCTION seats_within(p_restaurant_id bigint, p_item bigint, p_since timestamptz, p_till timestamptz)
RETURNS SETOF reservation_seats LANGUAGE sql STABLE AS $$
    SELECT s.* FROM reservation_seats s
    WHERE s.inventory_item_id = p_item AND s.restaurant_id IS NOT DISTINCT FROM p_restaurant_id AND s.released_at IS NULL
      AND lower(s.during) >= p_since - interval '1 day' AND lower(s.during) < p_till AND upper(s.during) > p_since
$$;
