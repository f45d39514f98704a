//! Random days at three restaurants, whose stocks seat one, two and three guests: slots with several times, courses with maximums,
//! selectors, seats that are taken or reserved for groups; some are deleted, gold slots, or on a closed day.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use domain::ids::RestaurantId;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};
use tests::{CourseSpec, RestaurantSpec, TestApp};

const DAYS: i64 = 50;
const SEATS: i32 = 6;
/// Above every id that the schema assigns in this test.
const FIRST_ID: i64 = 1_000_000;

pub struct World {
    pub restaurants: Vec<RandomRestaurant>,
    now: DateTime<Utc>,
}

#[derive(Debug)]
pub struct RandomRestaurant {
    pub id: RestaurantId,
    pub courses: Vec<Course>,
    pub days: Vec<Day>,
    /// The most guests and parties in a quarter of an hour of dinner.
    pacing: (Option<i32>, Option<i32>),
    group: i64,
    items: Vec<i64>,
    customer_groups: Vec<i64>,
}

#[derive(Debug)]
pub struct Course {
    pub id: i64,
    is_active: bool,
}

#[derive(Debug)]
pub struct Day {
    pub slots: Vec<Slot>,
    date: NaiveDate,
    /// No calendar row, or a row that states whether the day is closed.
    is_closed: Option<bool>,
    /// By course, with the maximum of the day; without a row nothing is counted.
    counted: Vec<(i64, i32, Option<i32>)>,
    /// Parties that occupy an item without a slot.
    walk_ins: Vec<(i64, Time)>,
}

#[derive(Debug)]
pub struct Slot {
    pub id: i64,
    pub times: Vec<Time>,
    operation: &'static str,
    guests_counts: Vec<i32>,
    allows_last_solo: bool,
    is_deleted: bool,
    is_gold: bool,
    courses: Vec<i64>,
    stocks: Vec<Stock>,
    selectors: Vec<Selector>,
    parties: Vec<Party>,
}

#[derive(Debug)]
struct Selector {
    group: Option<i64>,
    guests: i32,
    most_parties: Option<i32>,
    is_last_solo: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Time {
    pub id: i64,
    starts_at: DateTime<Utc>,
    ends_at: DateTime<Utc>,
}

#[derive(Debug)]
struct Stock {
    id: i64,
    item: i64,
    is_whitelist: bool,
    listed: Vec<i64>,
    taken_by: Option<i64>,
}

#[derive(Debug)]
struct Party {
    id: i64,
    status: &'static str,
    guests: i32,
    time: Time,
}

impl World {
    pub async fn open(app: &TestApp) -> Self {
        let mut made = WorldBuilder { rng: SmallRng::seed_from_u64(15), next_id: FIRST_ID };
        let mut restaurants = Vec::new();
        let kinds = [("single", 1, (Some(4), Some(2))), ("double", 2, (None, None)), ("triple", 3, (None, None))];
        for (slug, capacity, pacing) in kinds {
            let mut restaurant = RandomRestaurant::open(app, slug, capacity, pacing).await;
            restaurant.days = (1..=DAYS).map(|day| made.day(&restaurant, app.day(day))).collect();
            restaurants.push(restaurant);
        }
        Self { restaurants, now: app.now() }
    }

    pub fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.restaurants.iter().flat_map(|restaurant| &restaurant.days).flat_map(|day| &day.slots)
    }

    pub async fn write(&self, conn: &mut PgConnection) {
        sqlx::query("INSERT INTO gold_rounds (id, title, slug, created_at) VALUES (1, 'Gold', 'gold', $1)")
            .bind(self.now)
            .execute(&mut *conn)
            .await
            .unwrap();
        for restaurant in &self.restaurants {
            restaurant.write(conn, self.now).await;
        }
    }
}

impl RandomRestaurant {
    async fn open(app: &TestApp, slug: &'static str, capacity: i32, pacing: (Option<i32>, Option<i32>)) -> Self {
        let maxima = [None, Some(3), Some(6), None];
        let courses = maxima.map(|daily_max| CourseSpec { daily_max, ..CourseSpec::default() }).to_vec();
        let spec =
            RestaurantSpec { slug, seats: SEATS, capacity, cutoff_hours: 5, courses, ..RestaurantSpec::default() };
        let made = app.restaurant(spec).await;
        let groups =
            [app.customer_group(&made, "regulars", false).await, app.customer_group(&made, "friends", false).await];
        let courses = made.courses.iter().enumerate().map(|(place, id)| Course { id: *id, is_active: place < 3 });
        Self {
            id: made.id,
            courses: courses.collect(),
            days: Vec::new(),
            pacing,
            group: made.group,
            items: made.items,
            customer_groups: groups.to_vec(),
        }
    }

