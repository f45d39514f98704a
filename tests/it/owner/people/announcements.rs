//! Announcements: drafted, confirmed, sent by the worker, sent again, and unsubscribed from (F168 to F170, gaps G161).

use serde_json::{Value, json};
use tests::{Persona, Restaurant, RestaurantSpec, TestApp};

use super::text;

pub const LIST: &str = "/owners/announcements";

pub struct Setup {
    pub app: TestApp,
    pub restaurant: Restaurant,
    pub owner: Persona,
    pub regulars: i64,
    diners: Vec<Persona>,
}

/// hanako and kenji are regulars, emma is in no group and subscribed to mail, ren is a regular and accepts no announcements.
pub async fn setup() -> Setup {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let regulars = app.customer_group(&restaurant, "常連", false).await;
    let mut diners = Vec::new();
    for name in ["hanako", "kenji", "emma", "ren"] {
        let diner = app.diner(name).await;
        app.put_into_group(&restaurant, &diner, regulars).await;
        diners.push(diner);
    }
    app.execute(
        "UPDATE customers c SET customer_group_id = NULL, shop_notification = true FROM users u WHERE u.id = c.user_id AND u.email = 'emma@seki.test';
         UPDATE customers c SET subscribe_to_announcements = false FROM users u WHERE u.id = c.user_id AND u.email = 'ren@seki.test'",
    )
    .await;
    Setup { app, restaurant, owner, regulars, diners }
}

pub fn draft(fields: Value) -> Value {
    let mut announcement = json!({ "subject_type": "event", "body": "新酒の会を催します。\n\n11月21日 18時から" });
    for (key, value) in fields.as_object().expect("fields") {
        announcement[key] = value.clone();
    }
    json!({ "announcement": announcement })
}

impl Setup {
    pub async fn saved(&self, fields: Value) -> i64 {
        self.owner.post(LIST, &draft(fields)).await.is(200);
        self.app.count("SELECT max(id) FROM announcements").await
    }

    async fn inbox(&self, name: &str) -> Vec<Value> {
        self.app.outside.inbox(&format!("{name}@seki.test")).await
    }

    /// Lets the worker send due announcements.
    pub async fn send_out(&self) {
        let worker = self.app.start_job_runner();
        self.app.becomes("SELECT count(*) FROM announcements WHERE status = 'sending'", 0).await;
        self.app.jobs_done().await;
        worker.stop().await;
    }
}

/// F168
#[tokio::test]
async fn a_draft_is_confirmed_and_goes_to_its_group_only() {
    let setup = setup().await;
    let Setup { app, owner, regulars, .. } = &setup;
    let choices = owner.get("/owners/announcements/new").await.data()["choices"].clone();
    assert_eq!((&choices["groups"][0]["recipients_count"], &choices["premium_grades"]), (&json!(2), &json!([])));
    let mut body = draft(json!({ "only_customer_group_ids": [regulars] }));
    body["commit"] = "confirm".into();
    let to = text(&owner.post(LIST, &body).await.is(200).json()["redirect_to"]);
    let page = owner.get(&to).await.data();
    assert_eq!((&page["recipients_count"], &page["announcement"]["status"]), (&json!(2), &json!("draft")));
    assert_eq!(page["announcement"]["only_customer_group_ids"], regulars.to_string());
    owner.submit(&to, &[]).await.goes_to(LIST);
    owner.post(&to, &json!({})).await.refused(422, "announcement_not_draft");
    setup.send_out().await;
    for (name, count) in [("hanako", 1), ("kenji", 1), ("emma", 0), ("ren", 0)] {
        assert_eq!(setup.inbox(name).await.len(), count, "{name}");
    }
    assert_eq!(app.count("SELECT count(*) FROM mail_deliveries WHERE is_bulk").await, 2, "behind mails to one person");
    let mail = setup.inbox("hanako").await[0].clone();
    assert_eq!(mail["subject"], "【席】試し鮨からイベントのご案内");
    let body = text(&mail["text"]);
    for expected in ["新酒の会を催します。", "送信者: 試し鮨", "配信を停止する", "/announcement_subscription?token="]
    {
        assert!(body.contains(expected), "{expected} in {body}");
    }
    let id = to.split('/').nth(3).expect("an id");
    let detail = owner.get(&format!("/owners/api/announcements/{id}")).await.data();
    assert_eq!((&detail["status"], &detail["announced_count"]), (&json!("sent"), &json!(2)));
    assert_eq!(detail["announced_customer_ids"].as_array().map(Vec::len), Some(2));
    assert_eq!((&detail["re_announcement_customer_ids"], &detail["remaining_count"]), (&json!([]), &Value::Null));
    assert_eq!(owner.get(LIST).await.data()["total"], 1);
    app.execute("UPDATE announcements SET status = 'sending'; UPDATE announcement_recipients SET queued_at = NULL")
        .await;
    setup.send_out().await;
    assert_eq!(setup.inbox("hanako").await.len(), 1, "a batch done again mails nobody twice");
    setup.app.end().await;
}

