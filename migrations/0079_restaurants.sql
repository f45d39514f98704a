-- The console's search knows a restaurant by a part of its slug, or by a notification address. Both tables are small.
CREATE INDEX restaurants_slug_idx ON restaurants USING gin (slug gin_trgm_ops);
CREATE INDEX restaurant_email_subscriptions_address_idx ON restaurant_email_subscriptions (email);
