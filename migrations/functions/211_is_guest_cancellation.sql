-- Whether the guest cancelled a booking of this status. Declined, expired and withdrawn invitations, and bookings that the restaurant or an
-- admin cancelled, are none.
-- Counterpart: domain::reservations::model::EndKind; the test diner::booking::sql_counterparts compares the two.
CREATE OR REPLACE FUNCTION is_guest_cancellation(p_status text, p_accepted_at timestamptz) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
    SELECT p_status = 'void' AND p_accepted_at IS NOT NULL
$$;