    pub fn dates(&self) -> Vec<NaiveDate> {
        self.days.iter().map(|day| day.date).collect()
    }

    pub fn on(&self, date: NaiveDate) -> &Day {
        self.days.iter().find(|day| day.date == date).expect("a day of ours")
    }

    /// The access classes: 0 for diners without a group, and each group.
    pub fn classes(&self) -> Vec<i64> {
        std::iter::once(0).chain(self.customer_groups.iter().copied()).collect()
    }

    async fn write(&self, conn: &mut PgConnection, now: DateTime<Utc>) {
        let operation = json!({ "name": "lunch", "opens_at": "11:00", "closes_at": "15:00", "default_stay_minutes": 60,
                                "cutoff_hours": 5, "is_active": false });
        self.insert(conn, "operations", vec![operation]).await;
        let paced = "UPDATE operations SET pacing_max_guests = $2, pacing_max_parties = $3 WHERE restaurant_id = $1 AND name = 'dinner'";
        let (guests, parties) = self.pacing;
        sqlx::query(paced).bind(self.id.0).bind(guests).bind(parties).execute(&mut *conn).await.unwrap();
        let retired: Vec<_> = self.courses.iter().filter(|course| !course.is_active).map(|course| course.id).collect();
        let retire = "UPDATE courses SET is_active = false WHERE restaurant_id = $1 AND id = ANY ($2)";
        sqlx::query(retire).bind(self.id.0).bind(retired).execute(&mut *conn).await.unwrap();
        let days = self.days.iter();
        let closed = days.clone().filter_map(|day| Some(json!({ "date": day.date, "is_closed": day.is_closed? })));
        let closed = closed.zip(FIRST_ID..).map(|(row, id)| with(row, json!({ "id": id, "daily_memo": "" })));
        self.insert(conn, "restaurant_calendar_dates", closed.collect()).await;
        self.insert(conn, "course_days", days.clone().flat_map(Day::course_days).collect()).await;
        let all = || days.clone().flat_map(|day| day.slots.iter().map(move |slot| (day, slot)));
        self.insert(conn, "online_stock_groups", all().map(|(day, slot)| self.slot(day, slot, now)).collect()).await;
        let rows = |of: fn(&Slot) -> Vec<Value>| all().flat_map(|(_, slot)| of(slot)).collect::<Vec<_>>();
        self.insert(conn, "osg_times", rows(Slot::times)).await;
        self.insert(conn, "osg_courses", rows(Slot::courses)).await;
        self.insert(conn, "osg_guests_count_selectors", rows(Slot::selectors)).await;
        let parties = all().flat_map(|(day, slot)| slot.parties.iter().map(move |party| (day, slot, party)));
        let parties: Vec<_> = parties.map(|(day, slot, party)| self.party(day, Some(slot.id), party, now)).collect();
        self.insert(conn, "reservations", parties).await;
        self.insert(conn, "online_stocks", rows(Slot::stocks)).await;
        self.insert(conn, "online_stock_customer_groups", rows(Slot::listed)).await;
        self.insert(conn, "gold_allocations", all().filter_map(|(_, slot)| slot.gold(now)).collect()).await;
        let walk_ins = days.clone().flat_map(|day| day.walk_ins.iter().map(move |walk_in| (day, walk_in)));
        let guests = walk_ins.clone().map(|(day, (_, time))| {
            let party = Party { id: time.id, status: "accepted", guests: 1, time: *time };
            self.party(day, None, &party, now)
        });
        self.insert(conn, "reservations", guests.collect()).await;
        let seats = rows(Slot::seats).into_iter().chain(walk_ins.map(|(_, (item, time))| seat(time.id, *item, time)));
        self.insert(conn, "reservation_seats", seats.collect()).await;
    }

    /// Inserts rows with the same columns; of several rows for one seat only the first.
    async fn insert(&self, conn: &mut PgConnection, table: &str, rows: Vec<Value>) {
        let rows: Vec<_> = rows.into_iter().map(|row| with(row, json!({ "restaurant_id": self.id.0 }))).collect();
        let first = rows.first().and_then(Value::as_object).unwrap_or_else(|| panic!("no rows of {table}"));
        let columns = first.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let conflict = if table == "reservation_seats" { "ON CONFLICT DO NOTHING" } else { "" };
        let insert = format!(
            "INSERT INTO {table} ({columns}) SELECT {columns} FROM jsonb_populate_recordset(NULL::{table}, $1) {conflict}"
        );
        let written = sqlx::query(AssertSqlSafe(insert)).bind(Value::Array(rows)).execute(conn).await;
        written.unwrap_or_else(|error| panic!("{table}: {error}"));
    }

