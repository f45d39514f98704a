//! What calls of the consoles answer beside pages and lists.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

/// The answers of the owner's detail calls: the HTTP status again, and the data (gaps G005).
#[derive(Debug, Serialize, ToSchema)]
pub struct Envelope<T> {
    pub status: u16,
    pub data: T,
}

impl<T> Envelope<T> {
    pub fn ok(data: T) -> Json<Self> {
        Json(Self { status: 200, data })
    }
}

/// What a write answers that has nothing to show: the status of the specification again, which needs a body (gaps G006),
/// and what was done in words.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConsoleWriteResult {
    pub status: u16,
    pub message: String,
}

impl ConsoleWriteResult {
    pub fn ok(message: String) -> Json<Self> {
        Json(Self { status: 200, message })
    }

    pub fn no_content(message: String) -> Json<Self> {
        Json(Self { status: 204, message })
    }
}
