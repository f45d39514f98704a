//! The arrows between the files of a crate, and what is wrong with them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::syntax::{Named, Names, names};

/// A crate as it is read: a file's place in `src`, and its text.
pub type Sources = BTreeMap<String, String>;

/// What an order is kept among: the areas of the crate, or the rooms of one of them, the lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// The module whose children are ordered; blank for the crate.
    pub of: &'a str,
    pub names: &'a [&'a str],
    /// Children that are not named lie beneath all that are; else they are faults themselves.
    pub others_lie_beneath: bool,
}

/// A file that names another.
#[derive(Clone, Debug)]
pub struct Arrow {
    pub line: usize,
    pub from: String,
    pub to: String,
    pub path: String,
    /// A `mod.rs` that hands on what lies in its folder; no dependence of its own.
    is_export: bool,
}

pub struct House {
    modules: HashMap<Vec<String>, String>,
    files: BTreeMap<String, Names>,
}

impl House {
    pub fn read(sources: &Sources) -> Self {
        let modules = sources.keys().map(|file| (module_of(file), file.clone())).collect();
        Self { modules, files: sources.iter().map(|(file, text)| (file.clone(), names(text))).collect() }
    }

    /// Every arrow from one file to another, in the order of files and lines.
    pub fn arrows(&self) -> Vec<Arrow> {
        let mut arrows = Vec::new();
        for (file, names) in &self.files {
            let exports: BTreeSet<_> = names.exports.values().map(|named| (named.line, &named.path)).collect();
            for named in &names.paths {
                let Some(to) = self.absolute(file, named, 0).map(|path| self.file_of(&path, 0)) else { continue };
                if to == *file || to == "lib.rs" {
                    continue;
                }
                let (path, line) = (named.path.join("::"), named.line);
                let is_export = exports.contains(&(line, &named.path));
                arrows.push(Arrow { line, from: file.clone(), to, path, is_export });
            }
        }
        arrows.sort_by(|a, b| (&a.from, a.line).cmp(&(&b.from, b.line)));
        arrows
    }

    /// The path from the crate's root; nothing for another crate's.
    fn absolute(&self, file: &str, named: &Named, hops: usize) -> Option<Vec<String>> {
        let mut here = [module_of(file), named.inside.clone()].concat();
        let mut rest = named.path.as_slice();
        match rest[0].as_str() {
            "crate" => return Some(rest[1..].to_vec()),
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|word| word == "super") {
                    here.pop();
                    rest = &rest[1..];
                }
            }
            first => {
                let import = self.files[file].imports.get(first).filter(|import| import.path != named.path);
                if let Some(import) = import.filter(|_| hops < 4) {
                    let stem = self.absolute(file, import, hops + 1)?;
                    return Some([stem.as_slice(), &rest[1..]].concat());
                }
                let child = [here.as_slice(), &rest[..1]].concat();
                self.modules.get(&child)?;
            }
        }
        Some([here.as_slice(), rest].concat())
    }

    /// The file in which a path ends, followed through what modules hand on.
    fn file_of(&self, path: &[String], hops: usize) -> String {
        let mut here: Vec<String> = Vec::new();
        for (place, word) in path.iter().enumerate() {
            let child = [here.as_slice(), std::slice::from_ref(word)].concat();
            if self.modules.contains_key(&child) {
                here = child;
                continue;
            }
            let Some(file) = self.modules.get(&here) else { break };
            let export = self.files[file].exports.get(word).filter(|_| hops < 8);
            if let Some(target) = export.and_then(|export| self.absolute(file, export, 0)) {
                return self.file_of(&[target.as_slice(), &path[place + 1..]].concat(), hops + 1);
            }
            break;
        }
        self.modules.get(&here).cloned().unwrap_or_else(|| "lib.rs".to_owned())
    }
}

/// The module that a file is: `a/b.rs` and `a/b/mod.rs` are `a::b`.
fn module_of(file: &str) -> Vec<String> {
    let path = file.trim_end_matches(".rs");
    let path = if path == "lib" { "" } else { path.strip_suffix("/mod").unwrap_or(path) };
    path.split('/').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The child of `of` that a file lies in; nothing when it lies elsewhere, or is the module itself.
fn child_of(of: &str, file: &str) -> Option<String> {
    let module = module_of(file);
    match of {
        "" => module.first().cloned(),
        of => (module.first()? == of).then(|| module.get(1).cloned()).flatten(),
    }
}

/// The arrows that run up an order, and what it does not name. Each says where it is and what it says.
pub fn climbs(arrows: &[Arrow], sources: &Sources, order: &Order) -> Vec<String> {
    let rank = |name: &str| order.names.iter().position(|known| *known == name);
    let mut faults = Vec::new();
    let children: BTreeSet<_> =
        sources.keys().filter_map(|file| child_of(order.of, file)).filter(|c| c != "lib").collect();
    let is_known = |name: &String| order.others_lie_beneath || rank(name).is_some();
    faults
        .extend(children.iter().filter(|name| !is_known(name)).map(|name| format!("{name} has no place in the order")));
    let gone = order.names.iter().filter(|name| !children.contains(**name));
    faults.extend(gone.map(|name| format!("{name} is in the order and not in the house")));
    for arrow in arrows {
        let (Some(from), Some(to)) = (child_of(order.of, &arrow.from), child_of(order.of, &arrow.to)) else { continue };
        if from != to && rank(&to) >= rank(&from) && rank(&to).is_some() {
            faults.push(format!("{}:{} {from} -> {to} ({})", arrow.from, arrow.line, arrow.path));
        }
    }
    faults
}

/// Circles of files within an area, each as its files in one line. What a `mod.rs` hands on is no arrow of its own.
pub fn circles(arrows: &[Arrow]) -> Vec<String> {
    let mut next: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for arrow in arrows.iter().filter(|arrow| !arrow.is_export) {
        if child_of("", &arrow.from) == child_of("", &arrow.to) {
            next.entry(&arrow.from).or_default().insert(&arrow.to);
        }
    }
    let reached = |from: &str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.to_owned()]);
        while let Some(file) = open.pop() {
            for to in next.get(file.as_str()).into_iter().flatten() {
                if seen.insert((*to).to_owned()) {
                    open.push((*to).to_owned());
                }
            }
        }
        seen
    };
    let reach: BTreeMap<&str, _> = next.keys().map(|file| (*file, reached(file))).collect();
    let of = |file: &str| -> Vec<&str> {
        let back = |other: &&str| reach[file].contains(*other) && reach[*other].contains(file);
        reach.keys().copied().filter(back).collect()
    };
    let all: BTreeSet<_> = reach.keys().map(|file| of(file)).filter(|circle| circle.len() > 1).collect();
    all.into_iter().map(|circle| circle.join(" <-> ")).collect()
}
