//! A person with a browser: it stores cookies and the CSRF token of the last page, and does not follow redirects.

use std::collections::BTreeMap;

use domain::ids::UserId;
use domain::sessions::{Token, TokenHash};
use parking_lot::Mutex;
use reqwest::header::{ACCEPT, CONTENT_TYPE, COOKIE, SET_COOKIE};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;

use crate::reply::Reply;

const CSRF_HEADER: &str = "x-csrf-token";
pub const JSON: &str = "application/json";
const EVENT_STREAM: &str = "text/event-stream";
const HTML: &str = "text/html,application/xhtml+xml";
const BOUNDARY: &str = "seki-tests-boundary";

pub struct Persona {
    http: Client,
    base_url: String,
    jar: Mutex<BTreeMap<String, String>>,
    csrf_token: Mutex<String>,
    id: Option<UserId>,
    pub email: String,
}

/// How a write shows its origin.
#[derive(Clone, Debug)]
pub enum Csrf {
    Header,
    Field,
    Token(String),
    None,
}

impl Persona {
    pub(crate) fn new(http: &Client, base_url: &str) -> Self {
        Self {
            http: http.clone(),
            base_url: base_url.to_owned(),
            jar: Mutex::default(),
            csrf_token: Mutex::default(),
            id: None,
            email: String::new(),
        }
    }

    /// Returns the same person with the same cookies, on another web server.
    pub fn at(&self, base_url: &str) -> Self {
        Self {
            http: self.http.clone(),
            base_url: base_url.to_owned(),
            jar: Mutex::new(self.jar.lock().clone()),
            csrf_token: Mutex::new(self.csrf_token.lock().clone()),
            id: self.id,
            email: self.email.clone(),
        }
    }

    pub(crate) fn signed_in_as(mut self, id: UserId, email: &str) -> Self {
        self.id = Some(id);
        email.clone_into(&mut self.email);
        self
    }

    pub fn id(&self) -> UserId {
        self.id.expect("a persona with an account")
    }

    /// The session of the diner's cookie.
    pub fn session(&self) -> TokenHash {
        Token::from_cookie(&self.cookie("seki_diner").expect("a diner who is signed in")).hash()
    }

    /// The token belongs to the previous cookies, and is invalid with the new ones.
    pub fn set_cookie(&self, name: &str, value: &str) {
        self.csrf_token.lock().clear();
        self.jar.lock().insert(name.to_owned(), value.to_owned());
    }

    pub fn cookie(&self, name: &str) -> Option<String> {
        self.jar.lock().get(name).cloned()
    }

    pub fn forget_cookie(&self, name: &str) {
        self.csrf_token.lock().clear();
        self.jar.lock().remove(name);
    }

    pub fn set_csrf_token(&self, token: &str) {
        token.clone_into(&mut self.csrf_token.lock());
    }

    /// Returns the CSRF token of the last page; a new persona opens a page first.
    pub async fn csrf_token(&self) -> String {
        let known = self.csrf_token.lock().clone();
        if !known.is_empty() {
            return known;
        }
        Box::pin(self.get("/")).await.is(200);
        self.csrf_token.lock().clone()
    }

    pub fn call(&self, method: Method, path: &str) -> Call<'_> {
        let request = self.http.request(method.clone(), format!("{}{path}", self.base_url));
        let csrf = if method == Method::GET { Csrf::None } else { Csrf::Header };
        Call { persona: self, request, accept: JSON, csrf, body: Body::None }
    }

    /// Gets a page or call as JSON.
    pub async fn get(&self, path: &str) -> Reply {
        self.call(Method::GET, path).send().await
    }

    /// Gets a page as a browser does.
    pub async fn open(&self, path: &str) -> Reply {
        self.call(Method::GET, path).accept(HTML).send().await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.call(Method::POST, path).json(body).send().await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Reply {
        self.call(Method::PUT, path).json(body).send().await
    }

    pub async fn patch(&self, path: &str, body: &Value) -> Reply {
        self.call(Method::PATCH, path).json(body).send().await
    }

    /// Submits a form, as a browser without scripts does.
    pub async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Reply {
        self.call(Method::POST, path).accept(HTML).csrf(Csrf::Field).form(fields).send().await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        self.call(Method::DELETE, path).send().await
    }

    pub async fn delete_with(&self, path: &str, body: &Value) -> Reply {
        self.call(Method::DELETE, path).json(body).send().await
    }

    fn keep_cookies(&self, headers: &reqwest::header::HeaderMap) {
        let mut jar = self.jar.lock();
        for cookie in headers.get_all(SET_COOKIE).iter().filter_map(|value| value.to_str().ok()) {
            let (pair, attributes) = cookie.split_once(';').unwrap_or((cookie, ""));
            let (name, value) = pair.split_once('=').expect("a cookie has a name and a value");
            if value.is_empty() || attributes.contains("Max-Age=0") {
                jar.remove(name);
            } else {
                jar.insert(name.to_owned(), value.to_owned());
            }
        }
    }

    fn cookie_header(&self) -> String {
        let jar = self.jar.lock();
        jar.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }
}

