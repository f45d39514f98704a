-- A refund has a document of its own, which names the refund in the ledger. A later file validates the constraints.
ALTER TABLE charge_documents DROP CONSTRAINT charge_documents_type_check;
ALTER TABLE charge_documents ADD CONSTRAINT charge_documents_type_check CHECK (type IN ('receipt', 'invoice', 'refund')) NOT VALID;
ALTER TABLE charge_documents ADD COLUMN ledger_transfer_id bigint;
ALTER TABLE charge_documents ADD CONSTRAINT charge_documents_refund_fkey FOREIGN KEY (restaurant_id, ledger_transfer_id)
    REFERENCES ledger_transfers (restaurant_id, id) NOT VALID;
