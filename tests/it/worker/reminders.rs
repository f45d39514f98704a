//! The reminder on the day before a visit: once, by mail, and by text message for diners who enable it; and the calendar files that are
//! attached to mails.

use chrono::TimeDelta;
use serde_json::{Value, json};
use tests::{DAY, HOUR, Persona, Restaurant, RestaurantSpec, Result, SlotSpec, TestApp};

const HANAKO: &str = "hanako@seki.test";
const REMINDED: &str = "SELECT count(*) FROM reservations WHERE reminded_at IS NOT NULL";

/// A booking of two for the evening of 8 December, made in the morning of the first.
async fn booked(app: &TestApp) -> (Restaurant, Persona, String) {
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    (restaurant, hanako, uid)
}

fn subjects(mails: &[Value]) -> Vec<&str> {
    mails.iter().filter_map(|mail| mail["subject"].as_str()).collect()
}

/// Seconds until ten o'clock in Tokyo, `days` days after today.
fn until_ten(app: &TestApp, days: i64) -> i64 {
    let day = app.day(days);
    let ten = day.and_hms_opt(1, 0, 0).expect("ten o'clock in Tokyo").and_utc();
    (ten - app.now()).num_seconds()
}

#[tokio::test]
async fn a_visit_is_reminded_of_once_at_ten_on_the_day_before() -> Result<()> {
    let app = TestApp::with_worker().await;
    let (_, hanako, uid) = booked(&app).await;
    let wants = json!({ "reminder": { "by_sms": "1" } });
    // An absent choice leaves it unchanged.
    for choice in [wants, json!({ "reminder": {} })] {
        hanako.patch(&format!("/users/reservations/{uid}/reminder"), &choice).await.is(200);
    }
    app.outside.message_to(HANAKO, 0).await;
    app.advance(until_ten(&app, 6) - 1);
    let none = domain::reservations::bookings::remind::sweep(&app.pool, &app.rng, app.now()).await?;
    assert_eq!(none, 0, "a second before ten");
    app.advance(1);
    app.becomes(REMINDED, 1).await;
    let mail = app.outside.message_to(HANAKO, 1).await;
    assert_eq!(
        mail["subject"],
        "【席】明日は鮨テストのご予約日です".replace("鮨テスト", restaurant_name(&app).await.as_str())
    );
    let text = mail["text"].as_str().unwrap_or_default();
    assert!(text.contains("2026年12月08日（火） 18:00") && text.contains(&uid), "{text}");
    app.jobs_done().await;
    let phone: String = sqlx::query_scalar("SELECT phone_e164 FROM profiles").fetch_one(&app.pool).await?;
    let texts: Vec<_> = app.outside.inbox(&phone).await.into_iter().filter(|one| one["kind"] == "sms").collect();
    assert!(texts[0]["text"].as_str().unwrap().contains("明日は"), "{texts:?}");
    app.advance(20 * HOUR);
    for _ in 0..3 {
        domain::reservations::bookings::remind::sweep(&app.pool, &app.rng, app.now()).await?;
    }
    app.jobs_done().await;
    assert_eq!(app.outside.inbox(HANAKO).await.len(), 2, "the booking, and one reminder");
    app.end().await;
    Ok(())
}

async fn restaurant_name(app: &TestApp) -> String {
    sqlx::query_scalar("SELECT name_ja FROM restaurants").fetch_one(&app.pool).await.expect("a restaurant")
}

#[tokio::test]
async fn two_workers_remind_once() -> Result<()> {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec { seats: 8, ..RestaurantSpec::default() }).await;
    let slot = app.slot(&restaurant, SlotSpec { counts: vec![1], ..SlotSpec::default() }).await;
    for name in ["a", "b", "c", "d", "e", "f"] {
        app.diner(name).await.book(&restaurant, &slot, 1).await;
    }
    app.advance(6 * DAY + 12 * HOUR);
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
    let app = TestApp::with_worker().await;
    let (restaurant, hanako, uid) = booked(&app).await;
    let slot = app.slot(&restaurant, SlotSpec { days: 9, ..SlotSpec::default() }).await;
    hanako.book(&restaurant, &slot, 1).await;
    hanako.cancel(&uid).await.is(204);
    app.advance(6 * DAY + 12 * HOUR);
    app.jobs_done().await;
    assert_eq!(app.count(REMINDED).await, 0, "cancelled before its reminder");
    // Booked after 10:00 on the day before: no reminder, because the confirmation has just arrived.
    app.advance(2 * DAY);
    let kenji = app.diner("kenji").await;
    let near =
        app.slot(&restaurant, SlotSpec { days: 9, times: vec![("21:00", "23:00")], ..SlotSpec::default() }).await;
    app.advance(60);
    sqlx::query("UPDATE operations SET cutoff_hours = 0").execute(&app.pool).await?;
    for day in [7, 9] {
        app.refresh(&restaurant, slot.date + TimeDelta::days(day - 9)).await;
    }
    kenji.book(&restaurant, &near, 1).await;
    // Hanako's other booking is of the same evening, and made long before.
    app.becomes(REMINDED, 1).await;
    app.jobs_done().await;
    let mails = app.outside.inbox("kenji@seki.test").await;
    assert_eq!(mails.len(), 1, "{:?}", subjects(&mails));
    app.end().await;
    Ok(())
}

