//! Each action that the programs write to the audit log has a text on the page of the log, in both languages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use domain::i18n;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::queries::workspace;

const SOURCES: [&str; 4] = ["domain/src", "web-server/src", "worker/src", "cli/src"];
const CATALOGUES: [&str; 2] = ["admin-ui/src/admin/i18n/ja/audit.ts", "admin-ui/src/admin/i18n/en/audit.ts"];

/// The functions of one area with a parameter `action`, and the places of that parameter.
type Helpers = BTreeMap<String, BTreeSet<usize>>;

fn is_named(tree: Option<&TokenTree>, name: &str) -> bool {
    matches!(tree, Some(TokenTree::Ident(ident)) if *ident == *name)
}

fn is_sign(tree: Option<&TokenTree>, sign: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

fn parenthesised(tree: Option<&TokenTree>) -> Option<Vec<TokenTree>> {
    match tree {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
            Some(group.stream().into_iter().collect())
        }
        _ => None,
    }
}

/// Calls `each` with the tokens of every block and list.
fn visit(tokens: TokenStream, each: &mut impl FnMut(&[TokenTree])) {
    let trees: Vec<_> = tokens.into_iter().collect();
    each(&trees);
    for tree in trees {
        if let TokenTree::Group(group) = tree {
            visit(group.stream(), each);
        }
    }
}

