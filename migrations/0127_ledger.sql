-- no-transaction
-- The rows of the admins' list of refunds, newest first, and their number.
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_transfers_listed_refunds_idx ON ledger_transfers (id)
    WHERE kind IN ('charge_refunded', 'provider_refund', 'refund_failed', 'dispute_refund', 'orphan_refunded');
