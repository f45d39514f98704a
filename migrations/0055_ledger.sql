-- no-transaction
-- Finds the refunds whose document is missing.
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_transfers_refunds_idx ON ledger_transfers (booked_at)
    WHERE kind IN ('charge_refunded', 'provider_refund');
