-- In a transaction without the locks of the previous file. A row that violates a constraint stops the migration.
ALTER TABLE charges VALIDATE CONSTRAINT charges_manually_refunded_check;
ALTER TABLE ledger_transfers VALIDATE CONSTRAINT ledger_transfers_kind_check;
ALTER TABLE ledger_transfers VALIDATE CONSTRAINT ledger_transfers_debit_account_check;
ALTER TABLE ledger_transfers VALIDATE CONSTRAINT ledger_transfers_credit_account_check;
