-- Whether an admin stopped it: then only an admin resumes it.
ALTER TABLE announcements ADD COLUMN stopped_by_admin boolean NOT NULL DEFAULT false;
