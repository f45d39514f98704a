//! Responses of the consoles' calls that are neither pages nor lists.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

/// Response of the owner's detail calls: the HTTP status and the data (gaps G005).
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

/// Response of a write without a result: the status of the specification, which needs a body (gaps G006), and a message.
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
