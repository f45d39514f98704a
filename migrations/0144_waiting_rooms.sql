-- The number of diners before a place leaves these ranks out. Each is after admitted_rank: its diner was admitted before the others, gave
-- the place up, or joined again and has another rank.
ALTER TABLE waiting_rooms ADD COLUMN vacant_ranks integer[] NOT NULL DEFAULT '{}';