enum Body {
    None,
    Json(Value),
    Form(Vec<(String, String)>),
    Multipart(Vec<(String, String)>),
    Raw(&'static str, Vec<u8>),
}

/// One request under construction.
pub struct Call<'a> {
    persona: &'a Persona,
    request: RequestBuilder,
    accept: &'a str,
    csrf: Csrf,
    body: Body,
}

impl<'a> Call<'a> {
    pub fn accept(self, accept: &'a str) -> Self {
        Self { accept, ..self }
    }

    pub fn csrf(self, csrf: Csrf) -> Self {
        Self { csrf, ..self }
    }

    pub fn json(self, body: &Value) -> Self {
        Self { body: Body::Json(body.clone()), ..self }
    }

    pub fn form(self, fields: &[(&str, &str)]) -> Self {
        Self { body: Body::Form(owned(fields)), ..self }
    }

    pub fn multipart(self, fields: &[(&str, &str)]) -> Self {
        Self { body: Body::Multipart(owned(fields)), ..self }
    }

    /// Sends a body that may differ from its content type.
    pub fn raw(self, content_type: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { body: Body::Raw(content_type, body.into()), ..self }
    }

    pub fn header(self, name: &str, value: &str) -> Self {
        Self { request: self.request.header(name, value), ..self }
    }

    pub async fn send(self) -> Reply {
        self.try_send().await.unwrap_or_else(|error| panic!("no answer: {error:?}"))
    }

    /// Gets a file: its headers and bytes.
    pub async fn download(self) -> (reqwest::header::HeaderMap, Vec<u8>) {
        let answer = self.prepare().await.send().await.expect("an answer");
        assert_eq!(answer.status().as_u16(), 200);
        (answer.headers().clone(), answer.bytes().await.expect("a file").to_vec())
    }

    /// For servers that may die during the response. An event stream has no end, so its body is not read.
    pub async fn try_send(self) -> reqwest::Result<Reply> {
        let persona = self.persona;
        let request = self.prepare().await;
        let answer = request.send().await?;
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let is_stream = answer.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == EVENT_STREAM);
        let body = if is_stream { String::new() } else { answer.text().await? };
        persona.keep_cookies(&headers);
        if let Some(token) = headers.get(CSRF_HEADER).and_then(|value| value.to_str().ok()) {
            persona.set_csrf_token(token);
        }
        Ok(Reply { status, headers, body })
    }

    async fn prepare(mut self) -> RequestBuilder {
        let token = match &self.csrf {
            Csrf::Header | Csrf::Field => self.persona.csrf_token().await,
            Csrf::Token(token) => token.clone(),
            Csrf::None => String::new(),
        };
        if matches!(self.csrf, Csrf::Field) {
            self.body = with_token(self.body, &token);
        }
        let mut request = self.request.header(ACCEPT, self.accept);
        if matches!(self.csrf, Csrf::Header | Csrf::Token(_)) {
            request = request.header(CSRF_HEADER, token);
        }
        let cookies = self.persona.cookie_header();
        if !cookies.is_empty() {
            request = request.header(COOKIE, cookies);
        }
        match self.body {
            Body::None => request,
            Body::Json(body) => request.json(&body),
            Body::Form(fields) => request.form(&fields),
            Body::Multipart(fields) => {
                let kind = format!("multipart/form-data; boundary={BOUNDARY}");
                request.header(CONTENT_TYPE, kind).body(multipart(&fields))
            }
            Body::Raw(kind, bytes) => request.header(CONTENT_TYPE, kind).body(bytes),
        }
    }
}

fn owned(fields: &[(&str, &str)]) -> Vec<(String, String)> {
    fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn with_token(body: Body, token: &str) -> Body {
    let field = ("authenticity_token".to_owned(), token.to_owned());
    match body {
        Body::Json(mut body) => {
            body["authenticity_token"] = token.into();
            Body::Json(body)
        }
        Body::Form(mut fields) => {
            fields.push(field);
            Body::Form(fields)
        }
        Body::Multipart(mut fields) => {
            fields.push(field);
            Body::Multipart(fields)
        }
        Body::None => Body::Form(vec![field]),
        raw @ Body::Raw(..) => raw,
    }
}

fn multipart(fields: &[(String, String)]) -> String {
    let part = |(name, value): &(String, String)| {
        format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    fields.iter().map(part).collect::<String>() + &format!("--{BOUNDARY}--\r\n")
}
