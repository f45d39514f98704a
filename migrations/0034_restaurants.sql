-- Whether maps and search engines are told when a table is free. Nobody is until its owner wants it.
ALTER TABLE restaurant_operations ADD COLUMN is_in_availability_feed boolean NOT NULL DEFAULT false;
