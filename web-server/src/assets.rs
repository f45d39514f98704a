//! The built front ends: the files that a page loads, and the files themselves.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use axum::Router;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::map_response;
use axum::response::Response;
use serde::Deserialize;
use tower_http::services::{ServeDir, ServeFile};
use tower_http::set_header::SetResponseHeaderLayer;

const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
pub const A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

const AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
/// Value of `Service-Worker-Allowed`: the page that registers a worker names its scope; without this header the scope could be the worker's
/// own folder only.
const ANYWHERE: HeaderValue = HeaderValue::from_static("/");
const FETCHES_OUR_OWN: HeaderValue = HeaderValue::from_static("default-src 'none'; connect-src 'self'");

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

/// Tags of a page's head.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    pub styles: String,
    pub scripts: String,
}

/// Tags that load a front end, and tags that preload the parts of a page before the application requests them.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    /// By the source file of an entry (`src/main.tsx`).
    entries: HashMap<String, Tags>,
    /// By the name of a page's file (`RestaurantPage`), or the file of a locale's texts (`src/i18n/ja/index.ts`).
    preloads: HashMap<String, Tags>,
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
            tracing::warn!(dist = %dist.display(), "a front end is not built: its pages have no application");
            return Self { files, ..Self::default() };
        };
        let pages = chunks.iter().filter_map(|(key, chunk)| Some((name_of(key)?.to_owned(), preload(&chunks, chunk))));
        let entries = chunks.iter().filter(|(_, chunk)| chunk.is_entry);
        let entries = entries.map(|(key, entry)| (key.clone(), tags(&chunks, entry)));
        Self { entries: entries.collect(), preloads: pages.collect(), files }
    }

    /// Returns the tags for the head of a page. The texts of an entry are in the folder next to it: `src/owner/i18n` for
    /// `src/owner/main.tsx`.
    pub fn head(&self, entry: &str, page: &str, locale: &str) -> Tags {
        let own = self.preloads.get(&format!("{}Page", pascal_case(page)));
        let folder = entry.strip_suffix("main.tsx").unwrap_or_default();
        let texts = self.preloads.get(&format!("{folder}i18n/{locale}/index.ts"));
        let parts: Vec<_> = [self.entries.get(entry), texts, own].into_iter().flatten().collect();
        Tags {
            styles: parts.iter().map(|tags| tags.styles.as_str()).collect(),
            scripts: parts.iter().map(|tags| tags.scripts.as_str()).collect(),
        }
    }

    /// Returns the script that requests the application after the first screen's picture has loaded.
    pub fn first_screen_script(&self) -> &str {
        self.entries.get("src/first-screens/start.ts").map(|tags| tags.scripts.as_str()).unwrap_or_default()
    }

    /// Serves the hashed files, cached for ever.
    pub fn files<S: Clone + Send + Sync + 'static>(&self) -> Router<S> {
        let files = ServeDir::new(&self.files).precompressed_br().precompressed_gzip();
        let files = Router::new().fallback_service(files).layer(map_response(name_character_set));
        files.layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, cache_control(FOREVER)))
    }
}

/// Returns a layer that sets the cache lifetime of a file. A missing file is not cached: during a release the next server may have it.
pub fn cache_control(lifetime: HeaderValue) -> impl FnMut(&Response) -> Option<HeaderValue> + Clone {
    move |answer: &Response| {
        let is_there = answer.status().is_success() || answer.status() == StatusCode::NOT_MODIFIED;
        Some(if is_there { lifetime.clone() } else { NO_STORE })
    }
}

/// Serves the product's icon, under the names that browsers request; cached for a day.
pub fn icons<S: Clone + Send + Sync + 'static>(site_dist: &str) -> Router<S> {
    let names = ["icon.svg", "favicon.ico", "apple-touch-icon.png"];
    let file = |name: &str| ServeFile::new(Path::new(site_dist).join(name));
    let icons =
        names.into_iter().fold(Router::new(), |icons, name| icons.route_service(&format!("/{name}"), file(name)));
    let icons = icons.layer(map_response(name_character_set));
    icons.layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, cache_control(A_DAY)))
}

