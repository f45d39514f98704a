//! Arrows run one way: between the crates, down the five layers of the domain, down the areas of a layer, down the rooms of
//! `reservations`, and never in a circle between the files of an area.

mod house;
mod syntax;

use std::fs;
use std::path::{Path, PathBuf};

use house::{House, Order, Sources, circles, climbs};

/// The areas of the domain by layer, the lowest first; inside a layer, too, an area knows only those before it.
const LAYERS: [(&str, &[&str]); 5] = [
    (
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
        ],
    ),
    (
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
    ("rules", &["rounds", "availability", "refills"]),
    ("deeds", &["payments", "reservations"]),
    (
        "above",
        &[
            "plans",
            "settlement",
            "cancellations",
            "waiting_list",
            "offsite",
            "calendar",
            "floor_plans",
            "announcements",
            "reviews",
            "raffles",
            "receipts",
            "charge_invoices",
            "privacy",
            "masters",
            "support",
            "reports",
            "verify",
            "maintenance",
            "health",
        ],
    ),
];

/// The rooms of `reservations`, the lowest first; what lies beside them is shared by all and knows none.
const ROOMS: [&str; 4] = ["bookings", "invitations", "requests", "holds"];

/// The rooms of the web server, the lowest first. `state` holds what all of them work with, and knows them all: it is no arrow.
const WEB_ROOMS: [&str; 25] = [
    "config_of_tests",
    "state",
    "readiness",
    "reads",
    "first_screens",
    "assets",
    "booking",
    "changes",
    "neighbours",
    "http",
    "health",
    "measures",
    "robots",
    "pictures",
    "webhooks",
    "account_security",
    "console",
    "diner",
    "owner",
    "admin",
    "dev",
    "feeds",
    "error_pages",
    "router",
    "connections",
];

/// The crates and which others of ours each may use.
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

fn faults(sources: &Sources, layers: &[&str], rooms: &[&str]) -> Vec<String> {
    let arrows = House::read(sources).arrows();
    let areas = climbs(&arrows, sources, &Order { of: "", names: layers, others_lie_beneath: false });
    let rooms = Order { of: "reservations", names: rooms, others_lie_beneath: true };
    [areas, climbs(&arrows, sources, &rooms), circles(&arrows)].concat()
}

#[test]
fn the_arrows_of_the_domain_run_down_its_layers() {
    let mut sources = Sources::new();
    let base = root().join("domain/src");
    read_all(&base, &base, &mut sources);
    let layers: Vec<_> = LAYERS.iter().flat_map(|(_, areas)| *areas).copied().collect();
    let found = faults(&sources, &layers, &ROOMS);
    assert!(found.is_empty(), "arrows that run up, or in a circle:\n{}", found.join("\n"));
}

/// Owner and admin know neither each other nor, what is theirs alone, the diners' side; files know each other in no circle, but for
/// what a folder's `mod.rs` leads to and shares.
#[test]
fn the_arrows_of_the_web_server_run_down_its_rooms() {
    let mut sources = Sources::new();
    let base = root().join("web-server/src");
    read_all(&base, &base, &mut sources);
    sources.retain(|file, _| !["main.rs", "serve.rs"].contains(&file.as_str()));
    let mut arrows = House::read(&sources).arrows();
    arrows.retain(|arrow| ![&arrow.from, &arrow.to].contains(&&"state.rs".to_owned()));
    let order = Order { of: "", names: &WEB_ROOMS, others_lie_beneath: false };
    let mut found = climbs(&arrows, &sources, &order);
    let wing = |file: &str| file.split('/').next().unwrap_or_default().to_owned();
    let crossed = arrows.iter().filter(|arrow| wing(&arrow.from) == "admin" && wing(&arrow.to) == "owner");
    found.extend(crossed.map(|arrow| format!("{}:{} admin -> owner ({})", arrow.from, arrow.line, arrow.path)));
    arrows.retain(|arrow| !arrow.to.ends_with("mod.rs"));
    found.extend(circles(&arrows));
    assert!(found.is_empty(), "arrows that run up, across, or in a circle:\n{}", found.join("\n"));
}

#[test]
fn the_architecture_names_the_areas_in_this_order() {
    let page = fs::read_to_string(root().join("docs/ARCHITECTURE.md")).unwrap();
    let quoted = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for (layer, areas) in LAYERS {
        let line = format!("**{layer}**: {}", quoted(areas));
        assert!(page.contains(&format!("{line} ")), "docs/ARCHITECTURE.md lacks: {line}");
    }
    assert!(page.contains(&quoted(&ROOMS)), "docs/ARCHITECTURE.md lacks the rooms of reservations in their order");
}

