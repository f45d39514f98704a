-- Failed deliveries: mails and text messages whose last attempt failed, and invitations that did not reach their guest.
ALTER TABLE mail_deliveries ADD COLUMN failed_at timestamptz;
COMMENT ON COLUMN mail_deliveries.failed_at IS 'the last attempt failed, and the mail''s area was notified; null again once an operator''s replay has sent the mail';

ALTER TABLE sms_deliveries
    ADD COLUMN failed_at timestamptz,
    -- The provider's id of the message, its final report, and the last time at which we asked for the report.
    ADD COLUMN provider_fid text,
    ADD COLUMN delivered_at timestamptz,
    ADD COLUMN report_checked_at timestamptz;
COMMENT ON COLUMN sms_deliveries.failed_at IS 'the last attempt failed, or the provider reported that the message was not delivered';

ALTER TABLE reservation_invites ADD COLUMN undelivered_at timestamptz;
ALTER TABLE staff_invitations ADD COLUMN undelivered_at timestamptz;

ALTER TABLE notifications DROP CONSTRAINT notifications_reason_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_reason_check CHECK (reason IN
    ('new_onr', 'new_ivr', 'cancel', 'change_special_request', 'change_guests_count', 'ivr_close', 'ivr_undelivered'));

-- Finds the text messages that wait for the provider's report.
CREATE INDEX sms_deliveries_unreported_idx ON sms_deliveries (sent_at)
    WHERE sent_at IS NOT NULL AND delivered_at IS NULL AND failed_at IS NULL AND provider_fid IS NOT NULL;
