-- How often the bank declined a charge after its payment was processing: the answer to the diner was not yet a decline (gaps G322).
ALTER TABLE charges ADD COLUMN late_declines integer NOT NULL DEFAULT 0;
