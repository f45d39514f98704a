//! SQL of payments. `settlement` finds the charges to settle.

pub mod settlement;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::model::{
    Charge, ChargeKind, ChargeStatus, DisputeState, IntentReference, LAST_POSITION, PaymentCard, Subject, SubjectKind,
    SubscriptionReference,
};
use crate::clients::stripe::PaymentIntent;
use crate::ids::{ChargeId, ReservationId, RestaurantId, SubscriptionId, UserId};
use crate::money::Yen;

struct StoredCharge {
    id: ChargeId,
    uid: String,
    restaurant_id: RestaurantId,
    subject_kind: SubjectKind,
    subject_id: i64,
    user_id: UserId,
    kind: ChargeKind,
    position: i32,
    is_void: bool,
    attempt: i32,
    amount: Yen,
    status: ChargeStatus,
    gateway_fid: Option<String>,
    client_secret: Option<String>,
    payment_method_fid: Option<String>,
    failure_code: Option<String>,
    late_declines: i32,
    dispute: Option<DisputeState>,
    lost_amount: Yen,
    refund_due: Yen,
    refunded_amount: Yen,
    manually_refunded: Yen,
    rejected_refunds: i32,
    planned_at: DateTime<Utc>,
}

impl From<StoredCharge> for Charge {
    fn from(row: StoredCharge) -> Self {
        Self {
            id: row.id,
            uid: row.uid,
            subject: Subject::from_parts(row.subject_kind, row.restaurant_id, row.subject_id),
            user_id: row.user_id,
            kind: row.kind,
            position: row.position,
            is_void: row.is_void,
            attempt: row.attempt,
            amount: row.amount,
            status: row.status,
            gateway_fid: row.gateway_fid,
            client_secret: row.client_secret,
            payment_method_fid: row.payment_method_fid,
            failure_code: row.failure_code,
            late_declines: row.late_declines,
            dispute: row.dispute,
            lost_amount: row.lost_amount,
            refund_due: row.refund_due,
            refunded_amount: row.refunded_amount,
            manually_refunded: row.manually_refunded,
            rejected_refunds: row.rejected_refunds,
            planned_at: row.planned_at,
        }
    }
}

macro_rules! select {
    ($rest:literal $(, $arg:expr)* $(,)?) => {
        sqlx::query_as!(
            StoredCharge,
            r#"SELECT id AS "id: ChargeId", uid, restaurant_id AS "restaurant_id: RestaurantId", subject_kind AS "subject_kind: SubjectKind",
                      subject_id, user_id AS "user_id: UserId", kind AS "kind: ChargeKind", position, voided_at IS NOT NULL AS "is_void!",
                      attempt, amount AS "amount: Yen", status AS "status: ChargeStatus",
                      dispute_state AS "dispute: DisputeState", lost_amount AS "lost_amount: Yen",
                      gateway_fid, client_secret, payment_method_fid, failure_code, late_declines, refund_due AS "refund_due: Yen",
                      refunded_amount AS "refunded_amount: Yen", manually_refunded AS "manually_refunded: Yen",
                      rejected_refunds, created_at AS planned_at
               FROM charges "# + $rest
            $(, $arg)*
        )
    };
}

/// Returns a subject's charges in the order in which they are collected.
pub async fn list_charges(conn: &mut PgConnection, subject: Subject) -> sqlx::Result<Vec<Charge>> {
    let rows = select!(
        "WHERE restaurant_id = $1 AND subject_kind = $2 AND subject_id = $3 ORDER BY position",
        subject.restaurant().0,
        subject.kind().as_str(),
        subject.id(),
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(Charge::from).collect())
}

/// Returns the charges of several reservations, each reservation's in the order in which they are collected. Omits reservations without
/// charges.
pub async fn list_charges_of_reservations(
    conn: &mut PgConnection,
    reservations: &[(RestaurantId, ReservationId)],
) -> sqlx::Result<BTreeMap<Subject, Vec<Charge>>> {
    let (restaurants, ids): (Vec<_>, Vec<_>) = reservations.iter().map(|(restaurant, id)| (restaurant.0, id.0)).unzip();
    let rows = select!(
        "WHERE restaurant_id = ANY ($1) AND subject_kind = 'reservation' AND subject_id = ANY ($2) ORDER BY position",
        &restaurants,
        &ids,
    );
    let mut charges: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for charge in rows.fetch_all(conn).await?.into_iter().map(Charge::from) {
        charges.entry(charge.subject).or_default().push(charge);
    }
    Ok(charges)
}

