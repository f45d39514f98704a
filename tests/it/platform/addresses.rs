//! Email addresses are equal under ASCII case folding only, and mail to an account goes to its stored address. Unicode case folding, which
//! PostgreSQL's citext applies, maps other letters to ASCII ones: U+0130 to i, the Kelvin sign to k. Every call that takes an address rejects
//! them.

use std::collections::BTreeSet;
use std::path::Path;

use domain::accounts::{admins, find_by_email};
use domain::sessions::Side;
use reqwest::Method;
use serde_json::{Value, json};
use tests::{PASSWORD, Persona, Reply, RestaurantSpec, TestApp, justified};

/// The address of a diner, an owner and an admin.
const ADDRESS: &str = "nikki@seki.test";
/// Texts that fold or normalise into ADDRESS and are not email addresses.
const ALIKE: [&str; 6] = [
    "n\u{130}kki@seki.test",
    "ni\u{212a}ki@seki.test",
    "ｎikki@seki.test",
    "n\u{131}kki@seki.test",
    "nikki@se\u{212a}i.test",
    "nikki@ｓｅｋｉ.test",
];
/// The host that mail servers resolve is another one.
const OTHER_HOST: &str = "nikki@sek\u{130}.test";

/// Placeholder for the typed text in a body.
const TYPED: &str = "@@";

/// A call that takes an address.
struct AddressField {
    call: &'static str,
    /// The address's field in the document.
    field: &'static str,
    who: SignedInAs,
    body: Value,
    /// The field that the refusal names; a sign-in answers as for an unknown address.
    refused: Option<&'static str>,
}

#[derive(Clone, Copy)]
enum SignedInAs {
    Visitor,
    Diner,
    Owner,
    Admin,
}

/// Fields that a call shares with the body of another call and does not read.
const UNREAD: [(&str, &str); 8] = [
    ("GET /users/sign_up", "?email"),
    ("PATCH /admin/password", "admin_user.email"),
    ("PATCH /owners/api/customers/{uid}", "customer.invitation_email"),
    ("PATCH /owners/api/customers/{uid}", "customer.profile_attributes.invitation_email"),
    ("PATCH /owners/api/customers/{uid}", "invitation_email"),
    ("PATCH /owners/api/customers/{uid}", "profile_attributes.invitation_email"),
    ("PATCH /owners/password", "owner.email"),
    ("PATCH /users/password", "user.email"),
];

