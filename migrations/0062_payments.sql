-- No row can violate them: the programs wrote only the types of the previous constraint, and the column is new.
ALTER TABLE charge_documents VALIDATE CONSTRAINT charge_documents_type_check;
ALTER TABLE charge_documents VALIDATE CONSTRAINT charge_documents_refund_fkey;
