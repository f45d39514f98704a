-- Walk-ins are a separate channel of the totals, and have no lead time.
ALTER TABLE report_days
    DROP CONSTRAINT report_days_channel_check,
    ADD CONSTRAINT report_days_channel_check CHECK (channel IN ('online', 'invited', 'in_person', 'walk_in', 'off_site')) NOT VALID;

-- Up to which mark of changes the channels and the lead times separate walk-ins; null before all of them have been written once.
-- Workers of the previous release count walk-ins as bookings in person, and increase only the other marks.
ALTER TABLE report_progress ADD COLUMN walk_ins_seen_no bigint;
