//! The built front ends: which files a page of theirs loads, and the files themselves.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use axum::Router;
use axum::http::{HeaderValue, header};
use serde::Deserialize;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// One entry of vite's manifest.
#[derive(Deserialize)]
struct Chunk {
    file: String,
    #[serde(default)]
    css: Vec<String>,
    #[serde(default)]
    imports: Vec<String>,
    #[serde(default, rename = "isEntry")]
    is_entry: bool,
}

/// The tags that load the diners' site.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    head: String,
    dist: PathBuf,
}

impl Assets {
    /// Reads the manifest of a built site. Without one, pages still carry their data but no application.
    pub fn load(dist: &Path) -> Self {
        let manifest = std::fs::read_to_string(dist.join(".vite/manifest.json"));
        let chunks = manifest.ok().and_then(|json| serde_json::from_str::<HashMap<String, Chunk>>(&json).ok());
        let head = chunks.as_ref().and_then(tags).unwrap_or_else(|| {
            tracing::warn!(dist = %dist.display(), "the site is not built: pages come without it");
            String::new()
        });
        Self { head, dist: dist.to_owned() }
    }

    pub fn head(&self) -> &str {
        &self.head
    }

    /// Hashed files are kept for ever, pictures for a day.
    pub fn router<S: Clone + Send + Sync + 'static>(&self, pictures: &str) -> Router<S> {
        let assets = Router::new()
            .fallback_service(ServeDir::new(self.dist.join("assets")).precompressed_br().precompressed_gzip());
        let pictures = Router::new().fallback_service(ServeDir::new(pictures));
        Router::new()
            .nest("/assets", assets.layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, FOREVER)))
            .nest("/pictures", pictures.layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, A_DAY)))
    }
}

fn tags(chunks: &HashMap<String, Chunk>) -> Option<String> {
    let entry = chunks.values().find(|chunk| chunk.is_entry)?;
    let mut head = String::new();
    for file in &entry.css {
        head += &format!("<link rel=\"stylesheet\" href=\"/{file}\">");
    }
    for import in entry.imports.iter().filter_map(|name| chunks.get(name)) {
        head += &format!("<link rel=\"modulepreload\" href=\"/{}\">", import.file);
        for file in &import.css {
            head += &format!("<link rel=\"stylesheet\" href=\"/{file}\">");
        }
    }
    head += &format!("<script type=\"module\" src=\"/{}\"></script>", entry.file);
    Some(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_brings_its_styles_and_preloads_its_imports() {
        let manifest = r#"{"src/main.tsx":{"file":"assets/main-1.js","isEntry":true,"css":["assets/main-1.css"],"imports":["_react.js"]},
                           "_react.js":{"file":"assets/react-2.js"},"src/other.tsx":{"file":"assets/other-3.js"}}"#;
        let head = tags(&serde_json::from_str(manifest).unwrap()).unwrap();
        assert!(head.contains("<link rel=\"stylesheet\" href=\"/assets/main-1.css\">"));
        assert!(head.contains("<link rel=\"modulepreload\" href=\"/assets/react-2.js\">"));
        assert!(head.ends_with("<script type=\"module\" src=\"/assets/main-1.js\"></script>"));
        assert!(!head.contains("other"));
    }
}
