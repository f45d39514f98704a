-- The live seats on an item that overlap a time.
CREATE OR REPLACE FUNCTION seats_within(p_item bigint, p_since timestamptz, p_till timestamptz) RETURNS SETOF reservation_seats
LANGUAGE sql STABLE AS $$
    SELECT s.* FROM reservation_seats s
    WHERE s.inventory_item_id = p_item AND s.released_at IS NULL
      AND lower(s.during) >= p_since - interval '1 day' AND lower(s.during) < p_till AND upper(s.during) > p_since
$$;
