//! The list of customers, its CSV, its counts, and bulk changes (F161, F162, F164, F167).

use serde_json::{Value, json};
use tests::{Persona, Restaurant, RestaurantSpec, TestApp};

use super::{create_customer, names, seat, text};
use crate::owner::reports::workbook;

const LIST: &str = "/owners/customers";
const BULK: &str = "/owners/customers/bulk_update_customer_groups";

struct Crowd {
    app: TestApp,
    restaurant: Restaurant,
    owner: Persona,
    regulars: i64,
    ids: Vec<i64>,
}

/// hanako (online, regular), 伊藤 (in person, seen twice), Bob (abroad, in person), Ann (invited by mail), 鈴木 (by SMS).
async fn crowd() -> Crowd {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let regulars = app.customer_group(&restaurant, "常連", false).await;
    let hanako = app.diner("hanako").await;
    app.put_into_group(&restaurant, &hanako, regulars).await;
    let people = [
        json!({ "nickname": "伊藤", "phone_local_number": "09012345678", "internal_memo": "左利き" }),
        json!({ "nickname": "Bob", "phone_country": "US", "phone_local_number": "4155552671" }),
        json!({ "nickname": "Ann", "type": "InvitedCustomer", "invitation_email": "ann@example.com" }),
        json!({ "nickname": "鈴木", "type": "InvitedCustomer", "allow_send_ivr_sms": true, "phone_local_number": "08055556666" }),
    ];
    let mut ids = vec![app.count("SELECT id FROM customers").await];
    for person in people {
        let written = owner.post("/owners/api/customers", &json!({ "customer": person })).await;
        ids.push(written.is(201).json()["id"].as_i64().unwrap());
    }
    seat(&app, &restaurant, ids[1], -30).await;
    seat(&app, &restaurant, ids[1], -60).await;
    Crowd { app, restaurant, owner, regulars, ids }
}

impl Crowd {
    async fn listed(&self, query: &str) -> Vec<String> {
        let mut names = names(&self.owner.get(&format!("{LIST}?{query}")).await.data()["customers"]);
        names.sort_unstable();
        names
    }

    async fn groups_of(&self) -> Vec<Option<i64>> {
        let groups = sqlx::query_scalar("SELECT customer_group_id FROM customers WHERE id = ANY ($1) ORDER BY id");
        groups.bind(&self.ids).fetch_all(&self.app.pool).await.expect("customers")
    }
}

/// F161, F162
#[tokio::test]
async fn each_parameter_narrows_the_list() {
    let crowd = crowd().await;
    let regulars = format!("q[customer_group_id_in][]={}", crowd.regulars);
    let all = ["Ann", "Bob", "hanako 太郎", "伊藤", "鈴木"];
    crowd
        .owner
        .post("/owners/restaurant_blacklisted_phone_numbers", &json!({ "phone_local_number": "09012345678" }))
        .await
        .is(201);
    let cases: &[(&str, &[&str])] = &[
        ("", &all),
        ("unknown=1&q[nothing_eq]=2", &all),
        ("customer_types[]=Nobody&profile_visit_count_gteq=many", &all),
        (&regulars, &["hanako 太郎"]),
        (&format!("{regulars}&q[customer_group_id_in][]=999"), &all),
        ("customer_types[]=InvitedCustomer", &["Ann", "鈴木"]),
        ("customer_types[]=OnlineCustomer&customer_types[]=OfflineCustomer", &["Bob", "hanako 太郎", "伊藤"]),
        ("q[is_blacklisted_true]=1", &["伊藤"]),
        ("is_sms_invite=1", &["鈴木"]),
        ("is_email_invite=1", &["Ann"]),
        ("is_email_invite=1&is_sms_invite=1", &["Ann", "鈴木"]),
        ("is_overseas_phone_number=1", &["Bob"]),
        ("is_domestic_phone_number=1", &["hanako 太郎", "伊藤", "鈴木"]),
        ("profile_visit_count_gteq=1", &["伊藤"]),
        ("profile_visit_count_lteq=0", &["Ann", "Bob", "hanako 太郎", "鈴木"]),
        ("profile_visit_count_gteq=2&profile_visit_count_lteq=2", &["伊藤"]),
        ("q[user_email_eq]=%20HANAKO@seki.test", &["hanako 太郎"]),
        ("q[user_email_eq]=ann@example.com", &["Ann"]),
        ("q[profile_phone_local_number_eq]=090-1234-5678", &["伊藤"]),
        ("q[profile_phone_local_number_eq]=4155552671&q[profile_phone_country_eq]=US", &["Bob"]),
        ("q[profile_phone_local_number_eq]=4155552671&q[profile_phone_country_eq]=GB", &[]),
        ("keywords=%E5%B7%A6%E5%88%A9%E3%81%8D", &["伊藤"]),
        ("keywords=090-1234", &["伊藤"]),
        ("keywords=example.com+an", &["Ann"]),
        ("keywords=%25", &[]),
        ("customer_types[]=InvitedCustomer&is_domestic_phone_number=1", &["鈴木"]),
    ];
    for (query, expected) in cases {
        assert_eq!(crowd.listed(query).await, *expected, "{query}");
    }
    crowd.app.end().await;
}

