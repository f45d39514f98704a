//! The reminder on the day before a visit: once, by mail, and by text message for diners who enable it; and the calendar files that are
//! attached to mails.

use chrono::TimeDelta;
use serde_json::{Value, json};
use tests::{Persona, Restaurant, RestaurantSpec, Result, SlotSpec, TestApp, World};

const HANAKO: &str = "hanako@seki.test";
const REMINDED: &str = "SELECT count(*) FROM reservations WHERE reminded_at IS NOT NULL";

/// A booking of two for the evening of 8 December, made in the morning of the first.
async fn booked(world: &World) -> (Restaurant, Persona, String) {
    let restaurant = world.restaurant(RestaurantSpec::default()).await;
    let slot = world.slot(&restaurant, SlotSpec::default()).await;
    let hanako = world.diner("hanako").await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    (restaurant, hanako, uid)
}

fn subjects(mails: &[Value]) -> Vec<&str> {
    mails.iter().filter_map(|mail| mail["subject"].as_str()).collect()
}

/// Time until ten o'clock in Tokyo, `days` days after the world's first.
fn until_ten(world: &World, days: i64) -> TimeDelta {
    let first = world.day(days);
    let ten = first.and_hms_opt(1, 0, 0).expect("ten o'clock in Tokyo").and_utc();
    ten - world.now()
}

#[tokio::test]
async fn a_visit_is_reminded_of_once_at_ten_on_the_day_before() -> Result<()> {
    let world = World::with_worker().await?;
    let (_, hanako, uid) = booked(&world).await;
    let wants = json!({ "reminder": { "by_sms": "1" } });
    hanako.patch(&format!("/users/reservations/{uid}/reminder"), &wants).await.is(200);
    world.message_to(HANAKO, 0).await?;
    world.advance(until_ten(&world, 6) - TimeDelta::seconds(1));
    let none = domain::reservations::bookings::remind::sweep(&world.pool, &world.rng, world.now()).await?;
    assert_eq!(none, 0, "a second before ten");
    world.advance(TimeDelta::seconds(1));
    world.becomes(REMINDED, 1).await;
    let mail = world.message_to(HANAKO, 1).await?;
    assert_eq!(
        mail["subject"],
        "【席】明日は鮨テストのご予約日です".replace("鮨テスト", restaurant_name(&world).await.as_str())
    );
    let text = mail["text"].as_str().unwrap_or_default();
    assert!(text.contains("2026年12月08日（火） 18:00") && text.contains(&uid), "{text}");
    world.jobs_done().await;
    let phone: String = sqlx::query_scalar("SELECT phone_e164 FROM profiles").fetch_one(&world.pool).await?;
    let texts: Vec<_> = world.inbox(&phone).await?.into_iter().filter(|one| one["kind"] == "sms").collect();
    assert!(texts[0]["text"].as_str().unwrap().contains("明日は"), "{texts:?}");
    world.advance(TimeDelta::hours(20));
    for _ in 0..3 {
        domain::reservations::bookings::remind::sweep(&world.pool, &world.rng, world.now()).await?;
    }
    world.jobs_done().await;
    assert_eq!(world.inbox(HANAKO).await?.len(), 2, "the booking, and one reminder");
    world.end().await
}

async fn restaurant_name(world: &World) -> String {
    sqlx::query_scalar("SELECT name_ja FROM restaurants").fetch_one(&world.pool).await.expect("a restaurant")
}

#[tokio::test]
async fn two_workers_remind_once() -> Result<()> {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    for name in ["a", "b", "c", "d", "e", "f"] {
        app.diner(name).await.book(&restaurant, &slot, 1).await;
    }
    app.advance(6 * 86_400 + 12 * 3_600);
    let sweep = || domain::reservations::bookings::remind::sweep(&app.pool, &app.rng, app.now());
    let (first, second, third) = tokio::join!(sweep(), sweep(), sweep());
    assert_eq!(first? + second? + third?, 6);
    let queued = "SELECT count(*) FROM mail_deliveries WHERE template = 'reservation_reminder'";
    assert_eq!(app.count(queued).await, 6);
    app.end().await;
    Ok(())
}

