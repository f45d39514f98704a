-- Recorded refunds that do not carry our metadata: an operator made them in the provider's dashboard. Failed ones count too.
ALTER TABLE charges ADD COLUMN dashboard_refunds integer NOT NULL DEFAULT 0;
-- Our earlier refunds carry no metadata either.
UPDATE charges c SET dashboard_refunds = c.refunded_amount + coalesce((
    SELECT sum(t.amount) FROM ledger_transfers t
    WHERE t.restaurant_id = c.restaurant_id AND t.charge_id = c.id AND t.kind = 'refund_failed'), 0)
WHERE c.refunded_amount > 0
   OR EXISTS (SELECT FROM ledger_transfers t
              WHERE t.restaurant_id = c.restaurant_id AND t.charge_id = c.id AND t.kind = 'refund_failed');
