//! Restaurants that can be booked, of which a test specifies only the relevant fields.

use chrono::{DateTime, Duration, NaiveDate, NaiveTime, Utc};
use domain::audit::Actor;
use domain::ids::RestaurantId;
use domain::inventory;
use domain::restaurants;
use domain::restaurants::actions::SettingsChange;
use domain::zone::Zone;
use serde_json::{Value, json};

use crate::app::TestApp;

#[derive(Clone, Copy, Debug)]
pub struct CourseSpec {
    pub price: i32,
    pub is_prepaid: bool,
    pub daily_max: Option<i32>,
}

impl Default for CourseSpec {
    fn default() -> Self {
        Self { price: 10_000, is_prepaid: false, daily_max: None }
    }
}

/// How far ahead all diners may book.
#[derive(Clone, Copy, Debug)]
pub enum TestPlan {
    None,
    Never,
    Forever,
    /// Takes effect `from_seconds` after the test's start, and opens the next `days` days.
    Till {
        from_seconds: i64,
        days: i64,
    },
}

#[derive(Clone, Debug)]
pub struct RestaurantSpec {
    pub slug: &'static str,
    pub visibility: &'static str,
    /// Number of inventory items of the only group.
    pub seats: i32,
    pub capacity: i32,
    /// The platform's fee per guest.
    pub fee: i32,
    pub operation: &'static str,
    pub courses: Vec<CourseSpec>,
    pub cutoff_hours: i32,
    pub plan: TestPlan,
    /// Online start, in seconds from now.
    pub starts_in: i64,
    /// Empty by default: if a fee can arise, a booking needs a card.
    pub policy: Value,
    pub review_items: Vec<&'static str>,
    pub travel_law_notice: Option<&'static str>,
    pub is_delivery_only: bool,
}

/// The whole price on the day itself, half on the day before (gaps G086).
pub fn usual_policy() -> Value {
    json!([{ "days_before": 0, "percent": 100 }, { "days_before": 1, "percent": 50 }])
}

