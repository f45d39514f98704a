//! The built front ends: which files a page of theirs loads, and the files themselves.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use axum::Router;
use axum::http::{HeaderValue, header};
use serde::Deserialize;
use tower_http::services::{ServeDir, ServeFile};
use tower_http::set_header::SetResponseHeaderLayer;

const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
pub const A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

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

/// The tags that load a front end, and those that fetch a page's own parts before the application asks for them.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    /// By the source file of an entry (`src/main.tsx`).
    entries: HashMap<String, String>,
    /// By the name of a page's file (`RestaurantPage`), or the file of a locale's texts (`src/i18n/ja/index.ts`).
    preloads: HashMap<String, String>,
    files: PathBuf,
}

impl Assets {
    /// Reads the manifest of a built front end, whose hashed files are in `folder`. Without one, pages still carry their
    /// data but no application.
    pub fn load(dist: &Path, folder: &str) -> Self {
        let files = dist.join(folder);
        let manifest = std::fs::read_to_string(dist.join(".vite/manifest.json"));
        let chunks = manifest.ok().and_then(|json| serde_json::from_str::<HashMap<String, Chunk>>(&json).ok());
        let Some(chunks) = chunks else {
            tracing::warn!(dist = %dist.display(), "a front end is not built: pages come without it");
            return Self { files, ..Self::default() };
        };
        let pages = chunks.iter().filter_map(|(key, chunk)| Some((name_of(key)?.to_owned(), preload(&chunks, chunk))));
        let entries = chunks.iter().filter(|(_, chunk)| chunk.is_entry);
        let entries = entries.map(|(key, entry)| (key.clone(), tags(&chunks, entry)));
        Self { entries: entries.collect(), preloads: pages.collect(), files }
    }

    /// What the head of a page holds. An entry's texts lie beside it: those of `src/owner/main.tsx` in `src/owner/i18n`.
    pub fn head(&self, entry: &str, page: &str, locale: &str) -> String {
        let own = self.preloads.get(&format!("{}Page", pascal_case(page)));
        let folder = entry.strip_suffix("main.tsx").unwrap_or_default();
        let texts = self.preloads.get(&format!("{folder}i18n/{locale}/index.ts"));
        [self.entries.get(entry), texts, own].into_iter().flatten().map(String::as_str).collect()
    }

    /// The hashed files, cached for ever.
    pub fn files<S: Clone + Send + Sync + 'static>(&self) -> Router<S> {
        let files = ServeDir::new(&self.files).precompressed_br().precompressed_gzip();
        let files = Router::new().fallback_service(files);
        files.layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, FOREVER))
    }
}

/// The product's icon, under the names that browsers ask for; cached for a day.
pub fn icons<S: Clone + Send + Sync + 'static>(site_dist: &str) -> Router<S> {
    let names = ["icon.svg", "favicon.ico", "apple-touch-icon.png"];
    let file = |name: &str| ServeFile::new(Path::new(site_dist).join(name));
    let icons =
        names.into_iter().fold(Router::new(), |icons, name| icons.route_service(&format!("/{name}"), file(name)));
    icons.layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, A_DAY))
}

/// `src/features/…/RestaurantPage.tsx` is a page's file, `src/i18n/ja/index.ts` a locale's texts.
fn name_of(key: &str) -> Option<&str> {
    if key.contains("/i18n/") {
        return key.ends_with("/index.ts").then_some(key);
    }
    key.strip_suffix(".tsx")?.rsplit('/').next().filter(|name| name.ends_with("Page"))
}

/// `new_reservation` is `NewReservation`.
fn pascal_case(name: &str) -> String {
    let capitalised = name.split('_').map(|word| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    });
    capitalised.collect()
}

fn preload(chunks: &HashMap<String, Chunk>, chunk: &Chunk) -> String {
    let imports = chunk.imports.iter().filter_map(|name| chunks.get(name)).filter(|import| !import.is_entry);
    let all: Vec<_> = std::iter::once(chunk).chain(imports).collect();
    let styles =
        all.iter().flat_map(|chunk| &chunk.css).map(|file| format!("<link rel=\"stylesheet\" href=\"/{file}\">"));
    let scripts = all.iter().map(|chunk| format!("<link rel=\"modulepreload\" href=\"/{}\">", chunk.file));
    styles.chain(scripts).collect()
}

fn tags(chunks: &HashMap<String, Chunk>, entry: &Chunk) -> String {
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
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_brings_its_styles_and_preloads_its_imports() {
        let manifest = r#"{"src/main.tsx":{"file":"assets/main-1.js","isEntry":true,"css":["assets/main-1.css"],"imports":["_react.js"]},
                           "_react.js":{"file":"assets/react-2.js"},"src/other.tsx":{"file":"assets/other-3.js"}}"#;
        let chunks: HashMap<String, Chunk> = serde_json::from_str(manifest).unwrap();
        let head = tags(&chunks, &chunks["src/main.tsx"]);
        assert!(head.contains("<link rel=\"stylesheet\" href=\"/assets/main-1.css\">"));
        assert!(head.contains("<link rel=\"modulepreload\" href=\"/assets/react-2.js\">"));
        assert!(head.ends_with("<script type=\"module\" src=\"/assets/main-1.js\"></script>"));
        assert!(!head.contains("other"));
    }

    #[test]
    fn a_page_preloads_its_own_parts_and_its_language() {
        let manifest = r#"{"src/features/x/NewReservationPage.tsx":{"file":"assets/new.js","css":["assets/new.css"],"imports":["_grid.js"]},
                           "_grid.js":{"file":"assets/grid.js"},"src/i18n/en/index.ts":{"file":"assets/en.js"}}"#;
        let chunks: HashMap<String, Chunk> = serde_json::from_str(manifest).unwrap();
        let named: HashMap<_, _> = chunks
            .iter()
            .filter_map(|(key, chunk)| Some((name_of(key)?.to_owned(), preload(&chunks, chunk))))
            .collect();
        let assets = Assets { preloads: named, ..Assets::default() };
        let head = assets.head("src/main.tsx", "new_reservation", "en");
        for part in ["/assets/en.js", "/assets/new.js", "/assets/new.css", "/assets/grid.js"] {
            assert!(head.contains(part), "{part} in {head}");
        }
        assert_eq!(assets.head("src/main.tsx", "home", "ja"), "");
        let another_wing = assets.head("src/admin/main.tsx", "new_reservation", "en");
        assert!(!another_wing.contains("/assets/en.js"), "{another_wing}");
    }
}
