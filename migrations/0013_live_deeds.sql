-- A deed is seen by readers who ask "what was done since my last look" without missing a transaction that committed late.
ALTER TABLE audit_events ADD COLUMN done_xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX audit_events_done_xid_idx ON audit_events (done_xid);
