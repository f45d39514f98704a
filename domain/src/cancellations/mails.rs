//! Mails about cancellation slots: about ten minutes after a release, to the members of its group who want them, paying members first (gaps
//! G101).

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::{PgConnection, PgPool};

use super::release::{MAIL_AFTER, StandbyMember, mail_plan};
use super::standby::{CUSTOMER_ID, RELEASE_ID, RELEASED};
use crate::i18n::Locale;
use crate::ids::{CustomerId, OnlineCancellationReleaseId, RestaurantId, UserId};
use crate::jobs::{self, ReleaseMailJob, Repeat, WaitingJobs};
use crate::outbox::mails::{self, NewMail};
use crate::progress::{Failures, PassResult};
use crate::rng::Rng;

/// Releases for which a sweep enqueues a job. Enqueuing is cheap, and a job that fails does not hide the releases after it.
const MAX_JOBS: i64 = 1_000;

/// Number of releases whose mails were written, and of these mails. A release without recipients has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MailedReleases {
    pub releases: usize,
    pub mails: usize,
}

/// A release whose mails are due.
#[derive(Debug)]
struct DueReleaseMail {
    id: OnlineCancellationReleaseId,
    restaurant_id: RestaurantId,
}

/// Enqueues a job for each release whose mails are due, and returns the number of jobs.
pub async fn enqueue_due(pool: &PgPool, rng: &Rng, now: DateTime<Utc>) -> sqlx::Result<usize> {
    let mut conn = pool.acquire().await?;
    let due = list_due(&mut conn, now, None, MAX_JOBS).await?.into_iter().map(|due| {
        let job = ReleaseMailJob { restaurant_id: due.restaurant_id, release_id: due.id };
        (job, format!("release:{}:{}", due.restaurant_id, due.id))
    });
    jobs::push_due(&mut conn, rng, due.collect(), Repeat::WhenDone).await
}

/// Runs the job: writes the mails of a release if they are still due. While the last seat is held they are not, and the sweep enqueues the
/// job again later.
pub async fn mail_job(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, job: &ReleaseMailJob) -> sqlx::Result<()> {
    let release = (job.restaurant_id, job.release_id);
    let due = list_due(&mut *pool.acquire().await?, now, Some(release), 1).await?;
    for due in &due {
        mail_one(pool, rng, now, due).await?;
    }
    Ok(())
}

