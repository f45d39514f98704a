-- Returns the start of the quarter of an hour of an instant: every zone differs from UTC by whole quarters.
-- Counterpart: domain::restaurants::pacing::quarter_of; the test diner::booking::sql_counterparts compares the two.
CREATE OR REPLACE FUNCTION quarter_of(p_at timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
    SELECT date_bin('15 minutes', p_at, '2000-01-01 00:00:00+00')
$$;
