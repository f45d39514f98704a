-- Counts guests for courses on days (each position of the four arrays is one, no course and day twice); false if that exceeds the maximum
-- of a course or of its day. Serialises the bookings of a course's day until the commit, whatever their slots.
CREATE OR REPLACE FUNCTION count_course_guests(p_restaurants bigint[], p_courses bigint[], p_dates date[], p_guests integer[])
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    v_counted integer;
BEGIN
    INSERT INTO course_days AS d (restaurant_id, course_id, date, guests_count)
    SELECT w.restaurant_id, w.course_id, w.date, w.guests
    FROM unnest(p_restaurants, p_courses, p_dates, p_guests) AS w (restaurant_id, course_id, date, guests)
    WHERE (SELECT course_takes(c.daily_max, 0, w.guests) FROM courses c WHERE c.restaurant_id = w.restaurant_id AND c.id = w.course_id)
    ORDER BY w.course_id, w.date
    ON CONFLICT (restaurant_id, course_id, date) DO UPDATE SET guests_count = d.guests_count + excluded.guests_count
    WHERE (SELECT course_takes(least(c.daily_max, d.daily_max), d.guests_count, excluded.guests_count) FROM courses c
           WHERE c.restaurant_id = d.restaurant_id AND c.id = d.course_id);
    GET DIAGNOSTICS v_counted = ROW_COUNT;
    RETURN v_counted = cardinality(p_courses);
END $$;
