//! The nightly refill: restaurants without slots are filled for 90 days, compared with plain SQL that writes the same rows in transactions
//! of the same size; meanwhile bookings run at those restaurants, on the days before.

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Utc};
use domain::clock::Clock;
use domain::db;
use domain::progress::UNWATCHED;
use domain::refills::nightly::{self, RefillRun, RefillSpan};
use domain::rng::Rng;
use domain::signing::Signer;
use domain::zone::Zone;
use sqlx::{AssertSqlSafe, Executor, PgPool};
use tokio::time::Instant;

use crate::figures::{Better, Figure, median};
use crate::generator::{self, paced};
use crate::processes::{Process, SECRET, web_server};
use crate::world;
use crate::{ROUNDS, fresh_database};

const DAYS: i64 = 90;
/// With more restaurants only one round runs: it has thousands of transactions, and takes about an hour.
const MANY: i64 = 1_000;
const BOOKINGS_A_SECOND: u32 = 100;
/// Number of bookings in a measurement without a refill.
const QUIET: i64 = 400;

/// Tables that a refill writes, in the order of their references, and the columns of an existing row.
const TABLES: [&str; 7] = [
    "online_stock_groups",
    "osg_times",
    "osg_courses",
    "online_stocks",
    "course_days",
    "restaurant_days",
    "availability_days",
];

/// Templates with separate seats and separate hours: two groups of eight seats, four starts, two courses with a maximum.
const TEMPLATES: &str = "
    INSERT INTO courses (id, uid, restaurant_id, operation, title_ja, title_en, price)
    SELECT 1000000 + r.id * 2 + c, 'refill-course-' || r.id || '-' || c, r.id, 'dinner', 'コース', 'Course', 10000
    FROM restaurants r, generate_series(0, 1) AS c WHERE r.slug <> 'load-drop';
    INSERT INTO inventory_groups (id, uid, restaurant_id, title_ja, title_en, short_label, capacity_per_stock)
    SELECT 1000000 + r.id * 2 + g, 'refill-group-' || r.id || '-' || g, r.id, 'テーブル', 'Tables', 'T', 2
    FROM restaurants r, generate_series(0, 1) AS g WHERE r.slug <> 'load-drop';
    INSERT INTO inventory_items (uid, restaurant_id, inventory_group_id, label, position)
    SELECT 'refill-item-' || g.id || '-' || i, g.restaurant_id, g.id, 'T' || i, i
    FROM inventory_groups g, generate_series(1, 8) AS i WHERE g.uid LIKE 'refill-%';
    INSERT INTO online_stock_refillment_templates (id, restaurant_id, title, inventory_group_id, operation, monday, tuesday,
        wednesday, thursday, friday, saturday, sunday, created_at)
    SELECT g.id, g.restaurant_id, 'dinner', g.id, 'dinner', true, true, true, true, true, true, true, now()
    FROM inventory_groups g WHERE g.uid LIKE 'refill-%';
    INSERT INTO online_stock_refillment_template_items
    SELECT i.restaurant_id, i.inventory_group_id, i.id FROM inventory_items i WHERE i.uid LIKE 'refill-%';
    INSERT INTO guests_count_selectors (id, restaurant_id, online_stock_refillment_template_id)
    SELECT id, restaurant_id, id FROM online_stock_refillment_templates;
    INSERT INTO guests_count_selector_options (restaurant_id, guests_count_selector_id, guests_count)
    SELECT restaurant_id, id, n FROM online_stock_refillment_templates, generate_series(1, 4) AS n;
    INSERT INTO time_selector_options
    SELECT restaurant_id, id, time '17:00' + n * interval '30 minutes', time '19:00' + n * interval '30 minutes'
    FROM online_stock_refillment_templates, generate_series(0, 3) AS n;
    INSERT INTO course_selector_options
    SELECT t.restaurant_id, t.id, c.id, 12 FROM online_stock_refillment_templates t
    JOIN courses c ON c.restaurant_id = t.restaurant_id AND c.uid LIKE 'refill-%';
    CREATE SCHEMA staging";

struct Bench {
    pool: PgPool,
    server: Process,
    signer: Signer,
    now: DateTime<Utc>,
    span: RefillSpan,
    restaurants: i64,
}

