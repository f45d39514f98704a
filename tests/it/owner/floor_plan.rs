//! Positions of the tables: saved as a whole, shown with a day, and rejected if invalid or if a colleague was faster.

use serde_json::{Value, json};
use tests::{Persona, Restaurant, RestaurantSpec, TestApp, VisitSpec};

const PLAN: &str = "/owners/api/floor_plan";

/// A counter of three seats, and its owner.
struct Scene {
    app: TestApp,
    restaurant: Restaurant,
    owner: Persona,
    /// Of the seats, in their order.
    uids: Vec<String>,
}

impl Scene {
    async fn new() -> Self {
        let (app, restaurant, owner) =
            TestApp::with_restaurant(RestaurantSpec { seats: 3, ..RestaurantSpec::default() }).await;
        let uids = uids_of(&app, &restaurant).await;
        Self { app, restaurant, owner, uids }
    }

    /// A seat of four by four squares.
    fn table(&self, seat: usize, x: i32, y: i32) -> Value {
        json!({ "inventory_item_uid": self.uids[seat], "x": x, "y": y, "width": 4, "height": 4, "shape": "rectangle" })
    }

    /// The first two seats side by side.
    fn plan(&self, version: i32) -> Value {
        json!({ "version": version, "tables": [self.table(0, 1, 1), self.table(1, 5, 1)] })
    }

    async fn saved(&self) -> Value {
        self.owner.get(PLAN).await.data()
    }
}

async fn uids_of(app: &TestApp, restaurant: &Restaurant) -> Vec<String> {
    let uids = sqlx::query_scalar("SELECT uid FROM inventory_items WHERE id = ANY ($1) ORDER BY position, id");
    uids.bind(&restaurant.items).fetch_all(&app.pool).await.expect("seats")
}

async fn narrow(app: &TestApp, restaurant: &Restaurant, role: &str) {
    let narrowed = "UPDATE restaurant_owners SET role = $2 WHERE restaurant_id = $1";
    sqlx::query(narrowed).bind(restaurant.id.0).bind(role).execute(&app.pool).await.expect("a role");
}

#[tokio::test]
async fn a_plan_is_saved_as_a_whole_and_shown_with_its_day() {
    let scene = Scene::new().await;
    let Scene { app, owner, restaurant, .. } = &scene;
    assert_eq!(scene.saved().await, json!({ "version": 0, "tables": [] }), "nobody has placed a table");
    let visit = owner.record_visit(app, restaurant, &VisitSpec::default()).await.is(201).json();
    let answer = owner.put(PLAN, &scene.plan(0)).await.data();
    assert_eq!(answer, json!({ "version": 1, "tables": scene.plan(0)["tables"] }));
    assert_eq!(scene.saved().await, answer);
    let page = owner.get(&format!("/owners/floor_plans/{}", app.day(7))).await.data();
    assert_eq!(page["plan"], answer);
    assert_eq!(page["day"]["is_quarter_hour"], true);
    let mut items = page["day"]["items"].as_array().expect("items").iter();
    assert!(items.any(|item| item["uid"] == visit["uid"]), "the day is the calendar's: {page}");

    let mut round = scene.table(2, 68, 68);
    round["shape"] = json!("round");
    let next = json!({ "version": 1, "tables": [round] });
    owner.put(PLAN, &next).await.is(200);
    assert_eq!(scene.saved().await, json!({ "version": 2, "tables": [round] }), "what is left out has no place");
    owner.put(PLAN, &json!({ "version": 2, "tables": [] })).await.is(200);
    assert_eq!(scene.saved().await, json!({ "version": 3, "tables": [] }));
    let audited = "SELECT count(*) FROM audit_events WHERE action = 'floor_plan.saved' AND actor = 'owner'";
    assert_eq!(app.count(audited).await, 3);
    app.verify().await;
    scene.app.end().await;
}

#[tokio::test]
async fn concurrent_floor_plan_edit_gets_conflict() {
    let scene = Scene::new().await;
    let Scene { app, owner, restaurant, .. } = &scene;
    let colleague = app.staff_of(&[restaurant]).await;
    let (mine, theirs) = (scene.plan(0), json!({ "version": 0, "tables": [scene.table(2, 9, 9)] }));
    let (first, second) = tokio::join!(owner.put(PLAN, &mine), colleague.put(PLAN, &theirs));
    let (kept, rejected, plan) = if first.status == 200 { (first, second, mine) } else { (second, first, theirs) };
    kept.is(200);
    rejected.refused(409, "floor_plan_changed");
    assert_eq!(scene.saved().await, json!({ "version": 1, "tables": plan["tables"] }), "nothing is overwritten");

    owner.put(PLAN, &scene.plan(1)).await.is(200);
    for seen in [0, 1, 3, -1] {
        colleague.put(PLAN, &scene.plan(seen)).await.refused(409, "floor_plan_changed");
    }
    assert_eq!(scene.saved().await["version"], 2);
    assert_eq!(app.count("SELECT count(*) FROM audit_events WHERE action = 'floor_plan.saved'").await, 2);
    scene.app.end().await;
}