#[tokio::test]
async fn the_list_has_pages_and_is_a_table_too() {
    let crowd = crowd().await;
    crowd.app.execute(
        "WITH more AS (INSERT INTO customers (uid, restaurant_id, type, created_at)
             SELECT 'more' || n, r.id, 'OfflineCustomer', '2026-01-01' FROM restaurants r, generate_series(1, 60) n RETURNING id, restaurant_id)
         INSERT INTO customer_profiles (restaurant_id, customer_id, nickname) SELECT restaurant_id, id, '=1+' || id FROM more",
    )
    .await;
    let page = crowd.owner.get(&format!("{LIST}?page=2")).await.data();
    assert_eq!((&page["total"], &page["total_pages"], &page["current_page"]), (&json!(65), &json!(4), &json!(2)));
    assert_eq!(page["customers"].as_array().map(Vec::len), Some(20));
    let last = crowd.owner.get(&format!("{LIST}?page=99")).await.data();
    assert_eq!((&last["current_page"], last["customers"].as_array().map(Vec::len)), (&json!(4), Some(5)));
    for query in ["page=99999999999999999999", "page=-1", "page=x", "q=1", "q[a][b][c][d][e][f][g][h]=1"] {
        crowd.owner.get(&format!("{LIST}?{query}")).await.is(200);
    }
    let csv = crowd.owner.get("/owners/customers.csv?customer_types[]=InvitedCustomer").await;
    assert_eq!(csv.is(200).header("content-type"), "text/csv; charset=utf-8");
    assert!(csv.body.starts_with("\u{feff}\"お名前\""), "{}", csv.body);
    assert_eq!((csv.body.lines().count(), csv.body.contains("\"080-5555-6666\"")), (3, true), "{}", csv.body);
    assert!(crowd.owner.get("/owners/customers.csv").await.body.contains("\"'=1+"), "no formula");
    assert_eq!(crowd.app.count("SELECT count(*) FROM audit_events WHERE action = 'customers.exported'").await, 2);
    let path = "/owners/customers.xlsx?customer_types[]=InvitedCustomer";
    let part = workbook(&crowd.owner, path).await;
    let sheet = part("xl/worksheets/sheet1.xml");
    assert!(sheet.contains(">08055556666<"), "a telephone number is a text and keeps its 0: {sheet}");
    assert_eq!(sheet.matches("<row ").count(), 3, "a header and the two of the filter");
    assert_eq!(crowd.app.count("SELECT count(*) FROM audit_events WHERE detail->>'format' = 'xlsx'").await, 1);
    let part = workbook(&crowd.owner, "/owners/customers.xlsx").await;
    assert_eq!(part("xl/worksheets/sheet1.xml").matches("<row ").count(), 66);
    for path in [LIST, "/owners/customers.csv", "/owners/customers.xlsx"] {
        crowd.app.anonymous().get(path).await.refused(401, "sign_in_required");
    }
    crowd.app.end().await;
}

/// F167
#[tokio::test]
async fn count_equals_list_length() {
    let crowd = crowd().await;
    let count =
        async |ids: &str| crowd.owner.get(&format!("/owners/api/customers/count_all?customer_group_ids={ids}")).await;
    assert_eq!(count("[]").await.is(200).json(), 5);
    assert_eq!(count("").await.is(200).json(), 5);
    assert_eq!(count(&format!("[{}]", crowd.regulars)).await.is(200).json(), 1);
    assert_eq!(count("[999]").await.is(200).json(), 4);
    for bad in ["x", "{}", "[\"a\"]"] {
        count(bad).await.refused(422, "invalid_input");
    }
    let elsewhere = crowd.app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let foreign = crowd.app.customer_group(&elsewhere, "常連", false).await;
    count(&format!("[{foreign}]")).await.refused(404, "not_found");
    crowd.app.anonymous().get("/owners/api/customers/count_all").await.refused(401, "sign_in_required");
    crowd.app.end().await;
}

/// F164
#[tokio::test]
async fn bulk_group_change_moves_all() {
    let crowd = crowd().await;
    let Crowd { app, owner, regulars, ids, .. } = &crowd;
    let members = app.customer_group(&crowd.restaurant, "会員", false).await;
    let chosen = json!({ "customer_group_id": members, "customer_ids": [ids[1], ids[2], ids[2]] });
    let answer = owner.put(BULK, &chosen).await.is(200).json();
    assert_eq!((&answer["redirect_to"], text(&answer["message"]).contains('2')), (&json!(LIST), true), "{answer}");
    assert_eq!(crowd.groups_of().await, [Some(*regulars), Some(members), Some(members), None, None]);
    let form = [
        ("customer_group_id", "999"),
        ("is_checked_whole_customers", "1"),
        ("customer_types[]", "OfflineCustomer"),
        ("_method", "put"),
    ];
    owner.submit(BULK, &form).await.goes_to("/owners/customers?customer_types%5B%5D=OfflineCustomer");
    assert_eq!(crowd.groups_of().await, [Some(*regulars), None, None, None, None], "whom the filter left");
    let ids_form = ids[0].to_string();
    owner
        .submit(BULK, &[("customer_group_id", "999"), ("customer_ids[]", &ids_form), ("_method", "put")])
        .await
        .goes_to(LIST);
    assert_eq!(crowd.groups_of().await, [None; 5]);
    crowd.app.end().await;
}

