-- When an operator discarded the job of this mail. Unlike a mail that was dropped for another reason, it is never enqueued again.
ALTER TABLE mail_deliveries ADD COLUMN discarded_at timestamptz;
