-- Where a demo's clock stands while it is stopped: every page and sweep then sees one instant.
ALTER TABLE demo_clock ADD COLUMN stopped_at timestamptz;
