-- no-transaction
-- A refund has one document.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS charge_documents_refund_key ON charge_documents (restaurant_id, ledger_transfer_id)
    WHERE ledger_transfer_id IS NOT NULL;
