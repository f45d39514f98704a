-- no-transaction
-- Finds the events of a diner, and the events without one.
CREATE INDEX CONCURRENTLY IF NOT EXISTS provider_events_user_idx ON provider_events (user_id);
