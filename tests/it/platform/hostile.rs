//! Sends hostile values to every address of the document, one at a time, in an otherwise valid request: no input causes an internal error
//! or violates an invariant.

use reqwest::Method;
use serde_json::{Map, Value, json};
use tests::{GuestSpec, Persona, RestaurantSpec, SlotSpec, TestApp, VisitSpec, cards};

/// Number of hostile values for each parameter and field, in rotation.
const TURNS: usize = 4;

/// Senders of the requests, and valid values by the names of parameters and fields.
struct Senders {
    good: Map<String, Value>,
    diner: Persona,
    staff: Persona,
}

impl Senders {
    async fn sign_in(app: &TestApp) -> Self {
        let restaurant = app.restaurant(RestaurantSpec { seats: 8, fee: 390, ..RestaurantSpec::default() }).await;
        let slot = app.slot(&restaurant, SlotSpec::default()).await;
        let diner = app.diner("hanako").await.with_card(&app.outside, cards::GOOD).await;
        let staff = app.owner(&restaurant).await;
        app.sign_in_admin_as_well(&staff).await;
        let uid = diner.hold(&restaurant, &slot, 2).await;
        let mut good = Map::new();
        let mut know = |values: &Value| good.extend(values.as_object().cloned().expect("an object"));
        know(&app.visit(&restaurant, &VisitSpec { days: 8, ..VisitSpec::default() }).await);
        let request = slot.hold_request(&restaurant, 2, &diner.calendar_token(restaurant.slug).await);
        know(&request);
        know(&request["new_reservation"]);
        let guest = app.guest(&restaurant, GuestSpec::default()).await;
        know(&json!({
            "slug": restaurant.slug, "owners_restaurant_slug": restaurant.slug, "date": app.day(8), "year_month": "2026-12", "uid": uid,
            "reservation_uid": uid, "offline_customer_uid": guest, "phone_country": "JP", "phone_local_number": "09012345678",
            "email": "a@example.jp", "password": "Seki-2026", "result": "succeeded",
        }));
        good.remove("new_reservation");
        Self { good, diner, staff }
    }

    /// Returns the fault of the response to a request, if any.
    async fn send(&self, method: &Method, path: &str, body: Option<&Value>) -> Option<String> {
        let is_of_staff = path.starts_with("/owners") || path.starts_with("/admin");
        let call = if is_of_staff { &self.staff } else { &self.diner }.call(method.clone(), path);
        let call = match body {
            Some(body) => call.json(body),
            None => call,
        };
        let status = call.send().await.status;
        let shown = || format!("{status} {method} {path} {}", body.map(Value::to_string).unwrap_or_default());
        (status >= 500).then(|| shown().chars().take(400).collect())
    }
}

fn texts() -> Vec<String> {
    let short = [
        "\0",
        "",
        " ",
        "'",
        "%_\\",
        "\u{202e}😀",
        "..",
        "-1",
        "99999999999999999999",
        "2147483648",
        "9223372036854775807",
        "1e309",
        "2026-02-30",
        "+262142-12-31",
        "-262143-01-01",
        "9999-12",
        "0000-00",
        "+262142-12-31T23:59:59Z",
        "99:99",
        "null",
    ];
    short.map(str::to_owned).into_iter().chain(["あ".repeat(1_000)]).collect()
}

fn values() -> Vec<Value> {
    let others = [
        json!(null),
        json!(true),
        json!(-1),
        json!(0.5),
        json!(1e300),
        json!(i32::MAX),
        json!(i64::MAX),
        json!(i64::MIN),
        json!([]),
        json!({}),
        json!([null]),
        json!([[]]),
        json!([i64::MAX, i64::MAX]),
        json!({ "\0": "\0" }),
        json!("x".repeat(100_000)),
    ];
    texts().into_iter().map(Value::from).chain(others).collect()
}

/// One call of the document.
struct Call<'a> {
    document: &'a Value,
    method: Method,
    path: &'a str,
    parameters: Vec<&'a Value>,
    schema: &'a Value,
}

impl<'a> Call<'a> {
    fn all(document: &'a Value) -> Vec<Self> {
        let paths = document["paths"].as_object().expect("paths").iter();
        let calls =
            paths.flat_map(|(path, item)| item.as_object().expect("calls").iter().map(move |call| (path, call)));
        let is_asked = |path: &str| {
            !path.ends_with("/sign_out")
                && !path.ends_with("/events")
                && !path.starts_with("/dev/")
                && !path.starts_with("/webhooks/")
                && path != "/users/auth/apple/callback"
        };
        let call = |(path, (method, call)): (&'a String, (&'a String, &'a Value))| Self {
            document,
            method: method.to_ascii_uppercase().parse().expect("a method"),
            path,
            parameters: call["parameters"].as_array().map(|all| all.iter().collect()).unwrap_or_default(),
            schema: &call["requestBody"]["content"]["application/json"]["schema"],
        };
        calls.filter(|(path, _)| is_asked(path)).map(call).collect()
    }