#[tokio::test]
async fn outside_or_overlapping_tables_are_rejected() {
    let scene = Scene::new().await;
    let owner = &scene.owner;
    let wrong = [
        ("x", json!(-1)),
        ("x", json!(69)),
        ("y", json!(i64::from(i32::MAX))),
        ("width", json!(2)),
        ("height", json!(25)),
        ("width", json!("wide")),
        ("shape", json!("oval")),
        ("y", Value::Null),
    ];
    for (field, value) in wrong {
        let mut body = scene.plan(0);
        body["tables"][1][field] = value;
        let fields = owner.put(PLAN, &body).await.is(422).bad_fields();
        assert_eq!(fields, [format!("tables[1].{field}")], "{body}");
    }
    let place = "tables[1].inventory_item_uid";
    for other in [scene.table(1, 4, 1), scene.table(1, 1, 1), scene.table(0, 20, 20)] {
        let body = json!({ "version": 0, "tables": [scene.table(0, 1, 1), other] });
        let refused = owner.put(PLAN, &body).await;
        refused.refused(422, "floor_plan_overlap");
        assert_eq!(refused.bad_fields(), [place], "{body}");
    }
    let many: Vec<_> = (0..501).map(|_| scene.table(0, 1, 1)).collect();
    let refused = owner.put(PLAN, &json!({ "version": 0, "tables": many })).await;
    assert_eq!(refused.is(422).bad_fields(), ["tables"]);
    assert_eq!(owner.put(PLAN, &json!({ "version": 0 })).await.is(422).bad_fields(), ["tables"]);
    assert_eq!(scene.saved().await["version"], 0);
    scene.app.end().await;
}

#[tokio::test]
async fn floor_plan_needs_floor_permission_of_its_restaurant() {
    let scene = Scene::new().await;
    let Scene { app, owner, .. } = &scene;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let stranger = app.owner(&elsewhere).await;
    owner.put(PLAN, &scene.plan(0)).await.is(200);
    let refused = stranger.put(PLAN, &scene.plan(0)).await;
    refused.refused(422, "floor_plan_item_unknown");
    assert_eq!(refused.bad_fields(), ["tables[0].inventory_item_uid"]);
    assert_eq!(stranger.get(PLAN).await.data()["tables"], json!([]));
    let mut mixed = scene.plan(1);
    mixed["tables"][1]["inventory_item_uid"] = json!(uids_of(app, &elsewhere).await[0]);
    let refused = owner.put(PLAN, &mixed).await;
    refused.refused(422, "floor_plan_item_unknown");
    assert_eq!(refused.bad_fields(), ["tables[1].inventory_item_uid"]);

    app.anonymous().put(PLAN, &scene.plan(1)).await.refused(401, "sign_in_required");
    app.anonymous().get(PLAN).await.refused(401, "sign_in_required");
    let day = format!("/owners/floor_plans/{}", app.day(0));
    app.anonymous().get(&day).await.refused(401, "sign_in_required");
    owner.get("/owners/floor_plans/someday").await.refused(404, "not_found");
    narrow(app, &scene.restaurant, "read_only").await;
    owner.put(PLAN, &scene.plan(1)).await.refused(403, "right_missing");
    owner.get(&day).await.is(200);
    narrow(app, &scene.restaurant, "floor").await;
    owner.put(PLAN, &scene.plan(1)).await.is(200);
    scene.app.end().await;
}

#[tokio::test]
async fn retired_table_is_removed_from_the_plan() {
    let scene = Scene::new().await;
    let Scene { app, owner, restaurant, .. } = &scene;
    owner.put(PLAN, &scene.plan(0)).await.is(200);
    let admin = app.admin().await;
    let path = format!("/admin/api/resources/r/{}/inventory_items/{}", restaurant.slug, restaurant.items[0]);
    admin.delete(&path).await.is(200);
    let left = scene.saved().await;
    assert_eq!((&left["version"], &left["tables"]), (&json!(1), &json!([scene.table(1, 5, 1)])));
    owner.put(PLAN, &left).await.is(200);
    owner.put(PLAN, &scene.plan(2)).await.refused(422, "floor_plan_item_unknown");
    app.verify().await;
    scene.app.end().await;
}
