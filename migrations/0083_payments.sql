-- no-transaction
-- Finds the events whose body is not erased.
CREATE INDEX CONCURRENTLY IF NOT EXISTS provider_events_body_idx ON provider_events (id) WHERE body <> '{}';
