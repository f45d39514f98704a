//! Imports have one direction: between the crates, down the layers of each crate, down the folders of `reservations`. No files import each
//! other in a circle.

mod graph;
mod syntax;

use std::fs;
use std::path::{Path, PathBuf};
use std::slice;

use graph::{Files, Order, Sources, circles, upward};

/// A layer of a crate: its name in docs/ARCHITECTURE.md, and its modules.
struct Layer {
    name: &'static str,
    modules: &'static [&'static str],
    /// Whether the modules import nothing of each other. Otherwise each may import those before it.
    are_peers: bool,
}

const fn ordered(name: &'static str, modules: &'static [&'static str]) -> Layer {
    Layer { name, modules, are_peers: false }
}

const fn peers(name: &'static str, modules: &'static [&'static str]) -> Layer {
    Layer { name, modules, are_peers: true }
}

/// The areas of `domain` by layer, the lowest first.
const DOMAIN: &[Layer] = &[
    ordered(
        "ground",
        &[
            "text_enum",
            "ids",
            "money",
            "names",
            "zone",
            "holidays",
            "clock",
            "rng",
            "pagination",
            "progress",
            "config",
            "signing",
            "db",
            "limits",
            "jobs",
            "audit",
            "idempotency",
            "clients",
            "i18n",
            "outbox",
            "listing",
        ],
    ),
    ordered(
        "records",
        &[
            "legal",
            "sessions",
            "phone",
            "restaurants",
            "settings",
            "ledger",
            "accounts",
            "customers",
            "inventory",
            "entitlements",
        ],
    ),
    ordered("rules", &["rounds", "availability", "refills"]),
    ordered("actions", &["payments", "reservations"]),
    ordered(
        "features",
        &[
            "plans",
            "adjustments",
            "disputes",
            "settlement",
            "reconciliation",
            "cancellations",
            "waiting_list",
            "offsite",
            "calendar",
            "floor_plans",
            "announcements",
            "reviews",
            "raffles",
            "waiting_rooms",
            "receipts",
            "charge_invoices",
            "masters",
            "support",
            "lists",
            "privacy",
            "reports",
            "verify",
            "maintenance",
            "health",
        ],
    ),
];

/// The folders of `domain/src/reservations`, the lowest first. The files next to them are shared by all folders and import none.
const RESERVATIONS: &[&str] = &["bookings", "invitations", "requests", "holds"];

/// The modules of `web-server` by layer, the lowest first.
const WEB_SERVER: &[Layer] = &[
    ordered(
        "resources",
        &["test_config", "readiness", "reads", "first_screens", "assets", "external_lists", "booking", "changes"],
    ),
    ordered("state", &["state"]),
    ordered("http", &["http"]),
    ordered("shared", &["pictures", "account_security", "console"]),
    peers("sides", &["diner", "owner", "admin"]),
    ordered("endpoints", &["health", "instrumentation", "robots", "webhooks", "feeds", "dev", "error_pages"]),
    ordered("server", &["router", "connections", "serve"]),
];

/// The modules of `worker` by layer, the lowest first.
const WORKER: &[Layer] = &[
    ordered("tools", &["pause", "instrumentation", "renderers", "demo_clock", "schedules"]),
    ordered("state", &["state"]),
    ordered("work", &["handlers", "sweepers", "queues", "due"]),
];

/// The modules of `cli` by layer, the lowest first.
const CLI: &[Layer] = &[
    ordered("terminal", &["output", "confirm", "progress"]),
    ordered("tools", &["words", "lookup", "ports", "postgres", "seed", "generate", "up"]),
    ordered("commands", &["commands", "app"]),
];

/// The crates, and the crates of the workspace that each may use.
const CRATES: [(&str, &[&str]); 5] = [
    ("domain", &[]),
    ("telemetry", &[]),
    ("web-server", &["domain", "telemetry"]),
    ("worker", &["domain", "telemetry"]),
    ("cli", &["domain", "telemetry"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read_all(folder: &Path, base: &Path, sources: &mut Sources) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_all(&path, base, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(base).unwrap().to_str().unwrap().to_owned();
            sources.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
}

/// The sources of a crate, without `main.rs` and `bin`, which are the roots of other crates.
fn sources_of(name: &str) -> Sources {
    let (base, mut sources) = (root().join(name).join("src"), Sources::new());
    read_all(&base, &base, &mut sources);
    sources.retain(|file, _| file != "main.rs" && !file.starts_with("bin/"));
    sources
}

fn order_of(layers: &[Layer]) -> Order<'static> {
    let ranks = layers.iter().flat_map(|layer| -> Vec<&'static [&'static str]> {
        match layer.are_peers {
            true => vec![layer.modules],
            false => layer.modules.iter().map(slice::from_ref).collect(),
        }
    });
    Order { of: "", ranks: ranks.collect(), others_are_lowest: false }
}

fn order_of_reservations() -> Order<'static> {
    let ranks = RESERVATIONS.iter().map(slice::from_ref).collect();
    Order { of: "reservations", ranks, others_are_lowest: true }
}

/// Imports that violate an order or close a circle.
fn faults(sources: &Sources, orders: &[Order<'_>]) -> Vec<String> {
    let imports = Files::read(sources).imports();
    let upward = orders.iter().flat_map(|order| upward(&imports, sources, order));
    upward.chain(circles(&imports)).collect()
}

fn assert_no_faults(name: &str, orders: &[Order<'_>]) {
    let found = faults(&sources_of(name), orders);
    assert!(found.is_empty(), "imports of {name} that run up, across, or in a circle:\n{}", found.join("\n"));
}

#[test]
fn imports_of_domain_run_down_its_layers() {
    assert_no_faults("domain", &[order_of(DOMAIN), order_of_reservations()]);
}

#[test]
fn imports_of_web_server_run_down_its_layers() {
    assert_no_faults("web-server", &[order_of(WEB_SERVER)]);
}

#[test]
fn imports_of_worker_run_down_its_layers() {
    assert_no_faults("worker", &[order_of(WORKER)]);
}

#[test]
fn imports_of_cli_run_down_its_layers() {
    assert_no_faults("cli", &[order_of(CLI)]);
}

#[test]
fn architecture_page_lists_all_layers_in_order() {
    let page = fs::read_to_string(root().join("docs/ARCHITECTURE.md")).unwrap();
    let quoted = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for layer in [DOMAIN, WEB_SERVER, WORKER, CLI].into_iter().flatten() {
        let line = format!("**{}**: {}", layer.name, quoted(layer.modules));
        assert!(page.contains(&format!("{line} ")), "docs/ARCHITECTURE.md lacks: {line}");
    }
    assert!(page.contains(&quoted(RESERVATIONS)), "docs/ARCHITECTURE.md lacks the folders of reservations in order");
}

#[test]
fn crates_use_domain_and_not_each_other() {
    let ours: Vec<_> = CRATES.iter().map(|(name, _)| *name).chain(["tests", "stand-ins"]).collect();
    for (name, allowed) in CRATES {
        let manifest = fs::read_to_string(root().join(name).join("Cargo.toml")).unwrap();
        let used = manifest.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
        let used: Vec<_> = used.filter(|used| ours.contains(used)).collect();
        assert_eq!(used, allowed, "what {name} uses");
    }
}

/// Planted faults are found, in the crates' own sources and in a small crate for this test.
#[cfg(test)]
mod planted {
    use super::*;

    const AREAS: &[Layer] = &[ordered("all", &["ids", "mail", "reservations", "verify"])];

    fn with(mut sources: Sources, files: &[(&str, &str)]) -> Sources {
        sources.extend(files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())));
        sources
    }

    /// Returns the faults of a crate with these files and the modules of `AREAS` and `RESERVATIONS`.
    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let areas = AREAS[0].modules.iter().map(|area| format!("{area}/mod.rs"));
        let folders = RESERVATIONS.iter().map(|folder| format!("reservations/{folder}/mod.rs"));
        let sources = areas.chain(folders).map(|file| (file, String::new())).collect();
        faults(&with(sources, files), &[order_of(AREAS), order_of_reservations()])
    }

    #[test]
    fn upward_import_in_each_crate_is_found() {
        let cases = [
            ("domain", DOMAIN, "ids/planted.rs", "use crate::jobs::Queue;", "ids -> jobs (crate::jobs::Queue)"),
            (
                "web-server",
                WEB_SERVER,
                "http/planted.rs",
                "use crate::console::Staff;",
                "http -> console (crate::console::Staff)",
            ),
            (
                "web-server",
                WEB_SERVER,
                "state/planted.rs",
                "use super::super::router;",
                "state -> router (super::super::router)",
            ),
            ("worker", WORKER, "pause/planted.rs", "use crate::queues::run;", "pause -> queues (crate::queues::run)"),
            ("cli", CLI, "up/planted.rs", "use crate::commands::up;", "up -> commands (crate::commands::up)"),
        ];
        for (name, layers, file, text, fault) in cases {
            let found = faults(&with(sources_of(name), &[(file, text)]), &[order_of(layers)]);
            assert_eq!(found, [format!("{file}:1 {fault}")]);
        }
    }

    #[test]
    fn import_between_sides_of_web_server_is_found() {
        for (from, to) in
            [("diner", "owner"), ("owner", "diner"), ("owner", "admin"), ("admin", "owner"), ("admin", "diner")]
        {
            let (file, text) = (format!("{from}/planted.rs"), format!("use crate::{to}::calls;"));
            let sources = with(sources_of("web-server"), &[(file.as_str(), text.as_str())]);
            let found = faults(&sources, &[order_of(WEB_SERVER)]);
            assert_eq!(found, [format!("{file}:1 {from} -> {to} (crate::{to}::calls)")]);
        }
    }

    #[test]
    fn circle_in_each_crate_is_found() {
        for (name, layers, folder) in [
            ("domain", DOMAIN, "plans"),
            ("web-server", WEB_SERVER, "owner/reservations"),
            ("cli", CLI, "commands/slots"),
        ] {
            let (a, b, c) = (format!("{folder}/a.rs"), format!("{folder}/b/mod.rs"), format!("{folder}/b/c.rs"));
            let files = [(&*a, "use super::b::x;"), (&*b, "use self::c::x;"), (&*c, "use super::super::a::y;")];
            let found = faults(&with(sources_of(name), &files), &[order_of(layers)]);
            assert_eq!(found, [format!("{a} <-> {c} <-> {b}")]);
        }
    }

    #[test]
    fn circle_through_the_root_of_a_crate_is_found() {
        let files = [("lib.rs", "mod mail;\nfn f() { mail::g() }"), ("mail/mod.rs", "use crate::f;")];
        assert_eq!(found(&files), ["lib.rs <-> mail/mod.rs"]);
    }

    #[test]
    fn downward_imports_are_no_faults() {
        let text = "use crate::ids::{self, Id};\nuse super::super::mail;\nfn f() { crate::mail::queue() }\n";
        assert_eq!(found(&[("reservations/end.rs", text)]), Vec::<String>::new());
    }

    #[test]
    fn upward_import_is_found_in_every_notation() {
        let notations = [
            "\nuse crate::verify::check;",
            "\nuse crate::{ids, verify::{self, check}};",
            "\nfn f() { crate::verify::check() }",
            "\nuse super::super::verify;",
            "\nmod inner { use super::super::super::verify; }",
            "\nfn f() -> super::super::verify::Fault { todo() }",
            "\nconst Q: &str = r#\"SELECT id AS \"id: crate::verify::Id\"\"#;",
            "\npub use crate::verify as other;",
        ];
        for text in notations {
            let faults = found(&[("mail/actions.rs", text)]);
            assert!(!faults.is_empty(), "{text}");
            assert!(faults[0].starts_with("mail/actions.rs:2 mail -> verify ("), "{faults:?}");
        }
    }

    #[test]
    fn strings_and_comments_are_no_imports() {
        let text = "// crate::verify::x\n/* crate::verify */\nconst A: &str = \"verify::x \\\" y\"; fn f<'a>(x: &'a str) { x.verify() }";
        assert_eq!(found(&[("mail/actions.rs", text)]), Vec::<String>::new());
    }

    #[test]
    fn re_export_counts_for_the_file_that_defines_the_name() {
        let files = [
            ("verify/model.rs", ""),
            ("verify/mod.rs", "pub use model::Fault;"),
            ("mail/a.rs", "use crate::verify::Fault;"),
        ];
        assert_eq!(found(&files), ["mail/a.rs:1 mail -> verify (crate::verify::Fault)"]);
    }

    #[test]
    fn folders_are_ordered_above_the_files_next_to_them() {
        let up = [("reservations/bookings/a.rs", "use super::super::holds::x;")];
        assert_eq!(found(&up), ["reservations/bookings/a.rs:1 bookings -> holds (super::super::holds::x)"]);
        let from_below = [("reservations/end.rs", "use super::bookings::x;")];
        assert_eq!(found(&from_below), ["reservations/end.rs:1 end -> bookings (super::bookings::x)"]);
        let down =
            [("reservations/holds/a.rs", "use crate::reservations::{bookings, end};"), ("reservations/end.rs", "")];
        assert_eq!(found(&down), Vec::<String>::new());
    }

    #[test]
    fn circle_is_found_through_aliases_and_re_exports() {
        let files = [
            ("mail/mod.rs", "pub use model::Mail;"),
            ("mail/model.rs", "use super::queries as q;\nfn f() { q::find() }"),
            ("mail/queries.rs", "use super::render;\nfn f() { render::g() }"),
            ("mail/render.rs", "use crate::mail::Mail;"),
        ];
        assert_eq!(found(&files), ["mail/model.rs <-> mail/queries.rs <-> mail/render.rs"]);
    }

    #[test]
    fn module_that_a_macro_makes_is_a_module() {
        let files = [
            ("mail/mod.rs", "use self::kinds::x;"),
            ("mail/kinds.rs", "macro_rules! kinds { ($name:ident) => { mod $name { use super::*; } } }"),
        ];
        assert_eq!(found(&files), Vec::<String>::new());
    }

    #[test]
    fn order_and_crate_have_the_same_modules() {
        assert_eq!(found(&[("raffles/mod.rs", "")]), ["raffles has no place in the order"]);
        let sources = [("ids.rs".to_owned(), String::new())].into();
        let order = Order { of: "", ranks: vec![&["ids"][..], &["money"][..]], others_are_lowest: false };
        assert_eq!(upward(&[], &sources, &order), ["money is in the order and not in the crate"]);
    }
}
