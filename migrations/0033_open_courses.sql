-- A party that was seated before it chose: it counts for a course's guests of the day, and no price does yet.
ALTER TABLE reservations ADD COLUMN is_course_chosen boolean NOT NULL DEFAULT true;