#[tokio::test]
async fn draft_is_editable_until_sent() {
    let setup = setup().await;
    let Setup { app, owner, regulars, .. } = &setup;
    let id = setup
        .saved(json!({ "only_customer_group_ids": format!("{regulars}\n999"), "only_prefectures": ["東京都"] }))
        .await;
    let path = format!("{LIST}/{id}");
    let page = owner.get(&format!("{path}/edit")).await.data();
    assert_eq!(page["announcement"]["customer_group_labels"], json!(["常連", "グループなし"]));
    owner.patch(&path, &draft(json!({ "body": "別の本文" }))).await.is(200);
    let found = owner.get(&format!("{path}/confirm")).await.data();
    assert_eq!((&found["announcement"]["body"], &found["recipients_count"]), (&json!("別の本文"), &json!(3)));
    let form = [("announcement[subject_type]", "notice"), ("announcement[body]", "フォーム"), ("_method", "patch")];
    owner.submit(&path, &form).await.goes_to(LIST);
    owner.post(&format!("{path}/confirm"), &json!({})).await.is(200);
    owner.patch(&path, &draft(json!({}))).await.refused(422, "announcement_not_draft");
    for page in ["edit", "confirm"] {
        owner.get(&format!("{path}/{page}")).await.refused(422, "announcement_not_draft");
    }
    assert_eq!(app.count("SELECT count(*) FROM announcement_recipients").await, 3);
    setup.app.end().await;
}

#[tokio::test]
async fn admin_draft_is_not_editable_by_owner() {
    let setup = setup().await;
    let Setup { app, owner, restaurant, .. } = &setup;
    let admin = app.owner(restaurant).await;
    app.sign_in_admin_as_well(&admin).await;
    let prepared = [
        json!({ "send_count": 1 }),
        json!({ "include_unsubscribed_customers": true }),
        json!({ "scheduled_at": "2027-01-01T10:00" }),
    ];
    for fields in prepared {
        admin.post(LIST, &draft(fields.clone())).await.is(200);
        let id = app.count("SELECT max(id) FROM announcements").await;
        let stored = "SELECT count(*) FROM announcements WHERE body <> '別の本文' AND
            (send_count = 1 OR include_unsubscribed_customers OR scheduled_at IS NOT NULL)";
        let before = app.count(stored).await;
        owner.patch(&format!("{LIST}/{id}"), &draft(json!({ "body": "別の本文" }))).await.refused(403, "admin_only");
        assert_eq!(app.count(stored).await, before, "{fields} stays");
        admin.patch(&format!("{LIST}/{id}"), &draft(fields)).await.is(200);
    }
    setup.app.end().await;
}

