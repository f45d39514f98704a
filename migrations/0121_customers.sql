-- The reading of a guest's name, in kana, by staff. A diner's own reading is in profiles.
ALTER TABLE customer_profiles ADD COLUMN kana text NOT NULL DEFAULT '';
