//! A raffle's draw: 100,000 weighted entries of 50,000 diners, of whom 1,000 win, compared with plain SQL that reads and writes the same
//! rows and is given the winners.

use anyhow::{Result, ensure};
use chrono::{DateTime, Duration, Utc};
use domain::clients::beacon::{self, Beacon};
use domain::clock::Clock;
use domain::config::BeaconConfig;
use domain::db;
use domain::ids::RestaurantId;
use domain::raffles::sweep;
use domain::rng::Rng;
use sqlx::{Executor, PgPool};
use stand_ins::StandIns;
use tokio::time::Instant;

use crate::figures::{Better, Figure, median};
use crate::{ROUNDS, fresh_database};

const ENTRIES: usize = 100_000;
const WINNERS: usize = 1_000;
const RESTAURANT: RestaurantId = RestaurantId(1);
const ROUND: &str = "load-raffle";

/// A round that closed a day ago. Each diner has two entries, of weights from 1 to 30.
const WORLD: &str = "
    INSERT INTO areas (id, label_ja, label_en) VALUES (1, '負荷', 'Load');
    INSERT INTO cuisines (id, label_ja, label_en) VALUES (1, '負荷', 'Load');
    INSERT INTO restaurants (id, slug, name_ja, name_en, area_id, cuisine_id, prefecture, created_at)
    VALUES (1, 'load-raffle', '負荷', 'Load', 1, 1, '東京都', now());
    INSERT INTO users (id, uid, email, password_hash, terms_agreed_at, created_at)
    SELECT n, 'load-user-' || n, 'load-diner-' || n || '@seki.test', '-', now(), now() FROM generate_series(1, 50000) AS n;
    INSERT INTO profiles (user_id, name_last, name_first, prefecture, phone_country, phone_local_number, phone_e164)
    SELECT n, '負荷', n::text, '東京都', 'JP', '90' || lpad(n::text, 8, '0'), '+8190' || lpad(n::text, 8, '0')
    FROM generate_series(1, 50000) AS n;
    INSERT INTO raffle_round_registrations (restaurant_id, raffle_round_id, user_id, code, created_at)
    SELECT 1, r.id, n, 'LOAD' || n, now() FROM raffle_rounds r, generate_series(1, 50000) AS n;
    INSERT INTO raffle_entries (restaurant_id, raffle_round_id, place, raffle_round_registration_id, code, weight, category, link,
                                created_at)
    SELECT 1, g.raffle_round_id, (e - 1) * 50000 + g.user_id, g.id, g.code || '-' || e, 1 + (g.user_id * 7 + e * 11) % 30, 'normal',
           md5(g.code || e), now()
    FROM raffle_round_registrations g, generate_series(1, 2) AS e;
    CREATE SCHEMA staging;
    VACUUM (ANALYZE)";

/// Stores the rows that a draw writes.
const KEEP: &str = "
    CREATE TABLE staging.rounds AS TABLE raffle_rounds;
    CREATE TABLE staging.winners AS SELECT * FROM raffle_round_registrations WHERE won_at IS NOT NULL;
    CREATE TABLE staging.mails AS TABLE mail_deliveries;
    CREATE TABLE staging.jobs AS TABLE apalis.jobs;
    ANALYZE staging.winners";

/// Statements that write the rows of a draw again.
const WRITE: [&str; 4] = [
    "UPDATE raffle_rounds r SET drawn_at = s.drawn_at, beacon_signature = s.beacon_signature FROM staging.rounds s WHERE r.id = s.id",
    "UPDATE raffle_round_registrations g SET pick = w.pick, picked_code = w.picked_code, won_at = w.won_at, won_by = w.won_by
     FROM staging.winners w WHERE g.restaurant_id = 1 AND g.raffle_round_id = w.raffle_round_id AND g.code = w.code",
    "INSERT INTO mail_deliveries SELECT * FROM staging.mails ON CONFLICT (dedup_key) DO NOTHING",
    "INSERT INTO apalis.jobs SELECT * FROM staging.jobs ON CONFLICT (job_type, idempotency_key) DO NOTHING",
];

