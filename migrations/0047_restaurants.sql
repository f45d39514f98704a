-- What a restaurant offers besides its courses and seats. The programs know the values (`restaurants/facilities.rs`); a new one needs no
-- migration, because a program leaves out the values that it does not know.
ALTER TABLE restaurants ADD COLUMN facilities text[] NOT NULL DEFAULT '{}';