    /// Its address, valid except for one parameter.
    fn address(&self, good: &Map<String, Value>, broken: Option<(&str, &str)>) -> String {
        let mut path = self.path.to_owned();
        let mut query = Vec::new();
        for parameter in &self.parameters {
            let name = parameter["name"].as_str().expect("a name");
            let hostile = broken.filter(|(broken, _)| *broken == name).map(|(_, with)| with.to_owned());
            let text =
                hostile.or_else(|| good.get(name).map(|value| value.as_str().map_or(value.to_string(), str::to_owned)));
            match (parameter["in"].as_str(), text) {
                (Some("path"), text) => {
                    path = path.replace(&format!("{{{name}}}"), &encoded(text.as_deref().unwrap_or("1")))
                }
                (_, Some(text)) => query.push(format!("{name}={}", encoded(&text))),
                (_, None) => {}
            }
        }
        if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) }
    }

    /// A body with valid values for known fields and plausible ones elsewhere, and the paths of its fields.
    fn body(&self, good: &Map<String, Value>) -> Option<(Value, Vec<String>)> {
        let mut ways = Vec::new();
        let body = (!self.schema.is_null()).then(|| self.sample(good, "", self.schema, "", &mut ways))?;
        ways.retain(|way| body.pointer(way).is_some());
        Some((body, ways))
    }

    fn sample(
        &self,
        good: &Map<String, Value>,
        name: &str,
        schema: &'a Value,
        way: &str,
        ways: &mut Vec<String>,
    ) -> Value {
        let schema = self.resolved(schema);
        if !way.is_empty() {
            ways.push(way.to_owned());
        }
        if let Some(fields) = schema["properties"].as_object() {
            let field = |(name, field): (&String, &'a Value)| {
                (name.clone(), self.sample(good, name, field, &format!("{way}/{name}"), ways))
            };
            return fields.iter().map(field).collect();
        }
        if let Some(known) = good.get(name) {
            return known.clone();
        }
        let kinds = schema["oneOf"].as_array().or_else(|| schema["allOf"].as_array());
        if let Some(one) = kinds.and_then(|all| all.iter().find(|one| one["type"] != "null")) {
            return self.sample(good, name, one, "", ways);
        }
        if let Some(first) = schema["enum"].as_array().and_then(|all| all.first()) {
            return first.clone();
        }
        match schema["type"].as_str().or_else(|| schema["type"][0].as_str()) {
            Some("integer" | "number") => json!(1),
            Some("boolean") => json!(true),
            Some("array") => json!([self.sample(good, "", &schema["items"], &format!("{way}/0"), ways)]),
            Some("object") => json!({ "a": "b" }),
            _ => json!("a"),
        }
    }

    fn resolved(&self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
            Some(name) => self.resolved(&self.document["components"]["schemas"][name]),
            None => schema,
        }
    }
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// Query parameters that lists may read, and that the document does not name.
const LIST_QUERIES: [&str; 6] = [
    "q[a][b][c]=1&q[]=1",
    "q[starts_at_lteq]=%2B262142-12-31&q[starts_at_gteq]=-262143-01-01",
    "filter={\"id\":[99999999999999999999]}&sort=[\"id;\",\"x\"]",
    "range=[9223372036854775806,9223372036854775807]",
    "page=9223372036854775807&keywords=%00",
    "page=-9223372036854775808&locale=%00",
];

#[tokio::test]
async fn nothing_that_is_sent_is_an_internal_error() {
    let app = TestApp::start().await;
    let senders = Senders::sign_in(&app).await;
    let document = serde_json::from_str(include_str!("../../../openapi.json")).expect("the document");
    let (texts, values) = (texts(), values());
    let (mut texts, mut values) = (texts.iter().cycle(), values.iter().cycle());
    let mut broken = Vec::new();
    for call in Call::all(&document) {
        app.execute("DELETE FROM rate_limits").await;
        let good = call.address(&senders.good, None);
        let body = call.body(&senders.good);
        for parameter in &call.parameters {
            for text in texts.by_ref().take(TURNS) {
                let name = parameter["name"].as_str().expect("a name");
                let address = call.address(&senders.good, Some((name, text)));
                broken.extend(senders.send(&call.method, &address, body.as_ref().map(|(body, _)| body)).await);
            }
        }
        for (body, way) in body.iter().flat_map(|(body, ways)| ways.iter().map(move |way| (body, way))) {
            for value in values.by_ref().take(TURNS) {
                let mut body = body.clone();
                *body.pointer_mut(way).expect("a field") = value.clone();
                broken.extend(senders.send(&call.method, &good, Some(&body)).await);
            }
        }
        if call.method == Method::GET {
            for query in LIST_QUERIES {
                let glue = if good.contains('?') { '&' } else { '?' };
                broken.extend(senders.send(&Method::GET, &format!("{good}{glue}{query}"), None).await);
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    app.end().await;
}