    fn slot(&self, day: &Day, slot: &Slot, now: DateTime<Utc>) -> Value {
        json!({ "id": slot.id, "uid": uid(slot.id), "inventory_group_id": self.group, "operation": slot.operation, "date": day.date,
                "guests_counts": slot.guests_counts, "always_allow_last_solo": slot.allows_last_solo,
                "show_end_time_on_title": false, "created_at": now, "deleted_at": slot.is_deleted.then_some(now) })
    }

    fn party(&self, day: &Day, slot: Option<i64>, party: &Party, now: DateTime<Utc>) -> Value {
        json!({ "id": party.id, "uid": uid(party.id), "reservation_code": uid(party.id), "type": "offline_reservation",
                "status": party.status, "inventory_group_id": self.group, "online_stock_group_id": slot, "operation": "dinner",
                "date": day.date, "starts_at": party.time.starts_at, "ends_at": party.time.ends_at,
                "guests_count": party.guests, "created_at": now, "course_title_ja": "", "course_title_en": "",
                "course_price": 0, "prepaid_price": 0, "reservation_fee": 0, "cancellation_policy": [], "special_request": "",
                "internal_memo": "", "access_class": 0, "locale": "ja", "hidden_from_user": false,
                "held_until": (party.status == "pending").then_some(now) })
    }
}

impl Day {
    /// Whether the month shows the day, even if closed: it has an open slot of an active operation.
    pub fn has_slots(&self) -> bool {
        self.slots.iter().any(|slot| slot.has_active_operation() && !slot.is_deleted && !slot.is_gold)
    }

    fn course_days(&self) -> Vec<Value> {
        let rows = self.counted.iter();
        let row = |(course, guests, max): &(i64, i32, Option<i32>)| json!({ "course_id": course, "date": self.date, "guests_count": guests, "daily_max": max });
        rows.map(row).collect()
    }
}

impl Slot {
    pub fn has_active_operation(&self) -> bool {
        self.operation == "dinner"
    }

    fn times(&self) -> Vec<Value> {
        let row = |time: &Time| json!({ "id": time.id, "online_stock_group_id": self.id, "starts_at": time.starts_at, "ends_at": time.ends_at });
        self.times.iter().map(row).collect()
    }

    fn courses(&self) -> Vec<Value> {
        self.courses.iter().map(|course| json!({ "online_stock_group_id": self.id, "course_id": course })).collect()
    }

    fn selectors(&self) -> Vec<Value> {
        let row = |selector: &Selector| {
            json!({ "online_stock_group_id": self.id, "customer_group_id": selector.group, "guests_count": selector.guests,
                    "max_per_isg": selector.most_parties, "is_last_solo": selector.is_last_solo })
        };
        self.selectors.iter().map(row).collect()
    }

    fn stocks(&self) -> Vec<Value> {
        let row = |stock: &Stock| {
            let access = if stock.is_whitelist { "whitelist" } else { "blacklist" };
            json!({ "id": stock.id, "online_stock_group_id": self.id, "inventory_item_id": stock.item,
                    "access_control": access, "online_reservable_id": stock.taken_by })
        };
        self.stocks.iter().map(row).collect()
    }

    fn listed(&self) -> Vec<Value> {
        let pairs = self.stocks.iter().flat_map(|stock| stock.listed.iter().map(move |group| (stock.id, group)));
        pairs.map(|(stock, group)| json!({ "online_stock_id": stock, "customer_group_id": group })).collect()
    }

    fn gold(&self, now: DateTime<Utc>) -> Option<Value> {
        let row = json!({ "id": self.id, "uid": uid(self.id), "gold_round_id": 1, "online_stock_group_id": self.id, "created_at": now });
        self.is_gold.then_some(row)
    }

    /// The taken stocks.
    fn seats(&self) -> Vec<Value> {
        let taken = self.stocks.iter().filter_map(|stock| Some((stock, stock.taken_by?)));
        let of = |id| self.parties.iter().find(|party| party.id == id).expect("a party of the slot");
        taken.map(|(stock, party)| seat(party, stock.item, &of(party).time)).collect()
    }
}

fn seat(reservation: i64, item: i64, time: &Time) -> Value {
    let during = format!("[{},{})", time.starts_at.to_rfc3339(), time.ends_at.to_rfc3339());
    json!({ "reservation_id": reservation, "inventory_item_id": item, "during": during })
}

fn uid(id: i64) -> String {
    format!("twins-{id}")
}

fn with(mut row: Value, more: Value) -> Value {
    let (Value::Object(fields), Value::Object(more)) = (&mut row, more) else { panic!("rows are objects") };
    fields.extend(more);
    row
}

struct WorldBuilder {
    rng: SmallRng,
    next_id: i64,
}