/// Returns the time at which a subject's payment began: its first charge was planned then. None without charges.
pub async fn find_beginning(conn: &mut PgConnection, subject: Subject) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "SELECT min(created_at) FROM charges WHERE restaurant_id = $1 AND subject_kind = $2 AND subject_id = $3",
        subject.restaurant().0,
        subject.kind().as_str(),
        subject.id(),
    )
    .fetch_one(conn)
    .await
}

/// Returns all charges of a diner, past and present.
pub async fn list_charges_of_user(conn: &mut PgConnection, user: UserId) -> sqlx::Result<Vec<Charge>> {
    let rows = select!("WHERE user_id = $1 ORDER BY id", user.0);
    Ok(rows.fetch_all(conn).await?.into_iter().map(Charge::from).collect())
}

/// Returns the charge that a payment of the provider paid, or that the payment names.
pub async fn find_charge_of_payment(
    conn: &mut PgConnection,
    payment: &str,
    uid: Option<&str>,
) -> sqlx::Result<Option<Charge>> {
    let rows = select!(
        "WHERE gateway_fid = $1 OR uid = $2 ORDER BY gateway_fid = $1 DESC NULLS LAST, id LIMIT 1",
        payment,
        uid
    );
    Ok(rows.fetch_optional(conn).await?.map(Charge::from))
}