/// Marks releases whose job an operator has dropped: their mails are never written.
pub async fn mark_dropped(
    conn: &mut PgConnection,
    releases: &[(RestaurantId, OnlineCancellationReleaseId)],
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    for (restaurant, release) in releases {
        sqlx::query!(
            "UPDATE online_cancellation_releases SET mailed_at = $3 WHERE restaurant_id = $1 AND id = $2 AND mailed_at IS NULL",
            restaurant.0,
            release.0,
            now,
        )
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// Writes the mails of all releases that are at least ten minutes old, each release in one transaction. Writes none while the last seat is
/// held. Returns the number of processed releases, and the first failure, which does not stop the others.
pub async fn mail_due(
    pool: &PgPool,
    rng: &Rng,
    now: DateTime<Utc>,
) -> sqlx::Result<PassResult<MailedReleases, sqlx::Error>> {
    let (mut mailed, mut failures) = (MailedReleases::default(), Failures::none());
    for due in list_due(&mut *pool.acquire().await?, now, None, i64::MAX).await? {
        let written = mail_one(pool, rng, now, &due).await;
        if let Some(mails) = failures.pass(format_args!("mails of release {}", due.id), written) {
            mailed.releases += 1;
            mailed.mails += mails;
        }
    }
    Ok(failures.with(mailed))
}

async fn mail_one(pool: &PgPool, rng: &Rng, now: DateTime<Utc>, due: &DueReleaseMail) -> sqlx::Result<usize> {
    let mut tx = pool.begin().await?;
    let written = write(&mut tx, rng, now, due).await?;
    tx.commit().await?;
    Ok(written)
}

/// Returns the releases whose mails are due, oldest first: all, or the given one if it is due.
async fn list_due(
    conn: &mut PgConnection,
    now: DateTime<Utc>,
    only: Option<(RestaurantId, OnlineCancellationReleaseId)>,
    limit: i64,
) -> sqlx::Result<Vec<DueReleaseMail>> {
    sqlx::query_as!(
        DueReleaseMail,
        r#"SELECT r.id AS "id: OnlineCancellationReleaseId", r.restaurant_id AS "restaurant_id: RestaurantId"
           FROM online_cancellation_releases r
           JOIN online_cancellations c ON c.restaurant_id = r.restaurant_id AND c.id = r.online_cancellation_id
               AND c.outcome IS NULL
           JOIN online_stock_groups o ON o.restaurant_id = c.restaurant_id AND o.id = c.online_stock_group_id
           JOIN operations op ON op.restaurant_id = o.restaurant_id AND op.name = o.operation
           WHERE r.released_at <= $1 AND r.mailed_at IS NULL AND $2 < c.starts_at - make_interval(hours => op.cutoff_hours)
             AND EXISTS (SELECT 1 FROM online_cancellation_stocks s JOIN online_stocks k
                 ON k.restaurant_id = s.restaurant_id AND k.id = s.online_stock_id
                         WHERE s.restaurant_id = c.restaurant_id AND s.online_cancellation_id = c.id
                             AND k.online_reservable_id IS NULL)
             AND ($3::bigint IS NULL OR r.restaurant_id = $3 AND r.id = $4)
           ORDER BY r.released_at, r.id LIMIT $5"#,
        now - MAIL_AFTER,
        now,
        only.map(|(restaurant, _)| restaurant.0),
        only.map(|(_, release)| release.0),
        limit,
    )
    .fetch_all(conn)
    .await
}

/// Counts releases whose mails are due and not written yet, with the oldest due time.
pub async fn count_due(conn: &mut PgConnection, now: DateTime<Utc>) -> sqlx::Result<WaitingJobs> {
    let due = sqlx::query_as!(
        WaitingJobs,
        r#"SELECT count(*) AS "count!", min(r.released_at) AS since
           FROM online_cancellation_releases r
           JOIN online_cancellations c ON c.restaurant_id = r.restaurant_id AND c.id = r.online_cancellation_id
               AND c.outcome IS NULL
           JOIN online_stock_groups o ON o.restaurant_id = c.restaurant_id AND o.id = c.online_stock_group_id
           JOIN operations op ON op.restaurant_id = o.restaurant_id AND op.name = o.operation
           WHERE r.released_at <= $1 AND r.mailed_at IS NULL AND $2 < c.starts_at - make_interval(hours => op.cutoff_hours)
             AND EXISTS (SELECT 1 FROM online_cancellation_stocks s JOIN online_stocks k
                 ON k.restaurant_id = s.restaurant_id AND k.id = s.online_stock_id
                         WHERE s.restaurant_id = c.restaurant_id AND s.online_cancellation_id = c.id
                             AND k.online_reservable_id IS NULL)"#,
        now - MAIL_AFTER,
        now,
    );
    let due = due.fetch_one(conn).await?;
    Ok(WaitingJobs { since: due.since.map(|at| at + MAIL_AFTER), ..due })
}

/// Writes the mails of one release; none if another worker did.
async fn write(conn: &mut PgConnection, rng: &Rng, now: DateTime<Utc>, due: &DueReleaseMail) -> sqlx::Result<usize> {
    let seed = i64::from_le_bytes(rng.bytes());
    let claimed = sqlx::query!(
        "UPDATE online_cancellation_releases SET mailed_at = $2, mail_seed = $3
         WHERE restaurant_id = $4 AND id = $1 AND mailed_at IS NULL",
        due.id.0,
        now,
        seed,
        due.restaurant_id.0,
    );
    if claimed.execute(&mut *conn).await?.rows_affected() == 0 {
        return Ok(0);
    }
    let people = list_people(conn, due).await?;
    let members: Vec<_> = people.iter().map(|person| person.member).collect();
    let plan = mail_plan(&members, seed);
    let mails = plan.iter().filter_map(|(member, after)| {
        let person = people.iter().find(|person| person.member == *member)?;
        Some(NewMail {
            is_bulk: true,
            dedup_key: Some(format!("{}:{}:{}", RELEASED.name, due.id, member.customer)),
            send_after: (!after.is_zero()).then(|| now + *after),
            restaurant_id: Some(due.restaurant_id),
            ..NewMail::to_user(
                RELEASED,
                person.locale,
                person.user,
                &person.email,
                json!({ RELEASE_ID: due.id, CUSTOMER_ID: member.customer.0 }),
            )
        })
    });
    mails::queue_all(conn, rng, now, &mails.collect::<Vec<_>>()).await?;
    Ok(plan.len())
}

struct MailRecipient {
    member: StandbyMember,
    user: UserId,
    email: String,
    locale: Locale,
}

/// Returns the members of a release's group who want such mails and may book.
async fn list_people(conn: &mut PgConnection, due: &DueReleaseMail) -> sqlx::Result<Vec<MailRecipient>> {
    let rows = sqlx::query!(
        r#"SELECT m.customer_id AS "customer!: CustomerId", m.user_id AS "user!: UserId", m.email::text AS "email!",
                  m.locale AS "locale!", m.premium_grade IS NOT NULL AS "is_premium!"
           FROM online_cancellation_releases r
           JOIN restaurants t ON t.id = r.restaurant_id AND t.allow_cancellation_waiting
           JOIN customer_groups g ON g.restaurant_id = r.restaurant_id AND g.id = r.customer_group_id
               AND NOT g.soft_disallow_online_reservation
           JOIN mail_audience m ON m.restaurant_id = r.restaurant_id AND m.customer_group_id = g.id AND m.wants_standby
           WHERE r.restaurant_id = $2 AND r.id = $1
           ORDER BY m.customer_id"#,
        due.id.0,
        due.restaurant_id.0,
    );
    let rows = rows.fetch_all(conn).await?;
    Ok(rows
        .into_iter()
        .map(|row| MailRecipient {
            member: StandbyMember { customer: row.customer, is_premium: row.is_premium },
            user: row.user,
            email: row.email,
            locale: Locale::parse(&row.locale).unwrap_or_default(),
        })
        .collect())
}
