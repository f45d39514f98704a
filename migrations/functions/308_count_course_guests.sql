-- Counts guests for courses on days (each position of the four arrays is one, no course and day twice); false if that exceeds the maximum
-- of a course or of its day, and then the caller must roll back. Serialises the bookings of a course's day until the commit, whatever their
-- slots. p_restaurant_id is the restaurant if all courses are of one, as in place_holds.
CREATE OR REPLACE FUNCTION count_course_guests(p_restaurant_id bigint, p_restaurants bigint[], p_courses bigint[], p_dates date[], p_guests integer[])
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    v_taken integer;
BEGIN
    WITH counted AS (
        INSERT INTO course_days AS d (restaurant_id, course_id, date, guests_count)
        SELECT w.restaurant_id, w.course_id, w.date, w.guests
        FROM unnest(p_restaurants, p_courses, p_dates, p_guests) AS w (restaurant_id, course_id, date, guests)
        ORDER BY w.course_id, w.date
        ON CONFLICT (restaurant_id, course_id, date) DO UPDATE SET guests_count = d.guests_count + excluded.guests_count
        RETURNING restaurant_id, course_id, guests_count, daily_max
    )
    -- Each course by its key, for any plan: a join may read all courses.
    SELECT count(*) INTO v_taken FROM counted
    CROSS JOIN LATERAL (SELECT daily_max FROM courses
                        WHERE restaurant_id = coalesce(p_restaurant_id, counted.restaurant_id) AND id = counted.course_id LIMIT 1) c
    WHERE course_takes(least(c.daily_max, counted.daily_max), counted.guests_count, 0);
    RETURN v_taken = cardinality(p_courses);
END $$;