impl WorldBuilder {
    fn id(&mut self) -> i64 {
        self.next_id += 1;
        self.next_id
    }

    fn is(&mut self, percent: u32) -> bool {
        self.rng.random_range(0..100) < percent
    }

    /// Picks each element with this probability, in percent.
    fn some<T: Clone>(&mut self, all: &[T], percent: u32) -> Vec<T> {
        all.iter().filter(|_| self.is(percent)).cloned().collect()
    }

    fn day(&mut self, restaurant: &RandomRestaurant, date: NaiveDate) -> Day {
        let counted = restaurant.courses.iter().filter(|_| self.is(60)).map(|course| course.id).collect::<Vec<_>>();
        let maxima = [None, None, Some(2), Some(4), Some(8)];
        let counted = counted
            .into_iter()
            .map(|course| (course, self.rng.random_range(0..=6), maxima.choose(&mut self.rng).copied().flatten()));
        let counted = counted.collect();
        let is_closed = [None, None, None, Some(false), Some(true)].choose(&mut self.rng).copied().flatten();
        let slots = (0..self.rng.random_range(1..=3)).map(|_| self.slot(restaurant, date)).collect();
        let walk_ins = self.some(&restaurant.items, 15).into_iter().map(|item| (item, self.time(date))).collect();
        Day { slots, date, is_closed, counted, walk_ins }
    }

    fn slot(&mut self, restaurant: &RandomRestaurant, date: NaiveDate) -> Slot {
        let times: Vec<_> = (0..self.rng.random_range(1..=3)).map(|_| self.time(date)).collect();
        let courses: Vec<_> = restaurant.courses.iter().map(|course| course.id).collect();
        let parties = self.parties(&times);
        let seated: Vec<_> = parties.iter().filter(|party| party.status != "void").map(|party| party.id).collect();
        let limited = self.is(35);
        Slot {
            id: self.id(),
            operation: if self.is(8) { "lunch" } else { "dinner" },
            guests_counts: self.guests_counts(),
            allows_last_solo: self.is(30),
            is_deleted: self.is(8),
            is_gold: self.is(12),
            courses: if self.is(40) { courses[..1].to_vec() } else { self.some(&courses, 40) },
            stocks: self.stocks(restaurant, &seated),
            selectors: if limited { self.selectors(restaurant) } else { Vec::new() },
            parties,
            times,
        }
    }

    /// The minute of a time distinguishes it from the slot's other times.
    fn time(&mut self, date: NaiveDate) -> Time {
        let id = self.id();
        let minutes = self.rng.random_range(9..=12) * 60 + id % 50;
        let starts_at = date.and_hms_opt(0, 0, 0).expect("midnight").and_utc() + Duration::minutes(minutes);
        Time { id, starts_at, ends_at: starts_at + Duration::minutes(self.rng.random_range(30..=150)) }
    }

    fn guests_counts(&mut self) -> Vec<i32> {
        let counts = self.some(&[1, 2, 3, 4, 5, 6], 40);
        if counts.is_empty() { vec![2] } else { counts }
    }

    fn parties(&mut self, times: &[Time]) -> Vec<Party> {
        let count = if self.is(40) { 0 } else { self.rng.random_range(1..=4) };
        let party = |_| Party {
            id: self.id(),
            status: ["accepted", "pending", "void"].choose(&mut self.rng).copied().expect("three"),
            guests: self.rng.random_range(1..=3),
            time: *times.choose(&mut self.rng).expect("a time"),
        };
        (0..count).map(party).collect()
    }

    fn stocks(&mut self, restaurant: &RandomRestaurant, seated: &[i64]) -> Vec<Stock> {
        let is_for_all = self.is(50);
        let mut stocks = Vec::new();
        for item in self.some(&restaurant.items, 75) {
            let (is_whitelist, taken) = (!is_for_all && self.is(35), self.is(40));
            let listed = if is_for_all { Vec::new() } else { self.some(&restaurant.customer_groups, 35) };
            let taken_by = seated.choose(&mut self.rng).copied().filter(|_| taken);
            stocks.push(Stock { id: self.id(), item, is_whitelist, listed, taken_by });
        }
        stocks
    }

    fn selectors(&mut self, restaurant: &RandomRestaurant) -> Vec<Selector> {
        let groups: Vec<_> =
            std::iter::once(None).chain(restaurant.customer_groups.iter().copied().map(Some)).collect();
        let mut selectors = Vec::new();
        for group in self.some(&groups, 50) {
            for guests in self.some(&[1, 2, 3, 4], 60) {
                let most_parties = [None, Some(1), Some(2)].choose(&mut self.rng).copied().flatten();
                selectors.push(Selector { group, guests, most_parties, is_last_solo: guests == 1 && self.is(40) });
            }
        }
        selectors
    }
}
