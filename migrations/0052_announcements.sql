-- An announcement that is being sent can be stopped: it is "stopping" until the worker has dropped every mail that has not left, and
-- "stopped" from then on. Servers of the previous release show such an announcement, and send none of its mails. A later file validates the
-- constraint.
ALTER TABLE announcements
    ADD COLUMN stopped_at timestamptz,
    DROP CONSTRAINT announcements_status_check,
    ADD CONSTRAINT announcements_status_check
        CHECK (status IN ('draft', 'scheduled', 'sending', 'sent', 'stopping', 'stopped')) NOT VALID;
CREATE INDEX announcements_stopping_idx ON announcements (id) WHERE status = 'stopping';
-- When the mail of this recipient was dropped because the announcement was stopped.
ALTER TABLE announcement_recipients ADD COLUMN stopped_at timestamptz;
