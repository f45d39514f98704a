-- Whether a course that so many guests have on a day takes a party more: its daily maximum, where it has one, is not exceeded.
-- Twin: domain::availability::day::SlotCourse::takes; the test diner::booking::sql_counterparts compares the two.
CREATE OR REPLACE FUNCTION course_takes(p_daily_max integer, p_counted integer, p_guests integer) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
    SELECT p_daily_max IS NULL OR p_counted + p_guests <= p_daily_max
$$;
