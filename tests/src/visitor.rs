use reqwest::Method;
use reqwest::header::{HeaderMap, LOCATION};
use serde_json::Value;

use crate::failure::Result;
use crate::persona::{Call, Csrf, Persona};

/// A browser whose every request may fail with `?`.
pub struct Visitor(pub(crate) Persona);

/// An HTTP response.
#[derive(Debug)]
pub struct VisitorReply {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
    /// Null when the response is not JSON.
    pub json: Value,
}

impl VisitorReply {
    pub fn location(&self) -> &str {
        self.header(LOCATION.as_str())
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Returns the names of the fields that a problem reports.
    pub fn bad_fields(&self) -> Vec<&str> {
        self.json["fields"].as_object().map(|fields| fields.keys().map(String::as_str).collect()).unwrap_or_default()
    }
}

impl Visitor {
    /// Gets a page or call as JSON.
    pub async fn get(&self, path: &str) -> Result<VisitorReply> {
        answer(self.0.call(Method::GET, path)).await
    }

    /// Gets a page as a browser does.
    pub async fn open(&self, path: &str) -> Result<VisitorReply> {
        answer(self.0.call(Method::GET, path).accept(crate::persona::HTML)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Result<VisitorReply> {
        self.write(Method::POST, path, &body).await
    }

    /// Like `post`, through our proxy, which saw this address.
    pub async fn post_from(&self, address: &str, path: &str, body: Value) -> Result<VisitorReply> {
        answer(self.0.call(Method::POST, path).header("x-forwarded-for", address).json(&body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Result<VisitorReply> {
        self.write(Method::PATCH, path, &body).await
    }

    pub async fn delete(&self, path: &str) -> Result<VisitorReply> {
        self.write(Method::DELETE, path, &Value::Null).await
    }

    pub async fn delete_with(&self, path: &str, body: Value) -> Result<VisitorReply> {
        self.write(Method::DELETE, path, &body).await
    }

    async fn write(&self, method: Method, path: &str, body: &Value) -> Result<VisitorReply> {
        let call = self.0.call(method, path);
        answer(if body.is_null() { call } else { call.json(body) }).await
    }

    /// Posts a form as a browser does, with its hidden token.
    pub async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Result<VisitorReply> {
        let call = self.0.call(Method::POST, path).accept(crate::persona::HTML);
        answer(call.csrf(Csrf::Field).form(fields)).await
    }

    /// Sends a write without a token, as another site would.
    pub async fn post_unproven(&self, method: Method, path: &str, body: Value) -> Result<VisitorReply> {
        answer(self.0.call(method, path).csrf(Csrf::None).json(&body)).await
    }

    /// Sends a write whose body differs from its content type.
    pub async fn post_raw(&self, path: &str, content_type: &'static str, body: &str) -> Result<VisitorReply> {
        answer(self.0.call(Method::POST, path).raw(content_type, body)).await
    }
}

async fn answer(call: Call<'_>) -> Result<VisitorReply> {
    let reply = call.try_send().await?;
    let json = serde_json::from_str(&reply.body).unwrap_or(Value::Null);
    Ok(VisitorReply { status: reply.status, headers: reply.headers, text: reply.body, json })
}
