//! Rules that exist in SQL and in Rust, on some hundreds of random slots: both yield the same results. Everything is written in one
//! transaction that is rolled back.

mod world;

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::availability::access::Access;
use domain::availability::day::Slot;
use domain::availability::queries::list_slots;
use domain::ids::{CustomerGroupId, RestaurantId};
use domain::inventory::queries::refresh_days;
use domain::reservations::model::{EndKind, Status};
use domain::restaurants::pacing::{Pacing, quarter_of};
use serde_json::{Value, json};
use sqlx::PgConnection;
use tests::TestApp;
use world::World;

/// Larger than the largest party of any slot.
const GUESTS: std::ops::RangeInclusive<i32> = 1..=7;

/// Numbers of accepting and rejecting results of a rule: a comparison with only one kind shows nothing.
#[derive(Debug, Default)]
struct ComparisonCounts {
    yes: usize,
    no: usize,
}

impl ComparisonCounts {
    fn agree(&mut self, sql: bool, rust: bool, what: impl FnOnce() -> String) {
        assert_eq!(sql, rust, "SQL (left) and Rust differ: {}", what());
        *if rust { &mut self.yes } else { &mut self.no } += 1;
    }

    fn assert_both(&self, rule: &str, least: usize) {
        assert!(self.yes >= least && self.no >= least, "{rule}: {self:?}");
    }
}

#[tokio::test]
async fn sql_rules_match_rust_rules() {
    let app = TestApp::start().await;
    let world = World::open(&app).await;
    let mut tx = app.pool.begin().await.unwrap();
    world.write(&mut tx).await;
    let mut open = Vec::new();
    for restaurant in &world.restaurants {
        refresh_days(&mut tx, restaurant.id, &restaurant.dates()).await.unwrap();
        // At the beginning of time no hold has expired: SQL counts a hold until it is swept.
        open.extend(list_slots(&mut tx, restaurant.id, &restaurant.dates(), DateTime::UNIX_EPOCH).await.unwrap());
    }
    assert!(open.len() >= 150 && world.slots().count() >= open.len() + 50, "{} slots are open", open.len());
    cancellations_are_the_guests(&mut tx).await;
    quarters_take(&mut tx, &open).await;
    courses_take(&mut tx, &open).await;
    little_is_left(&mut tx, &open).await;
    requests_are_open(&mut tx, &world, &open).await;
    days_are_summarised(&mut tx, &world, &open).await;
    tx.rollback().await.unwrap();
    app.end().await;
}

fn access(class: i64) -> Access {
    Access { group: (class != 0).then_some(CustomerGroupId(class)), ..Access::default() }
}

/// `is_guest_cancellation` and `EndKind`, for every status.
async fn cancellations_are_the_guests(conn: &mut PgConnection) {
    for status in Status::ALL {
        for accepted_at in [None, Some(DateTime::<Utc>::UNIX_EPOCH)] {
            let answer = sqlx::query_scalar::<_, bool>("SELECT is_guest_cancellation($1, $2)");
            let answer = answer.bind(status.as_str()).bind(accepted_at).fetch_one(&mut *conn).await.unwrap();
            let end = EndKind::of(status, accepted_at.is_some());
            assert_eq!(answer, end == Some(EndKind::Cancelled), "{status:?}, {accepted_at:?}");
        }
    }
}

