//! Bodies of writes: JSON, urlencoded or multipart, all with the same nesting (gaps G009).

use axum::extract::{FromRequest, Request};
use axum::http::{Method, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::known_fields::Tracked;
use crate::http::error::ApiError;
use crate::http::middleware::request::Payload;

/// The body as `T`; no body is read as `{}`. Malformed JSON is 400, and a picture is 415. A body of the wrong shape is 422, which names the
/// field if the body is JSON. 422 `no_known_field` if the body has fields and the call knows none of them, and for a PATCH or PUT that
/// has no field (gaps G276).
#[derive(Clone, Debug)]
pub struct FormOrJson<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for FormOrJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Self::Rejection> {
        let is_change = matches!(*request.method(), Method::PATCH | Method::PUT);
        let body = match request.extensions().get::<Payload>() {
            Some(Payload::Json(bytes)) => {
                require_known(json(bytes)?, is_change, || serde_json::from_slice(bytes).ok())?
            }
            Some(Payload::Form(text)) => require_known(form(text)?, is_change, || form(text).ok())?,
            Some(Payload::Picture(_)) => {
                return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type"));
            }
            None => require_known(json(b"{}")?, is_change, || Some(Value::Object(Map::new())))?,
        };
        Ok(Self(body))
    }
}

/// Returns the body, unless it must have a known field and has none. `sent` parses it again, as it was sent, which an ordinary write does
/// not need: it has known fields only. A body that was read, but is no plain record, counts as known.
fn require_known<T>(tracked: Tracked<T>, is_change: bool, sent: impl FnOnce() -> Option<Value>) -> Result<T, ApiError> {
    let needs_known = is_change || tracked.has_unknown();
    if needs_known && sent().is_some_and(|sent| !tracked.has_known(&sent)) {
        return Err(ApiError::unprocessable("no_known_field"));
    }
    Ok(tracked.body)
}

fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        if error.inner().is_data() {
            invalid_field(path_of(&error))
        } else {
            ApiError::new(StatusCode::BAD_REQUEST, "malformed_body")
        }
    })
}

/// Parses a record whose type was unknown when the body was read, as `FormOrJson` would have.
pub fn record<T: DeserializeOwned>(given: serde_json::Value) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(given).map_err(|error| invalid_field(path_of(&error)))
}

/// Merges changes into the stored fields of a record: absent fields remain (gaps G276). A form sends texts only, so a text of digits becomes a
/// number where the stored field is a number.
pub fn merge_fields(stored: Value, changes: Map<String, Value>) -> Value {
    let Value::Object(mut fields) = stored else { return Value::Object(changes) };
    for (name, value) in changes {
        let digits = value.as_str().and_then(|text| text.parse::<i64>().ok());
        let value = match (fields.remove(&name), digits, value) {
            (Some(Value::Number(_)), Some(number), _) => number.into(),
            (Some(inner @ Value::Object(_)), _, Value::Object(changes)) => merge_fields(inner, changes),
            (_, _, value) => value,
        };
        fields.insert(name, value);
    }
    Value::Object(fields)
}

/// Returns the field of the error. A missing field is not on the path, which ends at its parent.
fn path_of(error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    let parent = error.path().to_string();
    let message = error.inner().to_string();
    let missing = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
    match missing {
        Some(name) if parent == "." => name.to_owned(),
        Some(name) if !parent.ends_with(name) => format!("{parent}.{name}"),
        _ => parent,
    }
}

fn form<T: DeserializeOwned>(text: &str) -> Result<T, ApiError> {
    let config = serde_qs::Config::new().max_depth(6).use_form_encoding(true);
    config.deserialize_str(text).map_err(|_| invalid_field(String::new()))
}

fn invalid_field(path: String) -> ApiError {
    let known = !path.is_empty() && path != "." && path != "?";
    let fields = known.then_some((path, "field_invalid"));
    ApiError::invalid_fields(fields)
}