/// Adds the literals that have the form of an action.
fn add_actions(trees: &[TokenTree], found: &mut BTreeSet<String>) {
    let is_action = |text: &String| {
        text.contains(['.', '_']) && text.chars().all(|sign| sign.is_ascii_lowercase() || matches!(sign, '.' | '_'))
    };
    for tree in trees {
        match tree {
            TokenTree::Literal(literal) => {
                let text = syn::parse_str::<syn::LitStr>(&literal.to_string()).ok().map(|text| text.value());
                found.extend(text.filter(is_action));
            }
            TokenTree::Group(group) => add_actions(&group.stream().into_iter().collect::<Vec<_>>(), found),
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// Returns the place of the parameter `action`, not counting `self`.
fn place_of_action(parameters: &[TokenTree]) -> Option<usize> {
    let (mut place, mut angles, mut has_self) = (0, 0, false);
    for (at, tree) in parameters.iter().enumerate() {
        match tree {
            TokenTree::Punct(sign) if sign.as_char() == '<' => angles += 1,
            TokenTree::Punct(sign) if sign.as_char() == '>' => angles -= 1,
            TokenTree::Punct(sign) if sign.as_char() == ',' && angles == 0 => place += 1,
            TokenTree::Ident(name) if *name == *"self" => has_self = true,
            TokenTree::Ident(name) if *name == *"action" && is_sign(parameters.get(at + 1), ':') => {
                return Some(place - usize::from(has_self));
            }
            _ => {}
        }
    }
    None
}

fn add_helpers(tokens: TokenStream, helpers: &mut Helpers) {
    visit(tokens, &mut |trees| {
        for (at, _) in trees.iter().enumerate().filter(|(_, tree)| is_named(Some(tree), "fn")) {
            let Some(TokenTree::Ident(name)) = trees.get(at + 1) else { continue };
            let parameters = trees[at + 1..].iter().find_map(|tree| parenthesised(Some(tree))).unwrap_or_default();
            if let Some(place) = place_of_action(&parameters) {
                helpers.entry(name.to_string()).or_default().insert(place);
            }
        }
    });
}

/// Adds the actions of fields (`action: "…"`), of variables (`let action = …;`) and of calls of the helpers.
fn add_written(tokens: TokenStream, helpers: &Helpers, found: &mut BTreeSet<String>) {
    visit(tokens, &mut |trees| {
        for (at, tree) in trees.iter().enumerate() {
            let rest = &trees[at + 1..];
            let until = |sign: char| rest.iter().position(|tree| is_sign(Some(tree), sign)).unwrap_or(rest.len());
            if is_named(Some(tree), "action") && is_sign(rest.first(), ':') && !is_sign(rest.get(1), ':') {
                add_actions(&rest[..until(',')], found);
            } else if is_named(Some(tree), "let") && until('=') < until(';') {
                let pattern = &rest[..until('=')];
                let is_part = |sign: char| sign.is_alphanumeric() || sign == '_';
                let names_it =
                    |tree: &TokenTree| tree.to_string().split(|sign| !is_part(sign)).any(|word| word == "action");
                if pattern.iter().any(names_it) {
                    add_actions(&rest[until('=')..until(';')], found);
                }
            } else if let TokenTree::Ident(name) = tree
                && let (Some(places), Some(list)) = (helpers.get(&name.to_string()), parenthesised(rest.first()))
            {
                let arguments: Vec<_> = list.split(|tree| is_sign(Some(tree), ',')).collect();
                for argument in places.iter().filter_map(|place| arguments.get(*place)) {
                    let is_choice = is_named(argument.first(), "if") || is_named(argument.first(), "match");
                    if is_choice || matches!(argument.first(), Some(TokenTree::Literal(_))) {
                        add_actions(argument, found);
                    }
                }
            }
        }
    });
}

fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            add_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn tokens_of(source: &str) -> TokenStream {
    source.parse().unwrap_or_else(|error| panic!("{error}: {source}"))
}

/// The actions that the sources write. A helper is called in its own area only: others of the same name have other parameters.
fn written() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for sources in SOURCES {
        for entry in fs::read_dir(workspace().join(sources)).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            let mut files = Vec::new();
            if path.is_dir() {
                add_files(&path, &mut files);
            } else {
                files.push(path);
            }
            let files: Vec<_> = files.iter().map(|file| fs::read_to_string(file).expect("a source file")).collect();
            let mut helpers = Helpers::new();
            // Other actions, of captchas and pages, are not audited.
            for source in files.iter().filter(|source| source.contains("Event {")) {
                add_helpers(tokens_of(source), &mut helpers);
            }
            files.iter().for_each(|source| add_written(tokens_of(source), &helpers, &mut found));
        }
    }
    found
}

/// The actions of a catalogue, which writes a dot as `__`.
fn named(catalogue: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(workspace().join(catalogue)).expect("a catalogue");
    let (_, texts) = text.split_once("\n    action: {\n").expect("its actions");
    let (texts, _) = texts.split_once("\n    },\n").expect("the end of its actions");
    let keys = texts.lines().filter_map(|line| line.split_once(':'));
    keys.map(|(key, _)| key.trim().replace("__", ".")).collect()
}

#[test]
fn actions_of_fields_variables_and_calls_are_found() {
    let source = r#"
        fn record(&self, rows: BTreeMap<&str, i64>, action: &str) { audit::record(Event { actor, action, detail }) }
        fn write() {
            let (status, action) = (Status::Ended, if is_void { "plan.voided" } else { "plan.ended" });
            let event = Event { actor, action: "plan.started", detail: json!({ "plan_id": id }) };
            by.record(rows, "plan.renewed");
            other(rows, "plan.ignored");
        }"#;
    let (mut helpers, mut found) = (Helpers::new(), BTreeSet::new());
    add_helpers(tokens_of(source), &mut helpers);
    add_written(tokens_of(source), &helpers, &mut found);
    assert_eq!(Vec::from_iter(found), ["plan.ended", "plan.renewed", "plan.started", "plan.voided"]);
}

#[test]
fn every_audited_action_has_a_text() {
    let written = written();
    assert!(written.len() > 100, "{} actions in the sources", written.len());
    for catalogue in CATALOGUES {
        let named = named(catalogue);
        let missing: Vec<_> = written.difference(&named).collect();
        assert!(missing.is_empty(), "{catalogue} lacks the texts of {missing:#?}");
    }
    let unnamed: Vec<_> = written.iter().filter(|action| !i18n::has(&format!("word.action.{action}"))).collect();
    assert!(unnamed.is_empty(), "the catalogue of evidence lacks the texts of {unnamed:#?}");
}
