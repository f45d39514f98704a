-- Addresses are stored in ASCII, as domain::names::email returns them. citext folds case by the database's collation, which maps other letters
-- to ASCII ones (U+0130 to i), so that an address at another host could equal a stored one. A row that violates a constraint stops the
-- migration; this query finds such rows:
--     SELECT id, email FROM users WHERE email::text COLLATE "C" !~ '^[!-~]+$'

-- A requested password reset kept the typed text as its recipient. A pending one is dropped.
UPDATE mail_deliveries SET recipient = '', dropped_at = CASE WHEN sent_at IS NULL THEN coalesce(dropped_at, created_at) END
WHERE recipient::text COLLATE "C" !~ '^[!-~]*$';

ALTER TABLE users ADD CONSTRAINT users_email_check CHECK (email::text COLLATE "C" ~ '^[!-~]+$');
ALTER TABLE owners ADD CONSTRAINT owners_email_check CHECK (email::text COLLATE "C" ~ '^[!-~]+$');
ALTER TABLE admin_users ADD CONSTRAINT admin_users_email_check CHECK (email::text COLLATE "C" ~ '^[!-~]+$');
ALTER TABLE mail_tokens ADD CONSTRAINT mail_tokens_email_check CHECK (email::text COLLATE "C" ~ '^[!-~]+$');
ALTER TABLE staff_invitations ADD CONSTRAINT staff_invitations_email_check CHECK (email::text COLLATE "C" ~ '^[!-~]+$');
ALTER TABLE restaurant_email_subscriptions ADD CONSTRAINT restaurant_email_subscriptions_email_check
    CHECK (email::text COLLATE "C" ~ '^[!-~]+$');
ALTER TABLE customers ADD CONSTRAINT customers_invitation_email_check CHECK (invitation_email::text COLLATE "C" ~ '^[!-~]+$');
-- Empty: no address, or one that was erased.
ALTER TABLE mail_deliveries ADD CONSTRAINT mail_deliveries_recipient_check CHECK (recipient::text COLLATE "C" ~ '^[!-~]*$');
ALTER TABLE restaurants ADD CONSTRAINT restaurants_email_check CHECK (email COLLATE "C" ~ '^[!-~]*$');