fn takers() -> Vec<AddressField> {
    use SignedInAs::{Admin, Diner, Owner, Visitor};
    let mut takers = Vec::new();
    let mut add = |call, field, who, body, refused| takers.push(AddressField { call, field, who, body, refused });
    let credentials = |password: &str| json!({ "email": TYPED, "password": password });
    add("POST /users/sign_in", "user.email", Visitor, json!({ "user": credentials(PASSWORD) }), None);
    add("POST /owners/sign_in", "owner.email", Visitor, json!({ "owner": credentials(PASSWORD) }), None);
    add("POST /admin/sign_in", "admin_user.email", Visitor, json!({ "admin_user": credentials(PASSWORD) }), None);
    let email = json!({ "email": TYPED });
    for (call, field, who, key) in [
        ("POST /users/password", "user.email", Visitor, "user"),
        ("POST /owners/password", "owner.email", Visitor, "owner"),
        ("POST /admin/password", "admin_user.email", Visitor, "admin_user"),
        ("POST /users", "user.email", Visitor, "user"),
        ("POST /dev/diners", "user.email", Visitor, "user"),
        ("PATCH /users/profile/account/email", "user.email", Diner, "user"),
        (
            "POST /admin/restaurants/{slug}/restaurant_email_subscriptions",
            "restaurant_email_subscription.email",
            Admin,
            "restaurant_email_subscription",
        ),
        (
            "PATCH /admin/restaurants/{slug}/restaurant_email_subscriptions/{id}",
            "restaurant_email_subscription.email",
            Admin,
            "restaurant_email_subscription",
        ),
    ] {
        add(call, field, who, json!({ key: email }), Some("email"));
    }
    let account =
        |name: &str, of: Value| json!({ "email": TYPED, "password": PASSWORD, "nickname": "さくら", name: of });
    add("POST /dev/owners", "email", Visitor, account("restaurant_slugs", json!(["sushi-test"])), Some("email"));
    add("POST /dev/admins", "email", Visitor, account("flags", json!(["osg"])), Some("email"));
    let receipt = json!({ "receipt_email": TYPED, "gateway_fid": "pi_none" });
    add("POST /users/api/customers/send_receipt", "receipt_email", Diner, receipt, Some("receipt_email"));
    let staff = json!({ "email": TYPED, "nickname": "さくら", "role": "floor" });
    add("POST /owners/api/staff/invitations", "email", Owner, staff.clone(), Some("email"));
    add("POST /admin/api/r/{slug}/staff/invitations", "email", Admin, justified(staff), Some("email"));
    let guest = |inner: Value| {
        let mut guest = json!({ "nickname": "伊藤", "type": "InvitedCustomer" });
        guest.as_object_mut().expect("an object").extend(inner.as_object().cloned().expect("an object"));
        guest
    };
    let invited = json!({ "invitation_email": TYPED });
    for (field, body) in [
        ("invitation_email", guest(invited.clone())),
        ("profile_attributes.invitation_email", guest(json!({ "profile_attributes": invited.clone() }))),
        ("customer.invitation_email", json!({ "customer": guest(invited.clone()) })),
        (
            "customer.profile_attributes.invitation_email",
            json!({ "customer": guest(json!({ "profile_attributes": invited.clone() })) }),
        ),
    ] {
        add("POST /owners/api/customers", field, Owner, body, Some("invitation_email"));
    }
    add("PUT /owners/api/customers/{uid}/contact", "invitation_email", Owner, invited, Some("invitation_email"));
    let all = json!({ "customer_group_id": "999", "is_checked_whole_customers": "1", "q": { "user_email_eq": TYPED } });
    let bulk = "PUT /owners/customers/bulk_update_customer_groups";
    add(bulk, "q.user_email_eq", Owner, all, Some("q[user_email_eq]"));
    for (call, field, refused, fields) in [
        ("POST /admin/restaurants", "restaurant.email", "email", json!({ "email": TYPED })),
        ("PATCH /admin/restaurants/{slug}", "restaurant.email", "email", json!({ "email": TYPED })),
        ("POST /admin/restaurants", "restaurant.careers.email", "careers.email", json!({ "careers": email })),
        ("PATCH /admin/restaurants/{slug}", "restaurant.careers.email", "careers.email", json!({ "careers": email })),
    ] {
        add(call, field, Admin, json!({ "restaurant": fields }), Some(refused));
    }
    takers
}

struct Scene {
    app: TestApp,
    visitor: Persona,
    diner: Persona,
    owner: Persona,
    admin: Persona,
    subscription: i64,
    /// A guest of the restaurant, without an account.
    guest: String,
    /// Fields that every new restaurant requires.
    founding: Value,
}

impl Scene {
    async fn start() -> Self {
        let app = TestApp::start().await;
        let restaurant = app.restaurant(RestaurantSpec::default()).await;
        let diner = app.diner("nikki").await;
        app.owner_with_password(&restaurant, true).await;
        app.admin_with_password(&[]).await;
        app.execute("UPDATE owners SET email = 'nikki@seki.test'; UPDATE admin_users SET email = 'nikki@seki.test'")
            .await;
        let (visitor, owner, admin) = (app.anonymous(), app.owner(&restaurant).await, app.admin().await);
        let listed = "INSERT INTO restaurant_email_subscriptions (restaurant_id, email, created_at)
                      SELECT id, 'chef@kagura.test', created_at FROM restaurants RETURNING id";
        let subscription = app.count(listed).await;
        let entered = json!({ "nickname": "伊藤", "type": "OfflineCustomer" });
        let guest = owner.post("/owners/api/customers", &entered).await.json();
        let guest = guest["uid"].as_str().expect("the guest's uid").to_owned();
        let founding = json!({
            "slug": "new-sushi", "name_ja": "新しい鮨", "name_en": "New Sushi", "prefecture": "東京都", "phone": "03-1234-5678",
            "area_id": app.count("SELECT min(id) FROM areas").await, "cuisine_id": app.count("SELECT min(id) FROM cuisines").await,
        });
        Self { app, visitor, diner, owner, admin, subscription, guest, founding }
    }

