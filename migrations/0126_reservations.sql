-- No row can violate it: the column is new, and programs without it write the default.
ALTER TABLE reservations VALIDATE CONSTRAINT reservations_extra_items_check;