pub async fn measure(server: &str, restaurants: i64) -> Result<Vec<Figure>> {
    let url = fresh_database(server, "seki_bench_refill").await?;
    let pool = db::connect_without_timeouts(&url, "seki bench", 4).await?;
    db::migrate(&pool).await?;
    let now = Clock::system().now();
    world::build(&pool, now, restaurants).await?;
    pool.execute(TEMPLATES).await?;
    let (server, _) = web_server(&url).await?;
    let today = Zone::default().date_of(now);
    // After the days that have slots and are booked meanwhile, as in every night.
    let first = today + chrono::Duration::days(world::DAYS + 3);
    let span = RefillSpan::Days(first, first + chrono::Duration::days(DAYS - 1));
    let bench = Bench { pool, server, signer: Signer::new(SECRET), now, span, restaurants };
    bench.keep_days("before").await?;
    let figures = vec![bench.versus_plain_sql().await?, bench.concurrent_bookings().await?];
    bench.pool.execute("DROP SCHEMA staging CASCADE").await?;
    for figure in &figures {
        figure.print();
    }
    Ok(figures)
}

impl Bench {
    fn rounds(&self) -> usize {
        if self.restaurants > MANY { 1 } else { ROUNDS }
    }

    async fn versus_plain_sql(&self) -> Result<Figure> {
        let (mut ratios, mut seconds, mut slots) = (vec![], vec![], 0);
        self.empty().await?;
        for round in 0..=self.rounds() {
            let began = Instant::now();
            slots = self.refill(false).await?;
            let refilled = began.elapsed().as_secs_f64();
            if round == 0 {
                // The first round yields the rows for plain SQL, and plans statements that later rounds reuse.
                self.keep().await?;
            }
            self.empty().await?;
            let plain = self.write_plainly().await?;
            self.empty().await?;
            if round > 0 {
                ratios.push(refilled / plain);
                seconds.push(refilled);
            }
        }
        let seconds = median(seconds);
        let all = seconds / f64::from(u32::try_from(self.restaurants)?) * 10_000.0 / 60.0;
        let detail = format!("{slots} slots in {seconds:.1} s; {all:.1} minutes for 10,000 restaurants without rests");
        Ok(figure("refill of 90 days / plain SQL, same rows", median(ratios), 1.5, 1.2, detail))
    }

    /// The 99th percentile of bookings at the restaurants that are filled meanwhile, over that of bookings alone.
    async fn concurrent_bookings(&self) -> Result<Figure> {
        let (mut ratios, mut quiet_ones, mut busy_ones) = (vec![], vec![], vec![]);
        for _ in 0..self.rounds() {
            let quiet = self.book(QUIET).await?;
            let (slots, busy) = tokio::try_join!(self.refill(true), self.book(QUIET))?;
            ensure!(slots > 0, "nothing was filled while bookings were made");
            ratios.push(busy / quiet);
            quiet_ones.push(quiet * 1000.0);
            busy_ones.push(busy * 1000.0);
            self.empty().await?;
        }
        let detail = format!("p99 {:.1} ms, {:.1} ms alone", median(busy_ones), median(quiet_ones));
        Ok(figure("p99 of bookings during a refill / without", median(ratios), 2.0, 1.5, detail))
    }

    async fn refill(&self, is_gentle: bool) -> Result<usize> {
        let run = RefillRun { span: self.span, is_gentle, ..RefillRun::NIGHTLY };
        let outcome = nightly::run(&self.pool, &Rng::from_machine(), self.now, run, UNWATCHED).await?;
        let expected = usize::try_from(self.restaurants * DAYS * 2)?;
        ensure!(outcome.created == expected, "{} of {expected} slots were made", outcome.created);
        Ok(outcome.created)
    }

    /// Seconds.
    async fn book(&self, count: i64) -> Result<f64> {
        let targets = world::take_targets(&self.pool, count).await?;
        let requests = targets.iter().map(|target| world::booking(&self.signer, target, target.diner, self.now));
        let run = paced(self.server.address, requests.collect(), BOOKINGS_A_SECOND).await?;
        ensure!(run.count(201) == run.answers.len(), "not every booking was taken");
        Ok(generator::percentile(run.answers.iter().map(|answer| answer.took).collect(), 99.0).as_secs_f64())
    }

