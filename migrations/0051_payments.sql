-- A row that violates a constraint stops the migration; none can, because the programs wrote only the values of the previous constraints.
ALTER TABLE charges VALIDATE CONSTRAINT charges_dispute_state_check;
ALTER TABLE charges VALIDATE CONSTRAINT charges_lost_amount_check;
ALTER TABLE charge_disputes VALIDATE CONSTRAINT charge_disputes_borne_by_check;
ALTER TABLE ledger_transfers VALIDATE CONSTRAINT ledger_transfers_kind_check;
ALTER TABLE ledger_transfers VALIDATE CONSTRAINT ledger_transfers_debit_account_check;
ALTER TABLE ledger_transfers VALIDATE CONSTRAINT ledger_transfers_credit_account_check;
