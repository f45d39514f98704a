-- A refund has a document of its own, which names the refund in the ledger.
ALTER TABLE charge_documents DROP CONSTRAINT charge_documents_type_check;
ALTER TABLE charge_documents ADD CONSTRAINT charge_documents_type_check CHECK (type IN ('receipt', 'invoice', 'refund'));
ALTER TABLE charge_documents ADD COLUMN ledger_transfer_id bigint;
ALTER TABLE charge_documents ADD CONSTRAINT charge_documents_refund_fkey FOREIGN KEY (restaurant_id, ledger_transfer_id)
    REFERENCES ledger_transfers (restaurant_id, id);
CREATE UNIQUE INDEX charge_documents_refund_key ON charge_documents (restaurant_id, ledger_transfer_id)
    WHERE ledger_transfer_id IS NOT NULL;

-- Contents of a monthly statement, fixed when it is issued. Null in one that was issued before: it is computed from the ledger.
ALTER TABLE restaurant_charge_invoices ADD COLUMN content jsonb;
