-- Whether a seat that is taken during p_during is taken at some time between two instants. Queries name the item, its restaurant and
-- released_at IS NULL in addition. PostgreSQL inlines the conditions, which let either index of an item's seats find only these: the exclusion
-- constraint's index by the overlap, the ordinary one by the start, because no seat is taken for longer than a day
-- (reservation_seats_length_check). Both are needed: the planner also takes the exclusion constraint's index without the overlap, if it
-- answers from the index alone or expects few seats, and then reads every seat that an item ever had.
CREATE OR REPLACE FUNCTION seat_overlaps(p_during tstzrange, p_since timestamptz, p_till timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT p_during && tstzrange(p_since, p_till)
       AND lower(p_during) >= p_since - interval '1 day' AND lower(p_during) < p_till AND upper(p_during) > p_since
$$;
