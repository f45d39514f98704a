-- no-transaction
-- Sorts the list of all restaurants' reservations by visit, without abandoned holds. IS TRUE is in the list's own condition, so no other
-- query implies this one: due reminders are read by reservations_unreminded_idx.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reservations_visits_idx ON reservations (starts_at, id)
    WHERE (accepted_at IS NOT NULL OR type <> 'online_reservation' OR status = 'pending') IS TRUE;