#[tokio::test]
async fn cancelled_past_or_new_bookings_get_no_reminder() -> Result<()> {
    let world = World::with_worker().await?;
    let (restaurant, hanako, uid) = booked(&world).await;
    let slot = world.slot(&restaurant, SlotSpec { days: 9, ..SlotSpec::default() }).await;
    hanako.book(&restaurant, &slot, 1).await;
    hanako.cancel(&uid).await.is(204);
    world.advance(TimeDelta::days(6) + TimeDelta::hours(12));
    world.jobs_done().await;
    assert_eq!(world.count(REMINDED).await?, 0, "cancelled before its reminder");
    // Booked after 10:00 on the day before: no reminder, because the confirmation has just arrived.
    world.advance(TimeDelta::days(2));
    let kenji = world.diner("kenji").await;
    let near =
        world.slot(&restaurant, SlotSpec { days: 9, times: vec![("21:00", "23:00")], ..SlotSpec::default() }).await;
    world.advance(TimeDelta::minutes(1));
    sqlx::query("UPDATE operations SET cutoff_hours = 0").execute(&world.pool).await?;
    for day in [7, 9] {
        world.refresh(&restaurant, slot.date + TimeDelta::days(day - 9)).await;
    }
    kenji.book(&restaurant, &near, 1).await;
    // Hanako's other booking is of the same evening, and made long before.
    world.becomes(REMINDED, 1).await;
    world.jobs_done().await;
    let mails = world.inbox("kenji@seki.test").await?;
    assert_eq!(mails.len(), 1, "{:?}", subjects(&mails));
    world.end().await
}

#[tokio::test]
async fn a_reminder_that_waited_is_dropped_when_its_booking_ends() -> Result<()> {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    app.advance(6 * 86_400 + 12 * 3_600);
    assert_eq!(domain::reservations::bookings::remind::sweep(&app.pool, &app.rng, app.now()).await?, 1);
    hanako.cancel(&uid).await.is(204);
    app.drain_jobs().await;
    let mails = app.outside.booking_mails(HANAKO).await;
    assert!(subjects(&mails).iter().all(|subject| !subject.contains("明日")), "{:?}", subjects(&mails));
    let late = hanako.patch(&format!("/users/reservations/{uid}/reminder"), &json!({})).await;
    assert_eq!(late.status, 200, "the choice is for all bookings");
    let others = app.diner("kenji").await;
    others.patch(&format!("/users/reservations/{uid}/reminder"), &json!({})).await.refused(404, "not_found");
    app.anonymous()
        .patch(&format!("/users/reservations/{uid}/reminder"), &json!({}))
        .await
        .refused(401, "sign_in_required");
    app.end().await;
    Ok(())
}

/// The value of a property of the only event, its folded lines joined.
fn property(file: &str, name: &str) -> String {
    assert!(file.ends_with("END:VCALENDAR\r\n") && !file.replace("\r\n", "").contains('\n'), "lines end as they must");
    assert!(file.split("\r\n").all(|line| line.len() <= 75), "no line is too long: {file}");
    let joined = file.replace("\r\n ", "");
    let event = joined.split("BEGIN:VEVENT").nth(1).expect("an event");
    let line =
        event.split("\r\n").find(|line| line.starts_with(&format!("{name}:")) || line.starts_with(&format!("{name};")));
    line.and_then(|line| line.split_once(':')).map(|(_, value)| value.to_owned()).unwrap_or_default()
}

#[tokio::test]
async fn calendar_files_follow_a_booking_to_its_end() -> Result<()> {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    app.drain_jobs().await;
    hanako.patch(&format!("/users/reservations/{uid}"), &json!({ "reservation": { "guests_count": 3 } })).await.is(200);
    app.drain_jobs().await;
    let path = format!("/users/reservations/{uid}/calendar.ics");
    let download = hanako.get(&path).await;
    assert_eq!(download.header("content-type"), "text/calendar; charset=utf-8; method=PUBLISH");
    assert_eq!(property(&download.body, "STATUS"), "CONFIRMED");
    hanako.cancel(&uid).await.is(204);
    app.drain_jobs().await;
    let mut mails = app.outside.booking_mails(HANAKO).await;
    mails.reverse();
    let files: Vec<_> = mails.iter().filter_map(|mail| mail["attachments"][0]["text"].as_str()).collect();
    assert_eq!(files.len(), 3, "booked, changed, cancelled: {:?}", subjects(&mails));
    assert!(mails[0]["attachments"][0]["content_type"].as_str().unwrap().starts_with("text/calendar"), "{}", mails[0]);
    let of = |name: &str| files.iter().map(|file| property(file, name)).collect::<Vec<_>>();
    assert!(of("UID").iter().all(|found| *found == format!("{uid}@127.0.0.1")), "{:?}", of("UID"));
    assert_eq!(of("STATUS"), ["CONFIRMED", "CONFIRMED", "CANCELLED"]);
    let sequence: Vec<i32> = of("SEQUENCE").iter().map(|found| found.parse().expect("a number")).collect();
    assert!(sequence.is_sorted_by(|before, after| before < after), "{sequence:?}");
    assert_eq!((of("DTSTART")[0].as_str(), of("DTEND")[0].as_str()), ("20261208T090000Z", "20261208T110000Z"));
    assert!(of("DESCRIPTION")[1].contains("3名様"), "{}", files[1]);
    assert_eq!(hanako.get(&path).await.is(200).body.matches("STATUS:CANCELLED").count(), 1);
    app.diner("kenji").await.get(&path).await.refused(404, "not_found");
    app.anonymous().get(&path).await.refused(401, "sign_in_required");
    app.end().await;
    Ok(())
}
