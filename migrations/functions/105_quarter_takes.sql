-- Whether a quarter of an hour of a meal with these guests and parties accepts one more party of this size from the web.
-- Counterpart: domain::restaurants::pacing::Pacing::takes; the test diner::booking::sql_counterparts compares the two.
CREATE OR REPLACE FUNCTION quarter_takes(p_max_guests integer, p_max_parties integer, p_counted_guests bigint, p_counted_parties bigint,
    p_guests integer) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
    SELECT (p_max_guests IS NULL OR p_counted_guests + p_guests <= p_max_guests)
       AND (p_max_parties IS NULL OR p_counted_parties < p_max_parties)
$$;
