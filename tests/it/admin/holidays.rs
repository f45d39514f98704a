//! The operator's changes of the national holidays (gaps G237).

use serde_json::{Value, json};
use tests::{RestaurantSpec, TemplateSpec, TestApp, seki, templates_path};

const HOLIDAYS: &str = "/admin/api/resources/holidays";
const ADDED: &str = "2027-10-22";
/// Sports Day.
const COMPUTED: &str = "2027-10-11";

fn day<'a>(page: &'a Value, date: &str) -> &'a Value {
    page["days"].as_array().expect("days").iter().find(|day| day["date"] == date).expect("the day")
}

#[tokio::test]
async fn added_and_struck_holidays_reach_calendars() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let (admin, owner) = (app.admin().await, app.owner(&restaurant).await);
    let names = json!({ "label_ja": "即位の日", "label_en": "Enthronement" });
    let added = json!({ "date": ADDED, "label_ja": "即位の日", "label_en": "Enthronement", "reason": "特別法" });
    let saved = admin.post(HOLIDAYS, &added).await.is(201).json();
    assert_eq!((&saved["id"], &saved["is_struck"]), (&json!(ADDED), &json!(false)), "{saved}");
    assert!(saved["added_by"].as_str().is_some_and(|name| !name.is_empty()), "{saved}");
    admin.post(HOLIDAYS, &json!({ "date": COMPUTED, "is_struck": true })).await.is(201);
    for path in ["/owners/monthly_calendars/2027-10", "/owners/holidays?month=2027-10"] {
        let page = owner.get(path).await.data();
        assert_eq!(day(&page, ADDED)["holiday"], "即位の日", "{path}");
        assert_eq!(day(&page, COMPUTED)["holiday"], Value::Null, "{path}");
    }
    for (form, field, code) in [
        (json!({ "date": "2027-10-23", "label_ja": "祝日" }), "label_en", "blank"),
        (json!({ "date": "2027-10-23", "is_struck": true }), "is_struck", "holiday_not_computed"),
        (added.clone(), "date", "master_taken"),
    ] {
        let refused = admin.post(HOLIDAYS, &form).await.is(422).json();
        assert!(refused["fields"][field].is_string(), "{code}: {refused}");
    }
    let page = admin.get("/admin/masters/holidays").await.data();
    assert_eq!(page["records"].as_array().map(Vec::len), Some(2), "{page}");
    let mut moved = names;
    moved["date"] = ADDED.into();
    moved["label_ja"] = "祝賀の日".into();
    admin.put(&format!("{HOLIDAYS}/{ADDED}"), &moved).await.is(200);
    let page = owner.get("/owners/holidays?month=2027-10").await.data();
    assert_eq!(day(&page, ADDED)["holiday"], "祝賀の日");
    for date in [ADDED, COMPUTED] {
        admin.delete(&format!("{HOLIDAYS}/{date}")).await.is(200);
    }
    let page = owner.get("/owners/holidays?month=2027-10").await.data();
    assert_eq!(
        (&day(&page, ADDED)["holiday"], &day(&page, COMPUTED)["holiday"]),
        (&Value::Null, &json!("スポーツの日"))
    );
    for stranger in [&owner, &app.anonymous()] {
        stranger.post(HOLIDAYS, &added).await.refused(401, "sign_in_required");
    }
    app.end().await;
}

#[tokio::test]
async fn refills_use_the_operators_holidays() {
    let app = TestApp::start().await;
    let restaurant = app.restaurant(RestaurantSpec::default()).await;
    let admin = app.admin().await;
    let spec = TemplateSpec { weekdays: vec!["sunday"], ..TemplateSpec::default() };
    let template = app.template(&admin, &restaurant, spec).await;
    let path = format!("{}/{template}", templates_path(&restaurant));
    admin.patch(&path, &json!({ "schedule_attributes": { "monday": "1", "fill_jp_holidays": "1" } })).await.is(200);
    let environment = tests::database_variables(&app.config.database_url);
    let dry = ["refill", "--dry-run", "--date-from", "2026-12-22", "--date-till", "2026-12-26", "--json"];
    let created = async || {
        let (is_fine, said) = seki(&dry, &environment).await;
        assert!(is_fine, "{said}");
        serde_json::from_str::<Value>(&said).expect("JSON")["created"].clone()
    };
    assert_eq!(created().await, json!(0), "from Tuesday to Saturday, without a holiday");
    let add = ["holidays", "add", "2026-12-22", "--ja", "臨時の祝日", "--en", "Extra holiday"];
    let (is_fine, said) = seki(&add, &environment).await;
    assert!(is_fine, "{said}");
    assert_eq!(created().await, json!(1));
    let (_, listed) = seki(&["holidays", "list"], &environment).await;
    assert!(listed.contains("2026-12-22") && listed.contains("Extra holiday"), "{listed}");
    let (is_fine, said) = seki(&["holidays", "add", "2026-12-23", "--struck"], &environment).await;
    assert!(!is_fine && said.contains("no national holiday"), "{said}");
    assert!(seki(&["holidays", "remove", "2026-12-22"], &environment).await.0);
    assert!(!seki(&["holidays", "remove", "2026-12-22"], &environment).await.0);
    assert_eq!(created().await, json!(0));
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE detail ->> 'master' = 'holidays'").await, 2);
    app.end().await;
}
