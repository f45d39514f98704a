-- Addresses that mail is sent to are stored in ASCII, as domain::names::email returns them. citext folds case by the database's collation, which
-- maps other letters to ASCII ones (U+0130 to i), so that an address at another host could equal a stored one. The next file validates the
-- constraints, in a transaction of its own: a scan here would hold these locks.
ALTER TABLE users ADD CONSTRAINT users_email_check CHECK (email::text COLLATE "C" ~ '^[!-~]+$') NOT VALID;
ALTER TABLE owners ADD CONSTRAINT owners_email_check CHECK (email::text COLLATE "C" ~ '^[!-~]+$') NOT VALID;
ALTER TABLE admin_users ADD CONSTRAINT admin_users_email_check CHECK (email::text COLLATE "C" ~ '^[!-~]+$') NOT VALID;
ALTER TABLE mail_tokens ADD CONSTRAINT mail_tokens_email_check CHECK (email::text COLLATE "C" ~ '^[!-~]+$') NOT VALID;
ALTER TABLE staff_invitations ADD CONSTRAINT staff_invitations_email_check CHECK (email::text COLLATE "C" ~ '^[!-~]+$') NOT VALID;
ALTER TABLE restaurant_email_subscriptions ADD CONSTRAINT restaurant_email_subscriptions_email_check
    CHECK (email::text COLLATE "C" ~ '^[!-~]+$') NOT VALID;
ALTER TABLE customers ADD CONSTRAINT customers_invitation_email_check
    CHECK (invitation_email::text COLLATE "C" ~ '^[!-~]+$') NOT VALID;
-- Empty: no address, or one that was erased.
ALTER TABLE mail_deliveries ADD CONSTRAINT mail_deliveries_recipient_check
    CHECK (recipient::text COLLATE "C" ~ '^[!-~]*$') NOT VALID;
