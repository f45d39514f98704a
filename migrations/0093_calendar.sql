-- The operator's changes of the national holidays: a day that a law added before a release computes it, or a computed holiday that does not
-- take place (moved for the Olympic games, for one). Such a day is struck.
CREATE TABLE extra_holidays (
    date date PRIMARY KEY,
    is_struck boolean NOT NULL DEFAULT false,
    label_ja text NOT NULL DEFAULT '',
    label_en text NOT NULL DEFAULT '',
    reason text NOT NULL DEFAULT '',
    -- Nothing for a change by the command line.
    admin_user_id bigint CONSTRAINT extra_holidays_admin_fkey REFERENCES admin_users (id),
    created_at timestamptz NOT NULL,
    CONSTRAINT extra_holidays_names_check CHECK (is_struck OR (label_ja <> '' AND label_en <> ''))
);

-- The last change that a calendar follows (LAST-MODIFIED of its file, RFC 5545). Nothing before the first one.
ALTER TABLE reservations ADD COLUMN calendar_changed_at timestamptz;

-- The end of a meal after midnight, in minutes from the midnight before the meal: 24:00 to 29:00. It applies while closes_at is 23:59, which
-- servers of the previous release read.
ALTER TABLE operations ADD COLUMN closes_late_minutes integer
    CONSTRAINT operations_closes_late_check CHECK (closes_late_minutes BETWEEN 1440 AND 1740);

-- The online start before the last change by a preset, which an admin can restore.
ALTER TABLE restaurant_operations ADD COLUMN previous_starts_at timestamptz;
