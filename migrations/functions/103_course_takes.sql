-- Whether a course with p_counted guests on a day accepts another party: its daily maximum, if it has one, is not exceeded.
-- Counterpart: domain::availability::day::SlotCourse::takes; the test diner::booking::sql_counterparts compares the two.
CREATE OR REPLACE FUNCTION course_takes(p_daily_max integer, p_counted integer, p_guests integer) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
    SELECT p_daily_max IS NULL OR p_counted + p_guests <= p_daily_max
$$;