    async fn send(&self, taker: &AddressField, typed: &str) -> Reply {
        let (method, path) = taker.call.split_once(' ').expect("a method and a path");
        let path = path.replace("{slug}", "sushi-test").replace("{id}", &self.subscription.to_string());
        let path = path.replace("{uid}", &self.guest);
        let mut body = with(&taker.body, typed);
        if taker.call == "POST /admin/restaurants" {
            let mut fields = self.founding.clone();
            fields.as_object_mut().expect("fields").extend(body["restaurant"].as_object().cloned().expect("fields"));
            body["restaurant"] = fields;
        }
        let persona = match taker.who {
            SignedInAs::Visitor => &self.visitor,
            SignedInAs::Diner => &self.diner,
            SignedInAs::Owner => &self.owner,
            SignedInAs::Admin => &self.admin,
        };
        persona.call(method.parse::<Method>().expect("a method"), &path).json(&body).send().await
    }

    /// Everything that an address could have been written into.
    async fn written(&self) -> String {
        let counts = "SELECT concat_ws(' ', (SELECT count(*) FROM mail_deliveries), (SELECT count(*) FROM users), (SELECT count(*) FROM owners),
            (SELECT count(*) FROM admin_users), (SELECT count(*) FROM mail_tokens), (SELECT count(*) FROM staff_invitations),
            (SELECT string_agg(email, ' ' ORDER BY id) FROM restaurant_email_subscriptions), (SELECT count(*) FROM customers),
            (SELECT string_agg(email || coalesce(careers::text, ''), ' ' ORDER BY id) FROM restaurants), (SELECT count(*) FROM sessions))";
        sqlx::query_scalar(counts).fetch_one(&self.app.pool).await.expect("the counts")
    }

    async fn end(self) {
        self.app.end().await;
    }
}

/// A body with what is typed in its place.
fn with(body: &Value, typed: &str) -> Value {
    match body {
        Value::String(text) if text == TYPED => typed.into(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), with(value, typed))).collect(),
        other => other.clone(),
    }
}

/// The fields of a schema, by their paths.
fn fields(document: &Value, schema: &Value, path: &str, seen: &[&str], found: &mut BTreeSet<String>) {
    if let Some(name) = schema["$ref"].as_str().and_then(|target| target.rsplit('/').next()) {
        if !seen.contains(&name) {
            let seen = [seen, &[name]].concat();
            fields(document, &document["components"]["schemas"][name], path, &seen, found);
        }
        return;
    }
    for part in ["allOf", "anyOf", "oneOf"].iter().filter_map(|kind| schema[kind].as_array()).flatten() {
        fields(document, part, path, seen, found);
    }
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        fields(document, inner, &path, seen, found);
        found.insert(path);
    }
    if schema["items"].is_object() {
        fields(document, &schema["items"], path, seen, found);
    }
}

