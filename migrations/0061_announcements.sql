-- No row can violate it, because the programs wrote only the values of the previous constraint.
ALTER TABLE announcements VALIDATE CONSTRAINT announcements_status_check;
