-- Refunds from before this release have no document, and the sweep issues none: it would mail the refunds of the last 30 days together. Their
-- diners may request one. The rows of today get the first default, later ones the second, and none is rewritten.
ALTER TABLE ledger_transfers ADD COLUMN predates_documents boolean NOT NULL DEFAULT true;
ALTER TABLE ledger_transfers ALTER COLUMN predates_documents SET DEFAULT false;