impl Default for RestaurantSpec {
    fn default() -> Self {
        Self {
            slug: "sushi-test",
            visibility: "public",
            seats: 4,
            capacity: 1,
            fee: 0,
            operation: "dinner",
            courses: vec![CourseSpec::default()],
            cutoff_hours: 24,
            plan: TestPlan::Forever,
            starts_in: -86_400,
            policy: json!([]),
            review_items: Vec::new(),
            travel_law_notice: None,
            is_delivery_only: false,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Restaurant {
    pub id: RestaurantId,
    pub slug: &'static str,
    pub operation: &'static str,
    pub group: i64,
    pub items: Vec<i64>,
    pub courses: Vec<i64>,
}

#[derive(Clone, Debug)]
pub struct SlotSpec {
    /// Days from today.
    pub days: i64,
    pub counts: Vec<i32>,
    pub times: Vec<(&'static str, &'static str)>,
    /// The offered items of the restaurant, by position; all of them when empty.
    pub items: Vec<usize>,
    /// The offered courses of the restaurant, by position; all of them when empty.
    pub courses: Vec<usize>,
    pub last_solo: bool,
}

impl Default for SlotSpec {
    fn default() -> Self {
        Self {
            days: 7,
            counts: vec![1, 2, 3, 4],
            times: vec![("18:00", "20:00")],
            items: Vec::new(),
            courses: Vec::new(),
            last_solo: false,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Slot {
    pub id: i64,
    pub date: NaiveDate,
    pub times: Vec<i64>,
    pub courses: Vec<i64>,
}

impl TestApp {
    /// Opens a restaurant.
    pub async fn restaurant(&self, spec: RestaurantSpec) -> Restaurant {
        let id = self.insert_restaurant(&spec).await;
        let group: i64 = sqlx::query_scalar(
            "INSERT INTO inventory_groups (uid, restaurant_id, title_ja, title_en, short_label, capacity_per_stock)
             VALUES ($1, $2, 'カウンター', 'Counter', 'C', $3) RETURNING id",
        )
        .bind(self.rng.uid())
        .bind(id)
        .bind(spec.capacity)
        .fetch_one(&self.pool)
        .await
        .expect("a group of seats");
        let items = sqlx::query_scalar(
            "INSERT INTO inventory_items (uid, restaurant_id, inventory_group_id, label, position)
             SELECT $1 || n, $2, $3, 'C' || n, n FROM generate_series(1, $4) AS n ORDER BY n RETURNING id",
        )
        .bind(self.rng.uid())
        .bind(id)
        .bind(group)
        .bind(spec.seats)
        .fetch_all(&self.pool)
        .await
        .expect("seats");
        let mut courses = Vec::new();
        for (position, course) in (0..).zip(&spec.courses) {
            courses.push(self.insert_course(id, spec.operation, position, course).await);
        }
        self.insert_plan(id, spec.plan).await;
        self.write_search_texts(&[RestaurantId(id)]).await;
        Restaurant { id: RestaurantId(id), slug: spec.slug, operation: spec.operation, group, items, courses }
    }

    /// Writes the search texts of restaurants, with the code that writes them in the product.
    pub async fn write_search_texts(&self, restaurants: &[RestaurantId]) {
        let mut conn = self.pool.acquire().await.expect("a connection");
        restaurants::search::write(&mut conn, restaurants).await.expect("the search texts are written");
    }

    async fn insert_restaurant(&self, spec: &RestaurantSpec) -> i64 {
        let items: Vec<_> = spec.review_items.iter().map(|key| (*key).to_owned()).collect();
        sqlx::query_scalar(
            "WITH area AS (INSERT INTO areas (label_ja, label_en) VALUES ('東京', 'Tokyo')
                           ON CONFLICT (label_ja) DO UPDATE SET label_en = excluded.label_en RETURNING id),
             cuisine AS (INSERT INTO cuisines (label_ja, label_en) VALUES ('鮨', 'Sushi')
                         ON CONFLICT (label_ja) DO UPDATE SET label_en = excluded.label_en RETURNING id),
             restaurant AS (
                 INSERT INTO restaurants (slug, name_ja, name_en, area_id, cuisine_id, prefecture, visibility, is_delivery_only,
                     reservation_fee, cancellation_policy, travel_law_notice_ja, travel_law_notice_en, created_at)
                 SELECT $1, '試し鮨', 'Test Sushi', area.id, cuisine.id, '東京都', $2, $3, $4, $5, $6, $6, $7
                 FROM area, cuisine RETURNING id),
             start AS (INSERT INTO restaurant_operations (restaurant_id, or_starts_at) SELECT id, $8 FROM restaurant),
             meal AS (INSERT INTO operations (restaurant_id, name, opens_at, closes_at, default_stay_minutes, cutoff_hours)
                      SELECT id, $9, '11:00', '23:00', 120, $10 FROM restaurant),
             reviewed AS (INSERT INTO review_page_items (restaurant_id, key_name, label_ja, label_en)
                          SELECT id, key, key, key FROM restaurant, unnest($11::text[]) AS key)
             SELECT id FROM restaurant",
        )
        .bind(spec.slug)
        .bind(spec.visibility)
        .bind(spec.is_delivery_only)
        .bind(spec.fee)
        .bind(&spec.policy)
        .bind(spec.travel_law_notice)
        .bind(self.now())
        .bind(self.now() + Duration::seconds(spec.starts_in))
        .bind(spec.operation)
        .bind(spec.cutoff_hours)
        .bind(items)
        .fetch_one(&self.pool)
        .await
        .expect("a restaurant")
    }

    async fn insert_course(&self, restaurant: i64, operation: &str, position: i32, course: &CourseSpec) -> i64 {
        sqlx::query_scalar(
            "INSERT INTO courses (uid, restaurant_id, operation, title_ja, title_en, price, is_prepaid, daily_max, position)
             VALUES ($1, $2, $3, 'おまかせ', 'Omakase', $4, $5, $6, $7) RETURNING id",
        )
        .bind(self.rng.uid())
        .bind(restaurant)
        .bind(operation)
        .bind(course.price)
        .bind(course.is_prepaid)
        .bind(course.daily_max)
        .bind(position)
        .fetch_one(&self.pool)
        .await
        .expect("a course")
    }

    async fn insert_plan(&self, restaurant: i64, plan: TestPlan) {
        let kind = match plan {
            TestPlan::None => return,
            TestPlan::Never => "never",
            TestPlan::Forever => "forever",
            TestPlan::Till { .. } => "custom",
        };
        let insert = "INSERT INTO reservation_round_plans (restaurant_id, kind) VALUES ($1, $2) RETURNING id";
        let id = sqlx::query_scalar(insert).bind(restaurant).bind(kind).fetch_one(&self.pool).await;
        let id: i64 = id.expect("a plan");
        if let TestPlan::Till { from_seconds, days } = plan {
            sqlx::query(
                "INSERT INTO reservation_rounds (restaurant_id, reservation_round_plan_id, key, effective_at,
                     online_reservable_till) VALUES ($1, $2, 'r1', $3, $4)",
            )
            .bind(restaurant)
            .bind(id)
            .bind(self.now() + Duration::seconds(from_seconds))
            .bind(self.day(days))
            .execute(&self.pool)
            .await
            .expect("a round");
        }
    }

    /// Opens a slot of a restaurant.
    pub async fn slot(&self, restaurant: &Restaurant, spec: SlotSpec) -> Slot {
        let date = self.day(spec.days);
        let (starts, ends): (Vec<_>, Vec<_>) =
            spec.times.iter().map(|(from, till)| (instant(date, from), instant(date, till))).unzip();
        let pick = |all: &[i64], chosen: &[usize]| match chosen {
            [] => all.to_vec(),
            chosen => chosen.iter().map(|index| all[*index]).collect(),
        };
        let courses = pick(&restaurant.courses, &spec.courses);
        let row: (i64, Vec<i64>) = sqlx::query_as(
            "WITH slot AS (
                 INSERT INTO online_stock_groups (uid, restaurant_id, inventory_group_id, operation, date, guests_counts,
                     always_allow_last_solo, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id, restaurant_id),
             times AS (INSERT INTO osg_times (restaurant_id, online_stock_group_id, starts_at, ends_at)
                       SELECT restaurant_id, id, t.* FROM slot, unnest($9::timestamptz[], $10::timestamptz[]) AS t RETURNING id),
             courses AS (INSERT INTO osg_courses (restaurant_id, online_stock_group_id, course_id)
                         SELECT restaurant_id, id, course FROM slot, unnest($11::bigint[]) AS course),
             stocks AS (INSERT INTO online_stocks (restaurant_id, online_stock_group_id, inventory_item_id)
                        SELECT restaurant_id, id, item FROM slot, unnest($12::bigint[]) AS item)
             SELECT id, (SELECT array_agg(id ORDER BY id) FROM times) FROM slot",
        )
        .bind(self.rng.uid())
        .bind(restaurant.id.0)
        .bind(restaurant.group)
        .bind(restaurant.operation)
        .bind(date)
        .bind(&spec.counts)
        .bind(spec.last_solo)
        .bind(self.now())
        .bind(starts)
        .bind(ends)
        .bind(&courses)
        .bind(pick(&restaurant.items, &spec.items))
        .fetch_one(&self.pool)
        .await
        .expect("a slot");
        self.refresh(restaurant, date).await;
        Slot { id: row.0, date, times: row.1, courses }
    }

    /// Creates a customer group; `is_refused` rejects its members silently.
    pub async fn customer_group(&self, restaurant: &Restaurant, label: &str, is_refused: bool) -> i64 {
        let id = sqlx::query_scalar(
            "INSERT INTO customer_groups (uid, restaurant_id, label, label_short, soft_disallow_online_reservation)
             VALUES ($1, $2, $3, $3, $4) RETURNING id",
        )
        .bind(self.rng.uid())
        .bind(restaurant.id.0)
        .bind(label)
        .bind(is_refused)
        .fetch_one(&self.pool)
        .await;
        // A new customer group sees its own days, so its day summaries are computed.
        sqlx::query("SELECT refresh_availability_days($1, array_agg(DISTINCT date)) FROM online_stock_groups WHERE restaurant_id = $1")
            .bind(restaurant.id.0)
            .execute(&self.pool)
            .await
            .expect("the days are summed up");
        self.touch_settings(restaurant).await;
        id.expect("a group")
    }

    /// Puts a diner into a group.
    pub async fn put_into_group(&self, restaurant: &Restaurant, diner: &crate::Persona, group: i64) {
        let mut conn = self.pool.acquire().await.expect("a connection");
        let customer = domain::customers::actions::ensure_online_customer;
        let id = customer(&mut conn, &self.rng, self.now(), restaurant.id, diner.id()).await.expect("a customer");
        let update = "UPDATE customers SET customer_group_id = $2 WHERE id = $1";
        sqlx::query(update).bind(id.0).bind(group).execute(&mut *conn).await.expect("a member");
        drop(conn);
        self.touch_settings(restaurant).await;
    }

    /// Reserves an item of a slot for one group.
    pub async fn whitelist(&self, restaurant: &Restaurant, slot: &Slot, item: usize, group: i64) {
        sqlx::query(
            "WITH stock AS (UPDATE online_stocks SET access_control = 'whitelist'
                            WHERE online_stock_group_id = $1 AND inventory_item_id = $2 RETURNING restaurant_id, id)
             INSERT INTO online_stock_customer_groups (restaurant_id, online_stock_id, customer_group_id)
             SELECT restaurant_id, id, $3 FROM stock",
        )
        .bind(slot.id)
        .bind(restaurant.items[item])
        .bind(group)
        .execute(&self.pool)
        .await
        .expect("a whitelist");
        self.refresh(restaurant, slot.date).await;
    }

    pub async fn close_day(&self, restaurant: &Restaurant, date: NaiveDate) {
        let insert = "INSERT INTO restaurant_calendar_dates (restaurant_id, date, is_closed) VALUES ($1, $2, true)";
        sqlx::query(insert).bind(restaurant.id.0).bind(date).execute(&self.pool).await.expect("a closed day");
        self.refresh(restaurant, date).await;
    }

    pub async fn refresh(&self, restaurant: &Restaurant, date: NaiveDate) {
        let mut conn = self.pool.acquire().await.expect("a connection");
        inventory::queries::refresh_days(&mut conn, restaurant.id, &[date]).await.expect("the day is summed up");
    }

    /// Changes a restaurant as the admins' action does.
    pub async fn change(&self, restaurant: &Restaurant, changes: SettingsChange) {
        let mut conn = self.pool.acquire().await.expect("a connection");
        let changed = restaurants::actions::update(&mut conn, self.now(), Actor::CommandLine, restaurant.id, &changes);
        changed.await.expect("the restaurant changes");
    }

    pub async fn touch_settings(&self, restaurant: &Restaurant) {
        let mut conn = self.pool.acquire().await.expect("a connection");
        restaurants::queries::touch_settings(&mut conn, restaurant.id).await.expect("the settings are marked");
    }

    /// The date `days` days from today, in the restaurants' zone.
    pub fn day(&self, days: i64) -> NaiveDate {
        Zone::default().date_of(self.now()) + Duration::days(days)
    }
}

fn instant(date: NaiveDate, time: &str) -> DateTime<Utc> {
    Zone::default().at(date, NaiveTime::parse_from_str(time, "%H:%M").expect("a time of day"))
}