/// F168, F169
#[tokio::test]
async fn announcement_without_recipient_or_text_is_rejected() {
    let setup = setup().await;
    let Setup { app, owner, restaurant, .. } = &setup;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let neighbour = app.owner(&elsewhere).await;
    let empty_group = app.customer_group(restaurant, "新規", false).await;
    let foreign = app.customer_group(&elsewhere, "常連", false).await;
    let cases = [
        (json!({ "body": " " }), 422, "invalid_input"),
        (json!({ "body": "x".repeat(5_001) }), 422, "invalid_input"),
        (json!({ "subject_type": "spam" }), 422, "invalid_input"),
        (json!({ "only_prefectures": ["どこか"] }), 422, "invalid_input"),
        (json!({ "only_customer_group_ids": ["x"] }), 422, "invalid_input"),
        (json!({ "only_customer_group_ids": [empty_group] }), 422, "announcement_nobody"),
        (json!({ "only_prefectures": ["沖縄県"] }), 422, "announcement_nobody"),
        (json!({ "only_customer_group_ids": [foreign] }), 404, "not_found"),
        (json!({ "include_unsubscribed_customers": true }), 403, "admin_only"),
        (json!({ "send_count": 1 }), 403, "admin_only"),
        (json!({ "only_premium_grades": "gold" }), 403, "admin_only"),
        (json!({ "scheduled_at": "2027-01-01T10:00" }), 403, "admin_only"),
    ];
    for (fields, status, code) in cases {
        owner.post(LIST, &draft(fields)).await.refused(status, code);
    }
    assert_eq!(app.count("SELECT count(*) FROM announcements").await, 0);
    let id = setup.saved(json!({})).await;
    let path = format!("{LIST}/{id}");
    let api = format!("/owners/api/announcements/{id}");
    for who in [&neighbour, &app.anonymous()] {
        let (status, code) = if std::ptr::eq(who, &neighbour) { (404, "not_found") } else { (401, "sign_in_required") };
        who.patch(&path, &draft(json!({}))).await.refused(status, code);
        who.post(&format!("{path}/confirm"), &json!({})).await.refused(status, code);
        for page in [format!("{path}/edit"), format!("{path}/confirm"), api.clone()] {
            who.get(&page).await.refused(status, code);
        }
    }
    for path in [LIST, "/owners/announcements/new", "/owners/api/announcements/recipients_count"] {
        app.anonymous().get(path).await.refused(401, "sign_in_required");
    }
    app.anonymous().post(LIST, &draft(json!({}))).await.refused(401, "sign_in_required");
    owner.get(&format!("{LIST}/x/edit")).await.refused(404, "not_found");
    owner.get(&format!("{LIST}?page=x")).await.is(200);
    let beyond = owner.get(&format!("{LIST}?page=99")).await.data();
    assert_eq!((&beyond["current_page"], beyond["announcements"].as_array().map(Vec::len)), (&json!(1), Some(1)));
    setup.app.end().await;
}

