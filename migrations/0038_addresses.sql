-- A requested password reset kept the typed text as its recipient. A pending one is dropped.
UPDATE mail_deliveries
SET recipient = '', dropped_at = CASE WHEN sent_at IS NULL THEN coalesce(dropped_at, created_at) ELSE dropped_at END
WHERE recipient::text COLLATE "C" !~ '^[!-~]*$';

-- A row that violates a constraint stops the migration. This query finds such rows, likewise in the other tables:
--     SELECT id, email FROM users WHERE email::text COLLATE "C" !~ '^[!-~]+$'
ALTER TABLE users VALIDATE CONSTRAINT users_email_check;
ALTER TABLE owners VALIDATE CONSTRAINT owners_email_check;
ALTER TABLE admin_users VALIDATE CONSTRAINT admin_users_email_check;
ALTER TABLE mail_tokens VALIDATE CONSTRAINT mail_tokens_email_check;
ALTER TABLE staff_invitations VALIDATE CONSTRAINT staff_invitations_email_check;
ALTER TABLE restaurant_email_subscriptions VALIDATE CONSTRAINT restaurant_email_subscriptions_email_check;
ALTER TABLE customers VALIDATE CONSTRAINT customers_invitation_email_check;
ALTER TABLE mail_deliveries VALIDATE CONSTRAINT mail_deliveries_recipient_check;
