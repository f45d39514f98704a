-- When an admin erased the personal data of a guest without an account. The record remains for its reservations.
ALTER TABLE customers ADD COLUMN erased_at timestamptz;
