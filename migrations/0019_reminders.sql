-- no-transaction
-- Finds the bookings whose reminder is due.
CREATE INDEX CONCURRENTLY IF NOT EXISTS reservations_unreminded_idx ON reservations (starts_at)
    WHERE status = 'accepted' AND reminded_at IS NULL AND user_id IS NOT NULL;
