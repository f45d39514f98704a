-- Permissions for impersonating owners, for the staff of restaurants and for risky settings. Every admin could do all three until now, so
-- existing admins get them; new admins get none by default.
ALTER TABLE admin_users
    ADD COLUMN impersonation boolean NOT NULL DEFAULT true,
    ADD COLUMN staff boolean NOT NULL DEFAULT true,
    ADD COLUMN risky_settings boolean NOT NULL DEFAULT true;
ALTER TABLE admin_users
    ALTER COLUMN impersonation SET DEFAULT false,
    ALTER COLUMN staff SET DEFAULT false,
    ALTER COLUMN risky_settings SET DEFAULT false;
