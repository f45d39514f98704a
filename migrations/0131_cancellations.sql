-- no-transaction
-- Finds the booked cancellation slots that are still ahead, which the sweep may open again: every booked slot stays in the table.
CREATE INDEX CONCURRENTLY IF NOT EXISTS online_cancellations_booked_idx ON online_cancellations (starts_at) WHERE outcome = 'booked';
