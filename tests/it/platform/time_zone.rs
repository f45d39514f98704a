//! A restaurant's local time does not depend on the servers' time zone.

use serde_json::Value;
use tests::{Outside, Program, RestaurantSpec, SlotSpec, TestApp, TestDatabase, eventually, free_port, variables};

/// Starts a web server in a time zone.
fn serve_in(zone: &str, address: &str, database: &TestDatabase, app: &TestApp) -> Program {
    let mut environment = variables(&database.url, &format!("http://{address}"), "test", &app.outside);
    environment.extend([("SEKI_ADDRESS".to_owned(), address.to_owned()), ("TZ".to_owned(), zone.to_owned())]);
    Program::start("web-server", &environment)
}

/// F207
#[tokio::test(flavor = "multi_thread")]
async fn a_late_booking_stays_on_its_date_whatever_the_servers_zone() {
    let (database, outside) = (TestDatabase::create().await, Outside::start().await);
    let zones = ["UTC", "America/Los_Angeles"].map(|zone| (zone, format!("127.0.0.1:{}", free_port())));
    let urls: Vec<_> = zones.iter().map(|(_, address)| format!("http://{address}")).collect();
    let app = TestApp::around_programs(&database.url, outside, urls.clone()).await;
    let servers = zones.map(|(zone, address)| serve_in(zone, &address, &database, &app));
    let client = domain::clients::http::client();
    for url in &urls {
        let ready = format!("{url}/health/ready");
        eventually("it serves", async || client.get(&ready).send().await.is_ok_and(|it| it.status().is_success()))
            .await;
    }
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let slot = app.slot(&restaurant, SlotSpec::default()).await;
    // From 18:00 to half past eleven.
    app.execute(
        "UPDATE osg_times SET starts_at = starts_at + interval '330 minutes', ends_at = ends_at + interval '330 minutes'",
    )
    .await;
    app.refresh(&restaurant, slot.date).await;
    let owner = app.owner(&restaurant).await;
    for (number, url) in urls.iter().enumerate() {
        let (diner, owner) = (app.diner(&format!("diner{number}")).await.at(url), owner.at(url));
        let uid = diner.book(&restaurant, &slot, 1).await;
        let listed = diner.get("/users/upcoming_reservations").await.data()["reservations"][0].clone();
        assert_eq!(listed["display_time"], slot.date.format("%Y年%m月%d日 23:30").to_string(), "{url}");
        let booked = diner.reservation(&uid).await["reservation"].clone();
        assert_eq!(booked["date"], slot.date.to_string());
        assert_eq!(booked["starts_at"], format!("{}T23:30:00+09:00", slot.date));
        let day = owner.get(&format!("/owners/daily_calendars/{}", slot.date)).await.data();
        let items = day["items"].as_array().expect("items");
        let item = items.iter().find(|item| item["uid"] == uid.as_str()).expect("the booking is on its day");
        assert_eq!(item["start_time"], "23:30");
    }
    let quotes = quotes_of(&app, &urls).await;
    assert_eq!(quotes[0], quotes[1], "a trial ends on the same day of Tokyo");
    for server in servers {
        server.end();
    }
    app.end().await;
    database.drop().await;
}

/// Returns what each server charges a visitor for premium.
async fn quotes_of(app: &TestApp, urls: &[String]) -> Vec<Value> {
    app.plan_price("green", 980).await;
    let mut quotes = Vec::new();
    for url in urls {
        let page = app.anonymous().at(url).get("/premium/green").await.data();
        assert_eq!(page["trial_months"], 1, "{page}");
        quotes.push(page["prices"][0]["quote"].clone());
    }
    quotes
}
