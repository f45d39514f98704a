-- Returns the paid tiers that a diner has at an instant. A subscription gives no access after access_until, however late the worker is.
-- Counterpart: domain::plans::model::Subscription::is_open_at, compared by diner::plans::premium.
CREATE OR REPLACE FUNCTION subscribed_grades(p_user_id bigint, p_now timestamptz) RETURNS text[] LANGUAGE sql STABLE AS $$
    SELECT coalesce(array_agg(grade ORDER BY grade), '{}') FROM subscriptions
    WHERE user_id = p_user_id AND status IN ('trialing', 'active', 'past_due') AND access_until > p_now
$$;