/// Plans a charge; an existing one at the position of its kind does not change.
pub async fn plan_charge(
    conn: &mut PgConnection,
    uid: &str,
    subject: Subject,
    user: UserId,
    kind: ChargeKind,
    amount: Yen,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO charges (uid, restaurant_id, subject_kind, subject_id, reservation_id, user_id, kind, position, amount, status,
             created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'planned', $10, $10)
         ON CONFLICT (restaurant_id, subject_kind, subject_id, position) DO NOTHING",
        uid,
        subject.restaurant().0,
        subject.kind().as_str(),
        subject.id(),
        subject.reservation().map(|id| id.0),
        user.0,
        kind.as_str(),
        kind.position(),
        amount.to_db()?,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Plans a charge for the additional cost of a booking, at the last position. Its subject must be locked.
pub async fn plan_difference(
    conn: &mut PgConnection,
    uid: &str,
    subject: Subject,
    user: UserId,
    kind: ChargeKind,
    amount: Yen,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO charges (uid, restaurant_id, subject_kind, subject_id, reservation_id, user_id, kind, position, amount, status,
             created_at, updated_at)
         SELECT $1, $2, $3, $4, $5, $6, $7, greatest(coalesce(max(position), 0), $8) + 1, $9, 'planned', $10, $10
         FROM charges WHERE restaurant_id = $2 AND subject_kind = $3 AND subject_id = $4",
        uid,
        subject.restaurant().0,
        subject.kind().as_str(),
        subject.id(),
        subject.reservation().map(|id| id.0),
        user.0,
        kind.as_str(),
        LAST_POSITION,
        amount.to_db()?,
        now,
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Marks a charge as void; settling its subject cancels or refunds it.
pub async fn void(conn: &mut PgConnection, charge: &Charge, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE charges SET voided_at = $2 WHERE restaurant_id = $3 AND id = $1 AND voided_at IS NULL",
        charge.id.0,
        now,
        charge.subject.restaurant().0
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Source of a payment's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntentSource {
    /// The response to a call that changed the payment.
    CallResult,
    /// A read of the payment. A concurrent call that changed it has the newer state, unless this one is final.
    StatusRead,
}

/// Records the provider's state of a charge, and counts a decline of a processing payment. A final state never changes; false if it was
/// reached before.
pub async fn record_intent(
    conn: &mut PgConnection,
    charge: &Charge,
    intent: &PaymentIntent,
    status: ChargeStatus,
    reading: IntentSource,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let recorded = sqlx::query!(
        "UPDATE charges SET gateway_fid = $2, client_secret = coalesce($3, client_secret), status = $4,
                payment_method_fid = coalesce($5, payment_method_fid), failure_code = $6,
                late_declines = late_declines + CASE WHEN status = 'processing' AND $4 = 'requires_payment_method' THEN 1 ELSE 0 END,
                succeeded_at = CASE WHEN $4 = 'succeeded' THEN coalesce(succeeded_at, $7) END, updated_at = $7
         WHERE restaurant_id = $8 AND id = $1 AND status NOT IN ('succeeded', 'canceled')
           AND ($9 OR $4 IN ('succeeded', 'canceled')
                OR status = $10 AND attempt = $11 AND failure_code IS NOT DISTINCT FROM $12)",
        charge.id.0,
        intent.id,
        intent.client_secret,
        status.as_str(),
        intent.payment_method,
        intent.failure_code(),
        now,
        charge.subject.restaurant().0,
        reading == IntentSource::CallResult,
        charge.status.as_str(),
        charge.attempt,
        charge.failure_code,
    )
    .execute(conn)
    .await?;
    Ok(recorded.rows_affected() == 1)
}

/// Records the card that is about to be charged.
pub async fn note_card(conn: &mut PgConnection, charge: &Charge, card: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE charges SET payment_method_fid = $2 WHERE restaurant_id = $3 AND id = $1",
        charge.id.0,
        card,
        charge.subject.restaurant().0
    )
    .execute(conn)
    .await?;
    Ok(())
}

/// Closes a charge that the provider does not know. False if the provider knows it in the meantime: it must be cancelled there.
pub async fn cancel_unknown_to_provider(
    conn: &mut PgConnection,
    charge: &Charge,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let canceled = sqlx::query!(
        "UPDATE charges SET status = 'canceled', updated_at = $2
         WHERE restaurant_id = $3 AND id = $1 AND status = 'planned' AND gateway_fid IS NULL",
        charge.id.0,
        now,
        charge.subject.restaurant().0
    )
    .execute(conn)
    .await?;
    Ok(canceled.rows_affected() == 1)
}

pub async fn find_status(conn: &mut PgConnection, charge: &Charge) -> sqlx::Result<ChargeStatus> {
    sqlx::query_scalar!(
        r#"SELECT status AS "status: ChargeStatus" FROM charges WHERE restaurant_id = $2 AND id = $1"#,
        charge.id.0,
        charge.subject.restaurant().0
    )
    .fetch_one(conn)
    .await
}

/// Whether its subject is a reservation that ended and was never a booking.
pub async fn is_abandoned(conn: &mut PgConnection, subject: Subject) -> sqlx::Result<bool> {
    let ended = sqlx::query_scalar!(
        r#"SELECT status NOT IN ('pending', 'accepted') AND accepted_at IS NULL AS "has_ended!"
           FROM reservations WHERE restaurant_id = $1 AND id = $2"#,
        subject.restaurant().0,
        subject.reservation().map(|id| id.0),
    );
    Ok(ended.fetch_optional(conn).await?.unwrap_or(false))
}

/// Returns the card with which a charge's intent was last confirmed.
pub async fn find_last_card(conn: &mut PgConnection, charge: &Charge) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "SELECT payment_method_fid FROM charges WHERE restaurant_id = $2 AND id = $1",
        charge.id.0,
        charge.subject.restaurant().0
    )
    .fetch_one(conn)
    .await
}

pub async fn find_intent(conn: &mut PgConnection, charge: &Charge) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "SELECT gateway_fid FROM charges WHERE restaurant_id = $2 AND id = $1",
        charge.id.0,
        charge.subject.restaurant().0
    )
    .fetch_one(conn)
    .await
}

/// Counts another attempt at a declined charge; false if another process has begun one.
pub async fn begin_attempt(conn: &mut PgConnection, charge: &Charge, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let begun = sqlx::query!(
        "UPDATE charges SET attempt = attempt + 1, status = 'requires_confirmation', updated_at = $3
         WHERE restaurant_id = $4 AND id = $1 AND attempt = $2 AND status = 'requires_payment_method'",
        charge.id.0,
        charge.attempt,
        now,
        charge.subject.restaurant().0
    )
    .execute(conn)
    .await?;
    Ok(begun.rows_affected() == 1)
}

