-- When the quarter of an hour begins in which an instant lies: every zone is whole quarters away from UTC.
-- Twin: domain::restaurants::pacing::quarter_of; the test diner::booking::sql_counterparts compares the two.
CREATE OR REPLACE FUNCTION quarter_of(p_at timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE AS $$
    SELECT date_bin('15 minutes', p_at, '2000-01-01 00:00:00+00')
$$;
