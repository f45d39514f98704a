-- The console's search and pages know a dispute by the provider's id alone. The table is small.
CREATE INDEX charge_disputes_fid_idx ON charge_disputes (gateway_fid);
