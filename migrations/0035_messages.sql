-- When a text message was given up: its subject was over, nobody had sent it within a day, or its dead letter was dropped.
ALTER TABLE sms_deliveries ADD COLUMN dropped_at timestamptz;
