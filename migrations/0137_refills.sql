-- The deletion of a template clears the reference of its slots itself: Citus rejects SET NULL for a foreign key with the restaurant in it.
ALTER TABLE online_stock_groups DROP CONSTRAINT online_stock_groups_template_fkey;
ALTER TABLE online_stock_groups ADD CONSTRAINT online_stock_groups_template_fkey
    FOREIGN KEY (restaurant_id, online_stock_refillment_template_id)
    REFERENCES online_stock_refillment_templates (restaurant_id, id) NOT VALID;
ALTER TABLE online_stock_groups VALIDATE CONSTRAINT online_stock_groups_template_fkey;