#[tokio::test]
async fn recipients_are_counted() {
    let setup = setup().await;
    let Setup { app, owner, regulars, .. } = &setup;
    let count = async |query: &str| owner.get(&format!("/owners/api/announcements/recipients_count?{query}")).await;
    for (query, expected) in [
        (String::new(), 3),
        (format!("customer_group_ids=[{regulars}]"), 2),
        ("customer_group_ids=[999]".into(), 1),
        ("prefectures=[\"東京都\"]".into(), 3),
        ("prefectures=[\"北海道\"]".into(), 0),
    ] {
        assert_eq!(count(&query).await.data()["count"], expected, "{query}");
    }
    for (query, expected) in [
        (format!("customer_group_ids[]={regulars}"), 2),
        (format!("customer_group_ids[]={regulars}&customer_group_ids[]=999"), 3),
        (format!("prefectures[]=北海道&restaurant_slug={}", setup.restaurant.slug), 0),
    ] {
        assert_eq!(count(&query).await.data()["count"], expected, "{query}");
    }
    count("customer_group_ids=x").await.refused(422, "invalid_input");
    count("customer_group_ids=[1]").await.refused(404, "not_found");
    count("include_unsubscribed_customers=true").await.refused(403, "admin_only");
    count("premium_grades=[\"gold\"]").await.refused(403, "admin_only");
    app.execute("UPDATE users SET premium_grade = 'gold' WHERE email = 'kenji@seki.test'").await;
    app.execute("UPDATE customers SET is_blacklisted = true WHERE customer_group_id IS NULL").await;
    app.sign_in_admin_as_well(owner).await;
    assert_eq!(count("include_unsubscribed_customers=true").await.data()["count"], 3);
    assert_eq!(count("premium_grades=[\"gold\"]").await.data()["count"], 1);
    for (name, receives) in [("hanako", true), ("ren", false), ("emma", false)] {
        let uid: String = sqlx::query_scalar(
            "SELECT c.uid FROM customers c JOIN users u ON u.id = c.user_id WHERE u.email = $1 || '@seki.test'",
        )
        .bind(name)
        .fetch_one(&app.pool)
        .await
        .expect("a customer");
        let card = owner.get(&format!("/owners/customers/{uid}")).await.data();
        assert_eq!(card["receives_announcements"], receives, "{name}: emma is on the blacklist by now");
    }
    setup.app.end().await;
}

/// A count that ignores conditions it does not know would include all customers (OP-8).
#[tokio::test]
async fn recipient_count_names_unknown_conditions() {
    let setup = setup().await;
    let regulars = setup.regulars;
    for (query, field) in [
        (format!("customer_group_id=[{regulars}]"), "customer_group_id"),
        (format!("only_customer_group_ids[]={regulars}"), "only_customer_group_ids"),
        ("customer_group_ids[]=x".to_owned(), "customer_group_ids"),
        ("prefecture=[\"東京都\"]".to_owned(), "prefecture"),
        ("prefectures=[\"どこか\"]".to_owned(), "prefectures"),
        ("prefectures[]=Tokyo".to_owned(), "prefectures"),
        ("premium_grades=[\"platinum\"]".to_owned(), "premium_grades"),
        ("include_unsubscribed_customers=maybe".to_owned(), "include_unsubscribed_customers"),
    ] {
        let path = format!("/owners/api/announcements/recipients_count?{query}");
        let refused = setup.owner.get(&path).await.refused(422, "invalid_input");
        assert!(refused["fields"][field].is_string(), "{query}: {refused}");
    }
    setup.app.end().await;
}

#[tokio::test]
async fn a_reader_ends_the_mails_by_their_link() {
    let setup = setup().await;
    let Setup { app, owner, diners, .. } = &setup;
    let id = setup.saved(json!({})).await;
    owner.post(&format!("{LIST}/{id}/confirm"), &json!({})).await.is(200);
    setup.send_out().await;
    let link = |mail: &Value, path: &str| {
        let text = text(&mail["text"]);
        let token = text.split("announcement_subscription?token=").nth(1).expect("a link");
        let token = token.split_whitespace().next().expect("a token").to_owned();
        (format!("{path}?token={token}"), token)
    };
    assert!(
        text(&setup.inbox("hanako").await[0]["text"]).contains("/ja/announcement_subscription?token="),
        "in the mail's language"
    );
    let (page, token) = link(&setup.inbox("hanako").await[0], "/announcement_subscription");
    let reader = app.anonymous();
    assert_eq!(reader.get(&page).await.data()["is_subscribed"], true);
    assert_eq!(reader.get(&page).await.data()["restaurant_name"], "試し鮨", "looking changes nothing");
    reader.post("/announcement_subscription", &json!({ "token": token, "is_subscribed": false })).await.is(200);
    assert_eq!(reader.get(&page).await.data()["is_subscribed"], false);
    let (one_click, _) = link(&setup.inbox("kenji").await[0], "/webhooks/announcement_unsubscription");
    let call = reader.call(reqwest::Method::POST, &one_click).csrf(tests::Csrf::None);
    call.form(&[("List-Unsubscribe", "One-Click")]).send().await.is(200);
    for bad in ["/announcement_subscription?token=x.y", "/announcement_subscription"] {
        reader.get(bad).await.refused(422, "link_invalid");
    }
    let forged = json!({ "token": format!("{token}x"), "is_subscribed": false });
    reader.post("/announcement_subscription", &forged).await.refused(422, "link_invalid");
    let id = setup.saved(json!({})).await;
    owner.post(&format!("{LIST}/{id}/confirm"), &json!({})).await.is(200);
    setup.send_out().await;
    for (name, count) in [("hanako", 1), ("kenji", 1), ("emma", 2)] {
        assert_eq!(setup.inbox(name).await.len(), count, "{name}");
    }
    assert_eq!(diners.len(), 4);
    setup.app.end().await;
}

