-- The language in which an owner or an admin reads mails: the language of their console.
ALTER TABLE owners ADD COLUMN locale text CONSTRAINT owners_locale_check CHECK (locale IN ('ja', 'en'));
ALTER TABLE admin_users ADD COLUMN locale text CONSTRAINT admin_users_locale_check CHECK (locale IN ('ja', 'en'));
