use anyhow::Result;
use parking_lot::Mutex;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Method};
use serde_json::Value;

const CSRF_HEADER: &str = "x-csrf-token";

/// A browser: it keeps its cookies, remembers the last CSRF token it was given, and follows no redirect by itself.
pub struct Visitor {
    http: Client,
    base_url: String,
    csrf_token: Mutex<String>,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
    /// Null when the answer is no JSON.
    pub json: Value,
}

impl Answer {
    pub fn location(&self) -> &str {
        self.header(LOCATION.as_str())
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The names of the fields that a problem complains of.
    pub fn bad_fields(&self) -> Vec<&str> {
        self.json["fields"].as_object().map(|fields| fields.keys().map(String::as_str).collect()).unwrap_or_default()
    }
}

impl Visitor {
    pub(crate) fn new(base_url: &str) -> Self {
        domain::clients::http::client();
        let http = Client::builder().cookie_store(true).redirect(Policy::none()).no_proxy().build();
        Self {
            http: http.expect("a client needs nothing from outside"),
            base_url: base_url.to_owned(),
            csrf_token: Mutex::default(),
        }
    }

    /// Gets a page or call as JSON.
    pub async fn get(&self, path: &str) -> Result<Answer> {
        self.send(self.http.get(self.url(path)).header(ACCEPT, "application/json")).await
    }

    /// Gets a page as a browser does.
    pub async fn open(&self, path: &str) -> Result<Answer> {
        self.send(self.http.get(self.url(path)).header(ACCEPT, "text/html,application/xhtml+xml")).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Result<Answer> {
        self.write(Method::POST, path, &body).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Result<Answer> {
        self.write(Method::PATCH, path, &body).await
    }

    pub async fn delete(&self, path: &str) -> Result<Answer> {
        self.write(Method::DELETE, path, &Value::Null).await
    }

    async fn write(&self, method: Method, path: &str, body: &Value) -> Result<Answer> {
        let token = self.token().await?;
        let request = self.http.request(method, self.url(path)).header(ACCEPT, "application/json");
        let request = request.header(CSRF_HEADER, token);
        self.send(if body.is_null() { request } else { request.json(body) }).await
    }

    /// Posts a form as a browser does, with its hidden token.
    pub async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Result<Answer> {
        let token = self.token().await?;
        let mut all = vec![("authenticity_token", token.as_str())];
        all.extend(fields);
        self.send(self.http.post(self.url(path)).header(ACCEPT, "text/html").form(&all)).await
    }

    /// A write without a token, as another site would send it.
    pub async fn post_unproven(&self, method: Method, path: &str, body: Value) -> Result<Answer> {
        self.send(self.http.request(method, self.url(path)).header(ACCEPT, "application/json").json(&body)).await
    }

    /// A write whose body is not what its type says.
    pub async fn post_raw(&self, path: &str, content_type: &str, body: &str) -> Result<Answer> {
        let token = self.token().await?;
        let request = self.http.post(self.url(path)).header(ACCEPT, "application/json").header(CSRF_HEADER, token);
        self.send(request.header(CONTENT_TYPE, content_type).body(body.to_owned())).await
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }

    /// The token of the last page; a new visitor opens one first.
    async fn token(&self) -> Result<String> {
        let known = self.csrf_token.lock().clone();
        if !known.is_empty() {
            return Ok(known);
        }
        self.get("/users/password/new").await?;
        Ok(self.csrf_token.lock().clone())
    }

    async fn send(&self, request: reqwest::RequestBuilder) -> Result<Answer> {
        let response = request.send().await?;
        if let Some(token) = response.headers().get(CSRF_HEADER).and_then(|value| value.to_str().ok()) {
            *self.csrf_token.lock() = token.to_owned();
        }
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await?;
        let json = serde_json::from_str(&text).unwrap_or(Value::Null);
        Ok(Answer { status, headers, text, json })
    }
}