/// Serves the script that creates the widget's frame on a restaurant's own page. Its address is stable, and browsers cache it for an hour.
pub fn widget_script<S: Clone + Send + Sync + 'static>(site_dist: &str) -> Router<S> {
    let file = ServeFile::new(Path::new(site_dist).join("widget.js"));
    Router::new()
        .route_service("/widget.js", file)
        .layer(map_response(name_character_set))
        .layer(SetResponseHeaderLayer::overriding(header::CACHE_CONTROL, cache_control(AN_HOUR)))
}

/// Serves the service worker of the owner's daily calendar. It covers that page in every language, and nothing else; browsers check for a
/// new version each time.
pub fn day_worker<S: Clone + Send + Sync + 'static>(console_dist: &str) -> Router<S> {
    let file = ServeFile::new(Path::new(console_dist).join("day-worker.js"));
    Router::new()
        .route_service("/day-worker.js", file)
        .layer(map_response(name_character_set))
        .layer(SetResponseHeaderLayer::overriding(HeaderName::from_static("service-worker-allowed"), ANYWHERE))
        .layer(SetResponseHeaderLayer::overriding(header::CONTENT_SECURITY_POLICY, FETCHES_OUR_OWN))
        .layer(SetResponseHeaderLayer::overriding(header::CACHE_CONTROL, REVALIDATE))
}

