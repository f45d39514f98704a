-- no-transaction
-- Finds the guests of all restaurants by the address of their invitations.
CREATE INDEX CONCURRENTLY IF NOT EXISTS customers_invitation_email_idx ON customers (invitation_email)
    WHERE invitation_email IS NOT NULL;
