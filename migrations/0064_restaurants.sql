-- Contents of a monthly statement, fixed when it is issued. Null in one that was issued before, until the next close fixes them.
ALTER TABLE restaurant_charge_invoices ADD COLUMN content jsonb;