/// Undoes a draw.
const UNDO: [&str; 6] = [
    "UPDATE raffle_rounds SET drawn_at = NULL, beacon_signature = NULL",
    "UPDATE raffle_round_registrations SET pick = NULL, picked_code = NULL, won_at = NULL, won_by = NULL WHERE won_at IS NOT NULL",
    "DELETE FROM mail_deliveries",
    "DELETE FROM apalis.jobs",
    "VACUUM (ANALYZE)",
    "CHECKPOINT",
];

struct Bench {
    pool: PgPool,
    beacon: Beacon,
    now: DateTime<Utc>,
}

pub async fn measure(server: &str) -> Result<Vec<Figure>> {
    let url = fresh_database(server, "seki_bench_raffle").await?;
    let pool = db::connect(&url, "seki bench", 4).await?;
    db::migrate(&pool).await?;
    let outside = StandIns::start(stand_ins::Config::default()).await?;
    let config = BeaconConfig { url: outside.beacon_url(), public_key: stand_ins::beacon::public_key() };
    let bench = Bench { pool, beacon: Beacon::new(&config), now: Clock::system().now() };
    bench.prepare().await?;
    let figure = bench.versus_plain_sql().await?;
    figure.print();
    Ok(vec![figure])
}

impl Bench {
    async fn prepare(&self) -> Result<()> {
        let (world, rest) =
            WORLD.split_once("INSERT INTO raffle_round_registrations").expect("the world has both parts");
        self.run(world).await?;
        let till = self.now - Duration::days(1);
        sqlx::query(
            "INSERT INTO raffle_rounds (uid, restaurant_id, registerable_from, registerable_till, winners_count, entries_limit,
                                        beacon_round, chain_head, created_at)
             VALUES ($1, 1, $2, $3, $4, 2, $5, md5('head'), $2)",
        )
        .bind(ROUND)
        .bind(till - Duration::days(7))
        .bind(till)
        .bind(i32::try_from(WINNERS)?)
        .bind(beacon::round_at(till + Duration::minutes(1)))
        .execute(&self.pool)
        .await?;
        self.run(&format!("INSERT INTO raffle_round_registrations{rest}")).await
    }

    /// Runs the statements one by one: some cannot run in a transaction.
    async fn run(&self, statements: &str) -> Result<()> {
        for statement in statements.split(';').filter(|statement| !statement.trim().is_empty()) {
            self.pool.execute(sqlx::AssertSqlSafe(statement.to_owned())).await?;
        }
        Ok(())
    }

    async fn versus_plain_sql(&self) -> Result<Figure> {
        let (mut ratios, mut taken) = (Vec::new(), Vec::new());
        for round in 0..=ROUNDS {
            let began = Instant::now();
            let rng = Rng::from_machine();
            let won = sweep::draw_round(&self.pool, &self.beacon, &rng, self.now, RESTAURANT, ROUND, None).await?;
            let drawn = began.elapsed().as_secs_f64();
            ensure!(won == WINNERS, "{won} have won");
            if round == 0 {
                // The first round yields the rows for plain SQL, and plans statements that later rounds reuse.
                self.run(KEEP).await?;
            }
            self.undo().await?;
            let plain = self.write_plainly().await?;
            self.undo().await?;
            if round > 0 {
                ratios.push(drawn / plain);
                taken.push(drawn * 1000.0);
            }
        }
        let detail = format!("{ENTRIES} entries and {WINNERS} winners in {:.0} ms", median(taken));
        let name = "raffle of 100,000 entries / plain SQL, same rows";
        Ok(Figure { name, value: median(ratios), must: 1.5, aim: 1.0, better: Better::Less, detail })
    }

    /// Seconds.
    async fn write_plainly(&self) -> Result<f64> {
        let began = Instant::now();
        let mut tx = self.pool.begin().await?;
        let read = sqlx::query("SELECT code, weight FROM raffle_entries WHERE restaurant_id = 1 ORDER BY place");
        let rows = read.fetch_all(&mut *tx).await?;
        ensure!(rows.len() == ENTRIES, "{} entries", rows.len());
        for statement in WRITE {
            ensure!(
                sqlx::query(statement).execute(&mut *tx).await?.rows_affected() > 0,
                "nothing was written: {statement}"
            );
        }
        tx.commit().await?;
        Ok(began.elapsed().as_secs_f64())
    }

    async fn undo(&self) -> Result<()> {
        for statement in UNDO {
            self.pool.execute(statement).await?;
        }
        Ok(())
    }
}
