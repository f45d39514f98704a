-- Counts guests for a course and day; false when that is over the course's daily maximum.
CREATE OR REPLACE FUNCTION count_course_guests(p_restaurant_id bigint, p_course_id bigint, p_date date, p_guests integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO course_days AS d (restaurant_id, course_id, date, guests_count)
    SELECT p_restaurant_id, c.id, p_date, p_guests FROM courses c
    WHERE c.id = p_course_id AND (c.daily_max IS NULL OR p_guests <= c.daily_max)
    ON CONFLICT (course_id, date) DO UPDATE SET guests_count = d.guests_count + excluded.guests_count
    WHERE (SELECT c.daily_max IS NULL OR d.guests_count + excluded.guests_count <= c.daily_max
           FROM courses c WHERE c.id = d.course_id);
    RETURN FOUND;
END $$;
