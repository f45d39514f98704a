-- Uids of the earlier links of an invitation, which a later mail has replaced: their page says so.
ALTER TABLE staff_invitations ADD COLUMN replaced_uids text[] NOT NULL DEFAULT '{}';
