-- Up to which mark of changes the cancellations of report_days count those by guests only; null before all of them have been written once.
-- Workers of the previous release also count those by restaurants and admins, and increase only the other marks.
ALTER TABLE report_progress ADD COLUMN cancellations_seen_no bigint;
