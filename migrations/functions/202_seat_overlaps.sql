-- Whether a seat that is taken during p_during is taken at some time between two instants. Queries name the item, its restaurant and
-- released_at IS NULL in addition. PostgreSQL inlines the conditions, which let the ordinary index of an item's seats find only these by
-- their start, because no seat is taken for longer than a day (reservation_seats_length_check). They avoid the operator &&, with which the
-- planner prefers the exclusion constraint's index at the same estimated cost, although that index is read in whole pages.
CREATE OR REPLACE FUNCTION seat_overlaps(p_during tstzrange, p_since timestamptz, p_till timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT lower(p_during) >= p_since - interval '1 day' AND lower(p_during) < p_till AND upper(p_during) > p_since AND p_since < p_till
$$;
