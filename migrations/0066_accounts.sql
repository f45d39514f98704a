-- Permissions of admins for the personal data of diners and of restaurants' guests: to export them, and to erase them.
ALTER TABLE admin_users
    ADD COLUMN privacy_export boolean NOT NULL DEFAULT false,
    ADD COLUMN privacy_erase boolean NOT NULL DEFAULT false;