#[tokio::test]
async fn invalid_bulk_change_changes_none() {
    let crowd = crowd().await;
    let Crowd { app, owner, regulars, ids, .. } = &crowd;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let neighbour = app.owner(&elsewhere).await;
    let foreign_group = app.customer_group(&elsewhere, "常連", false).await;
    let foreigner = create_customer(&neighbour, json!({ "nickname": "他店" })).await["id"].clone();
    let before = crowd.groups_of().await;
    let cases: [(Value, u16, &str); 7] = [
        (json!({ "customer_ids": ids }), 422, "invalid_input"),
        (json!({ "customer_group_id": "x", "customer_ids": ids }), 422, "invalid_input"),
        (json!({ "customer_group_id": regulars }), 422, "customers_not_chosen"),
        (json!({ "customer_group_id": regulars, "customer_ids": ["a"] }), 422, "invalid_input"),
        (json!({ "customer_group_id": regulars, "customer_ids": [ids[1], foreigner] }), 404, "not_found"),
        (json!({ "customer_group_id": foreign_group, "customer_ids": ids }), 404, "not_found"),
        (
            json!({ "customer_group_id": regulars, "is_checked_whole_customers": true, "keywords": "誰でもない" }),
            422,
            "customers_not_chosen",
        ),
    ];
    for (body, status, code) in &cases {
        owner.put(BULK, body).await.refused(*status, code);
    }
    owner.submit(BULK, &[("_method", "put")]).await.goes_to(LIST);
    let flash = owner.get(LIST).await.json()["flash"][0].clone();
    assert_eq!(flash["kind"], "alert", "the form gets the message as well");
    assert!(flash.to_string().contains("変更先の顧客グループを選択してください。"), "{flash}");
    app.anonymous().put(BULK, &json!({})).await.refused(401, "sign_in_required");
    assert_eq!(crowd.groups_of().await, before);
    crowd.app.end().await;
}

#[tokio::test]
async fn nested_condition_filters_list_and_bulk_change() {
    let crowd = crowd().await;
    for query in ["q[customer_types][]=InvitedCustomer", "q[is_sms_invite]=1&q[is_email_invite]=1"] {
        assert_eq!(crowd.listed(query).await, ["Ann", "鈴木"], "{query}");
    }
    assert_eq!(crowd.listed("q[profile_visit_count_gteq]=2").await, ["伊藤"]);
    assert_eq!(crowd.listed("q[keywords]=左利き").await, ["伊藤"]);
    let invited = json!({ "customer_group_id": crowd.regulars, "is_checked_whole_customers": true,
        "q": { "customer_types": ["InvitedCustomer"] } });
    crowd.owner.put(BULK, &invited).await.is(200);
    let regulars = Some(crowd.regulars);
    assert_eq!(crowd.groups_of().await, [regulars, None, None, regulars, regulars]);
    crowd.app.end().await;
}

#[tokio::test]
async fn unknown_condition_changes_and_counts_none() {
    let crowd = crowd().await;
    let before = crowd.groups_of().await;
    for (name, value) in [
        ("is_vip", json!("1")),
        ("customer_types", json!(["Nobody"])),
        ("profile_visit_count_gteq", json!("many")),
        ("is_sms_invite", json!("perhaps")),
        ("has_allergy", json!("perhaps")),
    ] {
        let mut body = json!({ "customer_group_id": 999, "is_checked_whole_customers": true });
        body[name] = value;
        let refused = crowd.owner.put(BULK, &body).await.refused(422, "invalid_input");
        assert!(refused["fields"][name].is_string(), "{refused}");
    }
    let nested = json!({ "customer_group_id": 999, "is_checked_whole_customers": true, "q": { "name_cont": "x" } });
    let refused = crowd.owner.put(BULK, &nested).await.refused(422, "invalid_input");
    assert!(refused["fields"]["q[name_cont]"].is_string(), "{refused}");
    assert_eq!(crowd.groups_of().await, before);
    let count = "/owners/api/customers/count_all";
    for query in
        [format!("customer_group_ids[]={}", crowd.regulars), format!("customer_group_ids=[{}]", crowd.regulars)]
    {
        assert_eq!(crowd.owner.get(&format!("{count}?{query}")).await.is(200).json(), 1, "{query}");
    }
    for query in
        ["customer_group_id=7", "q[customer_group_id_in][]=7", "customer_group_ids[]=x", "customer_group_ids=7"]
    {
        let name = query.split('=').next().unwrap_or_default().replace("ids[]", "ids");
        let refused = crowd.owner.get(&format!("{count}?{query}")).await.refused(422, "invalid_input");
        assert!(refused["fields"][name].is_string(), "{query}: {refused}");
    }
    crowd.app.end().await;
}