/// Every call and field of the document that is named like an address.
fn documented() -> BTreeSet<(String, String)> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi.json")).expect("the document");
    let document: Value = serde_json::from_str(&text).expect("a document");
    let is_address = |field: &str| {
        let name = field.rsplit(['.', '?']).next().unwrap_or_default();
        let is_switch = ["is_email", "send_email", "allow_email", "enabled"].iter().any(|part| name.contains(part));
        name.contains("email") && !is_switch && name != "restaurant_email_subscription"
    };
    let mut documented = BTreeSet::new();
    for (path, calls) in document["paths"].as_object().expect("paths") {
        for (method, call) in calls.as_object().expect("calls") {
            let mut found = BTreeSet::new();
            for parameter in call["parameters"].as_array().into_iter().flatten() {
                found.insert(format!("?{}", parameter["name"].as_str().expect("a name")));
            }
            for content in call["requestBody"]["content"].as_object().into_iter().flatten() {
                fields(&document, &content.1["schema"], "", &[], &mut found);
            }
            let found = found.into_iter().filter(|field| is_address(field));
            documented.extend(found.map(|field| (format!("{} {path}", method.to_uppercase()), field)));
        }
    }
    documented
}

#[test]
fn every_address_field_of_the_document_is_tested() {
    let tried = takers().into_iter().map(|taker| (taker.call.to_owned(), taker.field.to_owned()));
    let unread = UNREAD.map(|(call, field)| (call.to_owned(), field.to_owned()));
    let tried: BTreeSet<_> = tried.chain(unread).collect();
    assert_eq!(tried, documented());
}

#[tokio::test]
async fn look_alike_addresses_get_422_from_every_call() {
    let scene = Scene::start().await;
    let before = scene.written().await;
    for taker in takers() {
        let place = format!("{} {}", taker.call, taker.field);
        for typed in ALIKE {
            let reply = scene.send(&taker, typed).await;
            match taker.refused {
                None => _ = reply.refused(422, "bad_credentials"),
                Some(field) => {
                    reply.refused(422, "invalid_input");
                    assert!(reply.bad_fields().contains(&field.to_owned()), "{place} {typed}: {}", reply.body);
                }
            }
        }
        assert_eq!(scene.written().await, before, "{place}");
    }
    // Positive control: the same bodies with a valid address.
    for (number, taker) in takers().into_iter().enumerate() {
        match taker.refused {
            None => _ = scene.send(&taker, " NIKKI@seki.test ").await.is(200),
            Some(field) => {
                let reply = scene.send(&taker, &format!(" Other{number}@SEKI.test ")).await;
                let is_named = reply.status == 422 && reply.bad_fields().contains(&field.to_owned());
                assert!(!is_named && reply.status < 500, "{} {}: {}", taker.call, taker.field, reply.body);
            }
        }
    }
    scene.end().await;
}

#[tokio::test]
async fn reset_links_go_to_the_stored_address_only() {
    let scene = Scene::start().await;
    let app = &scene.app;
    let sides = [("users", "user"), ("owners", "owner"), ("admin", "admin_user")];
    for (side, key) in sides {
        let ask = async |typed: &str| {
            scene.visitor.post(&format!("/{side}/password"), &json!({ key: { "email": typed } })).await
        };
        for typed in ALIKE {
            assert_eq!(ask(typed).await.bad_fields(), ["email"], "{side} {typed}");
        }
        ask(OTHER_HOST).await.is(200);
        // All spellings of one address share one limit, three in ten minutes.
        for typed in [ADDRESS, "Nikki@seki.test", &ADDRESS.to_uppercase()] {
            ask(typed).await.is(200);
        }
    }
    app.drain_jobs().await;
    let mails = app.outside.inbox(ADDRESS).await;
    assert_eq!(mails.len(), 3 * sides.len());
    for mail in &mails {
        assert_eq!(mail["to"], ADDRESS);
        assert!(mail["text"].as_str().expect("a text").contains("reset_password_token="), "{mail}");
    }
    let host = domain::names::email(OTHER_HOST).expect("an address of another host");
    for typed in ALIKE.into_iter().chain([OTHER_HOST, &host]) {
        assert!(app.outside.inbox(typed).await.is_empty(), "{typed}");
    }
    let elsewhere =
        "SELECT count(*) FROM mail_deliveries WHERE sent_at IS NOT NULL AND recipient::text <> 'nikki@seki.test'";
    assert_eq!(app.count(elsewhere).await, 0);
    scene.end().await;
}

