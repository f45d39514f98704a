-- Two stocks of a slot exchange their seats in one statement: neither may be refused for the other's seat halfway.
ALTER TABLE online_stocks
    DROP CONSTRAINT online_stocks_item_key,
    ADD CONSTRAINT online_stocks_item_key UNIQUE (restaurant_id, online_stock_group_id, inventory_item_id)
        DEFERRABLE INITIALLY IMMEDIATE;
