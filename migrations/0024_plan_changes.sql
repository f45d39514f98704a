-- What came of a gold diner's request for another plan, and what an admin notes about it. Who decided stands in the audit.
ALTER TABLE gold_plan_change_requests
    ADD COLUMN outcome text CONSTRAINT gold_plan_change_requests_outcome_check CHECK (outcome IN ('done', 'rejected')),
    ADD COLUMN note text NOT NULL DEFAULT '' CONSTRAINT gold_plan_change_requests_note_check CHECK (length(note) <= 500);
UPDATE gold_plan_change_requests SET outcome = 'done' WHERE closed_at IS NOT NULL;
ALTER TABLE gold_plan_change_requests
    ADD CONSTRAINT gold_plan_change_requests_closed_check CHECK ((outcome IS NULL) = (closed_at IS NULL));