/// Checkboxes: checked is true, 1, "1", "true" or "on", unchecked is false, 0, "", "0", "false", "off" or "no". Any other value is
/// rejected: read as unchecked, it would switch off a setting that the user did not touch.
pub mod tick {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer};

    /// A checkbox value as received.
    #[derive(Deserialize, utoipa::ToSchema)]
    #[serde(untagged)]
    pub enum CheckboxValue {
        Bool(bool),
        Number(i64),
        Text(String),
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
        CheckboxValue::deserialize(deserializer)?.is_ticked()
    }

    /// A checkbox that may be omitted (`None`, with `#[serde(default)]`). Null is rejected.
    pub fn optional<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
        deserialize(deserializer).map(Some)
    }

    /// A required checkbox: a null gets the same error as a missing value.
    pub fn answer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
        Option::<CheckboxValue>::deserialize(deserializer)?.map(|tick| tick.is_ticked()).transpose()
    }

    /// The same for a map of checkboxes by name.
    pub fn map<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<std::collections::HashMap<String, bool>, D::Error> {
        let ticks = std::collections::HashMap::<String, CheckboxValue>::deserialize(deserializer)?;
        ticks.into_iter().map(|(name, tick)| Ok((name, tick.is_ticked()?))).collect()
    }

    impl CheckboxValue {
        fn is_ticked<E: Error>(&self) -> Result<bool, E> {
            match self {
                Self::Bool(ticked) => Ok(*ticked),
                Self::Number(number @ (0 | 1)) => Ok(*number == 1),
                Self::Text(text) => match text.as_str() {
                    "1" | "true" | "on" => Ok(true),
                    "" | "0" | "false" | "off" | "no" => Ok(false),
                    _ => Err(E::custom("neither ticked nor unticked")),
                },
                Self::Number(_) => Err(E::custom("neither ticked nor unticked")),
            }
        }
    }
}

/// A switch of an internal call: true or false, or a form's value for a checked box. A number or null is rejected, because its meaning is
/// unclear.
pub mod flag {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum FormFlag {
        Bool(bool),
        Text(String),
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
        match FormFlag::deserialize(deserializer)? {
            FormFlag::Bool(is_on) => Ok(is_on),
            FormFlag::Text(text) => match text.as_str() {
                "1" | "true" | "on" => Ok(true),
                "0" | "false" | "off" => Ok(false),
                _ => Err(Error::custom("neither true nor false")),
            },
        }
    }

    /// A switch that may be omitted, which leaves the setting unchanged.
    pub fn optional<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
        deserialize(deserializer).map(Some)
    }
}

/// Parses a query with nested names (`q[name][]=…`), like a form's body.
pub fn query<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_qs::Config::new().max_depth(6).use_form_encoding(true).deserialize_str(text).ok()
}

/// One text or several: the value of a form field, a query parameter or a JSON property, as texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts(Vec<String>);

impl Texts {
    pub fn first(&self) -> Option<&str> {
        self.0.first().map(String::as_str)
    }

    /// Returns the first text without surrounding spaces; None if it is blank.
    pub fn non_blank(&self) -> Option<&str> {
        self.first().map(str::trim).filter(|text| !text.is_empty())
    }

    /// Deserialises a field that may be omitted (`None`, with `#[serde(default)]`). Null is read as an empty field, not as an omitted one.
    pub fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Self>, D::Error> {
        serde::Deserialize::deserialize(deserializer).map(Some)
    }

    pub fn all(&self) -> &[String] {
        &self.0
    }

    pub fn is_ticked(&self) -> bool {
        self.first().is_some_and(|text| matches!(text, "1" | "true" | "on"))
    }
}

impl<'de> serde::Deserialize<'de> for Texts {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TextsVisitor)
    }
}

struct TextsVisitor;

impl<'de> serde::de::Visitor<'de> for TextsVisitor {
    type Value = Texts;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a text or a list of texts")
    }

    fn visit_str<E>(self, text: &str) -> Result<Texts, E> {
        Ok(Texts(vec![text.to_owned()]))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Texts, E> {
        Ok(Texts(vec![value.to_string()]))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Texts, E> {
        Ok(Texts(vec![value.to_string()]))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Texts, E> {
        Ok(Texts(vec![value.to_string()]))
    }

    fn visit_unit<E>(self) -> Result<Texts, E> {
        Ok(Texts::default())
    }

    fn visit_none<E>(self) -> Result<Texts, E> {
        Ok(Texts::default())
    }

    fn visit_some<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Texts, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<Texts, A::Error> {
        let mut texts = Vec::new();
        while let Some(Texts(more)) = list.next_element()? {
            texts.extend(more);
        }
        Ok(Texts(texts))
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Texts, A::Error> {
        let mut texts = Vec::new();
        while let Some((_, Texts(more))) = map.next_entry::<serde::de::IgnoredAny, Texts>()? {
            texts.extend(more);
        }
        Ok(Texts(texts))
    }
}