#[tokio::test]
async fn look_alike_addresses_do_not_sign_in() {
    let scene = Scene::start().await;
    for (path, key) in [("/users/sign_in", "user"), ("/owners/sign_in", "owner"), ("/admin/sign_in", "admin_user")] {
        let browser = scene.app.anonymous();
        let sign_in =
            async |typed: &str| browser.post(path, &json!({ key: { "email": typed, "password": PASSWORD } })).await;
        // The browser is a known device from now on, whose attempts take another path.
        sign_in(ADDRESS).await.is(200);
        for typed in ALIKE.into_iter().chain([OTHER_HOST]) {
            sign_in(typed).await.refused(422, "bad_credentials");
        }
    }
    scene.end().await;
}

#[tokio::test]
async fn searches_and_imports_fold_ascii_case_only() {
    let scene = Scene::start().await;
    let app = &scene.app;
    let restaurants = "SELECT min(id) FROM restaurants";
    let known = sqlx::query(
        "INSERT INTO customers (uid, restaurant_id, type, user_id, created_at) SELECT 'nikki', $1, 'OnlineCustomer', $2, $3",
    );
    let known = known.bind(app.count(restaurants).await).bind(scene.diner.id().0).bind(app.now());
    known.execute(&app.pool).await.expect("a customer");
    let count = async |persona: &Persona, path: &str, typed: &str, list: &str| {
        let filter = json!({ "q": typed }).to_string();
        let typed = if path.ends_with("filter=") { filter.as_str() } else { typed };
        let path = reqwest::Url::parse_with_params(&format!("http://x{path}"), [("t", typed)]).expect("an address");
        let query = path.query().expect("a query").replace("&t=", "");
        let answer = persona.get(&format!("{}?{query}", path.path())).await.is(200).json();
        answer.pointer(list).and_then(Value::as_array).map_or(0, Vec::len)
    };
    for (persona, path, list) in [
        (&scene.admin, "/admin/api/resources/users?filter=", ""),
        (&scene.owner, "/owners/api/customers?type=email&q=", "/data"),
        (&scene.owner, "/owners/customers?q[user_email_eq]=", "/data/customers"),
    ] {
        assert_eq!(count(persona, path, "NIKKI@seki.test", list).await, 1, "{path}");
        for typed in ALIKE {
            // A search accepts full-width letters, an exact match does not.
            let is_search = !path.contains("_eq") && typed.contains(['ｎ', 'ｓ']);
            assert_eq!(count(persona, path, typed, list).await, usize::from(is_search), "{path}{typed}");
        }
    }

    let rows: String = ALIKE.into_iter().enumerate().fold(String::new(), |rows, (number, typed)| {
        format!("{rows}A-{number},inbound,{}T18:00,{}T20:00,1,Smith,{typed}\n", app.day(7), app.day(7))
    });
    let list = format!("external_id,source,starts_at,ends_at,guests_count,full_name,email\n{rows}");
    let import = "/admin/r/sushi-test/offsite_reservations/import";
    let report = scene.admin.post(import, &json!({ "list": list })).await.is(200).json();
    let refused = report["rows"].as_array().expect("rows").iter().map(|row| row["field"].clone());
    assert_eq!(refused.collect::<Vec<_>>(), ALIKE.map(|_| json!("email")), "{report}");
    scene.end().await;
}