#[test]
fn the_crates_know_the_domain_and_not_each_other() {
    let ours: Vec<_> = CRATES.iter().map(|(name, _)| *name).chain(["tests", "stand-ins"]).collect();
    for (name, allowed) in CRATES {
        let manifest = fs::read_to_string(root().join(name).join("Cargo.toml")).unwrap();
        let used = manifest.lines().filter_map(|line| line.split(['.', ' ', '=']).next());
        let used: Vec<_> = used.filter(|used| ours.contains(used)).collect();
        assert_eq!(used, allowed, "what {name} uses");
    }
}

#[cfg(test)]
mod planted {
    use super::*;

    const AREAS: [&str; 4] = ["ids", "mail", "reservations", "verify"];

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let mut sources = Sources::new();
        for area in AREAS {
            sources.insert(format!("{area}/mod.rs"), String::new());
        }
        for room in ROOMS {
            sources.insert(format!("reservations/{room}/mod.rs"), String::new());
        }
        sources.extend(files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())));
        faults(&sources, &AREAS, &ROOMS)
    }

    #[test]
    fn an_arrow_down_is_no_fault() {
        let text = "use crate::ids::{self, Id};\nuse super::super::mail;\nfn f() { crate::mail::queue() }\n";
        assert_eq!(found(&[("reservations/end.rs", text)]), Vec::<String>::new());
    }

    #[test]
    fn an_arrow_up_is_named_with_its_line_however_it_is_written() {
        let ways = [
            "\nuse crate::verify::check;",
            "\nuse crate::{ids, verify::{self, check}};",
            "\nfn f() { crate::verify::check() }",
            "\nuse super::super::verify;",
            "\nmod inner { use super::super::super::verify; }",
            "\nfn f() -> super::super::verify::Fault { todo() }",
            "\nconst Q: &str = r#\"SELECT id AS \"id: crate::verify::Id\"\"#;",
            "\npub use crate::verify as other;",
        ];
        for way in ways {
            let faults = found(&[("mail/actions.rs", way)]);
            assert!(!faults.is_empty(), "{way}");
            assert!(faults[0].starts_with("mail/actions.rs:2 mail -> verify ("), "{faults:?}");
        }
    }

    #[test]
    fn words_and_comments_are_no_arrows() {
        let text = "// crate::verify::x\n/* crate::verify */\nconst A: &str = \"verify::x \\\" y\"; fn f<'a>(x: &'a str) { x.verify() }";
        assert_eq!(found(&[("mail/actions.rs", text)]), Vec::<String>::new());
    }

    #[test]
    fn what_a_module_hands_on_belongs_to_where_it_stands() {
        let files = [
            ("verify/model.rs", ""),
            ("verify/mod.rs", "pub use model::Fault;"),
            ("mail/a.rs", "use crate::verify::Fault;"),
        ];
        assert_eq!(found(&files), ["mail/a.rs:1 mail -> verify (crate::verify::Fault)"]);
    }

    #[test]
    fn rooms_are_ordered_and_what_they_share_lies_beneath() {
        let up = [("reservations/bookings/a.rs", "use super::super::holds::x;")];
        assert_eq!(found(&up), ["reservations/bookings/a.rs:1 bookings -> holds (super::super::holds::x)"]);
        let from_beneath = [("reservations/end.rs", "use super::bookings::x;")];
        assert_eq!(found(&from_beneath), ["reservations/end.rs:1 end -> bookings (super::bookings::x)"]);
        let down =
            [("reservations/holds/a.rs", "use crate::reservations::{bookings, end};"), ("reservations/end.rs", "")];
        assert_eq!(found(&down), Vec::<String>::new());
    }

    #[test]
    fn a_circle_of_files_is_found_through_aliases_and_what_is_handed_on() {
        let files = [
            ("mail/mod.rs", "pub use model::Mail;"),
            ("mail/model.rs", "use super::queries as q;\nfn f() { q::find() }"),
            ("mail/queries.rs", "use super::render;\nfn f() { render::g() }"),
            ("mail/render.rs", "use crate::mail::Mail;"),
        ];
        assert_eq!(found(&files), ["mail/model.rs <-> mail/queries.rs <-> mail/render.rs"]);
    }

    #[test]
    fn every_area_has_a_place_and_every_place_an_area() {
        assert_eq!(found(&[("raffles/mod.rs", "")]), ["raffles has no place in the order"]);
        let sources = [("ids.rs".to_owned(), String::new())].into();
        let order = Order { of: "", names: &["ids", "money"], others_lie_beneath: false };
        assert_eq!(climbs(&[], &sources, &order), ["money is in the order and not in the house"]);
    }
}