#[tokio::test]
async fn a_reminder_that_waited_is_dropped_when_its_booking_ends() -> Result<()> {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let hanako = app.diner("hanako").await;
    let uid = hanako.book(&restaurant, &slot, 2).await;
    app.advance(6 * DAY + 12 * HOUR);
    assert_eq!(domain::reservations::bookings::remind::sweep(&app.pool, &app.rng, app.now()).await?, 1);
    hanako.cancel(&uid).await.is(204);
    app.drain_jobs().await;
    let mails = app.outside.booking_mails(HANAKO).await;
    assert!(subjects(&mails).iter().all(|subject| !subject.contains("明日")), "{:?}", subjects(&mails));
    let late =
        hanako.patch(&format!("/users/reservations/{uid}/reminder"), &json!({ "reminder": { "by_sms": false } })).await;
    assert_eq!(late.status, 200, "the choice is for all bookings");
    let others = app.diner("kenji").await;
    others
        .patch(&format!("/users/reservations/{uid}/reminder"), &json!({ "reminder": { "by_sms": false } }))
        .await
        .refused(404, "not_found");
    app.anonymous()
        .patch(&format!("/users/reservations/{uid}/reminder"), &json!({ "reminder": { "by_sms": false } }))
        .await
        .refused(401, "sign_in_required");
    app.end().await;
    Ok(())
}

/// The restaurant has requested to cancel the booking. Once the request is rejected, the reminder goes out.
#[tokio::test]
async fn booking_with_open_cancel_request_gets_no_reminder() -> Result<()> {
    let app = TestApp::start().await;
    let (restaurant, owner) = app.restaurant_and_owner(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    let uid = app.diner("hanako").await.book(&restaurant, &slot, 2).await;
    let request = json!({
        "uid": uid, "reason": "restaurant", "delete_os": false, "fee_waived": true, "agreed_with_customer": true });
    owner.post("/owners/reservation_cancel_requests", &request).await.is(200);
    app.advance(6 * DAY + 12 * HOUR);
    app.drain_jobs().await;
    assert_eq!(app.count(REMINDED).await, 0);
    app.execute("UPDATE reservation_cancel_requests SET status = 'rejected', decided_at = created_at").await;
    app.drain_jobs().await;
    assert_eq!(app.count(REMINDED).await, 1);
    app.end().await;
    Ok(())
}

#[tokio::test]
async fn diner_with_a_landline_is_reminded_by_mail_alone() -> Result<()> {
    let app = TestApp::start().await;
    let (_, hanako, uid) = booked(&app).await;
    app.execute(
        "UPDATE profiles SET phone_local_number = '312345678', phone_e164 = '+81312345678', reminder_by_sms = true",
    )
    .await;
    let wants = json!({ "reminder": { "by_sms": "1" } });
    let refused = hanako.patch(&format!("/users/reservations/{uid}/reminder"), &wants).await;
    refused.refused(422, "sms_number_no_texts_reminder");
    assert_eq!(hanako.get(&format!("/users/reservations/{uid}")).await.data()["reminder"], Value::Null);
    app.advance(6 * DAY + 12 * HOUR);
    app.drain_jobs().await;
    assert_eq!(app.count(REMINDED).await, 1);
    assert_eq!(app.count("SELECT count(*) FROM sms_deliveries").await, 0);
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
async fn calendar_files_follow_a_booking_to_its_end() {
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
    assert!(of("UID").iter().all(|found| *found == format!("{uid}@seki")), "{:?}", of("UID"));
    let methods: Vec<_> = files.iter().map(|file| file.contains("METHOD:CANCEL")).collect();
    assert_eq!(methods, [false, false, true]);
    let parts: Vec<_> = mails.iter().map(|mail| mail["attachments"][0]["content_type"].to_string()).collect();
    assert_eq!(parts.len(), 3, "{parts:?}");
    for (part, name) in parts.iter().zip(["REQUEST", "REQUEST", "CANCEL"]) {
        assert!(part.contains(&format!("method={name}")), "{parts:?}");
    }
    assert!(files.iter().all(|file| property(file, "ORGANIZER") == "mailto:no-reply@seki.test"), "{}", files[2]);
    assert!(files.iter().all(|file| property(file, "ATTENDEE") == format!("mailto:{HANAKO}")), "{}", files[2]);
    assert_eq!(of("TRANSP"), ["OPAQUE", "OPAQUE", "OPAQUE"]);
    for stamp in ["LAST-MODIFIED", "DTSTAMP"] {
        assert!(of(stamp).iter().all(|found| found.ends_with('Z')), "{}", files[0]);
    }
    assert!(files.iter().all(|file| file.split("\r\n").all(|line| line.len() <= 75)), "{}", files[0]);
    assert_eq!(of("STATUS"), ["CONFIRMED", "CONFIRMED", "CANCELLED"]);
    let sequence: Vec<i32> = of("SEQUENCE").iter().map(|found| found.parse().expect("a number")).collect();
    assert!(sequence.is_sorted_by(|before, after| before < after), "{sequence:?}");
    let (starts, ends) = (of("DTSTART"), of("DTEND"));
    assert_eq!((starts[0].as_str(), ends[0].as_str()), ("20261208T090000Z", "20261208T110000Z"));
    assert!(of("DESCRIPTION")[1].contains("3名様"), "{}", files[1]);
    let ended = hanako.get(&path).await;
    ended.is(200);
    assert_eq!(ended.header("content-type"), "text/calendar; charset=utf-8; method=CANCEL");
    assert_eq!(ended.body.matches("STATUS:CANCELLED").count(), 1);
    assert!(!ended.body.contains("ATTENDEE"), "a download invites nobody");
    app.diner("kenji").await.get(&path).await.refused(404, "not_found");
    app.anonymous().get(&path).await.refused(401, "sign_in_required");
    app.end().await;
}