/// `quarter_takes` and `Pacing::takes`, `quarter_of` and its namesake.
async fn quarters_take(conn: &mut PgConnection, open: &[Slot]) {
    type Answer = (Option<i32>, Option<i32>, i32, i32, i32, bool);
    let mut tally = ComparisonCounts::default();
    let answers: Vec<Answer> = sqlx::query_as(
        "SELECT max_guests, max_parties, guests, parties, party, quarter_takes(max_guests, max_parties, guests, parties, party)
         FROM unnest(ARRAY[NULL, 1, 4, 8]) AS max_guests, unnest(ARRAY[NULL, 1, 3]) AS max_parties,
              generate_series(0, 9) AS guests, generate_series(0, 4) AS parties, generate_series(1, 4) AS party",
    )
    .fetch_all(&mut *conn)
    .await
    .unwrap();
    for (max_guests, max_parties, guests, parties, party, answer) in answers {
        let pacing = Pacing { max_guests, max_parties };
        let what = || format!("{party} with {guests} in {parties} parties by {pacing:?}");
        tally.agree(answer, pacing.takes(guests, parties, party), what);
    }
    tally.assert_both("quarter_takes", 300);
    let instants: Vec<_> = open.iter().flat_map(|slot| &slot.times).map(|time| time.starts_at).collect();
    let begins: Vec<DateTime<Utc>> = sqlx::query_scalar(
        "SELECT quarter_of(at) FROM unnest($1::timestamptz[]) WITH ORDINALITY AS x (at, n) ORDER BY n",
    )
    .bind(&instants)
    .fetch_all(conn)
    .await
    .unwrap();
    assert_eq!(begins, instants.into_iter().map(quarter_of).collect::<Vec<_>>());
    let paced = open.iter().filter_map(|slot| slot.pace.as_ref());
    assert!(
        paced.filter(|pace| pace.quarters.iter().any(|quarter| quarter.parties > 1)).count() > 5,
        "quarters are shared"
    );
}

/// `course_takes` and `SlotCourse::takes`.
async fn courses_take(conn: &mut PgConnection, open: &[Slot]) {
    let mut tally = ComparisonCounts::default();
    let courses = open.iter().flat_map(|slot| &slot.courses);
    let asked: Vec<_> = courses.flat_map(|course| GUESTS.map(move |guests| (course, guests))).collect();
    let maxima: Vec<_> = asked.iter().map(|(course, _)| course.course.daily_max).collect();
    let booked: Vec<_> = asked.iter().map(|(course, _)| course.booked_guests).collect();
    let guests: Vec<_> = asked.iter().map(|(_, guests)| *guests).collect();
    let answers: Vec<bool> = sqlx::query_scalar(
        "SELECT course_takes(max, booked, guests)
         FROM unnest($1::integer[], $2::integer[], $3::integer[]) WITH ORDINALITY AS x (max, booked, guests, n) ORDER BY n",
    )
    .bind(maxima)
    .bind(booked)
    .bind(guests)
    .fetch_all(conn)
    .await
    .unwrap();
    assert_eq!(answers.len(), asked.len());
    for ((course, guests), answer) in asked.into_iter().zip(answers) {
        tally.agree(answer, course.takes(guests), || format!("{guests} guests have {course:?}"));
    }
    tally.assert_both("course_takes", 100);
}

/// `slots_with_little_left` and `Slot::has_ample_stock`.
async fn little_is_left(conn: &mut PgConnection, open: &[Slot]) {
    let mut tally = ComparisonCounts::default();
    let (restaurants, slots): (Vec<_>, Vec<_>) = open.iter().map(|slot| (slot.restaurant.0, slot.id.0)).unzip();
    let answer: Option<Vec<i64>> = sqlx::query_scalar("SELECT slots_with_little_left(NULL, $1, $2)")
        .bind(restaurants)
        .bind(slots)
        .fetch_one(conn)
        .await
        .unwrap();
    let little: BTreeSet<_> = answer.unwrap_or_default().into_iter().collect();
    for slot in open {
        tally.agree(!little.contains(&slot.id.0), slot.has_ample_stock(), || format!("plenty is left of {slot:?}"));
    }
    tally.assert_both("slots_with_little_left", 15);
}

