-- no-transaction
-- Sorts the list of all restaurants' reservations by visit. The condition is that of the list, so no query of due reminders can choose this
-- index instead of reservations_unreminded_idx, and abandoned holds stay out.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reservations_visits_idx ON reservations (starts_at, id)
    WHERE accepted_at IS NOT NULL OR type <> 'online_reservation' OR status = 'pending';
