-- At most so many guests and parties that come in one quarter of an hour of a meal, beyond which nobody books on the web; null for any.
ALTER TABLE operations
    ADD COLUMN pacing_max_guests integer CONSTRAINT operations_pacing_max_guests_check CHECK (pacing_max_guests BETWEEN 1 AND 999),
    ADD COLUMN pacing_max_parties integer CONSTRAINT operations_pacing_max_parties_check CHECK (pacing_max_parties BETWEEN 1 AND 999);
