-- What staff read of days and periods: sums of a restaurant's reservations by the day of the visit. They are written by the worker from the
-- reservations of days that have changed (domain/src/reports), never by a booking.

CREATE TABLE report_days (
    restaurant_id bigint NOT NULL REFERENCES restaurants (id),
    date date NOT NULL,
    channel text NOT NULL CONSTRAINT report_days_channel_check CHECK (channel IN ('online', 'invited', 'in_person', 'off_site')),
    -- Bookings that stand and whose guests came or are expected.
    parties integer NOT NULL,
    guests integer NOT NULL,
    course_total bigint NOT NULL,
    no_shows integer NOT NULL,
    no_show_guests integer NOT NULL,
    cancellations integer NOT NULL,
    cancelled_guests integer NOT NULL,
    cancellation_fees bigint NOT NULL,
    -- Of the parties, those of a customer who came for the first time, and of one who had come before; neither when nobody is named.
    new_parties integer NOT NULL,
    returning_parties integer NOT NULL,
    PRIMARY KEY (restaurant_id, date, channel)
);

-- How many days before the visit it was booked: from_days up to the next bound of the list in domain/src/reports/model.rs.
CREATE TABLE report_lead_times (
    restaurant_id bigint NOT NULL REFERENCES restaurants (id),
    date date NOT NULL,
    from_days integer NOT NULL,
    parties integer NOT NULL,
    lead_days bigint NOT NULL,
    PRIMARY KEY (restaurant_id, date, from_days)
);

-- For how many minutes the items were taken within an hour of the business day; 24 is the hour after midnight.
CREATE TABLE report_hours (
    restaurant_id bigint NOT NULL REFERENCES restaurants (id),
    date date NOT NULL,
    hour integer NOT NULL,
    taken_minutes integer NOT NULL,
    PRIMARY KEY (restaurant_id, date, hour)
);

-- Up to which mark of changes (0007_calendar.sql) the sums are right; null before all of them have been written once.
CREATE TABLE report_progress (
    is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT report_progress_only_check CHECK (is_only),
    seen_no bigint
);
INSERT INTO report_progress DEFAULT VALUES;