    /// The rows of days and courses as they are now.
    async fn keep_days(&self, name: &str) -> Result<()> {
        for table in ["course_days", "restaurant_days", "availability_days"] {
            let keep = format!("CREATE TABLE staging.{table}_{name} AS TABLE {table}");
            self.pool.execute(AssertSqlSafe(keep)).await?;
        }
        Ok(())
    }

    /// Stores the rows that a refill wrote.
    async fn keep(&self) -> Result<()> {
        const OWN: &str = "online_stock_group_id IN (SELECT id FROM staging.online_stock_groups)";
        let slots = "CREATE TABLE staging.online_stock_groups AS SELECT * FROM online_stock_groups
                     WHERE online_stock_refillment_template_id IS NOT NULL";
        self.pool.execute(slots).await?;
        for table in ["osg_times", "osg_courses", "online_stocks"] {
            let keep = format!("CREATE TABLE staging.{table} AS SELECT * FROM {table} WHERE {OWN}");
            self.pool.execute(AssertSqlSafe(keep)).await?;
        }
        let filled = "(restaurant_id, date) IN (SELECT restaurant_id, date FROM staging.online_stock_groups)";
        for table in ["course_days", "restaurant_days", "availability_days"] {
            let keep = format!("CREATE TABLE staging.{table} AS SELECT * FROM {table} WHERE {filled}");
            self.pool.execute(AssertSqlSafe(keep)).await?;
        }
        for table in TABLES {
            let order = format!("CREATE INDEX ON staging.{table} (restaurant_id); ANALYZE staging.{table}");
            self.pool.execute(AssertSqlSafe(order)).await?;
        }
        Ok(())
    }

    /// Deletes the rows that a refill wrote, and restores the previous rows of days and courses.
    async fn empty(&self) -> Result<()> {
        let slots = "DELETE FROM online_stock_groups WHERE online_stock_refillment_template_id IS NOT NULL";
        self.pool.execute(slots).await?;
        self.pool
            .execute(
                "DELETE FROM course_days WHERE daily_max IS NOT NULL;
                 DELETE FROM availability_days a WHERE NOT EXISTS (SELECT 1 FROM staging.availability_days_before b
                     WHERE b.restaurant_id = a.restaurant_id AND b.date = a.date AND b.access_class = a.access_class);
                 DELETE FROM restaurant_days a WHERE NOT EXISTS (SELECT 1 FROM staging.restaurant_days_before b
                     WHERE b.restaurant_id = a.restaurant_id AND b.date = a.date)",
            )
            .await?;
        self.pool.execute("VACUUM (ANALYZE)").await?;
        self.pool.execute("CHECKPOINT").await?;
        Ok(())
    }

    /// Seconds to write the same rows with statements that decide nothing: each copies a stored table.
    async fn write_plainly(&self) -> Result<f64> {
        let mut statements = Vec::new();
        for table in TABLES {
            let columns: Option<String> = sqlx::query_scalar(
                "SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
                 WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped",
            )
            .bind(table)
            .fetch_one(&self.pool)
            .await?;
            let columns = columns.context("a table has columns")?;
            let update = match table {
                "restaurant_days" => {
                    "ON CONFLICT (restaurant_id, date) DO UPDATE SET stock_version = x.stock_version + 1, changed_no = excluded.changed_no"
                }
                "availability_days" => {
                    "ON CONFLICT (restaurant_id, date, access_class) DO UPDATE SET bookable_until = excluded.bookable_until"
                }
                _ => "",
            };
            statements.push(format!(
                "INSERT INTO {table} AS x ({columns}) SELECT {columns} FROM staging.{table} WHERE restaurant_id > $1 AND restaurant_id <= $1 + $2 {update}"
            ));
        }
        let began = Instant::now();
        let mut after = 1;
        while after <= self.restaurants + 1 {
            let mut tx = self.pool.begin().await?;
            for statement in &statements {
                let insert = sqlx::query(AssertSqlSafe(statement.clone()))
                    .bind(after)
                    .bind(nightly::RESTAURANTS_PER_TRANSACTION);
                insert.execute(&mut *tx).await?;
            }
            tx.commit().await?;
            after += nightly::RESTAURANTS_PER_TRANSACTION;
        }
        Ok(began.elapsed().max(Duration::from_millis(1)).as_secs_f64())
    }
}

fn figure(name: &'static str, value: f64, must: f64, aim: f64, detail: String) -> Figure {
    Figure { name, value, must, aim, better: Better::Less, detail }
}