/// A diner's mail settings apply to counting, to sending, and again when a queued mail is sent.
#[tokio::test]
async fn announcement_goes_to_consenting_diners_and_counts_them() {
    let (app, restaurant, owner) = TestApp::with_restaurant(RestaurantSpec::default()).await;
    let mut diners = Vec::new();
    for name in ["hanako", "kenji", "emma", "ren", "aoi"] {
        diners.push(app.diner(name).await);
    }
    let [hanako, kenji, emma, ren, aoi] = &diners[..] else { unreachable!("five diners") };
    app.execute(
        "UPDATE profiles p SET phone_country = 'US' FROM users u WHERE u.id = p.user_id AND u.email IN ('emma@seki.test', 'ren@seki.test')",
    )
    .await;
    let favourite = |answer: Value| json!({ "restaurant_slug": restaurant.slug, "customer": answer });
    let favourites = "/users/api/customers";
    let asked = async || {
        let counted = owner.get("/owners/api/announcements/recipients_count").await.is(200).json();
        counted["data"]["count"].as_i64().expect("a count")
    };
    app.customer_of(&restaurant, aoi).await;
    assert_eq!(asked().await, 0, "a customer who neither booked nor favourited");
    hanako.post(favourites, &favourite(json!({}))).await.is(201);
    assert_eq!(asked().await, 1, "a favourite in Japan brings mail, as the page promises");
    kenji.post(favourites, &favourite(json!({ "shop_notification": true }))).await.is(201);
    emma.post(favourites, &favourite(json!({ "shop_notification": false }))).await.is(201);
    ren.post(favourites, &favourite(json!({}))).await.is(201);
    assert_eq!(asked().await, 2, "nobody abroad is written to unasked");
    ren.post(favourites, &favourite(json!({ "shop_notification": true }))).await.is(201);
    for garbage in [json!("banana"), json!(2), json!([])] {
        let refused = ren.post(favourites, &favourite(json!({ "shop_notification": garbage }))).await;
        assert_eq!(refused.status, 422, "{garbage}");
    }
    assert_eq!(asked().await, 3);
    kenji.post("/users/api/customers/hide", &favourite(json!({}))).await.is(200);
    assert_eq!(asked().await, 2, "the favourite taken back, the consent is too");

    owner.post(LIST, &draft(json!({}))).await.is(200);
    let id = app.count("SELECT max(id) FROM announcements").await;
    owner.post(&format!("{LIST}/{id}/confirm"), &json!({})).await.is(200);
    ren.post("/users/api/customers/hide", &favourite(json!({}))).await.is(200);
    let worker = app.start_job_runner();
    app.becomes("SELECT count(*) FROM announcements WHERE status = 'sending'", 0).await;
    app.jobs_done().await;
    worker.stop().await;
    for (name, count) in [("hanako", 1), ("kenji", 0), ("emma", 0), ("ren", 0), ("aoi", 0)] {
        assert_eq!(app.outside.inbox(&format!("{name}@seki.test")).await.len(), count, "{name}");
    }
    app.end().await;
}