/// The look-ups of `seki admin` and `seki factor`.
#[tokio::test]
async fn command_line_lookups_reject_look_alike_addresses() {
    let scene = Scene::start().await;
    let app = &scene.app;
    let mut conn = app.pool.acquire().await.expect("a connection");
    for side in [Side::Diner, Side::Owner, Side::Admin] {
        for typed in ALIKE.into_iter().chain([OTHER_HOST]) {
            assert!(find_by_email(&mut conn, side, typed).await.expect("an answer").is_none(), "{side} {typed}");
        }
        assert!(find_by_email(&mut conn, side, " NIKKI@seki.test ").await.expect("an answer").is_some(), "{side}");
    }
    for typed in ALIKE.into_iter().chain([OTHER_HOST]) {
        assert!(!admins::set_flags(&mut conn, app.now(), typed, &[]).await.expect("an answer"), "{typed}");
        assert!(admins::disable(&mut conn, app.now(), typed).await.is_err(), "{typed}");
        assert!(admins::enable(&mut conn, app.now(), typed).await.is_err(), "{typed}");
    }
    assert!(admins::disable(&mut conn, app.now(), " NIKKI@seki.test ").await.expect("an answer"));
    drop(conn);
    scene.end().await;
}

#[tokio::test]
async fn staff_invitations_go_to_the_stored_address_of_an_account() {
    let scene = Scene::start().await;
    let app = &scene.app;
    let elsewhere = app.restaurant(RestaurantSpec { slug: "tempura-test", ..RestaurantSpec::default() }).await;
    let owner = app.owner(&elsewhere).await;
    let body = json!({ "email": "NIKKI@seki.test", "nickname": "ニッキ", "role": "floor" });
    owner.post("/owners/api/staff/invitations", &body).await.is(200);
    app.drain_jobs().await;
    let mails = app.outside.inbox(ADDRESS).await;
    assert_eq!((mails.len(), &mails[0]["to"]), (1, &json!(ADDRESS)), "{mails:?}");
    scene.end().await;
}

#[tokio::test]
async fn every_address_column_rejects_non_ascii() {
    let scene = Scene::start().await;
    let app = &scene.app;
    let unguarded =
        "SELECT format('%s.%s', c.relname, a.attname) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT a.attisdropped
          AND a.atttypid = 'citext'::regtype
          AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.convalidated
              AND k.conkey = ARRAY[a.attnum] AND pg_get_constraintdef(k.oid) LIKE '%[!-~]%')";
    let unguarded: Vec<String> = sqlx::query_scalar(unguarded).fetch_all(&app.pool).await.expect("the catalogue");
    assert_eq!(unguarded, Vec::<String>::new());
    for typed in ALIKE {
        for (statement, constraint) in [
            ("UPDATE users SET email = $1::text", "users_email_check"),
            ("UPDATE owners SET email = $1::text", "owners_email_check"),
            ("UPDATE admin_users SET email = $1::text", "admin_users_email_check"),
        ] {
            let refused = sqlx::query(statement).bind(typed).execute(&app.pool).await.expect_err("a refusal");
            let refused = refused.into_database_error().expect("a refusal of the database");
            assert_eq!(refused.constraint(), Some(constraint), "{typed}");
        }
        let is_none: bool = sqlx::query_scalar("SELECT mail_address($1) IS NULL")
            .bind(typed)
            .fetch_one(&app.pool)
            .await
            .expect("an answer");
        assert!(is_none, "{typed}");
    }
    scene.end().await;
}

fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source");
            if text.contains("::citext") {
                found.push(path.display().to_string());
            }
        }
    }
}

#[test]
fn queries_compare_addresses_through_mail_address_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for folder in ["domain/src", "web-server/src", "worker/src", "cli/src"] {
        sources(&root.join(folder), &mut found);
    }
    assert!(found.is_empty(), "these cast to citext, whose comparison folds beyond ASCII: {found:#?}");

    // A parameter that is compared with an address column is citext without any cast.
    let mut seen = 0;
    for entry in std::fs::read_dir(root.join(".sqlx")).expect("the prepared queries") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("a prepared query");
        let prepared: Value = serde_json::from_str(&text).expect("JSON");
        if prepared["describe"]["parameters"].to_string().contains("citext") {
            found.push(prepared["query"].to_string());
        }
        seen += 1;
    }
    assert!(seen > 100, "{seen} prepared queries");
    assert!(found.is_empty(), "these bind a text as citext: {found:#?}");
}
