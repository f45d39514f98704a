//! An HTTP response, and the assertions on it.

use reqwest::header::HeaderMap;
use serde_json::Value;

#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {} {}", self.status, self.body))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Returns the target of a redirect.
    pub fn location(&self) -> &str {
        self.header("location")
    }

    /// Returns the uid of the record that the call has created.
    #[track_caller]
    pub fn uid(&self) -> String {
        self.is(201).json()["uid"].as_str().expect("a uid").to_owned()
    }

    /// Returns the data of a successful page or call.
    #[track_caller]
    pub fn data(&self) -> Value {
        self.is(200).json()["data"].clone()
    }

    #[track_caller]
    pub fn is(&self, status: u16) -> &Self {
        assert_eq!(self.status, status, "{}", self.body);
        self
    }

    /// Asserts a rejection in the common shape: every text key carries the same text, and the headers match.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status, status, "expected {code}: {}", self.body);
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.body);
        let problem = self.json();
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status, "{problem}");
        assert_eq!(problem["type"], "about:blank", "{problem}");
        assert!(problem["title"].as_str().is_some_and(|title| !title.is_empty()), "{problem}");
        let detail = problem["detail"].as_str().unwrap_or_default();
        assert!(!detail.is_empty() && !detail.starts_with("errors."), "a text people can read: {problem}");
        for key in ["message", "error", "error_message"] {
            assert_eq!(problem[key], detail, "{problem}");
        }
        let errors = problem["errors"].as_array().unwrap_or_else(|| panic!("no errors: {problem}"));
        assert!(!errors.is_empty() && errors.iter().all(Value::is_string), "{problem}");
        problem
    }

    /// Returns the names of the fields that a problem reports.
    #[track_caller]
    pub fn bad_fields(&self) -> Vec<String> {
        let fields = self.json()["fields"].as_object().cloned().unwrap_or_default();
        assert!(
            fields.values().all(|text| text.as_str().is_some_and(|text| !text.starts_with("errors."))),
            "{fields:?}"
        );
        fields.keys().cloned().collect()
    }

    /// Asserts the page's redirect.
    #[track_caller]
    pub fn goes_to(&self, path: &str) {
        assert!(matches!(self.status, 302 | 303), "{} {}", self.status, self.body);
        assert_eq!(self.location(), path);
    }

    /// Returns the data inside an HTML page.
    pub fn embedded(&self) -> Value {
        let marker = "<script type=\"application/json\" id=\"page-data\">";
        let (_, rest) = self.body.split_once(marker).unwrap_or_else(|| panic!("no page data: {}", self.body));
        let (json, _) = rest.split_once("</script>").expect("the script ends");
        serde_json::from_str(json).expect("page data is JSON")
    }
}