/// Adds the UTF-8 character set to text responses: the file names determine the media type only.
async fn name_character_set(mut response: Response) -> Response {
    const TEXTS: [&str; 3] = ["text/css", "text/javascript", "image/svg+xml"];
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let named = kind.filter(|kind| TEXTS.contains(kind)).map(|kind| format!("{kind}; charset=utf-8"));
    if let Some(kind) = named.and_then(|kind| HeaderValue::from_str(&kind).ok()) {
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
    }
    response
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

/// Returns a chunk and all its imports, each once, except imports that the entry has loaded already.
fn with_imports<'a>(chunks: &'a HashMap<String, Chunk>, chunk: &'a Chunk) -> Vec<&'a Chunk> {
    let mut all = vec![chunk];
    let mut next = 0;
    while let Some(&each) = all.get(next) {
        let imports = each.imports.iter().filter_map(|name| chunks.get(name)).filter(|import| !import.is_entry);
        for import in imports {
            if !all.iter().any(|known| known.file == import.file) {
                all.push(import);
            }
        }
        next += 1;
    }
    all
}

fn style(file: &str) -> String {
    format!("<link rel=\"stylesheet\" href=\"/{file}\">")
}

fn modulepreload(file: &str) -> String {
    format!("<link rel=\"modulepreload\" href=\"/{file}\">")
}

fn preload(chunks: &HashMap<String, Chunk>, chunk: &Chunk) -> Tags {
    let entries = chunks.values().filter(|chunk| chunk.is_entry);
    let brought: Vec<_> = entries.flat_map(|entry| with_imports(chunks, entry)).collect();
    let is_brought = |file: &String| brought.iter().any(|chunk| chunk.file == *file || chunk.css.contains(file));
    let all = with_imports(chunks, chunk);
    let styles: BTreeSet<_> = all.iter().flat_map(|chunk| &chunk.css).filter(|file| !is_brought(file)).collect();
    let scripts = all.iter().map(|chunk| &chunk.file).filter(|file| !is_brought(file));
    Tags {
        styles: styles.into_iter().map(|file| style(file)).collect(),
        scripts: scripts.map(|file| modulepreload(file)).collect(),
    }
}

fn tags(chunks: &HashMap<String, Chunk>, entry: &Chunk) -> Tags {
    let all = with_imports(chunks, entry);
    let imports: String = all.iter().skip(1).map(|chunk| modulepreload(&chunk.file)).collect();
    Tags {
        styles: all.iter().flat_map(|chunk| &chunk.css).map(|file| style(file)).collect(),
        scripts: format!("{imports}<script type=\"module\" src=\"/{}\"></script>", entry.file),
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::Request;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn text_files_have_character_set() {
        let icons: Router = icons(concat!(env!("CARGO_MANIFEST_DIR"), "/../site/public"));
        let kind = async |name: &str| {
            let request = Request::get(name).body(Body::empty()).unwrap();
            icons.clone().oneshot(request).await.unwrap().headers()[header::CONTENT_TYPE].clone()
        };
        assert_eq!(kind("/icon.svg").await, "image/svg+xml; charset=utf-8");
        assert_eq!(kind("/apple-touch-icon.png").await, "image/png");
    }

    #[test]
    fn entry_loads_styles_and_preloads_imports() {
        let manifest = r#"{"src/main.tsx":{"file":"assets/main-1.js","isEntry":true,"css":["assets/main-1.css"],"imports":["_react.js"]},
                           "_react.js":{"file":"assets/react-2.js"},"src/other.tsx":{"file":"assets/other-3.js"}}"#;
        let chunks: HashMap<String, Chunk> = serde_json::from_str(manifest).unwrap();
        let head = tags(&chunks, &chunks["src/main.tsx"]);
        assert_eq!(head.styles, style("assets/main-1.css"));
        let script = "<script type=\"module\" src=\"/assets/main-1.js\"></script>";
        assert_eq!(head.scripts, modulepreload("assets/react-2.js") + script);
    }

    #[test]
    fn preload_lists_transitive_imports_once() {
        let manifest = r#"{"src/main.tsx":{"file":"assets/main.js","isEntry":true,"imports":["_react.js"]},
                           "_react.js":{"file":"assets/react.js","css":["assets/react.css"]},
                           "src/APage.tsx":{"file":"assets/a.js","imports":["_head.js","src/main.tsx"]},
                           "_head.js":{"file":"assets/head.js","css":["assets/head.css"],"imports":["_heart.js","_react.js"]},
                           "_heart.js":{"file":"assets/heart.js","css":["assets/heart.css"],"imports":["_head.js"]}}"#;
        let chunks: HashMap<String, Chunk> = serde_json::from_str(manifest).unwrap();
        let head = preload(&chunks, &chunks["src/APage.tsx"]);
        assert_eq!(head.styles, style("assets/head.css") + &style("assets/heart.css"));
        let scripts = ["a", "head", "heart"].map(|name| modulepreload(&format!("assets/{name}.js")));
        assert_eq!(head.scripts, scripts.concat());
    }

    #[test]
    fn page_preloads_its_parts_and_language() {
        let manifest = r#"{"src/features/x/NewReservationPage.tsx":{"file":"assets/new.js","css":["assets/new.css"],"imports":["_grid.js"]},
                           "_grid.js":{"file":"assets/grid.js"},"src/i18n/en/index.ts":{"file":"assets/en.js"}}"#;
        let chunks: HashMap<String, Chunk> = serde_json::from_str(manifest).unwrap();
        let named: HashMap<_, _> = chunks
            .iter()
            .filter_map(|(key, chunk)| Some((name_of(key)?.to_owned(), preload(&chunks, chunk))))
            .collect();
        let assets = Assets { preloads: named, ..Assets::default() };
        let Tags { styles, scripts } = assets.head("src/main.tsx", "new_reservation", "en");
        let head = styles + &scripts;
        for part in ["/assets/en.js", "/assets/new.js", "/assets/new.css", "/assets/grid.js"] {
            assert!(head.contains(part), "{part} in {head}");
        }
        assert_eq!(assets.head("src/main.tsx", "home", "ja"), Tags::default());
        let other_front_end = assets.head("src/admin/main.tsx", "new_reservation", "en");
        assert!(!other_front_end.scripts.contains("/assets/en.js"), "{other_front_end:?}");
    }
}