/// Compares what `choose_stocks` can still book with the result of `list_slots` for every slot, with every time and course of the
/// restaurant's day, including times and courses that the slot itself does not offer.
async fn requests_are_open(conn: &mut PgConnection, world: &World, open: &[Slot]) {
    let mut tally = ComparisonCounts::default();
    let offered: BTreeSet<_> = open.iter().flat_map(offers).collect();
    let mut asked = Vec::new();
    for restaurant in &world.restaurants {
        for day in &restaurant.days {
            let times: Vec<_> = day.slots.iter().flat_map(|slot| &slot.times).map(|time| time.id).collect();
            for slot in &day.slots {
                let courses = restaurant.courses.iter().map(|course| course.id);
                let pairs = courses.flat_map(|course| times.iter().map(move |time| (*time, course)));
                asked.extend(pairs.map(|(time, course)| (restaurant.id.0, slot.id, time, course)));
            }
        }
    }
    let request = |(restaurant, slot, time, course): &(i64, i64, i64, i64), needed| {
        json!({ "restaurant_id": restaurant, "online_stock_group_id": slot, "osg_time_id": time, "course_id": course,
                "guests_count": 1, "stocks": [], "needed": needed })
    };
    let mut places = async |needed: i32| -> BTreeSet<usize> {
        let answers = "SELECT answers
            FROM choose_stocks(NULL, ARRAY(SELECT w FROM jsonb_populate_recordset(NULL::hold_request, $1) AS w), '{}')";
        let requests = asked.iter().map(|asked| request(asked, needed)).collect::<Value>();
        let answers: Vec<String> = sqlx::query_scalar(answers).bind(requests).fetch_one(&mut *conn).await.unwrap();
        (1..).zip(answers).filter(|(_, answer)| answer != "slot_gone").map(|(place, _)| place).collect()
    };
    assert_eq!(places(2).await, BTreeSet::new(), "one guest needs one stock, whatever the capacity");
    let places = places(1).await;
    for (place, request) in (1..).zip(asked) {
        tally.agree(places.contains(&place), offered.contains(&request), || {
            format!(
                "restaurant, slot, time and course {request:?} in {:?}",
                open.iter().find(|slot| slot.id.0 == request.1)
            )
        });
    }
    tally.assert_both("choose_stocks", 300);
}

/// Restaurant, slot, time and course.
fn offers(slot: &Slot) -> Vec<(i64, i64, i64, i64)> {
    let times = slot.times.iter();
    let pairs = times.flat_map(|time| slot.courses.iter().map(move |course| (time.id.0, course.id().0)));
    pairs.map(|(time, course)| (slot.restaurant.0, slot.id.0, time, course)).collect()
}

/// `refresh_availability_days` and `Slot::guests_options_at`.
async fn days_are_summarised(conn: &mut PgConnection, world: &World, open: &[Slot]) {
    let (mut has_slots, mut bookable) = (ComparisonCounts::default(), ComparisonCounts::default());
    for restaurant in &world.restaurants {
        let rows: Vec<(chrono::NaiveDate, i64, bool, Option<DateTime<Utc>>)> = sqlx::query_as(
            "SELECT date, access_class, has_slots, bookable_until FROM availability_days WHERE restaurant_id = $1",
        )
        .bind(restaurant.id.0)
        .fetch_all(&mut *conn)
        .await
        .unwrap();
        assert_eq!(rows.len(), restaurant.days.len() * restaurant.classes().len());
        for (date, class, stored_slots, stored_until) in rows {
            let what = || format!("class {class} of {:?}", restaurant.on(date));
            has_slots.agree(stored_slots, restaurant.on(date).has_slots(), what);
            let until = bookable_until(open, restaurant.id, date, class);
            assert_eq!(stored_until, until, "SQL (left) and Rust differ: {}", what());
            bookable.agree(stored_until.is_some(), until.is_some(), what);
        }
    }
    has_slots.assert_both("days with slots", 10);
    bookable.assert_both("days on which something can be booked", 50);
}

fn bookable_until(
    open: &[Slot],
    restaurant: RestaurantId,
    date: chrono::NaiveDate,
    class: i64,
) -> Option<DateTime<Utc>> {
    let slots = open.iter().filter(|slot| slot.restaurant == restaurant && slot.date == date);
    let times = slots.flat_map(|slot| slot.times.iter().map(move |time| (slot, time)));
    let bookable = times.filter(|(slot, time)| !slot.guests_options_at(time, access(class)).is_empty());
    bookable.map(|(slot, time)| slot.bookable_until(time)).max()
}