pub async fn set_refund_due(
    conn: &mut PgConnection,
    charge: &Charge,
    due: Yen,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE charges SET refund_due = greatest(refund_due, $2), updated_at = $3 WHERE restaurant_id = $4 AND id = $1",
        charge.id.0,
        due.to_db()?,
        now, charge.subject.restaurant().0)
    .execute(conn)
    .await?;
    Ok(())
}

/// Returns the subject of the provider's payment. Its metadata names the restaurant and the charge. A refund has no metadata, nor does a
/// payment that another program has created: then searches by the payment's id.
pub async fn find_subject(conn: &mut PgConnection, reference: &IntentReference) -> sqlx::Result<Option<Subject>> {
    if let Some((restaurant, uid)) = &reference.charge {
        let row = sqlx::query!(
            r#"SELECT restaurant_id AS "restaurant: RestaurantId", subject_kind AS "kind: SubjectKind", subject_id
               FROM charges WHERE restaurant_id = $1 AND uid = $2"#,
            restaurant.0,
            uid,
        );
        if let Some(row) = row.fetch_optional(&mut *conn).await? {
            return Ok(Some(Subject::from_parts(row.kind, row.restaurant, row.subject_id)));
        }
    }
    let row = sqlx::query!(
        r#"SELECT restaurant_id AS "restaurant: RestaurantId", subject_kind AS "kind: SubjectKind", subject_id
           FROM charges WHERE gateway_fid = $1"#,
        reference.fid
    );
    Ok(row.fetch_optional(conn).await?.map(|row| Subject::from_parts(row.kind, row.restaurant, row.subject_id)))
}

/// Returns the provider's subscription. The response to its creation may be still outstanding: then the metadata identifies it.
pub async fn find_subscription(
    conn: &mut PgConnection,
    reference: &SubscriptionReference,
) -> sqlx::Result<Option<Subject>> {
    let id = sqlx::query_scalar!(
        r#"SELECT id AS "id: SubscriptionId" FROM subscriptions WHERE gateway_fid = $1 OR uid = $2"#,
        reference.fid,
        reference.uid
    );
    Ok(id.fetch_optional(conn).await?.map(Subject::Subscription))
}

pub async fn find_card(conn: &mut PgConnection, user: UserId) -> sqlx::Result<Option<PaymentCard>> {
    Ok(list_cards(conn, &[user]).await?.remove(&user))
}

/// Returns diners' current cards. Omits diners without one.
pub async fn list_cards(conn: &mut PgConnection, users: &[UserId]) -> sqlx::Result<BTreeMap<UserId, PaymentCard>> {
    let ids: Vec<_> = users.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        r#"SELECT user_id AS "user: UserId", gateway_fid, brand, last4, exp_month, exp_year, holder_name, fingerprint
           FROM payment_methods WHERE user_id = ANY ($1) AND replaced_at IS NULL"#,
        &ids,
    );
    let cards = rows.fetch_all(conn).await?.into_iter().map(|row| {
        let card = PaymentCard {
            gateway_fid: row.gateway_fid,
            brand: row.brand,
            last4: row.last4,
            exp_month: row.exp_month,
            exp_year: row.exp_year,
            holder_name: row.holder_name,
            fingerprint: row.fingerprint,
        };
        (row.user, card)
    });
    Ok(cards.collect())
}

pub async fn find_customer(conn: &mut PgConnection, user: UserId) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("SELECT gateway_customer_fid FROM users WHERE id = $1", user.0).fetch_one(conn).await
}

/// Returns the diners whom the provider knows, with its ids of them.
pub async fn list_customers(conn: &mut PgConnection) -> sqlx::Result<Vec<(UserId, String)>> {
    let rows = sqlx::query!(
        r#"SELECT id, gateway_customer_fid AS "fid!" FROM users WHERE gateway_customer_fid IS NOT NULL ORDER BY id"#
    );
    Ok(rows.fetch_all(conn).await?.into_iter().map(|row| (UserId(row.id), row.fid)).collect())
}
